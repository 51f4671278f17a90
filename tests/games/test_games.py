"""Recorded games are replayed: one for each way a game can end.

A file has a head, an empty line, and a line for each move: the seat and the notation. The head has `game`,
`seats`, `options` and `seed`, then the expected `reason`, `totals` and `ranking`. `told` lines are events
that must occur. Lines that begin with # say what the game shows.
"""

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest

from rules import GAMES
from rules.game import AnyGame

FILES = sorted(Path(__file__).parent.glob("*/*.txt"))


def test_every_game_has_finished_games() -> None:
    assert {file.parent.name for file in FILES} == set(GAMES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_the_game_ends_as_it_did(file: Path) -> None:
    check_file(file, GAMES)


def check_file(file: Path, games: Mapping[str, AnyGame]) -> None:
    head_text, moves_text = file.read_text(encoding="utf-8").split("\n\n", 1)
    head: dict[str, list[str]] = defaultdict(list)
    for line in head_text.splitlines():
        if not line.startswith("#"):
            key, value = line.split(" ", 1)
            head[key].append(value)
    game = games[head["game"][0]]
    options = game.info.options(**dict(pair.split("=") for pair in head["options"][0].split()))
    state = game.setup(int(head["seats"][0]), options, bytes.fromhex(head["seed"][0]))
    told = []
    for line in moves_text.splitlines():
        seat, notation = line.split(": ")
        assert game.outcome(state) is None
        step = game.apply(state, int(seat), game.parse(notation))
        state = step.state
        told += [_tokens(event.model_dump()) for event in step.events]
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.reason == head["reason"][0]
    assert " ".join(map(str, outcome.totals)) == head["totals"][0]
    assert " ".join("=".join(map(str, place)) for place in outcome.ranking) == head["ranking"][0]
    for expected in head["told"]:
        assert any(set(expected.split()) <= words for words in told), expected


def _tokens(event: dict[str, object]) -> set[str]:
    """Return an event as tokens: its kind, and each field with its value."""
    return {str(event["kind"]), *(f"{name}={value}" for name, value in event.items())}
