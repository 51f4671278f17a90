"""Shows, exports and erases the data stored about a user."""

import json
from datetime import UTC, datetime
from typing import Any

import db
from bot.chat.interactions import Request, on_component
from bot.chat.messages import DANGER, CustomId, MessageBuilder, button
from bot.i18n import N_
from bot.play.account import privacy

STORED_DATA = {
    "people": N_("your name, language, time zone and choices"),
    "players": N_("the seats you took"),
    "entries": N_("your moves"),
    "results": N_("your places and scores"),
    "ratings": N_("your ratings"),
    "successes": N_("what you achieved"),
    "ladder_members": N_("your rungs on ladders"),
    "ladder_challenges": N_("your challenges on ladders"),
    "kudos": N_("kudos given and received"),
    "absences": N_("your away days"),
    "orders": N_("your standing orders"),
    "plans": N_("your plans"),
    "notes": N_("your notes"),
    "ballots": N_("your votes"),
    "invitations": N_("invitations you haven't answered"),
    "messages": N_("messages showing your hand"),
    "daily_answers": N_("your answers to positions of the day"),
    "guesses": N_("your guesses about others' moves"),
    "practice_cards": N_("positions you practised"),
    "timers": N_("reminders set for you"),
    "web_links": N_("links to your seats in the browser"),
}
TIMESTAMP_COLUMNS = frozenset([
    "at", "start", "until", "created", "ended", "started", "joined", "owes_since", "charged_to",
    "acted", "due", "answered", "last", "expires",
])  # fmt: skip


@on_component("privacy", "private")
async def show_privacy(request: Request, _: CustomId) -> None:
    t = request.locale.t
    found = await db.privacy.export_user(request.store, request.actor.id)
    lines = [
        t("- {what}: {n}", what=t(text), n=len(found[name]))
        for name, text in STORED_DATA.items()
        if name in found
    ]
    builder = MessageBuilder().text(f"### {t('What Skald stores about you')}")
    builder.text(*(lines or [t("Nothing.")]))
    builder.text(
        t(
            "-# Skald reads no messages. It stores only what games need, on its host's "
            "machine, and shares it with nobody. If you delete your data, your seats become "
            "anonymous and your friends' games continue."
        )
    )
    builder.buttons(
        button(CustomId("my-data"), t("Download as a file")),
        button(CustomId("forget"), t("Delete my data"), DANGER),
    )
    await request.respond(builder)


@on_component("my-data", "private")
async def send_data_file(request: Request, _: CustomId) -> None:
    found = await db.privacy.export_user(request.store, request.actor.id)
    rows = {
        name: [{column: json_value(column, value) for column, value in row.items()} for row in found_rows]
        for name, found_rows in found.items()
    }
    text = json.dumps(rows, ensure_ascii=False, indent=2)
    builder = MessageBuilder().text(request.locale.t("Everything Skald stores about you."))
    await request.respond(builder.attach("skald.json", text.encode()))


@on_component("forget", "private")
async def confirm_erasure(request: Request, _: CustomId) -> None:
    t = request.locale.t
    builder = MessageBuilder().text(
        f"### {t('Delete everything Skald stores about you?')}",
        t(
            "The caretaker finishes your running games, your seats become anonymous, and "
            "your ratings, notes and titles are deleted. This can't be undone."
        ),
    )
    await request.respond(
        builder.buttons(button(CustomId("forget-me"), t("Delete my data for good"), DANGER))
    )


@on_component("forget-me", "update")
async def erase(request: Request, _: CustomId) -> None:
    await privacy.erase_user(request.service, request.actor.id)
    text = request.locale.t("Your data is deleted. If you play again, Skald won't know you.")
    await request.respond(MessageBuilder().text(text))


def json_value(name: str, value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        if name in TIMESTAMP_COLUMNS:
            return datetime.fromtimestamp(value / 1000, UTC).isoformat()
        if value > 2**53:  # Many JSON readers round numbers as long as Discord's ids.
            return str(value)
    return value
