"""Reads and replays recorded games, and compares how they ended; `test_games.py` describes the files."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.game import AnyGame, Move, Options, Seat, Step

FILES = sorted(Path(__file__).parent.glob("*/*.txt"))


@dataclass(frozen=True)
class RecordedGame:
    """A game as its file has it; `expected` are the other lines of the head, by their first word."""

    game: AnyGame
    seats: int
    options: Options
    seed: bytes
    moves: tuple[tuple[Seat, Move], ...]
    expected: Mapping[str, list[str]]

    @property
    def setup(self) -> Any:
        return self.game.setup(self.seats, self.options, self.seed)

    def steps(self) -> Iterator[Step[Any]]:
        state = self.setup
        for seat, move in self.moves:
            assert self.game.outcome(state) is None
            step = self.game.apply(state, seat, move)
            yield step
            state = step.state


def read_game(file: Path, games: Mapping[str, AnyGame]) -> RecordedGame:
    head_text, moves_text = file.read_text(encoding="utf-8").split("\n\n", 1)
    head: dict[str, list[str]] = defaultdict(list)
    for line in head_text.splitlines():
        if not line.startswith("#"):
            key, value = line.split(" ", 1)
            head[key].append(value)
    game = games[head["game"][0]]
    options = game.info.options(**dict(pair.split("=") for pair in head["options"][0].split()))
    moves = (line.split(": ") for line in moves_text.splitlines())
    return RecordedGame(
        game,
        int(head["seats"][0]),
        options,
        bytes.fromhex(head["seed"][0]),
        tuple((int(seat), game.parse(notation)) for seat, notation in moves),
        head,
    )


def check_file(file: Path, games: Mapping[str, AnyGame]) -> None:
    """Replay a recorded game and compare how it ended."""
    recorded = read_game(file, games)
    expected, steps = recorded.expected, [*recorded.steps()]
    outcome = recorded.game.outcome(steps[-1].state)
    assert outcome is not None
    assert outcome.reason == expected["reason"][0]
    assert " ".join(map(str, outcome.totals)) == expected["totals"][0]
    assert " ".join("=".join(map(str, place)) for place in outcome.ranking) == expected["ranking"][0]
    told = [_tokens(event.model_dump()) for step in steps for event in step.events]
    for line in expected["told"]:
        assert any(set(line.split()) <= words for words in told), line


def _tokens(event: dict[str, object]) -> set[str]:
    """Return an event as tokens: its kind, and each field with its value."""
    return {str(event["kind"]), *(f"{name}={value}" for name, value in event.items())}
