"""Why a move is illegal, from what its seat may know."""

from collections.abc import Iterator, Mapping

from rules.game import Phrase, Seat
from rules.shipwrights import attacks, moves, turn
from rules.shipwrights.components import Components, Face
from rules.shipwrights.market import can_buy
from rules.shipwrights.morning import open_set
from rules.shipwrights.moves import ShipwrightsMove, card_of
from rules.shipwrights.pieces import GOODS, MAX_CRAFTSMEN, WORKSHOPS, Card, Goods
from rules.shipwrights.state import Phase, Player, State

PHASE_REASONS: dict[Phase, str] = {
    "stock": "stock_first",
    "morning": "pick_first",
    "chieftain": "keep_first",
    "trader": "trader_first",
    "dusk": "return_first",
    "night": "return_first",
}
"""Reasons in phases that allow only one kind of move."""


def _reason(key: str, **values: str | int) -> Phrase:
    return Phrase(key=f"not.{key}", values=values)


def illegal_reason(state: State, seat: Seat, move: ShipwrightsMove, components: Components) -> Phrase | None:
    """Return why a move is illegal, or None if there is no better explanation."""
    if isinstance(move, moves.Pick) and state.stage == "morning" and open_set(state, seat) is not None:
        return _reason("not_in_set", card=move.card)
    if state.stage in PHASE_REASONS:
        return _reason(PHASE_REASONS[state.stage])
    if state.stage != "afternoon" or seat != state.active:
        return None
    return next(_move_reasons(state, move, components), None)


def blocked_kinds(state: State, seat: Seat, components: Components) -> Mapping[str, Phrase]:
    """Return the kinds of move that hand or workshops suggest but that are impossible now."""
    if state.stage != "afternoon" or seat != state.active:
        return {}
    legal = {move.kind for move in turn.choices(state, components)}
    found: dict[str, Phrase] = {}
    for kind, reason in _expected_kinds(state, components):
        if kind not in legal and kind not in found:
            found[kind] = reason
    return found


def _expected_kinds(state: State, components: Components) -> Iterator[tuple[str, Phrase]]:
    player = state.player
    unfinished = [
        [*_ship_reasons(player, components.faces[ship])] for ship in player.workshops if ship is not None
    ]
    if unfinished:
        # Explain the ship that lacks least: players think of it first.
        for reason in min(unfinished, key=len):
            yield "finish", reason
    if not can_buy(state, components):
        yield from (("buy", reason) for reason in _move_reasons(state, moves.BUY["oak"], components))
    for card in dict.fromkeys(held.card for held in player.hand):
        yield from _card_reasons(state, card, components)


def _card_reasons(state: State, card: Card, components: Components) -> Iterator[tuple[str, Phrase]]:
    made: dict[Card, ShipwrightsMove] = {**moves.LAY, **moves.HIRE, **moves.BUY_TOOL, **moves.BUILD}
    if card in made:
        yield from ((made[card].kind, reason) for reason in _move_reasons(state, made[card], components))
    match card:
        case "assassin" | "barbarian" | "conspirator" | "raider" | "berserker" | "thief":
            if not attacks.choices(state, card, components):
                yield card, _no_target_reason(state, card, components)
        case "sage" if len(state.player.hand) == 1:
            yield card, _reason("sage_alone")
        case "trader" if not (state.player.workers or state.player.mill.total):
            yield "call", _reason("nothing_to_trade")
        case _:
            pass


def _no_target_reason(state: State, card: Card, components: Components) -> Phrase:
    if card == "conspirator" and len(state.player.craftsmen) == MAX_CRAFTSMEN:
        return _reason("places")
    face = components.faces[card]
    if card == "berserker" and state.player.gold < face.gold:
        return _reason("gold", gold=face.gold, has=state.player.gold)
    return _reason("no_target", card=card)


# Reasons against a single move, the most important first


def _move_reasons(state: State, move: ShipwrightsMove, components: Components) -> Iterator[Phrase]:
    player, faces = state.player, components.faces
    card = card_of(move)
    if card is not None and all(held.card != card for held in player.hand):
        yield _reason("not_in_hand", card=card)
        return
    match move:
        case moves.Stock() | moves.Pick():
            yield _reason("morning_over")
        case moves.Buy():
            yield from _buy_reasons(player, move, components)
        case moves.BuyTool():
            yield from _price_reasons(player, faces[move.card].gold)
        case moves.Drop():
            yield _reason("no_tool")
        case moves.Hire() if len(player.craftsmen) == MAX_CRAFTSMEN:
            yield _reason("places")
        case moves.Lay() if None not in player.workshops:
            yield _reason("workshops")
        case moves.Build() if move.card in player.buildings:
            yield _reason("built", card=move.card)
        case moves.Build():
            yield from _price_reasons(player, faces[move.card].gold, faces[move.card].workers)
        case moves.Finish():
            yield from _finish_reasons(player, move, components)
        case moves.Call(card="trader"):
            yield _reason("nothing_to_trade")
        case moves.Sage():
            yield from _sage_reasons(player, move)
        case _:
            yield from _attack_reasons(state, move, components)


def _buy_reasons(player: Player, move: moves.Buy, components: Components) -> Iterator[Phrase]:
    yield from _price_reasons(player, components.purchase.gold, components.purchase.workers)
    if move.cart and not player.cart.of(move.good):
        yield _reason("cart", good=move.good)


def _price_reasons(player: Player, gold: int, workers: int = 0) -> Iterator[Phrase]:
    if player.gold < gold:
        yield _reason("gold", gold=gold, has=player.gold)
    if player.workers < workers:
        yield _reason("workers", workers=workers, has=player.workers)


def _ship_reasons(player: Player, ship: Face, goods: Goods | None = None) -> Iterator[Phrase]:
    """Yield what a ship lacks, craftsmen first: they are the hardest to get."""
    there = [*player.craftsmen, *(held.card for held in player.hand)]
    for craftsman in ship.craftsmen:
        if craftsman in there:
            there.remove(craftsman)
        else:
            yield _reason("craftsman", ship=ship.card, craftsman=craftsman)
    needed = ship.goods if goods is None else goods
    for good in GOODS:
        amount = needed.of(good) - player.mill.of(good)
        if amount > 0:
            yield _reason("goods", ship=ship.card, amount=amount, good=good)
    yield from _price_reasons(player, ship.gold, ship.workers)


def _finish_reasons(player: Player, move: moves.Finish, components: Components) -> Iterator[Phrase]:
    key = player.workshops[WORKSHOPS.index(move.workshop)]
    if key is None:
        yield _reason("empty_workshop", workshop=move.workshop)
        return
    ship = components.faces[key]
    spares = None if player.tool is None else components.faces[player.tool].spares
    if move.tool and (spares is None or not ship.goods.of(spares)):
        yield _reason("useless_tool", ship=key)
        return
    goods = ship.goods.without(spares) if move.tool and spares is not None else ship.goods
    yield from _ship_reasons(player, ship, goods)
    yield _reason("other_place")


def _sage_reasons(player: Player, move: moves.Sage) -> Iterator[Phrase]:
    if len(player.hand) == 1:
        yield _reason("sage_alone")
    held = [each.card for each in player.hand]
    for card in (move.first, move.second):
        if card != "none" and card not in held:
            yield _reason("not_in_hand", card=card)


def _attack_reasons(state: State, move: ShipwrightsMove, components: Components) -> Iterator[Phrase]:
    """Yield why a villager cannot be called against a player."""
    if not isinstance(move, moves.Attack) or move.player >= len(state.players):
        return
    target, own = state.players[move.player], move.player == state.active
    if own and not isinstance(move, moves.Assassin | moves.Barbarian):
        yield _reason("yourself", card=move.kind)
    if target.watchmen and not isinstance(move, moves.Berserker):
        yield _reason("watchman", player=move.player)
    match move:
        case moves.Conspirator() if len(state.player.craftsmen) == MAX_CRAFTSMEN:
            yield _reason("places")
        case moves.Berserker():
            yield from _price_reasons(state.player, components.faces["berserker"].gold)
            if target.tool is None:
                yield _reason("no_tool_there", player=move.player)
        case _:
            pass
    match move:
        case moves.Assassin() | moves.Conspirator() if move.craftsman not in target.craftsmen:
            yield _reason("no_craftsman_there", player=move.player, craftsman=move.craftsman)
        case moves.Barbarian() if target.workshops[WORKSHOPS.index(move.workshop)] is None:
            yield _reason("no_ship_there", player=move.player, workshop=move.workshop)
        case moves.Raider() if not (target.gold and target.mill.total):
            yield _reason("nothing_to_raid", player=move.player)
        case moves.Thief() if not target.mill.of(move.good):
            yield _reason("no_good_there", player=move.player, good=move.good)
        case _:
            pass
