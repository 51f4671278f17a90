"""Regrouping: exchange hand cards, then bring the scientists of both camps back to one site."""

from rules.borealis import events, objectives
from rules.borealis.components import Components
from rules.borealis.deck import replace_cards
from rules.borealis.moves import REGROUP, BorealisMove, Gather, Regroup, hand_indices
from rules.borealis.pieces import SITES, Team, species_counts
from rules.borealis.state import LEFT_CAMP, RIGHT_CAMP, State
from rules.borealis.turn import end_turn
from rules.engine import StepRecorder
from rules.replace import replace

EMPTY = Team()


def choices(state: State) -> tuple[BorealisMove, ...]:
    """In the last round no cards are exchanged, because none would be played."""
    return REGROUP[:1] if state.last_round else REGROUP


def regroup(state: State, move: Regroup, components: Components, recorder: StepRecorder) -> State:
    """Exchange cards and take the stars. The site is chosen next, unless the camps are empty."""
    seat, player, supply = state.active, state.player, state.supply
    hand, positions = player.hand, hand_indices(move.cards)
    if positions:
        species = species_counts(hand[place] for place in positions)
        recorder.emit(events.CardsReplaced(seat=seat, cards=len(positions), species=species))
        hand, supply = replace_cards(supply, seat, hand, positions, recorder)
    else:
        recorder.emit(events.Regrouped(seat=seat))
    returning = player.in_camps
    stars = returning * components.stars.returned
    after = replace(
        state,
        phase="gather",
        players=state.players_with(seat, player._replace(hand=hand, stars=player.stars + stars)),
        supply=supply,
    )
    if returning:
        recorder.emit(events.ScientistsReturned(seat=seat, scientists=returning, stars=stars))
        return after
    recorder.emit(events.CampsEmpty(seat=seat))
    return end_turn(objectives.award(after, 0, components, recorder), recorder)


def gather(state: State, move: Gather, components: Components, recorder: StepRecorder) -> State:
    player = state.player
    returning = player.in_camps
    recorder.emit(events.ScientistsGathered(seat=state.active, site=move.site, scientists=returning))
    teams = [*player.teams]
    site = SITES.index(move.site)
    here = (teams[site], player.places[LEFT_CAMP], player.places[RIGHT_CAMP])
    teams[site] = Team(*(sum(colour) for colour in zip(*here, strict=True)))
    left, middle, right = teams
    gathered = player._replace(places=(EMPTY, left, middle, right, EMPTY))
    state = replace(state, players=state.players_with(state.active, gathered))
    return end_turn(objectives.award(state, returning, components, recorder), recorder)
