"""Standing orders: what a seat does by itself, under which condition and until when.

An order is seen by nobody but the one who gave it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, get_args, get_origin

import db
from bot.play.core import outbox_messages
from bot.play.core.authorization import Actor, seat_of
from bot.play.core.game_log import BY_ORDER
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.history.story import passage
from bot.play.turns.turns import looks_due, make
from db.clock import WEEK
from rules.game import AnyGame, Event, Move, Ordering, Record, Refusal, Seat, StandingOrder, kind_of

When = Literal["always", "safe", "alone"]
Until = Literal["once", "loss", "week", "game"]

ORDERS_AT_ONCE = 8
WORLDS = 3
"""How many deals that the seat cannot tell apart are looked at for danger."""
LOOKED_AT = 300
"""How many moves of others are tried in each of them."""
STEPS_AHEAD = 2


class Instruction(Record):
    """`words` begin the notation of the move it makes. A kind alone must leave no choice when the order is
    carried out; with more words, what they leave open is taken in the order of the rules. One of the game's
    own standing orders is `named` instead."""

    words: tuple[str, ...] = ()
    when: When = "always"
    until: Until = "once"
    named: str = ""


def instruction_of(order: db.Order) -> Instruction:
    try:
        known = {name: order.payload[name] for name in Instruction.model_fields if name in order.payload}
        return Instruction.model_validate(known)
    except ValueError:
        raise Refusal("unreadable") from None


def standing(game: AnyGame) -> tuple[StandingOrder, ...]:
    """What this game's people decide once for many turns."""
    return game.standing_orders if isinstance(game, Ordering) else ()


def standing_order(game: AnyGame, key: str) -> StandingOrder | None:
    return next((each for each in standing(game) if each.key == key), None)


def kinds(game: AnyGame) -> list[str]:
    """The kinds of move that can be ordered, in the order of the rules."""
    return [kind_of(model) for model in game.info.moves if _values(model) is not None]


def candidates(game: AnyGame, legal: Sequence[Move], kind: str = "") -> list[tuple[str, ...]]:
    """What can be ordered, of all kinds or of one: what may become possible and is named by few words, and
    what is possible now."""
    models = [model for model in game.info.moves if kind in ("", kind_of(model))]
    named = ((kind_of(model), *words) for model in models for words in _values(model) or ())
    possible = (move.words() for move in legal if kind in ("", move.kind))
    return list(dict.fromkeys((*named, *possible)))


def _values(model: type[Move]) -> list[tuple[str, ...]] | None:
    """What the first field of a kind may be, as far as its type lists it; None where it does not."""
    fields = model.asked()
    if not fields:
        return [()]
    annotation = model.model_fields[fields[0]].annotation
    if get_origin(annotation) is not Literal or fields[0] in model.several:
        return None
    return [(str(value),) for value in get_args(annotation)]


def fits_notation(game: AnyGame, words: Sequence[str]) -> bool:
    """Whether some move can begin with these words."""
    kind, *given = words or ("",)
    model = next((model for model in game.info.moves if kind_of(model) == kind), None)
    if model is None or len(given) > len(model.asked()):
        return False
    if len(given) == len(model.asked()):
        try:
            game.parse(" ".join(words))
        except Refusal:
            return False
        return True
    listed = _values(model)
    return not given or (listed is not None and tuple(given[:1]) in listed)


# Giving and dropping


async def give(service: GameService, code: str, actor: Actor, instruction: Instruction) -> GameSnapshot:
    async with service.change() as tx:
        snapshot = await service.playing(tx, code)
        seat = seat_of(snapshot, actor.id)
        if snapshot.players[seat].resigned:
            raise Denied("resigned_seat")
        if instruction.named:
            readable = standing_order(snapshot.game, instruction.named) is not None
        else:
            readable = fits_notation(snapshot.game, instruction.words)
        if not readable:
            raise Refusal("unreadable")
        if len(await db.orders.in_force(tx, snapshot.code, seat=seat)) >= ORDERS_AT_ONCE:
            raise Denied("too_many_orders", n=ORDERS_AT_ONCE)
        payload = {**instruction.model_dump(mode="json"), "ply": snapshot.row.ply}
        await db.orders.give(tx, game=snapshot.code, seat=seat, person=actor.id, payload=payload)
        snapshot = replace(snapshot, ordered=True)
        if due := await looks_due(tx, snapshot, snapshot.owing() & {seat}):
            await db.timers.set(tx, *due)
        return snapshot


async def drop(service: GameService, code: str, actor: Actor, number: int) -> GameSnapshot:
    async with service.change() as tx:
        snapshot = await service.load(tx, code)
        order = await db.orders.find(tx, number)
        if order is None or order.person != actor.id or order.game != snapshot.code:
            raise Denied("no_such_order")
        await db.orders.end(tx, number, "dropped")
        return snapshot


# Carrying out


async def over(service: GameService, snapshot: GameSnapshot, orders: Sequence[db.Order]) -> list[db.Order]:
    """Those of these that have come to their end."""
    return [order for order in orders if await _is_over(service, snapshot, order)]


def choose(snapshot: GameSnapshot, seat: Seat, orders: Sequence[db.Order]) -> tuple[db.Order, Move] | None:
    if seat not in snapshot.owing() or snapshot.players[seat].caretaker:
        return None
    for order in orders:
        move = move_for(snapshot.game, snapshot.state, seat, instruction_of(order))
        if move is not None and order.person == snapshot.players[seat].person:
            return order, move
    return None


async def _is_over(service: GameService, snapshot: GameSnapshot, order: db.Order) -> bool:
    if snapshot.players[order.seat].person != order.person or not snapshot.running:
        return True
    match instruction_of(order).until:
        case "week":
            return service.now() - order.created >= WEEK
        case "loss":
            since = await passage(service.store, snapshot, order.payload["ply"], snapshot.row.ply)
            return took_from(since.events, order.seat)
    return False


async def carry_out(
    tx: db.Transaction, snapshot: GameSnapshot, seat: Seat, order: db.Order, move: Move
) -> GameSnapshot:
    played = await make(tx, snapshot, seat, (move,), by=BY_ORDER, person=order.person)
    if instruction_of(order).until == "once":
        await _end(tx, order, "order_done", "done")
    return played.snapshot


async def stop(tx: db.Transaction, order: db.Order) -> None:
    """Whoever gave it is told that it is over."""
    await _end(tx, order, "order_over", "over")


async def _end(tx: db.Transaction, order: db.Order, code: str, result: str) -> None:
    if await db.orders.end(tx, order.id, result):
        await _tell_owner(tx, order, code, key=f"order {order.id} {result}")


async def _tell_owner(tx: db.Transaction, order: db.Order, code: str, *, key: str) -> None:
    instruction = instruction_of(order)
    notice = outbox_messages.Notice(
        code=code, values={"move": " ".join(instruction.words), "named": instruction.named}
    )
    await outbox_messages.tell(tx, order.person, notice, key=key, game=order.game)


def move_for(game: AnyGame, state: Any, seat: Seat, instruction: Instruction) -> Move | None:
    """The move this instruction makes now; None while it cannot or must not."""
    if instruction.named:
        return _standing_move(game, state, seat, instruction.named)
    moves = game.legal(state, seat)
    fitting = [move for move in moves if move.words()[: len(instruction.words)] == instruction.words]
    if not fitting or (len(fitting) > 1 and len(instruction.words) == 1):
        return None
    move: Move = fitting[0]
    if instruction.when == "alone" and len(moves) > 1:
        return None
    if instruction.when == "safe" and _in_danger(game, state, seat, move):
        return None
    return move


def _standing_move(game: AnyGame, state: Any, seat: Seat, key: str) -> Move | None:
    """The move it would rather make than others, of those that are possible."""
    order, moves = standing_order(game, key), game.legal(state, seat)
    if order is None:
        return None
    if order.owed and game.owed(game.view(state, None), seat) not in order.owed:
        return None
    fitting = (move for words in order.words for move in moves if move.words()[: len(words)] == words)
    return next(fitting, None)


def took_from(events: Iterable[Event], seat: Seat) -> bool:
    return any(event.is_loss_to(seat) and event.heard_by(seat) for event in events)


def _in_danger(game: AnyGame, state: Any, seat: Seat, move: Move) -> bool:
    """Whether somebody could take something from this seat next, as far as the seat itself can know."""
    for trial in range(WORLDS):
        world = game.reshuffle(state, seat, bytes([trial]))
        after = game.apply(world, seat, move).state
        tries = iter(range(LOOKED_AT))
        for other in sorted(game.to_act(after) - {seat}):
            if _can_take(game, after, other, seat, STEPS_AHEAD, tries):
                return True
    return False


def _can_take(game: AnyGame, state: Any, other: Seat, seat: Seat, steps: int, tries: Iterator[int]) -> bool:
    for move in game.legal(state, other):
        if next(tries, None) is None:
            return False
        try:
            step = game.apply(state, other, move)
        except Refusal:
            continue
        if any(event.is_loss_to(seat) for event in step.events):
            return True
        goes_on = steps > 1 and other in game.to_act(step.state)
        if goes_on and _can_take(game, step.state, other, seat, steps - 1, tries):
            return True
    return False
