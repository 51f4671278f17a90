"""How somebody lives and wishes to be told: /settings with its form, time zone, days away, reminders."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

import discord
from babel.dates import format_date

import db
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import Given, Option, command
from bot.chat.interactions.requests import Request
from bot.chat.messages import forms
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.forms import Offer
from bot.chat.messages.message_builder import Draft, button
from bot.chat.settings import time_zone_picker
from bot.i18n import Words, mark, time_zones
from bot.play.account import preferences
from bot.play.clock import absences, reminders
from bot.play.clock.absences import LONGEST_AWAY
from bot.play.core.availability import AWAY_DAYS, DECLARED, NIGHT, Habits, habits_of
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from bot.play.turns.delayed_moves import MOMENT
from bot.views.reader_view import NEUTRAL
from rules.game import Refusal

NO_SLEEP = "none"
TOLD = {
    "thread": (mark("In the thread"), mark("You're mentioned in the game's thread.")),
    "dm": (mark("By direct message"), mark("Skald writes to you; the thread stays quiet for you.")),
    "both": (mark("In the thread and by direct message"), mark("You're mentioned, and Skald writes to you.")),
}
EXTRAS = {
    "next": (mark("Tell me when I'm next"), mark("A word before your turn, not only when it comes.")),
    "digest": (mark("A daily digest"), mark("One message a day: what waits, votes, what happened.")),
    "hints": (mark("Give me hints"), mark("A tip at every new kind of decision.")),
    "confirm": (mark("Ask before final moves"), mark("If not, one tap plays even what can't be undone.")),
    "linger": (
        mark("Play simple final moves by themselves"),
        mark("Ten seconds after your tap, unless you go back. If not, you confirm each."),
    ),
    "listed": (mark("Show me on leaderboards"), mark("If not, nobody else sees your profile either.")),
}
AWAY_CHOICES = (1, 2, 3, 5, 7, 10, 14)
DAYS_OFFERED = 25
PANEL, ASKED = "panel", "asked"
"""Where somebody is asked where they live: on the panel of their settings, or in a message of its own."""


# The commands


async def _zones(request: Request, typed: str, _: Given) -> Sequence[tuple[str, str]]:
    return time_zone_picker.completed(request, typed)


async def _day_counts(request: Request, typed: str, _: Given) -> Sequence[tuple[str, str]]:
    fitting = [days for days in range(1, LONGEST_AWAY + 1) if str(days).startswith(typed.strip())]
    return [(str(days), _days(request.words, days)) for days in fitting[:DAYS_OFFERED]]


async def _first_days(request: Request, typed: str, _: Given) -> Sequence[tuple[str, str]]:
    today = (await _own(request)).day_of(request.tables.now())
    days = [(today + timedelta(days=ahead)).isoformat() for ahead in range(366)]
    return [(day, day) for day in days if typed.strip() in day][:DAYS_OFFERED]


@command(
    mark("settings"),
    mark("Your time zone, sleep, notifications, hints, days away and data"),
    Option("zone", mark("zone"), mark("Where you live: a country or a large city"), complete=_zones),
)
async def settings(request: Request, given: Given) -> None:
    if place := given.get("zone"):
        await _settle(request, place, PANEL)
    else:
        await _show(request)


@command(
    mark("away"),
    mark("Say that you're away: your clocks stop and pings are muted"),
    Option("days", mark("days"), mark("How many days"), complete=_day_counts),
    Option("first", mark("from"), mark("The first day (default: today)"), complete=_first_days),
)
async def away(request: Request, given: Given) -> None:
    if not given:
        await _show(request)
        return
    await _leave(request, given.get("days", "1"), given.get("first"))


# Where somebody lives


async def ask_zone_if_needed(request: Request, position: Position) -> None:
    """Ask somebody who sits down at a table with a clock where they live, unless that was asked before.

    It is a message of its own, so it comes after the answer to what they did.
    """
    if position.row.pace == "none" or position.seat_of(request.visitor.id) is None:
        return
    if await preferences.ask_for_zone(request.tables, request.visitor.id):
        await request.add(_question(request, time_zone_picker.likely(request)))


@on_tap("zone", "update")
async def choose_zone(request: Request, tap: Tap) -> None:
    await _lives_in(request, request.chosen, _place_of(tap))


@on_tap("zone-seek", "form")
async def seek_zone(request: Request, tap: Tap) -> None:
    await request.ask(time_zone_picker.seeking(request, Tap("zone-found", words=(_place_of(tap),))))


@on_tap("zone-found", "update")
async def find_zone(request: Request, tap: Tap) -> None:
    await _settle(request, request.written(time_zone_picker.PLACE), _place_of(tap))


def _place_of(tap: Tap) -> str:
    return ASKED if tap.words[:1] == (ASKED,) else PANEL


async def _settle(request: Request, typed: str, where: str) -> None:
    """Take somebody at their word, or ask which of several places they mean."""
    zone = time_zone_picker.meant(typed)
    if zone is not None:
        await _lives_in(request, zone, where)
        return
    found, note = time_zones.search(typed), request.words.say("Which one is it?")
    if where == ASKED:
        await request.show(_question(request, found, note=note))
    else:
        await _show(request, note=note, zones_found=found)


async def _lives_in(request: Request, zone: str, where: str) -> None:
    await preferences.set_zone(request.tables, request.visitor, zone)
    if where == PANEL:
        await _changed(request)
        return
    request.context.wake()
    words, habits = request.words, await _own(request)
    draft = Draft(NEUTRAL).text(
        words.say("Noted: {place}.", place=time_zone_picker.named(request, zone)),
        _sleep_line(words, habits),
    )
    await request.show(draft.buttons(button(Tap("settings"), words.say("Settings"))))


def _question(request: Request, offered: Sequence[str], *, note: str = "") -> Draft:
    words, tapped = request.words, (ASKED,)
    draft = Draft(NEUTRAL).text(
        f"### {words.say('Where do you live?')}",
        note or words.say("This table has a clock. Once your time zone is known, it stops while you sleep."),
    )
    draft.select(
        Tap("zone", words=tapped), words.say("Your time zone"), time_zone_picker.options(request, offered)
    )
    draft.buttons(button(Tap("zone-seek", words=tapped), words.say("Somewhere else")))
    return draft.text(words.say("-# Only you see this. /settings has it too, whenever you like."))


# The panel


@on_tap("away", "private")
async def preferences_of_tapper(request: Request, _: Tap) -> None:
    await _show(request)


@on_tap("settings", "update")
async def open_settings(request: Request, _: Tap) -> None:
    await _show(request)


@on_tap("tell", "update")
async def set_ways(request: Request, _: Tap) -> None:
    await preferences.choose_ways(request.tables, request.visitor, request.chosen)
    await _changed(request)


@on_tap("away-now", "update")
async def leave_now(request: Request, _: Tap) -> None:
    await _leave(request, request.chosen)


@on_tap("returned", "update")
async def return_early(request: Request, _: Tap) -> None:
    await absences.return_early(request.tables, request.visitor)
    await _changed(request)


async def _leave(request: Request, days: str, first: str | None = None) -> None:
    try:
        day = date.fromisoformat(first) if first else None
    except ValueError:
        raise Denied("day_unreadable") from None
    await absences.go_away(request.tables, request.visitor, _number(days), first=day)
    await _changed(request)


async def _changed(request: Request) -> None:
    request.context.wake()
    await _show(request, note=request.words.say("Saved."))


async def _own(request: Request) -> Habits:
    person = request.visitor.id
    return (await habits_of(request.store, (person,)))[person]


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise Denied("not_a_choice")
    return int(text)


async def _show(request: Request, *, note: str = "", zones_found: Sequence[str] = ()) -> None:
    """The panel on which everything is seen and changed."""
    person, now = request.visitor.id, request.tables.now()
    known = await db.users.find(request.store, person)
    days_away = (await db.absences.of(request.store, (person,)))[person]
    ahead = [each for each in days_away if each.until > now and each.cause == DECLARED]
    habits = Habits.of(known, days_away)
    words, chosen = request.words, known.preferences
    draft = Draft(NEUTRAL).text(f"### {words.say('Your settings')}", note)
    draft.text(_zone_line(request, habits), _sleep_line(words, habits), *_chosen_lines(words, chosen))
    draft.text(*_away_lines(words, habits, ahead, now))
    offered = zones_found or ([] if habits.zone else time_zone_picker.likely(request))
    if offered:
        places_there = time_zone_picker.options(request, offered)
        draft.select(Tap("zone", words=(PANEL,)), words.say("Where you live"), places_there)
    draft.select(Tap("tell"), words.say("Notifications"), _ways(words, chosen.tell))
    draft.select(Tap("away-now"), words.say("Away from now on"), _spans(words))
    buttons = [
        button(Tap("settings-form"), words.say("Change"), discord.ButtonStyle.primary),
        button(Tap("zone-seek", words=(PANEL,)), words.say("Time zone")),
        button(Tap("away-form"), words.say("Away later")),
        button(Tap("privacy"), words.say("Your data")),
    ]
    if ahead:
        buttons.insert(0, button(Tap("returned"), words.say("I'm back"), discord.ButtonStyle.success))
    await request.show(draft.buttons(*buttons))


def _zone_line(request: Request, habits: Habits) -> str:
    words = request.words
    if habits.zone is None:
        return words.say("**Time zone**: unknown. Say where you live, and your clock stops overnight.")
    clock = datetime.fromtimestamp(request.tables.now() / 1000, habits.zone)
    place = time_zone_picker.named(request, habits.zone.key)
    return words.say("**Time zone**: {place}, {time} now.", place=place, time=f"{clock:%H:%M}")


def _sleep_line(words: Words, habits: Habits) -> str:
    if habits.zone is None:
        return ""
    if habits.sleep is None:
        return words.say(
            "**Sleep**: no fixed hours. Pings can come at any time, and your clocks keep running."
        )
    night = "–".join(f"{minutes // 60:02}:{minutes % 60:02}" for minutes in habits.sleep)
    return words.say("**Sleep**: {hours}. No pings then, and your clocks stop.", hours=night)


def _chosen_lines(words: Words, chosen: db.Preferences) -> list[str]:
    return [
        words.say("**Notifications**: {where}. {about}", where=words.say(label), about=words.say(about))
        for label, about in (TOLD[chosen.tell],)
    ] + [
        words.say("**Next**: you're also told when you're next.")
        if chosen.next
        else words.say("**Next**: you're told when it's your turn, not before."),
        words.say("**Digest**: one message a day, in the morning.")
        if chosen.digest
        else words.say("**Digest**: none."),
        words.say("**Hints**: on. A tip at every new kind of decision.")
        if chosen.hints
        else words.say("**Hints**: off."),
        _final_line(words, chosen),
        words.say("**Leaderboards**: hidden. No board lists you, and nobody else sees your profile.")
        if chosen.hidden
        else words.say("**Leaderboards**: you're listed, and others can see your profile."),
    ]


def _final_line(words: Words, chosen: db.Preferences) -> str:
    if not chosen.confirm:
        return words.say("**Final moves**: one tap plays them.")
    if not chosen.linger:
        return words.say("**Final moves**: you confirm what can't be undone.")
    return words.say(
        "**Final moves**: you confirm what can't be undone. Simple ones are played {n} seconds after your"
        " tap, unless you go back.",
        n=MOMENT // 1000,
    )


def _away_lines(words: Words, habits: Habits, ahead: Sequence[db.Absence], now: int) -> list[str]:
    lines = [
        words.say(
            "**Away**: from {start} to {until}",
            start=f"<t:{absence.start // 1000}:D>",
            until=f"<t:{absence.until // 1000}:f>",
        )
        for absence in ahead
    ]
    left = words.say(
        "**Away days**: {n} of {all} left this year. They stop your clocks; extra days only mute pings.",
        n=habits.days_left(now),
        all=AWAY_DAYS,
    )
    return [*lines, left]


def _ways(words: Words, chosen: str) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=words.say(label), value=value, description=words.say(about), default=value == chosen
        )
        for value, (label, about) in TOLD.items()
    ]


def _spans(words: Words) -> list[discord.SelectOption]:
    return [discord.SelectOption(label=_days(words, days), value=str(days)) for days in AWAY_CHOICES]


def _days(words: Words, days: int) -> str:
    return words.say_many("{n} day", "{n} days", n=days)


# The forms


@on_tap("settings-form", "form")
async def ask_for_settings(request: Request, _: Tap) -> None:
    """Everything that is chosen once, on one sheet."""
    words = request.words
    known = await db.users.find(request.store, request.visitor.id)
    habits, chosen = Habits.of(known), known.preferences
    place = time_zones.place(habits.zone.key, words.language).city if habits.zone else ""
    told = [Offer(value, words.say(label), words.say(about)) for value, (label, about) in TOLD.items()]
    extras = [Offer(value, words.say(label), words.say(about)) for value, (label, about) in EXTRAS.items()]
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
            words.say("Where you live"),
            forms.written(time_zone_picker.PLACE, place, longest=time_zone_picker.LONGEST_PLACE),
            words.say("A country or a large city; it sets your time zone."),
        ),
        forms.field(
            words.say("You go to sleep"),
            forms.from_list("bed", _beds(words, habits)),
            words.say("While you sleep nobody pings you, and your clocks stop: at most ten hours."),
        ),
        forms.field(words.say("You get up"), forms.from_list("rise", _rises(habits))),
        forms.field(words.say("Notifications"), forms.one_of("tell", told, chosen.tell)),
        forms.field(
            words.say("Also"), forms.some_of("extras", extras, [name for name, on in now.items() if on])
        ),
    ]
    await request.ask(forms.form(Tap("settings-keep"), words.say("Your settings"), *fields))


@on_tap("settings-keep", "update")
async def keep_settings(request: Request, _: Tap) -> None:
    extras, typed = request.ticked("extras"), request.written(time_zone_picker.PLACE).strip()
    known = await db.users.find(request.store, request.visitor.id)
    zone = time_zone_picker.meant(typed) if typed and not _is_named(request, known.timezone, typed) else None
    choices: dict[str, Any] = {
        "tell": request.written("tell"),
        "next": "next" in extras,
        "digest": "digest" in extras,
        "hints": "hints" in extras,
        "confirm": "confirm" in extras,
        "linger": "linger" in extras,
        "hidden": "listed" not in extras,
        "sleep": _sleep_chosen(request),
    }
    await preferences.choose(request.tables, request.visitor, zone=zone, **choices)
    if zone is None and typed and not _is_named(request, known.timezone, typed):
        request.context.wake()
        await _show(request, note=request.words.say("Which one is it?"), zones_found=time_zones.search(typed))
    else:
        await _changed(request)


def _is_named(request: Request, zone: str | None, typed: str) -> bool:
    """Whether what stands in the form is the place that stood there before."""
    return zone is not None and typed == time_zones.place(zone, request.words.language).city


def _sleep_chosen(request: Request) -> tuple[int, int] | None:
    bed, rise = (next(iter(request.ticked(name)), "") for name in ("bed", "rise"))
    return None if bed == NO_SLEEP else (_number(bed) * 60, _number(rise) * 60)


@on_tap("away-form", "form")
async def ask_for_days(request: Request, _: Tap) -> None:
    words = request.words
    today = (await _own(request)).day_of(request.tables.now())
    days = [today + timedelta(days=ahead) for ahead in range(DAYS_OFFERED)]
    firsts = [
        discord.SelectOption(
            label=format_date(day, "EEEE d MMMM", locale=words.language),
            value=day.isoformat(),
            default=day == today,
        )
        for day in days
    ]
    fields = [
        forms.field(words.say("How many days"), forms.from_list("days", _spans(words))),
        forms.field(
            words.say("From"), forms.from_list("first", firsts), words.say("/away takes any other day.")
        ),
    ]
    await request.ask(forms.form(Tap("away-keep"), words.say("Days away"), *fields))


@on_tap("away-keep", "update")
async def keep_days(request: Request, _: Tap) -> None:
    days, first = (next(iter(request.ticked(name)), "") for name in ("days", "first"))
    await _leave(request, days, first)


def _beds(words: Words, habits: Habits) -> list[discord.SelectOption]:
    now = None if habits.sleep is None else habits.sleep[0]
    none = discord.SelectOption(
        label=words.say("No sleep hours"), value=NO_SLEEP, default=now is None and habits.zone is not None
    )
    return [none, *(_hour((18 + step) % 24, NIGHT[0] if habits.zone is None else now) for step in range(24))]


def _rises(habits: Habits) -> list[discord.SelectOption]:
    now = NIGHT[1] if habits.sleep is None else habits.sleep[1]
    return [_hour((4 + step) % 24, now) for step in range(24)]


def _hour(hour: int, chosen: int | None) -> discord.SelectOption:
    return discord.SelectOption(label=f"{hour:02}:00", value=str(hour), default=chosen == hour * 60)


# Answers to a reminder


@on_tap("mute", "private")
async def mute(request: Request, tap: Tap) -> None:
    """None until the next turn."""
    if not await reminders.quieten(request.tables, request.visitor.id, tap.game or None):
        raise Refusal("not_your_turn")
    await request.note(request.words.say("No more reminders until your next turn."))


@on_tap("snooze", "private")
async def snooze(request: Request, tap: Tap) -> None:
    until = await reminders.snooze(request.tables, request.visitor.id, tap.game or None)
    if until is None:
        raise Refusal("not_your_turn")
    request.context.wake()
    await request.note(request.words.say("Next reminder {when}.", when=f"<t:{until // 1000}:R>"))
