"""Texts about cards and pieces take their numbers from the components, a pack's included."""

from pathlib import Path

from rules.borealis.game import Borealis
from rules.borealis.pieces import species_counts
from tests.rules.borealis.states import GAME, pile


def test_objectives_and_score_cards_say_what_is_printed_on_them() -> None:
    assert GAME.printed_values("morning_shift") == {"number": 5, "stars": 5}
    assert GAME.printed_values("common_destination") == {"points": 12, "pair": 5}


def test_a_species_tells_its_groups_and_its_cards() -> None:
    fox = GAME.printed_values("arctic_fox")
    assert [fox[size] for size in ("two", "three", "four", "five", "six", "seven")] == [1, 3, 6, 10, 15, 21]
    assert fox["yp"] == ("sleigh", "kayak", "skis")
    assert fox["pp"] == ("zeppelin", "submarine")
    assert sum(len(fox[pair]) for pair in ("yy", "yp", "yb", "py", "pp", "pb", "by", "bp", "bb")) == 20  # type: ignore[arg-type]


def test_a_pack_changes_texts_and_pictures(tmp_path: Path) -> None:
    (tmp_path / "borealis.toml").write_text(
        "[stars]\nobjective = 7\n"
        '[objectives.morning_shift]\nnumber = 4\nname = { en = "Early Birds", fr = "Lève-tôt" }\n'
        "[score_cards.safe_return]\npoints = 9\n"
    )
    packed = Borealis(tmp_path)
    assert packed.printed_values("morning_shift") == {"number": 4, "stars": 7}
    assert packed.printed_values("safe_return")["points"] == 9
    for number in range(40):
        view = packed.view(packed.setup(2, packed.info.options(), bytes([number] * 32)), None)
        scientist = view.objectives[1]
        if scientist.card == "morning_shift":
            assert (scientist.number, scientist.stars, scientist.name.text("fr")) == (4, 7, "Lève-tôt")
            return
    raise AssertionError("never dealt")


def test_animals_are_counted_rather_than_repeated() -> None:
    assert species_counts(pile("SBS")) == ("polar_bear", "harp_seal_2")
    assert species_counts(pile("PPPP")) == ("puffin_4",)
