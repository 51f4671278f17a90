"""The board as the user may see it, close-ups, and legends that name every part."""

from collections.abc import Sequence

from bot.chat.interactions import Request, check_dealt, on_component, on_game_component, resolve_game
from bot.chat.interactions.commands import (
    GAME,
    Arguments,
    Option,
    game_command,
    match_choice,
    matching_choices,
)
from bot.chat.messages import CustomId, MessageBuilder, button, option, parse_number
from bot.chat.table.looks import back_buttons, look_id
from bot.i18n import N_
from bot.play.core import Denied, GameSnapshot
from bot.views.answers_text import component_texts
from bot.views.reader_view import ReaderView
from bot.views.text_only import headings

MAX_EXPLAINED_COMPONENTS = 12


async def _closeup_choices(request: Request, typed: str, given: Arguments) -> Sequence[tuple[str, str]]:
    snapshot = await resolve_game(request, given.get(GAME))
    check_dealt(snapshot)
    return matching_choices(request.own_view(snapshot).closeups(), typed)


@game_command(
    N_("board"),
    N_("Show the board, or a player's own board"),
    Option(
        "look",
        N_("player"),
        N_("A player's board, or something all players can see"),
        autocomplete=_closeup_choices,
    ),
)
async def board_command(request: Request, snapshot: GameSnapshot) -> None:
    if look := request.arguments.get("look"):
        await _show_closeup(request, snapshot, look)
    else:
        await show_board(request, snapshot)


@on_game_component("board", "look")
async def show_board(request: Request, snapshot: GameSnapshot) -> None:
    """Show the board from the user's seat, and their hand in place of the panel.

    Spectators see what the thread sees.
    """
    check_dealt(snapshot)
    reader = request.own_view(snapshot)
    if reader.text_only:
        await _show_board_part(request, reader, 0)
        return
    builder = MessageBuilder(reader.colour).text(reader.title).gallery(await reader.board())
    if request.is_update:
        builder.gallery(await reader.hand())
    _add_closeup_select(builder, request, reader)
    legend = button(look_id(request, snapshot, "what"), reader.locale.t("What is this?"))
    await request.respond(builder.buttons(*back_buttons(request, snapshot), legend))


@on_game_component("board-part", "update")
async def board_part_select(request: Request, snapshot: GameSnapshot) -> None:
    check_dealt(snapshot)
    await _show_board_part(request, request.own_view(snapshot), parse_number(request.selected_value))


async def _show_board_part(request: Request, reader: ReaderView, number: int) -> None:
    """Read a part of the board in words, and list the others by their headings."""
    parts, t = reader.board_pages(with_hand=True), reader.locale.t
    number = min(number, len(parts) - 1)
    builder = MessageBuilder(reader.colour).text(reader.title, parts[number])
    if len(parts) > 1:
        options = [
            option(str(index), ", ".join(headings(part)), default=index == number)
            for index, part in enumerate(parts)
        ]
        builder.select(look_id(request, reader.snapshot, "board-part"), t("Read another part"), options)
    _add_closeup_select(builder, request, reader)
    legend = button(look_id(request, reader.snapshot, "what"), t("What is this?"))
    await request.respond(builder.buttons(*back_buttons(request, reader.snapshot), legend))


@on_game_component("look", "look")
async def show_first_closeup(request: Request, snapshot: GameSnapshot) -> None:
    await _show_closeup(request, snapshot, "")


@on_component("closeup", "update")
async def closeup_select(request: Request, custom_id: CustomId) -> None:
    await _show_closeup(request, await request.snapshot(custom_id.game), request.selected_value)


@on_game_component("what", "look")
async def show_legend(request: Request, snapshot: GameSnapshot) -> None:
    """Show the pictures with their parts labelled, and the texts of the cards and pieces in them."""
    check_dealt(snapshot)
    legend = await build_legend(request.own_view(snapshot))
    await request.respond(legend.buttons(*back_buttons(request, snapshot)))


async def build_legend(reader: ReaderView, *introduction: str) -> MessageBuilder:
    builder = MessageBuilder(reader.colour).text(
        f"{reader.title} · {reader.locale.t('what is what')}", *introduction
    )
    if not reader.text_only:
        builder.gallery(await reader.board(legend=True, name="legend"), await reader.hand(legend=True))
    texts = component_texts(reader, reader.visible_components()[:MAX_EXPLAINED_COMPONENTS])
    return builder.text(*texts)


async def _show_closeup(request: Request, snapshot: GameSnapshot, query: str) -> None:
    """Show the close-up of this key, else the first whose name has the typed text."""
    check_dealt(snapshot)
    reader = request.own_view(snapshot)
    names = dict(reader.closeups())
    key = match_choice(names, query)
    if key is None:
        raise Denied("nothing_closer")
    builder = MessageBuilder(reader.colour).text(f"{reader.title} · {names[key]}")
    builder.gallery(await reader.closeup(key))
    _add_closeup_select(builder, request, reader, key)
    await request.respond(builder.buttons(*back_buttons(request, snapshot)))


def _add_closeup_select(
    builder: MessageBuilder, request: Request, reader: ReaderView, shown: str = ""
) -> None:
    if options := [option(key, name, default=key == shown) for key, name in reader.closeups()]:
        custom_id = look_id(request, reader.snapshot, "closeup")
        builder.select(custom_id, reader.locale.t("Look closer"), options)
