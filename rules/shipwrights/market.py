"""Purchases with gold and workers: resources at the day's price, tools, buildings."""

from rules.engine import StepRecorder
from rules.replace import replace
from rules.shipwrights import events, moves
from rules.shipwrights.components import Components
from rules.shipwrights.hand import without
from rules.shipwrights.moves import ShipwrightsMove
from rules.shipwrights.pieces import GOODS, TRADE_CART, Card, Goods
from rules.shipwrights.state import Player, State


def can_buy(state: State, components: Components) -> bool:
    player, purchase = state.player, components.purchase
    return player.gold >= purchase.gold and player.workers >= purchase.workers and bool(state.backs)


def choices(state: State, components: Components) -> list[ShipwrightsMove]:
    """Return the purchases. The cost is fixed; the top back of the deck determines the amounts."""
    player = state.player
    if not can_buy(state, components):
        return []
    found: list[ShipwrightsMove] = []
    for good in GOODS:
        if player.cart.of(good):
            found.append(moves.BUY_WITH_CART[good])
        found.append(moves.BUY[good])
    return found


def buy(state: State, move: moves.Buy, components: Components, recorder: StepRecorder) -> State:
    player, purchase = state.player, components.purchase
    amount = components.price(state.backs[-1]).of(move.good)
    recorder.emit(
        events.GoodsBought(
            seat=state.active, good=move.good, amount=amount, gold=purchase.gold, workers=purchase.workers
        )
    )
    player = player._replace(
        gold=player.gold - purchase.gold,
        workers=player.workers - purchase.workers,
        mill=player.mill.plus(move.good, amount),
    )
    state = replace(state, players=state.players_with(state.active, player))
    return _unload_cart(state, move, recorder) if move.cart else state


def _unload_cart(state: State, move: moves.Buy, recorder: StepRecorder) -> State:
    """Take the resource of the kind just bought from the cart; an empty cart is discarded."""
    player = state.player
    recorder.emit(events.CartUnloaded(seat=state.active, good=move.good))
    player = player._replace(mill=player.mill.plus(move.good, 1), cart=player.cart.plus(move.good, -1))
    if player.cart.total:
        return replace(state, players=state.players_with(state.active, player))
    recorder.emit(events.CartEmpty(seat=state.active))
    return discard_tool(replace(state, players=state.players_with(state.active, player)))


def discard_tool(state: State) -> State:
    """Discard the active player's tool. Resources on it go back to the supply."""
    player = state.player
    assert player.tool is not None
    return replace(
        state,
        players=state.players_with(state.active, player._replace(tool=None, cart=Goods())),
        discards=(*state.discards, player.tool),
    )


def drop_tool(state: State, recorder: StepRecorder) -> State:
    tool = state.player.tool
    assert tool is not None
    recorder.emit(events.ToolGivenUp(seat=state.active, tool=tool))
    return discard_tool(state)


def tool_choices(player: Player, card: Card, components: Components) -> list[ShipwrightsMove]:
    return [moves.BUY_TOOL[card]] if player.gold >= components.faces[card].gold else []


def buy_tool(state: State, move: moves.BuyTool, components: Components, recorder: StepRecorder) -> State:
    """Buy a tool. There is room for only one: the old one is dropped first."""
    if state.player.tool is not None:
        state = drop_tool(state, recorder)
    face, player = components.faces[move.card], state.player
    recorder.emit(events.ToolBought(seat=state.active, tool=move.card, gold=face.gold))
    player = player._replace(
        gold=player.gold - face.gold,
        hand=without(player.hand, move.card),
        tool=move.card,
        cart=face.goods if move.card == TRADE_CART else Goods(),
    )
    return replace(state, players=state.players_with(state.active, player))


def building_choices(player: Player, card: Card, components: Components) -> list[ShipwrightsMove]:
    """A player may have one of each building."""
    face = components.faces[card]
    affordable = player.gold >= face.gold and player.workers >= face.workers
    return [moves.BUILD[card]] if affordable and card not in player.buildings else []


def build(state: State, move: moves.Build, components: Components, recorder: StepRecorder) -> State:
    face, player = components.faces[move.card], state.player
    recorder.emit(events.BuildingBuilt(seat=state.active, building=move.card))
    player = player._replace(
        gold=player.gold - face.gold,
        workers=player.workers - face.workers,
        hand=without(player.hand, move.card),
        buildings=(*player.buildings, move.card),
    )
    return replace(state, players=state.players_with(state.active, player))
