"""Whole games of Borealis kept as text, one for each table size and each way a tie is broken."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from rules.borealis.game import Borealis
from rules.borealis.options import BorealisOptions
from rules.borealis.state import State
from rules.game import Outcome, Seat

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.txt"))
GAME = Borealis()


@dataclass(frozen=True)
class Kept:
    """A finished game as it was written down, and the state its moves lead to."""

    seats: int
    totals: tuple[int, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    last_mover: Seat
    end: State
    outcome: Outcome


@cache
def replayed(name: str) -> Kept:
    head, _, body = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").partition("\n\n")
    facts = dict(line.split(" ", 1) for line in head.splitlines())
    assert facts["game"] == GAME.info.key
    chosen = dict(pair.split("=") for pair in facts["options"].split())
    seats = int(facts["seats"])
    state = GAME.setup(seats, BorealisOptions.model_validate(chosen), bytes.fromhex(facts["seed"]))
    mover = -1
    for line in body.splitlines():
        seat, notation = line.split(": ")
        mover = int(seat)
        assert GAME.outcome(state) is None
        state = GAME.apply(state, mover, GAME.parse(notation)).state
    outcome = GAME.outcome(state)
    assert outcome is not None
    return Kept(
        seats=seats,
        totals=tuple(map(int, facts["totals"].split())),
        ranking=tuple(tuple(map(int, place.split("="))) for place in facts["ranking"].split()),
        last_mover=mover,
        end=state,
        outcome=outcome,
    )


@pytest.mark.parametrize("name", [file.stem for file in FILES])
def test_a_kept_game_ends_as_it_did(name: str) -> None:
    kept = replayed(name)
    assert kept.outcome.reason == "seventh_card"
    assert kept.outcome.totals == kept.totals
    assert kept.outcome.ranking == kept.ranking


@pytest.mark.parametrize("name", [file.stem for file in FILES])
def test_a_kept_game_ends_with_its_round_and_a_seventh_card(name: str) -> None:
    kept = replayed(name)
    assert kept.last_mover == (kept.end.first - 1) % kept.seats
    assert kept.end.last_round
    assert max(len(site) for player in kept.end.players for site in player.sites) == 7
    six_rows = [row for row in kept.outcome.sheet if row.category != "farthest_flag"]
    assert len(six_rows) == 6
    assert tuple(map(sum, zip(*(row.points for row in six_rows), strict=True))) == kept.totals


def leaders(kept: Kept) -> list[Seat]:
    return [seat for seat, total in enumerate(kept.totals) if total == max(kept.totals)]


def farthest(kept: Kept) -> list[int]:
    return [max(kept.end.players[seat].flags) for seat in leaders(kept)]


def tokens(kept: Kept) -> list[int]:
    return [kept.end.players[seat].stars for seat in leaders(kept)]


def test_games_of_two_three_and_four_are_kept() -> None:
    sizes = [replayed(name).seats for name in ("two_players", "three_players_side_ii", "four_players")]
    assert sizes == [2, 3, 4]
    assert replayed("three_players_side_ii").end.options.side == "ii"


def test_a_tie_decided_by_the_farthest_flag() -> None:
    kept = replayed("tie_by_farthest_flag")
    assert len(leaders(kept)) == 2
    assert len(set(farthest(kept))) == 2
    assert kept.outcome.ranking[0] == (leaders(kept)[farthest(kept).index(max(farthest(kept)))],)


def test_a_tie_decided_by_the_tokens() -> None:
    kept = replayed("tie_by_tokens")
    assert len(set(farthest(kept))) == 1
    assert len(set(tokens(kept))) == 2
    assert kept.outcome.ranking[0] == (leaders(kept)[tokens(kept).index(max(tokens(kept)))],)


def test_a_shared_victory() -> None:
    kept = replayed("shared_victory")
    assert len(set(farthest(kept))) == 1
    assert len(set(tokens(kept))) == 1
    assert kept.outcome.ranking[0] == tuple(leaders(kept))
