"""The coach as people meet it: a button on the panel, what decided a game, and posting that for all."""

from itertools import combinations
from typing import Any

import pytest

import db
from bot.chat.messages.custom_id import CustomId
from bot.chat.table.coach import advice_card
from bot.i18n import locale_for
from bot.play.turns import coach
from bot.views import pictures
from bot.views.pictures import GamePictureRequest, StandingsPictureRequest
from opponents import ONLY_MOVE, Idea
from render.standings.views import ChancesView
from rules.game import Phrase
from tests.chat.conftest import BLANK
from tests.chat.discord_driver import Chat, alts, late_tap, tap_named, taps, words_of
from tests.chat.panel_driver import Shown, act, opened
from tests.chat.story_fixtures import seated


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in {
        "TURNS_JUDGED": 4,
        "TURNS_REJUDGED": 3,
        "DETERMINIZATIONS": 1,
        "REJUDGE_DETERMINIZATIONS": 1,
    }.items():
        monkeypatch.setattr(coach, name, number)


@pytest.fixture
def painted(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> list[Any]:  # noqa: ARG001 - after the chat's own
    asked: list[Any] = []

    def paint(drawing: Any) -> Any:
        asked.append(drawing)
        return BLANK

    monkeypatch.setattr(pictures, "draw", paint)
    return asked


async def test_the_panel_leads_to_advice_and_advice_to_the_move(chat: Chat, painted: list[Any]) -> None:
    code, actor, panel = await opened(chat)
    painted.clear()
    advised = (await actor.click(panel.message, label="Advice")).response
    assert "I'd play" in words_of(advised)
    marked = [drawing.intention for drawing in painted if isinstance(drawing, GamePictureRequest)]
    assert any(marked), "the move is drawn on the board"
    asked_of = [
        drawing.prompt for drawing in painted if isinstance(drawing, GamePictureRequest) and drawing.prompt
    ]
    assert {tuple(offer.number for offer in prompt.offers) for prompt in asked_of} == {(1, 2, 3)}
    assert [label[:4] for label in taps(advised).values()][:3] == ["1 · ", "2 · ", "3 · "]
    picks = [name for name in taps(advised) if name.startswith("skald:pick:") and not name.endswith(":")]
    assert 1 <= len(picks) <= 3
    before = (await chat.snapshot(code)).row.ply
    after = (await actor.click(advised.message, custom_id=picks[0])).response
    move = picks[0].split(":")[4]
    asked = [name.split(":")[4] for name in taps(after) if name.startswith("skald:go:")]
    played = [entry.text for entry in await db.entries.read_log(chat.store, code) if entry.ply > before]
    assert [*asked, *played][:1] == [move], "it is played, or asked for once more"


async def test_no_two_ideas_look_alike(chat: Chat) -> None:
    """A tile can be turned several ways on one cell; that is one idea."""
    code = await chat.start("astrid", "bjorn", game="explorers")
    pairs: list[tuple[Any, Any]] = []
    while not pairs:
        await act(chat, code)
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
    ideas = [Idea(move, 0, Phrase(key=ONLY_MOVE)) for move in (first, turned, elsewhere)]
    builder = await advice_card(reader, seat, ideas)
    labels = [each.label for part in builder.parts if isinstance(part, list) for each in part]
    assert [label[:4] for label in labels[:-1]] == ["1 · ", "2 · "]


async def test_there_is_no_advice_in_a_rated_game(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", pace="slow", rated="yes")
    actor, card = await chat.owing(code), chat.card()
    panel = (await actor.click(card, custom_id=tap_named(card, "play"))).response
    assert "Advice" not in taps(panel).values()
    refused = await actor.slash(chat.thread(), "table advice")
    assert "counts for the ratings" in words_of(refused.response)


async def test_after_a_game_everybody_sees_in_private_what_decided_it(chat: Chat, painted: list[Any]) -> None:
    recorded = await seated(chat, "astrid", "bjorn", key="lofoten")
    code, astrid = recorded.row.code, chat.person("astrid")
    told = await astrid.slash(chat.channel, "table advice", game=code)
    text = words_of(told.response)
    assert "What decided it" in text
    assert text.count("Played: ") == 3
    (view,) = [one.view for one in painted if isinstance(one, StandingsPictureRequest)]
    assert isinstance(view, ChancesView)
    assert [line.name for line in view.lines] == ["astrid", "bjorn"]
    assert sum(line.won for line in view.lines) == 1
    assert "Turn 0: astrid" in alts(told.response)[0]
    movers = {moment.seat for moment in view.moments}
    boards = [one for one in painted if isinstance(one, GamePictureRequest)]
    seen = {one.view.model_dump().get("seat") for one in boards}
    assert seen <= movers | {None}
    assert len(boards) == 3
    assert all(one.intention is not None for one in boards)
    contrasted = [one for one in boards if one.prompt is not None]
    assert text.count("**1** · Played") == text.count("**2** · Stronger") == len(contrasted)
    for one in contrasted:
        assert one.prompt is not None
        played, stronger = (offer.moves[0] for offer in one.prompt.offers)
        assert stronger == one.intention != played


async def test_what_decided_it_is_posted_for_all_with_one_tap(chat: Chat) -> None:
    recorded = await seated(chat, "astrid", "bjorn", key="lofoten")
    code, astrid = recorded.row.code, chat.person("astrid")
    told = (await astrid.slash(chat.channel, "table advice", game=code)).response
    before = len(chat.channel.history())
    await astrid.click(told.message, label="Post here")
    assert len(chat.channel.history()) == before + 1
    assert "What decided it" in words_of(chat.channel.last_message)
    again = await astrid.click(told.message, label="Post here")
    assert "already" in words_of(again.response)
    assert len(chat.channel.history()) == before + 1


async def test_an_onlooker_may_look_back_but_not_post(chat: Chat) -> None:
    recorded = await seated(chat, "astrid", "bjorn", key="lofoten")
    dag = chat.person("dag")
    await dag.send(chat.channel, "hello")
    shown = Shown(chat.channel.last_message)
    told = await late_tap(dag, shown, str(CustomId("decided", recorded.row.code)))
    assert "What decided it" in words_of(told.response)
    assert "Post here" not in taps(told.response).values()


async def test_the_final_card_asks_what_decided_it(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    resigning = (await chat.person("bjorn").slash(chat.thread(), "table resign")).response
    await chat.person("bjorn").click(resigning.message, label="Give up")
    assert (await chat.snapshot(code)).is_over
    asked = await chat.person("astrid").click(chat.final_card(), label="What decided it?")
    assert "too short" in words_of(asked.response)
