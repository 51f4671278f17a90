"""Checks of the game contract at every step of a random game, and a record of it that can be replayed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import product
from random import Random
from typing import Any, get_args

from rules.game import AnyGame, Options, Seat
from tests.plies import Ply, final_outcome

MAX_MOVES = 20_000
"""No random game takes more moves."""


def seed_from(*parts: object) -> bytes:
    return sha256(" ".join(map(str, parts)).encode()).digest()


def option_sets(game: AnyGame) -> list[Options]:
    """Return every combination of options if there are few; else the defaults and each single change."""
    model = game.info.options
    values = {name: option_values(found.annotation) for name, found in model.model_fields.items()}
    combinations = [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]
    if len(combinations) > 32:
        combinations = [{}, *({name: value} for name, options in values.items() for value in options)]
    distinct: list[Options] = []
    for options in (model(**combination) for combination in combinations):
        if options not in distinct:
            distinct.append(options)
    return distinct


def random_options(game: AnyGame, random: Random) -> Options:
    """Return a random value for each option."""
    fields = game.info.options.model_fields
    return game.info.options(
        **{name: random.choice(option_values(found.annotation)) for name, found in fields.items()}
    )


def option_values(annotation: Any) -> tuple[Any, ...]:
    return (False, True) if annotation is bool else get_args(annotation)


@dataclass
class GameRecord:
    """A game as text: a head with the setup, and a line for each move."""

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
        """Return the state after all moves."""
        state = self.game.setup(self.seats, self.options, self.seed)
        for seat, notation in self.moves:
            state = self.game.apply(state, seat, self.game.parse(notation)).state
        return state


def play_random(record: GameRecord, random: Random, limit: int = MAX_MOVES) -> Iterator[Ply]:
    """Play a random game to its end, adding each move to the record before it is made."""
    game = record.game
    state = game.setup(record.seats, record.options, record.seed)
    while owing := game.to_act(state):
        assert len(record.moves) < limit, f"no end after {limit} moves"
        seat = random.choice(sorted(owing))
        move = random.choice(game.legal(state, seat))
        record.moves.append((seat, str(move)))
        step = game.apply(state, seat, move)
        yield Ply(state, seat, move, step)
        state = step.state


def readers(record: GameRecord) -> tuple[Seat | None, ...]:
    return (*range(record.seats), None)


def check_choices(record: GameRecord, state: Any) -> None:
    """Seats that owe a move have one, others have none; every notation is unique and can be parsed."""
    game = record.game
    owing = game.to_act(state)
    assert (game.outcome(state) is None) == bool(owing)
    open_to_all = game.view(state, None)
    for seat in range(record.seats):
        moves = game.legal(state, seat)
        assert bool(moves) == (seat in owing)
        assert not moves or game.owed(open_to_all, seat) in game.info.owed
        notations = [str(move) for move in moves]
        assert len(set(notations)) == len(notations)
        for notation, move in zip(notations, moves, strict=True):
            if notation not in record.read:
                assert game.parse(notation) == move
                record.read.add(notation)


def check_serialization(record: GameRecord, state: Any) -> None:
    text = record.game.dump(state)
    assert record.game.load(text) == state
    assert record.game.dump(record.game.load(text)) == text


def check_determinization(record: GameRecord, state: Any, seed: bytes) -> None:
    """Non-interference: hidden information does not change the reader's view, legal moves and labels.

    It does not change the result of `reshuffle` either, so AIs learn nothing from determinizations.
    """
    game = record.game
    for reader in readers(record):
        other = game.reshuffle(state, reader, seed)
        assert game.reshuffle(other, reader, seed) == other
        assert game.view(other, reader).model_dump_json() == game.view(state, reader).model_dump_json()
        assert game.to_act(other) == game.to_act(state)
        assert game.census(other) == game.census(state)
        assert game.turn_label(other) == game.turn_label(state)
        if reader is None:
            continue
        moves = game.legal(state, reader)
        assert game.legal(other, reader) == moves
        for move in moves:
            facts = game.label_facts(state, reader, move)
            assert game.label_facts(other, reader, move) == facts
            assert all(isinstance(value, str | int | tuple) for value in facts.values())


def check_barrier(record: GameRecord, ply: Ply, seed: bytes) -> None:
    """A move that can be undone revealed nothing to the mover, drew nothing and gave no other seat a move."""
    game = record.game
    other = game.apply(game.reshuffle(ply.before, ply.seat, seed), ply.seat, ply.move)
    mover = ply.seat
    learned = game.view(other.state, mover) != game.view(ply.step.state, mover)
    heard = [event for event in other.events if event.visible_to(mover)] != [
        event for event in ply.step.events if event.visible_to(mover)
    ]
    drew = ply.step.state.chance != ply.before.chance
    passed = not game.to_act(ply.step.state) or bool(game.to_act(ply.step.state) - game.to_act(ply.before))
    assert not any((learned, heard, drew, passed))


def check_event_audiences(record: GameRecord, ply: Ply, seed: bytes) -> None:
    """Events tell a reader nothing that they could not see on the table afterwards."""
    game = record.game
    for reader in readers(record):
        other = game.reshuffle(ply.before, reader, seed)
        if ply.move not in game.legal(other, ply.seat):
            continue
        step = game.apply(other, ply.seat, ply.move)
        if game.view(step.state, reader) == game.view(ply.step.state, reader):
            assert [event for event in step.events if event.visible_to(reader)] == [
                event for event in ply.step.events if event.visible_to(reader)
            ]


def check_events(record: GameRecord, ply: Ply) -> None:
    for event in ply.step.events:
        assert type(event) in record.game.info.events
        assert event.audience is None or event.audience <= set(range(record.seats))


def check_census(record: GameRecord, state: Any, census: Mapping[str, int]) -> None:
    assert record.game.census(state) == census


def check_outcome(record: GameRecord, state: Any) -> None:
    """The outcome has a known reason and known categories, and ranks every seat once."""
    outcome, info = record.game.outcome(state), record.game.info
    assert outcome is not None
    assert outcome.reason in info.reasons
    assert sorted(seat for place in outcome.ranking for seat in place) == list(range(record.seats))
    assert len(outcome.totals) == record.seats
    for row in outcome.sheet:
        assert row.category in info.categories
        assert len(row.points) == record.seats
        assert not row.about or row.about in record.game.names


def check_game(record: GameRecord, every: int = 1) -> int:
    """Play one random game with all checks; slow ones at about one in `every` plies.

    Returns the number of moves that could be undone.
    """
    random = Random(record.seed)
    free = 0
    game = record.game
    start = game.setup(record.seats, record.options, record.seed)
    census = game.census(start)
    check_choices(record, start)
    for ply in play_random(record, random):
        free += not ply.step.barrier
        state = ply.step.state
        if not ply.step.barrier and random.randrange(max(1, every // 4)) == 0:
            check_barrier(record, ply, random.randbytes(32))
        is_thorough = random.randrange(every) == 0
        check_events(record, ply)
        check_choices(record, state)
        if is_thorough:
            before = game.dump(ply.before)
            assert game.apply(ply.before, ply.seat, ply.move) == ply.step
            assert game.dump(ply.before) == before
            check_census(record, state, census)
            check_serialization(record, state)
            seed = random.randbytes(32)
            check_determinization(record, state, seed)
            check_event_audiences(record, ply, seed)
    check_outcome(record, state)
    check_census(record, state, census)
    assert sha256(game.dump(record.replay()).encode()).digest() == sha256(game.dump(state).encode()).digest()
    return free


def check_current_scores(game: AnyGame, seats: int) -> None:
    """Current scores depend on public information only, and equal the totals at the end."""
    record = GameRecord(game, seats, game.info.options(), seed_from("standing", game.info.key, seats))
    states: list[Any] = [game.setup(seats, record.options, record.seed)]
    states += [ply.step.state for ply in play_random(record, Random(record.seed))]
    for number, state in enumerate(states[:: max(1, len(states) // 12)]):
        standing = game.current_scores(state)
        assert len(standing) == seats
        other = game.reshuffle(state, None, seed_from("other", number))
        assert game.current_scores(other) == standing, "an onlooker could not have counted this"
    outcome = final_outcome(game, states[-1])
    assert game.current_scores(states[-1]) == outcome.totals
