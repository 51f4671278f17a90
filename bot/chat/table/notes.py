"""Private notes of a player about a game."""

import db
from bot.chat.interactions import Request, on_component, on_game_component
from bot.chat.interactions.commands import TABLE, Option, game_command
from bot.chat.messages import CustomId, MessageBuilder, button, modals
from bot.chat.table.looks import back_buttons, look_id
from bot.i18n import N_
from bot.play.account import notes
from bot.play.account.notes import MAX_NOTE_LENGTH
from bot.play.core import GameSnapshot, require_seat
from bot.views.reader_view import ReaderView

TEXT_FIELD = "text"


@game_command(
    N_("note"),
    N_("Your private note about a game"),
    Option(TEXT_FIELD, N_("text"), N_("The new note, which replaces the old one")),
    finished=True,
    group=TABLE,
)
async def note_command(request: Request, snapshot: GameSnapshot) -> None:
    if TEXT_FIELD in request.arguments:
        await _save_note(request, snapshot, request.arguments[TEXT_FIELD])
    else:
        await show_note(request, snapshot)


@on_game_component("note", "look")
async def show_note(request: Request, snapshot: GameSnapshot) -> None:
    reader = _reader_view(request, snapshot)
    note = await db.notes.find(request.store, snapshot.code, request.actor.id)
    await request.respond(_note_card(request, reader, note))


@on_game_component("note-edit", "form")
async def open_note_form(request: Request, snapshot: GameSnapshot) -> None:
    reader = _reader_view(request, snapshot)
    note = await db.notes.find(request.store, snapshot.code, request.actor.id)
    text = modals.text_input(
        TEXT_FIELD, note.text if note else "", max_length=MAX_NOTE_LENGTH, multiline=True
    )
    field = modals.field(request.locale.t("Your note"), text)
    title = f"{reader.plain_text.game_name} · {snapshot.code}"
    await request.open_form(modals.form(look_id(request, snapshot, "note-keep"), title, field))


@on_component("note-keep", "update")
async def note_form(request: Request, custom_id: CustomId) -> None:
    await _save_note(request, await request.snapshot(custom_id.game), request.field_text(TEXT_FIELD))


async def _save_note(request: Request, snapshot: GameSnapshot, text: str) -> None:
    """Replace the note. An empty text deletes it."""
    reader = _reader_view(request, snapshot)
    note = await notes.save(request.service, snapshot, request.actor.id, text)
    await request.respond(_note_card(request, reader, note))


def _reader_view(request: Request, snapshot: GameSnapshot) -> ReaderView:
    return request.reader_view(snapshot, require_seat(snapshot, request.actor.id))


def _note_card(request: Request, reader: ReaderView, note: db.Note | None) -> MessageBuilder:
    locale, snapshot = reader.locale, reader.snapshot
    builder = MessageBuilder(reader.colour).text(reader.title, locale.t("-# Your note; nobody else sees it."))
    builder.text(note.text if note else locale.t("You have no note yet."))
    write = button(look_id(request, snapshot, "note-edit"), locale.t("Edit my note"))
    return builder.buttons(*back_buttons(request, snapshot), write)
