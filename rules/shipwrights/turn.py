"""The afternoon: each player in turn makes moves in any order and ends with an empty hand."""

from rules.engine import StepRecorder
from rules.game import Seat
from rules.replace import replace
from rules.shipwrights import market, shipyard, villagers
from rules.shipwrights.components import Components
from rules.shipwrights.evening import asks_at_dusk, begin_evening, choose_at_dusk
from rules.shipwrights.events import HandDiscarded, Passed, TurnEnded, WatchmanLeft, WorkBegan
from rules.shipwrights.moves import DROP, END, Return, ShipwrightsMove
from rules.shipwrights.pieces import KINDS, WATCHMAN, Goods
from rules.shipwrights.state import State


def begin_afternoon(state: State, components: Components, recorder: StepRecorder) -> State:
    if state.backs:
        oak, wool, iron = components.price(state.backs[-1])
        recorder.emit(WorkBegan(oak=oak, wool=wool, iron=iron))
    return begin_turn(replace(state, stage="afternoon"), state.first, components, recorder)


def begin_turn(state: State, seat: Seat, components: Components, recorder: StepRecorder) -> State:
    """Begin a turn: the player's Watchman leaves. A player who can do nothing passes automatically."""
    player = state.players[seat]
    if player.watchmen:
        recorder.emit(WatchmanLeft(seat=seat))
        state = replace(
            state,
            players=state.players_with(seat, player._replace(watchmen=0)),
            discards=(*state.discards, *((WATCHMAN,) * player.watchmen)),
        )
    state = replace(state, stage="afternoon", active=seat)
    # An automatic pass reveals something about this player's hand to the one who moved before.
    if recorder.reveal(is_idle(state, components)):
        recorder.emit(Passed(seat=seat))
        return end_turn(state, components, recorder)
    return state


def end_if_idle(state: State, components: Components, recorder: StepRecorder) -> State:
    """End the turn if nothing else can be done."""
    if state.stage == "afternoon" and is_idle(state, components):
        return end_turn(state, components, recorder)
    return state


def is_idle(state: State, components: Components) -> bool:
    """True if no useful move is left; dropping a tool is never useful."""
    if market.can_buy(state, components):
        return False
    return all(move is END or move is DROP for move in choices(state, components))


def choices(state: State, components: Components) -> tuple[ShipwrightsMove, ...]:
    """Return all moves of the active player."""
    player = state.player
    moves: list[ShipwrightsMove] = [*shipyard.finish_choices(player, components)]
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


def end_turn(state: State, components: Components, recorder: StepRecorder) -> State:
    """Discard the rest of the hand face up, sorted, so that the order does not reveal the set of a card.

    Then the player chooses what to return at night, if the mill exceeds its capacity.
    """
    player = state.player
    cards = tuple(sorted(held.card for held in player.hand))
    if cards:
        recorder.emit(HandDiscarded(seat=state.active, cards=recorder.show(cards)))
    recorder.emit(TurnEnded(seat=state.active))
    state = replace(
        state,
        players=state.players_with(state.active, player._replace(hand=(), discarded=cards)),
        discards=(*state.discards, *cards),
    )
    if asks_at_dusk(state, components):
        player = state.player._replace(returning=Goods())
        return replace(state, stage="dusk", players=state.players_with(state.active, player))
    return _next_turn(state, components, recorder)


def choose_return(state: State, move: Return, components: Components, recorder: StepRecorder) -> State:
    """Store a choice at dusk; once it covers all excess, begin the next turn."""
    state = choose_at_dusk(state, move, components, recorder)
    return state if asks_at_dusk(state, components) else _next_turn(state, components, recorder)


def _next_turn(state: State, components: Components, recorder: StepRecorder) -> State:
    """Begin the next player's turn, or the evening."""
    following = (state.active + 1) % len(state.players)
    if following == state.first:
        return begin_evening(state, components, recorder)
    return begin_turn(state, following, components, recorder)
