"""Standing orders: moves that a seat plays automatically, under a condition and until an expiry.

Only the player who gave an order can see it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, get_args, get_origin

import db
from bot.play.core import Actor, Denied, GameService, GameSnapshot, outbox_messages
from bot.play.history.story import replay_range
from bot.play.planning.conditional_moves import Line, PreparedTurn
from bot.play.turns.turns import autoplay_timers
from db.clock import WEEK
from rules.game import AnyGame, Event, FrozenModel, Move, Refusal, Seat, StandingOrder, kind_of

OrderCondition = Literal["always", "safe", "alone"]
OrderExpiry = Literal["once", "loss", "week", "game"]

MAX_ORDERS = 8
DETERMINIZATIONS = 3  # Sampled to look for danger.
MAX_MOVES_TRIED = 300  # Opponent moves, per determinization.
SEARCH_DEPTH = 2


class Instruction(FrozenModel):
    """A standing order as stored.

    `words` are the first notation tokens of the move. A kind alone is played only if it leaves one legal
    move; with more tokens the first legal match is played. `named` is the key of one of the game's own
    standing orders instead.
    """

    words: tuple[str, ...] = ()
    when: OrderCondition = "always"
    until: OrderExpiry = "once"
    named: str = ""


def instruction_of(order: db.Order) -> Instruction:
    try:
        known = {name: order.payload[name] for name in Instruction.model_fields if name in order.payload}
        return Instruction.model_validate(known)
    except ValueError:
        raise Refusal("unreadable") from None


def standing_order(game: AnyGame, key: str) -> StandingOrder | None:
    return next((each for each in game.standing_orders if each.key == key), None)


def orderable_kinds(game: AnyGame) -> list[str]:
    """The kinds of move that can be ordered, in the order of the game's move list."""
    return [kind_of(model) for model in game.info.moves if _first_field_values(model) is not None]


def order_candidates(game: AnyGame, legal: Sequence[Move], kind: str = "") -> list[tuple[str, ...]]:
    """Notation tokens of the moves that can be ordered, of one `kind` or of all.

    First those whose first field has a fixed list of values, then the moves that are legal now.
    """
    models = [model for model in game.info.moves if kind in ("", kind_of(model))]
    named = ((kind_of(model), *tokens) for model in models for tokens in _first_field_values(model) or ())
    possible = (move.tokens() for move in legal if kind in ("", move.kind))
    return list(dict.fromkeys((*named, *possible)))


def _first_field_values(model: type[Move]) -> list[tuple[str, ...]] | None:
    """The values of a move's first field if its type lists them, else None."""
    fields = model.choice_fields()
    if not fields:
        return [()]
    annotation = model.model_fields[fields[0]].annotation
    if get_origin(annotation) is not Literal or fields[0] in model.multi_select_fields:
        return None
    return [(str(value),) for value in get_args(annotation)]


def is_readable(game: AnyGame, instruction: Instruction) -> bool:
    """True if the game has this standing order, or a move that can begin with its tokens."""
    if instruction.named:
        return standing_order(game, instruction.named) is not None
    return is_move_prefix(game, instruction.words)


def is_move_prefix(game: AnyGame, tokens: Sequence[str]) -> bool:
    """True if the notation of some move can begin with these tokens."""
    kind, *given = tokens or ("",)
    model = next((model for model in game.info.moves if kind_of(model) == kind), None)
    if model is None or len(given) > len(model.choice_fields()):
        return False
    if len(given) == len(model.choice_fields()):
        try:
            game.parse(" ".join(tokens))
        except Refusal:
            return False
        return True
    listed = _first_field_values(model)
    return not given or (listed is not None and tuple(given[:1]) in listed)


# Giving and dropping


async def give(service: GameService, code: str, actor: Actor, instruction: Instruction) -> GameSnapshot:
    async with service.player_transaction(code, actor.id) as (tx, snapshot, seat):
        if snapshot.players[seat].resigned:
            raise Denied("resigned_seat")
        if not is_readable(snapshot.game, instruction):
            raise Refusal("unreadable")
        if len(await db.standing_orders.list_in_force(tx, snapshot.code, seat=seat)) >= MAX_ORDERS:
            raise Denied("too_many_orders", n=MAX_ORDERS)
        payload = {**instruction.model_dump(mode="json"), "ply": snapshot.row.ply}
        await db.standing_orders.insert(tx, game=snapshot.code, seat=seat, person=actor.id, payload=payload)
        snapshot = replace(snapshot, related=snapshot.related | {"orders"})
        await db.timers.schedule(tx, *await autoplay_timers(tx, snapshot, {seat}))
        return snapshot


async def drop(service: GameService, code: str, actor: Actor, number: int) -> GameSnapshot:
    async with service.transaction() as tx:
        snapshot = await service.load(tx, code)
        order = await db.standing_orders.find(tx, number)
        if order is None or order.person != actor.id or order.game != snapshot.code:
            raise Denied("no_such_order")
        await db.standing_orders.end(tx, number, "dropped")
        return snapshot


# Carrying out


async def expired_orders(
    service: GameService, snapshot: GameSnapshot, orders: Sequence[db.Order]
) -> list[db.Order]:
    """The orders whose expiry has been reached."""
    return [order for order in orders if await _is_expired(service, snapshot, order)]


def choose_order(
    snapshot: GameSnapshot, seat: Seat, orders: Sequence[db.Order]
) -> tuple[db.Order, PreparedTurn] | None:
    """The first order whose move can be played now, with the plan that plays it."""
    for order in orders:
        if snapshot.awaits(seat, order.person):
            move = move_for(snapshot.game, snapshot.state, seat, instruction_of(order))
            if move is not None:
                return order, PreparedTurn(line=Line(moves=(str(move),)), care="legal")
    return None


async def _is_expired(service: GameService, snapshot: GameSnapshot, order: db.Order) -> bool:
    if snapshot.players[order.seat].person != order.person or not snapshot.is_running:
        return True
    match instruction_of(order).until:
        case "week":
            return service.now() - order.created >= WEEK
        case "loss":
            since = await replay_range(service.store, snapshot, order.payload["ply"], snapshot.row.ply)
            return has_loss(since.events, order.seat)
    return False


async def end(tx: db.Transaction, order: db.Order, result: Literal["done", "over"]) -> None:
    """End an order that is done or has reached its expiry, and notify its owner."""
    if await db.standing_orders.end(tx, order.id, result):
        instruction = instruction_of(order)
        values = {"move": " ".join(instruction.words), "named": instruction.named}
        code = "order_done" if result == "done" else "order_over"
        notice = outbox_messages.Notice(code=code, values=values)
        key = f"order {order.id} {result}"
        await outbox_messages.post_private_notice(tx, order.person, notice, key=key, game=order.game)


def move_for(game: AnyGame, state: Any, seat: Seat, instruction: Instruction) -> Move | None:
    """The move this instruction plays now, or None if it does not apply or its condition is not met."""
    if instruction.named:
        return _standing_move(game, state, seat, instruction.named)
    moves = game.legal(state, seat)
    matching = [move for move in moves if move.tokens()[: len(instruction.words)] == instruction.words]
    if not matching or (len(matching) > 1 and len(instruction.words) == 1):
        return None
    move: Move = matching[0]
    if instruction.when == "alone" and len(moves) > 1:
        return None
    if instruction.when == "safe" and _is_in_danger(game, state, seat, move):
        return None
    return move


def _standing_move(game: AnyGame, state: Any, seat: Seat, key: str) -> Move | None:
    """The legal move that the game's standing order prefers most, or None if it does not apply."""
    order, moves = standing_order(game, key), game.legal(state, seat)
    if order is None:
        return None
    if order.owed and game.owed(game.view(state, None), seat) not in order.owed:
        return None
    matching = (move for prefix in order.prefixes for move in moves if move.tokens()[: len(prefix)] == prefix)
    return next(matching, None)


def has_loss(events: Iterable[Event], seat: Seat) -> bool:
    return any(event.is_loss_for(seat) and event.visible_to(seat) for event in events)


def _is_in_danger(game: AnyGame, state: Any, seat: Seat, move: Move) -> bool:
    """True if, in a sampled determinization, an opponent could cause this seat a loss after the move."""
    for trial in range(DETERMINIZATIONS):
        determinization = game.reshuffle(state, seat, bytes([trial]))
        after = game.apply(determinization, seat, move).state
        tries = iter(range(MAX_MOVES_TRIED))
        for other in sorted(game.to_act(after) - {seat}):
            if _can_cause_loss(game, after, other, seat, SEARCH_DEPTH, tries):
                return True
    return False


def _can_cause_loss(
    game: AnyGame, state: Any, other: Seat, seat: Seat, steps: int, tries: Iterator[int]
) -> bool:
    for move in game.legal(state, other):
        if next(tries, None) is None:
            return False
        try:
            step = game.apply(state, other, move)
        except Refusal:
            continue
        if any(event.is_loss_for(seat) for event in step.events):
            return True
        goes_on = steps > 1 and other in game.to_act(step.state)
        if goes_on and _can_cause_loss(game, step.state, other, seat, steps - 1, tries):
            return True
    return False
