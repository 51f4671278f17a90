"""/away: absences of a user, and the answers to a reminder."""

from collections.abc import Sequence
from datetime import date, timedelta

from babel.dates import format_date

from bot.chat.interactions import Request, on_component
from bot.chat.interactions.commands import Arguments, Option, command
from bot.chat.messages import SELECT_LIMIT, CustomId, MessageBuilder, modals, option
from bot.chat.messages.custom_id import parse_digits
from bot.chat.settings.settings_panel import away_options, days_text, show_panel, show_saved
from bot.i18n import N_
from bot.play.clock import absences, away_days, reminders
from bot.play.clock.absences import MAX_AWAY_DAYS
from bot.play.core.availability import availability_of
from bot.play.core.refusals import Denied
from rules.game import Refusal


async def _complete_days(request: Request, typed: str, _: Arguments) -> Sequence[tuple[str, str]]:
    fitting = [days for days in range(1, MAX_AWAY_DAYS + 1) if str(days).startswith(typed.strip())]
    return [(str(days), days_text(request.locale, days)) for days in fitting[:SELECT_LIMIT]]


async def _complete_first_day(request: Request, typed: str, _: Arguments) -> Sequence[tuple[str, str]]:
    days = (day.isoformat() for day in await _days_from_today(request, 366))
    return [(day, day) for day in days if typed.strip() in day][:SELECT_LIMIT]


async def _days_from_today(request: Request, number: int) -> list[date]:
    user_id = request.actor.id
    availability = (await availability_of(request.store, (user_id,)))[user_id]
    today = availability.local_date(request.service.now())
    return [today + timedelta(days=ahead) for ahead in range(number)]


@command(
    N_("away"),
    N_("Say that you're away: your clocks stop and pings are muted"),
    Option("days", N_("days"), N_("How many days"), autocomplete=_complete_days),
    Option("first", N_("from"), N_("The first day (default: today)"), autocomplete=_complete_first_day),
)
async def away_command(request: Request, arguments: Arguments) -> None:
    if arguments:
        await _go_away(request, arguments.get("days", "1"), arguments.get("first"))
    else:
        await show_panel(request)


@on_component("away-now", "update")
async def leave_now(request: Request, _: CustomId) -> None:
    await _go_away(request, request.selected_value)


@on_component("returned", "update")
async def return_early(request: Request, _: CustomId) -> None:
    await absences.end_absence(request.service, request.actor)
    await show_saved(request)


@on_component("away-form", "form")
async def open_away_form(request: Request, _: CustomId) -> None:
    locale, t = request.locale, request.locale.t
    days = await _days_from_today(request, SELECT_LIMIT)
    firsts = [
        option(day.isoformat(), format_date(day, "EEEE d MMMM", locale=locale.language), default=not ahead)
        for ahead, day in enumerate(days)
    ]
    fields = (
        modals.field(t("How many days"), modals.select("days", away_options(locale))),
        modals.field(t("From"), modals.select("first", firsts), t("/away takes any other day.")),
    )
    await request.open_form(modals.form(CustomId("away-keep"), t("Days away"), *fields))


@on_component("away-keep", "update")
async def save_away_days(request: Request, _: CustomId) -> None:
    await _go_away(request, request.field_value("days"), request.field_value("first"))


async def _go_away(request: Request, days: str, first: str | None = None) -> None:
    try:
        day = date.fromisoformat(first) if first else None
    except ValueError:
        raise Denied("day_unreadable") from None
    number = parse_digits(days, 3)
    if number is None:
        raise Denied("not_a_choice")
    await absences.declare_absence(request.service, request.actor, number, first_day=day)
    await show_saved(request)


# Answers to a reminder


@on_component("mute", "private")
async def mute(request: Request, custom_id: CustomId) -> None:
    if not await reminders.stop_reminders(request.service, request.actor.id, custom_id.game or None):
        raise Refusal("not_your_turn")
    await request.respond_privately(request.locale.t("No more reminders until your next turn."))


@on_component("snooze", "private")
async def snooze(request: Request, custom_id: CustomId) -> None:
    until = await reminders.snooze(request.service, request.actor.id, custom_id.game or None)
    if until is None:
        raise Refusal("not_your_turn")
    request.context.wake()
    await request.respond_privately(request.locale.t("Next reminder {when}.", when=f"<t:{until // 1000}:R>"))


# Away days used automatically


@on_component("use-away-days", "update")
async def allow_away_days(request: Request, _: CustomId) -> None:
    await away_days.set_use(request.service, request.actor.id, use=True)
    text = request.locale.t("Your away days are used when your time runs out. /settings changes it.")
    await request.respond(MessageBuilder().text(text))


@on_component("spare-away-days", "update")
async def refuse_away_days(request: Request, _: CustomId) -> None:
    await away_days.set_use(request.service, request.actor.id, use=False)
    text = request.locale.t(
        "Your away days stay yours: the caretaker takes your seat as soon as your time runs out. "
        "/settings changes it."
    )
    await request.respond(MessageBuilder().text(text))
