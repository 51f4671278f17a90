"""Villagers called against opponents, and the Watchman who protects from most of them."""

from collections.abc import Sequence
from typing import Literal

from rules.engine import StepRecorder
from rules.game import Seat
from rules.replace import replace
from rules.shipwrights import events, moves
from rules.shipwrights.components import Components
from rules.shipwrights.hand import discard
from rules.shipwrights.moves import ShipwrightsMove
from rules.shipwrights.pieces import GOODS, MAX_CRAFTSMEN, WORKSHOPS, Craftsman, Goods
from rules.shipwrights.shipyard import ship_in, with_workshop
from rules.shipwrights.state import Player, State

Attacker = Literal["assassin", "barbarian", "conspirator", "raider", "berserker", "thief"]


def choices(state: State, card: Attacker, components: Components) -> list[ShipwrightsMove]:
    """Return a move for every target on which the villager has an effect."""
    if card == "conspirator" and len(state.player.craftsmen) == MAX_CRAFTSMEN:
        return []
    if card == "berserker" and state.player.gold < components.faces[card].gold:
        return []
    return [move for seat, player in _targets(state, card) for move in _moves_against(card, seat, player)]


def _targets(state: State, card: Attacker) -> list[tuple[Seat, Player]]:
    """Return the players without a Watchman, whom only a Berserker ignores; the active player comes last."""
    players = _opponents(state)
    if card in ("assassin", "barbarian"):
        players.append((state.active, state.player))
    return [(seat, player) for seat, player in players if card == "berserker" or not player.watchmen]


def _moves_against(card: Attacker, seat: Seat, player: Player) -> Sequence[ShipwrightsMove]:
    match card:
        case "assassin":
            return [moves.assassin(seat, craftsman) for craftsman in dict.fromkeys(player.craftsmen)]
        case "barbarian":
            workshops = zip(WORKSHOPS, player.workshops, strict=True)
            return [moves.barbarian(seat, workshop) for workshop, ship in workshops if ship is not None]
        case "conspirator":
            return [moves.conspirator(seat, craftsman) for craftsman in dict.fromkeys(player.craftsmen)]
        case "raider":
            return [moves.raider(seat)] if player.gold and player.mill.total else []
        case "berserker":
            return [] if player.tool is None else [moves.berserker(seat)]
        case "thief":
            return [moves.thief(seat, good) for good in GOODS if player.mill.of(good)]


def _opponents(state: State) -> list[tuple[Seat, Player]]:
    """Return the opponents clockwise from the active player, as pictures show them."""
    seats = len(state.players)
    others = ((state.active + step) % seats for step in range(1, seats))
    return [(seat, state.players[seat]) for seat in others]


def kill_craftsman(state: State, move: moves.Assassin, recorder: StepRecorder) -> State:
    recorder.emit(events.CraftsmanKilled(seat=state.active, player=move.player, craftsman=move.craftsman))
    state = discard(state, "assassin")
    target = _without_craftsman(state.players[move.player], move.craftsman)
    return replace(
        state, players=state.players_with(move.player, target), discards=(*state.discards, move.craftsman)
    )


def destroy_ship(state: State, move: moves.Barbarian, recorder: StepRecorder) -> State:
    state = discard(state, "barbarian")
    target = state.players[move.player]
    ship = ship_in(target, move.workshop)
    recorder.emit(events.ShipDestroyed(seat=state.active, player=move.player, ship=ship))
    target = _ask_again(target)._replace(
        workshops=with_workshop(target, WORKSHOPS.index(move.workshop), None)
    )
    return replace(state, players=state.players_with(move.player, target), discards=(*state.discards, ship))


def lure_craftsman(state: State, move: moves.Conspirator, recorder: StepRecorder) -> State:
    recorder.emit(events.CraftsmanLured(seat=state.active, player=move.player, craftsman=move.craftsman))
    state = discard(state, "conspirator")
    target = _without_craftsman(state.players[move.player], move.craftsman)
    state = replace(state, players=state.players_with(move.player, target))
    player = state.player._replace(craftsmen=(*state.player.craftsmen, move.craftsman))
    return replace(state, players=state.players_with(state.active, player))


def raid_loss(target: Player, components: Components) -> int:
    return min(target.gold, target.mill.total * components.faces["raider"].loss)


def raid(state: State, move: moves.Raider, components: Components, recorder: StepRecorder) -> State:
    state = discard(state, "raider")
    target = state.players[move.player]
    loss = raid_loss(target, components)
    recorder.emit(events.Raided(seat=state.active, player=move.player, gold=loss))
    return replace(state, players=state.players_with(move.player, target._replace(gold=target.gold - loss)))


def destroy_tool(
    state: State, move: moves.Berserker, components: Components, recorder: StepRecorder
) -> State:
    price = components.faces["berserker"].gold
    state = discard(state, "berserker")
    player = state.player._replace(gold=state.player.gold - price)
    state = replace(state, players=state.players_with(state.active, player))
    target = state.players[move.player]
    assert target.tool is not None
    recorder.emit(events.ToolDestroyed(seat=state.active, player=move.player, tool=target.tool, gold=price))
    return replace(
        state,
        players=state.players_with(move.player, _ask_again(target)._replace(tool=None, cart=Goods())),
        discards=(*state.discards, target.tool),
    )


def rob(state: State, move: moves.Thief, recorder: StepRecorder) -> State:
    state = discard(state, "thief")
    target = state.players[move.player]
    amount = target.mill.of(move.good)
    recorder.emit(events.Robbed(seat=state.active, player=move.player, good=move.good, amount=amount))
    robbed = target._replace(mill=target.mill.without(move.good))
    state = replace(state, players=state.players_with(move.player, robbed))
    player = state.player._replace(mill=state.player.mill.plus(move.good, amount))
    return replace(state, players=state.players_with(state.active, player))


def lose_to_mercenary(state: State, components: Components, recorder: StepRecorder) -> State:
    """Let every opponent without a Watchman lose gold."""
    loss = components.faces["mercenary"].loss
    for seat, player in _opponents(state):
        if player.watchmen:
            recorder.emit(events.Protected(seat=seat))
            continue
        lost = min(player.gold, loss)
        if lost:
            recorder.emit(events.GoldLost(seat=seat, gold=lost))
            state = replace(state, players=state.players_with(seat, player._replace(gold=player.gold - lost)))
    return state


def _without_craftsman(player: Player, craftsman: Craftsman) -> Player:
    board = list(player.craftsmen)
    board.remove(craftsman)
    return _ask_again(player)._replace(craftsmen=tuple(board))


def _ask_again(player: Player) -> Player:
    """Drop the choice made at dusk: without the lost card the player may want to keep other goods."""
    return player._replace(returning=None)
