"""Private notes: what a player writes down about a game, for his own eyes."""

from typing import Any

import discord
from discord import ui

import db
from bot.call import Call
from bot.draft import Draft, button, clip
from bot.position import Position
from bot.scene import Scene
from bot.tables import Denied
from bot.tables.people import seat_of
from bot.taps import Tap
from bot.words import mark

LONGEST = 2000
FIELD = "text"
TITLE_LIMIT = 45
"""The longest title of a form."""


async def show_note(call: Call, position: Position) -> None:
    """The note of whoever asks, with the way to change it."""
    scene = _own_scene(call, position)
    kept = await call.house.store.note(position.code, call.visitor.id)
    await call.show(_card(scene, kept))


async def keep_note(call: Call, position: Position, text: str) -> None:
    """Put this in place of the note there was; nothing takes it away."""
    scene = _own_scene(call, position)
    text = text.strip()
    if len(text) > LONGEST:
        raise Denied(
            mark("A note holds {most} letters; this one has {n}. Your old note stays."),
            most=LONGEST,
            n=len(text),
        )
    async with call.house.store.write() as w:
        await w.keep_note(position.code, call.visitor.id, text, at=call.house.tables.now())
        kept = await w.note(position.code, call.visitor.id)
    await call.show(_card(scene, kept))


async def note_of_table(call: Call, tap: Tap) -> None:
    await show_note(call, await call.house.tables.position(tap.game))


async def ask_for_note(call: Call, tap: Tap) -> None:
    """A form with the note in it."""
    position = await call.house.tables.position(tap.game)
    scene = _own_scene(call, position)
    kept = await call.house.store.note(position.code, call.visitor.id)
    words = call.words
    form = ui.Modal(
        title=clip(f"{scene.plain.game_name} · {position.code}", TITLE_LIMIT),
        custom_id=str(Tap("note-keep", position.code)),
    )
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=FIELD,
        style=discord.TextStyle.paragraph,
        default=kept.text if kept else None,
        required=False,
        max_length=LONGEST,
    )
    form.add_item(ui.Label(text=words.say("Your note"), component=field))
    form.stop()  # it is answered by its name, so it is not kept waiting for
    await call.interaction.response.send_modal(form)


async def keep_form(call: Call, tap: Tap) -> None:
    await keep_note(call, await call.house.tables.position(tap.game), written(call.interaction.data, FIELD))


def written(data: Any, field: str) -> str:
    """What was written in a field of a form."""
    parts = list((data or {}).get("components", ()))
    while parts:
        part = parts.pop()
        if part.get("custom_id") == field:
            return str(part.get("value") or "")
        parts += [*part.get("components", ()), *([part["component"]] if part.get("component") else ())]
    return ""


def _own_scene(call: Call, position: Position) -> Scene:
    return call.house.scene(position, seat_of(position, call.visitor.id), call.words)


def _card(scene: Scene, kept: db.Note | None) -> Draft:
    words = scene.words
    draft = Draft(scene.colour).text(scene.title, words.say("-# Your note; nobody else sees it."))
    draft.text(kept.text if kept else words.say("You have written nothing down yet."))
    return draft.buttons(button(Tap("note-edit", scene.position.code), words.say("Write")))
