"""The board as the user may see it, close-ups, and legends that name every part."""

from collections.abc import Sequence

import discord

from bot.chat.interactions.commands import GAME, Arguments, Option, command, game_option, matching_choices
from bot.chat.interactions.component_dispatch import on_component
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import check_dealt, resolve_game
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import SELECT_LIMIT, TEXT_LIMIT, MessageBuilder, button
from bot.chat.table.panel import component_texts
from bot.i18n import N_
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.views.markup import clip
from bot.views.reader_view import ReaderView

MAX_EXPLAINED_COMPONENTS = 12


async def _closeup_choices(request: Request, typed: str, given: Arguments) -> Sequence[tuple[str, str]]:
    snapshot = await resolve_game(request, given.get(GAME))
    check_dealt(snapshot)
    return matching_choices(_reader_view(request, snapshot).closeups(), typed)


@on_component("board", "private")
async def board_button(request: Request, custom_id: CustomId) -> None:
    await _show_board(request, await request.snapshot(custom_id.game))


@command(
    N_("board"),
    N_("The board as you may see it, or somebody's own"),
    Option(
        "look", N_("player"), N_("Whose board, or what else is in the open"), autocomplete=_closeup_choices
    ),
    game_option(),
)
async def board_command(request: Request, given: Arguments) -> None:
    snapshot = await resolve_game(request, given.get(GAME))
    if look := given.get("look"):
        await _show_closeup(request, snapshot, look)
    else:
        await _show_board(request, snapshot)


@on_component("look", "private")
async def look_button(request: Request, custom_id: CustomId) -> None:
    """Show the first close-up, with the others to choose from."""
    snapshot = await request.snapshot(custom_id.game)
    check_dealt(snapshot)
    found = _reader_view(request, snapshot).closeups()
    if not found:
        raise Denied("nothing_closer")
    await _show_closeup(request, snapshot, found[0][0])


@on_component("closeup", "update")
async def closeup_select(request: Request, custom_id: CustomId) -> None:
    await _show_closeup(request, await request.snapshot(custom_id.game), request.selected_value)


@on_component("what", "private")
async def legend_button(request: Request, custom_id: CustomId) -> None:
    """Show the pictures with their parts labelled, and the texts of the cards and pieces in them."""
    snapshot = await request.snapshot(custom_id.game)
    check_dealt(snapshot)
    reader = _reader_view(request, snapshot)
    builder = MessageBuilder(reader.colour).text(f"{reader.title} · {reader.locale.t('what is what')}")
    builder.gallery(await reader.board(legend=True, name="legend"), await reader.hand(legend=True))
    texts = component_texts(reader, reader.visible_components()[:MAX_EXPLAINED_COMPONENTS])
    await request.respond(builder.text(clip("\n".join(texts), TEXT_LIMIT)))


async def _show_board(request: Request, snapshot: GameSnapshot) -> None:
    """Show the board from the user's seat. Spectators see what the thread sees."""
    check_dealt(snapshot)
    reader = _reader_view(request, snapshot)
    builder = MessageBuilder(reader.colour).text(reader.title).gallery(await reader.board())
    _add_closeup_select(builder, reader)
    builder.buttons(button(CustomId("what", snapshot.code), reader.locale.t("What is this?")))
    await request.respond(builder)


async def _show_closeup(request: Request, snapshot: GameSnapshot, query: str) -> None:
    check_dealt(snapshot)
    reader = _reader_view(request, snapshot)
    found = dict(reader.closeups())
    key = (
        query
        if query in found
        else next((key for key, _ in matching_choices(list(found.items()), query)), None)
    )
    if key is None:
        raise Denied("nothing_closer")
    builder = (
        MessageBuilder(reader.colour)
        .text(f"{reader.title} · {found[key]}")
        .gallery(await reader.closeup(key))
    )
    _add_closeup_select(builder, reader, key)
    await request.respond(builder)


def _add_closeup_select(builder: MessageBuilder, reader: ReaderView, shown: str = "") -> None:
    options = [
        discord.SelectOption(label=clip(name, 100), value=key, default=key == shown)
        for key, name in reader.closeups()
    ]
    if options:
        custom_id = CustomId("closeup", reader.snapshot.code)
        builder.select(custom_id, reader.locale.t("Look closer"), options[:SELECT_LIMIT])


def _reader_view(request: Request, snapshot: GameSnapshot) -> ReaderView:
    return request.context.reader_view(snapshot, snapshot.seat_of(request.actor.id), request.locale)
