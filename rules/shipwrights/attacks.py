"""Villagers called against opponents, and the Watchman who protects from most of them."""

from typing import Literal

from rules.engine import StepRecorder
from rules.game import Seat
from rules.replace import replace
from rules.shipwrights.components import Components
from rules.shipwrights.events import (
    CraftsmanKilled,
    CraftsmanLured,
    GoldLost,
    Protected,
    Raided,
    Robbed,
    ShipDestroyed,
    ToolDestroyed,
)
from rules.shipwrights.hand import discard
from rules.shipwrights.moves import (
    Assassin,
    Barbarian,
    Berserker,
    Conspirator,
    Raider,
    ShipwrightsMove,
    Thief,
    assassin,
    barbarian,
    berserker,
    conspirator,
    raider,
    thief,
)
from rules.shipwrights.pieces import GOODS, MAX_CRAFTSMEN, WORKSHOPS, Craftsman, Goods
from rules.shipwrights.shipyard import ship_in, with_workshop
from rules.shipwrights.state import Player, State

Attacker = Literal["assassin", "barbarian", "conspirator", "raider", "berserker", "thief"]


def choices(state: State, card: Attacker, components: Components) -> list[ShipwrightsMove]:
    """Return a move for every target on which the villager has an effect. A Berserker ignores a Watchman."""
    match card:
        case "assassin":
            return _assassin_choices(state)
        case "barbarian":
            return _barbarian_choices(state)
        case "conspirator":
            return _conspirator_choices(state)
        case "raider":
            return [
                raider(seat)
                for seat, player in _opponents(state)
                if not player.watchmen and player.gold and player.mill.total
            ]
        case "berserker":
            if state.player.gold < components.faces[card].gold:
                return []
            return [berserker(seat) for seat, player in _opponents(state) if player.tool is not None]
        case "thief":
            return [
                thief(seat, good)
                for seat, player in _opponents(state)
                if not player.watchmen
                for good in GOODS
                if player.mill.of(good)
            ]


def _opponents(state: State) -> list[tuple[Seat, Player]]:
    """Return the opponents clockwise from the active player, as pictures show them."""
    seats = len(state.players)
    others = ((state.active + step) % seats for step in range(1, seats))
    return [(seat, state.players[seat]) for seat in others]


def _all_players(state: State) -> list[tuple[Seat, Player]]:
    """Return all players. The active one comes last, as the least likely target."""
    return [*_opponents(state), (state.active, state.player)]


def _assassin_choices(state: State) -> list[ShipwrightsMove]:
    return [
        assassin(seat, craftsman)
        for seat, player in _all_players(state)
        if not player.watchmen
        for craftsman in dict.fromkeys(player.craftsmen)
    ]


def _barbarian_choices(state: State) -> list[ShipwrightsMove]:
    return [
        barbarian(seat, workshop)
        for seat, player in _all_players(state)
        if not player.watchmen
        for workshop, ship in zip(WORKSHOPS, player.workshops, strict=True)
        if ship is not None
    ]


def _conspirator_choices(state: State) -> list[ShipwrightsMove]:
    if len(state.player.craftsmen) == MAX_CRAFTSMEN:
        return []
    return [
        conspirator(seat, craftsman)
        for seat, player in _opponents(state)
        if not player.watchmen
        for craftsman in dict.fromkeys(player.craftsmen)
    ]


def kill_craftsman(state: State, move: Assassin, recorder: StepRecorder) -> State:
    recorder.emit(CraftsmanKilled(seat=state.active, player=move.player, craftsman=move.craftsman))
    state = discard(state, "assassin")
    target = _without_craftsman(state.players[move.player], move.craftsman)
    return replace(
        state,
        players=state.players_with(move.player, target),
        discards=(*state.discards, move.craftsman),
    )


def destroy_ship(state: State, move: Barbarian, recorder: StepRecorder) -> State:
    state = discard(state, "barbarian")
    target = state.players[move.player]
    ship = ship_in(target, move.workshop)
    recorder.emit(ShipDestroyed(seat=state.active, player=move.player, ship=ship))
    target = target._replace(workshops=with_workshop(target, WORKSHOPS.index(move.workshop), None))
    return replace(state, players=state.players_with(move.player, target), discards=(*state.discards, ship))


def lure_craftsman(state: State, move: Conspirator, recorder: StepRecorder) -> State:
    recorder.emit(CraftsmanLured(seat=state.active, player=move.player, craftsman=move.craftsman))
    state = discard(state, "conspirator")
    target = _without_craftsman(state.players[move.player], move.craftsman)
    state = replace(state, players=state.players_with(move.player, target))
    player = state.player._replace(craftsmen=(*state.player.craftsmen, move.craftsman))
    return replace(state, players=state.players_with(state.active, player))


def raid_loss(target: Player, components: Components) -> int:
    return min(target.gold, target.mill.total * components.faces["raider"].loss)


def raid(state: State, move: Raider, components: Components, recorder: StepRecorder) -> State:
    state = discard(state, "raider")
    target = state.players[move.player]
    loss = raid_loss(target, components)
    recorder.emit(Raided(seat=state.active, player=move.player, gold=loss))
    return replace(state, players=state.players_with(move.player, target._replace(gold=target.gold - loss)))


def destroy_tool(state: State, move: Berserker, components: Components, recorder: StepRecorder) -> State:
    price = components.faces["berserker"].gold
    state = discard(state, "berserker")
    player = state.player._replace(gold=state.player.gold - price)
    state = replace(state, players=state.players_with(state.active, player))
    target = state.players[move.player]
    assert target.tool is not None
    recorder.emit(ToolDestroyed(seat=state.active, player=move.player, tool=target.tool, gold=price))
    return replace(
        state,
        players=state.players_with(move.player, target._replace(tool=None, cart=Goods())),
        discards=(*state.discards, target.tool),
    )


def rob(state: State, move: Thief, recorder: StepRecorder) -> State:
    state = discard(state, "thief")
    target = state.players[move.player]
    amount = target.mill.of(move.good)
    recorder.emit(Robbed(seat=state.active, player=move.player, good=move.good, amount=amount))
    robbed = target._replace(mill=target.mill.without(move.good))
    state = replace(state, players=state.players_with(move.player, robbed))
    player = state.player._replace(mill=state.player.mill.plus(move.good, amount))
    return replace(state, players=state.players_with(state.active, player))


def lose_to_mercenary(state: State, components: Components, recorder: StepRecorder) -> State:
    """Let every opponent without a Watchman lose gold."""
    loss = components.faces["mercenary"].loss
    for seat, player in _opponents(state):
        if player.watchmen:
            recorder.emit(Protected(seat=seat))
            continue
        lost = min(player.gold, loss)
        if lost:
            recorder.emit(GoldLost(seat=seat, gold=lost))
            state = replace(state, players=state.players_with(seat, player._replace(gold=player.gold - lost)))
    return state


def _without_craftsman(player: Player, craftsman: Craftsman) -> Player:
    board = list(player.craftsmen)
    board.remove(craftsman)
    return player._replace(craftsmen=tuple(board))
