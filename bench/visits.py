"""How often people must come by in whole games, with and without turns prepared ahead.

Run with `python -m bench.visits`; `--game shipwrights --seats 3 --games 12` plays one title. Everybody plays
as an opponent of `--player`'s level does, or greedily.

A visit is a row of decisions of one seat with nobody else's decision between; what is asked of several at
once costs each of them one. What openly leaves no choice is played by itself, before and after. Whoever has
nothing more to decide prepares the turn they can see coming, on the table as it stands then: to where it
ends, for whatever is revealed on the way, with at most two exceptions, and with another way for at most two
moves that the others may thwart. They are not needed for what is played of it. The last column counts a new
visit also after any pause for somebody's prepared turn, as if everybody left the table at once.
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
EXCEPTIONS = 2
REVEALS_TRIED = 16
"""So many deals are looked at to find what makes a difference."""
OTHERS_TRIED = 2
"""So often it is thought through what the others may do first."""
GREEDILY = "greedy"
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
"""Visits counted before turns could be prepared, and the share of them that is wanted."""

Pick = Callable[[Any, Seat, str], str]
"""The move somebody makes at a table; the last argument tells equal moments apart."""


@dataclass(frozen=True, slots=True)
class Visits:
    """Of one game: how often somebody came by, how often if all left at every pause, and how many prepared
    turns there were, and were played to their end."""

    visits: int
    hurried: int
    prepared: int
    whole: int


def picker(key: str, player: str) -> Pick:
    game = GAMES[key]
    if player == GREEDILY:
        return lambda state, seat, salt: str(GREEDY[key](state, seat, Random(salt)))
    return lambda state, seat, salt: str(choose(game, state, seat, level=player, salt=salt).move)  # type: ignore[arg-type]


def prepare(game: AnyGame, state: Any, seat: Seat, pick: Pick, care: Strictness) -> PreparedTurn | None:
    """The turn that somebody sees coming, thought through to its end."""
    turn = turn_state(game, state, seat)
    if turn is None:
        return None
    then: BeliefState | None = BeliefState(turn)
    line, conditions, known = Line(), tuple[Condition, ...](), list[BeliefState]()
    while then is not None and len(line.moves) < MAX_LENGTH:
        if (text := _choice(game, then, seat, pick)) is None:
            break
        before, ahead = then, look_ahead(game, seat, then, text)
        assert ahead is not None
        line, then = extended_line(game, seat, line, len(line.moves), then, [text]), ahead.after
        if before.is_certain:
            known.append(before)
        if before.is_certain and then is not None and not then.is_certain:
            conditions = tuple(_exceptions(game, before, seat, text, len(line.moves), pick))
    plan = PreparedTurn(line=line, conditions=conditions, care=care, kept=True)
    for number in range(OTHERS_TRIED):
        plan = _with_other_ways(game, state, seat, plan, known, pick, number)
    return plan


def _with_other_ways(
    game: AnyGame,
    state: Any,
    seat: Seat,
    plan: PreparedTurn,
    known: Sequence[BeliefState],
    pick: Pick,
    number: int,
) -> PreparedTurn:
    """The same, with another line for a move that would fail if the others did what they might."""
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
            return plan  # it fails on another way already
        state = step.state
    way = pick(state, seat, str(seat))
    if way == plan.line.moves[place] or look_ahead(game, seat, known[place], way) is None:
        return plan
    line = _line_from(game, known[place], seat, way, pick)
    return plan.model_copy(update={"conditions": (*plan.conditions, Condition(after=place, line=line))})


def _choice(game: AnyGame, then: BeliefState, seat: Seat, pick: Pick) -> str | None:
    """The move for what is known, or the one that most often fits."""
    if then.is_certain:
        return pick(then.state, seat, str(seat))
    possible = {str(move) for move in then.legal(game, seat)}
    found = Counter(pick(world, seat, str(seat)) for world in then.determinizations)
    return next((text for text, _ in found.most_common() if text in possible), None)


def _exceptions(
    game: AnyGame, before: BeliefState, seat: Seat, text: str, after: int, pick: Pick
) -> Iterator[Condition]:
    """Other lines for what would be answered otherwise."""
    steps = [
        step
        for world in determinize(game, before.state, seat, REVEALS_TRIED)
        if (step := try_move(game, world, seat, text)) and seat in game.to_act(step.state)
    ]
    answers = [pick(step.state, seat, str(seat)) for step in steps]
    usual, _ = Counter(answers).most_common(1)[0]
    heard = [{event_digest(event) for event in step.events if event.visible_to(seat)} for step in steps]
    by_answer: dict[str, list[str]] = defaultdict(list)
    for mark in sorted(set().union(*heard)):
        answered = {answer for answer, marks in zip(answers, heard, strict=True) if mark in marks}
        if len(answered) == 1 and usual not in answered:
            by_answer[answered.pop()].append(mark)
    for answer, marks in sorted(by_answer.items())[:EXCEPTIONS]:
        worlds = [
            step.state
            for step, seen in zip(steps, heard, strict=True)
            if not seen.isdisjoint(marks) and step.state is not None
        ]
        line = _line_from(
            game, BeliefState(before.state, tuple(worlds[:DETERMINIZATIONS])), seat, answer, pick
        )
        yield Condition(after=after, seen=tuple(marks), line=line)


def _line_from(game: AnyGame, then: BeliefState | None, seat: Seat, first: str, pick: Pick) -> Line:
    line, text = Line(), first
    while then is not None and len(line.moves) < MAX_LENGTH and text is not None:
        ahead = look_ahead(game, seat, then, text)
        assert ahead is not None
        line, then = extended_line(game, seat, line, len(line.moves), then, [text]), ahead.after
        text = _choice(game, then, seat, pick) if then is not None else None  # type: ignore[assignment]
    return line


def play(key: str, seats: int, player: str, care: Strictness | None, number: int) -> Visits:
    """One game; nobody prepares anything where there is no `care`."""
    game, pick = GAMES[key], picker(key, player)
    state = game.setup(seats, game.info.options(), sha256(f"{key} {number}".encode()).digest())
    plans: dict[Seat, PreparedTurn] = {}
    here: Seat | None = None
    pausing = leaving = False
    visits = hurried = prepared = whole = 0
    for ply in range(MAX_PLIES):
        owing = game.to_act(state)
        if not owing:
            return Visits(visits, hurried, prepared, whole)
        if leaving and here is not None and here not in owing:
            leaving = False
            if care is not None and (plan := prepare(game, state, here, pick, care)):
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
        hurried += seat != here or pausing
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
    parser.add_argument("--player", choices=(*LEVELS, GREEDILY), default="sailor")
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


def _print(key: str, seats: int, before: Sequence[Visits], after: Sequence[Visits]) -> None:
    then, now = median(each.visits for each in before), median(each.visits for each in after)
    hurried = median(each.hurried for each in after)
    whole = sum(each.whole for each in after) / max(1, sum(each.prepared for each in after))
    against = ""
    if (key, seats) in TARGETS:
        counted, wanted = TARGETS[key, seats]
        against = f"{now / counted:.0%} of {counted} (wanted {wanted:.0%})"
    print(
        f"| {key} | {seats} | {then:.0f} | {now:.0f} | {now / then:.0%} | {against} | {whole:.0%}"
        f" | {hurried:.0f} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
