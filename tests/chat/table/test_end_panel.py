"""The end of a game on the panel on which it was played."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.chat.interactions import requests
from bot.chat.interactions.context import Context
from bot.chat.table import end_panel
from bot.chat.table.end_panel import end_buttons
from bot.i18n import locale_for
from bot.play.turns import coach
from bot.views.saga import result_heading
from rules.game import Outcome, Seat
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, alt_texts, send_component, text_of
from tests.chat.finished_games import LastMove, play_until_last_move
from tests.chat.simulator import visible_message
from tests.chat.story_fixtures import reader_view_of, view_of_table


@pytest.fixture(autouse=True)
def _fast_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "win_probabilities", lambda *_, **__: (0.5, 0.5))


@pytest.fixture
async def last(chat: Chat) -> LastMove:
    return await play_until_last_move(chat, "astrid", "bjorn", game="borealis")


async def other_than(chat: Chat, last: LastMove) -> Any:
    return chat.user("bjorn" if last.mover == "astrid" else "astrid")


async def end_panel_of_mover(chat: Chat, last: LastMove) -> Any:
    sent = await send_component(chat.user(last.mover), SimpleNamespace(message=chat.card()), last.custom_id)
    return sent.response


async def test_whoever_plays_the_last_move_sees_result_and_score_sheet_at_once(
    chat: Chat, last: LastMove
) -> None:
    panel = await end_panel_of_mover(chat, last)
    outcome = (await chat.snapshot(last.code)).outcome()
    assert outcome is not None
    heading = text_of(panel).splitlines()[0]
    winner = (await chat.snapshot(last.code)).names[outcome.ranking[0][0]]
    assert heading.startswith("# You won by " if winner == last.mover else f"# {winner} wins by ")
    assert str(outcome.totals[0]) in alt_texts(panel)[0]
    shown = enabled_components(panel)
    assert {name.split(":")[1] for name in shown} == {"rematch", "decided", "saga", "board"}


async def test_an_open_panel_refreshes_to_the_end(chat: Chat, last: LastMove) -> None:
    other = await other_than(chat, last)
    panel = (await other.slash(chat.thread(), "play", table=last.code)).response
    assert "waiting for" in text_of(panel)
    await end_panel_of_mover(chat, last)
    shown = visible_message(other, panel.message)
    assert text_of(shown).startswith("# ")
    assert any(":rematch:" in name for name in enabled_components(shown))


async def test_the_saga_replaces_the_panel_and_leads_back(chat: Chat, last: LastMove) -> None:
    panel = await end_panel_of_mover(chat, last)
    mover = chat.user(last.mover)
    saga = (await send_component(mover, panel, find_custom_id(panel, "saga"))).response
    assert "saga of game" in text_of(saga)
    assert len(alt_texts(saga)) == 2, "poster and film"
    back = (await send_component(mover, saga, find_custom_id(saga, "panel"))).response
    assert text_of(back).startswith("# ")


async def test_the_panel_speaks_french(chat: Chat, last: LastMove, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "locale_for", lambda _: locale_for("fr"))
    panel = await end_panel_of_mover(chat, last)
    assert text_of(panel).startswith("# ")
    assert [*enabled_components(panel).values()] == [
        "Jouer une revanche",
        "Qu’est-ce qui a tout décidé\N{NO-BREAK SPACE}?",
        "Lire la saga",
        "Voir le plateau",
    ]


@pytest.mark.parametrize(
    ("seat", "ranking", "totals", "english", "french"),
    [
        (0, ((0,), (1,)), (9, 6), "You won by 3 points", "Vous avez gagné de 3 points"),
        (1, ((0,), (1,)), (9, 6), "Astrid wins by 3 points", "Astrid l’emporte de 3 points"),
        (0, ((0,), (1,)), (), "You won", "Vous avez gagné"),
        (0, ((0, 1),), (6, 6), "You share the victory with Bjorn", "Vous partagez la victoire avec Bjorn"),
        (0, ((0,),), (7,), "You come home with 7 points", "Vous rentrez avec 7 points"),
        (0, (), (), "Nobody has won", "Personne n’a gagné"),
    ],
)
def test_the_result_is_addressed_to_its_reader(
    seat: Seat, ranking: Any, totals: Any, english: str, french: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for language, text in (("en", english), ("fr", french)):
        reader = reader_view_of("lofoten", seat, language)
        outcome = Outcome("finished", ranking, totals)
        monkeypatch.setattr(type(reader.snapshot), "outcome", lambda _, shown=outcome: shown)
        assert result_heading(reader) == text


@pytest.mark.parametrize(("language", "start"), [("en", "-# Sealed as `"), ("fr", "-# Donne scellée par `")])
async def test_the_final_card_ends_with_seal_and_seed_in_small_print(
    chat: Chat, last: LastMove, monkeypatch: pytest.MonkeyPatch, language: str, start: str
) -> None:
    monkeypatch.setattr(Context, "table_locale", lambda *_: locale_for(language))
    await end_panel_of_mover(chat, last)
    row = (await chat.snapshot(last.code)).row
    assert row.seed is not None
    final = next(m for m in reversed(chat.thread().history()) if row.seed.hex() in m.content)
    *others, seal = final.content.splitlines()
    assert seal.startswith(f"{start}{(row.commitment or '')[:16]}`")
    assert not any(row.seed.hex() in line or (row.commitment or "-") in line for line in others)


@pytest.mark.parametrize(
    ("row", "has_saga", "labels"),
    [
        ({}, True, ["Play another round", "What decided it?", "Read the saga", "See the board"]),
        ({}, False, ["Play another round", "What decided it?", "See the board"]),
        ({"sealed_until": 5}, True, []),
        ({"sealed_until": 5, "continues": "X"}, True, ["Compare results"]),
        (
            {"continues": "X"},
            False,
            ["Compare results", "Play another round", "What decided it?", "See the board"],
        ),
    ],
)
def test_nothing_of_a_deal_that_others_still_play_is_one_tap_away(
    row: dict[str, Any], has_saga: bool, labels: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(end_panel, "has_saga", lambda _: has_saga)
    reader = view_of_table(0, status="over", **row)
    assert [shown.label for shown in end_buttons(reader)] == labels
