"""The objective cards: their conditions, and the stars for meeting one while it is in the game."""

from collections import Counter
from collections.abc import Callable

from rules.borealis.components import Components
from rules.borealis.events import ObjectiveGone, ObjectiveReached
from rules.borealis.pieces import COLOURS, ObjectiveKey
from rules.borealis.state import LEFT_CAMP, RIGHT_CAMP, Objective, Player, State
from rules.engine import StepRecorder
from rules.replace import replace

Condition = Callable[[Player, int, int], bool]
"""condition(player, number on the card, scientists just brought back) -> True if it is met."""


def balanced_ecosystem(player: Player, number: int, _: int) -> bool:
    """At least `number` cards on every site."""
    return min(map(len, player.sites)) >= number


def richness_of_nature(player: Player, number: int, _: int) -> bool:
    """At least `number` cards on one site."""
    return max(map(len, player.sites)) >= number


def spotting_list(player: Player, number: int, _: int) -> bool:
    """At least `number` different species in play."""
    return len({card.species for card in player.cards_in_play}) >= number


def favorite_research_object(player: Player, number: int, _: int) -> bool:
    """At least `number` cards of one species on all sites together."""
    return _most_frequent([card.species for card in player.cards_in_play]) >= number


def specialists_retreat(player: Player, number: int, _: int) -> bool:
    """At least `number` scientists of one colour in both camps together."""
    left, right = player.places[LEFT_CAMP], player.places[RIGHT_CAMP]
    return any(left[column] + right[column] >= number for column in range(len(COLOURS)))


def comparing_notes(player: Player, number: int, _: int) -> bool:
    """At least `number` scientists in one camp."""
    return max(sum(player.places[LEFT_CAMP]), sum(player.places[RIGHT_CAMP])) >= number


def morning_shift(_: Player, number: int, returned: int) -> bool:
    """At least `number` scientists brought back by one regrouping."""
    return returned >= number


def splitting_up(player: Player, number: int, _: int) -> bool:
    """At most `number` scientists on every site."""
    return max(map(sum, player.teams)) <= number


def organized_expedition(player: Player, number: int, _: int) -> bool:
    """At least `number` cards in play with one vehicle."""
    return _most_frequent([card.vehicle for card in player.cards_in_play]) >= number


def combing_the_area(player: Player, number: int, _: int) -> bool:
    """All flags at least `number` spaces from the start."""
    return min(player.flags) >= number


def bold_explorers(player: Player, number: int, _: int) -> bool:
    """One flag at least `number` spaces from the start."""
    return max(player.flags) >= number


def promising_direction(player: Player, number: int, _: int) -> bool:
    """One flag at least `number` spaces ahead of another."""
    return max(player.flags) - min(player.flags) >= number


def _most_frequent(icons: list[str]) -> int:
    return max(Counter(icons).values(), default=0)


CONDITIONS: dict[ObjectiveKey, Condition] = {
    "balanced_ecosystem": balanced_ecosystem,
    "richness_of_nature": richness_of_nature,
    "spotting_list": spotting_list,
    "favorite_research_object": favorite_research_object,
    "specialists_retreat": specialists_retreat,
    "comparing_notes": comparing_notes,
    "morning_shift": morning_shift,
    "splitting_up": splitting_up,
    "organized_expedition": organized_expedition,
    "combing_the_area": combing_the_area,
    "bold_explorers": bold_explorers,
    "promising_direction": promising_direction,
}


def is_met(card: ObjectiveKey, player: Player, returned: int, components: Components) -> bool:
    return CONDITIONS[card](player, components.objectives.of(card).number, returned)


def award(state: State, returned: int, components: Components, recorder: StepRecorder) -> State:
    """Give the active player, after the whole action, the stars of every open objective they now meet."""
    for place, objective in enumerate(state.objectives):
        if not objective.open or state.active in objective.reached_by:
            continue
        if is_met(objective.card, state.player, returned, components):
            state = _award(state, place, objective, components.stars.objective, recorder)
    return state


def _award(state: State, place: int, objective: Objective, stars: int, recorder: StepRecorder) -> State:
    seat, player = state.active, state.player
    recorder.emit(ObjectiveReached(seat=seat, objective=objective.card, stars=stars))
    rewarded = player._replace(stars=player.stars + stars, objectives=(*player.objectives, objective.card))
    return replace(
        state,
        players=state.players_with(seat, rewarded),
        objectives=_objectives_with(
            state, place, objective._replace(reached_by=(*objective.reached_by, seat))
        ),
    )


def remove_reached(state: State, recorder: StepRecorder) -> State:
    """At the end of a round, remove the objectives that were reached in it."""
    for place, objective in enumerate(state.objectives):
        if objective.open and objective.reached_by:
            recorder.emit(ObjectiveGone(objective=objective.card))
            state = replace(state, objectives=_objectives_with(state, place, objective._replace(open=False)))
    return state


def _objectives_with(
    state: State, place: int, objective: Objective
) -> tuple[Objective, Objective, Objective]:
    animal, scientist, vehicle = state.objectives
    if place == 0:
        return objective, scientist, vehicle
    return (animal, objective, vehicle) if place == 1 else (animal, scientist, objective)
