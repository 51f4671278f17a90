"""The texts about cards and pieces: what is printed on them, corrected by a pack where there is one."""

from pathlib import Path

import pytest

from bot.i18n import LANGUAGES, locale_for
from rules.shipwrights.game import Shipwrights
from rules.shipwrights.pieces import SHIPS
from rules.shipwrights.printed import printed_values
from rules.shipwrights.state import Player
from tests.rules.shipwrights.notation import play, play_with_events
from tests.rules.shipwrights.states import COMPONENTS, GAME, board, table


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_of_ships_say_what_the_cards_do(language: str) -> None:
    game_text = locale_for(language).game_text(GAME, ())
    points, gold = {"en": ("VP", "gold"), "fr": ("PV", "Or"), "de": ("SP", "Gold")}[language]
    for key, ship in COMPONENTS.ships.items():
        _, text = game_text.component_help(key)
        assert f"{ship.points} {points}" in text
        assert f"{ship.gold} {gold}" in text
        for craftsman in ship.craftsmen:
            assert GAME.names[craftsman].text(language) in text


@pytest.mark.parametrize("ship", SHIPS)
def test_the_effects_of_a_ship_are_those_of_the_evening(ship: str) -> None:
    """Beside a ferje, which brings a worker that another ship can cost."""

    def evening(fleet: str) -> Player:
        return play(table(board(fleet=fleet), board()), "end", "end").players[0]

    def is_full(fleet: str, goods: int) -> bool:
        return play(table(board(fleet=fleet, mill=(goods - 2, 2, 0)), board()), "end").stage == "dusk"

    alone, both = evening("ferje"), evening(f"ferje {ship}")
    capacity = COMPONENTS.board.resources
    effects = {
        "more_workers": both.workers > alone.workers,
        "fewer_workers": both.workers < alone.workers,
        "more_gold": both.gold > alone.gold,
        "larger_mill": not is_full(f"ferje {ship}", capacity + 1),
        "smaller_mill": is_full(f"ferje {ship}", capacity),
    }
    printed = printed_values(ship, COMPONENTS)["changes"]
    assert printed == (tuple(key for key, there in effects.items() if there) or ("nothing",))


def test_the_end_of_a_turn_is_confirmed_with_a_list_of_what_will_be_discarded() -> None:
    state, end = table(board(hand="sud king carpenter"), board()), GAME.parse("end")
    assert GAME.apply(state, 0, end).barrier
    facts = GAME.label_facts(state, 0, end)
    english, french = (locale_for(language).game_text(GAME, ("A", "B")) for language in ("en", "fr"))
    assert english.intent_text(end, facts) == "End your turn and discard Sud, King, and Carpenter"
    assert french.intent_text(end, facts) == "Finir votre tour et défausser Sud, Roi et Charpentier"
    assert english.intent_text(end, {}) == "End your turn with an empty hand"


def test_who_is_passed_reads_so() -> None:
    stuck = board(gold=0, workers=0, hand="bow_saw")
    _, events = play_with_events(table(board(), stuck, board()), "end")
    said = [locale_for("en").game_text(GAME, ("A", "Bo", "C")).event_text(event) for event in events]
    assert said[-3:] == [
        "Bo can’t do anything this afternoon and is skipped.",
        "Bo discards Bow Saw.",
        "Bo calls it a day.",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_piece_has_a_text_without_gaps(language: str, caplog: pytest.LogCaptureFixture) -> None:
    game_text = locale_for(language).game_text(GAME, ())
    for key, _ in game_text.component_names():
        assert "{" not in game_text.component_help(key)[1]
    assert not caplog.records


@pytest.mark.parametrize(
    ("piece", "correction", "english", "french"),
    [
        ("knarr", "[ships.knarr]\ngold = 7", "7 gold", "7 Or"),
        ("knarr", "[ships.knarr]\nmill = -1", "your mill holds 1 fewer", "le Moulin contient 1 de moins"),
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
        locale = locale_for(language)
        assert said in locale.game_text(packed, ()).component_help(piece)[1]
        assert said not in locale.game_text(GAME, ()).component_help(piece)[1]
