"""The cards, boards and tables of Borealis add up to the printed totals."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from rules.borealis.components import Components
from rules.borealis.game import Borealis
from rules.borealis.pieces import OBJECTIVES, SCORE_CARDS, SPECIES, VEHICLES
from rules.components import PackError, load_components
from tests.rules.borealis.states import COMPONENTS

CARDS = COMPONENTS.animal_cards()


def test_a_hundred_cards_with_every_icon_as_often_as_any_other() -> None:
    assert len(CARDS) == 100
    assert Counter(card.species for card in CARDS) == dict.fromkeys(SPECIES, 20)
    assert Counter(card.vehicle for card in CARDS) == dict.fromkeys(VEHICLES, 20)
    assert set(Counter((card.species, card.vehicle) for card in CARDS).values()) == {4}


def test_pairs_of_scientists() -> None:
    pairs = Counter(card.left[0] + card.right[0] for card in CARDS)
    assert pairs == {"yp": 13, "yb": 13, "py": 13, "pb": 14, "by": 13, "bp": 13, "yy": 7, "pp": 7, "bb": 7}
    assert Counter(card.left for card in CARDS) == {"yellow": 33, "pink": 34, "blue": 33}
    assert Counter(card.right for card in CARDS) == {"yellow": 33, "pink": 33, "blue": 34}


def test_stars_are_on_the_cards_with_two_scientists_of_one_colour() -> None:
    assert sum(card.stars for card in CARDS) == 21
    assert all((card.left == card.right) == (card.stars == 1) for card in CARDS)
    alike = [card for card in CARDS if card.stars]
    assert Counter(card.species for card in alike) == {
        "polar_bear": 4,
        "arctic_fox": 4,
        "snowy_owl": 5,
        "harp_seal": 4,
        "puffin": 4,
    }
    assert Counter(card.vehicle for card in alike) == {
        "sleigh": 4,
        "zeppelin": 4,
        "submarine": 5,
        "kayak": 4,
        "skis": 4,
    }


def test_only_one_card_is_there_twice() -> None:
    twice = [card for card, count in Counter(CARDS).items() if count > 1]
    assert [(card.species, card.vehicle, card.left, card.right) for card in twice] == [
        ("harp_seal", "skis", "pink", "blue")
    ]


@pytest.mark.parametrize("board", COMPONENTS.board_tracks)
def test_tracks_have_two_vehicles_a_space_and_none_twice_in_a_row(board: str) -> None:
    for track in COMPONENTS.board_tracks[board]:  # type: ignore[index]
        assert len(track) == 8
        assert track[0].vehicles == ()
        assert all(len(set(space.vehicles)) == 2 for space in track[1:])
        for space, following in pairwise(track):
            assert not set(space.vehicles) & set(following.vehicles)


@pytest.mark.parametrize("board", COMPONENTS.board_tracks)
def test_outer_tracks_are_worth_more_than_the_middle_one(board: str) -> None:
    left, middle, right = (
        [space.points for space in track]
        for track in COMPONENTS.board_tracks[board]  # type: ignore[index]
    )
    assert left == right == [0, 1, 2, 3, 5, 8, 11, 15]
    assert middle == [0, 1, 2, 3, 4, 6, 8, 11]


def test_the_four_sides_ii_differ() -> None:
    assert len(set(COMPONENTS.board_tracks.values())) == 5


def test_four_objectives_of_each_kind_and_ten_score_cards() -> None:
    kinds = Counter(COMPONENTS.objectives.of(key).kind for key in OBJECTIVES)
    assert kinds == {"animal": 4, "scientist": 4, "vehicle": 4}
    assert len(SCORE_CARDS) == 10


def test_every_piece_has_a_name_in_every_language() -> None:
    names = COMPONENTS.all_names
    assert {*SPECIES, *VEHICLES, *OBJECTIVES, *SCORE_CARDS, "yellow", "pink", "blue"} <= set(names)
    assert names["harp_seal"].text("fr") == "phoque du Groenland"
    assert names["untrodden_path"].text("fr") == "Hors des sentiers battus"


def test_a_pack_corrects_a_card_and_has_its_own_fingerprint(tmp_path: Path) -> None:
    (tmp_path / "borealis.toml").write_text('[cards.puffin]\nzeppelin = ["yb", "py", "pb", "yy"]\n')
    corrected = Borealis(tmp_path)
    cards = [card for card in corrected.components.animal_cards() if card.species == "puffin"]
    assert ("pink", "blue") in [(card.left, card.right) for card in cards if card.vehicle == "zeppelin"]
    assert corrected.pack != Borealis().pack


@pytest.mark.parametrize(
    "wrong",
    [
        '[cards.puffin]\nkayak = ["yb", "py", "pb"]',
        '[cards.puffin]\nkayak = ["yb", "py", "pb", "xx"]',
        '[boards.i]\nleft = [["kayak", "skis"]]',
        "[tracks]\nouter = [0, 1]",
        "[groups]\npoints = [0, 0, 1]",
    ],
)
def test_a_pack_that_does_not_add_up_is_refused(tmp_path: Path, wrong: str) -> None:
    (tmp_path / "borealis.toml").write_text(wrong)
    with pytest.raises(PackError):
        load_components("borealis", Components, tmp_path)
