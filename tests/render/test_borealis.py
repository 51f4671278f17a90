"""Borealis' pictures: their shape, what they mark, what they keep to themselves, and their words."""

from functools import cache
from hashlib import sha256
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from bot.words import LANGUAGES, words_for
from render import PAINTERS, Picture
from render.borealis import board, shared, table
from render.borealis.marks import changes, intention
from render.kit.icons import drawn
from render.kit.page import Page
from render.kit.sprites import STORE, Request, Sprite
from rules import GAMES
from rules.borealis.moves import Draw, Gather, Observe, Refresh, Regroup, Take
from rules.borealis.pieces import COLOURS, LAST_CARD, SITES, SPECIES, VEHICLES, Team
from rules.borealis.view import View
from rules.game import Outcome
from tests.render.games import differing, pixels

GAME, PAINTER = GAMES["borealis"], PAINTERS["borealis"]
NAMES = ("Ootah", "Leif", "Freya", "Britta")
LONG_NAMES = tuple(name.ljust(32, "x") for name in NAMES)


@cache
def states(seats: int, seed: str = "one", side: str = "i") -> tuple[Any, ...]:
    """Every state of a game in which cards are played whenever they can be."""
    state = GAME.setup(seats, GAME.info.options(side=side), sha256(seed.encode()).digest())
    found = [state]
    while owing := GAME.to_act(state):
        seat = min(owing)
        legal = GAME.legal(state, seat)
        moves = [move for move in legal if move.kind == "observe"] or legal
        pick = int.from_bytes(sha256(f"{seed} {len(found)}".encode()).digest()[:4], "big")
        state = GAME.apply(state, seat, moves[pick % len(moves)]).state
        found.append(state)
    return tuple(found)


def under_way(phase: str, seats: int = 3, after: int = 40) -> Any:
    """A state well into the game, in a phase."""
    return next(state for state in states(seats)[after:] if state.phase == phase)


def mine(phase: str, **wanted: Any) -> View:
    """The active player's view."""
    state = under_way(phase, **wanted)
    view: View = GAME.view(state, state.active)
    return view


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
    form = shared.IN_STRIP if top == board.POOL_TOP else shared.IN_POOL
    return box(shared.POOL_LEFT + place * shared.POOL_STEP, top, form.width, form.height, 44)


def suits_a_phone(picture: Picture) -> bool:
    shape = picture.width / picture.height
    return picture.width == 1200 != picture.height and 3 / 4 <= shape <= 4 / 3


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("side", ["i", "ii"])
def test_pictures_suit_a_phone(seats: int, side: str) -> None:
    played = states(seats, side=side)
    state = played[len(played) // 2]
    for seat in (None, seats - 1):
        assert suits_a_phone(PAINTER.board(GAME.view(state, seat), NAMES))
    hand = PAINTER.hand(GAME.view(state, 0), NAMES)
    assert hand is not None
    assert suits_a_phone(hand)
    outcome = GAME.outcome(played[-1])
    assert outcome is not None
    assert suits_a_phone(PAINTER.score_sheet(GAME.view(played[-1], None), outcome, NAMES))


def test_a_sheet_with_a_tie_breaker_suits_a_phone() -> None:
    last = states(4)[-1]
    outcome = GAME.outcome(last)
    assert outcome is not None
    rows = (*outcome.sheet[:6], type(outcome.sheet[0])("farthest_flag", (5, 5, 4, 2)))
    tied = Outcome(outcome.reason, outcome.ranking, outcome.totals, rows)
    assert suits_a_phone(PAINTER.score_sheet(GAME.view(last, None), tied, NAMES))


def test_the_same_view_gives_the_same_bytes() -> None:
    view = mine("action")
    again = View.model_validate(view.model_dump())
    assert PAINTER.board(view, NAMES) == PAINTER.board(again, NAMES)


def test_spectators_have_no_hand_picture() -> None:
    assert PAINTER.hand(GAME.view(under_way("action"), None), NAMES) is None


def test_nothing_is_marked_when_nothing_changed() -> None:
    for view in (mine("action"), GAME.view(under_way("action"), None)):
        assert PAINTER.board(view, NAMES, since=view) == PAINTER.board(view, NAMES)


def test_a_new_card_of_the_pool_is_marked_and_nothing_else() -> None:
    view = mine("action")
    for seen, top in ((view, board.POOL_TOP), (view.model_copy(update={"seat": None}), table.POOL_TOP)):
        other = next(card for card in view.pool if card != seen.pool[2])
        before = seen.model_copy(update={"pool": (*seen.pool[:2], other, seen.pool[3])})
        marked = differing(PAINTER.board(seen, NAMES), PAINTER.board(seen, NAMES, since=before))
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


def test_what_an_observation_would_do_is_what_it_does() -> None:
    """The preview shows the board that the rules make of the move."""
    seen = 0
    for state in states(2)[::5]:
        if state.phase != "action":
            continue
        seat = state.active
        view = GAME.view(state, seat)
        for move in GAME.legal(state, seat):
            if move.kind != "observe":
                continue
            preview = intention(view, move)
            assert preview is not None
            assert preview.after is not None
            real = GAME.view(GAME.apply(state, seat, move).state, seat).players[seat]
            for site, shown in zip(real.sites, preview.after.sites, strict=True):
                assert (site.cards, site.flag, site.team) == (shown.cards, shown.flag, shown.team)
            assert (real.left_camp, real.right_camp) == (preview.after.left_camp, preview.after.right_camp)
            seen += 1
    assert seen > 5


def test_gathering_brings_everybody_to_the_chosen_site() -> None:
    state = under_way("gather", after=0)
    seat = state.active
    for move in GAME.legal(state, seat):
        assert isinstance(move, Gather)
        preview = intention(GAME.view(state, seat), move)
        assert preview is not None
        assert preview.after is not None
        real = GAME.view(GAME.apply(state, seat, move).state, seat).players[seat]
        assert [site.team for site in preview.after.sites] == [site.team for site in real.sites]
        assert preview.after.left_camp == preview.after.right_camp == Team()


def test_an_intention_points_and_reveals_nothing() -> None:
    """Taking lights one card, drawing the deck alone, a new pool all four cards and the stars."""
    view = mine("draw")
    plain = PAINTER.board(view, NAMES)
    deck, stars = box(620, 0, 100, 90), box(810, 0, 100, 90)
    areas = {
        Take(card="b"): (pool_card(1),),
        Draw(): (deck,),
        Refresh(): (*map(pool_card, range(4)), stars),
    }
    for move, expected in areas.items():
        only_within(differing(plain, PAINTER.board(view, NAMES, intention=move)), *expected)


def test_the_hand_shows_which_cards_are_given_up_and_where_one_is_played() -> None:
    view = mine("action")
    plain = PAINTER.hand(view, NAMES)
    assert plain is not None

    def within(place: int) -> tuple[slice, slice]:
        return box(76 + place * 296, 60, 160, 500, 0)

    given_up = PAINTER.hand(view, NAMES, intention=Regroup(cards="13"))
    assert given_up is not None
    marked = differing(plain, given_up)
    assert [bool(marked[within(place)].any()) for place in range(4)] == [True, False, True, False]

    held = next(place for place, card in enumerate(view.hand or ()) if card.sites)
    site = (view.hand or ())[held].sites[0]
    move = Observe.model_validate({"card": str(held + 1), "site": site})
    played = PAINTER.hand(view, NAMES, intention=move)
    assert played is not None
    cell = box(16 + held * 296 + 12 + SITES.index(site) * 88, 735, 80, 118, 4)
    assert differing(plain, played)[cell].any()


def test_a_card_that_can_be_played_is_lit_at_its_sites() -> None:
    view = mine("action")
    assert view.hand is not None
    pictures = []
    for sites in ((), ("middle",)):
        first = view.hand[0].model_copy(update={"sites": sites, "advances": ()})
        picture = PAINTER.hand(view.model_copy(update={"hand": (first, *view.hand[1:])}), NAMES)
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
    return drawn(colour, 100, "#808080")


def test_every_legal_move_can_be_drawn_as_an_intention() -> None:
    seen = set()
    for state in (*states(2), *states(3, "two", "ii")):
        for seat in GAME.to_act(state):
            for move in GAME.legal(state, seat):
                if move.kind not in seen:
                    seen.add(move.kind)
                    view = GAME.view(state, seat)
                    assert PAINTER.board(view, NAMES, intention=move) != PAINTER.board(view, NAMES) or (
                        move.kind == "exchange"
                    )
                    PAINTER.hand(view, NAMES, intention=move)
    assert seen == {"exchange", "observe", "take", "draw", "refresh", "regroup", "gather"}


def test_the_unseen_leaves_no_trace() -> None:
    """Whatever the seat may not know is shuffled: pictures and words stay the same to the byte."""
    for state in (states(2)[0], under_way("action", 2)):
        for seat in (None, 0, 1):
            other = GAME.reshuffle(state, seat, sha256(b"another").digest())
            one, two = (GAME.view(each, seat) for each in (state, other))
            assert PAINTER.board(one, NAMES) == PAINTER.board(two, NAMES)
            assert PAINTER.hand(one, NAMES) == PAINTER.hand(two, NAMES)
            assert PAINTER.describe(one) == PAINTER.describe(two)
            assert PAINTER.describe_hand(one) == PAINTER.describe_hand(two)


def test_the_winner_stands_under_the_crown() -> None:
    last = states(3)[-1]
    outcome = GAME.outcome(last)
    assert outcome is not None
    for winner in range(3):
        others = tuple(seat for seat in range(3) if seat != winner)
        ranked = Outcome(outcome.reason, ((winner,), others), outcome.totals, outcome.sheet)
        picture = pixels(PAINTER.score_sheet(GAME.view(last, None), ranked, NAMES))
        gold = (picture[..., 0] > 200) & (picture[..., 2] < 140)
        crowned = [bool(gold[130:190, x - 50 : x + 50].mean() > 0.1) for x in (396, 701, 1006)]
        assert crowned == [seat == winner for seat in range(3)]


GROUNDS = ("camp_ground", "table_ground", "night")


def test_all_that_pictures_need_is_baked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw whole games with blank pieces, and see which pieces were asked for."""
    asked: set[Request] = set()

    def blank(request: Request, _: object) -> Sprite:
        asked.add(request)
        if request.name in GROUNDS:
            width, height = (int(str(value)) for value in request.values[:2])
            return Sprite(Image.new("RGB", (width, height)))
        return Sprite(Image.new("RGBA", (1, 1)))

    monkeypatch.setattr(STORE, "get", blank)
    for skipped in ("text", "line", "finish"):
        monkeypatch.setattr(Page, skipped, lambda *_, **__: None)
    for seats in (2, 3, 4):
        played = states(seats)
        for ply in (*range(0, len(played), 7), *range(len(played) - 4, len(played))):
            for seat in (None, *range(seats)):
                view, before = GAME.view(played[ply], seat), GAME.view(played[max(0, ply - 9)], seat)
                legal = GAME.legal(played[ply], seat) if seat in GAME.to_act(played[ply]) else (None,)
                move = legal[ply % len(legal)]
                PAINTER.board(view, NAMES, since=before, intention=move)
                PAINTER.hand(view, NAMES, intention=move)
        outcome = GAME.outcome(played[-1])
        assert outcome is not None
        PAINTER.score_sheet(GAME.view(played[-1], None), outcome, NAMES)
    assert asked <= set(PAINTER.sprites())


def test_every_animal_vehicle_and_scientist_has_an_emoji() -> None:
    assert {*SPECIES, *VEHICLES, *COLOURS, "star", "flag", "camp", "site"} <= set(PAINTER.emoji())


def fullest() -> View:
    """A view with as much to tell as there can be: five species on every site, somebody everywhere."""
    view = mine("action", seats=4)
    assert view.seat is not None
    cards = tuple(view.pool[0]._replace(species=SPECIES[place % 5]) for place in range(LAST_CARD))
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
    teller = words_for(language).teller(GAME, LONG_NAMES)
    full = fullest()
    start = GAME.view(states(4)[0], None)
    for view in (full, full.model_copy(update={"seat": None}), start):
        assert len(" ".join(map(teller.phrase, PAINTER.describe(view)))) <= 1024
    assert len(" ".join(map(teller.phrase, PAINTER.describe_hand(full)))) <= 1024


def test_a_description_tells_the_own_sites_the_pool_and_who_moves() -> None:
    view = mine("action")
    assert view.seat is not None
    phrases = PAINTER.describe(view)
    keys = [phrase.key for phrase in phrases]
    for site in view.players[view.seat].sites:
        told = phrases[keys.index(f"alt.site_{site.site}")].values
        assert [told[colour] for colour in COLOURS] == list(site.team)
    groups = sum(int(phrase.values["count"]) for phrase in phrases if phrase.key == "alt.group")
    assert groups == sum(len(site.cards) for site in view.players[view.seat].sites)
    pool = [phrase.values for phrase in phrases if phrase.key.startswith("alt.pool_card")]
    assert [(card["animal"], card["vehicle"]) for card in pool] == [card[:2] for card in view.pool]
    assert [phrase.values["seat"] for phrase in phrases if phrase.key == "alt.to_act"] == sorted(view.to_act)


def test_a_hand_is_told_card_by_card_with_the_sites_it_suits() -> None:
    view = mine("action")
    told = PAINTER.describe_hand(view)
    cards = [phrase for phrase in told if phrase.key in ("alt.card", "alt.card_star")]
    assert [phrase.values["number"] for phrase in cards] == list(range(1, len(view.hand or ()) + 1))
    suits = sum(phrase.key.startswith(("alt.playable", "alt.advances")) for phrase in told)
    assert suits == sum(len(card.sites) for card in view.hand or ())
