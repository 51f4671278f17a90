"""Pictures of Lofoten: their shape, highlights and secrecy."""

import numpy as np
import pytest

from render.lofoten.highlights import changes
from render.lofoten.picture_context import MARKET_MIDDLE
from rules.game import Outcome
from rules.lofoten.moves import Fill, Remove
from rules.lofoten.pieces import Card, Tile
from tests.render.drawing import draw_board, draw_hand, draw_score_sheet
from tests.render.lofoten_games import GAME, NAMES, PAINTER, differing, find_view, pixels, states, views
from tests.render.secrecy_checks import check_unseen_leaves_no_trace

ZONE_X = (220, 410, 600, 790, 980)


def around(zone: int) -> tuple[slice, slice]:
    x = ZONE_X[zone]
    return slice(MARKET_MIDDLE - 110, MARKET_MIDDLE + 90), slice(x - 100, x + 110)


def test_the_same_view_gives_the_same_bytes() -> None:
    view = views(0)[60]
    again = type(view).model_validate(view.model_dump())
    assert draw_board(PAINTER, view, NAMES).data == draw_board(PAINTER, again, NAMES).data


def test_spectators_and_empty_hands_have_no_hand_picture() -> None:
    view = views(0)[40]
    assert draw_hand(PAINTER, views(None)[40], NAMES) is None
    assert draw_hand(PAINTER, view.model_copy(update={"hand": (), "uses": (), "drawn": None}), NAMES) is None


def test_seat_1_sees_the_market_from_the_other_side() -> None:
    """Zone A, letter and tile, is on the left for seat 0 and on the right for seat 1."""
    market = tuple(Tile("fish", 1) if zone == 0 else Tile("mead", 3) for zone in range(5))
    seen = []
    for seat in (0, 1):
        view = views(seat)[0].model_copy(update={"market": market})
        rows, columns = around(0 if seat == 0 else 4)
        picture = pixels(draw_board(PAINTER, view, NAMES))[rows, columns]
        seen.append(picture[30:170, 20:190])
    assert np.abs(seen[0] - seen[1]).mean() < 4


def test_what_changed_is_marked_and_nothing_else() -> None:
    view = views(0)[0]
    before = view.model_copy(update={"market": (*view.market[:3], None, view.market[4])})
    marked = differing(draw_board(PAINTER, view, NAMES), draw_board(PAINTER, view, NAMES, since=before))
    assert marked[around(3)].any()
    marked[around(3)] = False
    assert not marked.any()


def test_nothing_is_marked_when_nothing_changed() -> None:
    view = views(1)[30]
    assert draw_board(PAINTER, view, NAMES, since=view).data == draw_board(PAINTER, view, NAMES).data


def test_changes_name_zones_ships_warehouses_fleets_and_coins() -> None:
    view = views(0)[0]
    fleet, store = view.fleets[1], view.warehouses[2]
    full_board = fleet.right.model_copy(update={"load": (Tile("mead", 2),)})
    after = view.model_copy(
        update={
            "coins": (view.coins[0] + 1, view.coins[1]),
            "reserve": view.reserve - 1,
            "fleets": (view.fleets[0], fleet.model_copy(update={"zone": 3, "right": full_board})),
            "warehouses": (
                *view.warehouses[:2],
                store.model_copy(update={"sides": ((), (Tile("fish", 1),))}),
                view.warehouses[3],
            ),
        }
    )
    found = changes(view, after)
    assert found.zones == frozenset()
    assert found.sides == {(2, 1)}
    assert found.ships == {(1, full_board.ship)}
    assert found.moved == {1: fleet.zone}
    assert found.turned == frozenset()
    assert found.coins == {0}
    assert found.reserve


def test_a_turned_fleet_is_told_from_changed_ships() -> None:
    view = views(0)[0]
    fleet = view.fleets[0]
    turned = fleet.model_copy(
        update={"market": fleet.left, "right": fleet.market, "dock": fleet.right, "left": fleet.dock}
    )
    found = changes(view, view.model_copy(update={"fleets": (turned, view.fleets[1])}))
    assert found.turned == {0}
    assert found.ships == frozenset()


def test_an_intention_points_and_reveals_nothing() -> None:
    """Filling from a stack not looked at lights that stack and that zone, and leaves the rest as it is."""
    view = find_view("upkeep", 0)
    zone = next(number for number, tile in enumerate(view.market) if tile is None)
    meant = differing(
        draw_board(PAINTER, view, NAMES),
        draw_board(PAINTER, view, NAMES, intention=Fill(stack="left", zone="abcde"[zone])),
    )
    stack = slice(0, 100), slice(420, 560)
    assert meant[stack].any()
    assert meant[around(zone)].any()
    meant[stack] = False
    rows, columns = around(zone)
    meant[rows.start - 20 : rows.stop + 20, columns.start - 30 : columns.stop + 30] = False
    assert not meant.any()


def test_a_tile_meant_to_be_removed_is_still_there() -> None:
    view = views(0)[0]
    plain, meant = (
        draw_board(PAINTER, view, NAMES),
        draw_board(PAINTER, view, NAMES, intention=Remove(zone="d")),
    )
    digit = slice(MARKET_MIDDLE + 10, MARKET_MIDDLE + 50), slice(ZONE_X[3] + 10, ZONE_X[3] + 50)
    assert differing(plain, meant)[around(3)].any()
    assert not differing(plain, meant)[digit].any()


@pytest.mark.usefixtures("blank_sprites")
def test_every_legal_move_can_be_drawn_as_an_intention() -> None:
    seen = set()
    for state in states("two"):
        for seat in GAME.to_act(state):
            for move in GAME.legal(state, seat):
                if move.kind not in seen:
                    seen.add(move.kind)
                    view = GAME.view(state, seat)
                    draw_board(PAINTER, view, NAMES, intention=move)
                    draw_hand(PAINTER, view, NAMES, intention=move)
    assert {"side", "centre", "slide", "turn", "place", "fill"} <= seen


def test_the_unseen_leaves_no_trace() -> None:
    """Reshuffling hidden information leaves pictures and alt texts identical."""
    for ply in (0, 45):
        check_unseen_leaves_no_trace(GAME, states("one")[ply], (None, 0, 1), NAMES)


def test_a_centre_card_is_grey_while_the_dock_is_occupied() -> None:
    view = next(view for view in views(0) if view.phase == "action" and len(view.hand or ()) == 3)
    dock = view.fleets[0].dock
    pictures = []
    for order in (None, Card("mead", 2)):
        fleet = view.fleets[0].model_copy(
            update={"dock": dock.model_copy(update={"order": order, "load": ()})}
        )
        picture = draw_hand(PAINTER, view.model_copy(update={"fleets": (fleet, view.fleets[1])}), NAMES)
        assert picture is not None
        pictures.append(pixels(picture))
    centre, left = (slice(60, 560), slice(440, 760)), (slice(60, 560), slice(40, 360))

    def colourfulness(area: np.ndarray) -> float:
        return float((area.max(axis=2) - area.min(axis=2)).mean())

    assert colourfulness(pictures[1][centre]) < 0.5 * colourfulness(pictures[0][centre])
    assert np.array_equal(pictures[0][left], pictures[1][left])


def test_a_drawn_card_is_shown_to_its_owner_alone() -> None:
    state = next(state for state in states("one") if state.phase == "draw")
    owner = state.active
    mine, theirs = GAME.view(state, owner), GAME.view(state, 1 - owner)
    assert mine.drawn is not None
    assert any(phrase.key == "alt.drawn" for phrase in PAINTER.describe_hand(mine))
    assert not any(phrase.key == "alt.drawn" for phrase in PAINTER.describe_hand(theirs))
    other_card = mine.model_copy(update={"drawn": Card("mead" if mine.drawn.good != "mead" else "fish", 1)})
    hand, changed = draw_hand(PAINTER, mine, NAMES), draw_hand(PAINTER, other_card, NAMES)
    assert hand is not None
    assert changed is not None
    assert hand.data != changed.data


def test_the_winner_is_marked_on_the_score_sheet() -> None:
    """The crown stands over the winner's column: over both when they share the place."""
    last = states("one")[-1]
    view = GAME.view(last, None)
    sheets = {}
    for ranking in (((0,), (1,)), ((1,), (0,)), ((0, 1),)):
        outcome = Outcome("goods_ran_out", ranking, (10, 10), ())
        picture = pixels(draw_score_sheet(PAINTER, view, outcome, NAMES))
        crowns = [picture[130:200, 480:580], picture[130:200, 910:1010]]
        gold = [float(((crown[..., 0] > 200) & (crown[..., 2] < 140)).mean()) > 0.1 for crown in crowns]
        sheets[ranking] = gold
    assert list(sheets.values()) == [[True, False], [False, True], [True, True]]
