"""Lofoten's modules in pictures and words: every card can be drawn, marked, described, and is baked ahead."""

from functools import cache
from random import Random
from typing import Any

import pytest

from bot.words import words_for
from render.kit import sprites
from render.kit.sprites import STORE
from render.lofoten.marks import changes, intention
from rules.lofoten.moves import BIND, CLAIM, LOAD, TAKE, UPGRADE
from rules.lofoten.options import LofotenOptions
from rules.lofoten.pieces import JARLS, LEVEL_TWO, Tile
from tests.render.games import GAME, NAMES, PAINTER, differing, pixels

ALL = LofotenOptions(new_warehouses="four", alliances="yes", better_longships="yes")


@cache
def states(number: int) -> tuple[Any, ...]:
    """A whole game with all modules, by a player who upgrades and allies himself when he can."""
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
    """A state in which both have upgraded a ship and somebody has a Jarl."""
    for number in range(20):
        for state in states(number):
            better = [any(ship.upgraded for ship in player.fleet.ships) for player in state.players]
            if all(better) and any(alliance.owner is not None for alliance in state.alliances):
                return state
    raise LookupError


def test_a_board_with_all_modules_suits_a_phone() -> None:
    for seat in (None, 0, 1):
        picture = PAINTER.board(GAME.view(midway(), seat), NAMES)
        assert picture.width == 1200 != picture.height
        assert 3 / 4 <= picture.width / picture.height <= 4 / 3


def test_every_score_sheet_suits_a_phone() -> None:
    """With seven lines, and with two more that decide a tie."""
    last = states(3)[-1]
    outcome = GAME.outcome(last)
    assert outcome is not None
    for more in (0, 1, 2):
        rows = (*outcome.sheet, *outcome.sheet[4:5] * more)
        picture = PAINTER.score_sheet(GAME.view(last, None), type(outcome)(*_with(outcome, rows)), NAMES)
        assert 3 / 4 <= picture.width / picture.height <= 4 / 3


def _with(outcome: Any, rows: Any) -> tuple[Any, ...]:
    return outcome.reason, outcome.ranking, outcome.totals, rows


@pytest.mark.parametrize("jarl", JARLS)
def test_each_jarl_has_a_look_of_his_own(jarl: str) -> None:
    view = GAME.view(GAME.setup(2, ALL, bytes(32)), 0)
    first, second = view.alliances
    pictures = []
    for shown in (jarl, "knut" if jarl != "knut" else "eirik"):
        alliance = first.model_copy(update={"jarl": shown})
        pictures.append(PAINTER.board(view.model_copy(update={"alliances": (alliance, second)}), NAMES))
    assert differing(*pictures).sum() > 400


@pytest.mark.parametrize("card", LEVEL_TWO)
def test_each_level_2_card_has_a_look_of_its_own(card: str) -> None:
    view = GAME.view(GAME.setup(2, ALL, bytes(32)), 0)
    seen = set()
    for shown in LEVEL_TWO:
        dealt = GAME.components.level_2.warehouse(shown)  # type: ignore[attr-defined]
        store = view.warehouses[0].model_copy(update={"card": shown, "numbers": dealt.numbers})
        changed = view.model_copy(update={"warehouses": (store, *view.warehouses[1:])})
        seen.add(PAINTER.board(changed, NAMES).data)
    assert len(seen) == len(LEVEL_TWO)
    assert card in GAME.names


def test_shields_are_told_by_shape_as_well_as_colour() -> None:
    """Without any colour the three still differ."""
    view = GAME.view(GAME.setup(2, ALL, bytes(32)), 0)
    greys = []
    for shield in "rby":
        market = (Tile("mead", 1, shield), *view.market[1:])
        picture = pixels(PAINTER.board(view.model_copy(update={"market": market}), NAMES))
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
    assert differing(PAINTER.board(view, NAMES), PAINTER.board(unflipped, NAMES)).any()
    fleet = view.fleets[0]
    ship = fleet.dock.model_copy(update={"upgraded": not fleet.dock.upgraded})
    fleets = (fleet.model_copy(update={"dock": ship}), view.fleets[1])
    other = view.model_copy(update={"fleets": fleets})
    assert differing(PAINTER.board(view, NAMES), PAINTER.board(other, NAMES)).any()


def test_a_gained_jarl_is_marked() -> None:
    view = GAME.view(GAME.setup(2, ALL, bytes(32)), 0)
    first, second = view.alliances
    after = view.model_copy(update={"alliances": (first.model_copy(update={"owner": 0}), second)})
    assert changes(view, after).jarls == {first.jarl}
    marked = differing(PAINTER.board(after, NAMES), PAINTER.board(after, NAMES, since=view))
    assert marked.any()


def test_what_a_move_of_the_modules_means_is_pointed_out() -> None:
    view = GAME.view(GAME.setup(2, ALL, bytes(32)), 0)
    jarl = view.alliances[0].jarl
    meant = {
        "claim": intention(view, CLAIM[jarl]),
        "upgrade": intention(view, UPGRADE["b"][2][0]),
        "bind": intention(view, BIND[1]),
        "take": intention(view, TAKE[4]),
        "load": intention(view, LOAD[0]),
    }
    assert meant["claim"]
    assert meant["claim"].jarl == jarl
    assert meant["upgrade"]
    assert (meant["upgrade"].ship, meant["upgrade"].warehouse) == ("b", 2)
    assert meant["bind"]
    assert meant["bind"].warehouse == 1
    assert meant["take"]
    assert meant["take"].zone == 4
    assert meant["load"]
    assert meant["load"].zone == view.fleets[0].zone
    plain = PAINTER.board(view, NAMES)
    for move in (CLAIM[jarl], UPGRADE["b"][2][0], BIND[1], TAKE[4], LOAD[0]):
        assert differing(plain, PAINTER.board(view, NAMES, intention=move)).any()


def test_all_that_pictures_of_the_modules_need_is_baked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[Any] = set()
    wanted = set(PAINTER.sprites())
    fetch = STORE.get

    def noting(request: Any, paint: Any) -> Any:
        asked.add(request)
        return fetch(request, lambda: _apart(paint))

    def _apart(paint: Any) -> Any:
        """A sprite may be made of others; those are not what the picture asked for."""
        before = set(asked)
        made = paint()
        asked.intersection_update(before)
        return made

    monkeypatch.setattr(sprites.STORE, "get", noting)
    for number in (1, 2, 3):
        game = states(number)
        before = None
        for state in game[:: len(game) // 12]:
            for seat in (0, 1):
                view = GAME.view(state, seat)
                moves = GAME.legal(state, seat)
                PAINTER.board(view, NAMES, since=before, intention=moves[0] if moves else None)
            before = GAME.view(state, 1)
        PAINTER.score_sheet(GAME.view(game[-1], None), GAME.outcome(game[-1]), NAMES)
    assert asked - wanted == set()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_board_is_described_in_words(language: str) -> None:
    """Jarls with what they demand, level 2 cards with what they count, better ships."""
    teller = words_for(language).teller(GAME, NAMES)
    state = midway()
    phrases = PAINTER.describe(GAME.view(state, 0))
    keys = {phrase.key for phrase in phrases}
    assert "alt.new_warehouse" in keys
    assert any(key.startswith("alt.better_ship") for key in keys)
    said = " ".join(teller.phrase(phrase) for phrase in phrases)
    for alliance in state.alliances:
        assert GAME.names[alliance.jarl].say(language) in said
    for warehouse in state.warehouses:
        assert GAME.names[warehouse.card].say(language) in said
    assert "{" not in said
