"""The weekly voyage: the private attempt, the posted result, the ranking.

Covers `bot/views/voyage_strip.py`.
"""

from dataclasses import replace
from typing import Any

import pytest

import db
from bot.chat.club.voyages import (
    attempt_text,
    format_points,
    margin_facts,
    schedule_text,
    streak_text,
    voyage_row,
)
from bot.chat.messages.custom_id import CustomId
from bot.chat.outbox.throttle import FIRST_BACKOFF_MS
from bot.i18n import locale_for
from bot.play.club import voyages
from bot.standings.voyages import WEEK, Arrival
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, alt_texts, response_text, send_component, text_of
from tests.chat.sent_requests import count_requests
from tests.play.table_fixture import run_inline


async def set_voyage_game(chat: Chat, key: str) -> db.Voyage:
    """Give the current voyage this game, independent of the calendar."""
    chat.service.run_in_worker = run_inline
    await chat.env.advance_time(60)
    async with chat.store.write() as tx:
        now = await voyages.current(tx)
        await tx.execute(db.voyages.table.update().values(key=key, level=None, opening="", par=None))
    found = await db.voyages.find(chat.store, now.week)
    assert found is not None
    return found


async def finish_attempt(chat: Chat, who: Any, worth: int) -> None:
    """Finish the user's attempt without playing it."""
    own = (await db.voyages.list_tries_for_user(chat.store, who.id))[0]
    async with chat.store.write() as tx:
        await db.voyages.finish_try(tx, own.game, worth=worth, score=worth)


async def test_one_sets_out_in_private_and_shows_only_the_result(chat: Chat) -> None:
    deal, astrid = await set_voyage_game(chat, "explorers"), chat.user("astrid")
    panel = (await astrid.slash(chat.channel, "club voyage")).response
    year = (await astrid.click(panel, label="This year")).response
    assert "Nobody has come home yet" in alt_texts(year)[0]
    assert "A voyage counts here once it has closed" in text_of(year)
    refused = await send_component(astrid, panel, str(CustomId("voyage-post")))
    assert "There’s no result yet" in response_text(refused)
    refused = await send_component(astrid, panel, str(CustomId("voyage-last")))
    assert "No voyage to see here yet" in response_text(refused)
    panel = (await astrid.slash(chat.channel, "club voyage")).response
    assert deal.commitment in text_of(panel)
    assert deal.seed.hex() not in text_of(panel)
    before = len(chat.channel.history())
    panel = (await astrid.click(panel, label="Set sail")).response
    assert "You’re on your way" in text_of(panel)
    private = astrid.user.dm_channel.history()
    assert "starts here" in text_of(private[0])
    assert any(":play:" in name for message in private for name in enabled_components(message))
    assert len(chat.channel.history()) == before
    await finish_attempt(chat, astrid, 41)
    panel = (await astrid.slash(chat.channel, "club voyage")).response
    assert not any("voyage-sail" in name for name in enabled_components(panel))
    await astrid.click(panel, label="Post my result")
    shown = chat.channel.last_message
    assert "astrid: 41" in alt_texts(shown)[0]
    assert deal.seed.hex() not in text_of(shown)


async def test_the_places_come_on_sunday_with_the_seed(chat: Chat) -> None:
    deal = await set_voyage_game(chat, "explorers")
    async with chat.store.write() as tx:
        settings = db.ServerSettings(results=chat.channel.id)
        await db.servers.update(tx, chat.guild.id, language="fr", settings=settings)
        await db.timers.cancel(tx, keys=["recompute"])
    for name, worth in (("astrid", 30), ("bjorn", 50)):
        panel = (await chat.user(name).slash(chat.channel, "club voyage")).response
        await chat.user(name).click(panel, custom_id=find_custom_id(panel, "voyage-sail"))
        await finish_attempt(chat, chat.user(name), worth)
    await chat.env.advance_time((deal.closes - chat.service.now()) / 1000 + 60)
    told = chat.channel.last_message
    assert "**bjorn** la remporte." in text_of(told)
    assert alt_texts(told)[0].splitlines()[1:] == [
        "1. bjorn\N{NO-BREAK SPACE}: 50",
        "2. astrid\N{NO-BREAK SPACE}: 30",
    ]
    assert deal.seed.hex() in text_of(told)
    following = await db.voyages.find(chat.store, deal.week + WEEK)
    assert following is not None
    assert following.commitment in text_of(told)
    panel = (await chat.user("astrid").slash(chat.channel, "club voyage")).response
    last = (await chat.user("astrid").click(panel, label="Last week")).response
    assert alt_texts(last)[0].splitlines()[1:] == ["1. bjorn: 50", "2. astrid: 30"]
    assert "Copy as text" in enabled_components(last).values()
    year = (await chat.user("astrid").click(panel, label="This year")).response
    assert "1. bjorn: 11, 1 week in a row, 1 victory" in alt_texts(year)[0]
    assert "2. astrid: 7, 1 week in a row, 0 victories" in alt_texts(year)[0]


async def test_of_a_duel_only_the_end_is_played(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voyages, "_game_of_week", lambda *_: "borealis")
    chat.service.run_in_worker = run_inline
    await chat.env.advance_time(60)
    deal, astrid = await voyages.current(chat.store), chat.user("astrid")
    async with chat.store.write() as tx:
        settings = db.ServerSettings(results=chat.channel.id)
        await db.servers.update(tx, chat.guild.id, settings=settings)
        await db.timers.cancel(tx, keys=["recompute"])
    panel = (await astrid.slash(chat.channel, "club voyage")).response
    assert "The last 8 rounds of two expeditions" in text_of(panel)
    assert f"Par is {(deal.par or 0):+}".replace("-", "−").replace("+0", "0") in text_of(panel)
    await astrid.click(panel, label="Set sail")
    hello, card = astrid.user.dm_channel.history()[:2]
    assert "The last 8 rounds of two expeditions" in text_of(hello)
    assert "the seed is revealed when the voyage closes" in text_of(card)
    told = [line for line in text_of(card).splitlines() if not line.startswith("**")]
    assert len(told) == 3, "what the house has played is not told move by move"
    await finish_attempt(chat, astrid, -4)
    panel = (await astrid.slash(chat.channel, "club voyage")).response
    await astrid.click(panel, label="Post my result")
    assert "Sigrid ⚙: −4 (par " in alt_texts(chat.channel.last_message)[0]
    await chat.env.advance_time((deal.closes - chat.service.now()) / 1000 + 60)
    assert "covers it and Skald’s opening" in text_of(chat.channel.last_message)


async def test_a_final_card_keeps_the_seed_while_others_still_sail_the_same_deal(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    async with chat.store.write() as tx:
        row = await db.games.find(tx, code)
        assert row is not None
        assert row.seed is not None
        await db.games.update(tx, row, replace(row, sealed_until=tx.now + WEEK))
    loser = chat.user("bjorn")
    asked = (await loser.slash(chat.channel, "table resign", table=code)).response
    await loser.click(asked, label="Resign")
    assert (await chat.snapshot(code)).is_over
    said = "\n".join(text_of(message) for message in chat.thread().history())
    assert "The seed is revealed when the voyage closes" in said
    assert row.seed.hex() not in said


@pytest.mark.parametrize(
    ("code", "reason"), [(50007, "direct messages"), (40003, "Discord limits how many people")]
)
async def test_a_refused_greeting_says_whether_dms_are_closed_or_must_wait(
    chat: Chat, code: int, reason: str
) -> None:
    await set_voyage_game(chat, "explorers")
    astrid = chat.user("astrid")
    shown = (await astrid.slash(chat.channel, "club voyage")).response
    chat.env.inject_error("POST", "/users/@me/channels", status=403, code=code)
    chat.env.inject_error("POST", "/channels/*/messages", status=403, code=code)
    refused = await send_component(astrid, shown, str(CustomId("voyage-sail")))
    assert reason in response_text(refused)


async def test_a_result_is_copied_as_a_line_without_spoilers_and_its_place_once_the_week_is_over(
    chat: Chat,
) -> None:
    deal = await set_voyage_game(chat, "explorers")
    for name, worth in (("astrid", 12), ("bjorn", 20)):
        who = chat.user(name)
        panel = (await who.slash(chat.channel, "club voyage")).response
        await who.click(panel, label="Set sail")
        await finish_attempt(chat, who, worth)
    async with chat.store.write() as tx:
        await tx.execute(db.voyages.table.update().values(level="captain", par=8))
    astrid = chat.user("astrid")
    panel = (await astrid.slash(chat.channel, "club voyage")).response
    line = response_text(await astrid.click(panel, label="Copy as text"))
    assert "12 · 🟦🟦🟦🟦⬜ +4" in line
    assert "🏅" not in line
    assert deal.seed.hex() not in line
    async with chat.store.write() as tx:
        await tx.execute(db.voyages.table.update().values(revealed=deal.closes))
    line = response_text(await astrid.click(panel, label="Copy as text"))
    assert "🏅 2/2" in line
    stranger = chat.user("cara")
    panel = (await stranger.slash(chat.channel, "club voyage")).response
    refused = await send_component(stranger, panel, str(CustomId("voyage-copy", args=(str(deal.week),))))
    assert "🟦" not in response_text(refused)


async def test_setting_out_waits_its_turn_among_new_direct_messages(chat: Chat) -> None:
    await set_voyage_game(chat, "explorers")
    throttle = chat.skald.outbox_worker._messenger.sender._throttle
    throttle.on_dm_limited()
    since = count_requests(chat)
    shown = (await chat.user("astrid").slash(chat.channel, "club voyage")).response
    refused = await send_component(chat.user("astrid"), shown, str(CustomId("voyage-sail")))
    assert "Discord limits how many people" in response_text(refused)
    asked = [request.path for request in chat.env.http_requests[since:]]
    assert "/users/@me/channels" not in asked
    await chat.env.advance_time(FIRST_BACKOFF_MS // 1000 + 1)
    sailed = await send_component(chat.user("astrid"), shown, str(CustomId("voyage-sail")))
    assert "Here you go" in response_text(sailed)


ENGLISH = locale_for("en")
DEAL = db.Voyage(1_000, 9_000, "borealis", {}, None, b"seed", "the seal")
TRY = db.VoyageTry(1_000, 1, "AB2CD", None, 2_000)


def test_a_voyage_opens_then_closes_and_tells_how_far_one_is() -> None:
    assert schedule_text(ENGLISH, DEAL, 999) == "It opens <t:1:R>."
    assert schedule_text(ENGLISH, DEAL, 1_000) == "It closes <t:9:R>."
    assert attempt_text(ENGLISH, None) == "You haven’t set sail yet."
    assert "game `AB2CD`" in attempt_text(ENGLISH, TRY)
    assert attempt_text(ENGLISH, replace(TRY, worth=0, score=1)) == "You’re home, with 1 point."
    assert [streak_text(ENGLISH, weeks) for weeks in (0, 1, 2)] == [
        "",
        "-# 1 week in a row",
        "-# 2 weeks in a row",
    ]


def test_a_duel_is_compared_with_the_computer_player_and_with_par() -> None:
    home = replace(TRY, worth=-4, score=31)
    assert [format_points(points) for points in (-4, 0, 4)] == ["−4", "0", "+4"]
    duel = replace(DEAL, level="captain")
    assert margin_facts(ENGLISH, DEAL, home) == ()
    assert margin_facts(ENGLISH, duel, TRY) == ()
    assert [fact.value for fact in margin_facts(ENGLISH, duel, home)] == ["−4"]
    assert [fact.value for fact in margin_facts(ENGLISH, replace(duel, par=0), home)] == ["−4 (par 0)"]
    row = voyage_row(ENGLISH, replace(duel, par=6), Arrival(2, "astrid", home), 1)
    assert (row.place, row.score, row.is_me) == (2, 31, True)
    assert row.about.endswith(" −4 (par +6)")
    alone = voyage_row(ENGLISH, DEAL, Arrival(2, "astrid", home), 2)
    assert (alone.about, alone.is_me) == ("", False)
