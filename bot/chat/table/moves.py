"""Playing: choosing a move and confirming it, or typing it."""

from collections.abc import Awaitable, Sequence
from contextlib import suppress
from functools import partial
from typing import Literal

from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import GAME, Given, command, game_option
from bot.chat.interactions.requests import Request, go_on
from bot.chat.interactions.which_game import resolve_game
from bot.chat.messages.custom_id import Tap, first_number, read_number
from bot.chat.table.conditional_moves import AHEAD, choose_ahead, page_ahead, several_ahead, shorten_ahead
from bot.chat.table.panel import Choice, open_panel, show_panel
from bot.i18n import mark
from bot.play.core.authorization import seat_of
from bot.play.core.narrowing import matching, narrow, together, word_of
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from bot.play.turns import delayed_moves, shortcuts
from bot.play.turns.moves import Played, play
from bot.views.choices import SHORT, facts_of
from bot.views.refusal_text import said
from rules.game import Explaining, Move, Phrase, Refusal, Seat, kind_of

LINES_IN_NOTE = 8


@on_tap("play", "private")
async def play_at_table(request: Request, tap: Tap) -> None:
    await open_panel(request, await request.position(tap.game))


@command(mark("play"), mark("Your panel: the board, your hand, what you can do"), game_option())
async def play_command(request: Request, given: Given) -> None:
    await open_panel(request, await resolve_game(request, given.get(GAME)))


# Choosing


@on_tap("pick", "update")
async def pick(request: Request, tap: Tap) -> None:
    """A word of a move was chosen; the last one plays it, unless it could not be taken back."""
    await choose(request, tap, tap.words)


def _is_ahead(tap: Tap) -> bool:
    """Whether it is chosen for a plan."""
    return tap.words[:1] == (AHEAD,) and len(tap.words) > 1


@on_tap("choose", "update")
async def pick_from_list(request: Request, tap: Tap) -> None:
    """What was chosen in a list: words of a move, or a shortcut."""
    if request.chosen.startswith(SHORT):
        await _shorten(request, tap, request.chosen.removeprefix(SHORT))
        return
    await choose(request, tap, (*tap.words, *request.chosen.split()))


@on_tap("several", "update")
async def pick_several(request: Request, tap: Tap) -> None:
    """Any number of pieces, ticked in a list: together they are one word of the move."""
    if _is_ahead(tap):
        await several_ahead(request, tap, tap.words[1:])
        return
    position = await request.position(tap.game)
    seat = seat_of(position, request.visitor.id)
    await choose(request, tap, (*tap.words, together(position.legal(seat), tap.words, request.selected)))


@on_tap("page", "update")
async def turn_page(request: Request, tap: Tap) -> None:
    if _is_ahead(tap):
        _, _, page, *chosen = (*tap.words, "0")[: max(3, len(tap.words))]
        await page_ahead(request, tap, read_number(page), tuple(chosen))
        return
    page, *chosen = tap.words or ("0",)
    position = await request.position(tap.game)
    await show_panel(request, position, chosen=tuple(chosen), page=read_number(page))


@on_tap("short", "update")
async def take_shortcut(request: Request, tap: Tap) -> None:
    await _shorten(request, tap, next(reversed(tap.words), ""))


@on_tap("short-go", "update")
async def confirm_shortcut(request: Request, tap: Tap) -> None:
    await _play_shortcut(request, tap, first_number(tap))


async def _shorten(request: Request, tap: Tap, word: str) -> None:
    """Play the moves of a shortcut; of several that are called the same, ask which. The word is its number,
    and how many of its moves are chosen."""
    first, _, rest = word.partition(".")
    number, depth = read_number(first), read_number(rest or "0")
    if _is_ahead(tap):
        await shorten_ahead(request, tap, number)
        return
    position = await request.position(tap.game)
    seat = seat_of(position, request.visitor.id)
    try:
        shortcut = shortcuts.shortcut_at(position, seat, number, tap.version)
    except Refusal as refusal:
        await show_panel(request, position, note=said(request.words, refusal))
        return
    if len(shortcuts.alike(shortcuts.shortcuts_at(position, seat), number, depth)) > 1:
        await _choose_on(request, position, seat)
        await show_panel(request, position, among=(number, depth))
        return
    when = _when(position, seat, shortcut.moves)
    if when == "now":
        await _play_shortcut(request, tap, number)
        return
    if when == "soon":
        await _hold(request, position, seat, shortcut.moves)
        return
    await _choose_on(request, position, seat)
    await show_panel(request, position, shortcut=shortcut)


async def _choose_on(request: Request, position: Position, seat: Seat) -> None:
    """Whoever chooses on, be it on an older panel, has thought better of what was to be made for them."""
    if await delayed_moves.find(request.store, position, seat) is not None:
        await delayed_moves.drop(request.tables, position, seat)


async def _hold(request: Request, position: Position, seat: Seat, moves: Sequence[Move]) -> None:
    """These are made in a moment; the panel says so, and goes on by itself then."""
    held = await delayed_moves.hold(request.tables, position, seat, moves)
    request.context.wake()
    await show_panel(request, position, held=held)

    async def go_on_now(request: Request) -> None:
        made = await delayed_moves.make_now(request.tables, position.code, seat)
        request.context.wake()
        if made is None:
            await show_panel(request, await request.position(position.code))
        else:
            await show_panel(request, made.position, note=_told(request, made), moved=True)

    pause = (held.due - request.tables.now()) / 1000
    request.context.on_hold.begin(
        request.context.clock, pause, request.visitor.id, position.code, partial(go_on, request, go_on_now)
    )


@on_tap("unhold", "update")
async def take_back_held(request: Request, tap: Tap) -> None:
    """Whoever thinks better of it is back where they chose."""
    position = await request.position(tap.game)
    await delayed_moves.drop(request.tables, position, seat_of(position, request.visitor.id))
    await show_panel(request, await request.position(tap.game))


async def _play_shortcut(request: Request, tap: Tap, number: int) -> None:
    await _played(
        request,
        tap.game,
        shortcuts.play(
            request.tables,
            tap.game,
            request.visitor,
            number,
            interaction=request.id,
            version=tap.version,
        ),
    )


@on_tap("go", "update")
async def confirm(request: Request, tap: Tap) -> None:
    await _play(request, tap.game, " ".join(tap.words), tap.version)


async def choose(request: Request, tap: Tap, chosen: Choice) -> None:
    """Go on from the words chosen so far: ask for the next, ask to confirm, or play."""
    if _is_ahead(tap):
        await choose_ahead(request, tap, chosen[1:])
        return
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
    when = None if move is None else _when(position, seat, (move,))
    if when == "now":
        await _play(request, tap.game, str(move), tap.version)
        return
    if when == "soon" and move is not None and chosen:
        await _hold(request, position, seat, (move,))
        return
    await _choose_on(request, position, seat)
    await show_panel(request, position, chosen=narrowing.chosen if chosen else ())


def _when(position: Position, seat: Seat, moves: Sequence[Move]) -> Literal["now", "soon", "confirmed"]:
    """What can be taken back is played at a tap. So is anything for whoever wants it so; for others what
    its button tells whole is played in a moment, and all else once it is confirmed."""
    chosen = position.people[seat].preferences
    if not chosen.confirm or not shortcuts.following(position, seat, moves).barrier:
        return "now"
    return "soon" if chosen.linger and delayed_moves.can_be_held(position.game, moves) else "confirmed"


async def _play(request: Request, code: str, text: str, version: int | None) -> None:
    await _played(
        request,
        code,
        play(request.tables, code, request.visitor, text, interaction=request.id, version=version),
    )


async def _played(request: Request, code: str, playing: Awaitable[Played]) -> None:
    """Show what came of a move, or why it was not made."""
    try:
        played = await playing
    except Refusal as refusal:
        position = await request.position(code)
        if position.seat_of(request.visitor.id) is None or not position.running:
            raise
        await show_panel(request, position, note=said(request.words, refusal))
        return
    request.context.wake()
    await show_panel(request, played.position, note=_told(request, played), moved=True)


def _told(request: Request, played: Played) -> str:
    seat = played.position.seat_of(request.visitor.id)
    scene = request.context.scene(played.position, seat, request.words)
    return scene.told(played.events, LINES_IN_NOTE)


# Typing


async def typed(request: Request, key: str, kind: str, fields: dict[str, str], code: str | None) -> None:
    """A move given as a slash command: the same as tapping and confirming it."""
    position = await resolve_game(request, code, key=key)
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
    note = said(request.words, refusal)
    if moves and not fitting and (why := _why_not(request, position, seat, kind, fields)):
        note = f"{note} {why}"
    await show_panel(request, position, chosen=chosen, note=note)


def _why_not(request: Request, position: Position, seat: Seat, kind: str, fields: dict[str, str]) -> str:
    """What stands in the way of a move that was typed, in a sentence; nothing where the rules say nothing."""
    game = position.game
    if not isinstance(game, Explaining):
        return ""
    why = game.blocked(position.state, seat).get(kind)
    model = next(model for model in game.info.moves if kind_of(model) == kind)
    if all(name in fields for name in model.asked()):
        with suppress(Refusal):
            move = game.parse(" ".join((kind, *(fields[name] for name in model.asked()))))
            why = game.why_not(position.state, seat, move) or why
    return request.words.say("Because {why}.", why=scene_phrase(request, position, seat, why)) if why else ""


def scene_phrase(request: Request, position: Position, seat: Seat, phrase: Phrase) -> str:
    return request.context.scene(position, seat, request.words).teller.phrase(phrase)


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
