"""Counts how often players must visit in whole games, with and without prepared turns.

Run with `python -m bench.visits`; `--game shipwrights --seats 3 --games 12` plays one title. All seats are
played at the level of `--player`, or greedily.

A visit is a series of decisions of one seat without another seat's decision between; a simultaneous decision
costs each seat one. Openly forced moves are played automatically, before and after. A player with nothing
left to decide prepares the next turn on the current table: to its end, for any reveal on the way, with at
most two exceptions, and with another line for at most two moves that other players may thwart. Prepared moves
need no visit. The last column counts a new visit also after any pause for a prepared turn, as if all players
left the table at once.
"""

from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from random import Random
from statistics import median
from typing import Any

from bench.rivals import GREEDY
from bot.play.planning.conditional_moves import (
    MAX_LENGTH,
    Condition,
    Line,
    PreparedTurn,
    Strictness,
    extended_line,
)
from bot.play.planning.lookahead import (
    DETERMINIZATIONS,
    BeliefState,
    determinize,
    event_digest,
    look_ahead,
    try_move,
    turn_state,
)
from bot.play.turns.autoplay import resolve_plan
from bot.play.turns.turns import is_openly_forced
from opponents import LEVELS, choose
from rules import GAMES
from rules.game import AnyGame, Seat

MAX_PLIES = 20_000
MAX_EXCEPTIONS = 2
REVEALS_SAMPLED = 16
"""Determinizations sampled to find reveals that change the answer."""
RIVAL_SAMPLES = 2
"""Samples of what other players may do first."""
GREEDY_PLAYER = "greedy"
TARGETS = {
    ("shipwrights", 2): (41, 0.60),
    ("shipwrights", 3): (65, 0.60),
    ("shipwrights", 4): (92, 0.60),
    ("shipwrights", 5): (108, 0.60),
    ("lofoten", 2): (40, 0.75),
    ("borealis", 2): (38, 0.75),
    ("borealis", 4): (72, 0.75),
    ("explorers", 2): (49, 0.75),
    ("explorers", 4): (52, 0.75),
}
"""Visits before turns could be prepared, and the target share of them."""

Pick = Callable[[Any, Seat, str], str]
"""Chooses a move for a seat; the salt tells equal states apart."""


@dataclass(frozen=True, slots=True)
class VisitCounts:
    """Counts of one game: visits, visits if all players left at every pause, prepared turns, and those played
    to their end."""

    visits: int
    visits_with_pauses: int
    prepared: int
    whole: int


def move_picker(key: str, player: str) -> Pick:
    game = GAMES[key]
    if player == GREEDY_PLAYER:
        return lambda state, seat, salt: str(GREEDY[key](state, seat, Random(salt)))
    return lambda state, seat, salt: str(choose(game, state, seat, level=player, salt=salt).move)  # type: ignore[arg-type]


def prepare_turn(game: AnyGame, state: Any, seat: Seat, pick: Pick, care: Strictness) -> PreparedTurn | None:
    """Prepare the next turn of a seat to its end; None if there is none."""
    turn = turn_state(game, state, seat)
    if turn is None:
        return None
    belief: BeliefState | None = BeliefState(turn)
    line, conditions, known = Line(), tuple[Condition, ...](), list[BeliefState]()
    while belief is not None and len(line.moves) < MAX_LENGTH:
        if (text := _choice(game, belief, seat, pick)) is None:
            break
        before, ahead = belief, look_ahead(game, seat, belief, text)
        assert ahead is not None
        line, belief = extended_line(game, seat, line, len(line.moves), belief, [text]), ahead.after
        if before.is_certain:
            known.append(before)
        if before.is_certain and belief is not None and not belief.is_certain:
            conditions = tuple(_exceptions(game, before, seat, text, len(line.moves), pick))
    plan = PreparedTurn(line=line, conditions=conditions, care=care, kept=True)
    for number in range(RIVAL_SAMPLES):
        plan = _with_alternative(game, state, seat, plan, known, pick, number)
    return plan


def _with_alternative(
    game: AnyGame,
    state: Any,
    seat: Seat,
    plan: PreparedTurn,
    known: Sequence[BeliefState],
    pick: Pick,
    number: int,
) -> PreparedTurn:
    """Add another line for a move that would fail in a sampled continuation of the other players."""
    state = game.reshuffle(state, seat, f"others {number}".encode())
    for ply in range(MAX_PLIES):
        owing = game.to_act(state)
        if seat in owing or not owing:
            break
        other = min(owing)
        state = game.apply(state, other, game.parse(pick(state, other, f"{number} {ply}"))).state
    if seat not in game.to_act(state):
        return plan
    fitting = resolve_plan(game, state, seat, plan)
    place = fitting.failed_at - 1
    if not fitting.misfit or not 0 <= place < len(known):
        return plan
    for text in plan.line.moves[:place]:
        step = try_move(game, state, seat, text)
        if step is None or seat not in game.to_act(step.state):
            return plan  # It fails earlier already.
        state = step.state
    way = pick(state, seat, str(seat))
    if way == plan.line.moves[place] or look_ahead(game, seat, known[place], way) is None:
        return plan
    line = _line_from(game, known[place], seat, way, pick)
    return plan.model_copy(update={"conditions": (*plan.conditions, Condition(after=place, line=line))})


def _choice(game: AnyGame, belief: BeliefState, seat: Seat, pick: Pick) -> str | None:
    """The move in a known state, or the one most frequent over all determinizations."""
    if belief.is_certain:
        return pick(belief.state, seat, str(seat))
    possible = {str(move) for move in belief.legal(game, seat)}
    found = Counter(pick(world, seat, str(seat)) for world in belief.determinizations)
    return next((text for text, _ in found.most_common() if text in possible), None)


def _exceptions(
    game: AnyGame, before: BeliefState, seat: Seat, text: str, after: int, pick: Pick
) -> Iterator[Condition]:
    """Yields conditions with other lines, for reveals that change the answer."""
    steps = [
        step
        for world in determinize(game, before.state, seat, REVEALS_SAMPLED)
        if (step := try_move(game, world, seat, text)) and seat in game.to_act(step.state)
    ]
    answers = [pick(step.state, seat, str(seat)) for step in steps]
    usual, _ = Counter(answers).most_common(1)[0]
    seen_events = [{event_digest(event) for event in step.events if event.visible_to(seat)} for step in steps]
    by_answer: dict[str, list[str]] = defaultdict(list)
    for mark in sorted(set().union(*seen_events)):
        answered = {answer for answer, marks in zip(answers, seen_events, strict=True) if mark in marks}
        if len(answered) == 1 and usual not in answered:
            by_answer[answered.pop()].append(mark)
    for answer, marks in sorted(by_answer.items())[:MAX_EXCEPTIONS]:
        worlds = [
            step.state
            for step, seen in zip(steps, seen_events, strict=True)
            if not seen.isdisjoint(marks) and step.state is not None
        ]
        line = _line_from(
            game, BeliefState(before.state, tuple(worlds[:DETERMINIZATIONS])), seat, answer, pick
        )
        yield Condition(after=after, seen=tuple(marks), line=line)


def _line_from(game: AnyGame, belief: BeliefState | None, seat: Seat, first: str, pick: Pick) -> Line:
    line, text = Line(), first
    while belief is not None and len(line.moves) < MAX_LENGTH and text is not None:
        ahead = look_ahead(game, seat, belief, text)
        assert ahead is not None
        line, belief = extended_line(game, seat, line, len(line.moves), belief, [text]), ahead.after
        text = _choice(game, belief, seat, pick) if belief is not None else None  # type: ignore[assignment]
    return line


def play(key: str, seats: int, player: str, care: Strictness | None, number: int) -> VisitCounts:
    """Play one game; without `care` no turn is prepared."""
    game, pick = GAMES[key], move_picker(key, player)
    state = game.setup(seats, game.info.options(), sha256(f"{key} {number}".encode()).digest())
    plans: dict[Seat, PreparedTurn] = {}
    here: Seat | None = None
    pausing = leaving = False
    visits = visits_with_pauses = prepared = whole = 0
    for ply in range(MAX_PLIES):
        owing = game.to_act(state)
        if not owing:
            return VisitCounts(visits, visits_with_pauses, prepared, whole)
        if leaving and here is not None and here not in owing:
            leaving = False
            if care is not None and (plan := prepare_turn(game, state, here, pick, care)):
                plans[here] = plan
                prepared += 1
        seat = here if here in owing and here is not None else min(owing)
        moves = game.legal(state, seat)
        if (
            len(owing) == 1
            and len(moves) == 1
            and is_openly_forced(game, state, seat, moves[0], range(seats))
        ):
            state = game.apply(state, seat, moves[0]).state
            continue
        seat = next((each for each in sorted(owing) if each in plans), seat)
        if plan := plans.pop(seat, None):
            fitting = resolve_plan(game, state, seat, plan)
            for move in fitting.moves:
                state = game.apply(state, seat, move).state
            if fitting.moves:
                whole += not fitting.misfit
                pausing = True
                continue
        visits += seat != here
        visits_with_pauses += seat != here or pausing
        here, leaving, pausing = seat, True, False
        state = game.apply(state, seat, game.parse(pick(state, seat, f"{number} {ply}"))).state
    raise RuntimeError(f"{key} {number} does not end")


def rows(keys: Sequence[str], seats: int | None) -> Iterator[tuple[str, int]]:
    for key in keys:
        fewest, most = GAMES[key].info.seats
        for count in range(max(2, fewest), most + 1):
            if seats in (None, count):
                yield key, count


def main() -> None:
    parser = ArgumentParser(description="How often people must come by in whole games.")
    parser.add_argument("--game", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--player", choices=(*LEVELS, GREEDY_PLAYER), default="sailor")
    parser.add_argument("--care", choices=("mine", "table", "legal"), default="mine")
    given = parser.parse_args()
    print("| game | seats | visits before | after | share | of the count before | whole | hurried |")
    print("|---|---|---|---|---|---|---|---|")
    with ProcessPoolExecutor() as pool:
        for key, seats in rows([given.game] if given.game else list(GAMES), given.seats):
            games = range(given.games)
            before = list(pool.map(partial(play, key, seats, given.player, None), games))
            after = list(pool.map(partial(play, key, seats, given.player, given.care), games))
            _print(key, seats, before, after)


def _print(key: str, seats: int, before: Sequence[VisitCounts], after: Sequence[VisitCounts]) -> None:
    then, now = median(each.visits for each in before), median(each.visits for each in after)
    visits_with_pauses = median(each.visits_with_pauses for each in after)
    whole = sum(each.whole for each in after) / max(1, sum(each.prepared for each in after))
    against = ""
    if (key, seats) in TARGETS:
        counted, wanted = TARGETS[key, seats]
        against = f"{now / counted:.0%} of {counted} (wanted {wanted:.0%})"
    print(
        f"| {key} | {seats} | {then:.0f} | {now:.0f} | {now / then:.0%} | {against} | {whole:.0%}"
        f" | {visits_with_pauses:.0f} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
