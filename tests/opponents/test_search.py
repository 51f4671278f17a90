"""What all computer players share: plans are tried out in the same worlds, by the values of the very game."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from opponents import Idea, Level, choose, mind_of, weigh
from opponents.search import halving
from rules import GAMES, packed
from rules.game import AnyGame, Phrase, Seat

WORTH = {"sail home": 3.0, "trade": 9.0, "wait": 1.0, "raid": 6.0, "rest": 2.0}


def test_the_best_plan_comes_first_and_the_worst_last() -> None:
    found = halving([*WORTH], lambda plan, _: WORTH[plan], worlds=2)
    assert found[0] == ("trade", 9.0)
    assert found[1] == ("raid", 6.0)
    assert found[-1] == ("wait", 1.0)


def test_plans_meet_the_same_worlds_so_that_none_is_only_luckier() -> None:
    met: dict[str, list[int]] = {plan: [] for plan in WORTH}

    def try_out(plan: str, world: int) -> float:
        met[plan].append(world)
        return WORTH[plan] + 100 * (world % 2)  # some worlds are good for everybody

    assert halving([*WORTH], try_out, worlds=3)[0][0] == "trade"
    longest = met["trade"]
    assert longest == list(range(len(longest)))
    assert all(worlds == longest[: len(worlds)] for worlds in met.values())
    assert len(met["wait"]) < len(longest), "what is worse is not tried as long"


def test_a_glance_that_is_trusted_outweighs_few_trials_and_many_outweigh_it() -> None:
    luck = {"sound": 1.0, "lucky": 3.0}

    def best(worlds: int) -> str:
        return halving([*luck], lambda plan, _: luck[plan], worlds=worlds, glance=[4, 0], trust=10)[0][0]

    assert halving([*luck], lambda plan, _: luck[plan], worlds=1)[0][0] == "lucky"
    assert best(worlds=4) == "sound"
    assert best(worlds=40) == "lucky"


def test_a_mind_goes_by_the_values_that_its_game_is_dealt_from(tmp_path: Path) -> None:
    (tmp_path / "lofoten.toml").write_text("[prices]\nextra_turn = 4\n", encoding="utf-8")
    printed, other = GAMES["lofoten"], packed(tmp_path)["lofoten"]
    assert mind_of(printed) is mind_of(printed)
    assert mind_of(other) is not mind_of(printed)


class Peeping:
    """A mind that would look at everything it is shown."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.shown: list[Any] = []

    def weigh(self, state: Any, seat: Seat, level: Level, chance: Random) -> list[Idea]:  # noqa: ARG002
        self.shown.append(state)
        return [Idea(self.game.legal(state, seat)[0], 0, Phrase(key="peeped"))]


@pytest.mark.parametrize("key", ["lofoten", "shipwrights", "borealis"])
def test_whatever_a_mind_looks_at_is_the_same_in_all_worlds_its_seat_cannot_tell_apart(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES[key]
    peeping = Peeping(game)
    monkeypatch.setattr(choose, "mind_of", lambda _: peeping)
    state = game.setup(2, game.info.options(), bytes(32))
    seat = min(game.to_act(state))
    other = game.reshuffle(state, seat, bytes(range(32)))
    assert game.dump(other) != game.dump(state), "something is hidden"
    for world in (state, other):
        weigh(game, world, seat, level="captain", salt="a moment")
    one, another = map(game.dump, peeping.shown)
    assert one == another
