"""What Skald keeps about a person: shown, handed over as a file, erased."""

import json
from datetime import UTC, datetime
from typing import Any

import discord
from discord.app_commands import locale_str

from bot.call import Call
from bot.draft import Draft, button
from bot.plans import CommandPlan, Given
from bot.scene import NEUTRAL
from bot.taps import Tap
from bot.words import mark

KEPT = {
    "people": mark("your name, language, time zone and choices"),
    "seats": mark("the seats you took"),
    "moves": mark("your moves"),
    "results": mark("your places and scores"),
    "ratings": mark("your ratings"),
    "successes": mark("what you achieved"),
    "kudos": mark("kudos given and received"),
    "absences": mark("your away days"),
    "orders": mark("your standing orders"),
    "plans": mark("your plans"),
    "notes": mark("your notes"),
    "ballots": mark("your votes"),
    "messages": mark("which messages hold your hands"),
    "timers": mark("reminders that are set for you"),
}
TIMES = frozenset(
    {
        "at",
        "start",
        "until",
        "created",
        "ended",
        "started",
        "joined",
        "owes_since",
        "charged_to",
        "due",
        "last",
    }
)


def command() -> CommandPlan:
    async def work(call: Call, _: Given) -> None:
        words = call.words
        found = await call.house.store.everything_about(call.visitor.id)
        kept = [f"- {words.say(text)}: {len(found[name])}" for name, text in KEPT.items() if name in found]
        draft = Draft(NEUTRAL).text(f"### {words.say('What Skald keeps about you')}")
        draft.text(*(kept or [words.say("Nothing.")]))
        draft.text(
            words.say(
                "-# Skald reads no messages. It keeps what a game needs, on the machine of whoever runs it, "
                "and hands it to nobody. Erasing makes your seats anonymous; your friends' games live on."
            )
        )
        await call.show(draft.buttons(*_buttons(call)))

    return CommandPlan(
        locale_str(mark("privacy")), locale_str(mark("What is kept about you: see, take, erase")), work
    )


async def hand_over(call: Call, _: Tap) -> None:
    """The whole of it as a file that a person and a program can read."""
    found = await call.house.store.everything_about(call.visitor.id)
    text = json.dumps(
        {name: [_plain(row) for row in rows] for name, rows in found.items()}, ensure_ascii=False, indent=2
    )
    draft = Draft(NEUTRAL).text(call.words.say("Everything Skald keeps about you."))
    await call.show(draft.attach("skald.json", text.encode()))


async def ask_to_erase(call: Call, _: Tap) -> None:
    words = call.words
    await call.show(
        Draft(NEUTRAL)
        .text(
            f"### {words.say('Erase everything about you?')}",
            words.say(
                "A caretaker plays on at your running games, your seats become anonymous, "
                "your ratings, notes and titles are gone. This cannot be taken back."
            ),
        )
        .buttons(button(Tap("forget-me"), words.say("Erase me"), discord.ButtonStyle.danger))
    )


async def erase(call: Call, _: Tap) -> None:
    await call.house.tables.erase(call.visitor.id)
    call.house.wake()
    text = call.words.say("You are erased. If you play again, Skald meets you for the first time.")
    await call.show(Draft(NEUTRAL).text(text))


def _buttons(call: Call) -> list[discord.ui.Button[Any]]:
    words = call.words
    return [
        button(Tap("my-data"), words.say("Take it as a file")),
        button(Tap("forget"), words.say("Erase it"), discord.ButtonStyle.danger),
    ]


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {name: _value(name, value) for name, value in row.items()}


def _value(name: str, value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        if name in TIMES:
            return datetime.fromtimestamp(value / 1000, UTC).isoformat()
        if value > 2**53:  # Discord's ids are too long for many readers of JSON
            return str(value)
    return value
