"""Daily and weekly digests."""

from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.club import digests as delivery
from bot.chat.club.digests import deliver_daily_digest, ended_line, voyage_line, winners_text
from bot.i18n import locale_for
from bot.play.club import voyages
from bot.play.core import Denied
from bot.play.core.outbox_messages import DailyDigest
from db.clock import DAY
from db.users import DisplayName
from rules import GAMES
from tests.chat.components import find_custom_id
from tests.chat.digest_driver import daily_digests, set_extras
from tests.chat.discord_driver import Chat, text_of
from tests.standings.finished_games import FinishedGame, game_results


async def resign(chat: Chat, loser: Any, code: str) -> None:
    asked = (await loser.slash(chat.channel, "table resign", table=code)).response
    await loser.click(asked, label="Resign")


async def test_a_day_names_what_waits_and_what_ended(chat: Chat) -> None:
    over = await chat.start_game("astrid", "bjorn")
    await resign(chat, chat.user("bjorn"), over)
    code = await chat.start_game("astrid", "bjorn")
    waits = await chat.player_to_move(code)
    chosen = await set_extras(chat, waits, "digest")
    assert "Digest every morning." in text_of(chosen)
    await chat.env.advance_time(DAY / 1000)
    (told,) = daily_digests(waits)
    said = text_of(told)
    assert said.startswith("Your day: one game waits for you.")
    assert f"`{code}`" in said
    assert f"`{over}`" in said
    assert "/settings turns it off" in said


async def test_a_day_names_the_games_in_which_a_vote_is_wanted(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    other = await chat.start_game("astrid", "bjorn")
    astrid, bjorn = chat.user("astrid"), chat.user("bjorn")
    for actor in (astrid, bjorn):
        await set_extras(chat, actor, "digest")
    asked = (await astrid.slash(chat.channel, "table end", table=code)).response
    await astrid.click(asked.message, custom_id=find_custom_id(asked, "ask-end"))
    await chat.env.advance_time(DAY / 1000)
    (told,) = daily_digests(bjorn)
    (wanted,) = (line for line in text_of(told).splitlines() if "voted yet in" in line)
    assert code in wanted
    assert other not in wanted
    (told,) = daily_digests(astrid)
    assert "voted" not in text_of(told)


async def test_who_does_not_want_it_any_more_gets_nothing(chat: Chat) -> None:
    waits = await chat.player_to_move(await chat.start_game("astrid", "bjorn"))
    await set_extras(chat, waits, "digest")
    assert "No daily digest." in text_of(await set_extras(chat, waits))
    await chat.env.advance_time(2 * DAY / 1000)
    assert daily_digests(waits) == []


async def test_a_week_counts_games_and_wins_in_the_channel_for_results(chat: Chat) -> None:
    results = chat.guild.create_text_channel("results")
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, settings=db.ServerSettings(results=results.id))
    for _ in range(2):
        await resign(chat, chat.user("bjorn"), await chat.start_game("astrid", "bjorn"))
    await chat.env.advance_time(15 * DAY / 1000)
    (said,) = [text_of(one) for one in results.history() if "The week here" in text_of(one)]
    assert "2 games ended: Lofoten (2)." in said
    assert "Ahead this week: astrid (2 wins)" in said


def test_a_week_names_the_five_with_the_most_wins_and_no_one_who_hides() -> None:
    games = [[[person], [99]] for person in range(1, 7) for _ in range(person)]
    games += [[[7]], [[8], [99]], [[None], [99]]]  # alone, hidden, erased
    results = [
        result
        for number, game in enumerate(games)
        for result in game_results(FinishedGame(0, game), f"G{number}", 1)
    ]
    names: dict[int | None, DisplayName] = {
        person: DisplayName(f"viking {person}", hidden=person == 8) for person in (*range(1, 9), 99)
    }
    english = locale_for("en")
    assert winners_text(english, results, names) == (
        "Ahead this week: viking 6 (6 wins), viking 5 (5 wins), viking 4 (4 wins), viking 3 (3 wins), "
        "and viking 2 (2 wins)"
    )
    assert winners_text(english, game_results(FinishedGame(0, [[1], [2]]), "G1", 1), names) == (
        "Ahead this week: viking 1 (1 win)"
    )
    assert winners_text(english, game_results(FinishedGame(0, [[8], [1]]), "G1", 1), names) == ""


@pytest.mark.parametrize(
    ("places", "text"),
    [([[1]], "- a game ended."), ([[2], [1]], "- a game ended: place 2 of 2 for you.")],
)
async def test_a_day_tells_the_place_in_a_game_unless_it_was_played_alone(
    places: list[list[int | None]], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def link(*_: Any) -> str:
        return "a game"

    async def snapshot(_: str) -> None: ...

    monkeypatch.setattr(delivery, "game_name_link", link)
    messenger: Any = SimpleNamespace(context=SimpleNamespace(service=SimpleNamespace(snapshot=snapshot)))
    (own,) = (one for one in game_results(FinishedGame(0, places), "G1", 1) if one.person == 1)
    assert await ended_line(messenger, locale_for("en"), own) == text


@pytest.mark.parametrize(
    ("now", "tried", "is_told"),
    [(1_000, [], True), (999, [], False), (1_000, [1_000], False), (1_000, [5], True)],
)
async def test_a_day_names_a_voyage_that_is_open_and_not_tried(
    now: int, tried: list[int], is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def current(_: Any) -> db.Voyage:
        return db.Voyage(1_000, 9_000, "lofoten", {}, None, b"seed", "the seal")

    async def none(_: Any) -> db.Voyage:
        raise Denied("no_voyage")

    async def list_tries(*_: Any) -> list[Any]:
        return [SimpleNamespace(week=week) for week in tried]

    monkeypatch.setattr(db.voyages, "list_tries_for_user", list_tries)
    context = SimpleNamespace(store=None, games=GAMES, service=SimpleNamespace(now=lambda: now))
    messenger: Any = SimpleNamespace(context=context)
    monkeypatch.setattr(voyages, "current", current)
    line = await voyage_line(messenger, locale_for("en"), 1)
    assert line == (
        "The voyage of the week is open until <t:9:f>: Lofoten. Set sail with /club voyage."
        if is_told
        else ""
    )
    monkeypatch.setattr(voyages, "current", none)
    assert await voyage_line(messenger, locale_for("en"), 1) == ""


@pytest.mark.parametrize("wants_digest", [True, False])
async def test_an_empty_day_is_not_told(
    wants_digest: bool, store: db.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: Any) -> list[Any]:
        return []

    async def no_line(*_: Any) -> str:
        return "" if wants_digest else "a voyage"

    async with store.write() as tx:
        await db.users.update_preferences(tx, 1, digest=wants_digest)
    monkeypatch.setattr(delivery.turn_notifications, "games_waiting_for", nothing)
    monkeypatch.setattr(delivery.digests, "games_awaiting_vote", nothing)
    monkeypatch.setattr(delivery.practice, "count_due", nothing)
    monkeypatch.setattr(delivery, "voyage_line", no_line)
    sent: list[int] = []

    async def send_dm(user: int, *_: Any, **__: Any) -> None:
        sent.append(user)

    context = SimpleNamespace(store=store, service=None)
    messenger: Any = SimpleNamespace(context=context, send_dm=send_dm)
    post: Any = SimpleNamespace(id=1)
    await deliver_daily_digest(messenger, post, DailyDigest(person=1, since=0))
    assert sent == []
