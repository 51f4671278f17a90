"""The coach: advice during a game, and a review of the decisive turns after it.

It gives no advice in rated games, voyages and tries at a challenge. Win probabilities in a review are those
of an onlooker; each decision is judged by what its seat could know.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import groupby, pairwise
from typing import Any

from cachetools import LRUCache

import db
from bot.play.core import Denied, GameService, GameSnapshot, outbox_messages, require_seat
from bot.play.history import story
from bot.play.history.story import Replay, ReplayedEntry
from bot.shared_cache import SharedCache
from opponents.review import Advice, Verdict, advice, review_decision, win_probabilities
from rules.game import AnyGame, Event, Move, Outcome, Refusal, Seat

MAX_MOMENTS = 3
MAX_COSTLY = 3
TURNS_JUDGED_PER_PART = 2  # Of each seat.
DETERMINIZATIONS, REJUDGE_DETERMINIZATIONS = 4, 12
SWING_WEIGHT = 0.25  # Relative to a missed chance.
MIN_STRONGER_BY = 0.03
"""The least gain in win probability at which a line counts as stronger."""
PARTS, PARTS_APART = 3, 8
"""Turns are judged in each third of a game; moments are at least an eighth of it apart."""
STATES_PER_BATCH = 8  # Between batches the worker can serve other requests.
MIN_TURNS = 2
CACHE_SIZE = 64

WinProbabilities = tuple[float, ...]


class AdviceCache:
    """LRU cache of the latest advice per player, so that advice stays the same while they follow it."""

    def __init__(self) -> None:
        self._plans: LRUCache[tuple[str, int], list[tuple[Any, tuple[Move, ...]]]] = LRUCache(CACHE_SIZE)

    async def advise(self, service: GameService, snapshot: GameSnapshot, user_id: int) -> tuple[Advice, ...]:
        """Rank moves for a player who is to move, the best first. Raises Denied where advice is off."""
        seat = require_seat(snapshot, user_id)
        _check_advice_allowed(snapshot, seat)
        salt = f"advice {snapshot.code} {snapshot.row.ply}"
        plan = self._plans.get((snapshot.code, user_id), ())
        begun = next((moves for state, moves in plan if state == snapshot.state), ())
        found: tuple[Advice, ...] = await service.run_in_worker(
            partial(advice, snapshot.game, snapshot.state, seat, salt=salt, begun=begun)
        )
        if not begun:
            self._plans[snapshot.code, user_id] = [*_remaining_steps(snapshot, seat, found[0].moves)]
        return found


def _check_advice_allowed(snapshot: GameSnapshot, seat: Seat) -> None:
    if snapshot.row.status == "lobby":
        raise Denied("not_started")
    if not snapshot.is_running:
        raise Refusal("over")
    if snapshot.players[seat].resigned:
        raise Denied("resigned_seat")
    if snapshot.row.rated:
        raise Denied("no_advice_while_rated")
    if snapshot.row.sealed_until is not None:
        raise Denied("no_advice_on_voyage" if snapshot.row.continues is None else "no_advice_in_challenge")
    if seat not in snapshot.owing_seats():
        raise Refusal("not_your_turn")


def _remaining_steps(
    snapshot: GameSnapshot, seat: Seat, moves: tuple[Move, ...]
) -> Iterator[tuple[Any, tuple[Move, ...]]]:
    """Yield the state after each advised move, with the moves that follow, up to the first barrier."""
    game, state = snapshot.game, snapshot.state
    for number, (move, following) in enumerate(pairwise(moves), start=1):
        step = game.apply(state, seat, move)
        state = step.state
        if step.barrier or following not in game.legal(state, seat):
            return
        yield state, moves[number:]


def moves_digest(moves: Sequence[Move]) -> str:
    """Return a short digest of advised moves, by which a button finds them again."""
    return sha256("; ".join(map(str, moves)).encode()).hexdigest()[:8]


async def post_review(service: GameService, code: str, user_id: int) -> None:
    """Enqueue the review of a finished game, once. Only its players may ask for it."""
    async with service.transaction() as tx:
        snapshot = await service.load(tx, code)
        require_seat(snapshot, user_id)
        if not snapshot.is_over:
            raise Denied("not_over")
        key = f"{code} review"
        if await db.outbox.has_key(tx, key):
            raise Denied("review_posted")
        await outbox_messages.post(tx, outbox_messages.CoachReview(), key=key, game=code)


@dataclass(frozen=True, slots=True)
class Segment:
    """Consecutive moves up to the first barrier, and the state before them, after entry `ply`."""

    before: Any
    moves: tuple[Move, ...]
    ply: int


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """Consecutive moves of one seat, their events, and the state after them."""

    number: int
    seat: Seat
    segments: tuple[Segment, ...]
    events: tuple[Event, ...]
    after: Any


@dataclass(frozen=True, slots=True)
class GameEvaluation:
    """The turns of a finished game, and the win probabilities after the deal and after each turn."""

    turns: tuple[PlayedTurn, ...]
    win_probabilities: tuple[WinProbabilities, ...]

    def swing(self, turn: PlayedTurn) -> float:
        """The change of the mover's own win probability."""
        return (
            self.win_probabilities[turn.number][turn.seat]
            - self.win_probabilities[turn.number - 1][turn.seat]
        )


@dataclass(frozen=True, slots=True)
class Moment:
    """A decisive turn in which a stronger line was in sight, and the verdict on that segment."""

    turn: PlayedTurn
    segment: Segment
    verdict: Verdict
    swing: float

    @property
    def weight(self) -> float:
        return max(0.0, self.verdict.loss) + SWING_WEIGHT * abs(self.swing)

    @property
    def has_stronger_line(self) -> bool:
        return self.verdict.loss >= MIN_STRONGER_BY and self.verdict.line != self.segment.moves


@dataclass(frozen=True, slots=True)
class KeyPosition:
    """The state in which a moment is shown, the move to show, and the different move that was played."""

    state: Any
    move: Move
    played_instead: Move | None


def key_position(game: AnyGame, moment: Moment) -> KeyPosition:
    """Return where the stronger line first differs from the moves that were played."""
    seat, segment = moment.turn.seat, moment.segment
    state, moves, other = segment.before, moment.verdict.line, segment.moves
    shown = next((move for move in moves if move not in other), moves[0])
    for move in moves[: moves.index(shown)]:
        if move not in game.legal(state, seat):
            break
        state = game.apply(state, seat, move).state
    if shown not in game.legal(state, seat):
        state, shown = segment.before, moves[0]
    legal = game.legal(state, seat)
    played_instead = next((move for move in other if move not in moves and move in legal), None)
    return KeyPosition(state, shown, played_instead)


@dataclass(frozen=True, slots=True)
class Review:
    """The evaluation of a finished game, and the costly decisions of its seats.

    What decided the game and what its players can learn from come from the same decisions.
    """

    evaluation: GameEvaluation
    costly: tuple[Moment, ...]

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The decisive moments of the game, in the order of play."""
        return spread_moments(self.costly, len(self.evaluation.turns), MAX_MOMENTS)

    def costly_moments(self, seat: Seat) -> list[Moment]:
        """Return the decisions that cost a seat most, the costliest first."""
        return sorted(
            (moment for moment in self.costly if moment.turn.seat == seat),
            key=lambda moment: -moment.verdict.loss,
        )


class ReviewCache:
    """LRU cache of reviews; concurrent requests for one game share a task."""

    def __init__(self) -> None:
        self._evaluations = SharedCache[GameEvaluation](CACHE_SIZE)
        self._reviews = SharedCache[Review](CACHE_SIZE)

    async def evaluation(self, service: GameService, snapshot: GameSnapshot) -> GameEvaluation:
        return await self._evaluations.get(snapshot.code, partial(evaluate_game, service, snapshot))

    async def review(self, service: GameService, snapshot: GameSnapshot) -> Review:
        """Review a finished game. Raises Denied for running games and for games of one player."""
        if not snapshot.is_over:
            raise Denied("not_over")
        if len(snapshot.players) < 2:
            raise Denied("nobody_to_compare")

        async def look_back() -> Review:
            return await _review_game(service, snapshot, await self.evaluation(service, snapshot))

        return await self._reviews.get(snapshot.code, look_back)


async def evaluate_game(service: GameService, snapshot: GameSnapshot) -> GameEvaluation:
    """Estimate the chances after the deal and after each turn of a finished game, in the worker."""
    replay = await story.replay_range(service.store, snapshot, snapshot.row.begins, snapshot.row.ply)
    turns = tuple(played_turns(snapshot, replay))
    states = [replay.before, *(turn.after for turn in turns)]
    seen: list[WinProbabilities] = []
    for start in range(0, len(states), STATES_PER_BATCH):
        salt = f"chances {snapshot.code} {start}"
        seen += await service.run_in_worker(
            partial(_evaluate_states, snapshot.game, states[start : start + STATES_PER_BATCH], salt)
        )
    outcome = snapshot.outcome()
    if turns and outcome is not None and outcome.ranking:
        seen[-1] = _final_probabilities(outcome, len(snapshot.players))
    return GameEvaluation(turns, tuple(seen))


def _evaluate_states(game: Any, states: Sequence[Any], salt: str) -> list[WinProbabilities]:
    return [win_probabilities(game, state, salt=f"{salt} {number}") for number, state in enumerate(states)]


def _final_probabilities(outcome: Outcome, seats: int) -> WinProbabilities:
    first = outcome.ranking[0]
    return tuple(1 / len(first) if seat in first else 0.0 for seat in range(seats))


def played_turns(snapshot: GameSnapshot, replay: Replay) -> Iterator[PlayedTurn]:
    """Yield the turns of a game, numbered as in its saga."""
    moves = [replayed for replayed in replay.entries if replayed.entry.kind == "move"]
    state, ply = replay.before, snapshot.row.begins
    for number, (seat, entries) in enumerate(
        groupby(moves, key=lambda replayed: replayed.entry.seat), start=1
    ):
        turn_entries = list(entries)
        assert seat is not None
        events = tuple(event for replayed in turn_entries for event in replayed.events)
        segments = tuple(_segments(snapshot, state, ply, turn_entries))
        yield PlayedTurn(number, seat, segments, events, turn_entries[-1].state)
        state, ply = turn_entries[-1].state, turn_entries[-1].entry.ply


def _segments(
    snapshot: GameSnapshot, state: Any, ply: int, entries: Sequence[ReplayedEntry]
) -> Iterator[Segment]:
    before, moves = state, list[Move]()
    for replayed in entries:
        moves.append(snapshot.game.parse(replayed.entry.text))
        if replayed.entry.barrier or replayed is entries[-1]:
            yield Segment(before, tuple(moves), ply)
            before, moves, ply = replayed.state, [], replayed.entry.ply


async def _review_game(service: GameService, snapshot: GameSnapshot, evaluation: GameEvaluation) -> Review:
    if len(evaluation.turns) < MIN_TURNS:
        raise Denied("too_short_to_review")
    judge = partial(_judge_segment, service, snapshot, evaluation)
    costly = list[Moment]()
    for seat in range(len(snapshot.players)):
        moments = [
            await judge(turn, segment, DETERMINIZATIONS)
            for turn in turns_to_judge(snapshot, evaluation, seat)
            for segment in _segments_with_choice(snapshot, turn)
        ]
        for moment in spread_moments(moments, len(evaluation.turns), MAX_COSTLY):
            again = await judge(moment.turn, moment.segment, REJUDGE_DETERMINIZATIONS)
            if again.has_stronger_line:
                costly.append(again)
    return Review(evaluation, tuple(costly))


def turns_to_judge(snapshot: GameSnapshot, evaluation: GameEvaluation, seat: Seat) -> list[PlayedTurn]:
    """Return the turns with a choice that cost a seat most, equally many of each part of the game.

    A turn that raises its player's chances seldom has a stronger line, however much it changes them.
    """
    turns, found = evaluation.turns, list[PlayedTurn]()
    for part in range(PARTS):
        some = turns[len(turns) * part // PARTS : len(turns) * (part + 1) // PARTS]
        own = [turn for turn in some if turn.seat == seat and _segments_with_choice(snapshot, turn)]
        found += sorted(own, key=evaluation.swing)[:TURNS_JUDGED_PER_PART]
    return found


def spread_moments(judged: Sequence[Moment], turns: int, limit: int) -> tuple[Moment, ...]:
    """Return the most telling moments with a stronger line, apart from each other, in the order of play."""
    chosen: list[Moment] = []
    for moment in sorted(judged, key=lambda each: -each.weight):
        is_apart = all(abs(moment.turn.number - other.turn.number) >= turns / PARTS_APART for other in chosen)
        if moment.has_stronger_line and is_apart and len(chosen) < limit:
            chosen.append(moment)
    return tuple(sorted(chosen, key=lambda each: each.turn.number))


def _segments_with_choice(snapshot: GameSnapshot, turn: PlayedTurn) -> list[Segment]:
    """The segments of a turn that offered more than one move."""
    legal = snapshot.game.legal
    return [each for each in turn.segments if len(legal(each.before, turn.seat)) > 1]


def judging_salt(snapshot: GameSnapshot, turn: PlayedTurn) -> str:
    return f"judged {snapshot.code} {turn.number}"


async def _judge_segment(
    service: GameService,
    snapshot: GameSnapshot,
    evaluation: GameEvaluation,
    turn: PlayedTurn,
    segment: Segment,
    determinizations: int,
) -> Moment:
    work = partial(
        review_decision,
        snapshot.game,
        segment.before,
        turn.seat,
        segment.moves,
        salt=judging_salt(snapshot, turn),
        determinizations=determinizations,
    )
    return Moment(turn, segment, await service.run_in_worker(work), evaluation.swing(turn))
