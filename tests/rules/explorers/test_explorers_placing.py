"""Setup, placing tiles and tokens, drawing, winter, solo: rulings 5.5, 5.11 to 5.18, 5.45, T19 and T20."""

import pickle
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from rules.explorers.chart import chart
from rules.explorers.hexes import EDGES, Cell, cell_name, cells_around, is_mainland, neighbour, point_of
from rules.explorers.moves import Place
from rules.explorers.placing import livestock_left
from rules.explorers.state import State
from rules.game import Move
from tests.plies import final_outcome, plies
from tests.rules.events import event_kinds
from tests.rules.explorers.map import CELLS, build_map
from tests.rules.explorers.notation import is_refused, legal_notations, play, play_with_events
from tests.rules.explorers.states import GAME, table, with_player

COMPONENTS = GAME.components


def setup_state(seats: int, number: int = 1, **options: str) -> State:
    return GAME.setup(seats, GAME.info.options(**options), bytes([number]) * 32)


def choose_captains(state: State) -> State:
    """Let all players keep their first captain."""
    while state.stage == "captains":
        seat = min(GAME.to_act(state))
        state = GAME.apply(state, seat, GAME.legal(state, seat)[0]).state
    return state


@pytest.mark.parametrize(("seats", "stack"), [(2, 42), (3, 39), (4, 36)])
def test_three_tiles_and_two_captains_are_dealt(seats: int, stack: int) -> None:
    state = setup_state(seats)
    assert len(state.stack) == stack
    assert [len(player.hand) for player in state.players] == [3] * seats
    assert [len(player.captains) for player in state.players] == [2] * seats
    assert len(state.spare_captains) == 11 - 2 * seats
    assert GAME.to_act(state) == frozenset(range(seats))


def test_5_18_captains_are_chosen_in_secret_and_shown_together() -> None:
    state = setup_state(3)
    step = GAME.apply(state, 1, GAME.legal(state, 1)[1])
    assert step.events == ()
    assert not step.barrier
    assert GAME.to_act(step.state) == {0, 2}
    assert all(player.captains == () for player in GAME.view(step.state, 0).players)
    state = GAME.apply(step.state, 0, GAME.legal(step.state, 0)[0]).state
    step = GAME.apply(state, 2, GAME.legal(state, 2)[0])
    assert event_kinds(step.events) == ["captain_revealed"] * 3
    assert step.barrier
    shown = [player.captains for player in GAME.view(step.state, None).players]
    assert shown == [(player.kept,) for player in step.state.players]
    assert GAME.to_act(step.state) == {step.state.first}


def test_5_13_the_board_is_an_option_or_random() -> None:
    assert setup_state(2).board == "capes"
    assert setup_state(2, board="strait").board == "strait"
    assert {setup_state(2, number, board="random").board for number in range(40)} == {
        "capes",
        "strait",
        "headland",
        "long_coast",
    }


def test_5_17_the_winter_token_is_with_the_last_in_turn_order() -> None:
    for number in range(8):
        state = setup_state(3, number)
        assert state.winter == (state.first + 2) % 3


def test_tiles_match_at_every_shared_corner() -> None:
    """Each placement offered agrees with all neighbours, and each that agrees is offered."""
    state = choose_captains(setup_state(2))
    random = Random(5)
    for _ in range(12):
        seat = min(GAME.to_act(state))
        hand = state.players[seat].hand
        assert legal_notations(state, "place") == {
            notation for number in hand for notation in _agreeing(state, number)
        }
        state = play(state, random.choice(sorted(legal_notations(state, "place"))), "end")


def _agreeing(state: State, number: int) -> set[str]:
    tile = COMPONENTS.tile[number]
    corners = {}
    for laid in state.laid:
        for corner in EDGES:
            corners[point_of(Cell(laid.q, laid.r), corner)] = laid.land >> corner & 1
    placed = {Cell(laid.q, laid.r) for laid in state.laid}
    found = {}
    for name, cell in CELLS.items():
        around = [neighbour(cell, edge) for edge in EDGES]
        if cell in placed or is_mainland(cell) or any(map(is_mainland, around)) or not placed & set(around):
            continue
        for turn in EDGES:
            lies = [tile.land >> (corner - turn) % 6 & 1 for corner in EDGES]
            known = [corners.get(point_of(cell, corner)) for corner in EDGES]
            if all(there in (None, here) for here, there in zip(lies, known, strict=True)):
                picture = (
                    cell,
                    tuple(lies),
                    _symbol_corners(tile.land, tile.middle, tile.at, tile.symbol, turn),
                )
                found.setdefault(picture, f"place {number} {name} {turn}")
    return set(found.values())


def _symbol_corners(land: int, middle: str | None, at: int, symbol: str, turn: int) -> frozenset[int]:
    """The corners of the land or sea with the symbol, by walking from corner to corner."""
    value = land >> at & 1
    same = {corner for corner in EDGES if land >> corner & 1 == value}
    if middle == ("sea" if symbol == "enemy_ship" else "land"):
        reached = same
    else:
        reached = {at}
        while more := {(c + d) % 6 for c in reached for d in (1, -1)} & same - reached:
            reached |= more
    return frozenset((corner + turn) % 6 for corner in reached)


def test_5_11_no_tile_joins_the_mainland_but_the_map_can_go_round_it() -> None:
    near = {"d7", "d11", "c7", "c12", "c8", "c9", "c10", "c11"}
    state = table()
    assert not near & {cell_name(cell) for cell in chart(state.laid).open_cells}
    round_it = build_map("e8 e7 d6", "d6e")
    assert "c6" in {cell_name(cell) for cell in chart(round_it).open_cells}
    assert "d7" not in {cell_name(cell) for cell in chart(round_it).open_cells}


def _placing(number: int) -> State:
    return with_player(replace(table(), stage="place", actions=0), hand=(number,))


def _number_of(symbol: str) -> int:
    return next(number for number, tile in COMPONENTS.tile.items() if tile.symbol == symbol)


def test_t20_a_pig_tile_brings_one_pig() -> None:
    state = _placing(_number_of("pig"))
    after, events = play_with_events(state, sorted(legal_notations(state))[0])
    assert [animal for _, animal in after.livestock] == ["pig"]
    assert event_kinds(events) == ["tile_placed"]
    assert after.actions == 4


def test_t20_5_31_a_settlement_shows_its_strength_and_the_placing_stands() -> None:
    state = _placing(_number_of("settlement"))
    step = GAME.apply(state, 0, GAME.legal(state, 0)[0])
    assert event_kinds(step.events) == ["tile_placed", "settlement_revealed"]
    assert step.state.settlements[0][1] == state.settlement_supply[-1]
    assert step.barrier


def test_t20_5_7_an_enemy_ship_keeps_its_back_hidden_and_the_placing_can_be_taken_back() -> None:
    state = _placing(_number_of("enemy_ship"))
    step = GAME.apply(state, 0, GAME.legal(state, 0)[0])
    assert event_kinds(step.events) == ["tile_placed"]
    assert len(step.state.enemies) == 1
    assert not step.barrier
    seas = [sea for tile in GAME.view(step.state, 0).tiles for sea in tile.seas if sea.enemy_ship]
    assert len(seas) == 1
    assert "deadly" not in GAME.view(step.state, 0).model_dump_json()


# Sea at every corner but one that is far from the rim: tiles without two sea corners side by side do not fit.
ALL_SEA = build_map("e9 e10", "d9w")
TIGHT = tuple(
    number
    for number, tile in COMPONENTS.tile.items()
    if all(tile.land >> corner & 1 or tile.land >> (corner + 1) % 6 & 1 for corner in EDGES)
)


def _stuck(hand: tuple[int, ...], stack: tuple[int, ...]) -> State:
    return with_player(replace(table(ALL_SEA), stage="place", actions=0, stack=stack), hand=hand)


def test_5_5_a_hand_without_a_place_is_returned_and_drawn_anew() -> None:
    state = _stuck(TIGHT[:3], (1, 2, 3, 4, 5, 6))
    assert legal_notations(state) == {"redraw"}
    after, events = play_with_events(state, "redraw")
    assert event_kinds(events)[0] == "hand_redrawn"
    assert sorted((*after.stack, *after.players[0].hand)) == sorted((*TIGHT[:3], 1, 2, 3, 4, 5, 6))
    assert len(after.players[0].hand) == 3


def test_5_5_one_fitting_tile_is_enough_to_go_on() -> None:
    state = _stuck((*TIGHT[:2], 1), (2, 3))
    assert {notation.split()[1] for notation in legal_notations(state)} == {"1"}


def test_5_5_with_an_empty_stack_a_tile_is_given_up_and_the_turn_goes_on() -> None:
    state = _stuck(TIGHT[:2], ())
    assert legal_notations(state) == {f"discard {number}" for number in TIGHT[:2]}
    after, events = play_with_events(state, f"discard {TIGHT[1]}")
    assert event_kinds(events) == ["tile_discarded"]
    assert (after.stage, after.actions, after.players[0].hand, after.discarded) == (
        "actions",
        4,
        TIGHT[:1],
        TIGHT[1:2],
    )
    assert after.livestock == ()


def test_5_5_redrawing_in_vain_ends_after_three_times() -> None:
    state = replace(_stuck(TIGHT[:3], TIGHT[3:5]), redraws=3)
    assert legal_notations(state) == {f"discard {number}" for number in TIGHT[:3]}


def test_5_5_who_comes_next_may_redraw_again() -> None:
    state = replace(_stuck(TIGHT[:1], TIGHT[3:6]), redraws=3)
    state = with_player(state, 1, hand=TIGHT[1:2])
    state = play(state, f"discard {TIGHT[0]}", "end")
    assert state.active == 1
    assert legal_notations(state) == {"redraw"}


def test_5_16_a_tile_is_drawn_at_the_end_of_the_turn_and_seen_by_its_owner_alone() -> None:
    state = table()
    step = GAME.apply(state, 0, GAME.parse("end"))
    drawn = state.stack[-1]
    assert step.state.players[0].hand == (*state.players[0].hand, drawn)
    (seen,) = step.events
    assert seen.audience == {0}
    assert step.barrier


def test_5_14_a_tile_comes_before_all_actions() -> None:
    state = choose_captains(setup_state(2))
    assert {notation.split()[0] for notation in legal_notations(state)} == {"place"}
    assert is_refused(state, "end")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_t19_a_game_takes_48_turns(seats: int) -> None:
    ends, handed = Counter[int](), []
    state = choose_captains(setup_state(seats, 3))
    for ply in plies(GAME, state, end_or_first_move):
        ends[ply.seat] += ply.move.kind == "end"
        state = ply.step.state
        if not state.stack:
            handed.append(tuple(len(player.hand) for player in state.players))
    assert set(ends.values()) == {48 // seats}
    assert ends.total() == 48
    assert handed[0] == (3,) * seats
    outcome = final_outcome(GAME, state)
    assert outcome.reason == "winter"
    assert len(state.settlement_supply) == 2
    assert len(state.enemy_supply) == 2
    assert not any(livestock_left(state, COMPONENTS).values())


def end_or_first_move(state: State, seat: int) -> Move:
    moves = GAME.legal(state, seat)
    return moves[-1] if moves[-1].kind == "end" else moves[0]


def test_5_45_alone_three_are_drawn_two_placed_one_discarded() -> None:
    state = setup_state(1)
    hand = state.players[0].hand
    assert len(hand) == 3
    assert len(state.stack) == 45
    assert not {"queen", "scout"} & {*state.players[0].captains, *state.spare_captains}
    first = next(move for move in GAME.legal(state, 0) if isinstance(move, Place))
    state = GAME.apply(state, 0, first).state
    assert state.stage == "place"
    second = GAME.legal(state, 0)[0]
    step = GAME.apply(state, 0, second)
    assert event_kinds(step.events)[-1] == "tile_discarded"
    assert (step.state.stage, step.state.actions) == ("actions", 4)
    assert len(step.state.discarded) == 1
    after = play(step.state, "end")
    assert len(after.players[0].hand) == 3


def test_t19_alone_a_game_takes_16_turns_and_32_tiles() -> None:
    state, ends = setup_state(1, 7), 0
    while GAME.to_act(state):
        moves = GAME.legal(state, 0)
        ends += moves[-1].kind == "end"
        state = GAME.apply(state, 0, moves[-1]).state
    assert ends == 16
    assert len(state.laid) == 3 + 32
    assert len(state.discarded) == 16


def test_5_45_alone_what_does_not_fit_is_discarded() -> None:
    state = replace(table(ALL_SEA, seats=1), stack=(1, 2, 3, *TIGHT[:3]))
    after, events = play_with_events(with_player(state, hand=()), "end")
    assert event_kinds(events)[-3:] == ["tile_discarded"] * 3
    assert (after.stage, after.actions) == ("actions", 4)
    assert sorted(after.discarded) == sorted(TIGHT[:3])
    assert after.players[0].hand == ()


def test_open_cells_are_beside_the_map_and_away_from_the_mainland() -> None:
    state = choose_captains(setup_state(4, 2))
    for _ in range(30):
        state = play(state, sorted(legal_notations(state, "place"))[-1], "end")
    placed = {Cell(laid.q, laid.r) for laid in state.laid}
    for cell in chart(state.laid).open_cells:
        around = {neighbour(cell, edge) for edge in EDGES}
        assert around & placed
        assert not any(is_mainland(other) for other in around)
        assert not any(
            is_mainland(other) for corner in EDGES for other in cells_around(point_of(cell, corner))
        )


def test_a_listed_placement_is_the_move_that_is_read_from_its_notation() -> None:
    state = GAME.setup(2, GAME.info.options(board="capes"), bytes(32))
    for seat in (0, 1):
        state = GAME.apply(state, seat, GAME.legal(state, seat)[0]).state
    (seat,) = GAME.to_act(state)
    listed = GAME.legal(state, seat)
    read = [GAME.parse(str(move)) for move in listed]
    assert len(listed) > 10
    assert list(listed) == read
    assert [repr(move) for move in listed] == [repr(move) for move in read]
    assert [move.model_dump_json() for move in listed] == [move.model_dump_json() for move in read]
    assert pickle.loads(pickle.dumps(listed)) == listed


def test_placements_are_the_same_one_by_one_and_all_together() -> None:
    state = choose_captains(setup_state(2))
    one_by_one = GAME.choices(state, state.active)
    together = tuple(GAME.choices(state, state.active))
    assert together == tuple(one_by_one[index] for index in range(len(one_by_one)))
    assert one_by_one == together
    assert together == one_by_one
    assert one_by_one[2:4] == together[2:4]
    assert len(set(together)) == len(one_by_one) > 10


def test_only_a_tile_of_the_hand_that_fits_is_among_the_placements() -> None:
    state = choose_captains(setup_state(2))
    placements = GAME.choices(state, state.active)
    fitting = next(move for move in placements if isinstance(move, Place))
    foreign = next(number for number in COMPONENTS.tile if number not in state.player.hand)
    assert Place(tile=fitting.tile, cell=fitting.cell, turn=fitting.turn) in placements
    assert Place(tile=foreign, cell=fitting.cell, turn=fitting.turn) not in placements
    assert Place(tile=fitting.tile, cell="d9", turn=fitting.turn) not in placements
    assert GAME.parse("end") not in placements
