"""Cups: the card, its updates in place, withdrawing, the podium."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

import db
from bot.chat.club import cups as cup_cards
from bot.chat.club.cups import (
    CupDetails,
    add_signup,
    cup_alt_text,
    cup_cell,
    cup_podium_message,
    cup_title,
    cup_view,
    game_lines,
    status_text,
)
from bot.chat.messages import MessageBuilder
from bot.i18n import locale_for
from bot.play.notify.cup_games import CupStandings
from bot.standings.cups import Score, cup_table
from bot.standings.seasons import month_at
from db.users import DisplayName
from render.standings.views import CupCell
from rules import GAMES
from tests.chat.components import enabled_components, find_custom_id, has_component
from tests.chat.discord_driver import Chat, alt_texts, text_of


def cup_messages(chat: Chat) -> list[discord.Message]:
    """Returns the messages about cups in the channel."""
    return [message for message in chat.channel.history() if "cup" in text_of(message)]


async def start_cup(chat: Chat, *names: str, game: str = "lofoten") -> str:
    host, *others = (chat.user(name) for name in names)
    await host.slash(chat.channel, "club cup", game=game, size=str(len(names)))
    (card,) = cup_messages(chat)
    for other in others:
        await other.click(card, label="Join")
    (cup,) = await db.cups.list_for_server(chat.store, chat.guild.id, ("running",))
    return cup.code


async def resign_all(chat: Chat, cup: str, loser: Any) -> None:
    for game, seated in (await db.cups.seats_by_game(chat.store, cup)).items():
        if any(one.person == loser.id for one in seated) and (await chat.snapshot(game)).is_running:
            asked = (await loser.slash(chat.channel, "table resign", table=game)).response
            await loser.click(asked, label="Resign")


async def test_the_card_gathers_then_shows_the_table_in_place(chat: Chat) -> None:
    host = chat.user("astrid")
    opened = (await host.slash(chat.channel, "club cup", game="lofoten", size="3")).response
    assert "starts when 3 players have joined" in text_of(opened)
    (card,) = cup_messages(chat)
    assert card.flags.suppress_notifications
    assert "2 free places" in text_of(card)
    assert "Each plays 2 games" in text_of(card)
    listed = (await chat.user("eira").slash(chat.channel, "club cup")).response
    assert "open, 2 places left" in text_of(listed)
    await chat.user("bjorn").click(card, label="Join")
    await chat.user("cara").click(card, label="Join")
    (card,) = cup_messages(chat)
    assert "1. astrid: 0 points, S-B 0, 0/2 games" in alt_texts(card)[0]
    assert len(chat.channel.threads) == 3
    assert not has_component(card, "cup-join")
    (cup,) = await db.cups.list_for_server(chat.store, chat.guild.id, ("running",))
    await resign_all(chat, cup.code, chat.user("cara"))
    assert "3. cara: 0 points, S-B 0, 2/2 games" in alt_texts(cup_messages(chat)[0])[0]


async def test_it_closes_with_a_podium(chat: Chat) -> None:
    none = (await chat.user("eira").slash(chat.channel, "club cup")).response
    assert "No cup here right now." in text_of(none)
    results = chat.guild.create_text_channel("results")
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, settings=db.ServerSettings(results=results.id))
    code = await start_cup(chat, "astrid", "bjorn", "cara")
    await resign_all(chat, code, chat.user("cara"))
    await resign_all(chat, code, chat.user("bjorn"))
    card, closing = cup_messages(chat)
    (elsewhere,) = (one for one in results.history() if "cup" in text_of(one))
    assert text_of(elsewhere) == text_of(closing)
    assert "the cup is over" in text_of(closing)
    assert "**astrid** wins it." in text_of(closing)
    assert alt_texts(closing)[0].splitlines()[1:] == [
        "1. astrid: 2 points",
        "2. bjorn: 1 points",
        "3. cara: 0 points",
    ]
    assert not has_component(card, "cup-withdraw")


async def test_withdrawing_is_asked_twice(chat: Chat) -> None:
    code = await start_cup(chat, "astrid", "bjorn", "cara")
    (card,) = cup_messages(chat)
    asked = (await chat.user("bjorn").click(card, label="Withdraw from the cup")).response
    assert "the 2 games you still play" in text_of(asked)
    assert "none of them would count" in text_of(asked)
    games = await db.games.find_many(chat.store, await db.cups.seats_by_game(chat.store, code))
    assert {game.status for game in games.values()} == {"running"}
    await chat.user("bjorn").click(asked, custom_id=find_custom_id(asked, "cup-withdrawn"))
    assert "bjorn: withdrawn" in alt_texts(cup_messages(chat)[0])[0]
    other = (await chat.user("eira").click(cup_messages(chat)[0], label="Withdraw from the cup")).response
    assert "not in this cup" in text_of(other)


async def test_the_cups_of_a_server_are_shown_in_private_and_posted_with_one_tap(chat: Chat) -> None:
    code = await start_cup(chat, "astrid", "bjorn", "cara")
    listed = (await chat.user("eira").slash(chat.channel, "club cup")).response
    assert f"`{code}`: being played" in text_of(listed)
    shown = (
        await chat.user("eira").select(listed, [code], custom_id=find_custom_id(listed, "cup-choose"))
    ).response
    assert "astrid" in alt_texts(shown)[0]
    before = len(chat.channel.history())
    await chat.user("eira").click(shown, label="Post here")
    assert len(chat.channel.history()) == before + 1
    posted = chat.channel.last_message
    assert "astrid" in alt_texts(posted)[0]
    assert enabled_components(posted) == {}


def default_messages(chat: Chat) -> list[discord.Message]:
    """Returns Skald's messages in the channel, without Discord's notices about new threads."""
    return [each for each in chat.channel.history() if each.type is discord.MessageType.default]


async def test_the_channel_holds_one_table_that_leads_to_all_games(chat: Chat) -> None:
    code = await start_cup(chat, "astrid", "bjorn", "cara", "dag")
    (card,) = default_messages(chat)
    assert "cup" in text_of(card)
    threads = {f"<#{thread.id}>" for thread in chat.channel.threads}
    assert len(threads) == 6
    assert all(way in text_of(card) for way in threads)
    assert all(enabled_components(thread.history()[0]) for thread in chat.channel.threads), (
        "each game is played in its own"
    )
    await resign_all(chat, code, chat.user("dag"))
    (card,) = default_messages(chat)
    running, over = (text_of(card).split("Still being played: ")[1]).split("-# Over: ")
    assert (running.count("<#"), over.count("<#")) == (3, 3)
    assert all(way in running + over for way in threads), "those that are over too"


ENGLISH = locale_for("en")
CUP = db.Cup(server=1, channel=60, key="lofoten", pace="slow", size=3, code="CUP1", status="running")


@pytest.mark.parametrize(
    ("score", "cell"),
    [
        (Score(0, 0, 1), CupCell(text="·")),
        (Score(2, 1, 1), CupCell(taken="more", text="1")),
        (Score(1, 1, 1), CupCell(taken="level", text="½")),
        (Score(0, 1, 1), CupCell(taken="less", text="0")),
        (Score(1, 2, 2), CupCell(taken="less", text="½")),
        (Score(3, 2, 2), CupCell(taken="more", text="1.5")),
        (Score(2, 2, 2), CupCell(taken="level", text="1")),
    ],
)
def test_a_cell_of_the_table_shows_who_took_more_of_the_meetings(score: Score, cell: CupCell) -> None:
    assert cup_cell(ENGLISH, score) == cell


def cup_of_three(*, struck: frozenset[int] = frozenset()) -> CupDetails:
    """Returns a cup of three duels, of which two are over: 1 beat 2, and 2 beat 3."""
    lines = cup_table((1, 2, 3), struck, [{1: 1, 2: 2}, {2: 1, 3: 2}, {1: None, 3: None}])
    games: dict[str, Any] = {
        code: SimpleNamespace(status=status, thread=thread, channel=60)
        for code, status, thread in (("A", "over", 71), ("B", "over", None), ("C", "running", 73))
    }
    names: dict[int | None, DisplayName] = {
        person: DisplayName(name, hidden=False) for person, name in ((1, "astrid"), (2, "bjorn"), (3, "cara"))
    }
    return CupDetails(CupStandings(CUP, (), {}, lines), names, games)


def test_the_table_of_a_cup_counts_points_meetings_and_games() -> None:
    view = cup_view(ENGLISH, "Lofoten", cup_of_three())
    assert view.subtitle == "Cup CUP1 · 2/3"
    assert [(row.place, row.name, row.points, row.worth, row.played) for row in view.rows] == [
        (1, "astrid", "1", "1", "1/2"),
        (2, "bjorn", "1", "0", "2/2"),
        (3, "cara", "0", "0", "1/2"),
    ]
    assert [[cell and cell.text for cell in row.cells] for row in view.rows] == [
        [None, "1", "·"],
        ["0", None, "1"],
        ["·", "0", None],
    ]


def test_the_table_of_a_cup_is_read_out_with_those_who_withdrew() -> None:
    details = cup_of_three(struck=frozenset({3}))
    view = cup_view(ENGLISH, "Lofoten", details)
    first, *lines = cup_alt_text(ENGLISH, view, details.standings.lines).splitlines()
    assert first == "Lofoten, Cup CUP1 · 2/3"
    assert lines[0] == "1. astrid: 1 point, S-B 0, 1/2 games"
    assert lines[2].endswith("cara: withdrawn")


def test_the_games_of_a_cup_are_linked_by_thread_or_channel() -> None:
    assert [*game_lines(ENGLISH, cup_of_three())] == ["Still being played: <#73>", "-# Over: <#71> <#60>"]


def test_a_cup_is_listed_with_its_free_places_and_a_link_once_it_has_a_card() -> None:
    assert status_text(ENGLISH, CUP, 3) == "being played"
    gathering = replace(CUP, status="gathering", message=90)
    link = " · https://discord.com/channels/1/60/90"
    assert status_text(ENGLISH, gathering, 1) == "open, 2 places left" + link
    assert status_text(ENGLISH, gathering, 2) == "open, 1 place left" + link


def test_a_division_of_a_league_is_named_with_its_month() -> None:
    context: Any = SimpleNamespace(games=GAMES)
    assert cup_title(context, ENGLISH, CUP) == "Lofoten: a cup"
    march = month_at(1_773_000_000_000).start
    division = replace(CUP, division=2, month=march)
    assert cup_title(context, ENGLISH, division) == "Lofoten: division 2, March"


@pytest.mark.parametrize("buttons", [True, False])
def test_a_cup_that_gathers_says_what_those_who_join_agree_to(buttons: bool) -> None:
    entrants = (db.CupEntrant("CUP1", 1, 0), db.CupEntrant("CUP1", 2, 0))
    details = CupDetails(CupStandings(replace(CUP, key="borealis", size=5), entrants, {}, ()), {}, {})
    context: Any = SimpleNamespace(games=GAMES)
    card = add_signup(MessageBuilder(), context, ENGLISH, details, buttons=buttons)
    text = "\n".join(part for part in card.parts if isinstance(part, str))
    assert text.startswith("1. <@1>\n2. <@2>\n-# 3 free places\n")
    assert "It starts when 5 players have joined." in text
    assert "one point for each player you beat at a table" in text
    assert "Skald uses one away day" in text
    assert any(isinstance(part, list) for part in card.parts) is buttons


@pytest.mark.parametrize(
    ("row", "heading", "note"),
    [
        (CUP, "Lofoten: the cup is over", "Open another cup"),
        (
            replace(CUP, division=2, month=month_at(1_773_000_000_000).start),
            "Lofoten: division 2, March is over",
            "First place moves up",
        ),
    ],
)
async def test_a_podium_names_the_cup_or_the_division_without_those_who_withdrew(
    row: db.Cup, heading: str, note: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Any] = []

    async def podium_message(_: Any, __: Any, *parts: Any) -> None:
        shown.extend(parts)

    monkeypatch.setattr(cup_cards, "podium_message", podium_message)
    details = cup_of_three(struck=frozenset({3}))
    details = replace(details, standings=replace(details.standings, cup=row))
    context: Any = SimpleNamespace(games=GAMES)
    await cup_podium_message(context, ENGLISH, details)
    assert shown[0] == heading
    assert [(place.place, place.name, place.points) for place in shown[1].places] == [
        (1, "astrid", "1"),
        (2, "bjorn", "0"),
    ]
    assert note in shown[2]
