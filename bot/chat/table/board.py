"""Looking: the board as whoever asks may see it, what else lies open, and what all of it is called."""

from collections.abc import Sequence

import discord

from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import GAME, Given, Option, command, game_option, matches
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import check_dealt, resolve_game
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import SELECT_LIMIT, TEXT_LIMIT, Draft, button
from bot.chat.table.panel import told_pieces
from bot.i18n import mark
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from bot.views.markup import clip
from bot.views.reader_view import Scene

PIECES_AT_ONCE = 12
"""So many cards and pieces are explained below a legend."""


async def _closeups(request: Request, typed: str, given: Given) -> Sequence[tuple[str, str]]:
    position = await resolve_game(request, given.get(GAME))
    check_dealt(position)
    return matches(_scene(request, position).closeups(), typed)


@on_tap("board", "private")
async def board_tap(request: Request, tap: Tap) -> None:
    await _show_board(request, await request.position(tap.game))


@command(
    mark("board"),
    mark("The board as you may see it, or somebody's own"),
    Option("look", mark("player"), mark("Whose board, or what else is in the open"), complete=_closeups),
    game_option(),
)
async def board_command(request: Request, given: Given) -> None:
    position = await resolve_game(request, given.get(GAME))
    if look := given.get("look"):
        await _show_closeup(request, position, look)
    else:
        await _show_board(request, position)


@on_tap("look", "private")
async def look_tap(request: Request, tap: Tap) -> None:
    """The first closeup, and the others to choose from."""
    position = await request.position(tap.game)
    check_dealt(position)
    found = _scene(request, position).closeups()
    if not found:
        raise Denied("nothing_closer")
    await _show_closeup(request, position, found[0][0])


@on_tap("closeup", "update")
async def closeup_tap(request: Request, tap: Tap) -> None:
    await _show_closeup(request, await request.position(tap.game), request.chosen)


@on_tap("what", "private")
async def what_is_this(request: Request, tap: Tap) -> None:
    """The very pictures with their parts called by name, and the texts of the cards and pieces in them."""
    position = await request.position(tap.game)
    check_dealt(position)
    scene = _scene(request, position)
    draft = Draft(scene.colour).text(f"{scene.title} · {scene.words.say('what is what')}")
    draft.gallery(await scene.board(legend=True, name="legend"), await scene.hand(legend=True))
    texts = told_pieces(scene, scene.in_sight()[:PIECES_AT_ONCE])
    await request.show(draft.text(clip("\n".join(texts), TEXT_LIMIT)))


async def _show_board(request: Request, position: Position) -> None:
    """The board as the one who asks may see it; a spectator sees what the thread sees."""
    check_dealt(position)
    scene = _scene(request, position)
    draft = Draft(scene.colour).text(scene.title).gallery(await scene.board())
    _offer_closeups(draft, scene)
    draft.buttons(button(Tap("what", position.code), scene.words.say("What is this?")))
    await request.show(draft)


async def _show_closeup(request: Request, position: Position, wanted: str) -> None:
    check_dealt(position)
    scene = _scene(request, position)
    found = dict(scene.closeups())
    key = wanted if wanted in found else next((key for key, _ in matches(list(found.items()), wanted)), None)
    if key is None:
        raise Denied("nothing_closer")
    draft = Draft(scene.colour).text(f"{scene.title} · {found[key]}").gallery(await scene.closeup(key))
    _offer_closeups(draft, scene, key)
    await request.show(draft)


def _offer_closeups(draft: Draft, scene: Scene, shown: str = "") -> None:
    options = [
        discord.SelectOption(label=clip(name, 100), value=key, default=key == shown)
        for key, name in scene.closeups()
    ]
    if options:
        tap = Tap("closeup", scene.position.code)
        draft.select(tap, scene.words.say("Look closer"), options[:SELECT_LIMIT])


def _scene(request: Request, position: Position) -> Scene:
    return request.context.scene(position, position.seat_of(request.visitor.id), request.words)
