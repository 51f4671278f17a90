"""Shows, exports and erases the data stored about a user."""

import json
from datetime import UTC, datetime
from typing import Any

import discord

import db
from bot.chat.interactions.component_dispatch import on_component
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.i18n import N_
from bot.play.account import privacy
from bot.views.reader_view import NEUTRAL_COLOUR

STORED_DATA = {
    "people": N_("your name, language, time zone and choices"),
    "players": N_("the seats you took"),
    "entries": N_("your moves"),
    "results": N_("your places and scores"),
    "ratings": N_("your ratings"),
    "successes": N_("what you achieved"),
    "kudos": N_("kudos given and received"),
    "absences": N_("your away days"),
    "orders": N_("your standing orders"),
    "plans": N_("your plans"),
    "notes": N_("your notes"),
    "ballots": N_("your votes"),
    "invitations": N_("invitations you haven't answered"),
    "messages": N_("messages showing your hand"),
    "timers": N_("reminders set for you"),
}
TIMESTAMP_COLUMNS = frozenset(
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


@on_component("privacy", "private")
async def show_privacy(request: Request, _: CustomId) -> None:
    locale = request.locale
    found = await db.privacy.export_user(request.store, request.actor.id)
    lines = [f"- {locale.t(text)}: {len(found[name])}" for name, text in STORED_DATA.items() if name in found]
    builder = MessageBuilder(NEUTRAL_COLOUR).text(f"### {locale.t('What Skald keeps about you')}")
    builder.text(*(lines or [locale.t("Nothing.")]))
    builder.text(
        locale.t(
            "-# Skald reads no messages. It keeps only what games need, on the machine of whoever runs it, "
            "and shares it with nobody. Erasing makes your seats anonymous; your friends' games go on."
        )
    )
    await request.respond(
        builder.buttons(
            button(CustomId("my-data"), locale.t("Take it as a file")),
            button(CustomId("forget"), locale.t("Erase it"), discord.ButtonStyle.danger),
        )
    )


@on_component("my-data", "private")
async def send_data_file(request: Request, _: CustomId) -> None:
    """Send all data about the user as a JSON file."""
    found = await db.privacy.export_user(request.store, request.actor.id)
    text = json.dumps(
        {name: [_to_json(row) for row in rows] for name, rows in found.items()}, ensure_ascii=False, indent=2
    )
    builder = MessageBuilder(NEUTRAL_COLOUR).text(request.locale.t("Everything Skald keeps about you."))
    await request.respond(builder.attach("skald.json", text.encode()))


@on_component("forget", "private")
async def confirm_erasure(request: Request, _: CustomId) -> None:
    locale = request.locale
    await request.respond(
        MessageBuilder(NEUTRAL_COLOUR)
        .text(
            f"### {locale.t('Erase everything about you?')}",
            locale.t(
                "A caretaker finishes your running games, your seats become anonymous, and your ratings, "
                "notes and titles are gone. This can't be undone."
            ),
        )
        .buttons(button(CustomId("forget-me"), locale.t("Erase me"), discord.ButtonStyle.danger))
    )


@on_component("forget-me", "update")
async def erase(request: Request, _: CustomId) -> None:
    await privacy.erase_user(request.service, request.actor.id)
    request.context.wake()
    text = request.locale.t("Your data is erased. If you play again, Skald meets you for the first time.")
    await request.respond(MessageBuilder(NEUTRAL_COLOUR).text(text))


def _to_json(row: dict[str, Any]) -> dict[str, Any]:
    return {name: _json_value(name, value) for name, value in row.items()}


def _json_value(name: str, value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        if name in TIMESTAMP_COLUMNS:
            return datetime.fromtimestamp(value / 1000, UTC).isoformat()
        if value > 2**53:  # Many JSON readers round numbers as long as Discord's ids.
            return str(value)
    return value
