"""Finished games: head-to-head, and of a title."""

import pytest

import db
from bot.chat.club.history import (
    HistoryQuery,
    duration_text,
    head_to_head,
    query_from,
    ranking_text,
    statistics_lines,
)
from bot.chat.messages.custom_id import CustomId
from bot.i18n import locale_for
from bot.play.account import preferences
from db.clock import DAY, HOUR, MINUTE
from tests.chat.components import enabled_components
from tests.chat.discord_driver import Chat, text_of
from tests.chat.finished_games import record_finished_games
from tests.standings.finished_games import FinishedGame, game_results


async def test_history_between_two_people_and_of_a_title(chat: Chat) -> None:
    a, b, c = (chat.user(name).id for name in ("astrid", "bjorn", "cara"))
    games = [
        FinishedGame(chat.service.now() - n * DAY, [[a], [b]], scores=(20 + n, 10), code=f"AB{n}")
        for n in range(1, 10)
    ]
    games += [
        FinishedGame(
            chat.service.now() - 20 * DAY, [[b], [a], [c]], key="borealis", scores=(50, 40, 30), code="BAC"
        )
    ]
    await record_finished_games(chat, games, astrid="astrid", bjorn="bjorn", cara="cara")
    astrid = chat.user("astrid")
    both = (await astrid.slash(chat.channel, "club history", **{"with": chat.user("bjorn")})).response
    assert "You and bjorn: you finished ahead 9 times, bjorn 1 time, level 0 times." in text_of(both)
    assert "Page 1 of 2" in text_of(both)
    older = (await astrid.click(both.message, label="Older")).response
    assert "`BAC`" in text_of(older)
    assert "You and bjorn" in text_of(older)
    title = text_of((await astrid.slash(chat.channel, "club history", game="borealis")).response)
    assert "1 game here · usually takes 24 hours" in title
    assert "Scores from 30 to 50, median 40" in title
    assert "Records here: most points 50 (bjorn)" in title
    assert "First player wins 100% (33% expected)" in title


async def test_a_page_is_posted_with_one_tap_and_names_nobody_who_hides(chat: Chat) -> None:
    a, b, c = (chat.user(name).id for name in ("astrid", "bjorn", "cara"))
    games = [
        FinishedGame(
            chat.service.now() - DAY, [[a], [b], [c]], key="borealis", scores=(50, 40, 30), code="ABC"
        )
    ]
    await record_finished_games(chat, games, astrid="astrid", bjorn="bjorn", cara="cara")
    await preferences.save(chat.service, c, hidden=True)
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, language="fr")
    astrid = chat.user("astrid")
    shown = (await astrid.slash(chat.channel, "club history", **{"with": chat.user("bjorn")})).response
    before = len(chat.channel.history())
    await astrid.click(shown, label="Post here")
    assert len(chat.channel.history()) == before + 1
    posted = text_of(chat.channel.last_message)
    assert "Parties terminées d’astrid" in posted
    assert "astrid 1\N{NO-BREAK SPACE}: 0 bjorn, 0 fois à égalité" in posted
    assert "1. astrid 50 · 2. bjorn 40 · 3. " in posted
    assert "cara" not in posted
    assert enabled_components(chat.channel.last_message) == {}


ENGLISH = locale_for("en")


@pytest.mark.parametrize(
    ("duration", "text"),
    [
        (MINUTE, "1 hour"),
        (2 * HOUR, "2 hours"),
        (2 * DAY - HOUR, "47 hours"),
        (2 * DAY, "2 days"),
        (5 * DAY + 3 * HOUR, "5 days"),
    ],
)
def test_how_long_a_title_takes_is_told_in_hours_then_in_days(duration: int, text: str) -> None:
    assert duration_text(ENGLISH, duration) == text


def test_two_people_are_compared_in_private_and_in_public() -> None:
    met = [db.HeadToHead(2, ahead=2, behind=1, level=1)]
    assert head_to_head(ENGLISH, "bjorn", met) == (
        "You and bjorn: you finished ahead 2 times, bjorn 1 time, level 1 time."
    )
    assert head_to_head(ENGLISH, "bjorn", met, "astrid") == "astrid 2 : 1 bjorn, 1 time level"
    assert head_to_head(ENGLISH, "bjorn", []) == "You and bjorn haven’t met yet."
    assert head_to_head(ENGLISH, "bjorn", [], "astrid") == ""


@pytest.mark.parametrize(
    ("args", "query"),
    [
        ((), HistoryQuery(None, None, 0)),
        (("-", "-", "2"), HistoryQuery(None, None, 2)),
        (("lofoten", "7", "1"), HistoryQuery("lofoten", 7, 1)),
        (("lofoten", str(2**63 - 1), "x"), HistoryQuery("lofoten", 2**63 - 1, 0)),
        (("lofoten", str(2**63), "123456"), HistoryQuery("lofoten", None, 0)),
    ],
)
def test_a_page_of_the_history_is_read_from_its_button(args: tuple[str, ...], query: HistoryQuery) -> None:
    assert query_from(CustomId("history", args=args)) == query


def test_the_statistics_of_a_title_leave_out_what_is_unknown() -> None:
    assert statistics_lines(ENGLISH, []) == []
    scored = [
        *game_results(FinishedGame(0, [[1], [2]], scores=(30, 20)), "A", 1),
        *game_results(FinishedGame(0, [[2], [1], [3]], scores=(50, 40, 11)), "B", 1),
    ]
    assert statistics_lines(ENGLISH, scored) == [
        "2 games here · usually takes 24 hours",
        "Scores from 11 to 50, median 30",
        "First player wins 100% (42% expected)",
    ]
    unscored = game_results(FinishedGame(0, [[1], [2]]), "A", 1)[1:]
    assert statistics_lines(ENGLISH, unscored) == ["1 game here · usually takes 24 hours"]


def test_a_ranking_is_in_order_of_places_and_gives_scores_if_there_are_any() -> None:
    names: dict[int | None, str] = {1: "astrid", 2: "bjorn"}
    results = game_results(FinishedGame(0, [[1], [2], [3]], scores=(30, 20, 10)), "A", 1)
    assert ranking_text(ENGLISH, results[::-1], names).startswith("1. astrid 30 · 2. bjorn 20 · 3. ")
    assert ranking_text(ENGLISH, game_results(FinishedGame(0, [[2, 1]]), "A", 1), names) == (
        "1. bjorn · 1. astrid"
    )
    assert ranking_text(ENGLISH, [], names) == "No results yet."
