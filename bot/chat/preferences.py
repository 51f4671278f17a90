"""How somebody lives and wishes to be told: their time zone, sleep, days away, thread or direct message."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

import discord

import db
from bot.chat.buttons import on_tap
from bot.chat.commands import Given, Option, command
from bot.chat.draft import Draft, button
from bot.chat.requests import Request
from bot.chat.scene import NEUTRAL
from bot.chat.taps import Tap
from bot.play import absences, preferences, reminders
from bot.play.absences import LONGEST_AWAY
from bot.play.habits import AWAY_DAYS, DECLARED, Habits, habits_of
from bot.play.refusals import Denied
from bot.words import Words, mark
from rules.game import Refusal

NO_SLEEP = "none"
TOLD = {
    "thread": mark("In the thread"),
    "dm": mark("By direct message"),
    "both": mark("In the thread and by direct message"),
}
AWAY_CHOICES = (1, 2, 3, 5, 7, 10, 14)
DAYS_OFFERED = 25
COMMON = (
    "Europe/Paris",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Brussels",
    "Europe/Zurich",
    "Europe/Madrid",
    "Europe/Rome",
    "Europe/Oslo",
    "Europe/Helsinki",
    "Europe/Athens",
    "Europe/Istanbul",
    "America/Toronto",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Africa/Casablanca",
    "Africa/Johannesburg",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""What is offered before anything is typed."""


# What is offered while typing


@cache
def _all_zones() -> tuple[str, ...]:
    places = (name for name in available_timezones() if "/" in name)
    return tuple(sorted(name for name in places if not name.startswith(("Etc/", "SystemV/", "US/"))))


def _fitting(typed: str) -> list[str]:
    wanted = typed.strip().casefold().replace(" ", "_")
    if not wanted:
        return list(COMMON)
    fitting = [name for name in _all_zones() if wanted in name.casefold()]
    return sorted(fitting, key=lambda name: (name not in COMMON, name))


def _zone_meant(typed: str) -> str:
    """What was typed, or the only zone that fits it."""
    fitting = _fitting(typed)
    return typed if typed in fitting or len(fitting) != 1 else fitting[0]


async def _zones(request: Request, typed: str, _: Given) -> Sequence[tuple[str, str]]:
    now = request.context.clock.now()
    return [
        (name, f"{name.replace('_', ' ')} · {now.astimezone(ZoneInfo(name)):%H:%M}")
        for name in _fitting(typed)[:DAYS_OFFERED]
    ]


async def _day_counts(request: Request, typed: str, _: Given) -> Sequence[tuple[str, str]]:
    fitting = [days for days in range(1, LONGEST_AWAY + 1) if str(days).startswith(typed.strip())]
    return [
        (str(days), request.words.say_many("{n} day", "{n} days", n=days)) for days in fitting[:DAYS_OFFERED]
    ]


async def _first_days(request: Request, typed: str, _: Given) -> Sequence[tuple[str, str]]:
    today = (await _own(request)).day_of(request.tables.now())
    days = [(today + timedelta(days=ahead)).isoformat() for ahead in range(366)]
    return [(day, day) for day in days if typed.strip() in day][:DAYS_OFFERED]


# The commands


@command(
    mark("me"),
    mark("Your time zone, sleep hours, days away, and where you are told"),
    Option("zone", mark("zone"), mark("Where you live, by the nearest large city"), complete=_zones),
)
async def me(request: Request, given: Given) -> None:
    if zone := given.get("zone"):
        await preferences.set_zone(request.tables, request.visitor, _zone_meant(zone))
        await _changed(request)
        return
    await _show(request)


@command(
    mark("away"),
    mark("Declare days away: they hold your clocks and your pings"),
    Option("days", mark("days"), mark("How many days"), complete=_day_counts),
    Option(
        "first", mark("from"), mark("The first day; today unless you say otherwise"), complete=_first_days
    ),
)
async def away(request: Request, given: Given) -> None:
    if not given:
        await _show(request)
        return
    first = given.get("first")
    try:
        day = date.fromisoformat(first) if first else None
    except ValueError:
        raise Denied("day_unreadable") from None
    await absences.go_away(request.tables, request.visitor, _number(given.get("days", "1")), first=day)
    await _changed(request)


# The taps


@on_tap("away", "private")
async def preferences_of_tapper(request: Request, _: Tap) -> None:
    await _show(request)


@on_tap("sleep", "update")
async def set_bed(request: Request, _: Tap) -> None:
    """When sleep begins; it ends as long after as before."""
    habits = await _own(request)
    if request.chosen == NO_SLEEP:
        await preferences.set_sleep(request.tables, request.visitor, None)
    else:
        bed = _minutes(request.chosen)
        length = (habits.sleep[1] - habits.sleep[0]) % 1440 if habits.sleep else 540
        await preferences.set_sleep(request.tables, request.visitor, (bed, (bed + length) % 1440))
    await _changed(request)


@on_tap("rise", "update")
async def set_rise(request: Request, _: Tap) -> None:
    habits = await _own(request)
    if habits.sleep is None:
        raise Denied("bed_first")
    hours = habits.sleep[0], _minutes(request.chosen)
    await preferences.set_sleep(request.tables, request.visitor, hours)
    await _changed(request)


@on_tap("tell", "update")
async def set_ways(request: Request, _: Tap) -> None:
    await preferences.choose_ways(request.tables, request.visitor, request.chosen)
    await _changed(request)


@on_tap("next-told", "update")
async def set_next(request: Request, tap: Tap) -> None:
    await preferences.choose_next(request.tables, request.visitor, wanted=tap.words == ("on",))
    await _changed(request)


@on_tap("away-now", "update")
async def leave_now(request: Request, _: Tap) -> None:
    await absences.go_away(request.tables, request.visitor, _number(request.chosen))
    await _changed(request)


@on_tap("returned", "update")
async def return_early(request: Request, _: Tap) -> None:
    await absences.return_early(request.tables, request.visitor)
    await _changed(request)


@on_tap("mute", "private")
async def mute(request: Request, tap: Tap) -> None:
    """An answer to a reminder: none until the next turn."""
    if not await reminders.quieten(request.tables, request.visitor.id, tap.game or None):
        raise Refusal("not_your_turn")
    await request.note(request.words.say("No more reminders until your next turn."))


@on_tap("snooze", "private")
async def snooze(request: Request, tap: Tap) -> None:
    until = await reminders.snooze(request.tables, request.visitor.id, tap.game or None)
    if until is None:
        raise Refusal("not_your_turn")
    request.context.wake()
    await request.note(request.words.say("The next reminder comes {when}.", when=f"<t:{until // 1000}:R>"))


async def _changed(request: Request) -> None:
    request.context.wake()
    await _show(request, note=request.words.say("Kept."))


async def _own(request: Request) -> Habits:
    person = request.visitor.id
    return (await habits_of(request.store, (person,)))[person]


def _minutes(hour: str) -> int:
    return _number(hour) * 60


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise Denied("not_a_choice")
    return int(text)


# The panel


async def _show(request: Request, *, note: str = "") -> None:
    """The panel on which everything is seen and changed."""
    person, now = request.visitor.id, request.tables.now()
    known = await db.people.find(request.store, person)
    days_away = (await db.absences.of(request.store, (person,)))[person]
    ahead = [each for each in days_away if each.until > now and each.cause == DECLARED]
    habits = Habits.of(known, days_away)
    await request.show(_panel(request.words, known, habits, ahead, now=now, note=note))


def _panel(
    words: Words, person: db.Person, habits: Habits, ahead: Sequence[db.Absence], *, now: int, note: str
) -> Draft:
    draft = Draft(NEUTRAL).text(f"### {words.say('How you play')}", note)
    draft.text(*_facts(words, habits, ahead, now))
    if habits.zone is not None:
        draft.select(Tap("sleep"), words.say("When you go to sleep"), _beds(words, habits))
        if habits.sleep is not None:
            draft.select(Tap("rise"), words.say("When you get up"), _rises(habits.sleep))
    told = person.preferences.tell
    draft.select(
        Tap("tell"),
        words.say("Where you are told"),
        [
            discord.SelectOption(label=words.say(label), value=value, default=value == told)
            for value, label in TOLD.items()
        ],
    )
    draft.select(
        Tap("away-now"),
        words.say("Away from now on"),
        [
            discord.SelectOption(label=words.say_many("{n} day", "{n} days", n=days), value=str(days))
            for days in AWAY_CHOICES
        ],
    )
    wanted = person.preferences.next
    label = words.say("Do not tell me I am next") if wanted else words.say("Tell me when I am next")
    buttons = [button(Tap("next-told", words=("off" if wanted else "on",)), label)]
    if ahead:
        buttons.insert(0, button(Tap("returned"), words.say("I am back"), discord.ButtonStyle.primary))
    return draft.buttons(*buttons)


def _facts(words: Words, habits: Habits, ahead: Sequence[db.Absence], now: int) -> list[str]:
    if habits.zone is None:
        where = words.say("Time zone: not known. /me with the option zone sets it; then your nights count.")
        facts = [where]
    else:
        clock = datetime.fromtimestamp(now / 1000, habits.zone)
        facts = [words.say("Time zone: {zone}, {time} now", zone=habits.zone.key, time=f"{clock:%H:%M}")]
        night = _night(habits.sleep) if habits.sleep else words.say("none")
        facts.append(words.say("Sleep: {hours}", hours=night))
    for absence in ahead:
        start, until = f"<t:{absence.start // 1000}:D>", f"<t:{absence.until // 1000}:f>"
        facts.append(words.say("Away: from {start} to {until}", start=start, until=until))
    facts.append(
        words.say(
            "Days away that hold your clocks: {n} of {all} left this year. More hold only your pings.",
            n=habits.days_left(now),
            all=AWAY_DAYS,
        )
    )
    return facts


def _night(sleep: tuple[int, int]) -> str:
    return "–".join(f"{minutes // 60:02}:{minutes % 60:02}" for minutes in sleep)


def _beds(words: Words, habits: Habits) -> list[discord.SelectOption]:
    now = None if habits.sleep is None else habits.sleep[0]
    hours = [_hour((18 + step) % 24, now) for step in range(24)]
    return [
        discord.SelectOption(label=words.say("No sleep hours"), value=NO_SLEEP, default=now is None),
        *hours,
    ]


def _rises(sleep: tuple[int, int]) -> list[discord.SelectOption]:
    bed, rise = sleep
    return [_hour((bed // 60 + length) % 24, rise) for length in range(1, 11)]


def _hour(hour: int, chosen: int | None) -> discord.SelectOption:
    return discord.SelectOption(label=f"{hour:02}:00", value=str(hour), default=chosen == hour * 60)
