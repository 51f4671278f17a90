"""What Skald keeps about a person: shown, handed over as a file, erased."""

import json
from datetime import UTC, datetime
from typing import Any

import discord

import db
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.i18n import mark
from bot.play.account import privacy
from bot.views.reader_view import NEUTRAL

KEPT = {
    "people": mark("your name, language, time zone and choices"),
    "players": mark("the seats you took"),
    "entries": mark("your moves"),
    "results": mark("your places and scores"),
    "ratings": mark("your ratings"),
    "successes": mark("what you achieved"),
    "kudos": mark("kudos given and received"),
    "absences": mark("your away days"),
    "orders": mark("your standing orders"),
    "plans": mark("your plans"),
    "notes": mark("your notes"),
    "ballots": mark("your votes"),
    "invitations": mark("invitations you haven't answered"),
    "messages": mark("messages showing your hand"),
    "timers": mark("reminders set for you"),
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
        "acted",
        "due",
        "last",
    }
)


@on_tap("privacy", "private")
async def show_privacy(request: Request, _: Tap) -> None:
    words = request.words
    found = await db.privacy.everything_about(request.store, request.visitor.id)
    kept = [f"- {words.say(text)}: {len(found[name])}" for name, text in KEPT.items() if name in found]
    draft = Draft(NEUTRAL).text(f"### {words.say('What Skald keeps about you')}")
    draft.text(*(kept or [words.say("Nothing.")]))
    draft.text(
        words.say(
            "-# Skald reads no messages. It keeps only what games need, on the machine of whoever runs it, "
            "and shares it with nobody. Erasing makes your seats anonymous; your friends' games go on."
        )
    )
    await request.show(
        draft.buttons(
            button(Tap("my-data"), words.say("Take it as a file")),
            button(Tap("forget"), words.say("Erase it"), discord.ButtonStyle.danger),
        )
    )


@on_tap("my-data", "private")
async def hand_over(request: Request, _: Tap) -> None:
    """The whole of it as a file that a person and a program can read."""
    found = await db.privacy.everything_about(request.store, request.visitor.id)
    text = json.dumps(
        {name: [_plain(row) for row in rows] for name, rows in found.items()}, ensure_ascii=False, indent=2
    )
    draft = Draft(NEUTRAL).text(request.words.say("Everything Skald keeps about you."))
    await request.show(draft.attach("skald.json", text.encode()))


@on_tap("forget", "private")
async def ask_to_erase(request: Request, _: Tap) -> None:
    words = request.words
    await request.show(
        Draft(NEUTRAL)
        .text(
            f"### {words.say('Erase everything about you?')}",
            words.say(
                "A caretaker finishes your running games, your seats become anonymous, and your ratings, "
                "notes and titles are gone. This can't be undone."
            ),
        )
        .buttons(button(Tap("forget-me"), words.say("Erase me"), discord.ButtonStyle.danger))
    )


@on_tap("forget-me", "update")
async def erase(request: Request, _: Tap) -> None:
    await privacy.erase(request.tables, request.visitor.id)
    request.context.wake()
    text = request.words.say("Your data is erased. If you play again, Skald meets you for the first time.")
    await request.show(Draft(NEUTRAL).text(text))


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {name: _value(name, value) for name, value in row.items()}


def _value(name: str, value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        if name in TIMES:
            return datetime.fromtimestamp(value / 1000, UTC).isoformat()
        if value > 2**53:  # Discord's ids are too long for many readers of JSON
            return str(value)
    return value
