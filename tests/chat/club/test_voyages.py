"""The voyage of the week in the chat: set out in private, come home, show it, and read the places."""

from typing import Any

import pytest

import db
from bot.play.club import voyages
from bot.standings.voyages import WEEK
from tests.chat.discord_driver import Chat, alts, tap_named, taps, words_of
from tests.play.table_fixture import run_inline


async def to_week_of(chat: Chat, key: str) -> db.Voyage:
    """A week whose title is this one, whatever the calendar says."""
    chat.service.run_in_worker = run_inline
    await chat.env.advance_time(60)
    async with chat.store.write() as tx:
        now = await voyages.current(tx)
        await tx.execute(db.voyages.table.update().values(key=key, level=None, opening="", par=None))
    found = await db.voyages.find(chat.store, now.week)
    assert found is not None
    return found


async def come_home(chat: Chat, who: Any, worth: int) -> None:
    """As if somebody had played to the end."""
    own = (await db.voyages.list_tries_for_user(chat.store, who.id))[0]
    async with chat.store.write() as tx:
        await db.voyages.finish_try(tx, own.game, worth=worth, score=worth)


async def test_one_sets_out_in_private_and_shows_only_the_result(chat: Chat) -> None:
    deal, astrid = await to_week_of(chat, "explorers"), chat.person("astrid")
    panel = (await astrid.slash(chat.channel, "club voyage")).response
    assert deal.commitment in words_of(panel)
    assert deal.seed.hex() not in words_of(panel)
    before = len(chat.channel.history())
    panel = (await astrid.click(panel, label="Set sail")).response
    assert "You're on your way" in words_of(panel)
    private = astrid.user.dm_channel.history()
    assert "begins here" in words_of(private[0])
    assert any(":play:" in name for message in private for name in taps(message))
    assert len(chat.channel.history()) == before
    await come_home(chat, astrid, 41)
    panel = (await astrid.slash(chat.channel, "club voyage")).response
    assert not any("voyage-sail" in name for name in taps(panel))
    await astrid.click(panel, label="Post my result")
    shown = chat.channel.last_message
    assert "astrid: 41" in alts(shown)[0]
    assert deal.seed.hex() not in words_of(shown)


async def test_the_places_come_on_sunday_with_the_seed(chat: Chat) -> None:
    deal = await to_week_of(chat, "explorers")
    async with chat.store.write() as tx:
        settings = db.ServerSettings(results=chat.channel.id)
        await db.servers.update(tx, chat.guild.id, language="fr", settings=settings)
        await db.timers.cancel(tx, keys=["recompute"])
    for name, worth in (("astrid", 30), ("bjorn", 50)):
        panel = (await chat.person(name).slash(chat.channel, "club voyage")).response
        await chat.person(name).click(panel, custom_id=tap_named(panel, "voyage-sail"))
        await come_home(chat, chat.person(name), worth)
    await chat.env.advance_time((deal.closes - chat.service.now()) / 1000 + 60)
    told = chat.channel.last_message
    assert "**bjorn** la remporte." in words_of(told)
    assert alts(told)[0].splitlines()[1:] == [
        "1. bjorn\N{NO-BREAK SPACE}: 50",
        "2. astrid\N{NO-BREAK SPACE}: 30",
    ]
    assert deal.seed.hex() in words_of(told)
    following = await db.voyages.find(chat.store, deal.week + WEEK)
    assert following is not None
    assert following.commitment in words_of(told)
    panel = (await chat.person("astrid").slash(chat.channel, "club voyage")).response
    year = (await chat.person("astrid").click(panel, label="This year")).response
    assert "1. bjorn: 11, 1 week in a row, 1 victory" in alts(year)[0]
    assert "2. astrid: 7, 1 week in a row, 0 victories" in alts(year)[0]


async def test_of_a_duel_only_the_end_is_played(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voyages, "_title", lambda *_: "borealis")
    chat.service.run_in_worker = run_inline
    await chat.env.advance_time(60)
    deal, astrid = await voyages.current(chat.store), chat.person("astrid")
    async with chat.store.write() as tx:
        settings = db.ServerSettings(results=chat.channel.id)
        await db.servers.update(tx, chat.guild.id, settings=settings)
        await db.timers.cancel(tx, keys=["recompute"])
    panel = (await astrid.slash(chat.channel, "club voyage")).response
    assert "The last 8 rounds of two expeditions" in words_of(panel)
    assert f"Par is {(deal.par or 0):+}".replace("-", "−").replace("+0", "0") in words_of(panel)
    await astrid.click(panel, label="Set sail")
    hello, card = astrid.user.dm_channel.history()[:2]
    assert "The last 8 rounds of two expeditions" in words_of(hello)
    assert "the seed is revealed when the voyage closes" in words_of(card)
    told = [line for line in words_of(card).splitlines() if not line.startswith("**")]
    assert len(told) == 3, "what the house has played is not told move by move"
    await come_home(chat, astrid, -4)
    panel = (await astrid.slash(chat.channel, "club voyage")).response
    await astrid.click(panel, label="Post my result")
    assert "Sigrid ⚙: −4 (par " in alts(chat.channel.last_message)[0]
    await chat.env.advance_time((deal.closes - chat.service.now()) / 1000 + 60)
    assert "covers it and Skald's opening" in words_of(chat.channel.last_message)


async def test_a_final_card_keeps_the_seed_while_others_still_sail_the_same_deal(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    async with chat.store.write() as tx:
        row = await db.games.find(tx, code)
        assert row is not None
        assert row.seed is not None
        await db.games.update(tx, row, sealed_until=tx.now + WEEK)
    loser = chat.person("bjorn")
    asked = (await loser.slash(chat.channel, "table resign", game=code)).response
    await loser.click(asked, label="Give up")
    assert (await chat.snapshot(code)).is_over
    said = "\n".join(words_of(message) for message in chat.thread().history())
    assert "you get the seed when the voyage closes" in said
    assert row.seed.hex() not in said
