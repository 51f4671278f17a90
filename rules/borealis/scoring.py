"""Final scoring in the six rows of the score sheet, and the ranking."""

from collections import Counter
from typing import NamedTuple

from rules.borealis.components import Components
from rules.borealis.events import Scored
from rules.borealis.score_cards import SCORE_FUNCTIONS, flag_points
from rules.borealis.state import Cards, State
from rules.engine import StepRecorder
from rules.game import Outcome, ScoreRow, Seat

REASONS = ("seventh_card",)
CATEGORIES = ("species", "exploration", "bonus", "score_card", "tokens", "farthest_flag")


class Score(NamedTuple):
    """A player's column of the score sheet."""

    species: int
    exploration: int
    bonus: int
    first_card: int
    second_card: int
    tokens: int

    @property
    def total(self) -> int:
        return sum(self)


def species_points(site: Cards, components: Components) -> int:
    """Return the points for the groups of equal species on one site, neighbours or not."""
    points = components.groups.points
    return sum(points[size] for size in Counter(card.species for card in site).values())


def score(state: State, seat: Seat, components: Components) -> Score:
    player = state.players[seat]
    first, second = state.score_cards
    return Score(
        species=sum(species_points(site, components) for site in player.sites),
        exploration=sum(flag_points(player, components)),
        bonus=sum(card.stars for card in player.cards_in_play),
        first_card=SCORE_FUNCTIONS[first](player, components),
        second_card=SCORE_FUNCTIONS[second](player, components),
        tokens=player.stars,
    )


def emit_scores(state: State, components: Components, recorder: StepRecorder) -> None:
    seats = len(state.players)
    for turn in range(seats):
        seat = (state.first + turn) % seats
        recorder.emit(Scored(seat=seat, points=score(state, seat, components).total))


def outcome(state: State, components: Components) -> Outcome:
    scores = [score(state, seat, components) for seat in range(len(state.players))]
    totals = tuple(column.total for column in scores)
    species, exploration, bonus, first_card, second_card, tokens = zip(*scores, strict=True)
    first, second = state.score_cards
    sheet = (
        ScoreRow("species", species),
        ScoreRow("exploration", exploration),
        ScoreRow("bonus", bonus),
        ScoreRow("score_card", first_card, first),
        ScoreRow("score_card", second_card, second),
        ScoreRow("tokens", tokens),
        *_tie_breaker_row(state, totals),
    )
    return Outcome(REASONS[0], _ranking(state, totals), totals, sheet)


def _tie_breaker_row(state: State, totals: tuple[int, ...]) -> tuple[ScoreRow, ...]:
    """Return a row with the farthest flags if totals are equal; the tokens have a row already."""
    if len(set(totals)) == len(totals):
        return ()
    return (ScoreRow("farthest_flag", tuple(max(player.flags) for player in state.players)),)


def _ranking(state: State, totals: tuple[int, ...]) -> tuple[tuple[Seat, ...], ...]:
    """Rank by total, then by the farthest flag, then by tokens; equal seats share a rank."""
    places: dict[tuple[int, int, int], tuple[Seat, ...]] = {}
    for seat, (total, player) in enumerate(zip(totals, state.players, strict=True)):
        merit = (total, max(player.flags), player.stars)
        places[merit] = (*places.get(merit, ()), seat)
    return tuple(places[merit] for merit in sorted(places, reverse=True))
