"""Leaderboards: rankings, periods, hidden users.

Covers `bot/views/standings_text.py`.
"""

import pytest

import db
from bot.chat.club.leaderboard import ROWS_PER_PAGE, BoardQuery, absence_text, clamp_page, parse_query
from bot.chat.interactions import requests
from bot.i18n import locale_for
from bot.standings.ratings import IDLE_AFTER_MS, OVERALL
from bot.standings.seasons import month_at, season_at
from db.clock import DAY
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, alt_texts, text_of
from tests.chat.finished_games import record_finished_games
from tests.standings.finished_games import FinishedGame, insert_finished_games, random_games
from tests.standings.played_games import MAX_MOVES, make_actor, play_random_turns


@pytest.mark.parametrize("number", [0, 1, 3, 26, 500])
async def test_a_board_of_so_many_people(chat: Chat, number: int) -> None:
    reader = chat.user("astrid")
    people = [reader.id, *range(1, number)]
    if number:
        games = [
            FinishedGame(chat.service.now() - turn * 1000, [[one], [other]])
            for turn in (1, 2)
            for one, other in zip(people, (*people[1:], 10**6), strict=True)
        ]
        await record_finished_games(chat, games, astrid="astrid")
    answer = (await reader.slash(chat.channel, "leaderboard")).response
    (alt,) = alt_texts(answer)
    lines = [line for line in alt.splitlines() if line[0].isdigit()]
    assert len(alt) <= 1024
    shown = min(number + bool(number), 11)
    own = [line for line in lines if ". astrid: " in line]
    assert len(own) == bool(number)
    assert len(lines) in (shown, shown + 1)
    assert lines[:shown] == sorted(lines[:shown], key=lambda line: int(line.partition(".")[0]))
    if number == 0:
        assert "No rated game yet" in alt
        assert "/new" in text_of(answer)
    while any(label == "Next" for label in enabled_components(answer).values()):
        answer = (await reader.click(answer.message, label="Next")).response
        assert ". astrid: " in alt_texts(answer)[0]
        if number == 500:
            break


async def test_a_board_is_turned_from_its_first_page_to_its_last(chat: Chat) -> None:
    reader, people = chat.user("astrid"), range(1, 24)
    games = [FinishedGame(chat.service.now() - one * 1000, [[one], [one + 1]]) for one in people]
    await record_finished_games(chat, games)
    answer = (await reader.slash(chat.channel, "leaderboard")).response
    places: list[list[int]] = []
    while True:
        lines = [line for line in alt_texts(answer)[0].splitlines() if line[0].isdigit()]
        places.append([int(line.partition(".")[0]) for line in lines])
        if "Next" not in enabled_components(answer).values():
            break
        answer = (await reader.click(answer.message, label="Next")).response
    assert sum(map(len, places)) == 24
    assert len(places) == 3
    assert (places[0][0], places[-1][-1]) == (1, 24)


async def test_a_board_ranks_by_strength_and_those_who_tie_share_a_place(chat: Chat) -> None:
    a, b, c = (chat.user(name).id for name in ("astrid", "bjorn", "cara"))
    await record_finished_games(
        chat,
        [FinishedGame(chat.service.now() - DAY, [[a], [b, c]], scores=(40, 30, 30))],
        astrid="astrid",
        bjorn="bjorn",
        cara="cara",
    )
    answer = (await chat.user("bjorn").slash(chat.channel, "leaderboard", game="lofoten")).response
    lines = alt_texts(answer)[0].splitlines()
    assert lines[0] == "Lofoten, All time"
    assert [line.partition(":")[0] for line in lines[1:]] == ["1. astrid", "2. bjorn", "2. cara"]
    assert "?" in lines[1]
    assert "1 game, 1 victory, best 40, ▲" in lines[1]
    assert "1 game, 0 victories, best 30, ▼" in lines[2]


async def test_boards_speak_the_readers_language(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = chat.user("astrid").id, chat.user("bjorn").id
    await record_finished_games(
        chat, [FinishedGame(chat.service.now() - 1000, [[a], [b]])], astrid="astrid", bjorn="bjorn"
    )
    monkeypatch.setattr(requests, "locale_for", lambda _: locale_for("fr"))
    answer = (await chat.user("astrid").slash(chat.channel, "leaderboard")).response
    first, second = alt_texts(answer)[0].splitlines()[:2]
    assert first == "Tous les jeux, Depuis toujours"
    assert second.endswith("1 partie, 1 victoire, ▲")
    assert "Quel jeu" in enabled_components(answer).values()
    profile = (await chat.user("astrid").slash(chat.channel, "club profile")).response
    assert "Contre bjorn : 1 devant" in alt_texts(profile)[0].replace("\N{NO-BREAK SPACE}", " ")


async def test_seasons_and_months_count_points_of_places(chat: Chat) -> None:
    a, b, c = (chat.user(name).id for name in ("astrid", "bjorn", "cara"))
    games = [
        FinishedGame(month_at(chat.service.now()).start, [[a], [b], [c]]),
        FinishedGame(month_at(chat.service.now()).start + DAY, [[b, c], [a]]),
        FinishedGame(season_at(chat.service.now()).start - 1, [[c], [a]]),
        FinishedGame(chat.service.now(), [[c], [a]], rated=False),
    ]
    await record_finished_games(chat, games, astrid="astrid", bjorn="bjorn", cara="cara")
    reader = chat.user("astrid")
    board = (await reader.slash(chat.channel, "leaderboard", period="season")).response
    lines = alt_texts(board)[0].splitlines()[1:]
    assert [line.split(",")[0] for line in lines] == ["1. bjorn: 16", "2. astrid: 13", "2. cara: 13"]
    menu = find_custom_id(board, "leaders-period")
    monthly = (await reader.select(board.message, ["month"], custom_id=menu)).response
    assert [line.split(",")[0] for line in alt_texts(monthly)[0].splitlines()[1:]] == [
        "1. bjorn: 16",
        "2. astrid: 13",
        "2. cara: 13",
    ]


async def test_who_rests_is_hidden_and_loses_nothing(chat: Chat) -> None:
    a, b = chat.user("astrid").id, chat.user("bjorn").id
    await record_finished_games(
        chat,
        [FinishedGame(chat.service.now() - IDLE_AFTER_MS - DAY, [[a], [b]])],
        astrid="astrid",
        bjorn="bjorn",
    )
    answer = (await chat.user("astrid").slash(chat.channel, "leaderboard")).response
    assert "astrid" not in alt_texts(answer)[0]
    assert "/new" in text_of(answer)
    c = chat.user("cara").id
    await record_finished_games(
        chat, [FinishedGame(chat.service.now() - DAY, [[c], [b]], code="LATER")], cara="cara"
    )
    answer = (await chat.user("astrid").slash(chat.channel, "leaderboard")).response
    assert "astrid" not in alt_texts(answer)[0]
    assert "90 days" in text_of(answer)
    ratings = await db.ratings.ratings_by_title(chat.store, a, chat.guild.id)
    assert ratings["*"].mu > 25


async def test_solo_scores_have_a_board_of_their_own(chat: Chat) -> None:
    a, b = chat.user("astrid").id, chat.user("bjorn").id
    now = chat.service.now()
    games = [
        FinishedGame(now - 3 * DAY, [[a]], key="explorers", scores=(33,), favourites=(("scout", "hero"),)),
        FinishedGame(now - 2 * DAY, [[a]], key="explorers", scores=(28,), favourites=(("scout", "queen"),)),
        FinishedGame(now - 1 * DAY, [[b]], key="explorers", scores=(35,), favourites=(("tyrant", "hero"),)),
    ]
    await record_finished_games(chat, games, astrid="astrid", bjorn="bjorn")
    board = (await chat.user("astrid").slash(chat.channel, "leaderboard", game="explorers-solo")).response
    lines = alt_texts(board)[0].splitlines()[1:]
    assert [line.partition(" (")[0] for line in lines] == ["1. bjorn: 35", "2. astrid: 33"]
    assert "Scout and Hero" in lines[1]
    assert lines[1].endswith("2 games")


async def test_a_solo_game_played_to_its_end_is_on_the_solo_board(chat: Chat) -> None:
    code = await chat.start_game("astrid", game="explorers", pace="none")
    service = chat.service
    await play_random_turns(service, code, [make_actor(chat.user("astrid").id, "astrid")], MAX_MOVES)
    outcome = (await chat.snapshot(code)).outcome()
    assert outcome is not None
    board = (await chat.user("astrid").slash(chat.channel, "leaderboard", game="explorers-solo")).response
    assert alt_texts(board)[0].splitlines()[1].startswith(f"1. astrid: {outcome.totals[0]} (")


@pytest.mark.parametrize(
    "name", ["", "אסטריד", "🛡️" * 20, "a" * 100, "**astrid** <@123456789012345678> [x](y)"]
)
async def test_any_name_stands_on_a_board(chat: Chat, name: str) -> None:
    a, b = chat.user("astrid").id, chat.user("bjorn").id
    await record_finished_games(
        chat, [FinishedGame(chat.service.now() - DAY, [[a], [b]])], astrid=name, bjorn="bjorn"
    )
    answer = (await chat.user("bjorn").slash(chat.channel, "leaderboard")).response
    lines = alt_texts(answer)[0].splitlines()
    assert lines[1].startswith(f"1. {(name or '—')[:20]}")
    history = (await chat.user("bjorn").slash(chat.channel, "club history")).response
    assert "<@123456789012345678>" not in text_of(history)


async def test_boards_belong_to_one_server(chat: Chat) -> None:
    a, b = chat.user("astrid").id, chat.user("bjorn").id
    await insert_finished_games(
        chat.store, 999, random_games([a, b], 6, until=chat.service.now()), {a: "astrid", b: "bjorn"}
    )
    answer = (await chat.user("astrid").slash(chat.channel, "leaderboard")).response
    assert "No rated game yet" in alt_texts(answer)[0]


async def test_a_board_is_posted_with_one_tap_in_the_language_of_the_server(chat: Chat) -> None:
    a, b = chat.user("astrid").id, chat.user("bjorn").id
    await record_finished_games(
        chat, [FinishedGame(chat.service.now() - 1, [[a], [b]])], astrid="astrid", bjorn="bjorn"
    )
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, language="fr")
    board = (await chat.user("eira").slash(chat.channel, "leaderboard")).response
    before = len(chat.channel.history())
    await chat.user("eira").click(board, label="Post here")
    assert len(chat.channel.history()) == before + 1
    shown = chat.channel.last_message
    assert "Tous les jeux" in alt_texts(shown)[0]
    assert "astrid" in alt_texts(shown)[0]
    assert enabled_components(shown) == {}


@pytest.mark.parametrize(
    ("args", "query"),
    [
        ((), BoardQuery(OVERALL, "ever", 0)),
        (("lofoten", "month", "2"), BoardQuery("lofoten", "month", 2)),
        (("lofoten", "decade", "x"), BoardQuery("lofoten", "ever", 0)),
    ],
)
def test_a_board_is_read_from_its_button(args: tuple[str, ...], query: BoardQuery) -> None:
    assert parse_query(args) == query


@pytest.mark.parametrize(
    ("wanted", "lines", "shown"),
    [
        (0, 0, (0, 1)),
        (5, ROWS_PER_PAGE, (0, 1)),
        (1, ROWS_PER_PAGE + 1, (1, 2)),
        (-1, ROWS_PER_PAGE + 1, (0, 2)),
    ],
)
def test_a_page_of_a_board_is_one_that_exists(wanted: int, lines: int, shown: tuple[int, int]) -> None:
    assert clamp_page(wanted, lines) == shown


async def test_who_is_not_on_a_board_is_told_why(store: db.Store) -> None:
    async def why(user: int, period: str = "ever") -> str:
        async with store.read() as reads:
            return await absence_text(reads, locale_for("en"), 7, BoardQuery("lofoten", period), user)

    old, recent = store.now - IDLE_AFTER_MS - DAY, store.now - IDLE_AFTER_MS + DAY
    games = [FinishedGame(old, [[1], [2]], code="OLD"), FinishedGame(recent, [[3], [4]], code="NEW")]
    await insert_finished_games(store, 7, games)
    async with store.write() as tx:
        await db.users.update_preferences(tx, 2, hidden=True)
    assert "inactive: no rated game for 90 days" in await why(1)
    assert "You’re hidden from leaderboards" in await why(2)
    assert await why(3) == ""
    assert "no rated game in this period" in await why(3, "month")
    assert "no rated game here yet" in await why(5)
