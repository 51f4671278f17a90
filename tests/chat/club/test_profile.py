"""Profiles: results, rivals, favourites."""

from typing import Any

import pytest

import db
from bot.chat.club.profile import (
    ProfileData,
    elsewhere_text,
    opponents_text,
    profile_alt_text,
    profile_view,
    rating_text,
)
from bot.chat.interactions import requests
from bot.chat.messages import CustomId
from bot.i18n import locale_for
from bot.play.account import preferences
from bot.play.turns.opponents import OPPONENTS_BY_ID
from bot.standings.ratings import PROVISIONAL_BELOW_GAMES
from db.clock import DAY
from db.users import DisplayName
from rules import GAMES
from tests.chat.components import enabled_components
from tests.chat.discord_driver import Chat, alt_texts, send_component, text_of
from tests.chat.finished_games import record_finished_games
from tests.standings.finished_games import FinishedGame, game_results, insert_finished_games


async def test_who_hides_is_on_no_board_and_nobody_reads_the_profile(chat: Chat) -> None:
    a, b = chat.user("astrid").id, chat.user("bjorn").id
    await record_finished_games(
        chat, [FinishedGame(chat.service.now() - DAY, [[a], [b]])], astrid="astrid", bjorn="bjorn"
    )
    astrid, bjorn = chat.user("astrid"), chat.user("bjorn")
    profile = (await astrid.slash(chat.channel, "club profile")).response
    hidden = (await astrid.click(profile.message, label="Hide me from leaderboards")).response
    assert "nobody else sees" in text_of(hidden)
    board = (await bjorn.slash(chat.channel, "leaderboard")).response
    assert [line.partition(":")[0] for line in alt_texts(board)[0].splitlines()[1:]] == ["1. bjorn"]
    other = await bjorn.slash(chat.channel, "club profile", person=astrid)
    assert "private" in text_of(other.response)
    mine = (await astrid.slash(chat.channel, "leaderboard")).response
    assert "You’re hidden" in text_of(mine)
    await astrid.click(hidden.message, label="Show me on leaderboards")
    board = (await bjorn.slash(chat.channel, "leaderboard")).response
    assert "1. astrid" in alt_texts(board)[0]


async def test_a_profile_tells_record_rivals_favourites_and_solo_scores(chat: Chat) -> None:
    a, b = chat.user("astrid").id, chat.user("bjorn").id
    now = chat.service.now()
    games = [
        FinishedGame(
            now - 4 * DAY,
            [[a], [b]],
            key="explorers",
            scores=(40, 30),
            favourites=(("hero",), ("queen",)),
        ),
        FinishedGame(
            now - 3 * DAY,
            [[b], [a]],
            key="explorers",
            scores=(52, 41),
            favourites=(("queen",), ("hero",)),
        ),
        FinishedGame(now - 2 * DAY, [[a]], key="explorers", scores=(33,), favourites=(("scout", "hero"),)),
    ]
    await record_finished_games(chat, games, astrid="astrid", bjorn="bjorn")
    other = (
        await chat.user("bjorn").slash(chat.channel, "club profile", person=chat.user("astrid"))
    ).response
    (alt,) = alt_texts(other)
    assert "Explorers of the North Sea: 1 of 2 won (" in alt
    assert "expected) · best 41, usually 40" in alt
    assert "Favourite (Explorers of the North Sea): Hero" in alt
    assert "Explorers of the North Sea, solo: 33" in alt
    assert "Against bjorn: 1 ahead, 1 behind, 0 level" in alt
    assert "Only you see this" not in text_of(other)
    assert not any(name.startswith("skald:hide") for name in enabled_components(other))
    own = (await chat.user("astrid").slash(chat.channel, "club profile")).response
    assert "100% of your moves in time" in text_of(own)


async def test_a_profile_is_posted_with_one_tap_in_the_language_of_the_server(chat: Chat) -> None:
    a, b = chat.user("astrid").id, chat.user("bjorn").id
    games = [FinishedGame(chat.service.now() - days * DAY, [[a], [b]], scores=(20, 10)) for days in (3, 2, 1)]
    await record_finished_games(chat, games, astrid="astrid", bjorn="bjorn")
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, language="fr")
    astrid = chat.user("astrid")
    profile = (await astrid.slash(chat.channel, "club profile")).response
    assert "3 wins in a row" in alt_texts(profile)[0]
    before = len(chat.channel.history())
    await astrid.click(profile, label="Post here")
    assert len(chat.channel.history()) == before + 1
    shown = chat.channel.last_message
    assert "3 victoires de suite" in alt_texts(shown)[0]
    assert "in time" not in text_of(shown), "what only its owner sees is not posted"
    assert enabled_components(shown) == {}


async def test_who_hides_cannot_be_posted_by_anybody(chat: Chat) -> None:
    a, b = chat.user("astrid").id, chat.user("bjorn").id
    await record_finished_games(
        chat, [FinishedGame(chat.service.now() - DAY, [[a], [b]])], astrid="astrid", bjorn="bjorn"
    )
    bjorn = chat.user("bjorn")
    profile = (await bjorn.slash(chat.channel, "club profile", person=chat.user("astrid"))).response
    await preferences.save(chat.service, a, hidden=True)
    before = len(chat.channel.history())
    refused = (await bjorn.click(profile, label="Post here")).followups[0]
    assert "astrid" in text_of(refused)
    assert len(chat.channel.history()) == before


async def test_a_profile_that_was_erased_is_shown_empty_instead_of_posted(chat: Chat) -> None:
    astrid, before = chat.user("astrid"), len(chat.channel.history())
    profile = (await astrid.slash(chat.channel, "club profile")).response
    custom_id = CustomId("profile-post", args=(str(chat.user("bjorn").id),))
    answer = await send_component(astrid, profile, str(custom_id))
    assert "No finished game yet." in text_of(answer.response)
    assert len(chat.channel.history()) == before


@pytest.mark.parametrize(("language", "text"), [("en", "2 games elsewhere"), ("fr", "2 parties ailleurs")])
async def test_a_profile_on_a_server_tells_its_owner_what_it_leaves_out(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, language: str, text: str
) -> None:
    monkeypatch.setattr(requests, "locale_for", lambda _: locale_for(language))
    a, b = chat.user("astrid").id, chat.user("bjorn").id
    ended = chat.service.now() - DAY
    await record_finished_games(chat, [FinishedGame(ended, [[a], [b]])], astrid="astrid", bjorn="bjorn")
    elsewhere = [FinishedGame(ended, [[a], [b]], code=code) for code in ("ELSE1", "ELSE2")]
    await insert_finished_games(chat.store, chat.guild.id + 1, elsewhere, {})
    mine = (await chat.user("astrid").slash(chat.channel, "club profile")).response
    assert text in text_of(mine)
    other = await chat.user("bjorn").slash(chat.channel, "club profile", person=chat.user("astrid"))
    assert text not in text_of(other.response), "what others play elsewhere is their own affair"


ENGLISH = locale_for("en")


def profile_of(*places: int, kudos: int = 0, **data: Any) -> ProfileData:
    """Returns the data of a user who finished duels of Lofoten in these places, the oldest first."""
    results = []
    for number, place in enumerate(places):
        order: list[list[int | None]] = [[1], [2]] if place == 1 else [[2], [1]]
        game = game_results(FinishedGame(number, order, scores=(9, 9)), f"G{number}", 1)
        results += [one for one in game if one.person == 1]
    names: dict[int | None, DisplayName] = {2: DisplayName("bjorn", hidden=False)}
    rest: dict[str, Any] = {"tallies": {}, "ratings": {}, "curves": {}, "meetings": (), **data}
    return ProfileData(
        user=db.User(1), results=results, names=names, successes=(), medals=(0, 0, 0), kudos=kudos, **rest
    )


@pytest.mark.parametrize(
    ("places", "text"),
    [
        ((), ""),
        ((1, 2), ""),
        ((1, 1, 2), "once 2 wins in a row"),
        ((1, 1, 2, 1), "once 2 wins in a row"),
        ((1, 1, 1, 2, 1, 1), "2 wins in a row, once 3"),
        ((2, 1, 1), "2 wins in a row"),
    ],
)
def test_a_profile_mentions_a_streak_from_two_wins_on(places: tuple[int, ...], text: str) -> None:
    assert profile_view(ENGLISH, GAMES, profile_of(*places), "astrid").subtitle == text


def test_a_profile_shows_kudos_and_that_nothing_was_rated() -> None:
    view = profile_view(ENGLISH, GAMES, profile_of(1, kudos=3), "astrid")
    assert [(fact.label, fact.value) for fact in view.facts] == [("Kudos", "3")]
    assert (view.empty, view.first_day, view.last_day) == ("No rated game yet", "", "")
    assert "Kudos: 3" in profile_alt_text(ENGLISH, view)
    assert profile_view(ENGLISH, GAMES, profile_of(1), "astrid").facts == ()


def test_a_profile_draws_a_curve_from_before_the_first_game() -> None:
    steps = [
        db.RatingStep(
            f"G{number}", "lofoten", 1, 1, 25.0 + number, 8.0, 26.0 + number, 8.0, 0.5, number * DAY
        )
        for number in (1, 2)
    ]
    rating = db.Rating(1, "lofoten", 1, 28.0, 8.0, 2, 2 * DAY)
    tally = db.Tally(1, "lofoten", 2, 1, 9)
    data = profile_of(
        2, 1, curves={"lofoten": steps}, ratings={"lofoten": rating}, tallies={"lofoten": tally}
    )
    view = profile_view(ENGLISH, GAMES, data, "astrid")
    (curve,) = view.curves
    assert [(point.at, point.value) for point in curve.points] == [(0, 1040), (DAY, 1080), (2 * DAY, 1120)]
    assert curve.provisional
    assert (view.first_day, view.last_day) == ("2 Jan 1970", "3 Jan 1970")
    (record,) = view.titles
    assert (record.rating, record.provisional) == (1120, True)
    assert record.told == "1 of 2 won (1 expected) · best 9, usually 9"
    assert "Lofoten: 1 of 2 won (1 expected) · best 9, usually 9 · 1120?" in profile_alt_text(ENGLISH, view)


@pytest.mark.parametrize(
    ("games", "text"),
    [
        (PROVISIONAL_BELOW_GAMES - 1, "All games: 1040? ±40"),
        (PROVISIONAL_BELOW_GAMES, "All games: 1040 ±40"),
    ],
)
def test_a_rating_is_marked_as_provisional_until_enough_games(games: int, text: str) -> None:
    assert rating_text(ENGLISH, db.Rating(1, "", 1, 26.0, 1.0, games, 0)) == text
    assert rating_text(ENGLISH, None) == ""


def test_a_game_against_computer_players_is_won_if_all_of_a_level_finish_behind() -> None:
    sailors = [one for one, opponent in OPPONENTS_BY_ID.items() if opponent.level == "sailor"][:2]
    (captain, *_) = [one for one, opponent in OPPONENTS_BY_ID.items() if opponent.level == "captain"]
    met = [
        *(db.results.Encounter("A", sailor, True) for sailor in sailors),
        db.results.Encounter("B", sailors[0], True),
        db.results.Encounter("B", sailors[1], False),
        db.results.Encounter("C", captain, False),
        db.results.Encounter("D", 12345, True),
    ]
    assert opponents_text(ENGLISH, met) == "Against computer players: Sailor 1 : 1 · Captain 0 : 1"
    assert opponents_text(ENGLISH, met[-1:]) == ""


@pytest.mark.parametrize(
    ("left_out", "start"), [(-1, ""), (0, ""), (1, "-# 1 game elsewhere."), (2, "-# 2 games")]
)
def test_a_profile_counts_what_it_leaves_out(left_out: int, start: str) -> None:
    text = elsewhere_text(ENGLISH, left_out)
    assert text.startswith(start)
    assert bool(text) is (left_out > 0)
