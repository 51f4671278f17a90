"""What every game must keep, at every step of any game: the checks, and a log that replays."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import product
from random import Random
from typing import Any, get_args

from rules.game import AnyGame, Move, Options, Seat, Step, SupportsScores

LIMIT = 20_000
"""No game takes more moves than this, however aimlessly it is played."""


def seed_of(*parts: object) -> bytes:
    return sha256(" ".join(map(str, parts)).encode()).digest()


def option_sets(game: AnyGame) -> list[Options]:
    """Every combination of options where they are few; else the defaults and each single change."""
    model = game.info.options
    values = {name: values_of(found.annotation) for name, found in model.model_fields.items()}
    combinations = [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]
    if len(combinations) > 32:
        combinations = [{}, *({name: value} for name, options in values.items() for value in options)]
    return [model(**combination) for combination in combinations]


def any_options(game: AnyGame, random: Random) -> Options:
    """A value for each option, drawn at random: in the long run every combination comes up."""
    fields = game.info.options.model_fields
    return game.info.options(
        **{name: random.choice(values_of(found.annotation)) for name, found in fields.items()}
    )


def values_of(annotation: Any) -> tuple[Any, ...]:
    return (False, True) if annotation is bool else get_args(annotation)


@dataclass
class Log:
    """A game as text: a head that deals it anew, and a line for each move."""

    game: AnyGame
    seats: int
    options: Options
    seed: bytes
    moves: list[tuple[Seat, str]] = field(default_factory=list)
    read: set[str] = field(default_factory=set)  # notations already read back in this game

    def __str__(self) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.options)
        head = f"game {self.game.info.key}\nseats {self.seats}\noptions {options}\nseed {self.seed.hex()}\n\n"
        return head + "".join(f"{seat}: {notation}\n" for seat, notation in self.moves)

    def replay(self) -> Any:
        """The state all the moves lead to."""
        state = self.game.setup(self.seats, self.options, self.seed)
        for seat, notation in self.moves:
            state = self.game.apply(state, seat, self.game.parse(notation)).state
        return state


@dataclass(frozen=True)
class Ply:
    """One move of a game being played: from where, by whom, and to what it led."""

    before: Any
    seat: Seat
    move: Move
    step: Step[Any]


def plies(log: Log, random: Random, limit: int = LIMIT) -> Iterator[Ply]:
    """Play a game at random to its end, writing down each move before it is made."""
    game = log.game
    state = game.setup(log.seats, log.options, log.seed)
    while owing := game.to_act(state):
        assert len(log.moves) < limit, f"no end after {limit} moves"
        seat = random.choice(sorted(owing))
        move = random.choice(game.legal(state, seat))
        log.moves.append((seat, str(move)))
        step = game.apply(state, seat, move)
        yield Ply(state, seat, move, step)
        state = step.state


def readers(log: Log) -> tuple[Seat | None, ...]:
    return (*range(log.seats), None)


def check_choices(log: Log, state: Any) -> None:
    """Who owes a move has one; nobody else has; each has its own notation and reads back."""
    game = log.game
    owing = game.to_act(state)
    assert (game.outcome(state) is None) == bool(owing)
    open_to_all = game.view(state, None)
    for seat in range(log.seats):
        moves = game.legal(state, seat)
        assert bool(moves) == (seat in owing)
        assert not moves or game.owed(open_to_all, seat) in game.info.owed
        notations = [str(move) for move in moves]
        assert len(set(notations)) == len(notations)
        for notation, move in zip(notations, moves, strict=True):
            if notation not in log.read:
                assert game.parse(notation) == move
                log.read.add(notation)


def check_storing(log: Log, state: Any) -> None:
    text = log.game.dump(state)
    assert log.game.load(text) == state
    assert log.game.dump(log.game.load(text)) == text


def check_unseen(log: Log, state: Any, seed: bytes) -> None:
    """What a reader may not know changes nothing they see, may do, or are told of their moves.

    Nor does it change how another deal comes out: whoever plays from such deals learns nothing by them.
    """
    game = log.game
    for reader in readers(log):
        other = game.reshuffle(state, reader, seed)
        assert game.reshuffle(other, reader, seed) == other
        assert game.view(other, reader).model_dump_json() == game.view(state, reader).model_dump_json()
        assert game.to_act(other) == game.to_act(state)
        assert game.census(other) == game.census(state)
        if reader is None:
            continue
        moves = game.legal(state, reader)
        assert game.legal(other, reader) == moves
        for move in moves:
            facts = game.label_facts(state, reader, move)
            assert game.label_facts(other, reader, move) == facts
            assert all(isinstance(value, str | int | tuple) for value in facts.values())


def check_barrier(log: Log, ply: Ply, seed: bytes) -> None:
    """A move that can be taken back taught its mover nothing, drew nothing and passed nothing on."""
    game = log.game
    other = game.apply(game.reshuffle(ply.before, ply.seat, seed), ply.seat, ply.move)
    mover = ply.seat
    learned = game.view(other.state, mover) != game.view(ply.step.state, mover)
    heard = [event for event in other.events if event.visible_to(mover)] != [
        event for event in ply.step.events if event.visible_to(mover)
    ]
    drew = ply.step.state.chance != ply.before.chance
    passed = not game.to_act(ply.step.state) or bool(game.to_act(ply.step.state) - game.to_act(ply.before))
    assert not any((learned, heard, drew, passed))


def check_told(log: Log, ply: Ply, seed: bytes) -> None:
    """Nobody is told by an event what they could not see on the table afterwards."""
    game = log.game
    for reader in readers(log):
        other = game.reshuffle(ply.before, reader, seed)
        if ply.move not in game.legal(other, ply.seat):
            continue
        step = game.apply(other, ply.seat, ply.move)
        if game.view(step.state, reader) == game.view(ply.step.state, reader):
            assert [event for event in step.events if event.visible_to(reader)] == [
                event for event in ply.step.events if event.visible_to(reader)
            ]


def check_events(log: Log, ply: Ply) -> None:
    for event in ply.step.events:
        assert type(event) in log.game.info.events
        assert event.audience is None or event.audience <= set(range(log.seats))


def check_census(log: Log, state: Any, census: Mapping[str, int]) -> None:
    assert log.game.census(state) == census


def check_outcome(log: Log, state: Any) -> None:
    """A reason and categories the game names, and every seat in exactly one place."""
    outcome, info = log.game.outcome(state), log.game.info
    assert outcome is not None
    assert outcome.reason in info.reasons
    assert sorted(seat for place in outcome.ranking for seat in place) == list(range(log.seats))
    assert len(outcome.totals) == log.seats
    for row in outcome.sheet:
        assert row.category in info.categories
        assert len(row.points) == log.seats
        assert not row.about or row.about in log.game.names


def check_game(log: Log, every: int = 1) -> int:
    """Play one game at random with all the checks, the dear ones at every so many plies."""
    random = Random(log.seed)
    free = 0
    game = log.game
    start = game.setup(log.seats, log.options, log.seed)
    census = game.census(start)
    check_choices(log, start)
    for ply in plies(log, random):
        free += not ply.step.barrier
        state = ply.step.state
        if not ply.step.barrier and random.randrange(max(1, every // 4)) == 0:
            check_barrier(log, ply, random.randbytes(32))
        dear = random.randrange(every) == 0
        check_events(log, ply)
        check_choices(log, state)
        if dear:
            before = game.dump(ply.before)
            assert game.apply(ply.before, ply.seat, ply.move) == ply.step
            assert game.dump(ply.before) == before
            check_census(log, state, census)
            check_storing(log, state)
            seed = random.randbytes(32)
            check_unseen(log, state, seed)
            check_told(log, ply, seed)
    check_outcome(log, state)
    check_census(log, state, census)
    assert sha256(game.dump(log.replay()).encode()).digest() == sha256(game.dump(state).encode()).digest()
    return free


def check_standing(game: AnyGame, seats: int) -> None:
    """How the players stand is known to onlookers all along, and at the end it is the count."""
    assert isinstance(game, SupportsScores)
    log = Log(game, seats, game.info.options(), seed_of("standing", game.info.key, seats))
    states: list[Any] = [game.setup(seats, log.options, log.seed)]
    states += [ply.step.state for ply in plies(log, Random(log.seed))]
    for number, state in enumerate(states[:: max(1, len(states) // 12)]):
        standing = game.current_scores(state)
        assert len(standing) == seats
        other = game.reshuffle(state, None, seed_of("other", number))
        assert game.current_scores(other) == standing, "an onlooker could not have counted this"
    outcome = game.outcome(states[-1])
    assert outcome is not None
    assert game.current_scores(states[-1]) == outcome.totals
