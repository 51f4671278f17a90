"""/settings and /away: time zone, sleep hours, absences, notifications and reminders of a user."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

import discord
from babel.dates import format_date

import db
from bot.chat.interactions.commands import Arguments, Option, command
from bot.chat.interactions.component_dispatch import on_component
from bot.chat.interactions.requests import Request
from bot.chat.messages import modals
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.chat.messages.modals import FormOption
from bot.chat.settings import time_zone_picker
from bot.i18n import N_, Locale, time_zones
from bot.play.account import preferences
from bot.play.clock import absences, reminders
from bot.play.clock.absences import MAX_AWAY_DAYS
from bot.play.core.availability import (
    AWAY_DAYS_PER_YEAR,
    DECLARED,
    DEFAULT_SLEEP,
    Availability,
    availability_of,
)
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.turns.delayed_moves import COMMIT_DELAY_MS
from bot.views.reader_view import NEUTRAL_COLOUR
from rules.game import Refusal

NO_SLEEP = "none"
NOTIFICATION_CHOICES = {
    "thread": (N_("In the thread"), N_("You're mentioned in the game's thread.")),
    "dm": (N_("By direct message"), N_("Skald writes to you; the thread stays quiet for you.")),
    "both": (N_("In the thread and by direct message"), N_("You're mentioned, and Skald writes to you.")),
}
EXTRA_CHOICES = {
    "next": (N_("Tell me when I'm next"), N_("A word before your turn, not only when it comes.")),
    "digest": (N_("A daily digest"), N_("One message a day: what waits, votes, what happened.")),
    "hints": (N_("Give me hints"), N_("A tip at every new kind of decision.")),
    "confirm": (N_("Ask before final moves"), N_("If not, one tap plays even what can't be undone.")),
    "linger": (
        N_("Play simple final moves by themselves"),
        N_("Ten seconds after your tap, unless you go back. If not, you confirm each."),
    ),
    "listed": (N_("Show me on leaderboards"), N_("If not, nobody else sees your profile either.")),
}
AWAY_DAY_CHOICES = (1, 2, 3, 5, 7, 10, 14)
MAX_DAY_CHOICES = 25
PANEL, PROMPT = "panel", "asked"
"""The time zone is asked for on the settings panel, or in a message of its own."""


# The commands


async def _complete_zone(request: Request, typed: str, _: Arguments) -> Sequence[tuple[str, str]]:
    return time_zone_picker.autocomplete_zones(request, typed)


async def _complete_days(request: Request, typed: str, _: Arguments) -> Sequence[tuple[str, str]]:
    fitting = [days for days in range(1, MAX_AWAY_DAYS + 1) if str(days).startswith(typed.strip())]
    return [(str(days), _days_text(request.locale, days)) for days in fitting[:MAX_DAY_CHOICES]]


async def _complete_first_day(request: Request, typed: str, _: Arguments) -> Sequence[tuple[str, str]]:
    today = (await _own_availability(request)).local_date(request.service.now())
    days = [(today + timedelta(days=ahead)).isoformat() for ahead in range(366)]
    return [(day, day) for day in days if typed.strip() in day][:MAX_DAY_CHOICES]


@command(
    N_("settings"),
    N_("Your time zone, sleep, notifications, hints, days away and data"),
    Option("zone", N_("zone"), N_("Where you live: a country or a large city"), autocomplete=_complete_zone),
)
async def settings_command(request: Request, arguments: Arguments) -> None:
    if place := arguments.get("zone"):
        await _resolve_zone(request, place, PANEL)
    else:
        await _show_panel(request)


@command(
    N_("away"),
    N_("Say that you're away: your clocks stop and pings are muted"),
    Option("days", N_("days"), N_("How many days"), autocomplete=_complete_days),
    Option("first", N_("from"), N_("The first day (default: today)"), autocomplete=_complete_first_day),
)
async def away_command(request: Request, arguments: Arguments) -> None:
    if not arguments:
        await _show_panel(request)
        return
    await _go_away(request, arguments.get("days", "1"), arguments.get("first"))


# Time zone


async def ask_for_zone_if_unknown(request: Request, snapshot: GameSnapshot) -> None:
    """Ask a player at a table with a clock for their time zone, unless they were asked before.

    Call it after responding: the question is a follow-up message.
    """
    if snapshot.row.pace == "none" or snapshot.seat_of(request.actor.id) is None:
        return
    if await preferences.claim_time_zone_prompt(request.service, request.actor.id):
        await request.follow_up(_zone_prompt(request, time_zone_picker.likely_zones(request)))


@on_component("zone", "update")
async def choose_zone(request: Request, custom_id: CustomId) -> None:
    await _set_zone(request, request.selected_value, _asked_on(custom_id))


@on_component("zone-seek", "form")
async def open_zone_form(request: Request, custom_id: CustomId) -> None:
    await request.open_form(
        time_zone_picker.search_form(request, CustomId("zone-found", args=(_asked_on(custom_id),)))
    )


@on_component("zone-found", "update")
async def search_zone(request: Request, custom_id: CustomId) -> None:
    await _resolve_zone(request, request.field_text(time_zone_picker.PLACE_FIELD), _asked_on(custom_id))


def _asked_on(custom_id: CustomId) -> str:
    return PROMPT if custom_id.args[:1] == (PROMPT,) else PANEL


async def _resolve_zone(request: Request, typed: str, asked_on: str) -> None:
    """Set the typed time zone, or ask which of several is meant."""
    zone = time_zone_picker.resolve_zone(typed)
    if zone is not None:
        await _set_zone(request, zone, asked_on)
        return
    found, note = time_zones.search_zones(typed), request.locale.t("Which one is it?")
    if asked_on == PROMPT:
        await request.respond(_zone_prompt(request, found, note=note))
    else:
        await _show_panel(request, note=note, zones_found=found)


async def _set_zone(request: Request, zone: str, asked_on: str) -> None:
    await preferences.set_time_zone(request.service, request.actor, zone)
    if asked_on == PANEL:
        await _show_saved(request)
        return
    request.context.wake()
    locale, availability = request.locale, await _own_availability(request)
    builder = MessageBuilder(NEUTRAL_COLOUR).text(
        locale.t("Noted: {place}.", place=time_zone_picker.place_name(request, zone)),
        _sleep_line(locale, availability),
    )
    await request.respond(builder.buttons(button(CustomId("settings"), locale.t("Settings"))))


def _zone_prompt(request: Request, offered: Sequence[str], *, note: str = "") -> MessageBuilder:
    locale, args = request.locale, (PROMPT,)
    builder = MessageBuilder(NEUTRAL_COLOUR).text(
        f"### {locale.t('Where do you live?')}",
        note or locale.t("This table has a clock. Once your time zone is known, it stops while you sleep."),
    )
    builder.select(
        CustomId("zone", args=args),
        locale.t("Your time zone"),
        time_zone_picker.zone_options(request, offered),
    )
    builder.buttons(button(CustomId("zone-seek", args=args), locale.t("Somewhere else")))
    return builder.text(locale.t("-# Only you see this. /settings has it too, whenever you like."))


# The panel


@on_component("away", "private")
async def show_settings(request: Request, _: CustomId) -> None:
    await _show_panel(request)


@on_component("settings", "update")
async def open_settings(request: Request, _: CustomId) -> None:
    await _show_panel(request)


@on_component("tell", "update")
async def set_notifications(request: Request, _: CustomId) -> None:
    await preferences.set_notification_channels(request.service, request.actor, request.selected_value)
    await _show_saved(request)


@on_component("away-now", "update")
async def leave_now(request: Request, _: CustomId) -> None:
    await _go_away(request, request.selected_value)


@on_component("returned", "update")
async def return_early(request: Request, _: CustomId) -> None:
    await absences.end_absence(request.service, request.actor)
    await _show_saved(request)


async def _go_away(request: Request, days: str, first: str | None = None) -> None:
    try:
        day = date.fromisoformat(first) if first else None
    except ValueError:
        raise Denied("day_unreadable") from None
    await absences.declare_absence(request.service, request.actor, _parse_number(days), first_day=day)
    await _show_saved(request)


async def _show_saved(request: Request) -> None:
    request.context.wake()
    await _show_panel(request, note=request.locale.t("Saved."))


async def _own_availability(request: Request) -> Availability:
    user_id = request.actor.id
    return (await availability_of(request.store, (user_id,)))[user_id]


def _parse_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise Denied("not_a_choice")
    return int(text)


async def _show_panel(request: Request, *, note: str = "", zones_found: Sequence[str] = ()) -> None:
    """Show the panel with all settings and their controls."""
    user_id, now = request.actor.id, request.service.now()
    user = await db.users.get(request.store, user_id)
    days_away = (await db.absences.list_by_user(request.store, (user_id,)))[user_id]
    upcoming = [each for each in days_away if each.until > now and each.cause == DECLARED]
    availability = Availability.from_user(user, days_away)
    locale, chosen = request.locale, user.preferences
    builder = MessageBuilder(NEUTRAL_COLOUR).text(f"### {locale.t('Your settings')}", note)
    builder.text(
        _zone_line(request, availability),
        _sleep_line(locale, availability),
        *_preference_lines(locale, chosen),
    )
    builder.text(*_away_lines(locale, availability, upcoming, now))
    offered = zones_found or ([] if availability.zone else time_zone_picker.likely_zones(request))
    if offered:
        options = time_zone_picker.zone_options(request, offered)
        builder.select(CustomId("zone", args=(PANEL,)), locale.t("Where you live"), options)
    builder.select(CustomId("tell"), locale.t("Notifications"), _notification_options(locale, chosen.tell))
    builder.select(CustomId("away-now"), locale.t("Away from now on"), _away_options(locale))
    buttons = [
        button(CustomId("settings-form"), locale.t("Change"), discord.ButtonStyle.primary),
        button(CustomId("zone-seek", args=(PANEL,)), locale.t("Time zone")),
        button(CustomId("away-form"), locale.t("Away later")),
        button(CustomId("privacy"), locale.t("Your data")),
    ]
    if upcoming:
        buttons.insert(0, button(CustomId("returned"), locale.t("I'm back"), discord.ButtonStyle.success))
    await request.respond(builder.buttons(*buttons))


def _zone_line(request: Request, availability: Availability) -> str:
    locale = request.locale
    if availability.zone is None:
        return locale.t("**Time zone**: unknown. Say where you live, and your clock stops overnight.")
    clock = datetime.fromtimestamp(request.service.now() / 1000, availability.zone)
    place = time_zone_picker.place_name(request, availability.zone.key)
    return locale.t("**Time zone**: {place}, {time} now.", place=place, time=f"{clock:%H:%M}")


def _sleep_line(locale: Locale, availability: Availability) -> str:
    if availability.zone is None:
        return ""
    if availability.sleep is None:
        return locale.t(
            "**Sleep**: no fixed hours. Pings can come at any time, and your clocks keep running."
        )
    night = "–".join(f"{minutes // 60:02}:{minutes % 60:02}" for minutes in availability.sleep)
    return locale.t("**Sleep**: {hours}. No pings then, and your clocks stop.", hours=night)


def _preference_lines(locale: Locale, user_preferences: db.Preferences) -> list[str]:
    return [
        locale.t("**Notifications**: {where}. {about}", where=locale.t(label), about=locale.t(about))
        for label, about in (NOTIFICATION_CHOICES[user_preferences.tell],)
    ] + [
        locale.t("**Next**: you're also told when you're next.")
        if user_preferences.next
        else locale.t("**Next**: you're told when it's your turn, not before."),
        locale.t("**Digest**: one message a day, in the morning.")
        if user_preferences.digest
        else locale.t("**Digest**: none."),
        locale.t("**Hints**: on. A tip at every new kind of decision.")
        if user_preferences.hints
        else locale.t("**Hints**: off."),
        _final_moves_line(locale, user_preferences),
        locale.t("**Leaderboards**: hidden. No board lists you, and nobody else sees your profile.")
        if user_preferences.hidden
        else locale.t("**Leaderboards**: you're listed, and others can see your profile."),
    ]


def _final_moves_line(locale: Locale, user_preferences: db.Preferences) -> str:
    if not user_preferences.confirm:
        return locale.t("**Final moves**: one tap plays them.")
    if not user_preferences.linger:
        return locale.t("**Final moves**: you confirm what can't be undone.")
    return locale.t(
        "**Final moves**: you confirm what can't be undone. Simple ones are played {n} seconds after your"
        " tap, unless you go back.",
        n=COMMIT_DELAY_MS // 1000,
    )


def _away_lines(
    locale: Locale, availability: Availability, upcoming: Sequence[db.Absence], now: int
) -> list[str]:
    lines = [
        locale.t(
            "**Away**: from {start} to {until}",
            start=f"<t:{absence.start // 1000}:D>",
            until=f"<t:{absence.until // 1000}:f>",
        )
        for absence in upcoming
    ]
    left = locale.t(
        "**Away days**: {n} of {all} left this year. They stop your clocks; extra days only mute pings.",
        n=availability.away_days_left(now),
        all=AWAY_DAYS_PER_YEAR,
    )
    return [*lines, left]


def _notification_options(locale: Locale, selected: str) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=locale.t(label), value=value, description=locale.t(about), default=value == selected
        )
        for value, (label, about) in NOTIFICATION_CHOICES.items()
    ]


def _away_options(locale: Locale) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=_days_text(locale, days), value=str(days)) for days in AWAY_DAY_CHOICES
    ]


def _days_text(locale: Locale, days: int) -> str:
    return locale.tn("{n} day", "{n} days", n=days)


# The forms


@on_component("settings-form", "form")
async def open_settings_form(request: Request, _: CustomId) -> None:
    """Open the form with the settings that rarely change."""
    locale = request.locale
    user = await db.users.get(request.store, request.actor.id)
    availability, chosen = Availability.from_user(user), user.preferences
    place = time_zones.named_zone(availability.zone.key, locale.language).city if availability.zone else ""
    notifications = [
        FormOption(value, locale.t(label), locale.t(about))
        for value, (label, about) in NOTIFICATION_CHOICES.items()
    ]
    extras = [
        FormOption(value, locale.t(label), locale.t(about)) for value, (label, about) in EXTRA_CHOICES.items()
    ]
    ticked = {
        "next": chosen.next,
        "digest": chosen.digest,
        "hints": chosen.hints,
        "confirm": chosen.confirm,
        "linger": chosen.linger,
        "listed": not chosen.hidden,
    }
    fields = [
        modals.field(
            locale.t("Where you live"),
            modals.text_input(
                time_zone_picker.PLACE_FIELD, place, max_length=time_zone_picker.MAX_PLACE_LENGTH
            ),
            locale.t("A country or a large city; it sets your time zone."),
        ),
        modals.field(
            locale.t("You go to sleep"),
            modals.select("bed", _bedtime_options(locale, availability)),
            locale.t("While you sleep nobody pings you, and your clocks stop: at most ten hours."),
        ),
        modals.field(locale.t("You get up"), modals.select("rise", _wake_up_options(availability))),
        modals.field(locale.t("Notifications"), modals.radio_group("tell", notifications, chosen.tell)),
        modals.field(
            locale.t("Also"),
            modals.checkbox_group("extras", extras, [name for name, on in ticked.items() if on]),
        ),
    ]
    await request.open_form(modals.form(CustomId("settings-keep"), locale.t("Your settings"), *fields))


@on_component("settings-keep", "update")
async def save_settings(request: Request, _: CustomId) -> None:
    extras, typed = request.field_values("extras"), request.field_text(time_zone_picker.PLACE_FIELD).strip()
    user = await db.users.get(request.store, request.actor.id)
    zone = (
        time_zone_picker.resolve_zone(typed)
        if typed and not _is_unchanged_place(request, user.timezone, typed)
        else None
    )
    choices: dict[str, Any] = {
        "tell": request.field_text("tell"),
        "next": "next" in extras,
        "digest": "digest" in extras,
        "hints": "hints" in extras,
        "confirm": "confirm" in extras,
        "linger": "linger" in extras,
        "hidden": "listed" not in extras,
        "sleep": _sleep_field(request),
    }
    await preferences.update_preferences(request.service, request.actor, zone=zone, **choices)
    if zone is None and typed and not _is_unchanged_place(request, user.timezone, typed):
        request.context.wake()
        await _show_panel(
            request, note=request.locale.t("Which one is it?"), zones_found=time_zones.search_zones(typed)
        )
    else:
        await _show_saved(request)


def _is_unchanged_place(request: Request, zone: str | None, typed: str) -> bool:
    """Whether the form's place is the one it was opened with."""
    return zone is not None and typed == time_zones.named_zone(zone, request.locale.language).city


def _sleep_field(request: Request) -> tuple[int, int] | None:
    bed, rise = (next(iter(request.field_values(name)), "") for name in ("bed", "rise"))
    return None if bed == NO_SLEEP else (_parse_number(bed) * 60, _parse_number(rise) * 60)


@on_component("away-form", "form")
async def open_away_form(request: Request, _: CustomId) -> None:
    locale = request.locale
    today = (await _own_availability(request)).local_date(request.service.now())
    days = [today + timedelta(days=ahead) for ahead in range(MAX_DAY_CHOICES)]
    firsts = [
        discord.SelectOption(
            label=format_date(day, "EEEE d MMMM", locale=locale.language),
            value=day.isoformat(),
            default=day == today,
        )
        for day in days
    ]
    fields = [
        modals.field(locale.t("How many days"), modals.select("days", _away_options(locale))),
        modals.field(
            locale.t("From"), modals.select("first", firsts), locale.t("/away takes any other day.")
        ),
    ]
    await request.open_form(modals.form(CustomId("away-keep"), locale.t("Days away"), *fields))


@on_component("away-keep", "update")
async def save_away_days(request: Request, _: CustomId) -> None:
    days, first = (next(iter(request.field_values(name)), "") for name in ("days", "first"))
    await _go_away(request, days, first)


def _bedtime_options(locale: Locale, availability: Availability) -> list[discord.SelectOption]:
    now = None if availability.sleep is None else availability.sleep[0]
    none = discord.SelectOption(
        label=locale.t("No sleep hours"),
        value=NO_SLEEP,
        default=now is None and availability.zone is not None,
    )
    return [
        none,
        *(
            _hour_option((18 + step) % 24, DEFAULT_SLEEP[0] if availability.zone is None else now)
            for step in range(24)
        ),
    ]


def _wake_up_options(availability: Availability) -> list[discord.SelectOption]:
    now = DEFAULT_SLEEP[1] if availability.sleep is None else availability.sleep[1]
    return [_hour_option((4 + step) % 24, now) for step in range(24)]


def _hour_option(hour: int, selected: int | None) -> discord.SelectOption:
    return discord.SelectOption(label=f"{hour:02}:00", value=str(hour), default=selected == hour * 60)


# Answers to a reminder


@on_component("mute", "private")
async def mute(request: Request, custom_id: CustomId) -> None:
    """Cancel reminders until the user's next turn."""
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
