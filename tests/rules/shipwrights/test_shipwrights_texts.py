"""The texts about cards and pieces: what is printed on them, corrected by a pack where there is one."""

from pathlib import Path

import pytest
from shipwrights_table import COMPONENTS, GAME

from bot.words import words_for
from rules.shipwrights.game import Shipwrights

LANGUAGES = ("en", "fr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_of_ships_say_what_the_cards_do(language: str) -> None:
    teller = words_for(language).teller(GAME, ())
    points, gold = ("VP", "gold") if language == "en" else ("PV", "Or")
    for key, ship in COMPONENTS.ships.items():
        _, text = teller.piece(key)
        assert f"{ship.points} {points}" in text
        assert f"{ship.gold} {gold}" in text
        for craftsman in ship.craftsmen:
            assert GAME.names[craftsman].say(language) in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_piece_has_a_text_without_gaps(language: str, caplog: pytest.LogCaptureFixture) -> None:
    teller = words_for(language).teller(GAME, ())
    for key, _ in teller.pieces():
        assert "{" not in teller.piece(key)[1]
    assert not caplog.records


@pytest.mark.parametrize(
    ("piece", "correction", "english", "french"),
    [
        ("knarr", "[ships.knarr]\ngold = 7", "7 gold", "7 Or"),
        ("knarr", "[ships.knarr]\nmill = -1", "−1 mill", "−1 au Moulin"),
        ("skute", "[ships.skute]\ndaily_gold = 1", "+1 gold a day", "+1 Or par jour"),
        ("sailmaker", '[ships.skute]\ncraftsmen = ["sailmaker"]', "Skute", "Skute"),
        ("king", "[villagers.king]\ngold = 9", "9 gold", "9 Or"),
        ("labourer", "[villagers.labourer]\nworkers = 1", "1 worker.", "1 Ouvrier."),
        ("trader", "[villagers.trader]\nexchanges = 5", "up to 5", "jusqu’à 5"),
        ("bow_saw", "[tools.bow_saw]\ngold = 6", "6 gold", "6 Or"),
        ("trade_cart", "[tools.trade_cart]\ngoods = [2, 1, 1]", "2 oak", "2 Chênes"),
        ("church", "[buildings.church]\npoints = 3", "3 VP", "3 PV"),
        ("mill", "[board]\nresources = 9", "9", "9"),
    ],
)
def test_a_text_follows_a_pack(
    piece: str, correction: str, english: str, french: str, tmp_path: Path
) -> None:
    (tmp_path / "shipwrights.toml").write_text(correction, encoding="utf-8")
    packed = Shipwrights(tmp_path)
    for language, said in (("en", english), ("fr", french)):
        words = words_for(language)
        assert said in words.teller(packed, ()).piece(piece)[1]
        assert said not in words.teller(GAME, ()).piece(piece)[1]
