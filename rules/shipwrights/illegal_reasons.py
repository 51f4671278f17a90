"""Why something cannot be done now, from what its player may know."""

from collections.abc import Iterator, Mapping

from rules.game import Phrase, Seat
from rules.shipwrights import attacks, turn
from rules.shipwrights.components import Components, Face
from rules.shipwrights.market import can_buy
from rules.shipwrights.morning import set_before
from rules.shipwrights.moves import (
    BUILD,
    BUY,
    BUY_TOOL,
    HIRE,
    LAY,
    Assassin,
    Barbarian,
    Berserker,
    Build,
    Buy,
    BuyTool,
    Call,
    Conspirator,
    Drop,
    Finish,
    Hire,
    Lay,
    Pick,
    Raider,
    Sage,
    ShipwrightsMove,
    Stock,
    Thief,
    card_of,
)
from rules.shipwrights.pieces import GOODS, PLACES_FOR_CRAFTSMEN, WORKSHOPS, Card, Goods
from rules.shipwrights.state import Phase, Player, State

OTHER_PHASE: dict[Phase, str] = {
    "stock": "stock_first",
    "morning": "pick_first",
    "chieftain": "keep_first",
    "trader": "trader_first",
    "dusk": "return_first",
    "night": "return_first",
}
"""What comes first, in a phase in which nothing else can be done."""


def _not(key: str, **values: str | int) -> Phrase:
    return Phrase(key=f"not.{key}", values=values)


def illegal_reason(state: State, seat: Seat, move: ShipwrightsMove, components: Components) -> Phrase | None:
    """Why this player cannot make a move that is not legal."""
    if isinstance(move, Pick) and state.stage == "morning" and set_before(state, seat) is not None:
        return _not("not_in_set", card=move.card)
    if state.stage in OTHER_PHASE:
        return _not(OTHER_PHASE[state.stage])
    if state.stage != "afternoon" or seat != state.active:
        return None
    return next(_against(state, move, components), None)


def blocked_kinds(state: State, seat: Seat, components: Components) -> Mapping[str, Phrase]:
    """The kinds of move that a hand or a workshop suggests and that are not to be had this moment."""
    if state.stage != "afternoon" or seat != state.active:
        return {}
    legal = {move.kind for move in turn.choices(state, components)}
    found: dict[str, Phrase] = {}
    for kind, reason in _suggested(state, components):
        if kind not in legal and kind not in found:
            found[kind] = reason
    return found


def _suggested(state: State, components: Components) -> Iterator[tuple[str, Phrase]]:
    player = state.player
    unfinished = [[*_lacks(player, components.faces[ship])] for ship in player.workshops if ship is not None]
    if unfinished:
        # The ship that wants least is the one people think of; a tool in hand may stand in for a resource.
        for reason in min(unfinished, key=len):
            yield "finish", reason
    if not can_buy(state, components):
        yield from (("buy", reason) for reason in _against(state, BUY["oak"], components))
    for card in dict.fromkeys(held.card for held in player.hand):
        yield from _of_card(state, card, components)


def _of_card(state: State, card: Card, components: Components) -> Iterator[tuple[str, Phrase]]:
    makers: tuple[tuple[str, Mapping[Card, ShipwrightsMove]], ...] = (
        ("lay", {**LAY}),
        ("hire", {**HIRE}),
        ("tool", {**BUY_TOOL}),
        ("build", {**BUILD}),
    )
    for kind, moves in makers:
        if card in moves:
            yield from ((kind, reason) for reason in _against(state, moves[card], components))
    match card:
        case "assassin" | "barbarian" | "conspirator" | "raider" | "berserker" | "thief":
            if not attacks.choices(state, card, components):
                yield card, _no_target(state, card, components)
        case "sage" if len(state.player.hand) == 1:
            yield card, _not("sage_alone")
        case "trader" if not (state.player.workers or state.player.mill.total):
            yield "call", _not("nothing_to_trade")
        case _:
            pass


def _no_target(state: State, card: Card, components: Components) -> Phrase:
    if card == "conspirator" and len(state.player.craftsmen) == PLACES_FOR_CRAFTSMEN:
        return _not("places")
    face = components.faces[card]
    if card == "berserker" and state.player.gold < face.gold:
        return _not("gold", gold=face.gold, has=state.player.gold)
    return _not("no_target", card=card)


# What stands against a single move, the first reason first


def _against(state: State, move: ShipwrightsMove, components: Components) -> Iterator[Phrase]:
    player, faces = state.player, components.faces
    card = card_of(move)
    if card is not None and all(held.card != card for held in player.hand):
        yield _not("not_in_hand", card=card)
        return
    match move:
        case Stock() | Pick():
            yield _not("morning_over")
        case Buy():
            yield from _unpaid(player, components.purchase.gold, components.purchase.workers)
            if move.cart and not player.cart.of(move.good):
                yield _not("cart", good=move.good)
        case BuyTool():
            yield from _unpaid(player, faces[move.card].gold)
        case Drop():
            yield _not("no_tool")
        case Hire() if len(player.craftsmen) == PLACES_FOR_CRAFTSMEN:
            yield _not("places")
        case Lay() if None not in player.workshops:
            yield _not("workshops")
        case Build():
            if move.card in player.buildings:
                yield _not("built", card=move.card)
            yield from _unpaid(player, faces[move.card].gold, faces[move.card].workers)
        case Finish():
            yield from _unfinished(player, move, components)
        case Call(card="trader"):
            yield _not("nothing_to_trade")
        case Sage():
            yield from _useless_sage(player, move)
        case _:
            yield from _no_strike(state, move, components)


def _unpaid(player: Player, gold: int, workers: int = 0) -> Iterator[Phrase]:
    if player.gold < gold:
        yield _not("gold", gold=gold, has=player.gold)
    if player.workers < workers:
        yield _not("workers", workers=workers, has=player.workers)


def _lacks(player: Player, ship: Face, goods: Goods | None = None) -> Iterator[Phrase]:
    """What a ship wants, craftsmen first: they are the hardest to get."""
    there = [*player.craftsmen, *(held.card for held in player.hand)]
    for craftsman in ship.craftsmen:
        if craftsman in there:
            there.remove(craftsman)
        else:
            yield _not("craftsman", ship=ship.card, craftsman=craftsman)
    needed = ship.goods if goods is None else goods
    for good in GOODS:
        amount = needed.of(good) - player.mill.of(good)
        if amount > 0:
            yield _not("goods", ship=ship.card, amount=amount, good=good)
    yield from _unpaid(player, ship.gold, ship.workers)


def _unfinished(player: Player, move: Finish, components: Components) -> Iterator[Phrase]:
    key = player.workshops[WORKSHOPS.index(move.workshop)]
    if key is None:
        yield _not("empty_workshop", workshop=move.workshop)
        return
    ship = components.faces[key]
    spares = None if player.tool is None else components.faces[player.tool].spares
    if move.tool and (spares is None or not ship.goods.of(spares)):
        yield _not("useless_tool", ship=key)
        return
    goods = ship.goods.without(spares) if move.tool and spares is not None else ship.goods
    yield from _lacks(player, ship, goods)
    yield _not("other_place")


def _useless_sage(player: Player, move: Sage) -> Iterator[Phrase]:
    if len(player.hand) == 1:
        yield _not("sage_alone")
    held = [each.card for each in player.hand]
    for card in (move.first, move.second):
        if card != "none" and card not in held:
            yield _not("not_in_hand", card=card)


def _no_strike(state: State, move: ShipwrightsMove, components: Components) -> Iterator[Phrase]:
    """Why a villager is not called against that player."""
    match move:
        case Assassin() | Barbarian() | Conspirator() | Raider() | Berserker() | Thief():
            pass
        case _:
            return
    if move.player >= len(state.players):
        return
    target, own = state.players[move.player], move.player == state.active
    if own and not isinstance(move, Assassin | Barbarian):
        yield _not("yourself", card=move.kind)
    if target.watchmen and not isinstance(move, Berserker):
        yield _not("watchman", player=move.player)
    match move:
        case Conspirator() if len(state.player.craftsmen) == PLACES_FOR_CRAFTSMEN:
            yield _not("places")
        case Berserker():
            yield from _unpaid(state.player, components.faces["berserker"].gold)
            if target.tool is None:
                yield _not("no_tool_there", player=move.player)
        case _:
            pass
    match move:
        case Assassin() | Conspirator() if move.craftsman not in target.craftsmen:
            yield _not("no_craftsman_there", player=move.player, craftsman=move.craftsman)
        case Barbarian() if target.workshops[WORKSHOPS.index(move.workshop)] is None:
            yield _not("no_ship_there", player=move.player, workshop=move.workshop)
        case Raider() if not (target.gold and target.mill.total):
            yield _not("nothing_to_raid", player=move.player)
        case Thief() if not target.mill.of(move.good):
            yield _not("no_good_there", player=move.player, good=move.good)
        case _:
            pass
