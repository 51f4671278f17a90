"""Final scoring of Runes, and the ranking."""

from rules.game import Outcome, ScoreRow
from tests.example_game.rules.components import Components
from tests.example_game.rules.state import State

REASONS = ("hands_empty",)
CATEGORIES = ("stones", "unused_cast")


def sheet(state: State, components: Components) -> tuple[ScoreRow, ...]:
    points = components.points
    return (
        ScoreRow("stones", tuple(points.stone * len(player.taken) for player in state.players)),
        ScoreRow("unused_cast", tuple(points.unused_cast * player.may_cast for player in state.players)),
    )


def current_scores(state: State, components: Components) -> tuple[int, ...]:
    return tuple(map(sum, zip(*(row.points for row in sheet(state, components)), strict=True)))


def outcome(state: State, components: Components) -> Outcome:
    """Equal points share a rank."""
    totals = current_scores(state, components)
    ranking = tuple(
        tuple(seat for seat, total in enumerate(totals) if total == points)
        for points in sorted(set(totals), reverse=True)
    )
    return Outcome(REASONS[0], ranking, totals, sheet(state, components))
