"""The reconstructed deck keeps what is known of the real one: constraints C1 to C19."""

import json
from collections import Counter

import pytest

from rules.components import PackError, StoredComponents
from rules.shipwrights.components import Marked
from rules.shipwrights.game import Shipwrights
from rules.shipwrights.pieces import CARDS, GOODS, KINDS, Goods, Villager
from rules.shipwrights.scoring import military_bonuses, points_now
from tests.rules.shipwrights.states import COMPONENTS, GAME

SHIPS = COMPONENTS.ships.values()


def copies(*values: int) -> int:
    return sum(values)


def test_c1_128_cards() -> None:
    assert len(COMPONENTS.deck()) == len(COMPONENTS.deck_backs()) == 128


def test_c2_46_faces_of_which_ten_are_ships() -> None:
    assert len(CARDS) == len(set(CARDS)) == 46
    parts = [
        COMPONENTS.ships,
        COMPONENTS.craftsmen,
        COMPONENTS.villagers,
        COMPONENTS.tools,
        COMPONENTS.buildings,
    ]
    assert [len(part) for part in parts] == [10, 7, 18, 4, 7]


def test_c3_three_ships_are_not_military() -> None:
    assert {key for key, ship in COMPONENTS.ships.items() if not ship.military} == {
        "ferje",
        "byrding",
        "knarr",
    }


def test_the_ships_are_called_the_same_in_every_language() -> None:
    """The pictures, which all readers share, show these names."""
    for ship in SHIPS:
        assert len({ship.name.text(language) for language in ship.name.languages}) == 1


def test_c4_the_ships_have_the_ten_historical_names() -> None:
    names = {ship.name.text("fr") for ship in SHIPS}
    assert names == {
        "Ferje",
        "Byrðing",
        "Knarr",
        "Skute",
        "Karve",
        "Snekke",
        "Skeid",
        "Busse",
        "Sud",
        "Drakkar",
    }


def test_c5_modifiers_change_by_one_and_gold_never_falls() -> None:
    for ship in SHIPS:
        assert {ship.mill, ship.daily_workers} <= {-1, 0, 1}
        assert ship.daily_gold in (0, 1)
    icons = [abs(ship.mill) + abs(ship.daily_workers) + ship.daily_gold for ship in SHIPS]
    assert 0 in icons
    assert 2 in icons


def test_c6_every_ship_needs_one_to_four_craftsmen_and_the_busse_a_carpenter() -> None:
    numbers = [len(ship.craftsmen) for ship in SHIPS]
    assert min(numbers) == 1
    assert max(numbers) <= 4
    assert "carpenter" in COMPONENTS.ships["busse"].craftsmen


def test_c7_every_cost_can_be_paid() -> None:
    for ship in SHIPS:
        assert ship.gold <= 12
        assert ship.workers <= 8
        assert ship.goods.total <= 7


def test_c8_four_ships_are_worth_about_eight_or_nine_points() -> None:
    mean = copies(*(ship.points * ship.cards for ship in SHIPS)) / copies(*(ship.cards for ship in SHIPS))
    assert 2.0 <= mean <= 2.25
    assert {ship.points for ship in SHIPS} <= {1, 2, 3, 4}


def test_c9_nine_military_points_are_reachable_with_four_ships_but_hard() -> None:
    strengths = sorted((ship.military for ship in SHIPS for _ in range(ship.cards)), reverse=True)
    warships = [strength for strength in strengths if strength]
    assert sum(strengths[:4]) >= 9
    assert 1.7 <= sum(warships) / len(warships) <= 2.1
    assert max(warships) in (3, 4)


@pytest.mark.parametrize("good", GOODS)
def test_c10_every_resource_is_needed_for_most_ships(good: str) -> None:
    needing = [ship for ship in SHIPS if ship.goods.of(good)]  # type: ignore[arg-type]
    assert len(needing) > len(SHIPS) / 2


def test_c11_four_buildings_give_one_two_or_three_points() -> None:
    plain = ("long_house", "mining_camp", "church", "fortress")
    assert {COMPONENTS.buildings[key].points for key in plain} == {1, 2, 3}


def test_c12_a_tool_is_worth_about_what_a_berserker_costs() -> None:
    assert COMPONENTS.villagers["berserker"].price == 5
    assert all(3 <= tool.gold <= 5 for tool in COMPONENTS.tools.values())


def test_c13_the_printed_back_is_there_and_backs_differ() -> None:
    gives = [back.gives for back in COMPONENTS.backs]
    assert Goods(2, 3, 1) in gives
    assert len(set(gives)) == len(gives) > 1


def test_c14_ships_and_craftsmen_are_about_half_of_the_deck() -> None:
    ships = sum(ship.cards for ship in SHIPS)
    craftsmen = [craftsman.cards for craftsman in COMPONENTS.craftsmen.values()]
    assert 0.45 <= (ships + sum(craftsmen)) / 128 <= 0.55
    assert max(craftsmen) <= 6


ATTACKERS: tuple[Villager, ...] = (
    "assassin",
    "barbarian",
    "conspirator",
    "mercenary",
    "raider",
    "berserker",
    "thief",
)


def test_c16_about_an_eighth_of_the_cards_attack_and_fewer_in_the_short_game() -> None:
    full = sum(COMPONENTS.villagers[key].cards for key in ATTACKERS) / 128
    short = sum(COMPONENTS.villagers[key].in_short_deck for key in ATTACKERS) / 128
    assert 0.08 <= short < 0.12 < full <= 0.14


def test_c19_the_deck_has_the_totals_of_its_source() -> None:
    assert Counter(KINDS[card] for card in COMPONENTS.deck()) == {
        "ship": 32,
        "craftsman": 33,
        "villager": 48,
        "tool": 5,
        "building": 10,
    }
    assert COMPONENTS.totals is not None
    assert {COMPONENTS.totals.mark(value) for value in COMPONENTS.totals.values()} == {"source"}


def test_the_short_game_has_another_deck_of_as_many_cards() -> None:
    kinds = Counter(KINDS[card] for card in COMPONENTS.deck(short=True))
    assert kinds == {"ship": 28, "craftsman": 37, "villager": 41, "tool": 8, "building": 14}
    for deck in ("full", "short"):
        state = GAME.setup(2, GAME.info.options(deck=deck), bytes(32))
        assert Counter(state.deck) == Counter(COMPONENTS.deck(short=deck == "short"))


def test_a_game_dealt_before_the_totals_were_known_keeps_its_deck() -> None:
    values = json.loads(GAME.dump_components())
    del values["totals"]
    for kind in ("ships", "craftsmen", "villagers", "tools", "buildings"):
        for card in values[kind].values():
            card["cards"] = card.pop("short") or card["cards"]
    stored = Shipwrights(StoredComponents(json.dumps(values), "before"))
    assert stored.components.deck() == COMPONENTS.deck(short=True)


def test_c17_backs_say_nothing_of_faces() -> None:
    """Over many deals every face lies under the commonest back as often as any other card does."""
    under: Counter[str] = Counter()
    deals = 300
    for number in range(deals):
        state = GAME.setup(2, GAME.info.options(), number.to_bytes(32, "big"))
        under.update(face for face, back in zip(state.deck, state.backs, strict=True) if back == 0)
    data = COMPONENTS.card_data
    expected = COMPONENTS.backs[0].cards / 128
    for card in CARDS:
        cards = data[card].cards * deals
        assert abs(under[card] / cards - expected) < 4.5 * (expected * (1 - expected) / cards) ** 0.5


def test_c18_a_day_can_always_be_dealt() -> None:
    """Five boards as full as they can be, five hands and three leftovers leave a day's draft."""
    ships = sum(ship.cards for ship in SHIPS)
    buildings = sum(building.cards for building in COMPONENTS.buildings.values())
    lying = COMPONENTS.villagers["watchman"].cards + COMPONENTS.villagers["pioneer"].cards
    craftsmen_and_tools, hands, leftovers = 5 * (4 + 1), 5 * 3, 3
    locked = ships + buildings + lying + craftsmen_and_tools + hands + leftovers
    assert locked <= 93
    assert 128 - locked >= 18


def test_every_value_has_a_mark_and_what_the_rulebook_says_is_marked_so() -> None:
    tables: list[Marked] = [
        *COMPONENTS.card_data.values(),
        *COMPONENTS.backs,
        COMPONENTS.start,
        COMPONENTS.purchase,
        COMPONENTS.board,
        COMPONENTS.evening,
        COMPONENTS.end,
        *([COMPONENTS.totals] if COMPONENTS.totals else []),
    ]
    for marked in tables:
        assert marked.values()
        assert {marked.mark(value) for value in marked.values()} <= {
            "rulebook",
            "source",
            "inferred",
            "reconstructed",
        }
    for key in ("ferje", "byrding", "knarr"):
        assert COMPONENTS.ships[key].mark("military") == "rulebook"  # type: ignore[index]
        assert COMPONENTS.ships[key].mark("gold") == "reconstructed"  # type: ignore[index]
    assert COMPONENTS.villagers["berserker"].mark("price") == "rulebook"
    assert COMPONENTS.villagers["king"].mark("gold") == "reconstructed"
    assert all(villager.mark("name") == "rulebook" for villager in COMPONENTS.villagers.values())
    assert COMPONENTS.backs[0].mark("oak") == "rulebook"


def test_a_pack_corrects_single_values(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "shipwrights.toml").write_text("[ships.knarr]\ngold = 3\n", encoding="utf-8")
    packed = Shipwrights(tmp_path)
    assert packed.components.faces["knarr"].gold == 3
    assert packed.components.faces["knarr"].workers == COMPONENTS.faces["knarr"].workers
    assert packed.pack != GAME.pack


@pytest.mark.parametrize(
    "correction",
    [
        "[ships.knarr]\ncards = 4\n",
        "[ships.knarr]\nshort = 9\n",
        "[ships.knarr]\ncards = 4\n[tools.bow_saw]\ncards = 0\n",
        "[ships.knarr]\ncards = 4\n[craftsmen.carpenter]\ncards = 4\n",
        "[ships.knarr]\ngold = 13\n",
        "[ships.knarr]\ncraftsmen = []\n",
        "[ships.raft]\ncards = 1\n",
        "[tools.bow_saw]\nspares = 'gold'\n",
        "[villagers.merchant]\ngoods = 3\n",
        "[tools.bow_saw]\nspares = false\n",
        "[villagers.king.known]\nloss = 'rulebook'\n",
    ],
)
def test_a_pack_that_does_not_add_up_is_refused(correction: str, tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "shipwrights.toml").write_text(correction, encoding="utf-8")
    with pytest.raises(PackError):
        Shipwrights(tmp_path)


def test_nothing_is_scored_before_anything_is_built() -> None:
    state = GAME.setup(3, GAME.info.options(), bytes(32))
    assert points_now(state, COMPONENTS) == military_bonuses(state, COMPONENTS) == (0, 0, 0)
