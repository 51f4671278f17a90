"""What a player can tap beside the answers: ways back, whole moves, the coach's plan, the caretaker's seat.

Covers `bot/web/play_page.py`, `bot/web/taps.py` and the pages to look in `bot/web/look_pages.py`.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import db
from bot.i18n import locale_for
from bot.play.core.authorization import Actor
from bot.play.core.snapshot import GameSnapshot
from bot.play.turns import caretaker, delayed_moves
from bot.play.turns.coach import moves_digest
from bot.play.turns.shortcuts import apply_moves, shortcuts_at, similar_shortcuts
from bot.web.access import Visit
from bot.web.layout import render_page
from bot.web.play_page import load_play_page
from opponents import BY_TRIAL
from opponents.review import Advice
from rules.game import Move, Phrase, Seat
from tests.play.table_fixture import ASTRID, BJORN
from tests.play.turn_ends import find_last_action
from tests.web.page_reader import PageReader, open_page, read_page, tap
from tests.web.web_table import WebTable, open_web_table


def actor_at(snapshot: GameSnapshot, seat: Seat) -> Actor:
    return next(actor for actor in (ASTRID, BJORN) if actor.id == snapshot.players[seat].person)


async def mover_of(web: WebTable, code: str) -> tuple[GameSnapshot, Seat, Actor]:
    """Returns the game, the seat to move, and its player."""
    snapshot = await web.tables.snapshot(code)
    seat = min(snapshot.owing_seats())
    return snapshot, seat, actor_at(snapshot, seat)


async def moves_played(web: WebTable, code: str) -> list[str]:
    return [entry.text for entry in await db.entries.read_log(web.tables.store, code)]


def looks_of(page: PageReader) -> set[str]:
    """Returns the names of the pages that a play page leads to, but for those of the header."""
    paths = (link.partition("?")[0].split("/") for link in page.links)
    return {path[3] for path in paths if len(path) == 4} - {"play"}


Found = TypeVar("Found")


async def play_until(
    web: WebTable, code: str, find: Callable[[GameSnapshot, Seat], Found | None]
) -> tuple[GameSnapshot, Actor, Found]:
    """Play first moves until there is something to be found for the seat to move."""
    while True:
        snapshot, seat, actor = await mover_of(web, code)
        if (found := find(snapshot, seat)) is not None:
            return snapshot, actor, found
        await web.tables.play(code, actor, str(snapshot.legal(seat)[0]))


async def test_a_delayed_move_is_taken_back_or_played_at_once(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN, game="explorers")
    snapshot, actor, move = await play_until(web, code, lambda snapshot, _: find_last_action(snapshot))
    key = f"{await web.table_url(code)}/play"
    async with web.browser() as browser:
        page = await open_page(browser, await web.seat_url(code, actor))
        answers = [answer.value for answer in page.answers]
        page = await tap(browser, web.url, page, f"pick {move}")
        assert [answer.text for answer in page.enabled()] == ["Play it now", "Back"]
        assert [answer.value for answer in page.enabled()] == [f"go {move}", "unhold"]
        assert [answer.value for answer in (await open_page(browser, key)).enabled("go")] == [f"go {move}"]
        chosen = f"?chosen={move.kind}&seen={page.fields['seen']}"
        assert not (await open_page(browser, key + chosen)).enabled("go", "unhold"), "they chose again"
        page = await tap(browser, web.url, page, "unhold")
        assert [answer.value for answer in page.answers] == answers
        assert (
            await delayed_moves.find_pending(web.tables.store, snapshot, snapshot.seat_of(actor.id)) is None
        )
        page = await tap(browser, web.url, page, f"pick {move}")
        page = await tap(browser, web.url, page, f"go {move}")
        assert "You can close this page." in page.text
        assert page.groups == []
    assert (await web.tables.snapshot(code)).row.ply == snapshot.row.ply + 1


def find_undoable_shortcut(snapshot: GameSnapshot, seat: Seat) -> int | None:
    """Returns the number of a shortcut of several moves that can be undone and leave the turn to the seat."""
    for number, shortcut in enumerate(shortcuts_at(snapshot, seat)):
        step = apply_moves(snapshot, seat, shortcut.moves)
        if len(shortcut.moves) > 1 and not step.barrier and snapshot.game.to_act(step.state) == {seat}:
            return number
    return None


async def test_a_whole_move_that_can_be_undone_is_played_at_a_tap_and_reset(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    before, actor, number = await play_until(web, code, find_undoable_shortcut)
    seat = min(before.owing_seats())
    moves = shortcuts_at(before, seat)[number].moves
    async with web.browser() as browser:
        page = await open_page(browser, await web.seat_url(code, actor))
        page = await tap(browser, web.url, page, f"short {number}")
        assert (await web.tables.snapshot(code)).row.ply == before.row.ply + len(moves)
        assert [answer.text for answer in page.enabled("undo", "reset")] == ["Undo", "Reset my turn"]
        page = await tap(browser, web.url, page, "reset")
        assert "Your turn starts over." in page.text
        assert not page.enabled("undo", "reset")


async def test_a_whole_move_that_cannot_be_undone_is_confirmed(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    before, seat, actor = await mover_of(web, code)
    number, shortcut = next(
        (number, each)
        for number, each in enumerate(shortcuts_at(before, seat))
        if apply_moves(before, seat, each.moves).barrier
    )
    async with web.browser() as browser:
        page = await open_page(browser, await web.seat_url(code, actor))
        assert "Play a complete move…" in page.details
        asked = [answer.value for answer in page.answers]
        page = await tap(browser, web.url, page, f"short {number}")
        assert [answer.value for answer in page.enabled()] == [f"short-go {number}", "pick"]
        assert "You can't undo this." in page.text.replace("’", "'")
        # A look at the rules and back leads to the same confirmation.
        (rules,) = (link for link in page.links if "/rules?" in link)
        (way_back,) = (link for link in (await open_page(browser, web.url + rules)).links if "/play?" in link)
        again = await open_page(browser, web.url + way_back)
        assert [answer.value for answer in again.enabled()] == [f"short-go {number}", "pick"]
        assert asked == [answer.value for answer in (await tap(browser, web.url, page, "pick")).answers]
        await tap(browser, web.url, page, f"short-go {number}")
    moves = [str(move) for move in shortcut.moves]
    assert (await moves_played(web, code))[before.row.ply :][: len(moves)] == moves


def find_shared_name(snapshot: GameSnapshot, seat: Seat) -> list[int] | None:
    """Returns the numbers of the shortcuts that have the name of the first, if they are several."""
    offered = shortcuts_at(snapshot, seat)
    numbers = similar_shortcuts(offered, 0) if offered else []
    return numbers if len(numbers) > 1 else None


async def test_whole_moves_of_one_name_are_told_apart_by_another_question(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN, game="shipwrights")
    before, actor, numbers = await play_until(web, code, find_shared_name)
    async with web.browser() as browser:
        page = await open_page(browser, await web.seat_url(code, actor))
        page = await tap(browser, web.url, page, "short 0")
        answers = [answer.value for answer in page.enabled("short")]
        assert {value.partition(".")[0] for value in answers} == {f"short {number}" for number in numbers}
        chosen = int(answers[1].split()[1].partition(".")[0])
        page = await tap(browser, web.url, page, answers[1])
        assert page.enabled("short-go")[0].value == f"short-go {chosen}"
        await tap(browser, web.url, page, f"short-go {chosen}")
    moves = [str(move) for move in shortcuts_at(before, min(before.owing_seats()))[chosen].moves]
    assert (await moves_played(web, code))[before.row.ply :][: len(moves)] == moves


async def test_any_number_of_cards_is_chosen_with_boxes(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN, game="borealis")
    before, _, actor = await mover_of(web, code)
    async with web.browser() as browser:
        page = await open_page(browser, await web.seat_url(code, actor))
        assert page.heading == "What do you do?"
        page = await tap(browser, web.url, page, "pick exchange")
        assert page.heading == "Which cards do you exchange?"
        assert page.pieces == ["1", "2", "3", "4"]
        assert [(answer.value, answer.text) for answer in page.enabled()] == [
            ("several exchange", "Choose these"),
            ("pick exchange none", "None"),
            ("pick", "Back"),
        ]
        page = await tap(browser, web.url, page, "several exchange", "2", "4")
        assert page.pieces == []
    assert (await moves_played(web, code))[before.row.ply] == "exchange 24"


async def test_numbers_that_no_page_has_are_refused(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    before, _, actor = await mover_of(web, code)
    async with web.browser() as browser:
        page = await open_page(browser, await web.seat_url(code, actor))
        for value in ("short", "short ٣", "short-go 1234567890", "page -1", ""):
            answered = await tap(browser, web.url, page, value)
            assert answered.alert, value
            assert answered.groups == [], "no answer lies where a second tap would hit"
    assert (await web.tables.snapshot(code)).row.ply == before.row.ply


async def test_a_player_takes_their_seat_back_from_the_caretaker(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    async with web.browser() as browser:
        page = await open_page(browser, await web.seat_url(code, ASTRID))
        assert not page.enabled("back")
        seat = (await web.tables.snapshot(code)).seat_of(ASTRID.id)
        async with web.tables.store.write() as tx:
            await caretaker.hand_over(tx, await web.tables.service.load(tx, code), seat, reason="vote")
        page = await open_page(browser, f"{await web.table_url(code)}/play")
        assert [answer.text for answer in page.enabled("back")] == ["I’m back"]
        page = await tap(browser, web.url, page, "back")
        assert not page.enabled("back")
    assert not (await web.tables.snapshot(code)).players[seat].has_caretaker


class PreparedAdvice:
    """Stands in for the coach: advises a line of several moves, then a single move."""

    def __init__(self) -> None:
        self.lines: list[tuple[Move, ...]] = []
        self.has_plan = True

    async def advise(self, _: Any, snapshot: GameSnapshot, user_id: int) -> tuple[Advice, ...]:
        seat = snapshot.seat_of(user_id)
        assert seat is not None
        line = shortcuts_at(snapshot, seat)[0].moves
        other = next(move for move in snapshot.legal(seat) if move.kind != line[0].kind)
        self.lines = [line, (other,)] if self.has_plan else [(other,)]
        return tuple(Advice(moves, Phrase(key=BY_TRIAL), 1.0) for moves in self.lines)


async def test_the_coach_s_plan_is_played_at_a_tap_while_it_holds(tmp_path: Path) -> None:
    coach = PreparedAdvice()
    async with open_web_table(tmp_path, advice=coach) as web, web.browser() as browser:
        code = await web.tables.start_game(ASTRID, BJORN)
        before, _, actor = await mover_of(web, code)
        page = await open_page(browser, await web.seat_url(code, actor))
        (link,) = (link for link in page.links if link.endswith("/advice"))
        page = await open_page(browser, web.url + link)
        plan, other = coach.lines
        assert [(answer.value, answer.text[:4]) for answer in page.answers] == [
            (f"advice-play {moves_digest(plan)}", "Play"),
            (f"pick {plan[0]}", "1 · "),
            (f"pick {other[0]}", "2 · "),
        ]
        coach.has_plan = False
        answers = (await open_page(browser, web.url + link)).answers
        assert [answer.value for answer in answers] == [f"pick {other[0]}"], "a move is no plan"
        coach.has_plan = True
        assert page.text.index("My advice:") < page.text.index("Also worth a thought:")
        refused = await tap(browser, web.url, page, f"advice-play {moves_digest(other[:0])}")
        assert refused.alert
        assert (await web.tables.snapshot(code)).row.ply == before.row.ply
        page = await tap(browser, web.url, page, page.answers[0].value)
        assert (await web.tables.snapshot(code)).row.ply == before.row.ply + len(plan)
        assert page.enabled("reset")


async def test_looks_are_offered_while_they_lead_somewhere(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    _, _, actor = await mover_of(web, code)
    waiting = BJORN if actor == ASTRID else ASTRID
    always = {"rules", "legend", "look"}
    async with web.browser() as browser, web.browser() as other:
        assert looks_of(await open_page(browser, await web.seat_url(code, actor))) == {*always, "advice"}
        assert looks_of(await open_page(other, await web.seat_url(code, waiting))) == always
        await web.tables.finish_turn(code)
        play = f"{await web.table_url(code)}/play"
        assert looks_of(await open_page(other, play)) == {*always, "advice", "since"}
    snapshot, seat, _ = await mover_of(web, code)
    for row in (replace(snapshot.row, rated=True), replace(snapshot.row, sealed_until=1)):
        visit = Visit(replace(snapshot, row=row), "address", locale_for("en"), seat, "")
        page = read_page(render_page(await load_play_page(web.context, visit), visit.locale))
        assert looks_of(page) == {*always, "since"}, "there is no coach"
