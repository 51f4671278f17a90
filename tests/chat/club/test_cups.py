"""A cup in the chat: its card, the table kept up to date where it stands, withdrawing, the closing post."""

from typing import Any

import discord

import db
from tests.chat.discord_driver import Chat, alts, holds, tap_named, taps, words_of


def cards(chat: Chat) -> list[discord.Message]:
    """What stands in the channel about cups."""
    return [message for message in chat.channel.history() if "cup" in words_of(message)]


async def filled(chat: Chat, *names: str, game: str = "lofoten") -> str:
    host, *others = (chat.person(name) for name in names)
    await host.slash(chat.channel, "club cup", game=game, size=str(len(names)))
    (card,) = cards(chat)
    for other in others:
        await other.click(card, label="Join")
    (cup,) = await db.cups.list_for_server(chat.store, chat.guild.id, ("running",))
    return cup.code


async def resign_all(chat: Chat, cup: str, loser: Any) -> None:
    for game, seated in (await db.cups.seats_by_game(chat.store, cup)).items():
        if any(one.person == loser.id for one in seated) and (await chat.snapshot(game)).is_running:
            asked = (await loser.slash(chat.channel, "table resign", game=game)).response
            await loser.click(asked, label="Give up")


async def test_the_card_gathers_then_shows_the_table_in_place(chat: Chat) -> None:
    host = chat.person("astrid")
    opened = (await host.slash(chat.channel, "club cup", game="lofoten", size="3")).response
    assert "starts when 3 are there" in words_of(opened)
    (card,) = cards(chat)
    assert "2 free places" in words_of(card)
    assert "Everybody plays 2 games" in words_of(card)
    await chat.person("bjorn").click(card, label="Join")
    await chat.person("cara").click(card, label="Join")
    (card,) = cards(chat)
    assert "1. astrid: 0 points, S-B 0, 0/2 games" in alts(card)[0]
    assert len(chat.channel.threads) == 3
    assert not holds(card, "cup-join")
    (cup,) = await db.cups.list_for_server(chat.store, chat.guild.id, ("running",))
    await resign_all(chat, cup.code, chat.person("cara"))
    assert "3. cara: 0 points, S-B 0, 2/2 games" in alts(cards(chat)[0])[0]


async def test_it_closes_with_a_podium(chat: Chat) -> None:
    code = await filled(chat, "astrid", "bjorn", "cara")
    await resign_all(chat, code, chat.person("cara"))
    await resign_all(chat, code, chat.person("bjorn"))
    card, closing = cards(chat)
    assert "the cup is over" in words_of(closing)
    assert "**astrid** wins it." in words_of(closing)
    assert alts(closing)[0].splitlines()[1:] == [
        "1. astrid: 2 points",
        "2. bjorn: 1 points",
        "3. cara: 0 points",
    ]
    assert not holds(card, "cup-withdraw")


async def test_withdrawing_is_asked_twice(chat: Chat) -> None:
    code = await filled(chat, "astrid", "bjorn", "cara")
    (card,) = cards(chat)
    asked = (await chat.person("bjorn").click(card, label="Withdraw")).response
    assert "the 2 games you still play" in words_of(asked)
    assert "none of them would count" in words_of(asked)
    games = await db.games.find_many(chat.store, await db.cups.seats_by_game(chat.store, code))
    assert {game.status for game in games.values()} == {"running"}
    await chat.person("bjorn").click(asked, custom_id=tap_named(asked, "cup-withdrawn"))
    assert "bjorn: withdrawn" in alts(cards(chat)[0])[0]
    other = (await chat.person("eira").click(cards(chat)[0], label="Withdraw")).response
    assert "not in this cup" in words_of(other)


async def test_the_cups_of_a_server_are_shown_in_private_and_posted_with_one_tap(chat: Chat) -> None:
    code = await filled(chat, "astrid", "bjorn", "cara")
    listed = (await chat.person("eira").slash(chat.channel, "club cup")).response
    assert f"`{code}`: being played" in words_of(listed)
    shown = (
        await chat.person("eira").select(listed, [code], custom_id=tap_named(listed, "cup-choose"))
    ).response
    assert "astrid" in alts(shown)[0]
    before = len(chat.channel.history())
    await chat.person("eira").click(shown, label="Post here")
    assert len(chat.channel.history()) == before + 1
    posted = chat.channel.last_message
    assert "astrid" in alts(posted)[0]
    assert taps(posted) == {}


def said_in(chat: Chat) -> list[discord.Message]:
    """What Skald said in the channel, without Discord's own word of new threads."""
    return [each for each in chat.channel.history() if each.type is discord.MessageType.default]


async def test_the_channel_holds_one_table_that_leads_to_all_games(chat: Chat) -> None:
    code = await filled(chat, "astrid", "bjorn", "cara", "dag")
    (card,) = said_in(chat)
    assert "cup" in words_of(card)
    threads = {f"<#{thread.id}>" for thread in chat.channel.threads}
    assert len(threads) == 6
    assert all(way in words_of(card) for way in threads)
    assert all(taps(thread.history()[0]) for thread in chat.channel.threads), "each game is played in its own"
    await resign_all(chat, code, chat.person("dag"))
    (card,) = said_in(chat)
    running, over = (words_of(card).split("Still being played: ")[1]).split("-# Over: ")
    assert (running.count("<#"), over.count("<#")) == (3, 3)
    assert all(way in running + over for way in threads), "those that are over too"
