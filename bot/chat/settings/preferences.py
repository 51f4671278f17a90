"""How somebody lives and wishes to be told: /settings with its form, time zone, days away, reminders."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

import discord
from babel.dates import format_date

import db
from bot.chat.interactions.buttons import on_component
from bot.chat.interactions.commands import Arguments, Option, command
from bot.chat.interactions.requests import Request
from bot.chat.messages import forms
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.forms import FormOption
from bot.chat.messages.message_builder import MessageBuilder, button
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
TOLD = {
    "thread": (N_("In the thread"), N_("You're mentioned in the game's thread.")),
    "dm": (N_("By direct message"), N_("Skald writes to you; the thread stays quiet for you.")),
    "both": (N_("In the thread and by direct message"), N_("You're mentioned, and Skald writes to you.")),
}
EXTRAS = {
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
AWAY_CHOICES = (1, 2, 3, 5, 7, 10, 14)
DAYS_OFFERED = 25
PANEL, ASKED = "panel", "asked"
"""Where somebody is asked where they live: on the panel of their settings, or in a message of its own."""


# The commands


async def _zones(request: Request, typed: str, _: Arguments) -> Sequence[tuple[str, str]]:
    return time_zone_picker.completed(request, typed)


async def _day_counts(request: Request, typed: str, _: Arguments) -> Sequence[tuple[str, str]]:
    fitting = [days for days in range(1, MAX_AWAY_DAYS + 1) if str(days).startswith(typed.strip())]
    return [(str(days), _days(request.locale, days)) for days in fitting[:DAYS_OFFERED]]


async def _first_days(request: Request, typed: str, _: Arguments) -> Sequence[tuple[str, str]]:
    today = (await _own(request)).local_date(request.service.now())
    days = [(today + timedelta(days=ahead)).isoformat() for ahead in range(366)]
    return [(day, day) for day in days if typed.strip() in day][:DAYS_OFFERED]


@command(
    N_("settings"),
    N_("Your time zone, sleep, notifications, hints, days away and data"),
    Option("zone", N_("zone"), N_("Where you live: a country or a large city"), autocomplete=_zones),
)
async def settings(request: Request, given: Arguments) -> None:
    if place := given.get("zone"):
        await _settle(request, place, PANEL)
    else:
        await _show(request)


@command(
    N_("away"),
    N_("Say that you're away: your clocks stop and pings are muted"),
    Option("days", N_("days"), N_("How many days"), autocomplete=_day_counts),
    Option("first", N_("from"), N_("The first day (default: today)"), autocomplete=_first_days),
)
async def away(request: Request, given: Arguments) -> None:
    if not given:
        await _show(request)
        return
    await _leave(request, given.get("days", "1"), given.get("first"))


# Where somebody lives


async def ask_zone_if_needed(request: Request, snapshot: GameSnapshot) -> None:
    """Ask somebody who sits down at a table with a clock where they live, unless that was asked before.

    It is a message of its own, so it comes after the answer to what they did.
    """
    if snapshot.row.pace == "none" or snapshot.seat_of(request.actor.id) is None:
        return
    if await preferences.claim_time_zone_prompt(request.service, request.actor.id):
        await request.follow_up(_question(request, time_zone_picker.likely(request)))


@on_component("zone", "update")
async def choose_zone(request: Request, custom_id: CustomId) -> None:
    await _lives_in(request, request.selected_value, _place_of(custom_id))


@on_component("zone-seek", "form")
async def seek_zone(request: Request, custom_id: CustomId) -> None:
    await request.open_form(
        time_zone_picker.seeking(request, CustomId("zone-found", args=(_place_of(custom_id),)))
    )


@on_component("zone-found", "update")
async def find_zone(request: Request, custom_id: CustomId) -> None:
    await _settle(request, request.field_text(time_zone_picker.PLACE), _place_of(custom_id))


def _place_of(custom_id: CustomId) -> str:
    return ASKED if custom_id.args[:1] == (ASKED,) else PANEL


async def _settle(request: Request, typed: str, where: str) -> None:
    """Take somebody at their word, or ask which of several places they mean."""
    zone = time_zone_picker.meant(typed)
    if zone is not None:
        await _lives_in(request, zone, where)
        return
    found, note = time_zones.search_zones(typed), request.locale.t("Which one is it?")
    if where == ASKED:
        await request.respond(_question(request, found, note=note))
    else:
        await _show(request, note=note, zones_found=found)


async def _lives_in(request: Request, zone: str, where: str) -> None:
    await preferences.set_time_zone(request.service, request.actor, zone)
    if where == PANEL:
        await _changed(request)
        return
    request.context.wake()
    locale, availability = request.locale, await _own(request)
    builder = MessageBuilder(NEUTRAL_COLOUR).text(
        locale.t("Noted: {place}.", place=time_zone_picker.named(request, zone)),
        _sleep_line(locale, availability),
    )
    await request.respond(builder.buttons(button(CustomId("settings"), locale.t("Settings"))))


def _question(request: Request, offered: Sequence[str], *, note: str = "") -> MessageBuilder:
    locale, tapped = request.locale, (ASKED,)
    builder = MessageBuilder(NEUTRAL_COLOUR).text(
        f"### {locale.t('Where do you live?')}",
        note or locale.t("This table has a clock. Once your time zone is known, it stops while you sleep."),
    )
    builder.select(
        CustomId("zone", args=tapped), locale.t("Your time zone"), time_zone_picker.options(request, offered)
    )
    builder.buttons(button(CustomId("zone-seek", args=tapped), locale.t("Somewhere else")))
    return builder.text(locale.t("-# Only you see this. /settings has it too, whenever you like."))


# The panel


@on_component("away", "private")
async def preferences_of_tapper(request: Request, _: CustomId) -> None:
    await _show(request)


@on_component("settings", "update")
async def open_settings(request: Request, _: CustomId) -> None:
    await _show(request)


@on_component("tell", "update")
async def set_ways(request: Request, _: CustomId) -> None:
    await preferences.set_notification_channels(request.service, request.actor, request.selected_value)
    await _changed(request)


@on_component("away-now", "update")
async def leave_now(request: Request, _: CustomId) -> None:
    await _leave(request, request.selected_value)


@on_component("returned", "update")
async def return_early(request: Request, _: CustomId) -> None:
    await absences.end_absence(request.service, request.actor)
    await _changed(request)


async def _leave(request: Request, days: str, first: str | None = None) -> None:
    try:
        day = date.fromisoformat(first) if first else None
    except ValueError:
        raise Denied("day_unreadable") from None
    await absences.declare_absence(request.service, request.actor, _number(days), first_day=day)
    await _changed(request)


async def _changed(request: Request) -> None:
    request.context.wake()
    await _show(request, note=request.locale.t("Saved."))


async def _own(request: Request) -> Availability:
    person = request.actor.id
    return (await availability_of(request.store, (person,)))[person]


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise Denied("not_a_choice")
    return int(text)


async def _show(request: Request, *, note: str = "", zones_found: Sequence[str] = ()) -> None:
    """The panel on which everything is seen and changed."""
    person, now = request.actor.id, request.service.now()
    known = await db.users.get(request.store, person)
    days_away = (await db.absences.list_by_user(request.store, (person,)))[person]
    ahead = [each for each in days_away if each.until > now and each.cause == DECLARED]
    availability = Availability.from_user(known, days_away)
    locale, chosen = request.locale, known.preferences
    builder = MessageBuilder(NEUTRAL_COLOUR).text(f"### {locale.t('Your settings')}", note)
    builder.text(
        _zone_line(request, availability), _sleep_line(locale, availability), *_chosen_lines(locale, chosen)
    )
    builder.text(*_away_lines(locale, availability, ahead, now))
    offered = zones_found or ([] if availability.zone else time_zone_picker.likely(request))
    if offered:
        places_there = time_zone_picker.options(request, offered)
        builder.select(CustomId("zone", args=(PANEL,)), locale.t("Where you live"), places_there)
    builder.select(CustomId("tell"), locale.t("Notifications"), _ways(locale, chosen.tell))
    builder.select(CustomId("away-now"), locale.t("Away from now on"), _spans(locale))
    buttons = [
        button(CustomId("settings-form"), locale.t("Change"), discord.ButtonStyle.primary),
        button(CustomId("zone-seek", args=(PANEL,)), locale.t("Time zone")),
        button(CustomId("away-form"), locale.t("Away later")),
        button(CustomId("privacy"), locale.t("Your data")),
    ]
    if ahead:
        buttons.insert(0, button(CustomId("returned"), locale.t("I'm back"), discord.ButtonStyle.success))
    await request.respond(builder.buttons(*buttons))


def _zone_line(request: Request, availability: Availability) -> str:
    locale = request.locale
    if availability.zone is None:
        return locale.t("**Time zone**: unknown. Say where you live, and your clock stops overnight.")
    clock = datetime.fromtimestamp(request.service.now() / 1000, availability.zone)
    place = time_zone_picker.named(request, availability.zone.key)
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


def _chosen_lines(locale: Locale, chosen: db.Preferences) -> list[str]:
    return [
        locale.t("**Notifications**: {where}. {about}", where=locale.t(label), about=locale.t(about))
        for label, about in (TOLD[chosen.tell],)
    ] + [
        locale.t("**Next**: you're also told when you're next.")
        if chosen.next
        else locale.t("**Next**: you're told when it's your turn, not before."),
        locale.t("**Digest**: one message a day, in the morning.")
        if chosen.digest
        else locale.t("**Digest**: none."),
        locale.t("**Hints**: on. A tip at every new kind of decision.")
        if chosen.hints
        else locale.t("**Hints**: off."),
        _final_line(locale, chosen),
        locale.t("**Leaderboards**: hidden. No board lists you, and nobody else sees your profile.")
        if chosen.hidden
        else locale.t("**Leaderboards**: you're listed, and others can see your profile."),
    ]


def _final_line(locale: Locale, chosen: db.Preferences) -> str:
    if not chosen.confirm:
        return locale.t("**Final moves**: one tap plays them.")
    if not chosen.linger:
        return locale.t("**Final moves**: you confirm what can't be undone.")
    return locale.t(
        "**Final moves**: you confirm what can't be undone. Simple ones are played {n} seconds after your"
        " tap, unless you go back.",
        n=COMMIT_DELAY_MS // 1000,
    )


def _away_lines(
    locale: Locale, availability: Availability, ahead: Sequence[db.Absence], now: int
) -> list[str]:
    lines = [
        locale.t(
            "**Away**: from {start} to {until}",
            start=f"<t:{absence.start // 1000}:D>",
            until=f"<t:{absence.until // 1000}:f>",
        )
        for absence in ahead
    ]
    left = locale.t(
        "**Away days**: {n} of {all} left this year. They stop your clocks; extra days only mute pings.",
        n=availability.away_days_left(now),
        all=AWAY_DAYS_PER_YEAR,
    )
    return [*lines, left]


def _ways(locale: Locale, chosen: str) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=locale.t(label), value=value, description=locale.t(about), default=value == chosen
        )
        for value, (label, about) in TOLD.items()
    ]


def _spans(locale: Locale) -> list[discord.SelectOption]:
    return [discord.SelectOption(label=_days(locale, days), value=str(days)) for days in AWAY_CHOICES]


def _days(locale: Locale, days: int) -> str:
    return locale.tn("{n} day", "{n} days", n=days)


# The forms


@on_component("settings-form", "form")
async def ask_for_settings(request: Request, _: CustomId) -> None:
    """Everything that is chosen once, on one sheet."""
    locale = request.locale
    known = await db.users.get(request.store, request.actor.id)
    availability, chosen = Availability.from_user(known), known.preferences
    place = time_zones.named_zone(availability.zone.key, locale.language).city if availability.zone else ""
    told = [FormOption(value, locale.t(label), locale.t(about)) for value, (label, about) in TOLD.items()]
    extras = [FormOption(value, locale.t(label), locale.t(about)) for value, (label, about) in EXTRAS.items()]
    now = {
        "next": chosen.next,
        "digest": chosen.digest,
        "hints": chosen.hints,
        "confirm": chosen.confirm,
        "linger": chosen.linger,
        "listed": not chosen.hidden,
    }
    fields = [
        forms.field(
            locale.t("Where you live"),
            forms.text_input(time_zone_picker.PLACE, place, max_length=time_zone_picker.LONGEST_PLACE),
            locale.t("A country or a large city; it sets your time zone."),
        ),
        forms.field(
            locale.t("You go to sleep"),
            forms.select("bed", _beds(locale, availability)),
            locale.t("While you sleep nobody pings you, and your clocks stop: at most ten hours."),
        ),
        forms.field(locale.t("You get up"), forms.select("rise", _rises(availability))),
        forms.field(locale.t("Notifications"), forms.radio_group("tell", told, chosen.tell)),
        forms.field(
            locale.t("Also"), forms.checkbox_group("extras", extras, [name for name, on in now.items() if on])
        ),
    ]
    await request.open_form(forms.form(CustomId("settings-keep"), locale.t("Your settings"), *fields))


@on_component("settings-keep", "update")
async def keep_settings(request: Request, _: CustomId) -> None:
    extras, typed = request.field_values("extras"), request.field_text(time_zone_picker.PLACE).strip()
    known = await db.users.get(request.store, request.actor.id)
    zone = time_zone_picker.meant(typed) if typed and not _is_named(request, known.timezone, typed) else None
    choices: dict[str, Any] = {
        "tell": request.field_text("tell"),
        "next": "next" in extras,
        "digest": "digest" in extras,
        "hints": "hints" in extras,
        "confirm": "confirm" in extras,
        "linger": "linger" in extras,
        "hidden": "listed" not in extras,
        "sleep": _sleep_chosen(request),
    }
    await preferences.update_preferences(request.service, request.actor, zone=zone, **choices)
    if zone is None and typed and not _is_named(request, known.timezone, typed):
        request.context.wake()
        await _show(
            request, note=request.locale.t("Which one is it?"), zones_found=time_zones.search_zones(typed)
        )
    else:
        await _changed(request)


def _is_named(request: Request, zone: str | None, typed: str) -> bool:
    """Whether what stands in the form is the place that stood there before."""
    return zone is not None and typed == time_zones.named_zone(zone, request.locale.language).city


def _sleep_chosen(request: Request) -> tuple[int, int] | None:
    bed, rise = (next(iter(request.field_values(name)), "") for name in ("bed", "rise"))
    return None if bed == NO_SLEEP else (_number(bed) * 60, _number(rise) * 60)


@on_component("away-form", "form")
async def ask_for_days(request: Request, _: CustomId) -> None:
    locale = request.locale
    today = (await _own(request)).local_date(request.service.now())
    days = [today + timedelta(days=ahead) for ahead in range(DAYS_OFFERED)]
    firsts = [
        discord.SelectOption(
            label=format_date(day, "EEEE d MMMM", locale=locale.language),
            value=day.isoformat(),
            default=day == today,
        )
        for day in days
    ]
    fields = [
        forms.field(locale.t("How many days"), forms.select("days", _spans(locale))),
        forms.field(locale.t("From"), forms.select("first", firsts), locale.t("/away takes any other day.")),
    ]
    await request.open_form(forms.form(CustomId("away-keep"), locale.t("Days away"), *fields))


@on_component("away-keep", "update")
async def keep_days(request: Request, _: CustomId) -> None:
    days, first = (next(iter(request.field_values(name)), "") for name in ("days", "first"))
    await _leave(request, days, first)


def _beds(locale: Locale, availability: Availability) -> list[discord.SelectOption]:
    now = None if availability.sleep is None else availability.sleep[0]
    none = discord.SelectOption(
        label=locale.t("No sleep hours"),
        value=NO_SLEEP,
        default=now is None and availability.zone is not None,
    )
    return [
        none,
        *(
            _hour((18 + step) % 24, DEFAULT_SLEEP[0] if availability.zone is None else now)
            for step in range(24)
        ),
    ]


def _rises(availability: Availability) -> list[discord.SelectOption]:
    now = DEFAULT_SLEEP[1] if availability.sleep is None else availability.sleep[1]
    return [_hour((4 + step) % 24, now) for step in range(24)]


def _hour(hour: int, chosen: int | None) -> discord.SelectOption:
    return discord.SelectOption(label=f"{hour:02}:00", value=str(hour), default=chosen == hour * 60)


# Answers to a reminder


@on_component("mute", "private")
async def mute(request: Request, custom_id: CustomId) -> None:
    """None until the next turn."""
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
