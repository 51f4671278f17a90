"""/away: declares absences of a user, and handles the answers to a reminder."""

from collections.abc import Sequence
from datetime import date, timedelta

from bot.chat.interactions import Request, on_component
from bot.chat.interactions.commands import Arguments, Option, command
from bot.chat.messages import PRIMARY, SELECT_LIMIT, SUCCESS, CustomId, MessageBuilder, button, modals, option
from bot.chat.messages.custom_id import parse_digits
from bot.chat.settings.settings_panel import absence_lines, away_days_line
from bot.i18n import N_, Locale
from bot.play.account import preferences
from bot.play.clock import absences, reminders
from bot.play.clock.absences import MAX_AWAY_DAYS
from bot.play.core import Denied, availability_of
from rules.game import Refusal

AWAY_DAY_CHOICES = (1, 2, 3, 7)


async def complete_days(request: Request, typed: str, _: Arguments) -> Sequence[tuple[str, str]]:
    fitting = [days for days in range(1, MAX_AWAY_DAYS + 1) if str(days).startswith(typed.strip())]
    return [(str(days), _days_text(request.locale, days)) for days in fitting[:SELECT_LIMIT]]


async def complete_first_day(request: Request, typed: str, _: Arguments) -> Sequence[tuple[str, str]]:
    days = (day.isoformat() for day in await _days_from_today(request, 366))
    return [(day, day) for day in days if typed.strip() in day][:SELECT_LIMIT]


async def _days_from_today(request: Request, number: int) -> list[date]:
    user_id = request.actor.id
    availability = (await availability_of(request.store, (user_id,)))[user_id]
    today = availability.local_date(request.service.now())
    return [today + timedelta(days=ahead) for ahead in range(number)]


@command(
    N_("away"),
    N_("Announce days away: your clocks stop and pings are muted"),
    Option("days", N_("days"), N_("How many days"), autocomplete=complete_days),
    Option("first", N_("from"), N_("The first day (default: today)"), autocomplete=complete_first_day),
)
async def away_command(request: Request, arguments: Arguments) -> None:
    if arguments:
        await _go_away(request, arguments.get("days", "1"), arguments.get("first"))
    else:
        await _ask_for_days(request)


@on_component("away", "private")
@on_component("away-plan", "update")
async def open_away(request: Request, _: CustomId) -> None:
    await _ask_for_days(request)


async def _ask_for_days(request: Request, *, note: str = "") -> None:
    """Show the user's absences, and offer to add one from now on."""
    locale, t, now = request.locale, request.locale.t, request.service.now()
    availability = (await availability_of(request.store, (request.actor.id,)))[request.actor.id]
    upcoming = tuple(absence_lines(locale, availability, now))
    builder = MessageBuilder().text(
        f"### {t('How long will you be away?')}",
        note,
        *upcoming,
        t("Your clocks stop and Skald doesn't ping you."),
        f"-# {away_days_line(locale, availability, now)}",
    )
    days = (
        button(CustomId("away-now", args=(str(number),)), _days_text(locale, number), PRIMARY)
        for number in AWAY_DAY_CHOICES
    )
    builder.buttons(*days, button(CustomId("away-form"), t("Choose a date…")))
    returned = button(CustomId("returned"), t("I'm back"), SUCCESS)
    settings = button(CustomId("settings"), t("All settings"))
    await request.respond(builder.buttons(*([returned] if upcoming else []), settings))


@on_component("away-now", "update")
async def leave_now(request: Request, custom_id: CustomId) -> None:
    await _go_away(request, custom_id.arg())


@on_component("returned", "update")
async def return_early(request: Request, _: CustomId) -> None:
    await absences.end_absence(request.service, request.actor)
    await _show_saved(request)


async def _show_saved(request: Request) -> None:
    await _ask_for_days(request, note=request.locale.t("Saved."))


@on_component("away-form", "form")
async def open_away_form(request: Request, _: CustomId) -> None:
    t = request.locale.t
    days = [
        option(day.isoformat(), request.locale.date(day, "EEEE d MMMM"))
        for day in await _days_from_today(request, SELECT_LIMIT + 1)
    ]
    days[0].default = True
    fields = (
        modals.field(t("From"), modals.select("first", days[:-1])),
        modals.field(
            t("First day back"), modals.select("back", days[1:]), t("Use /away to choose any other day.")
        ),
    )
    await request.open_form(modals.form(CustomId("away-keep"), t("Days away"), *fields))


@on_component("away-keep", "update")
async def save_away_days(request: Request, _: CustomId) -> None:
    first, back = (_parse_day(request.field_value(name)) for name in ("first", "back"))
    await absences.declare_absence(request.service, request.actor, (back - first).days, first_day=first)
    await _show_saved(request)


async def _go_away(request: Request, days: str, first: str | None = None) -> None:
    number = parse_digits(days, 3)
    if number is None:
        raise Denied("not_a_choice")
    first_day = _parse_day(first) if first else None
    await absences.declare_absence(request.service, request.actor, number, first_day=first_day)
    await _show_saved(request)


def _parse_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Denied("day_unreadable") from None


def _days_text(locale: Locale, days: int) -> str:
    return locale.tn("{n} day", "{n} days", n=days)


# Answers to a reminder


@on_component("mute", "private")
async def mute(request: Request, custom_id: CustomId) -> None:
    if not await reminders.stop_reminders(request.service, request.actor.id, custom_id.game or None):
        raise Refusal("not_your_turn")
    await request.respond_privately(request.locale.t("No reminders until your next turn."))


@on_component("snooze", "private")
async def snooze(request: Request, custom_id: CustomId) -> None:
    until = await reminders.snooze(request.service, request.actor.id, custom_id.game or None)
    if until is None:
        raise Refusal("not_your_turn")
    await request.respond_privately(request.locale.t("Next reminder {when}.", when=f"<t:{until // 1000}:R>"))


# Away days used automatically


@on_component("use-away-days", "update")
async def allow_away_days(request: Request, _: CustomId) -> None:
    await preferences.save(request.service, request.actor.id, use_away_days=True, away_days_asked=True)
    text = request.locale.t(
        "Skald uses your away days when your time runs out. You can change this in /settings."
    )
    await request.respond(MessageBuilder(None).text(text))


@on_component("spare-away-days", "update")
async def refuse_away_days(request: Request, _: CustomId) -> None:
    await preferences.save(request.service, request.actor.id, use_away_days=False, away_days_asked=True)
    text = request.locale.t(
        "Skald won't use your away days: the caretaker takes your seat as soon as your "
        "time runs out. You can change this in /settings."
    )
    await request.respond(MessageBuilder(None).text(text))
