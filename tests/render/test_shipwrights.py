"""Pictures of Shipwrights: their shape, highlights and secrecy."""

from hashlib import sha256
from itertools import product

import numpy as np
import pytest
from PIL import Image

from render.kit.page import Page
from render.kit.sprite_cache import SPRITE_CACHE, Sprite, SpriteKey
from render.shipwrights.board import TABLE_TOP
from render.shipwrights.cards import effect_rows
from render.shipwrights.hand import shown_cards
from render.shipwrights.highlights import changes, intention
from render.shipwrights.playable import is_playable
from render.shipwrights.village_row import LARGE, unplayed_cards
from rules.game import Outcome, ScoreRow
from rules.shipwrights.components import Face
from rules.shipwrights.moves import Buy, End, Finish, Pick
from rules.shipwrights.pieces import Goods
from rules.shipwrights.view import BuildingView, CraftsmanNeed, PlayerView, View, WorkshopView
from tests.render.lofoten_games import differing, pixels
from tests.render.shipwrights_games import GAME, NAMES, PAINTER, find_view, states

SEATS = (2, 3, 4, 5)


def has_phone_shape(picture: object) -> bool:
    width, height = pixels(picture).shape[1::-1]  # type: ignore[arg-type]
    return width == 1200 != height and 3 / 4 <= width / height <= 4 / 3


def changed_player(view: View, seat: int, **update: object) -> View:
    players = list(view.players)
    players[seat] = players[seat].model_copy(update=update)
    return view.model_copy(update={"players": tuple(players)})


def faces() -> dict[str, Face]:
    return {face.card: face for face in PAINTER.faces}  # type: ignore[attr-defined]


@pytest.mark.parametrize("players", SEATS)
def test_boards_suit_a_phone(players: int) -> None:
    state = states(players)[150]
    for seat in (None, players - 1):
        assert has_phone_shape(PAINTER.board(GAME.view(state, seat), NAMES))


@pytest.mark.parametrize("cards", range(1, 9))
def test_hands_of_any_size_suit_a_phone(cards: int) -> None:
    """A set for five is six cards, beside which two may be kept already."""
    view = find_view(5, "morning")
    offered = PAINTER.faces[: min(cards, 6)]  # type: ignore[attr-defined]
    kept = PAINTER.faces[10 : 10 + cards - len(offered)]  # type: ignore[attr-defined]
    picture = PAINTER.hand(view.model_copy(update={"draft": offered, "hand": kept}), NAMES)
    assert has_phone_shape(picture)


@pytest.mark.parametrize(("players", "buildings"), [(2, 0), (5, 7)])
def test_score_sheets_suit_a_phone(players: int, buildings: int) -> None:
    nothing = (0,) * players
    built = ("long_house", "mining_camp", "church", "fortress", "treasury", "boat_house", "market_hall")
    rows = [ScoreRow("ships", nothing), *(ScoreRow("building", nothing, key) for key in built[:buildings])]
    rows += [ScoreRow("military", nothing), ScoreRow("gold_left", nothing)]
    outcome = Outcome("fleet_complete", (tuple(range(players)),), nothing, tuple(rows))
    assert has_phone_shape(PAINTER.score_sheet(GAME.view(states(players)[-1], None), outcome, NAMES))


def test_the_same_view_gives_the_same_bytes() -> None:
    view = find_view(3, "afternoon", 60)
    again = View.model_validate(view.model_dump())
    assert PAINTER.board(view, NAMES).data == PAINTER.board(again, NAMES).data


def test_spectators_have_no_hand_picture() -> None:
    assert PAINTER.hand(GAME.view(states(3)[100], None), NAMES) is None


def test_what_changed_is_marked_and_nothing_else() -> None:
    view = GAME.view(states(3)[150], None)
    seat = view.order[1]
    before = changed_player(view, seat, gold=view.players[seat].gold + 1)
    marked = differing(PAINTER.board(view, NAMES), PAINTER.board(view, NAMES, since=before))
    top = TABLE_TOP + LARGE.height
    head = slice(top - 30, top + 100), slice(520, 690)
    assert marked[head].any()
    marked[head] = False
    assert not marked.any()


def test_nothing_is_marked_when_nothing_changed() -> None:
    view = find_view(4, "afternoon", 90)
    assert PAINTER.board(view, NAMES, since=view).data == PAINTER.board(view, NAMES).data


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
        PAINTER.board(view, NAMES),
        PAINTER.board(view, NAMES, intention=Buy(good="oak", cart=False)),
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
    plain, meant = PAINTER.hand(view, NAMES), PAINTER.hand(view, NAMES, intention=Pick(card=wanted))
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
    shown = differing(PAINTER.board(bare, NAMES), PAINTER.board(left, NAMES))
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


def test_every_kind_of_move_can_be_drawn_as_an_intention(monkeypatch: pytest.MonkeyPatch) -> None:
    record_blank_sprites(monkeypatch)
    seen: set[str] = set()
    for seed in ("one", "two"):
        for state in states(3, seed):
            for seat in GAME.to_act(state):
                for move in GAME.legal(state, seat):
                    if move.kind not in seen:
                        seen.add(move.kind)
                        for reader in (seat, None):
                            PAINTER.board(GAME.view(state, reader), NAMES, intention=move)
                        PAINTER.hand(GAME.view(state, seat), NAMES, intention=move)
    assert {"stock", "pick", "buy", "lay", "hire", "finish", "build", "call", "assassin", "end"} <= seen


def test_the_unseen_leaves_no_trace() -> None:
    """Reshuffling hidden information leaves pictures and alt texts identical."""
    morning = next(state for state in states(3)[60:] if state.stage == "morning")
    for state in (morning, states(3)[100]):
        for seat in (None, 1):
            other = GAME.reshuffle(state, seat, sha256(b"another").digest())
            one, two = (GAME.view(each, seat) for each in (state, other))
            assert PAINTER.board(one, NAMES) == PAINTER.board(two, NAMES)
            assert PAINTER.hand(one, NAMES) == PAINTER.hand(two, NAMES)
            assert PAINTER.describe(one) == PAINTER.describe(two)
            assert PAINTER.describe_hand(one) == PAINTER.describe_hand(two)


def cards_of(move: object, view: View) -> set[str]:
    """The cards of the hand that a move plays: a craftsman may go straight into a ship."""
    if isinstance(move, Finish):
        workshop = view.players[view.active or 0].workshops["ab".index(move.workshop)]
        assert workshop is not None
        sources = zip(workshop.ship.craftsmen, (move.first, move.second, move.third), strict=False)
        return {craftsman for craftsman, source in sources if source == "hand"}
    return {str(getattr(move, "card", getattr(move, "kind", "")))}


@pytest.mark.parametrize("players", SEATS)
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
        picture = PAINTER.hand(able.model_copy(update={"hand": (church,)}), NAMES)
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
        PAINTER.hand(view.model_copy(update={"draft": (face,), "hand": ()}), NAMES) for face in (ship, dearer)
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
        picture = pixels(PAINTER.score_sheet(view, outcome, NAMES))
        crowns = [picture[150:205, x - 45 : x + 45] for x in (462, 746, 1030)]
        crowned[ranking] = [
            float(((crown[..., 0] > 200) & (crown[..., 2] < 140)).mean()) > 0.1 for crown in crowns
        ]
    assert list(crowned.values()) == [[True, False, False], [False, False, True], [True, True, False]]


def record_blank_sprites(monkeypatch: pytest.MonkeyPatch) -> set[SpriteKey]:
    """Replace all sprites by blank ones. Returns the set of sprites asked for from then on."""
    asked: set[SpriteKey] = set()

    def blank(request: SpriteKey, _: object) -> Sprite:
        asked.add(request)
        ground = request.values == (1200,)
        return Sprite(Image.new("RGB", (1200, 1600)) if ground else Image.new("RGBA", (1, 1)))

    monkeypatch.setattr(SPRITE_CACHE, "get", blank)
    for skipped in ("text", "text_line", "encode"):
        monkeypatch.setattr(Page, skipped, lambda *_, **__: None)
    return asked


def full_board(player: PlayerView) -> PlayerView:
    """Everything a board may hold, and a day on which two ships were finished."""
    every = faces()
    built = [card for card, face in every.items() if face.kind == "building"]
    return player.model_copy(
        update={
            "fleet": tuple(every[card] for card in ("karve", "sud", "drakkar", "knarr", "busse", "skute")),
            "buildings": tuple(BuildingView(building=every[card], points=1) for card in built),
            "mill": Goods(9, 6, 5),
            "workers": 14,
            "played": True,
        }
    )


def test_all_that_pictures_need_is_baked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = record_blank_sprites(monkeypatch)
    for players in SEATS:
        played = states(players)
        for ply in range(0, len(played), 13):
            state, before = played[ply], played[max(0, ply - 9)]
            for seat in (None, ply % players):
                view = GAME.view(state, seat)
                legal = GAME.legal(state, seat) if seat in GAME.to_act(state) else (None,)
                move = legal[ply % len(legal)]
                PAINTER.board(view, NAMES, since=GAME.view(before, seat), intention=move)
                PAINTER.hand(view, NAMES, intention=move)
                PAINTER.hand(view.model_copy(update={"hand": ()}), NAMES)
                for key in PAINTER.closeups(view):
                    PAINTER.closeup(view, NAMES, key)
        full = view.model_copy(update={"players": tuple(map(full_board, view.players))})
        PAINTER.board(full, NAMES, since=view)
        PAINTER.board(full.model_copy(update={"seat": None}), NAMES, since=view)
        for face in PAINTER.faces:  # type: ignore[attr-defined]
            PAINTER.hand(view.model_copy(update={"hand": (face,), "draft": None}), NAMES)
            PAINTER.hand(view.model_copy(update={"hand": (face,) * 3, "draft": (face,) * 4}), NAMES)
        for rows, tied in product(range(2, 10), (0, 1)):
            gold = (ScoreRow("gold_left", (1,) * players),) * tied
            sheet = (ScoreRow("ships", (1,) * players),) * rows + gold
            ranking = tuple((seat,) for seat in range(players))
            outcome = Outcome("fleet_complete", ranking, (1,) * players, sheet)
            PAINTER.score_sheet(view, outcome, NAMES)
    assert asked <= set(PAINTER.sprites())


def test_a_kept_card_is_told_from_one_to_choose() -> None:
    view = find_view(4, "morning", 60)
    kept = [laid.kept for laid in shown_cards(view)]
    assert kept == sorted(kept)
    assert kept.count(False) == len(view.draft or ())


def test_every_card_has_an_emoji() -> None:
    assert {face.card for face in PAINTER.faces} | {"oak", "wool", "iron", "worker", "gold"} <= set(  # type: ignore[attr-defined]
        PAINTER.emoji()
    )
