"""The saga of a finished game before it is put into words: its turning points, and what is worth telling."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest

from bot.play.history.story import Passage
from rules.game import AnyGame, Outcome, Scoring, Seat

Standing = tuple[int, ...]
Chances = tuple[float, ...]

BEHIND = 5
"""From so many points on somebody was behind enough for a comeback to be told."""
CLOSE = 0.05
"""What part of the winner's points is a narrow lead; one point always is."""
DECISIVE, FEWEST_CHANCES = 10, 4
"""By how many in a hundred a turn must raise the winner's chances to be told, in a game of how many turns."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Moves in a row of one seat, and how everybody stood after them. The deal is turn 0, of nobody."""

    number: int
    seat: Seat | None
    standing: Standing


@dataclass(frozen=True, slots=True)
class Gap:
    """So many points between two seats, after a turn."""

    turn: int
    ahead: Seat
    behind: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Swing:
    """What somebody gained in one turn."""

    turn: int
    seat: Seat
    points: int


def turns_of(game: AnyGame, passage: Passage) -> tuple[Turn, ...]:
    """How everybody stood after each turn; nothing where the game cannot tell."""
    if not isinstance(game, Scoring):
        return ()
    moves = [beat for beat in passage.beats if beat.entry.kind == "move"]
    turns = [Turn(0, None, game.standing(passage.before))]
    alone = len(turns[0].standing) == 1
    for beat, following in zip_longest(moves, moves[1:]):
        passed_on = following is None or following.entry.seat != beat.entry.seat
        if passed_on or (alone and beat.entry.barrier):
            turns.append(Turn(len(turns), beat.entry.seat, game.standing(beat.state)))
    return tuple(turns)


def leader(standing: Standing) -> Seat | None:
    """Who alone has the most."""
    most = max(standing)
    ahead = [seat for seat, points in enumerate(standing) if points == most]
    return ahead[0] if len(ahead) == 1 else None


def lead_changes(turns: Sequence[Turn]) -> int:
    """How often the lead passed from one to another, be it by way of a tie."""
    leaders = [seat for turn in turns if (seat := leader(turn.standing)) is not None]
    return sum(one != other for one, other in pairwise(leaders))


def lead_for_good(turns: Sequence[Turn]) -> Turn | None:
    """The turn since which the last leader led without a break."""
    last = leader(turns[-1].standing)
    since = None
    for turn in reversed(turns):
        if last is None or leader(turn.standing) != last:
            break
        since = turn
    return since


def biggest_swing(turns: Sequence[Turn]) -> Swing | None:
    """The most anybody gained in a turn of their own; the first, where several gained as much."""
    swings = [
        Swing(turn.number, turn.seat, turn.standing[turn.seat] - before.standing[turn.seat])
        for before, turn in pairwise(turns)
        if turn.seat is not None
    ]
    best = max(swings, key=lambda swing: swing.points, default=None)
    return best if best and best.points > 0 else None


def worst_gap(turns: Sequence[Turn], seat: Seat) -> Gap | None:
    """The farthest that seat ever lay behind the leader."""
    gaps = [
        Gap(turn.number, turn.standing.index(max(turn.standing)), seat, max(turn.standing) - points)
        for turn in turns
        if (points := turn.standing[seat]) < max(turn.standing)
    ]
    return max(gaps, key=lambda gap: gap.points, default=None)


def closest_call(turns: Sequence[Turn]) -> Gap | None:
    """How near anybody came to the last leader after they had taken the lead for good, before the end."""
    since = lead_for_good(turns)
    if since is None:
        return None
    gaps = [gap for turn in turns[since.number + 1 : -1] if (gap := _lead(turn)) is not None]
    return min(gaps, key=lambda gap: gap.points, default=None)


def final_gap(outcome: Outcome) -> Gap | None:
    """What parts the first from the next; None where there is no one first, no next, or no count."""
    if len(outcome.ranking) < 2 or not outcome.totals or len(outcome.ranking[0]) != 1:
        return None
    (first,), (second, *_) = outcome.ranking[:2]
    return Gap(-1, first, second, outcome.totals[first] - outcome.totals[second])


def is_close(points: int, of: int) -> bool:
    return points <= max(1, of * CLOSE)


def _lead(turn: Turn) -> Gap | None:
    first = leader(turn.standing)
    if first is None or len(turn.standing) == 1:
        return None
    others = [seat for seat in range(len(turn.standing)) if seat != first]
    second = max(others, key=lambda seat: turn.standing[seat])
    return Gap(turn.number, first, second, turn.standing[first] - turn.standing[second])


@dataclass(frozen=True, slots=True)
class Line:
    """One line before it is put into words; `who` and `other` are seats."""

    kind: str
    who: tuple[Seat, ...] = ()
    other: Seat | None = None
    numbers: Mapping[str, int] = field(default_factory=dict)


def lines_of(turns: Sequence[Turn], outcome: Outcome, chances: Sequence[Chances] = ()) -> tuple[Line, ...]:
    """At most three lines; none where nothing was ever counted.

    `chances` are everybody's after each turn, as far as anybody estimated them.
    """
    if not turns:
        return ()
    turning = _of_the_decision(chances, outcome) or _of_the_swing(turns)
    told = (_of_the_lead(turns, outcome), turning, _of_the_end(turns, outcome))
    return tuple(line for line in told if line is not None)


def _of_the_decision(chances: Sequence[Chances], outcome: Outcome) -> Line | None:
    """The turn that did most for the winner, if it did much."""
    if len(chances) < FEWEST_CHANCES or len(outcome.ranking) < 2 or len(outcome.ranking[0]) != 1:
        return None
    winner = outcome.ranking[0][0]
    # The last turn brings the count, which is told by itself.
    own = [round(100 * each[winner]) for each in chances[:-1]]
    rises = [(after - before, -turn) for turn, (before, after) in enumerate(pairwise(own), start=1)]
    rise, turn = max(rises)
    if rise < DECISIVE:
        return None
    return Line("decided", (winner,), numbers={"turn": -turn, "before": own[-turn - 1], "after": own[-turn]})


def _of_the_lead(turns: Sequence[Turn], outcome: Outcome) -> Line | None:
    if len(turns[-1].standing) == 1:
        return None
    if not outcome.totals or not outcome.ranking:
        first = leader(turns[-1].standing)
        if first is None:
            return Line("broken_off_level")
        return Line("broken_off", (first,), numbers={"n": turns[-1].standing[first]})
    since, last = lead_for_good(turns), leader(turns[-1].standing)
    if since is None or last is None:
        return Line("lead_open")
    if last not in outcome.ranking[0]:
        return None  # who led has given up
    changes = lead_changes(turns)
    # Who leads from the deal leads from the first turn, as players count.
    numbers = {"turn": max(1, since.number), "turns": turns[-1].number, "n": changes}
    kind = ("lead_kept", "lead_changed_once", "lead_changed")[min(changes, 2)]
    return Line(kind, (last,), numbers=numbers)


def _of_the_swing(turns: Sequence[Turn]) -> Line | None:
    swing = biggest_swing(turns)
    if swing is None:
        return None
    return Line("swing", (swing.seat,), numbers={"turn": swing.turn, "n": swing.points})


def _of_the_end(turns: Sequence[Turn], outcome: Outcome) -> Line | None:
    winners = outcome.ranking[0] if outcome.ranking else ()
    if not outcome.totals or not winners:
        return None
    if len(winners) > 1:
        return Line("shared", winners)
    (winner,) = winners
    gap = final_gap(outcome)
    if gap is None:
        return Line("alone", winners, numbers={"n": outcome.totals[winner]})
    if gap.points < 0:
        return None  # whoever had more has given up
    if gap.points == 0:
        return Line("tie_broken", winners, gap.behind)
    if is_close(gap.points, outcome.totals[winner]):
        return Line("close", winners, gap.behind, {"n": gap.points})
    worst, call = worst_gap(turns, winner), closest_call(turns)
    if worst is not None and worst.points >= max(BEHIND, gap.points):
        return Line("comeback", winners, numbers={"n": worst.points, "turn": worst.turn})
    if call is not None and is_close(call.points, turns[call.turn].standing[winner]):
        return Line("chased", winners, call.behind, {"n": call.points, "turn": call.turn})
    return Line("clear", winners, gap.behind, {"n": gap.points})
