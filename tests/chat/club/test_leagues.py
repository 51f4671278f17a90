"""Leagues: joining and leaving, the rules, the standings of the divisions.

Covers `bot/chat/club/clubs_list.py`.
"""

from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.club.leagues import LeagueMonth, initial_page, league_view, names_list
from bot.i18n import locale_for
from bot.play.club import leagues
from bot.play.core.authorization import Actor
from bot.play.notify.cup_games import CupStandings
from bot.standings.cups import TablePlaces, cup_table
from bot.standings.seasons import month_at
from db.users import DisplayName
from tests.chat.components import has_component
from tests.chat.discord_driver import Chat, alt_texts, text_of


async def test_somebody_founds_a_league_and_is_told_the_rules_first(chat: Chat) -> None:
    astrid = chat.user("astrid")
    none = (await astrid.slash(chat.channel, "club league")).response
    assert "No league here yet" in text_of(none)
    shown = (await astrid.slash(chat.channel, "club league", game="lofoten")).response
    assert "4 more are needed by then" in text_of(shown)
    assert "Games still running at the end of the month are decided" in text_of(shown)
    on = await astrid.click(shown, label="Join the league")
    assert "Signed up: astrid" in text_of(on.response)
    assert "3 more are needed" in text_of(on.response)
    await astrid.click(on.response, label="Leave the league")
    listed = (await astrid.slash(chat.channel, "club league")).response
    assert "Lofoten: 0 signed up" in text_of(listed)


async def test_it_is_posted_and_others_sign_on_from_there(chat: Chat) -> None:
    astrid = chat.user("astrid")
    shown = (await astrid.slash(chat.channel, "club league", game="lofoten")).response
    on = await astrid.click(shown, label="Join the league")
    await astrid.click(on.response, label="Post here")
    card = chat.channel.last_message
    joined = await chat.user("bjorn").click(card, label="Join the league")
    assert joined.response.ephemeral
    assert "Signed up: astrid and bjorn" in text_of(joined.response)


async def test_the_divisions_stand_in_the_channel_from_the_first_on(chat: Chat) -> None:
    people = [chat.user(name) for name in ("astrid", "bjorn", "cara", "dag")]
    for person in people:
        shown = (await person.slash(chat.channel, "club league", game="lofoten")).response
        await person.click(shown, label="Join the league")
    await chat.env.advance_time(32 * 24 * 3600)
    cards = [message for message in chat.channel.history() if "division 1" in text_of(message)]
    assert len(cards) == 1
    assert has_component(cards[0], "cup-withdraw")
    shown = (await people[0].slash(chat.channel, "club league", game="lofoten")).response
    (picture,) = alt_texts(shown)
    assert "Division 1: astrid · bjorn · cara · dag" in picture, "nobody has a place yet"
    assert "Signed on" not in text_of(shown), "all who have signed on play"
    (game, *_) = await db.players.list_games(chat.store, people[3].id)
    asked = (await people[3].slash(chat.channel, "table resign", table=game.code)).response
    await people[3].click(asked, label="Resign")
    shown = (await people[0].slash(chat.channel, "club league", game="lofoten")).response
    (picture,) = alt_texts(shown)
    places = picture.split("Division 1: ")[1].split(" · ")
    assert places[0].startswith("1. ")
    assert places[0].endswith(" 1"), "whoever met dag has a point"
    assert [place.split(".")[0] for place in places] == ["1", "2", "2", "2"]


async def create_division(tx: db.Transaction, chat: Chat, key: str, division: int, *people: int) -> None:
    """Create a division of this month's league with these entrants."""
    month = month_at(tx.now).start
    terms = {"server": chat.guild.id, "channel": chat.channel.id, "key": key, "pace": "slow", "size": 4}
    cup = await db.cups.create(tx, db.Cup(**terms, month=month, division=division))
    await db.cups.add_entrants(tx, cup, *people)


async def test_a_large_league_is_shown_by_pages_the_reader_s_own_first(chat: Chat) -> None:
    people = [chat.user(f"viking {number}") for number in range(44)]
    visitors = [Actor(one.id, f"viking {number}", "en-GB") for number, one in enumerate(people)]
    for one in visitors:
        await leagues.sign_on(
            chat.service, "borealis", one, server=chat.guild.id, channel=chat.channel.id, pace="slow"
        )
    async with chat.store.write() as tx:
        for number in range(11):
            seated = [one.id for one in visitors[4 * number : 4 * number + 4]]
            await create_division(tx, chat, "borealis", number + 1, *seated)
    shown = (await people[43].slash(chat.channel, "club league", game="borealis")).response
    assert "Division 11: viking 40" in alt_texts(shown)[0]
    first = (await people[43].click(shown, label="Divisions 1–8")).response
    assert "Division 11" not in alt_texts(first)[0]
    assert "Division 8" in alt_texts(first)[0]
    await people[43].click(first, label="Post here")
    assert "Division 8" in alt_texts(chat.channel.last_message)[0], "the page that stood before them"


async def test_the_divisions_of_a_league_are_read_together(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    entrants_of = db.cups.list_entrants

    async def counted(reads: db.Reads, *codes: str) -> tuple[db.CupEntrant, ...]:
        asked.append(len(codes))
        return await entrants_of(reads, *codes)

    monkeypatch.setattr(db.cups, "list_entrants", counted)
    person = chat.user("astrid")
    async with chat.store.write() as tx:
        await db.leagues.create(tx, db.League(chat.guild.id, "lofoten", chat.channel.id, "slow", tx.now))
        await db.users.update(tx, person.id, name="astrid")
        for number in range(3):
            await create_division(tx, chat, "lofoten", number + 1, person.id)
    shown = (await person.slash(chat.channel, "club league", game="lofoten")).response
    assert "Division 3: astrid" in alt_texts(shown)[0]
    assert asked == [3]


def month_of(divisions: int, *tables: TablePlaces) -> LeagueMonth:
    """Returns a month whose divisions have three players each and finished the same tables.

    The players of the first division are 11, 12 and 13.
    """
    found = []
    names: dict[int | None, DisplayName] = {}
    for number in range(1, divisions + 1):
        people = [10 * number + each for each in (1, 2, 3)]
        names |= {person: DisplayName(f"viking {person}", hidden=False) for person in people}
        played = [{10 * number + each: place for each, place in table.items()} for table in tables]
        cup: Any = SimpleNamespace(division=number)
        found.append(CupStandings(cup, (), {}, cup_table(people, frozenset(), played)))
    return LeagueMonth("slow", (), tuple(found), names)


def test_first_places_move_up_and_last_places_down_once_something_was_played() -> None:
    def moves(month: LeagueMonth) -> list[list[str]]:
        view = league_view(locale_for("en"), "Lofoten", month_at(0), month, 0)
        return [[row.moves for row in each.rows] for each in view.divisions]

    tables = ({1: 1, 2: 2}, {2: 1, 3: 2}, {1: 1, 3: 2})
    assert moves(month_of(3, *tables)) == [["", "", "down"], ["up", "", "down"], ["up", "", ""]]
    assert moves(month_of(1, *tables)) == [["", "", ""]]
    unplayed: TablePlaces = {1: None, 2: None}
    assert moves(month_of(2, unplayed)) == [["", "", ""], ["", "", ""]]


def test_a_page_of_divisions_stays_within_the_league_and_begins_with_ones_own() -> None:
    month = month_of(9)
    assert [initial_page(month, None, reader) for reader in (11, 83, 91, 5)] == [0, 0, 1, 0]
    assert [initial_page(month, wanted, 11) for wanted in (0, 1, 2)] == [0, 1, 1]
    assert initial_page(month_of(0), 3, 11) == 0


def test_of_many_names_twenty_are_listed_and_the_others_counted() -> None:
    english, names = locale_for("en"), [f"viking {number}" for number in range(22)]
    assert names_list(english, names[:20]).endswith("viking 18, and viking 19")
    assert names_list(english, names).endswith("viking 19, and 2 others")
    assert "viking 20" not in names_list(english, names)
