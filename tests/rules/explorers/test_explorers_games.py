"""Whole finished games of Explorers, replayed: each captain scored, one alone, two without a place."""

from collections import defaultdict
from pathlib import Path

import pytest

from rules.explorers.pieces import CAPTAINS
from tests.rules.explorers.explorers_table import GAME

FILES = sorted(Path(__file__).with_name("games").glob("*.txt"))


def head_and_moves(file: Path) -> tuple[dict[str, list[str]], list[str]]:
    head_text, moves = file.read_text(encoding="utf-8").split("\n\n", 1)
    head: dict[str, list[str]] = defaultdict(list)
    for line in head_text.splitlines():
        if not line.startswith("#"):
            key, value = line.split(" ", 1)
            head[key].append(value)
    return head, moves.splitlines()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_game_ends_as_it_did(file: Path) -> None:
    head, moves = head_and_moves(file)
    options = GAME.info.options(**dict(pair.split("=") for pair in head["options"][0].split()))
    state = GAME.setup(int(head["seats"][0]), options, bytes.fromhex(head["seed"][0]))
    told = []
    for line in moves:
        seat, notation = line.split(": ")
        step = GAME.apply(state, int(seat), GAME.parse(notation))
        state = step.state
        told += [{event.kind, *(f"{name}={value}" for name, value in event)} for event in step.events]
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.reason == head["reason"][0]
    assert " ".join(map(str, outcome.totals)) == head["totals"][0]
    assert " ".join("=".join(map(str, place)) for place in outcome.ranking) == head["ranking"][0]
    for expected in head["told"]:
        assert any(set(expected.split()) <= words for words in told), expected


def test_every_captain_scores_in_one_of_them() -> None:
    scored = {
        word.removeprefix("captain=")
        for file in FILES
        for line in head_and_moves(file)[0]["told"]
        if not line.endswith("points=0")
        for word in line.split()
        if word.startswith("captain=")
    }
    assert scored == set(CAPTAINS)
