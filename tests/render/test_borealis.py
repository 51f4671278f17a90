"""Pictures of Borealis: their shape, highlights, secrecy and alt texts."""

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from bot.i18n import LANGUAGES, locale_for
from render import Picture
from render.borealis import board, spectator_board, table_parts
from render.borealis.highlights import changes
from render.kit.icons import draw_icon
from rules.borealis.moves import Draw, Observe, Refresh, Regroup, Take
from rules.borealis.pieces import COLOURS, LAST_ROUND_CARDS, SITES, SPECIES, VEHICLES, Team
from rules.borealis.view import View
from rules.game import Outcome
from tests.plies import final_outcome
from tests.render.borealis_games import GAME, NAMES, PAINTER, active_view, states, under_way
from tests.render.drawing import draw_board, draw_hand, draw_score_sheet
from tests.render.lofoten_games import differing, pixels
from tests.render.secrecy_checks import check_unseen_leaves_no_trace

LONG_NAMES = tuple(name.ljust(32, "x") for name in NAMES)


def box(left: float, top: float, width: float, height: float, margin: int = 30) -> tuple[slice, slice]:
    rows = slice(max(0, int(top) - margin), int(top + height) + margin)
    return rows, slice(max(0, int(left) - margin), int(left + width) + margin)


def only_within(marked: NDArray[np.bool_], *areas: tuple[slice, slice]) -> None:
    """Every area is marked, and nothing outside them."""
    for area in areas:
        assert marked[area].any()
    for area in areas:
        marked[area] = False
    assert not marked.any()


def pool_card(place: int, top: int = board.POOL_TOP) -> tuple[slice, slice]:
    layout = table_parts.IN_STRIP
    return box(table_parts.POOL_LEFT + place * table_parts.POOL_STEP, top, layout.width, layout.height, 44)


def has_phone_shape(picture: Picture) -> bool:
    shape = picture.width / picture.height
    return picture.width == 1200 != picture.height and 3 / 4 <= shape <= 4 / 3


def test_a_sheet_with_a_tie_breaker_suits_a_phone() -> None:
    last = states(4)[-1]
    outcome = final_outcome(GAME, last)
    rows = (*outcome.sheet[:6], type(outcome.sheet[0])("farthest_flag", (5, 5, 4, 2)))
    tied = Outcome(outcome.reason, outcome.ranking, outcome.totals, rows)
    assert has_phone_shape(draw_score_sheet(PAINTER, GAME.view(last, None), tied, NAMES))


def test_the_same_view_gives_the_same_bytes() -> None:
    view = active_view("action")
    again = View.model_validate(view.model_dump())
    assert draw_board(PAINTER, view, NAMES) == draw_board(PAINTER, again, NAMES)


def test_spectators_have_no_hand_picture() -> None:
    assert draw_hand(PAINTER, GAME.view(under_way("action"), None), NAMES) is None


def test_nothing_is_marked_when_nothing_changed() -> None:
    for view in (active_view("action"), GAME.view(under_way("action"), None)):
        assert draw_board(PAINTER, view, NAMES, since=view) == draw_board(PAINTER, view, NAMES)


def test_a_new_card_of_the_pool_is_marked_and_nothing_else() -> None:
    view = active_view("action")
    for seen, top in (
        (view, board.POOL_TOP),
        (view.model_copy(update={"seat": None}), spectator_board.POOL_TOP),
    ):
        other = next(card for card in view.pool if card != seen.pool[2])
        before = seen.model_copy(update={"pool": (*seen.pool[:2], other, seen.pool[3])})
        marked = differing(draw_board(PAINTER, seen, NAMES), draw_board(PAINTER, seen, NAMES, since=before))
        only_within(marked, pool_card(2, top))


def test_changes_name_cards_flags_scientists_stars_and_objectives() -> None:
    before = GAME.view(under_way("action"), None)
    player = before.players[1]
    left = player.sites[0]
    moved = left.model_copy(
        update={
            "cards": (*left.cards, before.pool[0]),
            "flag": left.flag + 1,
            "team": Team(9, *left.team[1:]),
        }
    )
    after_player = player.model_copy(update={"sites": (moved, *player.sites[1:]), "stars": player.stars + 1})
    reached = before.objectives[1].model_copy(update={"open": not before.objectives[1].open})
    after = before.model_copy(
        update={
            "players": (before.players[0], after_player, *before.players[2:]),
            "objectives": (before.objectives[0], reached, before.objectives[2]),
        }
    )
    found = changes(before, after)
    assert found.pool == frozenset()
    assert found.objectives == {1}
    assert found.board(0) == found.board(2)
    assert (found.board(1).cards, found.board(1).flags) == ({"left"}, {"left"})
    assert (found.board(1).teams, found.board(1).stars) == ({("left", 0)}, True)


def test_a_pool_that_is_all_new_is_not_marked() -> None:
    view = active_view("action")
    others = tuple(view.pool[place - 1] for place in range(4))
    assert len(set(view.pool)) == 4
    assert changes(view.model_copy(update={"pool": others}), view).pool == frozenset()


def test_an_intention_points_and_reveals_nothing() -> None:
    """Taking lights one card, drawing the deck alone, a new pool all four cards and the stars."""
    view = active_view("draw")
    plain = draw_board(PAINTER, view, NAMES)
    deck, stars = box(714, 0, 80, 90), box(850, 0, 100, 90)
    areas = {
        Take(card="b"): (pool_card(1),),
        Draw(): (deck,),
        Refresh(): (*map(pool_card, range(4)), stars),
    }
    for move, expected in areas.items():
        only_within(differing(plain, draw_board(PAINTER, view, NAMES, intention=move)), *expected)


def test_the_hand_shows_which_cards_are_given_up_and_where_one_is_played() -> None:
    view = active_view("action")
    plain = draw_hand(PAINTER, view, NAMES)
    assert plain is not None

    def within(place: int) -> tuple[slice, slice]:
        return box(76 + place * 296, 60, 160, 500, 0)

    given_up = draw_hand(PAINTER, view, NAMES, intention=Regroup(cards="13"))
    assert given_up is not None
    marked = differing(plain, given_up)
    assert [bool(marked[within(place)].any()) for place in range(4)] == [True, False, True, False]

    held = next(place for place, card in enumerate(view.hand or ()) if card.sites)
    site = (view.hand or ())[held].sites[0]
    move = Observe.model_validate({"card": str(held + 1), "site": site})
    played = draw_hand(PAINTER, view, NAMES, intention=move)
    assert played is not None
    cell = box(16 + held * 296 + 12 + SITES.index(site) * 88, 735, 80, 118, 4)
    assert differing(plain, played)[cell].any()


def test_a_card_that_can_be_played_is_lit_at_its_sites() -> None:
    view = active_view("action")
    assert view.hand is not None
    pictures = []
    for sites in ((), ("middle",)):
        first = view.hand[0].model_copy(update={"sites": sites, "advances": ()})
        picture = draw_hand(PAINTER, view.model_copy(update={"hand": (first, *view.hand[1:])}), NAMES)
        assert picture is not None
        pictures.append(picture)
    marked = differing(*pictures)
    only_within(marked, box(16 + 12 + 88, 735, 80, 118, 10))


def test_scientists_differ_by_more_than_colour() -> None:
    """Without their colours, the three are still told apart by what they carry."""
    greys = [np.asarray(_figure(colour).convert("LA"), np.int16) for colour in COLOURS]
    for one in range(3):
        for other in range(one):
            visible = (greys[one][..., 1] > 128) & (greys[other][..., 1] > 128)
            apart = np.abs(greys[one][..., 0] - greys[other][..., 0])[visible] > 60
            assert apart.mean() > 0.08


def _figure(colour: str) -> Image.Image:
    return draw_icon(colour, 100, "#808080")


def test_every_legal_move_can_be_drawn_as_an_intention() -> None:
    seen = set()
    for state in (*states(2), *states(3, "two", "ii")):
        for seat in GAME.to_act(state):
            for move in GAME.legal(state, seat):
                if move.kind not in seen:
                    seen.add(move.kind)
                    view = GAME.view(state, seat)
                    assert draw_board(PAINTER, view, NAMES, intention=move) != draw_board(
                        PAINTER, view, NAMES
                    ) or (move.kind == "exchange")
                    draw_hand(PAINTER, view, NAMES, intention=move)
    assert seen == {"exchange", "observe", "take", "draw", "refresh", "regroup", "gather"}


def test_the_unseen_leaves_no_trace() -> None:
    """Reshuffling hidden information leaves pictures and alt texts identical."""
    for state in (states(2)[0], under_way("action", 2)):
        check_unseen_leaves_no_trace(GAME, state, (None, 0, 1), NAMES)


def test_the_winner_stands_under_the_crown() -> None:
    last = states(3)[-1]
    outcome = final_outcome(GAME, last)
    for winner in range(3):
        others = tuple(seat for seat in range(3) if seat != winner)
        ranked = Outcome(outcome.reason, ((winner,), others), outcome.totals, outcome.sheet)
        picture = pixels(draw_score_sheet(PAINTER, GAME.view(last, None), ranked, NAMES))
        gold = (picture[..., 0] > 200) & (picture[..., 2] < 140)
        crowned = [bool(gold[130:190, x - 50 : x + 50].mean() > 0.1) for x in (396, 701, 1006)]
        assert crowned == [seat == winner for seat in range(3)]


def test_every_animal_vehicle_and_scientist_has_an_emoji() -> None:
    assert {*SPECIES, *VEHICLES, *COLOURS, "star", "flag", "camp", "site"} <= set(PAINTER.emoji())


def fullest_view() -> View:
    """The view with the longest description: five species on every site, players everywhere."""
    view = active_view("action", seats=4)
    assert view.seat is not None
    cards = tuple(view.pool[0]._replace(species=SPECIES[place % 5]) for place in range(LAST_ROUND_CARDS))
    player = view.players[view.seat]
    sites = tuple(
        site.model_copy(update={"cards": cards, "flag": 5, "team": Team(1, 1, 1)}) for site in player.sites
    )
    full = player.model_copy(update={"sites": sites, "left_camp": Team(1, 1, 1), "right_camp": Team(1, 1, 1)})
    pool = tuple(
        card._replace(species="snowy_owl", vehicle="submarine", left="yellow", right="yellow", stars=1)
        for card in view.pool
    )
    players = tuple(full if each.seat == view.seat else each for each in view.players)
    objectives = tuple(each.model_copy(update={"open": True}) for each in view.objectives)
    return view.model_copy(
        update={"players": players, "pool": pool, "objectives": objectives, "last_round": True}
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_descriptions_fit_an_alt_text(language: str) -> None:
    game_text = locale_for(language).game_text(GAME, LONG_NAMES)
    full = fullest_view()
    start = GAME.view(states(4)[0], None)
    for view in (full, full.model_copy(update={"seat": None}), start):
        assert len(" ".join(map(game_text.phrase_text, PAINTER.describe(view)))) <= 1024
        for key in PAINTER.closeups(view):
            assert len(" ".join(map(game_text.phrase_text, PAINTER.describe_closeup(view, key)))) <= 1024
    assert len(" ".join(map(game_text.phrase_text, PAINTER.describe_hand(full)))) <= 1024


def test_a_description_tells_all_of_the_own_board_and_what_lies_open() -> None:
    view = active_view("action")
    assert view.seat is not None
    player = view.players[view.seat]
    phrases = PAINTER.describe(view)
    keys = [phrase.key for phrase in phrases]
    for site in player.sites:
        told = phrases[keys.index(f"alt.site_{site.site}")].values
        assert [told[colour] for colour in COLOURS] == list(site.team)
    stacks = [list(phrase.values.values()) for phrase in phrases if phrase.key.startswith("alt.stack")]
    assert stacks == [[card.species for card in site.cards] for site in player.sites if site.cards]
    crafts = {
        phrase.values["vehicle"]: phrase.values["count"] for phrase in phrases if phrase.key == "alt.vehicle"
    }
    in_play = [card.vehicle for site in player.sites for card in site.cards]
    assert crafts == {vehicle: in_play.count(vehicle) for vehicle in set(in_play)}
    scores = [phrase.values for phrase in phrases if phrase.key == "alt.score_card"]
    assert scores == [
        {"score_card": card.card, "points": card.points[view.seat]} for card in view.score_cards
    ]
    pool = [phrase.values for phrase in phrases if phrase.key.startswith("alt.pool_card")]
    assert [(card["animal"], card["vehicle"]) for card in pool] == [card[:2] for card in view.pool]
    assert phrases[keys.index("alt.deck")].values == {"cards": view.deck}
    assert phrases[keys.index("alt.round")].values == {"round": view.round}


def test_boards_of_others_and_the_discards_are_told_to_a_spectator() -> None:
    view = GAME.view(under_way("action", after=90), None)
    for player in view.players:
        of, *rest = PAINTER.describe_closeup(view, f"seat.{player.seat}")
        assert of.values == {
            "seat": player.seat,
            "stars": player.stars,
            "points": player.score.total,
            "cards": player.hand_size,
        }
        assert any(phrase.key == "alt.flag" for phrase in rest)
    pile, *animals = PAINTER.describe_closeup(view, "discards")
    assert pile.values == {"cards": len(view.discards)}
    assert sum(int(phrase.values["count"]) for phrase in animals) == len(view.discards) > 0


def test_a_hand_is_told_card_by_card_with_the_sites_it_suits() -> None:
    view = active_view("action")
    told = PAINTER.describe_hand(view)
    cards = [phrase for phrase in told if phrase.key in ("alt.card", "alt.card_star")]
    assert [phrase.values["number"] for phrase in cards] == list(range(1, len(view.hand or ()) + 1))
    suits = sum(phrase.key.startswith(("alt.playable", "alt.advances")) for phrase in told)
    assert suits == sum(len(card.sites) for card in view.hand or ())


def test_a_hand_tells_which_cards_are_being_exchanged() -> None:
    start = states(2)[0]
    chosen = GAME.view(GAME.apply(start, 0, GAME.parse("exchange 24")).state, 0)
    keys = [phrase.key for phrase in PAINTER.describe_hand(chosen) if phrase.key != "alt.card_star"]
    before = [keys[place - 1] for place, key in enumerate(keys) if key == "alt.exchanged"]
    assert len(before) == 2
    assert not any(phrase.key == "alt.exchanged" for phrase in PAINTER.describe_hand(GAME.view(start, 0)))
