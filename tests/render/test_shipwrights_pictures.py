"""Contents of Shipwrights' pictures: names, numbers, icons, and their positions."""

from collections.abc import Iterator
from dataclasses import replace
from math import hypot
from typing import Any

import pytest

from bot.i18n import LANGUAGES, locale_for
from bot.play.core.narrowing import narrow
from render.kit.page import DrawCall, Page
from render.painter import Offer, Prompt
from render.shipwrights.highlights import intention
from render.shipwrights.playable import is_playable
from render.shipwrights.village_row import BRIEF_WORKSHOP, missing_needs
from rules.game import Move, Outcome, ScoreRow
from rules.shipwrights.components import Face
from rules.shipwrights.moves import Assassin, Finish
from rules.shipwrights.pieces import BUILDINGS, GOODS, Goods
from rules.shipwrights.view import BuildingView, CraftsmanNeed, View, WorkshopView
from tests.render.drawing import draw_board, draw_closeup, draw_hand, draw_score_sheet
from tests.render.shipwrights_games import GAME, NAMES, PAINTER, find_view, states

FACES: dict[str, Face] = {face.card: face for face in PAINTER.faces}  # type: ignore[attr-defined]
SEATS = (2, 3, 4, 5)


def texts(page: Page) -> list[str]:
    return [str(drawn.values[0]) for drawn in page.draw_calls if drawn.what == "text"]


def icons(page: Page, name: str) -> list[DrawCall]:
    return [drawn for drawn in page.draw_calls if drawn.what == "icon" and drawn.values[0] == name]


def beside(page: Page, drawn: DrawCall, reach: float = 90) -> str:
    """The text nearest to the right of an icon, or on it."""
    near = [
        other
        for other in page.draw_calls
        if other.what == "text" and abs(other.y - drawn.y) < 12 and -4 <= other.x - drawn.x < reach
    ]
    return str(min(near, key=lambda other: other.x).values[0]) if near else ""


def numbers(page: Page) -> list[int]:
    return sorted(int(str(drawn.values[0])) for drawn in page.draw_calls if drawn.what == "choice_plate")


def changed_player(view: View, seat: int, **update: object) -> View:
    players = list(view.players)
    players[seat] = players[seat].model_copy(update=update)
    return view.model_copy(update={"players": tuple(players)})


def numbered_prompt(state: Any, seat: int, chosen: tuple[str, ...] = ()) -> Prompt:
    """The prompt of a panel, numbered where the painter points."""
    moves = GAME.legal(state, seat)
    narrowing = narrow(moves, chosen)
    assert narrowing is not None
    offers: list[Offer] = []
    if narrowing.chosen:
        offers = [Offer(word, narrowing.moves_with(word)) for word in narrowing.next_tokens()]
    elif state.stage in GAME.info.kind_first:
        kinds: dict[str, list[Move]] = {}
        for move in moves:
            kinds.setdefault(move.kind, []).append(move)
        for kind, some in kinds.items():
            offers.append(Offer(str(some[0]) if len(some) == 1 else kind, tuple(some)))
    else:
        offers = [Offer(str(move), (move,)) for move in moves]
    pointed = PAINTER.points_at(GAME.view(state, seat), Prompt(narrowing.chosen, tuple(offers)))
    numbered = []
    for offer in offers:
        count = sum(each.number is not None for each in numbered)
        numbered.append(replace(offer, number=count + 1) if offer.token in pointed else offer)
    return Prompt(narrowing.chosen, tuple(numbered))


def prompts(state: Any, seat: int) -> Iterator[Prompt]:
    """Every prompt on the way to every move."""
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        asked = numbered_prompt(state, seat, waiting.pop())
        if asked.offers:
            yield asked
            waiting += [
                (*asked.chosen, *offer.token.split()) for offer in asked.offers if len(offer.moves) > 1
            ]


def merchants(state: Any) -> Iterator[Move]:
    return (move for move in GAME.legal(state, state.active) if move.kind == "merchant")


def _can_finish(state: Any) -> bool:
    return any(move.kind == "finish" for move in GAME.legal(state, state.active))


@pytest.mark.usefixtures("named_sprites")
@pytest.mark.parametrize(
    "players", [2, *(pytest.param(players, marks=pytest.mark.long) for players in (3, 4)), 5]
)
def test_every_number_given_is_drawn_and_no_other(players: int, pages: list[Page]) -> None:
    seen: set[str] = set()
    played = states(players)
    finishing = [state for state in played if state.stage == "afternoon" and _can_finish(state)]
    for state in (*played[:: 9 if players < 4 else 16], *finishing[:2]):
        for seat in GAME.to_act(state):
            view = GAME.view(state, seat)
            for asked in list(prompts(state, seat))[:12]:
                given = sorted(offer.number for offer in asked.offers if offer.number is not None)
                pages.clear()
                draw_board(PAINTER, view, NAMES, prompt=asked)
                draw_hand(PAINTER, view, NAMES, prompt=asked)
                drawn = sorted(number for page in pages for number in numbers(page))
                assert drawn == given, (asked.chosen, [offer.token for offer in asked.offers])
                seen |= {offer.moves[0].kind for offer in asked.offers if offer.number is not None}
    assert {"pick", "hire", "lay", "buy", "finish"} <= seen


def test_nothing_is_numbered_where_nothing_is_asked(pages: list[Page]) -> None:
    view = find_view(3, "afternoon", 60)
    draw_board(PAINTER, view, NAMES)
    draw_hand(PAINTER, view, NAMES)
    assert [numbers(page) for page in pages] == [[], []]


@pytest.mark.parametrize("players", [4, 5])
def test_among_many_opponents_numbers_leave_craftsmen_in_sight(players: int, pages: list[Page]) -> None:
    """Every craftsman is an answer: each has a number at its side, in a row with its owner's name."""
    view = find_view(players, "afternoon")
    assert view.seat is not None
    for seat in range(players):
        view = changed_player(view, seat, craftsmen=("carpenter", "oarmaker", "sailmaker", "blacksmith"))
    moves = [
        Assassin(player=seat, craftsman=craftsman)
        for seat in range(players)
        for craftsman in view.players[seat].craftsmen
    ]
    offers = (Offer(str(move), (move,), number) for number, move in enumerate(moves, start=1))
    draw_board(PAINTER, view, NAMES[:players], prompt=Prompt(("assassin",), tuple(offers)))
    (page,) = pages
    assert numbers(page) == list(range(1, len(moves) + 1))
    plates = {drawn.values[0]: drawn for drawn in page.draw_calls if drawn.what == "choice_plate"}
    signs = [drawn for craftsman in set(view.players[0].craftsmen) for drawn in icons(page, craftsman)]
    for number, move in enumerate(moves, start=1):
        plate = plates[number]
        near = min(signs, key=lambda sign: hypot(sign.x - plate.x, sign.y - plate.y))
        assert near.values[0] == move.craftsman
        assert hypot(near.x - plate.x, near.y - plate.y) > 38


def test_attacks_by_one_card_are_told_apart_by_their_targets(pages: list[Page]) -> None:
    """As the coach numbers several ideas for the same card."""
    view = find_view(3, "afternoon")
    other = (view.active or 0) - 1
    view = changed_player(view, other % 3, craftsmen=("carpenter", "oarmaker"))
    moves = [Assassin(player=other % 3, craftsman=craftsman) for craftsman in ("carpenter", "oarmaker")]
    offers = tuple(Offer(str(move), (move,), number) for number, move in enumerate(moves, start=1))
    draw_board(PAINTER, view, NAMES[:3], prompt=Prompt((), offers), intention=moves[0])
    assert numbers(pages[0]) == [1, 2]


def test_no_number_where_an_answer_means_several_places() -> None:
    """Iron twice is not told from iron and oak by a number on the iron."""
    state = next(
        state
        for state in states(3)
        if state.stage == "afternoon"
        and any(move.kind == "merchant" for move in GAME.legal(state, state.active))
    )
    moves = [move for move in GAME.legal(state, state.active) if move.kind == "merchant"]
    asked = Prompt(("merchant",), tuple(Offer(str(move), (move,)) for move in moves))
    assert PAINTER.points_at(GAME.view(state, state.active), asked) == frozenset()


def test_a_number_stands_on_the_card_it_means(pages: list[Page]) -> None:
    state = next(state for state in states(4)[60:] if state.stage == "morning")
    seat = min(GAME.to_act(state))
    asked = numbered_prompt(state, seat)
    draw_hand(PAINTER, GAME.view(state, seat), NAMES, prompt=asked)
    bodies = [drawn for drawn in pages[0].draw_calls if drawn.what == "card_body"]
    for offer in asked.offers:
        (plate,) = (
            drawn
            for drawn in pages[0].draw_calls
            if drawn.what == "choice_plate" and drawn.values[0] == offer.number
        )
        over = [body for body in bodies if abs(body.x - plate.x) < 190 and abs(body.y - plate.y) < 230]
        assert [body.values[0] for body in over] == [offer.moves[0].card]  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_carries_its_name(language: str, pages: list[Page]) -> None:
    view = find_view(4, "morning", 60)
    draw_hand(PAINTER, view, NAMES, language=language)
    for face in (*(view.draft or ()), *(view.hand or ())):
        assert GAME.names[face.card].text(language) in texts(pages[0])
    assert any(
        text.startswith({"en": "Set", "fr": "Paquet", "de": "Satz"}[language]) for text in texts(pages[0])
    )


@pytest.mark.usefixtures("named_sprites")
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_of_a_card_is_cut_short(language: str, pages: list[Page]) -> None:
    view = find_view(5, "morning")
    for card, face in FACES.items():
        pages.clear()
        draw_hand(PAINTER, view.model_copy(update={"draft": (face,), "hand": ()}), NAMES, language=language)
        name = GAME.names[card].text(language)
        assert name[:1].upper() + name[1:] in texts(pages[0])


def test_a_draft_shows_which_set_it_is_and_the_price_once_it_is_known(pages: list[Page]) -> None:
    view = find_view(5, "morning", 60).model_copy(update={"draft_number": 3, "price": Goods(7, 8, 9)})
    draw_hand(PAINTER, view, NAMES)
    assert "Set 3/3" in texts(pages[0])
    for good, amount in zip(GOODS, "789", strict=True):
        assert beside(pages[0], min(icons(pages[0], good), key=lambda drawn: drawn.y)) == amount


def test_the_board_shows_what_each_good_costs_and_how_many_cards_are_left(pages: list[Page]) -> None:
    view = find_view(3, "morning", 60).model_copy(update={"price": Goods(77, 78, 79), "deck": 99})
    draw_board(PAINTER, view, NAMES)
    (page,) = pages
    for good, amount in zip(GOODS, ("77", "78", "79"), strict=True):
        assert amount in [beside(page, drawn) for drawn in icons(page, good)]
    assert "99" in [beside(page, drawn) for drawn in icons(page, "card_back")]


@pytest.mark.parametrize("players", SEATS)
def test_a_readers_board_shows_everybody_by_name_with_what_they_have(players: int, pages: list[Page]) -> None:
    view = GAME.view(states(players)[150], players - 1).model_copy(update={"deck": 99})
    for seat in range(players):
        update = {"gold": 3 + seat, "workers": 40 + seat, "hand_size": 50 + seat, "points": 60 + seat}
        view = changed_player(view, seat, **update, mill=Goods(70 + seat, 20 + seat, 30 + seat))
    draw_board(PAINTER, view, NAMES)
    (page,) = pages
    for seat in range(players):
        shown = [40 + seat, 70 + seat, 20 + seat, 30 + seat, 60 + seat]
        shown += [50 + seat] if seat != players - 1 else []
        for amount in shown:
            assert texts(page).count(str(amount)) == 1, (seat, amount)
        assert NAMES[seat] in texts(page)
        coins = [beside(page, coin) for coin in icons(page, "coin")]
        assert str(3 + seat) in coins
    for sign, first in (("worker", 40), ("oak", 70), ("wool", 20), ("iron", 30)):
        near = [beside(page, drawn) for drawn in icons(page, sign) if drawn.values[1] in (46, 54, 70)]
        assert {str(first + seat) for seat in range(players)} <= set(near)


@pytest.mark.parametrize("players", SEATS)
def test_what_an_opponents_ship_lacks_is_to_be_seen(players: int, pages: list[Page]) -> None:
    workshop = WorkshopView(
        ship=FACES["skute"],
        gold_lacking=0,
        workers_lacking=0,
        goods_lacking=Goods(0, 1, 0),
        craftsmen=(CraftsmanNeed(craftsman="blacksmith", found=None),),
    )
    view = GAME.view(states(players)[0], 0)
    draw_board(PAINTER, view, NAMES)
    draw_board(PAINTER, changed_player(view, 1, workshops=(workshop, None)), NAMES)
    bare, laid = pages
    for sign in ("wool", "blacksmith"):
        assert len(icons(laid, sign)) == len(icons(bare, sign)) + 1
    ships = [drawn for drawn in laid.draw_calls if drawn.what == "ship_at_sea" and drawn.values[0] == "skute"]
    assert len(ships) == 1


@pytest.mark.parametrize("reader", [None, 0])
@pytest.mark.parametrize("players", SEATS)
def test_what_lies_on_an_opponents_cart_is_to_be_seen(
    players: int, reader: int | None, pages: list[Page]
) -> None:
    view = GAME.view(states(players)[0], reader)
    for cart in (Goods(), Goods(1, 0, 1)):
        draw_board(PAINTER, changed_player(view, 1, tool=FACES["trade_cart"], cart=cart), NAMES)
    for good, more in zip(GOODS, (1, 0, 1), strict=True):
        assert len(icons(pages[1], good)) == len(icons(pages[0], good)) + more


def test_what_the_tool_spares_does_not_lack(pages: list[Page]) -> None:
    view = find_view(3, "afternoon", 60)
    assert view.seat is not None
    workshop = WorkshopView(
        ship=FACES["skute"], gold_lacking=0, workers_lacking=0, goods_lacking=Goods(1, 0, 0), craftsmen=()
    )
    assert missing_needs(workshop) == (("oak", 1),)
    spared = workshop.model_copy(update={"spared": "oak"})
    assert missing_needs(spared) == ()
    for content in (workshop, spared):
        bare = {"workshops": (content, None), "craftsmen": (), "tool": FACES["bow_saw"]}
        draw_board(PAINTER, changed_player(view, view.seat, **bare), NAMES)
    without, with_saw = ([d for d in page.draw_calls if d.what == "lack" and d.y < 1036] for page in pages)
    assert (len(without), len(with_saw)) == (1, 0)


def test_the_view_says_what_a_tool_spares() -> None:
    state = next(state for state in states(3) if state.stage == "afternoon")
    player = state.player._replace(workshops=("skute", "ferje"), tool="smelting_furnace")
    state = replace(state, players=state.players_with(state.active, player))
    first, second = GAME.view(state, None).players[state.active].workshops
    assert (first.spared, second.spared) == ("iron", None)  # a Ferje needs no iron


@pytest.mark.parametrize(
    ("gold", "workers", "brings"), [(5, 3, ("+3", "+1")), (12, 8, ("+0", "+0")), (10, 9, ("+2", "−1"))]
)
def test_the_evening_is_foretold_as_it_will_come(
    gold: int, workers: int, brings: tuple[str, str], pages: list[Page]
) -> None:
    state = next(state for state in states(2) if state.stage == "afternoon")
    player = state.player._replace(gold=gold, workers=workers, fleet=())
    view = GAME.view(replace(state, players=state.players_with(state.active, player)), state.active)
    draw_board(PAINTER, view, NAMES)
    (moon,) = icons(pages[0], "moon")
    beside_it = [
        d for d in pages[0].draw_calls if d.what == "text" and d.x > moon.x and abs(d.y - moon.y) < 40
    ]
    assert tuple(str(drawn.values[0]) for drawn in sorted(beside_it, key=lambda drawn: drawn.y)) == brings


def test_of_two_like_craftsmen_only_the_one_that_is_used_is_lit() -> None:
    view = find_view(3, "afternoon", 60)
    assert view.seat is not None
    need = CraftsmanNeed(craftsman="blacksmith", found="board")
    workshop = WorkshopView(
        ship=FACES["skute"], gold_lacking=0, workers_lacking=0, goods_lacking=Goods(), craftsmen=(need,)
    )
    row = ("oarmaker", "blacksmith", "blacksmith")
    view = changed_player(view, view.seat, craftsmen=row, workshops=(workshop, None))
    other = (view.seat + 1) % 3
    view = changed_player(view, other, craftsmen=("sailmaker", "sailmaker"))
    finish = intention(view, Finish(workshop="a", tool=False, first="board"))
    kill = intention(view, Assassin(player=other, craftsman="sailmaker"))
    assert finish is not None
    assert kill is not None
    assert (finish.craftsmen, kill.craftsmen) == ({(view.seat, 1)}, {(other, 0)})


def test_a_navigator_counts_who_plays_before_even_in_the_morning(pages: list[Page]) -> None:
    view = find_view(3, "morning")
    assert view.seat is not None
    before = view.order.index(view.seat)
    navigator = FACES["navigator"]
    gold = navigator.gains_gold + navigator.gains_gold_per_turn * 2
    last = view.model_copy(update={"order": (*view.order[before + 1 :], *view.order[: before + 1])})
    last = changed_player(last, view.seat, gold=1).model_copy(update={"draft": (navigator,), "hand": ()})
    draw_hand(PAINTER, last, NAMES)
    assert str(1 + gold) in texts(pages[0])


def test_a_sage_is_of_use_in_the_morning_though_no_other_card_is_kept_yet() -> None:
    mornings = [
        (state, seat) for state in states(3) if state.stage == "morning" for seat in GAME.to_act(state)
    ]
    views = [GAME.view(state, seat) for state, seat in mornings if not state.players[seat].hand]
    sages = [(view, face) for view in views for face in view.draft or () if face.card == "sage"]
    assert sages
    assert all(is_playable(view, face) for view, face in sages)


def test_a_free_workshop_of_an_opponent_has_a_hammer_in_its_middle(pages: list[Page]) -> None:
    view = find_view(5, "morning")
    for seat in range(5):
        view = changed_player(view, seat, workshops=(None, None))
    draw_board(PAINTER, view, NAMES)
    (page,) = pages
    places = {
        what: sorted((drawn.x, drawn.y) for drawn in page.draw_calls if (drawn.what, drawn.values[0]) == what)
        for what in (("ghost", "hammer"), ("well", BRIEF_WORKSHOP))
    }
    assert len(places["well", BRIEF_WORKSHOP]) == 2 * 4
    assert set(places["well", BRIEF_WORKSHOP]) <= set(places["ghost", "hammer"])


def test_a_fleet_of_five_keeps_its_signs(pages: list[Page]) -> None:
    view = find_view(2, "afternoon", 60)
    assert view.seat is not None
    for ships in (4, 5, 6):
        fleet = (FACES["drakkar"],) * ships
        draw_board(PAINTER, changed_player(view, view.seat, fleet=fleet, workshops=(None, None)), NAMES)
        signs = [drawn for drawn in pages[-1].draw_calls if drawn.what == "modifier" and drawn.y < 320]
        assert len(signs) == 2 * ships
        assert texts(pages[-1]).count("Drakkar") == ships


def test_there_are_as_many_slots_as_buildings(pages: list[Page]) -> None:
    view = find_view(2, "afternoon", 60)
    assert view.seat is not None
    built = tuple(BuildingView(building=FACES[card], points=2) for card in BUILDINGS)
    for buildings in ((), built):
        draw_board(PAINTER, changed_player(view, view.seat, buildings=buildings), NAMES)
    empty, full = pages
    ghosts = [d for d in empty.draw_calls if d.what == "ghost" and d.values[:2] == ("long_house", 50)]
    assert len(ghosts) == len(BUILDINGS)
    assert not [d for d in full.draw_calls if d.what == "ghost" and d.values[:2] == ("long_house", 50)]


def test_gold_that_decides_stands_below_the_sum(pages: list[Page]) -> None:
    rows = (ScoreRow("ships", (4, 5)), ScoreRow("military", (3, 2)), ScoreRow("gold_left", (11, 12)))
    outcome = Outcome("fleet_complete", ((1,), (0,)), (7, 7), rows)
    draw_score_sheet(PAINTER, GAME.view(states(2)[-1], None), outcome, NAMES)
    at = {str(d.values[0]): d.y for d in pages[0].draw_calls if d.what == "text"}
    assert at["4"] < at["3"] < at["7"] < at["11"] == at["12"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_of_a_score_sheet_is_called_by_name(language: str, pages: list[Page]) -> None:
    points = (1, 0, 2, 0, 0)
    rows = (
        ScoreRow("ships", points),
        *(ScoreRow("building", points, building) for building in BUILDINGS),
        ScoreRow("military", points),
        ScoreRow("gold_left", points),
    )
    outcome = Outcome("fleet_complete", ((2,), (0,), (1, 3, 4)), (7, 0, 14, 0, 0), rows)
    game_text = locale_for(language).game_text(GAME, NAMES)
    called = tuple(map(game_text.score_category, rows))
    draw_score_sheet(PAINTER, GAME.view(states(5)[-1], None), outcome, NAMES, called)
    shown = " ".join(texts(pages[0]))
    assert all(name in shown for name in (*called, *NAMES))
    assert all(GAME.names[building].text(language) in called for building in BUILDINGS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_among_the_discards_is_cut_short(language: str, pages: list[Page]) -> None:
    view = GAME.view(states(2)[-1], None).model_copy(update={"discards": tuple(FACES)})
    draw_closeup(PAINTER, view, NAMES, "discards", language=language)
    assert {GAME.names[card].text(language) for card in FACES} <= set(texts(pages[0]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_board_and_the_discards_can_be_looked_at_by_anybody(language: str, pages: list[Page]) -> None:
    state = states(4)[250]
    view = GAME.view(state, None)
    for key in PAINTER.closeups(view):
        pages.clear()
        draw_closeup(PAINTER, view, NAMES, key, language=language)
        shown = set(texts(pages[0]))
        if key == "discards":
            cards = set(view.discards)
        else:
            player = view.players[int(key.removeprefix("seat."))]
            assert NAMES[int(key.removeprefix("seat."))] in shown
            cards = {*player.craftsmen, *(ship.card for ship in player.fleet)}
            cards |= {built.building.card for built in player.buildings}
        assert {GAME.names[card].text(language) for card in cards} <= shown
    assert PAINTER.closeups(view) == ("seat.0", "seat.1", "seat.2", "seat.3", "discards")


def test_an_empty_hand_says_who_passes_the_next_set_on(pages: list[Page]) -> None:
    state = next(
        state for state in states(3)[60:] if state.stage == "morning" and state.active == state.first
    )
    waiting = (state.first + 1) % 3
    view = GAME.view(state, waiting).model_copy(update={"hand": (), "draft": None})
    draw_hand(PAINTER, view, NAMES)
    assert {NAMES[state.first], NAMES[waiting]} <= set(texts(pages[0]))
    assert [(phrase.key, phrase.values) for phrase in PAINTER.describe_hand(view)] == [
        ("alt.empty_next", {"seat": state.first})
    ]
    afternoon = GAME.view(states(3)[0], 0)
    draw_hand(PAINTER, afternoon, NAMES)
    assert len(icons(pages[1], "sunrise")) == 1
    assert [phrase.key for phrase in PAINTER.describe_hand(afternoon)] == ["alt.empty"]


@pytest.mark.usefixtures("named_sprites")
def test_the_parts_of_a_picture_can_all_be_called_by_name(pages: list[Page]) -> None:
    seen: set[str] = set()
    for players in (2, 5):
        for seat in (None, 0):
            for state in states(players)[::40]:
                draw_board(PAINTER, GAME.view(state, seat), NAMES)
                draw_hand(PAINTER, GAME.view(state, seat), NAMES)
    for page in pages:
        seen |= {part.key for part in page.parts}
    assert seen == set(PAINTER.legend_parts)


def test_the_cards_to_choose_from_are_explained_first() -> None:
    view = find_view(3, "morning", 60)
    offered = tuple(dict.fromkeys(face.card for face in view.draft or ()))
    assert PAINTER.visible_components(view)[: len(offered)] == offered
    assert len(PAINTER.visible_components(GAME.view(states(5)[300], None))) <= 12
