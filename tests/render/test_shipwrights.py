"""Pictures of Shipwrights: their shape, highlights and secrecy."""

import numpy as np
import pytest

from render.kit.fields import to_field
from render.kit.icons import draw_icon
from render.shipwrights.board import TABLE_TOP
from render.shipwrights.cards import effect_rows
from render.shipwrights.hand import shown_cards
from render.shipwrights.highlights import changes, intention
from render.shipwrights.pieces import gold_ship
from render.shipwrights.playable import is_playable
from render.shipwrights.village_row import LARGE, unplayed_cards
from rules.game import Outcome, ScoreRow
from rules.shipwrights.components import Face
from rules.shipwrights.moves import Buy, End, Finish, Pick
from rules.shipwrights.pieces import Goods
from rules.shipwrights.view import CraftsmanNeed, View, WorkshopView
from tests.render.drawing import draw_board, draw_hand, draw_score_sheet
from tests.render.lofoten_games import differing, pixels
from tests.render.secrecy_checks import check_unseen_leaves_no_trace
from tests.render.shipwrights_games import GAME, NAMES, PAINTER, find_view, states


def has_phone_shape(picture: object) -> bool:
    width, height = pixels(picture).shape[1::-1]  # type: ignore[arg-type]
    return width == 1200 != height and 3 / 4 <= width / height <= 4 / 3


def changed_player(view: View, seat: int, **update: object) -> View:
    players = list(view.players)
    players[seat] = players[seat].model_copy(update=update)
    return view.model_copy(update={"players": tuple(players)})


def faces() -> dict[str, Face]:
    return {face.card: face for face in PAINTER.faces}  # type: ignore[attr-defined]


@pytest.mark.parametrize("cards", [1, pytest.param(5, marks=pytest.mark.quick), 6, 8])
def test_hands_of_any_size_suit_a_phone(cards: int) -> None:
    """A set for five is six cards, beside which two may be kept already."""
    view = find_view(5, "morning")
    offered = PAINTER.faces[: min(cards, 6)]  # type: ignore[attr-defined]
    kept = PAINTER.faces[10 : 10 + cards - len(offered)]  # type: ignore[attr-defined]
    picture = draw_hand(PAINTER, view.model_copy(update={"draft": offered, "hand": kept}), NAMES)
    assert has_phone_shape(picture)


@pytest.mark.parametrize(("players", "buildings"), [(2, 0), (5, 7)])
def test_score_sheets_suit_a_phone(players: int, buildings: int) -> None:
    nothing = (0,) * players
    built = ("long_house", "mining_camp", "church", "fortress", "treasury", "boat_house", "market_hall")
    rows = [ScoreRow("ships", nothing), *(ScoreRow("building", nothing, key) for key in built[:buildings])]
    rows += [ScoreRow("military", nothing), ScoreRow("gold_left", nothing)]
    outcome = Outcome("fleet_complete", (tuple(range(players)),), nothing, tuple(rows))
    assert has_phone_shape(draw_score_sheet(PAINTER, GAME.view(states(players)[-1], None), outcome, NAMES))


def test_the_same_view_gives_the_same_bytes() -> None:
    view = find_view(3, "afternoon", 60)
    again = View.model_validate(view.model_dump())
    assert draw_board(PAINTER, view, NAMES).data == draw_board(PAINTER, again, NAMES).data


def test_spectators_have_no_hand_picture() -> None:
    assert draw_hand(PAINTER, GAME.view(states(3)[100], None), NAMES) is None


def test_what_changed_is_marked_and_nothing_else() -> None:
    view = GAME.view(states(3)[150], None)
    seat = view.order[1]
    before = changed_player(view, seat, gold=view.players[seat].gold + 1)
    marked = differing(draw_board(PAINTER, view, NAMES), draw_board(PAINTER, view, NAMES, since=before))
    top = TABLE_TOP + LARGE.height
    head = slice(top - 30, top + 100), slice(520, 690)
    assert marked[head].any()
    marked[head] = False
    assert not marked.any()


def test_nothing_is_marked_when_nothing_changed() -> None:
    view = find_view(4, "afternoon", 90)
    assert draw_board(PAINTER, view, NAMES, since=view).data == draw_board(PAINTER, view, NAMES).data


def test_changes_name_what_came_and_what_went() -> None:
    view = find_view(3, "afternoon", 60)
    ship = faces()["karve"]
    before = changed_player(view, 1, craftsmen=("carpenter", "blacksmith"), fleet=())
    after = changed_player(view, 1, craftsmen=("blacksmith", "sailmaker"), fleet=(ship,), mill=Goods(9, 0, 0))
    after = changed_player(after, 2, watchman=not view.players[2].watchman)
    before = changed_player(before, 1, mill=Goods(8, 0, 0))
    found = changes(before, after)
    assert found.parts == {(1, "craftsmen"), (1, "fleet"), (1, "oak"), (2, "watchman")}
    assert found.items == {(1, "craftsmen", 1), (1, "fleet", 0)}


def test_a_purchase_shows_its_price_and_what_it_gives() -> None:
    """The stone of the gold, the village, the mill and the deck are lit; the workshops are not."""
    view = find_view(3, "afternoon", 60)
    plain, meant = (
        draw_board(PAINTER, view, NAMES),
        draw_board(PAINTER, view, NAMES, intention=Buy(good="oak", cart=False)),
    )
    lit = differing(plain, meant)
    village, mill, price = (
        (slice(452, 592), slice(612, 1176)),
        (slice(452, 592), slice(160, 300)),
        (
            slice(106, 368),
            slice(968, 1176),
        ),
    )
    for place in (village, mill, price):
        assert lit[place].any()
    assert not lit[620:1036].any()


def test_a_pick_lights_its_card_and_no_other() -> None:
    view = find_view(4, "morning", 60)
    assert view.draft is not None
    kinds = [face.card for face in view.draft]
    wanted = next(card for card in kinds if kinds.count(card) == 1)
    plain, meant = (
        draw_hand(PAINTER, view, NAMES),
        draw_hand(PAINTER, view, NAMES, intention=Pick(card=wanted)),
    )
    assert plain is not None
    assert meant is not None
    lit = differing(plain, meant)
    rows, columns = np.nonzero(lit)
    assert len(rows) > 0
    assert np.ptp(columns) < 372 + 60
    assert np.ptp(rows) < 560 + 60


def test_the_end_of_a_turn_lights_every_card_it_discards() -> None:
    view = find_view(3, "afternoon", 60)
    assert view.hand
    meant = intention(view, End())
    assert meant is not None
    assert meant.cards == tuple(face.card for face in view.hand)


def test_what_was_left_unplayed_lies_beside_the_name_until_the_next_afternoon() -> None:
    view = GAME.view(states(3)[150], None)
    seat = view.order[0]
    bare = changed_player(view, seat, played=True, discarded=())
    left = changed_player(bare, seat, discarded=("church", "king"))
    shown = differing(draw_board(PAINTER, bare, NAMES), draw_board(PAINTER, left, NAMES))
    head = slice(TABLE_TOP, TABLE_TOP + 90), slice(100, 530)
    assert shown[head].any()
    shown[head] = False
    assert not shown.any()
    assert unplayed_cards(left, seat) == ("church", "king")
    today = changed_player(left, seat, played=False).model_copy(update={"phase": "afternoon"})
    assert unplayed_cards(today, seat) == ()


def test_a_craftsman_who_would_finish_a_ship_is_playable_though_all_places_are_taken() -> None:
    view = find_view(3, "afternoon", 60)
    assert view.seat is not None
    skute, smith = faces()["skute"], faces()["blacksmith"]
    need = CraftsmanNeed(craftsman="blacksmith", found="hand")
    workshop = WorkshopView(
        ship=skute, gold_lacking=0, workers_lacking=0, goods_lacking=Goods(), spared=None, craftsmen=(need,)
    )
    lacking = workshop.model_copy(update={"goods_lacking": Goods(1, 0, 0)})
    full = {"craftsmen": ("oarmaker",) * 4, "tool": None}
    for content, able in ((workshop, True), (lacking, False)):
        changed = changed_player(view, view.seat, workshops=(content, None), **full)
        assert is_playable(changed, smith) == able
    with_saw = changed_player(
        view, view.seat, workshops=(lacking, None), **{**full, "tool": faces()["bow_saw"]}
    )
    assert is_playable(with_saw, smith)


@pytest.mark.usefixtures("blank_sprites")
def test_every_kind_of_move_can_be_drawn_as_an_intention() -> None:
    seen: set[str] = set()
    for seed in ("one", "two"):
        for state in states(3, seed):
            for seat in GAME.to_act(state):
                for move in GAME.legal(state, seat):
                    if move.kind not in seen:
                        seen.add(move.kind)
                        for reader in (seat, None):
                            draw_board(PAINTER, GAME.view(state, reader), NAMES, intention=move)
                        draw_hand(PAINTER, GAME.view(state, seat), NAMES, intention=move)
    assert {"stock", "pick", "buy", "lay", "hire", "finish", "build", "call", "assassin", "end"} <= seen


def test_the_unseen_leaves_no_trace() -> None:
    """Reshuffling hidden information leaves pictures and alt texts identical."""
    morning = next(state for state in states(3)[60:] if state.stage == "morning")
    for state in (morning, states(3)[100]):
        check_unseen_leaves_no_trace(GAME, state, (None, 1), NAMES)


def cards_of(move: object, view: View) -> set[str]:
    """The cards of the hand that a move plays: a craftsman may go straight into a ship."""
    if isinstance(move, Finish):
        workshop = view.players[view.active or 0].workshops["ab".index(move.workshop)]
        assert workshop is not None
        sources = zip(workshop.ship.craftsmen, (move.first, move.second, move.third), strict=False)
        return {craftsman for craftsman, source in sources if source == "hand"}
    return {str(getattr(move, "card", getattr(move, "kind", "")))}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_cards_marked_as_playable_are_those_the_rules_allow(players: int) -> None:
    checked = 0
    for state in states(players):
        if state.stage != "afternoon":
            continue
        view = GAME.view(state, state.active)
        moves = GAME.legal(state, state.active)
        allowed = set[str]().union(*(cards_of(move, view) for move in moves))
        for face in view.hand:
            assert is_playable(view, face) == (face.card in allowed), (face.card, state.day)
            checked += 1
    assert checked > 100


def test_a_card_that_cannot_be_played_is_grey() -> None:
    view = find_view(3, "afternoon", 60)
    assert view.seat is not None
    church = faces()["church"]
    pictures = []
    for gold in (0, 12):
        able = changed_player(view, view.seat, gold=gold, workers=5, buildings=())
        picture = draw_hand(PAINTER, able.model_copy(update={"hand": (church,)}), NAMES)
        assert picture is not None
        pictures.append(pixels(picture)[60:300, 460:740])
    poor, rich = (float((area.max(axis=2) - area.min(axis=2)).mean()) for area in pictures)
    assert poor < 0.5 * rich


def test_every_card_that_does_something_says_so() -> None:
    """No villager, tool or building is a picture alone, and no two do the same."""
    told: dict[object, str] = {}
    for face in PAINTER.faces:  # type: ignore[attr-defined]
        if face.kind in ("villager", "tool"):
            signs = effect_rows(face)
            assert signs, face.card
            assert signs not in told, (face.card, told.get(signs))
            told[signs] = face.card
        elif face.kind == "building":
            assert effect_rows(face)


def test_the_numbers_of_a_card_are_those_of_its_face() -> None:
    """A pack may correct a cost: the picture follows."""
    view = find_view(3, "morning", 60)
    ship = faces()["drakkar"]
    dearer = ship.model_copy(update={"gold": ship.gold + 1})
    hands = [
        draw_hand(PAINTER, view.model_copy(update={"draft": (face,), "hand": ()}), NAMES)
        for face in (ship, dearer)
    ]
    assert hands[0] is not None
    assert hands[1] is not None
    rows, columns = np.nonzero(differing(*hands))  # type: ignore[arg-type]
    assert len(rows) > 0
    assert np.ptp(rows) < 60
    assert np.ptp(columns) < 60


def test_the_winner_is_marked_on_the_score_sheet() -> None:
    """A crown stands over each winner's column."""
    view = GAME.view(states(3)[-1], None)
    crowned = {}
    for ranking in (((0,), (1,), (2,)), ((2,), (0,), (1,)), ((0, 1), (2,))):
        outcome = Outcome("fleet_complete", ranking, (9, 9, 9), (ScoreRow("ships", (9, 9, 9)),) * 4)
        picture = pixels(draw_score_sheet(PAINTER, view, outcome, NAMES))
        crowns = [picture[150:205, x - 45 : x + 45] for x in (462, 746, 1030)]
        crowned[ranking] = [
            float(((crown[..., 0] > 200) & (crown[..., 2] < 140)).mean()) > 0.1 for crown in crowns
        ]
    assert list(crowned.values()) == [[True, False, False], [False, False, True], [True, True, False]]


def test_a_kept_card_is_told_from_one_to_choose() -> None:
    view = find_view(4, "morning", 60)
    kept = [laid.kept for laid in shown_cards(view)]
    assert kept == sorted(kept)
    assert kept.count(False) == len(view.draft or ())


def test_every_card_has_an_emoji() -> None:
    assert {face.card for face in PAINTER.faces} | {"oak", "wool", "iron", "worker", "gold"} <= set(  # type: ignore[attr-defined]
        PAINTER.emoji()
    )


def test_a_gilded_ship_keeps_its_lights_and_shades() -> None:
    gold, ship = gold_ship(80), to_field(draw_icon("karve", 80, outline=1.8))
    height, width, _ = ship.shape
    colours = to_field(gold.image)[gold.pad :, gold.pad :][:height, :width, :3]
    body = ship[..., 3] > 250
    bright = ship[..., :3].mean(-1)[body]
    red, green, blue = colours[body].T
    assert (red > blue)[bright > 40].all(), "gold, but for the ink"
    light, dark = bright > np.quantile(bright, 0.8), bright < np.quantile(bright, 0.4)
    assert red[light].mean() > red[dark].mean() + 60
    assert green[light].mean() > green[dark].mean() + 60
