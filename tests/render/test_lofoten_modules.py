"""Lofoten's modules in pictures and words: every card can be drawn, marked, described, and is baked ahead."""

from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.i18n import LANGUAGES, locale_for
from render.lofoten.highlights import changes, intention
from render.lofoten.score_sheet import LAYOUT
from rules import load_pack
from rules.lofoten.moves import BIND, CLAIM, LOAD, TAKE, UPGRADE
from rules.lofoten.options import LofotenOptions
from rules.lofoten.pieces import JARLS, LEVEL_TWO, Card, Tile
from tests.render.drawing import draw_board, draw_hand, draw_score_sheet
from tests.render.lofoten_games import GAME, NAMES, PAINTER, differing, pixels

ALL = LofotenOptions(new_warehouses="four", alliances="yes", better_longships="yes")


@cache
def states(number: int) -> tuple[Any, ...]:
    """A whole game with all modules, by players who upgrade and ally themselves when they can."""
    random = Random(number)
    state = GAME.setup(2, ALL, bytes([number]) * 32)
    found = [state]
    while seats := GAME.to_act(state):
        seat = min(seats)
        legal = GAME.legal(state, seat)
        wanted = [move for move in legal if move.kind in ("upgrade", "claim")]
        cheap = [move for move in legal if move.kind not in ("new_hand", "extra_turn")]
        state = GAME.apply(state, seat, random.choice(wanted or cheap or legal)).state
        found.append(state)
    return tuple(found)


@cache
def midway() -> Any:
    """A state in which both players have upgraded a ship and one has a Jarl."""
    for number in range(20):
        for state in states(number):
            better = [any(ship.upgraded for ship in player.fleet.ships) for player in state.players]
            if all(better) and any(alliance.owner is not None for alliance in state.alliances):
                return state
    raise LookupError


def test_a_board_with_all_modules_suits_a_phone() -> None:
    for seat in (None, 0, 1):
        picture = draw_board(PAINTER, GAME.view(midway(), seat), NAMES)
        assert picture.width == 1200 != picture.height
        assert 3 / 4 <= picture.width / picture.height <= 4 / 3


def test_every_score_sheet_suits_a_phone() -> None:
    """From four warehouses alone to nine lines, two of them deciding a tie."""
    for rows in range(4, 10):
        assert 3 / 4 <= 1200 / LAYOUT.height(rows) <= 4 / 3
    last = states(3)[-1]
    outcome = GAME.outcome(last)
    assert outcome is not None
    picture = draw_score_sheet(PAINTER, GAME.view(last, None), outcome, NAMES)
    assert (picture.width, picture.height) == (1200, LAYOUT.height(len(outcome.sheet)))


def test_each_jarl_has_a_look_of_his_own() -> None:
    view = GAME.view(GAME.setup(2, ALL, bytes(32)), 0)
    first, second = view.alliances
    pictures = []
    for jarl in JARLS:
        alliance = first.model_copy(update={"jarl": jarl})
        pictures.append(draw_board(PAINTER, view.model_copy(update={"alliances": (alliance, second)}), NAMES))
    for one, other in combinations(pictures, 2):
        assert differing(one, other).sum() > 400


def test_each_level_2_card_has_a_look_of_its_own() -> None:
    view = GAME.view(GAME.setup(2, ALL, bytes(32)), 0)
    seen = set()
    for shown in LEVEL_TWO:
        dealt = GAME.components.level_2.warehouse(shown)  # type: ignore[attr-defined]
        store = view.warehouses[0].model_copy(update={"card": shown, "numbers": dealt.numbers})
        changed = view.model_copy(update={"warehouses": (store, *view.warehouses[1:])})
        seen.add(draw_board(PAINTER, changed, NAMES).data)
    assert len(seen) == len(LEVEL_TWO)
    assert set(LEVEL_TWO) <= GAME.names.keys()


def test_shields_are_told_by_shape_as_well_as_colour() -> None:
    """Without any colour the three still differ."""
    view = GAME.view(GAME.setup(2, ALL, bytes(32)), 0)
    greys = []
    for shield in "rby":
        market = (Tile("mead", 1, shield), *view.market[1:])
        picture = pixels(draw_board(PAINTER, view.model_copy(update={"market": market}), NAMES))
        greys.append(picture[660:715, 150:205].mean(axis=2) > 128)
    assert all((one != other).mean() > 0.1 for one, other in zip(greys, (*greys[1:], greys[0]), strict=True))


def test_a_flipped_tile_and_a_dark_ship_look_different() -> None:
    view = GAME.view(midway(), 0)
    number, seat = next(
        (number, seat)
        for number, store in enumerate(view.warehouses)
        for seat in (0, 1)
        if any(tile.flipped for tile in store.sides[seat])
    )
    store = view.warehouses[number]
    sides = list(store.sides)
    sides[seat] = tuple(tile._replace(flipped=False) for tile in sides[seat])
    stores = list(view.warehouses)
    stores[number] = store.model_copy(update={"sides": tuple(sides)})
    unflipped = view.model_copy(update={"warehouses": tuple(stores)})
    assert differing(draw_board(PAINTER, view, NAMES), draw_board(PAINTER, unflipped, NAMES)).any()
    fleet = view.fleets[0]
    ship = fleet.dock.model_copy(update={"upgraded": not fleet.dock.upgraded})
    fleets = (fleet.model_copy(update={"dock": ship}), view.fleets[1])
    other = view.model_copy(update={"fleets": fleets})
    assert differing(draw_board(PAINTER, view, NAMES), draw_board(PAINTER, other, NAMES)).any()


def test_a_gained_jarl_is_marked() -> None:
    view = GAME.view(GAME.setup(2, ALL, bytes(32)), 0)
    first, second = view.alliances
    after = view.model_copy(update={"alliances": (first.model_copy(update={"owner": 0}), second)})
    assert changes(view, after).jarls == {first.jarl}
    marked = differing(draw_board(PAINTER, after, NAMES), draw_board(PAINTER, after, NAMES, since=view))
    assert marked.any()


def test_what_a_move_of_the_modules_means_is_pointed_out() -> None:
    view = GAME.view(midway(), 0)
    jarl = view.alliances[0].jarl
    stored = next(number for number, store in enumerate(view.warehouses) if store.sides[0])
    upgrade = UPGRADE["b"][stored][0]
    meant = {
        "claim": intention(view, CLAIM[jarl]),
        "upgrade": intention(view, upgrade),
        "bind": intention(view, BIND[1]),
        "take": intention(view, TAKE[4]),
        "load": intention(view, LOAD[0]),
    }
    assert meant["claim"]
    assert meant["claim"].jarl == jarl
    assert meant["upgrade"]
    assert (meant["upgrade"].ship, meant["upgrade"].warehouse, meant["upgrade"].tile) == ("b", stored, 0)
    assert meant["bind"]
    assert meant["bind"].warehouse == 1
    assert meant["take"]
    assert meant["take"].zone == 4
    assert meant["load"]
    assert meant["load"].zone == view.fleets[0].zone
    plain = draw_board(PAINTER, view, NAMES)
    for move in (CLAIM[jarl], upgrade, BIND[1], TAKE[4], LOAD[0]):
        assert differing(plain, draw_board(PAINTER, view, NAMES, intention=move)).any()


def test_a_pack_that_swaps_fish_and_sheep_is_drawn_as_it_plays(tmp_path: Path) -> None:
    """The sign of the effect on a hand card is that of the other good."""
    (tmp_path / "lofoten.toml").write_text('[effects.wheel]\ngood = "fish"\n', encoding="utf-8")
    swapped = load_pack(tmp_path)["lofoten"]
    state = GAME.setup(2, LofotenOptions(), bytes(32))
    hands = {good: _with_hand(state, good) for good in ("fish", "sheep", "mead")}
    as_printed, as_packed = (
        {good: draw_hand(PAINTER, game.view(hand, 0), NAMES) for good, hand in hands.items()}
        for game in (GAME, swapped)
    )
    assert as_printed["mead"] == as_packed["mead"]
    for good in ("fish", "sheep"):
        changed = differing(as_printed[good], as_packed[good])
        assert changed[30:170, 540:660].any(), "the sign on the centre card"
        assert not changed[200:600].any(), "the good itself"


def _with_hand(state: Any, good: Any) -> Any:
    """Three cards of that good, and nothing at the dock."""
    player = state.players[0]._replace(hand=(Card(good, 1), Card(good, 2), Card(good, 3)))
    return replace(state, players=(player, state.players[1]))


def test_a_side_card_shows_the_steps_it_gives_with_eirik() -> None:
    view = GAME.view(GAME.setup(2, ALL, bytes(32)), 0)
    assert view.steps is not None
    more = view.model_copy(update={"steps": tuple(steps + 1 for steps in view.steps)})
    changed = differing(draw_hand(PAINTER, view, NAMES), draw_hand(PAINTER, more, NAMES))
    left, centre, right = (changed[:, x : x + 364].any() for x in (27, 418, 809))
    assert (left, centre, right) == (True, False, True)


def test_the_score_sheet_shows_which_jarl_helped_to_decide_a_warehouse() -> None:
    last = states(3)[-1]
    view = GAME.view(last, None)
    first, second = view.alliances
    tied = first.model_copy(update={"jarl": "helga", "owner": 1, "warehouse": 2})
    helped = view.model_copy(update={"alliances": (tied, second)})
    changed = differing(
        *(draw_score_sheet(PAINTER, each, GAME.outcome(last), NAMES) for each in (view, helped))
    )
    rows, columns = changed.nonzero()
    assert rows.size
    row = LAYOUT.row_height(len(GAME.outcome(last).sheet))
    assert 602 + 2 * row <= rows.min()
    assert rows.max() <= 602 + 3 * row
    assert columns.min() > 740, "it stands on the side of its ally"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_is_described_in_words(language: str) -> None:
    """Jarls with what they demand, level 2 cards with what they count, better ships."""
    game_text = locale_for(language).game_text(GAME, NAMES)
    state = midway()
    phrases = PAINTER.describe(GAME.view(state, 0))
    keys = {phrase.key for phrase in phrases}
    assert {"alt.new_warehouse_led", "alt.new_warehouse_tied"} & keys
    assert any(key.startswith("alt.better_ship") for key in keys)
    as_text = " ".join(game_text.phrase_text(phrase) for phrase in phrases)
    for alliance in state.alliances:
        assert GAME.names[alliance.jarl].text(language) in as_text
    for warehouse in state.warehouses:
        assert GAME.names[warehouse.card].text(language) in as_text
    assert "{" not in as_text
