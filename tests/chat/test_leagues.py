"""A league in the chat: signing on and off, the rules told beforehand, the tables of its divisions."""

import db
from bot.play import leagues
from bot.play.people import Visitor
from bot.standings.seasons import month_at
from tests.chat.chat import Chat, alts, holds, words_of


async def test_somebody_founds_a_league_and_is_told_the_rules_first(chat: Chat) -> None:
    astrid = chat.person("astrid")
    none = (await astrid.slash(chat.channel, "club league")).response
    assert "No league here yet" in words_of(none)
    shown = (await astrid.slash(chat.channel, "club league", game="lofoten")).response
    assert "4 more are needed by then" in words_of(shown)
    assert "Games still going at the end of the month are decided" in words_of(shown)
    on = await astrid.click(shown, label="Join the league")
    assert "Signed up: astrid" in words_of(on.response)
    assert "3 more are needed" in words_of(on.response)
    await astrid.click(on.response, label="Leave the league")
    listed = (await astrid.slash(chat.channel, "club league")).response
    assert "Lofoten: 0 signed up" in words_of(listed)


async def test_it_is_posted_and_others_sign_on_from_there(chat: Chat) -> None:
    astrid = chat.person("astrid")
    shown = (await astrid.slash(chat.channel, "club league", game="lofoten")).response
    on = await astrid.click(shown, label="Join the league")
    await astrid.click(on.response, label="Post here")
    card = chat.channel.last_message
    joined = await chat.person("bjorn").click(card, label="Join the league")
    assert joined.response.ephemeral
    assert "Signed up: astrid and bjorn" in words_of(joined.response)


async def test_the_divisions_stand_in_the_channel_from_the_first_on(chat: Chat) -> None:
    for name in ("astrid", "bjorn", "cara", "dag"):
        person = chat.person(name)
        shown = (await person.slash(chat.channel, "club league", game="lofoten")).response
        await person.click(shown, label="Join the league")
    await chat.env.advance_time(32 * 24 * 3600)
    cards = [message for message in chat.channel.history() if "division 1" in words_of(message)]
    assert len(cards) == 1
    assert holds(cards[0], "cup-withdraw")
    shown = (await chat.person("astrid").slash(chat.channel, "club league", game="lofoten")).response
    (picture,) = alts(shown)
    assert "Division 1: 1. astrid 0 · 1. bjorn 0 · 1. cara 0 · 1. dag 0" in picture
    assert "Signed on" not in words_of(shown), "all who have signed on play"


async def test_a_large_league_is_shown_by_pages_the_reader_s_own_first(chat: Chat) -> None:
    people = [chat.person(f"viking {number}") for number in range(44)]
    visitors = [Visitor(one.id, f"viking {number}", "en-GB") for number, one in enumerate(people)]
    for one in visitors:
        await leagues.sign_on(
            chat.tables, "borealis", one, server=chat.guild.id, channel=chat.channel.id, pace="slow"
        )
    async with chat.store.write() as tx:
        month = month_at(tx.now).start
        for number in range(11):
            cup = await db.cups.open(
                tx,
                server=chat.guild.id,
                channel=chat.channel.id,
                key="borealis",
                pace="slow",
                size=4,
                month=month,
                division=number + 1,
            )
            await db.cups.enter(tx, cup, *(one.id for one in visitors[4 * number : 4 * number + 4]))
    shown = (await people[43].slash(chat.channel, "club league", game="borealis")).response
    assert "Division 11: 1. viking 40 0" in alts(shown)[0]
    first = (await people[43].click(shown, label="Divisions 1–8")).response
    assert "Division 11" not in alts(first)[0]
    assert "Division 8" in alts(first)[0]
    await people[43].click(first, label="Post here")
    assert "Division 8" in alts(chat.channel.last_message)[0], "the page that stood before them"
