"""Playing: choosing a move and confirming it, or typing it."""

from bot.chat.buttons import on_tap
from bot.chat.commands import GAME, Given, command, game_option
from bot.chat.games import meant
from bot.chat.panel import Choice, facts_of, open_panel, show_panel
from bot.chat.refusals import said
from bot.chat.requests import Request
from bot.chat.taps import Tap, read_number
from bot.play.moves import Played, play
from bot.play.narrowing import matching, narrow, word_of
from bot.play.people import seat_of
from bot.play.position import Position
from bot.play.refusals import Denied
from bot.words import mark
from rules.game import Move, Refusal, Seat

LINES_IN_NOTE = 8


@on_tap("play", "private")
async def play_at_table(request: Request, tap: Tap) -> None:
    await open_panel(request, await request.position(tap.game))


@command(mark("play"), mark("Your panel: the board, your hand, what you can do"), game_option())
async def play_command(request: Request, given: Given) -> None:
    await open_panel(request, await meant(request, given.get(GAME)))


# Choosing


@on_tap("pick", "update")
async def pick(request: Request, tap: Tap) -> None:
    """A word of a move was chosen; the last one plays it, unless it could not be taken back."""
    await choose(request, tap, tap.words)


@on_tap("choose", "update")
async def pick_from_list(request: Request, tap: Tap) -> None:
    await choose(request, tap, (*tap.words, *request.selected[:1]))


@on_tap("page", "update")
async def turn_page(request: Request, tap: Tap) -> None:
    page, *chosen = tap.words or ("0",)
    position = await request.position(tap.game)
    await show_panel(request, position, chosen=tuple(chosen), page=read_number(page))


@on_tap("go", "update")
async def confirm(request: Request, tap: Tap) -> None:
    await _play(request, tap.game, " ".join(tap.words), tap.version)


async def choose(request: Request, tap: Tap, chosen: Choice) -> None:
    """Go on from the words chosen so far: ask for the next, ask to confirm, or play."""
    position = await request.position(tap.game)
    seat = seat_of(position, request.visitor.id)
    if tap.version != position.row.version:
        await show_panel(request, position, note=said(request.words, Refusal("stale")))
        return
    narrowing = narrow(position.legal(seat), chosen)
    if narrowing is None:
        refusal = Refusal("illegal") if position.running else Refusal("over")
        await show_panel(request, position, note=said(request.words, refusal))
        return
    move = narrowing.move
    if move is not None and not _is_final(position, seat, move):
        await _play(request, tap.game, str(move), tap.version)
        return
    await show_panel(request, position, chosen=narrowing.chosen)


def _is_final(position: Position, seat: Seat, move: Move) -> bool:
    """Whether the move could not be taken back, so that it is asked about before it is played."""
    return position.game.apply(position.state, seat, move).barrier


async def _play(request: Request, code: str, text: str, version: int | None) -> None:
    try:
        played = await play(
            request.tables, code, request.visitor, text, interaction=request.id, version=version
        )
    except Refusal as refusal:
        position = await request.tables.position(code)
        if position.seat_of(request.visitor.id) is None or not position.running:
            raise
        await show_panel(request, position, note=said(request.words, refusal))
        return
    request.context.wake()
    await show_panel(request, played.position, note=_told(request, played))


def _told(request: Request, played: Played) -> str:
    seat = played.position.seat_of(request.visitor.id)
    scene = request.context.scene(played.position, seat, request.words)
    return scene.told(played.events, LINES_IN_NOTE)


# Typing


async def typed(request: Request, key: str, kind: str, fields: dict[str, str], code: str | None) -> None:
    """A move given as a slash command: the same as tapping and confirming it."""
    position = await meant(request, code, key=key)
    seat = seat_of(position, request.visitor.id)
    if position.game.info.key != key:
        raise Denied("other_game", code=position.code)
    moves = position.legal(seat)
    fitting = matching(moves, kind, _as_words(request, position, kind, fields))
    if len(fitting) == 1:
        await _play(request, position.code, str(fitting[0]), None)
        return
    if not position.running:
        raise Refusal("over")
    if not moves:
        refusal = Refusal("not_your_turn")
    else:
        refusal = Refusal("ambiguous" if fitting else "illegal")
    chosen = (kind,) if fitting else ()
    await show_panel(request, position, chosen=chosen, note=said(request.words, refusal))


def field_choices(
    request: Request, position: Position, kind: str, field: str, fixed: dict[str, str]
) -> list[tuple[str, str]]:
    """What a field of a move may be now, the others being fixed, each with its label."""
    seat = seat_of(position, request.visitor.id)
    fitting = matching(position.legal(seat), kind, _as_words(request, position, kind, fixed))
    scene = request.context.scene(position, seat, request.words)
    by_word: dict[str, list[Move]] = {}
    for move in fitting:
        by_word.setdefault(word_of(move, field), []).append(move)
    return [
        (word, scene.plain.value(kind, field, word, facts_of(scene, seat, moves)))
        for word, moves in by_word.items()
    ]


def _as_words(request: Request, position: Position, kind: str, given: dict[str, str]) -> dict[str, str]:
    """What was typed as the words of the notation, even where somebody typed a label by hand."""
    words: dict[str, str] = {}
    seat = seat_of(position, request.visitor.id)
    scene = request.context.scene(position, seat, request.words)
    moves = [move for move in position.legal(seat) if move.kind == kind]
    for field, text in given.items():
        known = {word_of(move, field): move for move in moves if field in move.asked()}
        wanted = text.strip().casefold()
        labelled = (
            word
            for word, move in known.items()
            if wanted
            and wanted in scene.plain.value(kind, field, word, facts_of(scene, seat, (move,))).casefold()
        )
        words[field] = wanted if wanted in known else next(labelled, wanted)
    return words
