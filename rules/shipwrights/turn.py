"""The afternoon: each player in turn does what he will, in any order, and ends with an empty hand."""

from dataclasses import replace

from rules.engine import Happening
from rules.game import Seat
from rules.shipwrights import market, shipyard, villagers
from rules.shipwrights.components import Components
from rules.shipwrights.evening import begin_evening
from rules.shipwrights.events import HandDiscarded, Passed, TurnEnded, WatchmanLeft, WorkBegan
from rules.shipwrights.moves import DROP, END, ShipwrightsMove
from rules.shipwrights.pieces import KINDS, WATCHMAN
from rules.shipwrights.state import State


def begin_afternoon(state: State, components: Components, happening: Happening) -> State:
    if state.backs:
        oak, wool, iron = components.price(state.backs[-1])
        happening.tell(WorkBegan(oak=oak, wool=wool, iron=iron))
    return begin_turn(replace(state, stage="afternoon"), state.first, components, happening)


def begin_turn(state: State, seat: Seat, components: Components, happening: Happening) -> State:
    """The Watchman of this player leaves. A player who can do nothing is not kept waiting for."""
    player = state.players[seat]
    if player.watchmen:
        happening.tell(WatchmanLeft(seat=seat))
        state = replace(
            state,
            players=state.players_with(seat, player._replace(watchmen=0)),
            discards=(*state.discards, *((WATCHMAN,) * player.watchmen)),
        )
    state = replace(state, active=seat)
    if choices(state, components) == (END,):
        happening.tell(Passed(seat=seat))
        return end(state, components, happening)
    return state


def choices(state: State, components: Components) -> tuple[ShipwrightsMove, ...]:
    """Everything the active player may do; what is left of his hand is discarded when he ends his turn."""
    player = state.player
    moves = [*shipyard.finish_choices(player, components)]
    for card in dict.fromkeys(held.card for held in player.hand):
        match KINDS[card]:
            case "ship":
                moves += shipyard.lay_choices(player, card)
            case "craftsman":
                moves += shipyard.hire_choices(player, card)
            case "villager":
                moves += villagers.choices(state, card, components)
            case "tool":
                moves += market.tool_choices(player, card, components)
            case "building":
                moves += market.building_choices(player, card, components)
    moves += market.choices(state, components)
    if player.tool is not None:
        moves.append(DROP)
    moves.append(END)
    return tuple(moves)


def end(state: State, components: Components, happening: Happening) -> State:
    """The rest of the hand is shown and discarded; then it is the next player's turn, or evening."""
    player = state.player
    cards = happening.reveal(tuple(held.card for held in player.hand))
    if cards:
        happening.tell(HandDiscarded(seat=state.active, cards=cards))
    happening.tell(TurnEnded(seat=state.active))
    state = replace(
        state,
        players=state.players_with(state.active, player._replace(hand=(), discarded=cards)),
        discards=(*state.discards, *cards),
    )
    following = (state.active + 1) % len(state.players)
    if following == state.first:
        return begin_evening(state, components, happening)
    return begin_turn(state, following, components, happening)
