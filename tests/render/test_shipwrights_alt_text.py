"""Alt texts of Shipwrights: complete and within the length limit in every language."""

from collections.abc import Iterable

import pytest

from bot.i18n import LANGUAGES, Locale
from rules.game import Phrase
from rules.shipwrights.components import Face
from rules.shipwrights.pieces import Goods
from rules.shipwrights.view import BuildingView, CraftsmanNeed, PlayerView, View, WorkshopView
from tests.render.shipwrights_games import GAME, PAINTER, find_view, states

pytestmark = pytest.mark.quick

LONGEST_NAMES = tuple(letter * 32 for letter in "ABCDE")


def as_text(phrases: Iterable[Phrase], language: str) -> str:
    game_text = Locale(language).game_text(GAME, LONGEST_NAMES)
    return " ".join(map(game_text.phrase_text, phrases))


def faces(*cards: str) -> tuple[Face, ...]:
    every = {face.card: face for face in PAINTER.faces}  # type: ignore[attr-defined]
    return tuple(every[card] for card in cards)


def full(player: PlayerView) -> PlayerView:
    """A board on which everything lies that could."""
    (ship,) = faces("drakkar")
    needs = tuple(CraftsmanNeed(craftsman=craftsman, found=None) for craftsman in ship.craftsmen)
    workshop = WorkshopView(
        ship=ship, gold_lacking=5, workers_lacking=3, goods_lacking=ship.goods, craftsmen=needs
    )
    built = faces("long_house", "mining_camp", "church", "fortress", "treasury", "boat_house", "market_hall")
    (tool,) = faces("smelting_furnace")
    return player.model_copy(
        update={
            "gold": 12,
            "workers": 10,
            "mill": Goods(10, 10, 10),
            "craftsmen": ("oarmaker",) * 4,
            "workshops": (workshop, workshop),
            "fleet": (ship,) * 4,
            "tool": tool,
            "buildings": tuple(BuildingView(building=face, points=2) for face in built),
            "watchman": True,
            "points": 25,
            "played": True,
            "discarded": ("smelting_furnace", "conspirator", "mining_camp"),
        }
    )


def fullest_view(seat: int | None) -> View:
    view: View = GAME.view(states(5)[60], seat)
    everybody = frozenset(range(5))
    changed = {"players": tuple(map(full, view.players)), "to_act": everybody, "last_day": True}
    return view.model_copy(update={**changed, "tomorrow": 0, "price": Goods(3, 3, 3), "day": 12})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fullest_table_fits_an_alt_text(language: str) -> None:
    for seat in (None, 0, 4):
        assert len(as_text(PAINTER.describe(fullest_view(seat)), language)) <= 1024


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_draft_of_ships_fits_an_alt_text(language: str) -> None:
    """Six to pick from and two kept, all of the kind that takes most words."""
    ships = faces("drakkar", "sud", "busse", "skeid", "knarr", "karve", "snekke", "byrding")
    view = find_view(5, "morning").model_copy(update={"draft": ships[:6], "hand": ships[6:]})
    told = as_text(PAINTER.describe_hand(view), language)
    assert len(told) <= 1024
    positions = [told.index(GAME.names[ship.card].text(language)) for ship in ships]
    assert positions == sorted(positions)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_said_is_in_the_catalogue(language: str, caplog: pytest.LogCaptureFixture) -> None:
    for players in (2, 4):
        for state in states(players)[::11]:
            for seat in (None, *range(players)):
                view = GAME.view(state, seat)
                as_text((*PAINTER.describe(view), *PAINTER.describe_hand(view)), language)
    assert not caplog.records


def test_a_description_tells_who_has_what() -> None:
    view = GAME.view(states(4)[150], None)
    players = [phrase for phrase in PAINTER.describe(view) if phrase.key.startswith("alt.player")]
    assert [phrase.values["seat"] for phrase in players] == list(view.order)
    for phrase in players:
        player = view.players[int(phrase.values["seat"])]
        assert phrase.values["gold"] == player.gold
        assert phrase.values["ships"] == len(player.fleet)


def test_a_reader_hears_of_their_own_craftsmen() -> None:
    view = fullest_view(2)
    pieces = [phrase.values["card"] for phrase in PAINTER.describe(view) if phrase.key == "alt.piece"]
    assert pieces.count("oarmaker") == 4


def test_what_the_latest_turn_left_unplayed_is_said() -> None:
    pieces = [
        phrase.values["card"] for phrase in PAINTER.describe(fullest_view(None)) if phrase.key == "alt.piece"
    ]
    assert pieces == ["smelting_furnace", "conspirator", "mining_camp"]


def test_what_cannot_be_played_is_said() -> None:
    view = find_view(3, "afternoon", 60)
    assert view.seat is not None
    poor = view.players[view.seat].model_copy(update={"gold": 0})
    players = tuple(poor if seat == view.seat else player for seat, player in enumerate(view.players))
    view = view.model_copy(update={"players": players, "hand": faces("church", "king")})
    keys = [phrase.key for phrase in PAINTER.describe_hand(view)]
    assert keys == ["alt.hand", "alt.card_building", "alt.not_now", "alt.card_villager"]
