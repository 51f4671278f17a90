"""The turning points of a finished game, from how the players stood after every turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from bot.story import Passage
from rules.game import AnyGame, Outcome, Scoring, Seat

Standing = tuple[int, ...]

BEHIND = 5
"""From so many points on somebody was behind enough for a comeback to be told."""
CLOSE = 0.05
"""What part of the winner's points is a narrow lead; one point always is."""


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
    """The most anybody gained in a turn of his own; the first, where several gained as much."""
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
    """How near anybody came to the last leader after he had taken the lead for good, before the end."""
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
