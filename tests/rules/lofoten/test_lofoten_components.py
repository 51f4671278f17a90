"""The components of Lofoten, and an owner's pack that corrects them."""

from pathlib import Path

import pytest

from rules import load_pack
from rules.components import PackError
from rules.lofoten.longships import SHIP_A_POINTS
from rules.lofoten.options import LofotenOptions
from tests.rules.lofoten.notation import legal_notations, play
from tests.rules.lofoten.states import GAME, table, with_hand

ONE_FACE = '{ kind = "goods", number = 10 }'
ALL_ALIKE = f"[demands]\ncards = [{', '.join([f'{{ front = {ONE_FACE}, back = {ONE_FACE} }}'] * 7)}]\n"
GOODLESS = ALL_ALIKE.replace("goods", "goods_of", 1)
NO_SHIELDS = '["", "", "", "", "", "", "", ""]'
BARE = "[shields]\n" + "".join(f"{good} = {NO_SHIELDS}\n" for good in ("fish", "sheep", "coffer"))
BARE += 'mead = ["rb", "y", "", "", "", "", "", ""]\n'


def pack(folder: Path, text: str) -> Path:
    (folder / "lofoten.toml").write_text(text, encoding="utf-8")
    return folder


def test_the_printed_french_names() -> None:
    said = {
        key: GAME.names[key].text("fr", one=False)
        for key in ("mead", "fish", "sheep", "coffer", "warehouse", "longship")
    }
    assert said == {
        "mead": "hydromel",
        "fish": "poissons séchés",
        "sheep": "moutons",
        "coffer": "coffres",
        "warehouse": "Entrepôts",
        "longship": "Drakkars",
    }


def test_every_card_on_the_table_has_a_name() -> None:
    state = GAME.setup(2, LofotenOptions(), bytes(32))
    for warehouse in state.warehouses:
        assert str(warehouse.points) in GAME.names[warehouse.card].text("fr")


def test_without_a_pack_the_games_are_those_of_the_house() -> None:
    assert load_pack(None)["lofoten"] is GAME


def test_an_empty_pack_changes_nothing(tmp_path: Path) -> None:
    assert load_pack(tmp_path)["lofoten"].pack == GAME.pack


def test_one_word_of_a_pack_swaps_what_fish_and_sheep_do(tmp_path: Path) -> None:
    game = load_pack(pack(tmp_path, '[effects.wheel]\ngood = "fish"\n'))["lofoten"]
    assert game.pack != GAME.pack
    state = with_hand(table(), "mead 1", "fish 1", "sheep 1")
    state = game.apply(state, 0, game.parse("centre")).state
    assert {str(move) for move in game.legal(state, 0)} == {"wheel left", "wheel right", "stop"}
    assert legal_notations(play(with_hand(table(), "mead 1", "fish 1", "sheep 1"), "centre")) == {
        "row left",
        "row right",
        "stop",
    }


def test_a_pack_gives_the_points_of_the_printed_warehouses(tmp_path: Path) -> None:
    game = load_pack(pack(tmp_path, "[warehouses]\npoints = [5, 5, 6, 6, 7, 7, 8, 8]\n"))["lofoten"]
    state = game.setup(2, LofotenOptions(), bytes(32))
    assert {warehouse.points for warehouse in state.warehouses} <= {5, 6, 7, 8}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[orders]\nmead = [3, 3, 4]\n", "37 order cards instead of 36"),
        ("[tiles]\nmead = [2, 4, 3]\n", "33 goods tiles instead of 32"),
        ("[tiles]\nmead = [3, 4, 1]\n", "62 goods on the tiles instead of 64"),
        ("[warehouses]\npoints = [4, 5]\n", "2 level 1 warehouses instead of 8"),
        ("[coins]\nreserve = 4\n", "9 coins instead of 8"),
        ('[effects.wheel]\ngood = "mead"\n', "three different goods"),
        ('[effects.wheel]\ngood = "honey"\n', "effects.wheel.good"),
        ("[orders]\nhoney = [3, 3, 3]\n", "orders.honey"),
        ('[shields]\nmead = ["rr"]\n', "25 tiles with shields or without instead of 32"),
        ('[shields]\nmead = ["g", "", "", "", "", "", "", ""]\n', "shields.mead.0"),
        ("[demands]\ncards = []\n", "0 demand cards instead of 7"),
        (ALL_ALIKE, "1 different demands instead of 14"),
        (BARE, "demand_each_shield asks for 2, and there are 1"),
        ("[level_2.threshold]\nmost = 3\n", "level_2.threshold.most"),
        ("[jarls.knut]\nstrength = 0\n", "jarls.knut.strength"),
        ("[jarls.olaf]\nstrength = 1\n", "jarls.olaf"),
        (GOODLESS, "a good is shown for tiles_of and goods_of"),
        ("[orders\n", "lofoten.toml"),
    ],
)
def test_a_wrong_pack_is_refused_with_the_reason(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(PackError) as refused:
        load_pack(pack(tmp_path, text))
    assert problem in str(refused.value)
    assert "lofoten.toml" in str(refused.value)


def test_a_pack_corrects_a_level_2_card_and_a_jarl(tmp_path: Path) -> None:
    text = "[level_2.long_hall]\npoints = 6\n[jarls.frida]\nstrength = 1\n"
    game = load_pack(pack(tmp_path, text))["lofoten"]
    dealt = [
        game.setup(2, LofotenOptions(new_warehouses="four", alliances="yes"), bytes([number]) * 32)
        for number in range(60)
    ]
    halls = {card.points for state in dealt for card in state.warehouses if card.card == "long_hall"}
    fridas = {each.strength for state in dealt for each in state.alliances if each.jarl == "frida"}
    assert (halls, fridas) == ({6}, {1})


def test_the_shields_of_the_house() -> None:
    """Sixteen of each type, four of each type on every good; T2 holds with them too."""
    tiles = GAME.components.goods_tiles(shields=True)  # type: ignore[attr-defined]
    assert len(tiles) == 32
    assert sum(tile.amount for tile in tiles) == 64
    for good in ("mead", "fish", "sheep", "coffer"):
        shown = "".join(tile.shields for tile in tiles if tile.good == good)
        assert {shield: shown.count(shield) for shield in "rby"} == {"r": 4, "b": 4, "y": 4}


def test_constraint_3_fourteen_demands_on_the_faces_of_seven_cards() -> None:
    """Front and back are the two demands in one column of the rulebook's table; each good has a card."""
    cards = GAME.components.demands.cards  # type: ignore[attr-defined]
    paired = [
        tuple((face.kind, face.number, face.good) for face in (card.front, card.back)) for card in cards
    ]
    assert paired == [
        (("each_type", 1, None), ("goods", 10, None)),
        *((("tiles_of", 3, good), ("goods_of", 6, good)) for good in ("mead", "fish", "sheep", "coffer")),
        (("each_shield", 2, None), ("shields_alike", 5, None)),
        (("give_coins", 3, None), ("own_coins", 5, None)),
    ]


def test_constraint_6_a_warehouse_is_worth_more_than_ship_a() -> None:
    points = GAME.components.warehouse_cards.values()  # type: ignore[attr-defined]
    assert min(points) > SHIP_A_POINTS
    assert len(set(points)) == 8, "differing numbers make draws rarer"


def test_every_value_says_where_it_comes_from() -> None:
    """Values without a source are marked as reconstructed, so that an owner can check them."""
    components = GAME.components.model_dump()  # type: ignore[attr-defined]
    given = {name: part["provenance"] for name, part in components.items() if "provenance" in part}
    assert {name for name, source in given.items() if source == "reconstructed"} == {
        "warehouses",
        "shields",
        "level_2",
        "jarls",
    }
    assert given["demands"] == "inferred"
    assert components["effects"]["wheel"]["provenance"] == "reconstructed"
    assert given.keys() | {"effects", "names", "topics"} == components.keys()


def test_texts_say_what_the_pack_prints(tmp_path: Path) -> None:
    text = '[effects.wheel]\ngood = "fish"\n[jarls.frida]\nstrength = 1\n[level_2.long_hall]\npoints = 6\n'
    game = load_pack(pack(tmp_path, text))["lofoten"]
    pieces = ("fish", "sheep", "frida", "long_hall")
    effect, other, frida, hall = (game.printed_values(piece) for piece in pieces)
    assert (effect["effect"], other["effect"]) == ("wheel", "row")
    assert (frida["strength"], frida["usual"]) == (1, 3)
    assert hall["points"] == 6


def test_the_shields_of_a_tile_are_named_in_one_order(tmp_path: Path) -> None:
    """However an owner writes them down, red comes before blue and blue before yellow."""
    shields = '["yr", "by", "yb", "br", "y", "y", "r", "b"]'
    game = load_pack(pack(tmp_path, f"[shields]\nmead = {shields}\n"))["lofoten"]
    tiles = game.components.goods_tiles(shields=True)  # type: ignore[attr-defined]
    assert [tile.shields for tile in tiles if tile.good == "mead"][:4] == ["ry", "by", "by", "rb"]


def test_the_names_of_demands_say_how_many_of_what() -> None:
    assert GAME.names["demand_tiles_of_fish"].text("fr") == "3 tuiles poisson séché"
    assert GAME.names["demand_goods_of_coffer"].text("en") == "6 coffers stored"
    assert GAME.names["demand_goods"].text("en") == "10 goods stored"


def test_a_pack_for_no_known_game_is_refused(tmp_path: Path) -> None:
    (tmp_path / "lofotn.toml").write_text("", encoding="utf-8")
    with pytest.raises(PackError, match=r"lofotn\.toml"):
        load_pack(tmp_path)


def test_a_pack_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="nowhere"):
        load_pack(tmp_path / "nowhere")
