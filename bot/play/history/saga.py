"""The saga of a finished game as values: lead changes, swings, comebacks. Texts are in the views."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest

from bot.play.history.story import Replay
from rules.game import AnyGame, Outcome, Phrase, Seat

Scores = tuple[int, ...]
WinProbabilities = tuple[float, ...]

COMEBACK_POINTS = 5  # Minimum deficit of a comeback.
CLOSE_SHARE = 0.05  # Of the winner's points; a lead of one point is always close.
DECISIVE_PERCENT = 10  # Minimum rise of the winner's win probability in a decisive turn.
MIN_EVALUATIONS = 4


@dataclass(frozen=True, slots=True)
class Turn:
    """Consecutive moves of one seat, and all scores after them. The deal is turn 0 and has no seat.

    `label` is how the table counts it, None if it does not.
    """

    number: int
    seat: Seat | None
    scores: Scores
    label: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Gap:
    """The difference in points between two seats after a turn."""

    turn: int
    ahead: Seat
    behind: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Swing:
    """The points a seat gained in one turn."""

    turn: int
    seat: Seat
    points: int


def scored_turns(game: AnyGame, replay: Replay) -> tuple[Turn, ...]:
    """The scores after the deal and after each turn; empty if the game has no running scores."""
    if not game.current_scores(replay.before):
        return ()
    moves = [replayed for replayed in replay.entries if replayed.entry.kind == "move"]
    turns = [Turn(0, None, game.current_scores(replay.before))]
    alone, before = len(turns[0].scores) == 1, replay.before
    for replayed, following in zip_longest(moves, moves[1:]):
        passed_on = following is None or following.entry.seat != replayed.entry.seat
        if passed_on or (alone and replayed.entry.barrier):
            scores, label = game.current_scores(replayed.state), game.turn_label(before)
            turns.append(Turn(len(turns), replayed.entry.seat, scores, label))
            before = replayed.state
    return tuple(turns)


def leader(scores: Scores) -> Seat | None:
    """The seat with the most points, or None on a tie.

    >>> leader((3, 5, 4)), leader((5, 5))
    (1, None)
    """
    most = max(scores)
    ahead = [seat for seat, points in enumerate(scores) if points == most]
    return ahead[0] if len(ahead) == 1 else None


def lead_changes(turns: Sequence[Turn]) -> int:
    """The number of times the lead passed to another seat, directly or through a tie."""
    leaders = [seat for turn in turns if (seat := leader(turn.scores)) is not None]
    return sum(one != other for one, other in pairwise(leaders))


def lead_for_good(turns: Sequence[Turn]) -> Turn | None:
    """The first turn of the final leader's unbroken lead, or None if the game ended in a tie."""
    last = leader(turns[-1].scores)
    since = None
    for turn in reversed(turns):
        if last is None or leader(turn.scores) != last:
            break
        since = turn
    return since


def biggest_swing(turns: Sequence[Turn]) -> Swing | None:
    """The largest gain of a seat in its own turn; the first of equal ones. None if there was no gain."""
    swings = [
        Swing(turn.number, turn.seat, turn.scores[turn.seat] - before.scores[turn.seat])
        for before, turn in pairwise(turns)
        if turn.seat is not None
    ]
    best = max(swings, key=lambda swing: swing.points, default=None)
    return best if best and best.points > 0 else None


def worst_gap(turns: Sequence[Turn], seat: Seat) -> Gap | None:
    """The largest deficit of that seat to the leader after a turn.

    A game that was played on from another may begin with one, but the start is no turn.
    """
    gaps = [
        Gap(turn.number, turn.scores.index(max(turn.scores)), seat, max(turn.scores) - points)
        for turn in turns[1:]
        if (points := turn.scores[seat]) < max(turn.scores)
    ]
    return max(gaps, key=lambda gap: gap.points, default=None)


def closest_call(turns: Sequence[Turn]) -> Gap | None:
    """The smallest lead of the final leader between taking it for good and the last turn."""
    since = lead_for_good(turns)
    if since is None:
        return None
    gaps = [gap for turn in turns[since.number + 1 : -1] if (gap := _lead(turn)) is not None]
    return min(gaps, key=lambda gap: gap.points, default=None)


def final_gap(outcome: Outcome) -> Gap | None:
    """The lead of the winner over the runner-up; None if the win is shared, solo or without totals."""
    if len(outcome.ranking) < 2 or not outcome.totals or len(outcome.ranking[0]) != 1:
        return None
    (first,), (second, *_) = outcome.ranking[:2]
    return Gap(-1, first, second, outcome.totals[first] - outcome.totals[second])


def is_close(points: int, of: int) -> bool:
    return points <= max(1, of * CLOSE_SHARE)


def _lead(turn: Turn) -> Gap | None:
    first = leader(turn.scores)
    if first is None or len(turn.scores) == 1:
        return None
    others = [seat for seat in range(len(turn.scores)) if seat != first]
    second = max(others, key=lambda seat: turn.scores[seat])
    return Gap(turn.number, first, second, turn.scores[first] - turn.scores[second])


@dataclass(frozen=True, slots=True)
class SagaLine:
    """One line of a saga before it becomes text; `who` and `other` are seats."""

    kind: str
    who: tuple[Seat, ...] = ()
    other: Seat | None = None
    numbers: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn, and the chances of the later winner before and after it, in percent."""

    turn: int
    winner: Seat
    before: int
    after: int


def saga_lines(
    turns: Sequence[Turn], outcome: Outcome, win_probabilities: Sequence[WinProbabilities] = ()
) -> tuple[SagaLine, ...]:
    """Return at most three lines, or none if the game has no running scores.

    The win probabilities are those of all seats after each turn, if the game was evaluated.
    """
    if not turns:
        return ()
    turning = _decision_line(win_probabilities, outcome) or _swing_line(turns)
    lines = (_lead_line(turns, outcome), turning, _end_line(turns, outcome))
    return tuple(line for line in lines if line is not None)


def turning_point(win_probabilities: Sequence[WinProbabilities], outcome: Outcome) -> TurningPoint | None:
    """Return the turn that raised the winner's win probability most, if it is decisive."""
    if len(win_probabilities) < MIN_EVALUATIONS or len(outcome.ranking) < 2 or len(outcome.ranking[0]) != 1:
        return None
    winner = outcome.ranking[0][0]
    # The last turn brings the final scores, which have a line of their own.
    percentages = [round(100 * each[winner]) for each in win_probabilities[:-1]]
    rises = [(after - before, -turn) for turn, (before, after) in enumerate(pairwise(percentages), start=1)]
    rise, turn = max(rises)
    if rise < DECISIVE_PERCENT:
        return None
    return TurningPoint(-turn, winner, percentages[-turn - 1], percentages[-turn])


def _decision_line(win_probabilities: Sequence[WinProbabilities], outcome: Outcome) -> SagaLine | None:
    found = turning_point(win_probabilities, outcome)
    if found is None:
        return None
    numbers = {"turn": found.turn, "before": found.before, "after": found.after}
    return SagaLine("decided", (found.winner,), numbers=numbers)


def _lead_line(turns: Sequence[Turn], outcome: Outcome) -> SagaLine | None:
    if len(turns[-1].scores) == 1:
        return None
    if not outcome.totals or not outcome.ranking:
        first = leader(turns[-1].scores)
        if first is None:
            return SagaLine("broken_off_level")
        return SagaLine("broken_off", (first,), numbers={"n": turns[-1].scores[first]})
    since, last = lead_for_good(turns), leader(turns[-1].scores)
    if since is None or last is None:
        return SagaLine("lead_open")
    if last not in outcome.ranking[0]:
        return None  # The leader resigned.
    changes = lead_changes(turns)
    # A lead from the deal on counts from turn 1, since players do not count the deal.
    numbers = {"turn": max(1, since.number), "n": changes}
    kind = ("lead_kept", "lead_changed_once", "lead_changed")[min(changes, 2)]
    return SagaLine(kind, (last,), numbers=numbers)


def _swing_line(turns: Sequence[Turn]) -> SagaLine | None:
    swing = biggest_swing(turns)
    if swing is None:
        return None
    return SagaLine("swing", (swing.seat,), numbers={"turn": swing.turn, "n": swing.points})


def _end_line(turns: Sequence[Turn], outcome: Outcome) -> SagaLine | None:
    winners = outcome.ranking[0] if outcome.ranking else ()
    if not outcome.totals or not winners:
        return None
    if len(winners) > 1:
        return SagaLine("shared", winners)
    (winner,) = winners
    gap = final_gap(outcome)
    if gap is None:
        return SagaLine("alone", winners, numbers={"n": outcome.totals[winner]})
    if gap.points < 0:
        return None  # A player with more points resigned.
    if gap.points == 0:
        return SagaLine("tie_broken", winners, gap.behind)
    if is_close(gap.points, outcome.totals[winner]):
        return SagaLine("close", winners, gap.behind, {"n": gap.points})
    worst, call = worst_gap(turns, winner), closest_call(turns)
    if worst is not None and worst.points >= max(COMEBACK_POINTS, gap.points):
        return SagaLine("comeback", winners, numbers={"n": worst.points, "turn": worst.turn})
    if call is not None and is_close(call.points, turns[call.turn].scores[winner]):
        return SagaLine("chased", winners, call.behind, {"n": call.points, "turn": call.turn})
    return SagaLine("clear", winners, gap.behind, {"n": gap.points})
