"""Why a move cannot be made: each of the usual reasons, and nothing that a seat may not know."""

import pytest

from rules.borealis.pieces import Team
from rules.borealis.state import State
from rules.game import Phrase
from tests.rules.borealis.notation import legal_notations, play
from tests.rules.borealis.states import GAME, card, player, table

ALONE = (Team(), Team(2, 0, 0), Team(1, 1, 1), Team(0, 2, 2), Team())
"""Two yellow on the left, one of each in the middle, the others on the right."""


def illegal_reason(state: State, notation: str, seat: int = 0) -> Phrase | None:
    move = GAME.parse(notation)
    assert move not in GAME.legal(state, seat)
    return GAME.illegal_reason(state, seat, move)


def test_a_card_whose_scientists_are_elsewhere() -> None:
    hand = (card(arrows="yp"), card(arrows="bb"), card(), card())
    state = table(player(hand=hand, places=ALONE))
    assert illegal_reason(state, "observe 1 left") == Phrase(
        key="not.scientists_missing", values={"site": "left", "left": "yellow", "right": "pink"}
    )
    assert illegal_reason(state, "observe 2 middle") == Phrase(
        key="not.pair_missing", values={"site": "middle", "pair": "blue"}
    )
    assert "observe 1 middle" in legal_notations(state)


@pytest.mark.parametrize(
    ("before", "notation", "reason"),
    [
        ((), "take a", "observe_first"),
        ((), "draw", "observe_first"),
        ((), "refresh", "observe_first"),
        ((), "gather left", "regroup_first"),
        ((), "exchange 12", "exchange_over"),
        (("observe 1 left",), "observe 1 left", "card_first"),
        (("observe 1 left",), "regroup none", "card_first"),
        (("observe 1 left", "refresh"), "refresh", "renewed_already"),
        (("regroup none",), "observe 1 left", "site_first"),
        (("regroup none",), "draw", "site_first"),
    ],
)
def test_what_has_to_be_done_before(before: tuple[str, ...], notation: str, reason: str) -> None:
    somebody_rests = (Team(1, 0, 0), Team(1, 1, 1), Team(1, 1, 1), Team(0, 1, 1), Team())
    state = play(table(player(places=somebody_rests)), *before)
    found = illegal_reason(state, notation)
    assert found is not None
    assert found.key == f"not.{reason}"


def test_the_first_round_waits_for_the_exchange() -> None:
    start = GAME.setup(2, GAME.info.options(), bytes(32))
    assert illegal_reason(start, "observe 1 left") == Phrase(key="not.exchange_first")


def test_a_new_pool_costs_what_the_box_says() -> None:
    state = play(table(player(stars=0)), "observe 1 left")
    assert illegal_reason(state, "refresh") == Phrase(key="not.no_stars", values={"stars": 1})
    assert GAME.blocked_kinds(state, 0) == {"refresh": Phrase(key="not.no_stars", values={"stars": 1})}
    assert GAME.blocked_kinds(play(table(player(stars=1)), "observe 1 left"), 0) == {}


def test_in_the_last_round_cards_no_longer_matter() -> None:
    state = table(player(), last_round=True)
    for notation in ("regroup 12", "take a", "draw"):
        assert illegal_reason(state, notation) == Phrase(key="not.last_round")


def test_without_a_playable_card_observing_is_blocked() -> None:
    scattered = (Team(3, 3, 0), Team(0, 0, 1), Team(0, 0, 1), Team(0, 0, 1), Team())
    state = table(player(places=scattered))
    assert GAME.blocked_kinds(state, 0) == {"observe": Phrase(key="not.no_card_fits")}
    assert GAME.blocked_kinds(state, 1) == {}
    assert GAME.blocked_kinds(table(player()), 0) == {}


def test_what_has_no_better_reason_has_none() -> None:
    state = table(player())
    drawing = play(state, "observe 1 left")
    assert GAME.illegal_reason(drawing, 0, GAME.parse("take a")) is None
    assert GAME.illegal_reason(state, 0, GAME.parse("observe 1 left")) is None
