"""How somebody lives and wishes to be told: his time zone, sleep, days away, thread or direct message."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

import discord
from discord.app_commands import locale_str

import db
from bot.call import Call
from bot.draft import Draft, button
from bot.lobby import selected
from bot.pace import AWAY_DAYS, Habits
from bot.plans import CommandPlan, Given, Option
from bot.scene import NEUTRAL
from bot.tables import Denied
from bot.tables.clocks import DECLARED
from bot.tables.living import LONGEST_AWAY
from bot.taps import Tap
from bot.words import Words, mark

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


def commands() -> list[CommandPlan]:
    return [
        CommandPlan(
            locale_str(mark("me")),
            locale_str(mark("Your time zone, sleep hours, days away, and where you are told")),
            _me,
            options=[
                Option(
                    "zone",
                    locale_str(mark("zone")),
                    locale_str(mark("Where you live, by the nearest large city")),
                    complete=_zones,
                )
            ],
        ),
        CommandPlan(
            locale_str(mark("away")),
            locale_str(mark("Declare days away: they hold your clocks and your pings")),
            _away,
            options=[
                Option(
                    "days", locale_str(mark("days")), locale_str(mark("How many days")), complete=_day_counts
                ),
                Option(
                    "first",
                    locale_str(mark("from")),
                    locale_str(mark("The first day; today unless you say otherwise")),
                    complete=_first_days,
                ),
            ],
        ),
    ]


async def show_habits(call: Call, *, note: str = "") -> None:
    """The panel on which everything is seen and changed."""
    store, tables, person = call.house.store, call.house.tables, call.visitor.id
    known = await store.person(person)
    absences = (await store.absences((person,)))[person]
    habits = (await tables.habits_of(store, (person,)))[person]
    ahead = [each for each in absences if each.until > tables.now() and each.cause == DECLARED]
    await call.show(_panel(call.words, known, habits, ahead, now=tables.now(), note=note))


async def habits_of_tapper(call: Call, _: Tap) -> None:
    await show_habits(call)


async def set_bed(call: Call, _: Tap) -> None:
    """When sleep begins; it ends as long after as before."""
    habits = await _own(call)
    answer = _chosen(call)
    if answer == NO_SLEEP:
        await call.house.tables.set_sleep(call.visitor, None)
    else:
        bed = _minutes(answer)
        length = (habits.sleep[1] - habits.sleep[0]) % 1440 if habits.sleep else 540
        await call.house.tables.set_sleep(call.visitor, (bed, (bed + length) % 1440))
    await _changed(call)


async def set_rise(call: Call, _: Tap) -> None:
    habits = await _own(call)
    if habits.sleep is None:
        raise Denied(mark("Choose first when you go to sleep."))
    await call.house.tables.set_sleep(call.visitor, (habits.sleep[0], _minutes(_chosen(call))))
    await _changed(call)


async def set_ways(call: Call, _: Tap) -> None:
    await call.house.tables.choose_ways(call.visitor, _chosen(call))
    await _changed(call)


async def set_next(call: Call, tap: Tap) -> None:
    await call.house.tables.choose_next(call.visitor, wanted=tap.words == ("on",))
    await _changed(call)


async def leave_now(call: Call, _: Tap) -> None:
    await call.house.tables.go_away(call.visitor, _number(_chosen(call)))
    await _changed(call)


async def return_early(call: Call, _: Tap) -> None:
    await call.house.tables.return_early(call.visitor)
    await _changed(call)


async def mute(call: Call, tap: Tap) -> None:
    """An answer to a reminder: none until the next turn."""
    if not await call.house.tables.quieten(call.visitor.id, tap.game or None):
        raise Denied(mark("You owe no move now."))
    await call.note(call.words.say("No more reminders until your next turn."))


async def snooze(call: Call, tap: Tap) -> None:
    until = await call.house.tables.snooze(call.visitor.id, tap.game or None)
    if until is None:
        raise Denied(mark("You owe no move now."))
    call.house.wake()
    await call.note(call.words.say("The next reminder comes {when}.", when=f"<t:{until // 1000}:R>"))


async def _me(call: Call, given: Given) -> None:
    if zone := given.get("zone"):
        await call.house.tables.set_zone(call.visitor, _zone_meant(zone))
        await _changed(call)
        return
    await show_habits(call)


async def _away(call: Call, given: Given) -> None:
    if not given:
        await show_habits(call)
        return
    first = given.get("first")
    try:
        day = date.fromisoformat(first) if first else None
    except ValueError:
        raise Denied(mark("Write the day as year-month-day, or choose one of those offered.")) from None
    await call.house.tables.go_away(call.visitor, _number(given.get("days", "1")), first=day)
    await _changed(call)


async def _changed(call: Call) -> None:
    call.house.wake()
    await show_habits(call, note=call.words.say("Kept."))


async def _own(call: Call) -> Habits:
    person = call.visitor.id
    return (await call.house.tables.habits_of(call.house.store, (person,)))[person]


def _chosen(call: Call) -> str:
    return next(iter(selected(call)), "")


def _minutes(hour: str) -> int:
    return _number(hour) * 60


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise Denied(mark("That is not one of the choices."))
    return int(text)


# The panel


def _panel(
    words: Words, person: db.Person, habits: Habits, ahead: Sequence[db.Absence], *, now: int, note: str
) -> Draft:
    draft = Draft(NEUTRAL).text(f"### {words.say('How you play')}", note)
    draft.text(*_facts(words, habits, ahead, now))
    if habits.zone is not None:
        draft.select(Tap("sleep"), words.say("When you go to sleep"), _beds(words, habits))
        if habits.sleep is not None:
            draft.select(Tap("rise"), words.say("When you get up"), _rises(habits.sleep))
    told = str(person.preferences.get("tell", "thread"))
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
    wanted = bool(person.preferences.get("next"))
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


async def _zones(call: Call, typed: str, _: Given) -> Sequence[tuple[str, str]]:
    now = call.house.clock.now()
    return [
        (name, f"{name.replace('_', ' ')} · {now.astimezone(ZoneInfo(name)):%H:%M}")
        for name in _fitting(typed)[:DAYS_OFFERED]
    ]


async def _day_counts(call: Call, typed: str, _: Given) -> Sequence[tuple[str, str]]:
    fitting = [days for days in range(1, LONGEST_AWAY + 1) if str(days).startswith(typed.strip())]
    return [
        (str(days), call.words.say_many("{n} day", "{n} days", n=days)) for days in fitting[:DAYS_OFFERED]
    ]


async def _first_days(call: Call, typed: str, _: Given) -> Sequence[tuple[str, str]]:
    today = (await _own(call)).day_of(call.house.tables.now())
    days = [(today + timedelta(days=ahead)).isoformat() for ahead in range(366)]
    return [(day, day) for day in days if typed.strip() in day][:DAYS_OFFERED]
