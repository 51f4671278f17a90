"""The coach: advice on the panel, the review of a game, and posting it.

Covers `bot/views/coach.py`.
"""

from itertools import combinations
from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.messages.custom_id import CustomId
from bot.chat.table.coach import advice_card
from bot.i18n import locale_for
from bot.views.coach import comparison_prompt, counted_rows, deciding_category_line
from bot.views.pictures import StandingsPictureRequest
from opponents import ONLY_MOVE
from opponents.review import Advice
from render.painter import PictureRequest
from render.standings.views import ChancesView
from rules import GAMES
from rules.game import Outcome, Phrase, ScoreRow
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, alt_texts, send_component, text_of
from tests.chat.panel_driver import VisibleMessage, open_tool, play_step, start_with_panel
from tests.chat.story_fixtures import recorded_game_in


async def test_the_panel_leads_to_advice_and_advice_to_the_move(
    chat: Chat, drawn_requests: list[Any]
) -> None:
    code, actor, panel = await start_with_panel(chat)
    drawn_requests.clear()
    advised = await open_tool(actor, panel, "Get advice")
    assert "My advice" in text_of(advised)
    marked = [drawing.intention for drawing in drawn_requests if isinstance(drawing, PictureRequest)]
    assert any(marked), "the move is drawn on the board"
    (focus,) = [drawing for drawing in drawn_requests if getattr(drawing, "subject", "") == "focus"]
    assert focus.focus_moves == (focus.intention,), "around the first move, not the whole line"
    asked_of = [
        drawing.prompt for drawing in drawn_requests if isinstance(drawing, PictureRequest) and drawing.prompt
    ]
    assert {tuple(offer.number for offer in prompt.offers) for prompt in asked_of} == {(1, 2, 3)}
    numbered = [label[:4] for label in enabled_components(advised).values() if label[1:2] == " "]
    assert numbered == ["1 · ", "2 · ", "3 · "]
    others = text_of(advised).partition("Also worth a thought:")[2]
    assert [line[:3] for line in others.splitlines() if line[1:3] == ". "] == ["2. ", "3. "]
    picks = [
        name
        for name in enabled_components(advised)
        if name.startswith("skald:pick:") and not name.endswith(":")
    ]
    assert 1 <= len(picks) <= 3
    before = (await chat.snapshot(code)).row.ply
    after = (await actor.click(advised.message, custom_id=picks[0])).response
    move = picks[0].split(":")[4]
    asked = [name.split(":")[4] for name in enabled_components(after) if name.startswith("skald:go:")]
    played = [entry.text for entry in await db.entries.read_log(chat.store, code) if entry.ply > before]
    assert [*asked, *played][:1] == [move], "it is played, or asked for once more"


async def test_one_tap_plays_the_whole_plan(chat: Chat) -> None:
    """Its moves are played in a row; what cannot be undone is delayed or confirmed like any final move."""
    code, actor, panel = await start_with_panel(chat)
    advised = await open_tool(actor, panel, "Get advice")
    snapshot = await chat.snapshot(code)
    seat = snapshot.seat_of(actor.id)
    assert seat is not None
    best = (await chat.skald.context.coach.advice.advise(chat.service, snapshot, actor.id))[0]
    assert len(best.moves) > 1
    after = (await actor.click(advised.message, label="Play this plan")).response
    log = await db.entries.read_log(chat.store, code)
    played = [entry.text for entry in log if entry.ply > snapshot.row.ply]
    state, undoable = snapshot.state, []
    for move in best.moves:
        step = snapshot.game.apply(state, seat, move)
        if step.barrier:
            break
        undoable.append(str(move))
        state = step.state
    assert played == undoable != []
    final = [name.split(":")[4] for name in enabled_components(after) if name.startswith("skald:go:")]
    assert final == [str(move) for move in best.moves[len(undoable) :][:1]]
    undo = (await actor.click(after.message, label="Back")).response
    assert find_custom_id(undo, "undo")


async def test_a_plan_that_is_no_longer_the_advice_is_not_played(chat: Chat) -> None:
    code, actor, panel = await start_with_panel(chat)
    snapshot = await chat.snapshot(code)
    seen = snapshot.fingerprint(snapshot.seat_of(actor.id))
    forged = CustomId("advice-play", code, seen, ("00000000",))
    shown = (await send_component(actor, panel, str(forged))).response
    assert "My advice" in text_of(shown)
    assert (await chat.snapshot(code)).row.ply == snapshot.row.ply


async def test_no_two_ideas_look_alike(chat: Chat) -> None:
    """A tile in several rotations on one cell counts as one idea."""
    code = await chat.start_game("astrid", "bjorn", game="explorers")
    pairs: list[tuple[Any, Any]] = []
    while not pairs:
        await play_step(chat, code)
        snapshot = await chat.snapshot(code)
        seat = min(snapshot.owing_seats())
        places: list[Any] = [move for move in snapshot.legal(seat) if move.kind == "place"]
        pairs = [
            (one, other)
            for one, other in combinations(places, 2)
            if (one.tile, one.cell) == (other.tile, other.cell)
        ]
    first, turned = pairs[0]
    elsewhere = next(move for move in places if move.cell != first.cell)
    reader = chat.skald.context.reader_view(snapshot, seat, locale_for("en"))
    advised = [Advice((move,), Phrase(key=ONLY_MOVE), 0) for move in (first, turned, elsewhere)]
    builder = await advice_card(reader, seat, advised)
    labels = [each.label for part in builder.parts if isinstance(part, list) for each in part]
    assert [label[:4] for label in labels] == ["1 · ", "2 · "]


async def test_there_is_no_advice_in_a_rated_game(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="slow", rated="yes")
    actor, card = await chat.player_to_move(code), chat.card()
    panel = (await actor.click(card, custom_id=find_custom_id(card, "play"))).response
    more = (await actor.click(panel.message, label="More…")).response
    assert "Get advice" not in enabled_components(more).values()
    refused = await actor.slash(chat.thread(), "table advice")
    assert "is rated" in text_of(refused.response)


async def test_after_a_game_everybody_sees_in_private_what_decided_it(
    chat: Chat, drawn_requests: list[Any]
) -> None:
    recorded = await recorded_game_in(chat, "astrid", "bjorn", key="lofoten")
    code, astrid = recorded.row.code, chat.user("astrid")
    told = await astrid.slash(chat.channel, "table advice", table=code)
    text = text_of(told.response)
    assert "What decided it" in text
    moments = text.count("Stronger by ")
    assert 1 <= moments <= 3
    assert moments == text.count("**: chances "), "every moment had something stronger"
    assert "won with" in text
    (view,) = [one.view for one in drawn_requests if isinstance(one, StandingsPictureRequest)]
    assert isinstance(view, ChancesView)
    assert [line.name for line in view.lines] == ["astrid", "bjorn"]
    assert sum(line.won for line in view.lines) == 1
    assert "The deal: astrid" in alt_texts(told.response)[0]
    movers = {moment.seat for moment in view.moments}
    boards = [one for one in drawn_requests if isinstance(one, PictureRequest)]
    seen = {one.view.model_dump().get("seat") for one in boards}
    assert seen <= movers | {None}
    assert len(boards) == moments
    assert all(one.intention is not None for one in boards)
    contrasted = [one for one in boards if one.prompt is not None]
    assert text.count("**1** · ") == text.count("**2** · Stronger") == len(contrasted)
    for one in contrasted:
        assert one.prompt is not None
        played, stronger = (offer.moves[0] for offer in one.prompt.offers)
        assert stronger == one.intention != played


@pytest.mark.parametrize(
    ("played", "needs_hand", "pointed", "is_drawn"),
    [
        ("side left", False, 2, True),
        ("side left", False, 1, False),
        ("side left", True, 2, False),
        (None, False, 2, False),
    ],
)
def test_two_moves_are_contrasted_where_the_board_can_show_both(
    played: str | None, needs_hand: bool, pointed: int, is_drawn: bool
) -> None:
    parse = GAMES["lofoten"].parse
    seen: Any = SimpleNamespace(
        needs_hand=lambda moves: needs_hand and None not in moves,
        points_at=lambda prompt: [offer.token for offer in prompt.offers][:pointed],
    )
    key: Any = SimpleNamespace(played_instead=played and parse(played), move=parse("centre"))
    prompt = comparison_prompt(seen, key)
    assert (prompt is not None) is is_drawn
    if prompt is not None:
        assert [(str(offer.moves[0]), offer.number) for offer in prompt.offers] == [
            ("side left", 1),
            ("centre", 2),
        ]


def test_rows_that_break_ties_are_not_counted() -> None:
    rows = (ScoreRow("ships", (5, 3)), ScoreRow("military", (0, 2)), ScoreRow("gold_left", (9, 4)))
    outcome = Outcome("end", ((0, 1),), (5, 5), rows)
    assert counted_rows(outcome) == rows[:2]


async def test_what_won_is_told_from_the_score_sheet(chat: Chat) -> None:
    """The category in which the winner was farthest ahead of the runner-up, with both results."""
    recorded = await recorded_game_in(chat, "astrid", "bjorn", key="borealis")
    snapshot = await chat.snapshot(recorded.row.code)
    outcome = snapshot.outcome()
    assert outcome is not None
    reader = chat.skald.context.reader_view(snapshot, None, locale_for("en"))
    line = deciding_category_line(reader)
    ahead = {
        reader.plain_text.score_category(row): max(row.points) - min(row.points)
        for row in outcome.sheet
        if row.points[outcome.ranking[0][0]] == max(row.points)
    }
    assert f"**{max(ahead, key=lambda name: ahead[name])}**" in line
    assert f"won with {max(outcome.totals)} points" in line


async def test_what_decided_it_is_posted_for_all_with_one_tap(chat: Chat) -> None:
    recorded = await recorded_game_in(chat, "astrid", "bjorn", key="lofoten")
    code, astrid = recorded.row.code, chat.user("astrid")
    told = (await astrid.slash(chat.channel, "table advice", table=code)).response
    before = len(chat.channel.history())
    await astrid.click(told.message, label="Post here")
    assert len(chat.channel.history()) == before + 1
    assert "What decided it" in text_of(chat.channel.last_message)
    again = await astrid.click(told.message, label="Post here")
    assert "already" in text_of(again.response)
    assert len(chat.channel.history()) == before + 1


async def test_an_onlooker_may_look_back_but_not_post(chat: Chat) -> None:
    recorded = await recorded_game_in(chat, "astrid", "bjorn", key="lofoten")
    dag = chat.user("dag")
    await dag.send(chat.channel, "hello")
    shown = VisibleMessage(chat.channel.last_message)
    told = await send_component(dag, shown, str(CustomId("decided", recorded.row.code)))
    assert "What decided it" in text_of(told.response)
    assert "Post here" not in enabled_components(told.response).values()


async def test_the_final_card_asks_what_decided_it(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    resigning = (await chat.user("bjorn").slash(chat.thread(), "table resign")).response
    await chat.user("bjorn").click(resigning.message, label="Resign")
    assert (await chat.snapshot(code)).is_over
    asked = await chat.user("astrid").click(chat.final_card(), label="What decided it?")
    assert "too short" in text_of(asked.response)
