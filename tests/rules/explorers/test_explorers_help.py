"""Illegal reasons, blocked kinds, shortcuts and the lesson of Explorers."""

from dataclasses import replace
from itertools import product, takewhile
from random import Random

import pytest

from bot.i18n import LANGUAGES, MAX_BUTTON_CHARS, locale_for
from rules.explorers.chart import chart
from rules.explorers.hexes import cell_name, point_name, point_of
from rules.explorers.pieces import CAPTAINS, OUTPOSTS_PER_PLAYER
from rules.game import Refusal
from tests.plies import random_plies
from tests.rules.explorers.map import CELLS, build_map
from tests.rules.explorers.notation import play
from tests.rules.explorers.pieces import with_enemy, with_livestock, with_outpost, with_settlement
from tests.rules.explorers.states import GAME, table, with_player, with_ship, with_vikings

CAPE = build_map("e9 e10", "d9w")
GAINS = ("raid", "outpost", "deliver", "attack")


def reason(state: object, notation: str, seat: int = 0) -> str:
    phrase = GAME.illegal_reason(state, seat, GAME.parse(notation))  # type: ignore[arg-type]
    return "" if phrase is None else phrase.key


@pytest.mark.parametrize(
    ("notation", "key"),
    [
        ("sail e9", "not.enemy_there"),
        ("sail f20", "not.no_sea"),
        ("sail shore", "not.sea_apart"),
        ("load mainland 1 none none none", "not.land_apart"),
        ("load d9 3 none none none", "not.too_few_there"),
        ("load d9 2 pig none none", "not.animal_not_there"),
        ("unload d9 2 none none none", "not.too_few_aboard"),
        ("unload d9 0 pig none none", "not.animal_not_aboard"),
        ("march e9 d9 1", "not.nobody_there"),
        ("march d9 mainland 1", "not.no_way"),
        ("herd d9 goat e9", "not.animal_not_there"),
        ("build d9e", "not.no_point"),
        ("place 1 e11 0", "not.tile_laid"),
    ],
)
def test_a_refusal_says_why(notation: str, key: str) -> None:
    state = with_vikings(with_enemy(with_ship(table(CAPE), "e10", 1), "e9", deadly=False), d9=2)
    state = with_ship(state, "e10" if notation.startswith("sail") and "shore" in notation else "d9", 1)
    assert reason(state, notation) == key
    with pytest.raises(Refusal):
        play(state, notation)


def test_an_animal_on_another_land_is_not_there() -> None:
    state = with_livestock(with_vikings(with_ship(table(CAPE), "d9", 1), d9=2), ("mainland", "pig"))
    assert reason(state, "load d9 1 pig none none") == "not.animal_not_there"


@pytest.mark.parametrize(
    ("middle", "notation", "text"),
    [
        ("land", "sail e9", "E9 has several seas; choose E9 W, E9 E"),
        ("sea", "march e9 d9 1", "E9 has several lands; choose E9 N, E9 S"),
    ],
)
def test_a_tile_with_several_seas_or_lands_needs_a_side(middle: str, notation: str, text: str) -> None:
    land = " ".join(point_name(point_of(CELLS["e9"], corner)) for corner in (1, 2, 4, 5))
    state = with_ship(table(build_map("e9", land, {"e9": middle})), "shore", 2)
    phrase = GAME.illegal_reason(state, 0, GAME.parse(notation))
    assert phrase is not None
    assert locale_for("en").game_text(GAME, ("Ada", "Bo")).phrase_text(phrase) == text


def test_an_outpost_is_refused_for_want_of_builders_or_actions_or_distance() -> None:
    assert reason(table(CAPE), "build d9w") == "not.builders"
    built = with_outpost(with_vikings(table(CAPE), d9=2), "d9w", seat=1)
    assert reason(built, "build d9w") == "not.outpost_near"

    assert reason(with_vikings(table(CAPE), d9=2), "build d9w") == ""
    late = replace(with_vikings(table(CAPE), d9=2), actions=1)
    assert reason(late, "build d9w") == "not.two_actions"
    points = tuple(chart(late.laid).points)
    spent = with_player(with_vikings(table(CAPE), d9=2), outposts=points[:1] * OUTPOSTS_PER_PLAYER)
    assert reason(spent, "build d9w") == "not.no_outposts"
    assert GAME.blocked_kinds(spent, 0)["build"].key == "not.no_outposts"
    assert GAME.blocked_kinds(late, 0)["build"].key == "not.two_actions"


@pytest.mark.parametrize(
    ("notation", "key"),
    [
        ("load d9 0 goat goat none", "not.two_livestock"),
        ("load d9 3 none none none", "not.hold_full"),
        ("load d9 0 none none none", "not.nothing_moved"),
        ("load e9 1 none none none", "not.land_apart"),
        ("unload d9 2 none none none", "not.nobody_aboard"),
        ("sail e9", "not.no_crew"),
        ("march d9 e9 1", ""),
        ("march e9 d9 2", "not.too_few_there"),
        ("march k20 d9 1", "not.no_land"),
        ("march d9 k20 1", "not.no_land"),
        ("captain scout", "not.captains_chosen"),
        ("redraw", "not.tile_laid"),
        ("end", ""),
    ],
)
def test_a_limit_that_is_met_is_named(notation: str, key: str) -> None:
    """An empty ship with two goats aboard, three Vikings beside it, and one on the next land."""
    state = with_vikings(with_ship(table(CAPE), "d9", 0, "goat"), aboard=0, d9=3, e9=1)
    state = with_livestock(state, ("d9", "goat"), ("d9", "goat"))
    assert reason(state, notation) == key
    assert reason(state, notation, seat=1) == ""
    assert reason(with_ship(state, "d9", 1), "unload d9 0 none none none") == "not.nothing_moved"


def test_captains_are_chosen_first_and_among_those_dealt() -> None:
    state = GAME.setup(2, GAME.info.options(), bytes(32))
    assert state.stage == "captains"
    dealt = state.players[0].captains
    other = next(captain for captain in CAPTAINS if captain not in dealt)
    assert reason(state, "end") == "not.captains_first"
    assert reason(state, f"captain {other}") == "not.not_dealt"
    assert reason(state, f"captain {dealt[0]}") == ""


def test_a_tile_is_refused_by_what_is_wrong_with_its_place() -> None:
    random = Random(5)
    state = GAME.setup(2, GAME.info.options(), random.randbytes(32))
    for seat in (0, 1):
        state = GAME.apply(state, seat, GAME.legal(state, seat)[0]).state
    tile, seat = state.player.hand[0], state.active
    assert reason(state, f"place {tile} d9 0", seat) == "not.cell_taken"
    assert reason(state, f"place {tile} c9 0", seat) == "not.beside_mainland"
    assert reason(state, f"place {tile} k9 0", seat) == "not.cell_apart"
    other = next(number for number in range(1, 49) if number not in state.player.hand)
    assert reason(state, f"place {other} e9 0", seat) == "not.tile_not_held"
    assert reason(state, "sail d9", seat) == "not.tile_first"
    assert reason(state, "redraw", seat) == "not.something_fits"
    assert reason(state, f"discard {tile}", seat) == "not.something_fits"
    legal = {str(move) for move in GAME.legal(state, seat)}
    for number, cell in product(state.player.hand, map(cell_name, chart(state.laid).open_cells)):
        ways = [f"place {number} {cell} {turn}" for turn in range(6)]
        fits = any(way in legal for way in ways)
        wrong = {reason(state, way, seat) for way in ways if way not in legal}
        assert wrong <= {"not.turned_wrong" if fits else "not.coasts_differ"}


def test_blocked_kinds_are_those_without_a_move() -> None:
    state = with_ship(table(CAPE), "d9", 0)
    blocked = GAME.blocked_kinds(state, 0)
    assert {kind: phrase.key for kind, phrase in blocked.items()} == {
        "load": "not.nobody_beside",
        "unload": "not.nobody_aboard",
        "sail": "not.no_crew",
        "march": "not.nowhere_to_go",
        "herd": "not.no_livestock_beside",
        "build": "not.builders_nowhere",
    }
    assert GAME.blocked_kinds(state, 1) == {}


def shortcuts_by_name(state: object) -> dict[str, list[str]]:
    found = GAME.shortcuts(state, 0)  # type: ignore[arg-type]
    return {
        " ".join([row.name.key, *map(str, row.name.values.values())]): [str(move) for move in row.moves]
        for row in found
    }


def test_shortcuts_raid_deliver_fetch_and_build() -> None:
    raid = shortcuts_by_name(with_settlement(table(CAPE), "d9", 2))
    assert raid["shortcut.raid d9 2 2"] == ["sail d9", "unload d9 2 none none none"]
    home = shortcuts_by_name(with_ship(table(CAPE), "e9", 1, "pig"))
    assert home["shortcut.deliver 1 pig 1 3"][1:] == ["sail shore", "unload mainland 0 pig none none"]
    pig = shortcuts_by_name(with_livestock(with_ship(table(CAPE), "shore", 1), ("d9", "pig")))
    assert pig["shortcut.fetch 1 pig d9 3"][-1] == "load d9 1 pig none none"
    outpost = shortcuts_by_name(with_ship(table(CAPE), "d9", 2))
    assert outpost["shortcut.outpost d9w 2 3"] == ["unload d9 2 none none none", "build d9w"]


def labels_by_moves(state: object) -> dict[str, str]:
    """Return the English label of each shortcut, by its moves."""
    game_text = locale_for("en").game_text(GAME, ("Ada", "Bo"))
    found = GAME.shortcuts(state, 0)  # type: ignore[arg-type]
    return {", ".join(map(str, row.moves)): game_text.phrase_text(row.name) for row in found}


def test_vikings_who_stand_at_a_settlement_do_not_raid_it_by_boarding_and_landing() -> None:
    state = with_settlement(with_ship(with_vikings(table(CAPE), d9=2), "d9", 0), "d9", 4)
    assert not [name for name in shortcuts_by_name(state) if name.startswith("shortcut.raid")]
    state = with_settlement(with_ship(with_vikings(table(CAPE), d9=2), "d9", 1), "d9", 3)
    assert shortcuts_by_name(state)["shortcut.raid d9 3 1"] == ["unload d9 1 none none none"]


def test_nobody_boards_only_to_land_in_the_same_place() -> None:
    labels = labels_by_moves(with_ship(with_vikings(table(CAPE), d9=2), "d9", 1))
    assert not [moves for moves in labels if moves.startswith("load d9") and "unload d9" in moves]


def test_a_way_home_says_what_is_delivered_and_what_boards() -> None:
    state = with_livestock(with_vikings(with_ship(table(CAPE), "d9", 1, "pig"), d9=1), ("d9", "goat"))
    labels = labels_by_moves(state)
    row = "load d9 0 goat none none, sail shore, unload mainland 0 pig goat none"
    assert labels[row] == "Load 1 goat, D9; deliver 1 pig, 1 goat: 3 VP (3 act.)"


def test_a_raid_on_the_way_is_told() -> None:
    state = with_settlement(with_vikings(with_ship(table(CAPE), "shore", 0), d9=2), "e9", 2)
    row = "load mainland 3 none none none, sail d8, sail e9, unload e9 3 none none none"
    told = labels_by_moves(state)[row]
    assert told == "Load 3, land 3 at E9 (4 act.), raid E9: 2 VP, end turn"


def test_moves_are_offered_under_one_name() -> None:
    state = with_settlement(with_vikings(with_ship(table(CAPE), "shore", 0), d9=2), "e9", 2)
    rows = [row.moves for row in GAME.shortcuts(state, 0)]
    assert len(set(rows)) == len(rows)
    assert labels_by_moves(state)["march d9 e9 2"] == "Raid E9: 2 VP (1 act.)"


def test_the_last_action_says_that_it_ends_the_turn() -> None:
    state = replace(with_ship(table(CAPE), "d9", 2), actions=2)
    labels = labels_by_moves(state)
    assert labels["sail e9, unload e9 2 none none none"].endswith("(2 act.), end turn")
    assert not labels["unload d9 2 none none none"].endswith("end turn")
    last = replace(state, actions=1)
    assert GAME.label_facts(last, 0, GAME.parse("sail shore"))["ends"] == "turn"
    assert "ends" not in GAME.label_facts(state, 0, GAME.parse("sail shore"))
    for language, ending in (("en", "end"), ("fr", "fin")):
        game_text, move = locale_for(language).game_text(GAME, ("A", "B")), GAME.parse("sail shore")
        assert game_text.move_label(move, GAME.label_facts(last, 0, move)).endswith(f", {ending}")
        assert not game_text.move_label(move, GAME.label_facts(state, 0, move)).endswith(f", {ending}")


def promoted_labels(state: object) -> list[str]:
    game_text = locale_for("en").game_text(GAME, ("Ada", "Bo"))
    found = GAME.shortcuts(state, 0)  # type: ignore[arg-type]
    return [game_text.phrase_text(row.name) for row in found if row.promoted]


def test_what_gains_most_comes_first_with_its_points() -> None:
    state = with_settlement(with_ship(with_vikings(table(CAPE), e9=1), "d9", 2, "pig"), "e10", 4)
    state = with_livestock(with_settlement(state, "d9", 2), ("e9", "goat"))
    labels = promoted_labels(state)
    assert labels[0] == "Raid D9: 2 VP (1 act.)"
    gains = [label for label in labels if " VP" in label]
    assert labels[: len(gains)] == gains
    assert "Deliver 1 pig: 1 VP (2 act.)" in gains


def test_a_delivery_tells_the_points_it_adds_to_the_sets() -> None:
    state = with_ship(table(CAPE), "shore", 1, "pig", "goat")
    state = with_player(state, delivered=("sheep",))
    assert "Deliver 1 pig, 1 goat: 5 VP (1 act.)" in promoted_labels(state)


def test_nobody_walks_or_sails_to_and_fro_for_nothing() -> None:
    state = with_ship(with_vikings(table(build_map("e9 e10 f9 f10", "d9w e10w")), e9=1), "d9", 1)
    offered = {str(row.moves[-1]): row.promoted for row in GAME.shortcuts(state, 0)}
    assert not [
        notation for notation, promoted in offered.items() if notation.startswith("march") and promoted
    ]
    assert offered["sail f10"] is False


def test_nobody_boards_for_a_landing_that_the_crew_can_make() -> None:
    labels = labels_by_moves(with_vikings(with_ship(table(CAPE), "d9", 1), d9=1)).values()
    landings = [label for label in labels if label.startswith("Load 1, land")]
    assert landings
    assert not [label for label in landings if label.startswith("Load 1, land 1 ")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_moves_that_gain_fit_a_button_of_a_phone(language: str) -> None:
    game_text = locale_for(language).game_text(GAME, ("Ada", "Bo"))
    state = with_settlement(with_ship(table(CAPE), "d9", 2), "e10", 2)
    state = with_enemy(state, "e9", deadly=False)
    rows = [row for row in GAME.shortcuts(state, 0) if row.promoted]
    gains = [game_text.phrase_text(row.name) for row in rows if row.name.key.split(".")[1] in GAINS]
    assert len(gains) >= 3
    assert [text for text in gains if len(text.partition(",")[0]) > MAX_BUTTON_CHARS] == []


@pytest.mark.parametrize("seats", [1, 3])
def test_shortcuts_can_be_made_as_they_are_and_tell_nothing_hidden(seats: int) -> None:
    random = Random(seats)
    dealt = GAME.setup(seats, GAME.info.options(), random.randbytes(32))
    seen = 0
    for state, seat, _, _ in takewhile(lambda ply: ply.before.turn < 14, random_plies(GAME, dealt, random)):
        rows = GAME.shortcuts(state, seat)
        assert sum(row.promoted for row in rows) <= 25
        assert all(row.promoted or row.menu for row in rows)
        assert len({(row.name.key, *row.name.values.items()) for row in rows}) == len(rows)
        assert GAME.shortcuts(GAME.reshuffle(state, seat, b"other"), seat) == rows
        for row in rows:
            after = state
            for number, move in enumerate(row.moves, 1):
                step = GAME.apply(after, seat, move)
                assert not step.barrier or number == len(row.moves)
                after = step.state
            seen += 1
    assert seen > 20


def test_alone_the_table_is_told_which_tile_is_owed() -> None:
    state = GAME.setup(1, GAME.info.options(), bytes(32))
    assert GAME.owed(GAME.view(state, None), 0) == "first_tile"
    placed = GAME.apply(state, 0, GAME.legal(state, 0)[0]).state
    assert GAME.owed(GAME.view(placed, None), 0) == "second_tile"


def test_the_first_game_has_its_captain_and_tile_from_the_start() -> None:
    lesson = GAME.info.lesson
    assert lesson is not None
    state = GAME.setup(lesson.seats, GAME.info.options(), lesson.seed)
    assert {str(move) for move in GAME.legal(state, 0)} == {"captain archer", "captain huntsman"}
    symbols = {GAME.components.tile[tile].symbol for tile in state.players[0].hand}
    assert symbols == {"pig", "settlement", "enemy_ship"}, "as its first text says"
    kinds = {kind for step in lesson.steps for kind in step.kinds}
    assert kinds <= {str(model.model_fields["kind"].default) for model in GAME.info.moves}
