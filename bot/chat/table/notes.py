"""Private notes: what a player writes down about a game, for their own eyes."""

import db
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import GAME, TABLE, Given, Option, command, game_option
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import resolve_game
from bot.chat.messages import forms
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.i18n import mark
from bot.play.account import notes
from bot.play.account.notes import LONGEST
from bot.play.core.authorization import seat_of
from bot.play.core.snapshot import Position
from bot.views.reader_view import Scene

FIELD = "text"


@command(
    mark("note"),
    mark("Your private note about a game"),
    Option(FIELD, mark("text"), mark("What to write down, in place of what was there")),
    game_option(finished=True),
    group=TABLE,
)
async def note(request: Request, given: Given) -> None:
    position = await resolve_game(request, given.get(GAME))
    if FIELD in given:
        await _keep(request, position, given[FIELD])
    else:
        await _show(request, position)


@on_tap("note", "private")
async def note_of_table(request: Request, tap: Tap) -> None:
    await _show(request, await request.position(tap.game))


@on_tap("note-edit", "form")
async def ask_for_note(request: Request, tap: Tap) -> None:
    """A form with the note in it."""
    position = await request.position(tap.game)
    scene = _own_scene(request, position)
    kept = await db.notes.find(request.store, position.code, request.visitor.id)
    title = f"{scene.plain.game_name} · {position.code}"
    text = forms.written(FIELD, kept.text if kept else "", longest=LONGEST, lines=True)
    await request.ask(
        forms.form(Tap("note-keep", position.code), title, forms.field(request.words.say("Your note"), text))
    )


@on_tap("note-keep", "update")
async def keep_form(request: Request, tap: Tap) -> None:
    await _keep(request, await request.position(tap.game), request.written(FIELD))


async def _show(request: Request, position: Position) -> None:
    """The note of whoever asks, with the way to change it."""
    scene = _own_scene(request, position)
    await request.show(_card(scene, await db.notes.find(request.store, position.code, request.visitor.id)))


async def _keep(request: Request, position: Position, text: str) -> None:
    """Put this in place of the note there was; nothing takes it away."""
    scene = _own_scene(request, position)
    await request.show(_card(scene, await notes.keep(request.tables, position, request.visitor.id, text)))


def _own_scene(request: Request, position: Position) -> Scene:
    return request.context.scene(position, seat_of(position, request.visitor.id), request.words)


def _card(scene: Scene, kept: db.Note | None) -> Draft:
    words = scene.words
    draft = Draft(scene.colour).text(scene.title, words.say("-# Your note; nobody else sees it."))
    draft.text(kept.text if kept else words.say("You have written nothing down yet."))
    return draft.buttons(button(Tap("note-edit", scene.position.code), words.say("Write")))
