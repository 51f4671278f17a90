"""Pictures that games seldom show, drawn from changed views: full boards, every card, every score sheet."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any, get_args

import pytest

from bot.play.core.narrowing import MAX_LIST_OPTIONS
from render import PAINTERS
from render.explorers import layout
from render.explorers.tile_preview import tile_preview
from render.painter import Offer, PictureRequest, Prompt
from render.shipwrights.board import Board as BoardPicture
from render.shipwrights.highlights import Changes, Intention, Part
from render.shipwrights.overlay import Overlay
from render.standings.animation import contact_sheet
from render.standings.views import (
    ROWS_ON_PAGE,
    ChanceLine,
    ChanceMoment,
    ChancesView,
    CupCell,
    CupRow,
    CupView,
    Fact,
    LeaderboardView,
    Rival,
    SoloRow,
    SoloView,
    StandingsView,
    SuccessesView,
    SuccessLine,
    Taken,
    TitleRecord,
    VoyageView,
)
from rules import GAMES
from rules.explorers.moves import Place
from rules.explorers.pieces import CAPTAINS
from rules.game import Outcome, ScoreRow
from rules.lofoten.moves import CLAIM
from rules.shipwrights.components import Face
from rules.shipwrights.pieces import BUILDINGS, SHIPS, TOOLS, Goods
from rules.shipwrights.view import BuildingView
from rules.success_sheet import Sign
from tests.contract.contract_checks import seed_from
from tests.render.sprite_recording import NAMES, Played, draw, questions
from tests.render.standings_views import VIEWS, board, curve, flat, league, podium, poster, profile, row

COMMON_RADII = tuple(radius for radius in layout.RADII if radius >= 50)
SHEET_ROWS: dict[str, Sequence[int]] = {
    "lofoten": range(6), "borealis": (6, 7), "shipwrights": range(2, 10), "explorers": (7, 9),
}  # fmt: skip
"""Numbers of rows that a score sheet can have; in Lofoten beside the warehouses."""
LOFOTEN_SETUPS, BOREALIS_SETUPS = 120, 60
MAX_SHIPS = 6
HAND_STRIDE = 10
"""Distance, in plies, of the hands that are searched for tiles of Explorers."""


def draw_score_sheets(key: str, games: Sequence[Played]) -> None:
    """Draw score sheets of every number of rows, each row in each of them."""
    finished = [(played, outcome) for played in games if (outcome := played.outcome)]
    known = {(row.category, row.about): row for _, outcome in finished for row in outcome.sheet}
    rows = [row for row in known.values() if row.category not in ("warehouse", "gold_left")]
    ties = [[], *([pair] for pair in known if pair[0] == "gold_left")]
    for played, outcome in {played.seats: (played, outcome) for played, outcome in finished}.values():
        view, ones = played.game.view(played.states[-1], None), (1,) * played.seats
        ranking = tuple((seat,) for seat in range(played.seats))
        draw(key, "score_sheet", view, outcome=outcome)
        for count, first, tie in product(SHEET_ROWS.get(key, ()), range(len(rows)), ties):
            names = [(row.category, row.about) for row in (*rows, *rows)][first:][:count] + tie
            sheet = tuple(ScoreRow(category, ones, about) for category, about in names)
            draw(key, "score_sheet", view, outcome=Outcome(outcome.reason, ranking, ones, sheet))


def stage_lofoten(games: Sequence[Played]) -> None:
    """Draw the warehouses, Jarls and demands of many games with all modules, free and taken."""
    game, outcomes = games[0].game, [outcome for played in games if (outcome := played.outcome)]
    for played, outcome in zip(games, outcomes, strict=True):
        draw("lofoten", "score_sheet", game.view(played.states[-1], None), outcome=outcome)
    for state in games[0].states[::HAND_STRIDE]:
        for seat in game.to_act(state):
            for prompt in questions(games[0], state, seat, Random(0)):
                draw("lofoten", "hand", game.view(state, seat), prompt=_with_most_answers(prompt))
    shortest, *_, longest = sorted(outcomes, key=lambda outcome: len(outcome.sheet))
    options = game.info.options(new_warehouses="random", alliances="yes", better_longships="yes")
    for number in range(LOFOTEN_SETUPS):
        view = game.view(game.setup(2, options, seed_from("modules", number)), number % 2)
        allied = {"owner": number % 2, "warehouse": number % 3}
        owned = tuple(alliance.model_copy(update=allied) for alliance in view.alliances)
        met = tuple(alliance.model_copy(update={"progress": (99, 99)}) for alliance in view.alliances)
        taken = view.model_copy(update={"alliances": owned})
        offered = view.model_copy(update={"alliances": met, "phase": "turn_end"})
        for shown in (view, taken, offered):
            draw("lofoten", "board", shown, intention=CLAIM[shown.alliances[0].jarl])
            draw("lofoten", "score_sheet", shown, outcome=shortest)
            draw("lofoten", "score_sheet", shown, outcome=longest)
            for closeup in PAINTERS["lofoten"].closeups(shown):
                draw("lofoten", "closeup", shown, closeup=closeup)


def _with_most_answers(prompt: Prompt) -> Prompt:
    """A question with its answers repeated, as many as a list can have."""
    offers = (prompt.offers * MAX_LIST_OPTIONS)[:MAX_LIST_OPTIONS]
    return replace(prompt, offers=tuple(replace(each, number=at) for at, each in enumerate(offers, start=1)))


def stage_borealis(games: Sequence[Played]) -> None:
    """Draw the objectives and score cards of many games."""
    game = games[0].game
    for number in range(BOREALIS_SETUPS):
        seats = 2 + number % 3
        view = game.view(game.setup(seats, game.info.options(), seed_from("cards", number)), number % seats)
        reached = tuple(objective.model_copy(update={"open": False}) for objective in view.objectives)
        draw("borealis", "board", view)
        draw("borealis", "board", view.model_copy(update={"objectives": reached}))


def stage_shipwrights(games: Sequence[Played]) -> None:
    """Draw full boards, every part of them highlighted, and every card in hands of every size."""
    for played in {played.seats: played for played in games}.values():
        for ply in (len(played.states) // 3, len(played.states) * 2 // 3):
            state = played.states[ply]
            for seat in (None, *range(played.seats)):
                _stage_boards(played.game.view(state, seat))
            _stage_hands(played.game.view(state, min(played.game.to_act(state))))


def _faces() -> dict[str, Face]:
    return {face.card: face for face in PAINTERS["shipwrights"].faces}  # type: ignore[attr-defined]


def _stage_boards(view: Any) -> None:
    every = _faces()
    built = tuple(BuildingView(building=every[card], points=1) for card in BUILDINGS)
    for ships in range(MAX_SHIPS + 1):
        full = {
            "fleet": tuple(every[card] for card in SHIPS[:ships]),
            "buildings": built,
            "tool": every[TOOLS[ships % len(TOOLS)]],
            "discarded": tuple(every)[ships * 7 :][:7],
            "mill": Goods(9, 6, 5),
            "workers": 14,
            "played": True,
        }
        players = tuple(player.model_copy(update=full) for player in view.players)
        shown = view.model_copy(update={"players": players})
        draw("shipwrights", "board", shown, since=view)
        draw("shipwrights", "focus", shown.model_copy(update={"hand": (), "draft": None}), since=view)
        _highlight_every_part(shown)
        for closeup in PAINTERS["shipwrights"].closeups(shown):
            draw("shipwrights", "closeup", shown, closeup=closeup)


def _highlight_every_part(view: Any) -> None:
    seats = range(len(view.players))
    places = frozenset(product(seats, get_args(Part)))
    items = frozenset(product(seats, get_args(Part), range(8)))
    intended = Intention(touched=dict.fromkeys(places, 1), craftsmen=frozenset(product(seats, range(4))))
    names = dict.fromkeys(GAMES["shipwrights"].names, "")
    for changed in (Changes(places), Changes(places, items, day=True, price=True)):
        request = PictureRequest(game="shipwrights", subject="board", view=view, names=NAMES)
        BoardPicture(request, names, Overlay(changed, intended)).paint()


def _stage_hands(view: Any) -> None:
    draw("shipwrights", "hand", view.model_copy(update={"hand": ()}))
    for face in _faces().values():
        draw("shipwrights", "hand", view.model_copy(update={"hand": (face,), "draft": None, "drawn": ()}))
        draw("shipwrights", "hand", view.model_copy(update={"hand": (face,) * 3, "draft": (face,) * 4}))
        for offered in (None, (face,) * 3, (face,) * 4, (face,) * 6):
            draw("shipwrights", "focus", view.model_copy(update={"hand": (face,) * 3, "draft": offered}))


def stage_explorers(games: Sequence[Played]) -> None:
    """A crowded map at every scale, every tile in hand, and every captain."""
    game = GAMES["explorers"]
    tiles = {}
    for played in games:
        for state in played.states[::HAND_STRIDE]:
            tiles.update(
                {tile.number: tile for seat in range(played.seats) for tile in game.view(state, seat).hand}
            )
    played = max(games, key=lambda each: (each.seats, len(each.states)))
    state = played.states[len(played.states) * 2 // 3]
    view = game.view(state, seat := min(game.to_act(state)))
    for number in sorted(tiles):
        draw("explorers", "hand", view.model_copy(update={"hand": (tiles[number],), "dealt": ()}))
        for turn in range(6):
            tile_preview(tiles[number], turn)
    draw(
        "explorers",
        "closeup",
        view.model_copy(update={"discarded": tuple(sorted(tiles))}),
        closeup="discarded",
    )
    for captains in zip(CAPTAINS, (*CAPTAINS[1:], CAPTAINS[0]), strict=True):
        draw("explorers", "hand", view.model_copy(update={"dealt": captains, "phase": "captains"}))
        for count in (1, 2):
            of_each = {"captains": captains[:count], "captain_points": (1, 2)[:count]}
            players = tuple(player.model_copy(update=of_each) for player in view.players)
            with_captains = view.model_copy(update={"players": players})
            draw("explorers", "board", with_captains)
            draw("explorers", "hand", with_captains)
            draw("explorers", "closeup", with_captains, closeup=f"seat.{seat}")
    with pytest.MonkeyPatch.context() as patch:
        for radius in COMMON_RADII:
            patch.setattr(layout, "RADII", (radius,))
            for ships in range(played.seats + 1):
                _stage_map(played, _with_ships_in_one_sea(view, ships), tiles if ships == 0 else {})


def _with_ships_in_one_sea(view: Any, ships: int) -> Any:
    tiles = [
        tile.model_copy(
            update={
                "seas": tuple(sea.model_copy(update={"longships": tuple(range(ships))}) for sea in tile.seas)
            }
        )
        for tile in view.tiles
    ]
    return view.model_copy(update={"tiles": tuple(tiles)})


def _stage_map(played: Played, view: Any, tiles: Mapping[int, Any]) -> None:
    """Draw a map with all its changes, and with each symbol about to be placed."""
    draw("explorers", "board", view, since=played.game.view(played.states[0], view.seat))
    for tile in {tile.symbol: tile for tile in tiles.values()}.values():
        held = view.model_copy(update={"hand": (tile,)})
        ways = [Place(tile=tile.number, cell=view.open_cells[0].cell, turn=turn) for turn in range(6)]
        draw("explorers", "board", held, intention=ways[0])
        to_cell = Offer(ways[0].cell, (ways[0],), number=1)
        draw("explorers", "board", held, prompt=Prompt(ways[0].tokens()[:2], (to_cell,)))
        for count in range(2, len(ways) + 1):
            offers = (Offer(str(way.turn), (way,), way.turn + 1) for way in ways[:count])
            draw("explorers", "board", held, prompt=Prompt(ways[0].tokens()[:-1], tuple(offers)))


STAGES: dict[str, Callable[[Sequence[Played]], None]] = {
    "lofoten": stage_lofoten,
    "borealis": stage_borealis,
    "shipwrights": stage_shipwrights,
    "explorers": stage_explorers,
}


STORIES = [story for parts in range(4) for story in product(("short", "long " * 30), repeat=parts)]


def standings_views() -> Iterator[StandingsView]:
    """Standings of every size."""
    yield from VIEWS.values()
    boards = [flat("#204060", 1200, height) for height in range(900, 1601, 50)]
    for count in range(1, ROWS_ON_PAGE + 1):
        own = tuple(row(place + 1, NAMES[place], is_me=True, medals=(1, 1, 1)) for place in range(count))
        yield from (
            board(count),
            LeaderboardView(title="", rows=own),
            LeaderboardView(title="", by="points", rows=own),
        )
        yield SoloView(
            title="", rows=tuple(SoloRow(place=1, name=name, score=9, is_me=True) for name in NAMES[:count])
        )
    for count in range(1, 7):
        yield profile(
            curves=tuple(curve("", 1, 2) for _ in range(count)),
            titles=tuple(TitleRecord(title="", rating=1) for _ in range(count)),
            rivals=tuple(Rival(name=name, ahead=1, behind=1) for name in NAMES[:count]),
            facts=tuple(Fact(label="", value="") for _ in range(count)),
        )
        yield from (podium(*places) for places in combinations_with_replacement((1, 2, 3), count))
    for divisions, size in product((1, 2, 3), range(1, 9)):
        yield league(divisions, size)
    for lines, sign, done in product(range(8, 21), get_args(Sign), (False, True)):
        marked = (SuccessLine(label="", done=done),) * lines
        yield SuccessesView(title="", sign=sign, rank="", ranks=(1, lines), lines=marked)
    for count in range(3, 9):
        cells = [CupCell(taken=taken) for taken in get_args(Taken)] * 4
        rows = tuple(
            CupRow(
                place=place,
                name=NAMES[place],
                cells=(None, *cells[place:][: count - 1]),
                points="",
                worth="",
                played="1",
            )
            for place in range(1, count + 1)
        )
        yield CupView(title="", rows=rows, note="")
    for count in range(1, 6):
        names = NAMES[:count]
        lines = tuple(
            ChanceLine(seat=seat, name=name, won=True, chances=(9, 9, 9)) for seat, name in enumerate(names)
        )
        yield ChancesView(title="", lines=lines, moments=(ChanceMoment(turn=1, seat=0),))
        yield from (poster(count, board=hung) for hung in boards)
    for story, hung in product(STORIES, boards):
        yield poster(2, board=hung).model_copy(update={"story": story})
    yield VoyageView(title="", name="", score=1, facts=(Fact(label="", value=""),))


def draw_contact_sheets() -> None:
    contact_sheet([flat("#204060")] * 4)
