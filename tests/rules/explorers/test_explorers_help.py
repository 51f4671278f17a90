"""Illegal reasons, blocked kinds, shortcuts and the lesson of Explorers."""

from dataclasses import replace
from random import Random

import pytest

from bot.i18n import locale_for
from rules.game import Refusal
from tests.rules.explorers.explorers_states import (
    GAME,
    build_map,
    play,
    table,
    with_enemy,
    with_livestock,
    with_outpost,
    with_settlement,
    with_ship,
    with_vikings,
)

CAPE = build_map("e9 e10", "d9w")


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


def test_an_outpost_is_refused_for_want_of_builders_or_actions_or_distance() -> None:
    assert reason(table(CAPE), "build d9w") == "not.builders"
    built = with_outpost(with_vikings(table(CAPE), d9=2), "d9w", seat=1)
    assert reason(built, "build d9w") == "not.outpost_near"


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
    assert home["shortcut.deliver 1 pig 3"][1:] == ["sail shore", "unload mainland 0 pig none none"]
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
    assert labels[row] == "Load 1 goat, D9; deliver 1 pig, 1 goat (3 actions)"


def test_a_raid_on_the_way_is_told() -> None:
    state = with_settlement(with_vikings(with_ship(table(CAPE), "shore", 0), d9=2), "e9", 2)
    row = "load mainland 3 none none none, sail d8, sail e9, unload e9 3 none none none"
    told = labels_by_moves(state)[row]
    assert told == "Load 3 Vikings, land 3 Vikings at E9 (4 actions), raid E9: 2 VP, end turn"


def test_moves_are_offered_under_one_name() -> None:
    state = with_settlement(with_vikings(with_ship(table(CAPE), "shore", 0), d9=2), "e9", 2)
    rows = [row.moves for row in GAME.shortcuts(state, 0)]
    assert len(set(rows)) == len(rows)
    assert labels_by_moves(state)["march d9 e9 2"] == "Raid the settlement at E9: 2 VP (1 action)"


def test_the_last_action_says_that_it_ends_the_turn() -> None:
    state = replace(with_ship(table(CAPE), "d9", 2), actions=2)
    labels = labels_by_moves(state)
    assert labels["sail e9, unload e9 2 none none none"].endswith("(2 actions), end turn")
    assert not labels["unload d9 2 none none none"].endswith("end turn")
    last = replace(state, actions=1)
    assert GAME.label_facts(last, 0, GAME.parse("sail shore"))["ends"] == "turn"
    assert "ends" not in GAME.label_facts(state, 0, GAME.parse("sail shore"))


@pytest.mark.parametrize("seats", [1, 3])
def test_shortcuts_can_be_made_as_they_are_and_tell_nothing_hidden(seats: int) -> None:
    random = Random(seats)
    state = GAME.setup(seats, GAME.info.options(), random.randbytes(32))
    seen = 0
    while (owing := GAME.to_act(state)) and state.turn < 14:
        seat = min(owing)
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
        state = GAME.apply(state, seat, random.choice(GAME.legal(state, seat))).state
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
