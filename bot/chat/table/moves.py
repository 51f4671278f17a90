"""Playing a move: choosing it token by token and confirming it, delaying it, or typing it."""

import time
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from functools import partial

from bot.chat.interactions import Request, on_component, on_game_component, resolve_game
from bot.chat.interactions.commands import game_command
from bot.chat.interactions.requests import run_continuation
from bot.chat.messages import CustomId, MessageBuilder, button, number_arg, parse_number
from bot.chat.table.conditional_moves import (
    PLAN_PREFIX,
    add_shortcut_to_plan,
    choose_for_plan,
    choose_several_for_plan,
    turn_plan_page,
)
from bot.chat.table.panel import open_panel, show_outdated, show_panel
from bot.i18n import N_
from bot.play.core import Denied, GameSnapshot, Seen, require_seat
from bot.play.core.narrowing import combined_token, moves_matching, token_of
from bot.play.turns import delayed_moves
from bot.play.turns.choosing import Choice, Chooser, ChosenTokens, Selection
from bot.play.turns.delayed_moves import DelayedMove
from bot.play.turns.moves import MoveResult, play
from bot.views.choices import SHORTCUT_PREFIX, shared_facts
from bot.views.refusal_text import refusal_text
from bot.views.story_text import result_text
from rules.game import Move, Refusal, Seat, kind_of


@on_game_component("play", "private")
@game_command(N_("play"), N_("Your panel: the board, your hand, what you can do"))
async def open_own_panel(request: Request, snapshot: GameSnapshot) -> None:
    await open_panel(request, snapshot)


# Choosing a move


@on_component("pick", "update")
async def pick_button(request: Request, custom_id: CustomId) -> None:
    """Choose a token of a move. The last one plays the move if it can be undone."""
    await choose(request, custom_id, custom_id.args)


def _is_for_plan(custom_id: CustomId) -> bool:
    return custom_id.args[:1] == (PLAN_PREFIX,) and len(custom_id.args) > 1


@on_component("choose", "update")
async def pick_select(request: Request, custom_id: CustomId) -> None:
    """Choose an entry of a list: tokens of a move, or a shortcut."""
    value = request.selected_value
    if value.startswith(SHORTCUT_PREFIX):
        await _choose_shortcut(request, custom_id, value.removeprefix(SHORTCUT_PREFIX))
    else:
        await choose(request, custom_id, (*custom_id.args, *value.split()))


@on_component("several", "update")
async def several_select(request: Request, custom_id: CustomId) -> None:
    """Choose any number of pieces in a multi-select. Together they are one token of the move."""
    if _is_for_plan(custom_id):
        await choose_several_for_plan(request, custom_id, custom_id.args[1:])
        return
    snapshot = await request.snapshot(custom_id.game)
    legal = snapshot.legal(require_seat(snapshot, request.actor.id))
    token = combined_token(legal, custom_id.args, request.selected_values)
    await choose(request, custom_id, (*custom_id.args, token))


@on_component("page", "update")
async def page_button(request: Request, custom_id: CustomId) -> None:
    if _is_for_plan(custom_id):
        _, _, page, *chosen = (*custom_id.args, "0")[: max(3, len(custom_id.args))]
        await turn_plan_page(request, custom_id, parse_number(page), tuple(chosen))
        return
    page, *chosen = custom_id.args or ("0",)
    snapshot = await request.snapshot(custom_id.game)
    await show_panel(request, snapshot, Selection(tuple(chosen), page=parse_number(page)))


@on_component("short", "update")
async def shortcut_button(request: Request, custom_id: CustomId) -> None:
    await _choose_shortcut(request, custom_id, next(reversed(custom_id.args), ""))


@on_component("short-go", "update")
async def confirm_shortcut_button(request: Request, custom_id: CustomId) -> None:
    chooser = await _chooser(request, custom_id)
    await _show_result(request, custom_id.game, chooser.play_shortcut(number_arg(custom_id)))


async def _choose_shortcut(request: Request, custom_id: CustomId, token: str) -> None:
    """Play the moves of a shortcut, or ask which if several have the same name.

    The token is the number of the shortcut and how many of its moves are decided: "3.1".
    """
    first, _, rest = token.partition(".")
    number, depth = parse_number(first), parse_number(rest or "0")
    if _is_for_plan(custom_id):
        await add_shortcut_to_plan(request, custom_id, number)
        return
    chooser = await _chooser(request, custom_id)
    await _show_choice(request, chooser.snapshot, chooser.choose_shortcut(number, depth))


@on_game_component("unhold", "update")
async def cancel_delayed_move(request: Request, snapshot: GameSnapshot) -> None:
    await delayed_moves.cancel(request.service, snapshot, require_seat(snapshot, request.actor.id))
    await show_panel(request, await request.snapshot(snapshot.code))


@on_component("go", "update")
async def confirm_button(request: Request, custom_id: CustomId) -> None:
    await _play(request, custom_id.game, " ".join(custom_id.args), custom_id.seen)


async def choose(request: Request, custom_id: CustomId, chosen: ChosenTokens) -> None:
    """Continue from the chosen tokens: ask for the next one, ask for confirmation, or play."""
    if _is_for_plan(custom_id):
        await choose_for_plan(request, custom_id, chosen[1:])
        return
    chooser = await _chooser(request, custom_id)
    await _show_choice(request, chooser.snapshot, chooser.choose(chosen))


async def _chooser(request: Request, custom_id: CustomId) -> Chooser:
    """Load the game of a button, for a choice of the user. Raises Refusal if they are not seated."""
    snapshot = await request.snapshot(custom_id.game)
    require_seat(snapshot, request.actor.id)
    return Chooser(request.service, snapshot, request.actor, request.id, custom_id.seen)


async def _show_choice(request: Request, snapshot: GameSnapshot, choice: Awaitable[Choice]) -> None:
    """Await a choice, then show what it led to, or why it was refused."""
    try:
        result = await choice
    except Refusal as refusal:
        await show_outdated(request, await request.snapshot(snapshot.code), refusal=refusal)
        return
    if result.played is not None:
        await _show_played(request, result.played)
    elif result.selection.delayed is not None:
        await _show_delayed(request, result.snapshot, result.selection.delayed)
    else:
        await show_panel(request, result.snapshot, result.selection)


async def _show_delayed(request: Request, snapshot: GameSnapshot, delayed: DelayedMove) -> None:
    """Show a delayed move; the panel refreshes when it is played."""
    await show_panel(request, snapshot, Selection.of_delayed(delayed))
    seat = require_seat(snapshot, request.actor.id)

    async def commit_and_show(request: Request) -> None:
        made = await delayed_moves.commit_now(request.service, snapshot.code, seat)
        if made is None:
            await show_panel(request, await request.snapshot(snapshot.code))
        else:
            await show_panel(request, made.snapshot, note=_result_text(request, made), just_moved=True)

    request.context.interactions.panel_refresher.schedule(
        request.store.clock,
        (delayed.due - request.service.now()) / 1000,
        request.actor.id,
        snapshot.code,
        partial(run_continuation, request, commit_and_show),
    )


async def play_in_a_row(
    request: Request, snapshot: GameSnapshot, moves: Sequence[Move], seen: Seen | None
) -> None:
    """Play moves up to the first that cannot be undone. That one is chosen as by its own button."""
    chooser = Chooser(request.service, snapshot, request.actor, request.id, seen)
    await _show_choice(request, snapshot, chooser.play_in_a_row(moves))


async def _play(request: Request, code: str, text: str, seen: Seen | None, *, is_brief: bool = False) -> None:
    played = play(request.service, code, request.actor, text, interaction_id=request.id, seen=seen)
    await _show_result(request, code, played, is_brief=is_brief)


async def _show_result(
    request: Request, code: str, move: Awaitable[MoveResult], *, is_brief: bool = False
) -> None:
    """Await a move, then show its result, or why it was refused; with `is_brief` in a sentence."""
    try:
        result = await move
    except Refusal as refusal:
        snapshot = await request.snapshot(code)
        has_panel = snapshot.is_running or (snapshot.is_over and request.is_update)
        if snapshot.seat_of(request.actor.id) is None or not has_panel:
            raise
        await show_outdated(request, snapshot, refusal=refusal)
        return
    await _show_played(request, result, is_brief=is_brief)


async def _show_played(request: Request, result: MoveResult, *, is_brief: bool = False) -> None:
    elapsed_s = time.perf_counter() - request.handler_started
    request.context.metrics.move.labels(result.snapshot.row.key).observe(elapsed_s)
    text = _result_text(request, result)
    if is_brief:
        await _respond_briefly(request, result.snapshot, text)
    else:
        await show_panel(request, result.snapshot, note=text, just_moved=True)


async def _respond_briefly(request: Request, snapshot: GameSnapshot, text: str) -> None:
    """Respond with a sentence, and a button to the panel."""
    panel = button(CustomId("panel", snapshot.code), request.locale.t("Back to the table"))
    await request.respond(MessageBuilder(request.own_view(snapshot).colour).text(text).buttons(panel))


def _result_text(request: Request, result: MoveResult) -> str:
    return result_text(request.own_view(result.snapshot), result.events)


# Typing a move


async def play_typed_move(
    request: Request, key: str, kind: str, fields: dict[str, str], code: str | None
) -> None:
    """Play a move given as a slash command. Typing it counts as confirmation."""
    snapshot = await resolve_game(request, code, key=key)
    seat = require_seat(snapshot, request.actor.id)
    if snapshot.game.info.key != key:
        raise Denied("other_game", code=snapshot.code)
    moves = snapshot.legal(seat)
    tokens = _field_tokens(request, snapshot, kind, fields)
    matching = moves_matching(moves, kind, tokens)
    is_brief = snapshot.users[seat].preferences.text_only
    if len(matching) == 1:
        await _play(request, snapshot.code, str(matching[0]), None, is_brief=is_brief)
        return
    if not snapshot.is_running:
        raise Refusal("over")
    refusal = Refusal("not_your_turn" if not moves else "ambiguous" if matching else "illegal")
    note = refusal_text(request.locale, refusal)
    if moves and not matching and (why := _illegal_reason_text(request, snapshot, seat, kind, tokens)):
        note = f"{note} {why}"
    if is_brief and not matching:
        await _respond_briefly(request, snapshot, note)
        return
    await show_panel(request, snapshot, Selection((kind,) if matching else ()), note=note)


def _illegal_reason_text(
    request: Request, snapshot: GameSnapshot, seat: Seat, kind: str, tokens: dict[str, str]
) -> str:
    """Returns why a typed move is illegal, or an empty string if the rules give no reason.

    A field that was left out, or one that cannot be read, is taken from a legal move of this kind.
    """
    game = snapshot.game
    legal = next((move for move in snapshot.legal(seat) if move.kind == kind), None)
    names = next(model for model in game.info.moves if kind_of(model) == kind).choice_fields()
    known = {} if legal is None else {name: token_of(legal, name) for name in names}
    reason = game.blocked_kinds(snapshot.state, seat).get(kind)
    for unread in (None, *reversed(names)):
        typed = {name: token for name, token in tokens.items() if name != unread}
        with suppress(Refusal, KeyError):
            move = game.parse(" ".join((kind, *((known | typed)[name] for name in names))))
            reason = game.illegal_reason(snapshot.state, seat, move) or reason
            break
    if reason is None:
        return ""
    why = request.reader_view(snapshot, seat).game_text.phrase_text(reason)
    return request.locale.t("The reason: {why}.", why=why)


def field_choices(
    request: Request, snapshot: GameSnapshot, kind: str, field: str, fixed: dict[str, str]
) -> list[tuple[str, str]]:
    """Returns (token, label) of each legal value of a field, given the values of the other fields."""
    seat = require_seat(snapshot, request.actor.id)
    matching = moves_matching(snapshot.legal(seat), kind, _field_tokens(request, snapshot, kind, fixed))
    reader = request.reader_view(snapshot, seat)
    moves_by_token: dict[str, list[Move]] = {}
    for move in matching:
        moves_by_token.setdefault(token_of(move, field), []).append(move)
    return [
        (token, reader.plain_text.value_label(kind, field, token, shared_facts(reader, seat, moves)))
        for token, moves in moves_by_token.items()
    ]


def _field_tokens(
    request: Request, snapshot: GameSnapshot, kind: str, fields: dict[str, str]
) -> dict[str, str]:
    """Convert typed values to tokens of the notation. Accepts labels too."""
    seat = require_seat(snapshot, request.actor.id)
    reader = request.reader_view(snapshot, seat)
    moves = [move for move in snapshot.legal(seat) if move.kind == kind]

    def label(field: str, token: str, move: Move) -> str:
        facts = shared_facts(reader, seat, (move,))
        return reader.plain_text.value_label(kind, field, token, facts).casefold()

    tokens: dict[str, str] = {}
    for field, text in fields.items():
        known = {token_of(move, field): move for move in moves if field in move.choice_fields()}
        typed = text.strip().casefold()
        labelled = (token for token, move in known.items() if typed and typed in label(field, token, move))
        tokens[field] = typed if typed in known else next(labelled, typed)
    return tokens
