"""Standings as people meet them: the final card, boards, profiles, history, export."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import replace

import discord
import pytest
import simcord

from bot import call
from bot.standings import closing
from bot.standings.closing import NIGHTLY
from bot.standings.rating import IDLE_AFTER
from bot.standings.record import begin_season
from bot.standings.seasons import month_at, season_at
from bot.words import words_for
from tests.bot.chat import Chat, alts, late_tap, tap_named, taps, words_of
from tests.bot.past import Played, remember, some_games
from tests.bot.table_talk import MOST_MOVES, some_turns, visitor

DAY = 24 * 3_600_000


async def ended(chat: Chat, *names: str) -> str:
    """A rated game of these people that the last of them gives up, after two turns of everybody."""
    code = await chat.start(*names, game="borealis", rated="yes", pace="slow")
    people = [visitor(chat.person(name).id, name) for name in names]
    await some_turns(chat.skald.house.tables, code, people, 2)
    loser = chat.person(names[-1])
    asked = await loser.slash(chat.channel, "resign", game=code)
    await loser.click(asked.response.message, label="Give up")
    return code


async def past(chat: Chat, games: Sequence[Played], **names: str) -> None:
    known = {chat.person(name).id: called for name, called in names.items()}
    await remember(chat.skald.house.store, chat.guild.id, games, known)


def now(chat: Chat) -> int:
    return chat.skald.house.tables.now()


async def test_a_rated_game_tells_everybody_why_his_number_moved(chat: Chat) -> None:
    code = await ended(chat, "astrid", "bjorn")
    store = chat.skald.house.store
    results = await store.results_of(code)
    assert [(one.place, one.rated, one.counted, one.share) for one in results] == [
        (1, True, True, 1.0),
        (2, True, True, 1.0),
    ]
    card = next(
        message
        for message in reversed(chat.thread().history())
        if any(":why:" in name for name in taps(message))
    )
    assert "**astrid** +105 (1105): won, with a 50 % chance to." in words_of(card)
    assert "**bjorn** −105 (895): place 2 of 2, with a 50 % chance to win." in words_of(card)
    own = await chat.person("astrid").click(card, custom_id=tap_named(card, "why"))
    assert own.ephemeral
    assert "1000 → 1105 (+105)" in words_of(own.response)
    assert "You beat bjorn (1000), given 50 %." in words_of(own.response)
    stranger = await chat.person("eira").click(card, custom_id=tap_named(card, "why"))
    assert "did not change your rating" in words_of(stranger.response)
    astrid = chat.person("astrid")
    history = (await astrid.slash(chat.channel, "history")).response
    assert code in words_of(history)
    assert "1. astrid · 2. bjorn" in words_of(history)
    opened = await astrid.select(history.message, [code], custom_id=tap_named(history, "finished"))
    assert "1. astrid" in words_of(opened.response)
    assert "Replay" in taps(opened.response).values()
    assert "/new" in words_of((await chat.person("eira").slash(chat.channel, "history")).response)


@pytest.mark.parametrize("number", [0, 1, 3, 26, 500])
async def test_a_board_of_so_many_people(chat: Chat, number: int) -> None:
    reader = chat.person("astrid")
    people = [reader.id, *range(1, number)]
    if number:
        games = [
            Played(now(chat) - turn * 1000, [[one], [other]])
            for turn in (1, 2)
            for one, other in zip(people, (*people[1:], 10**6), strict=True)
        ]
        await past(chat, games, astrid="astrid")
    answer = (await reader.slash(chat.channel, "leaderboard")).response
    (alt,) = alts(answer)
    lines = [line for line in alt.splitlines() if line[0].isdigit()]
    assert len(alt) <= 1024
    shown = min(number + bool(number), 11)
    own = [line for line in lines if ". astrid: " in line]
    assert len(own) == bool(number)
    assert len(lines) in (shown, shown + 1)
    assert lines[:shown] == sorted(lines[:shown], key=lambda line: int(line.partition(".")[0]))
    if number == 0:
        assert "No rated game yet" in alt
        assert "/new" in words_of(answer)
    while any(label == "Next" for label in taps(answer).values()):
        answer = (await reader.click(answer.message, label="Next")).response
        assert ". astrid: " in alts(answer)[0]
        if number == 500:
            break


async def test_a_board_ranks_by_strength_and_those_who_tie_share_a_place(chat: Chat) -> None:
    a, b, c = (chat.person(name).id for name in ("astrid", "bjorn", "cara"))
    await past(
        chat,
        [Played(now(chat) - DAY, [[a], [b, c]], scores=(40, 30, 30))],
        astrid="astrid",
        bjorn="bjorn",
        cara="cara",
    )
    answer = (await chat.person("bjorn").slash(chat.channel, "leaderboard", game="lofoten")).response
    lines = alts(answer)[0].splitlines()
    assert lines[0] == "Lofoten, All time"
    assert [line.partition(":")[0] for line in lines[1:]] == ["1. astrid", "2. bjorn", "2. cara"]
    assert "?" in lines[1]
    assert "1 game, 1 victory, best 40, ▲" in lines[1]
    assert "1 game, 0 victories, best 30, ▼" in lines[2]


async def test_boards_speak_the_readers_language(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = chat.person("astrid").id, chat.person("bjorn").id
    await past(chat, [Played(now(chat) - 1000, [[a], [b]])], astrid="astrid", bjorn="bjorn")
    monkeypatch.setattr(call, "words_for", lambda _: words_for("fr"))
    answer = (await chat.person("astrid").slash(chat.channel, "leaderboard")).response
    first, second = alts(answer)[0].splitlines()[:2]
    assert first == "Tous les jeux, Depuis toujours"
    assert second.endswith("1 partie, 1 victoire, ▲")
    assert "Quel jeu" in taps(answer).values()
    profile = (await chat.person("astrid").slash(chat.channel, "profile")).response
    assert "Contre bjorn : 1 devant" in alts(profile)[0].replace("\N{NO-BREAK SPACE}", " ")


async def test_seasons_and_months_count_points_of_places(chat: Chat) -> None:
    a, b, c = (chat.person(name).id for name in ("astrid", "bjorn", "cara"))
    games = [
        Played(month_at(now(chat)).start, [[a], [b], [c]]),
        Played(month_at(now(chat)).start + DAY, [[b, c], [a]]),
        Played(season_at(now(chat)).start - 1, [[c], [a]]),
        Played(now(chat), [[c], [a]], rated=False),
    ]
    await past(chat, games, astrid="astrid", bjorn="bjorn", cara="cara")
    reader = chat.person("astrid")
    board = (await reader.slash(chat.channel, "leaderboard", period="season")).response
    lines = alts(board)[0].splitlines()[1:]
    assert [line.split(",")[0] for line in lines] == ["1. bjorn: 16", "2. astrid: 13", "2. cara: 13"]
    menu = tap_named(board, "leaders-period")
    monthly = (await reader.select(board.message, ["month"], custom_id=menu)).response
    assert [line.split(",")[0] for line in alts(monthly)[0].splitlines()[1:]] == [
        "1. bjorn: 16",
        "2. astrid: 13",
        "2. cara: 13",
    ]


async def test_who_rests_is_hidden_and_loses_nothing(chat: Chat) -> None:
    a, b = chat.person("astrid").id, chat.person("bjorn").id
    await past(chat, [Played(now(chat) - IDLE_AFTER - DAY, [[a], [b]])], astrid="astrid", bjorn="bjorn")
    answer = (await chat.person("astrid").slash(chat.channel, "leaderboard")).response
    assert "astrid" not in alts(answer)[0]
    assert "/new" in words_of(answer)
    c = chat.person("cara").id
    await past(chat, [Played(now(chat) - DAY, [[c], [b]], code="LATER")], cara="cara")
    answer = (await chat.person("astrid").slash(chat.channel, "leaderboard")).response
    assert "astrid" not in alts(answer)[0]
    assert "90 days" in words_of(answer)
    ratings = await chat.skald.house.store.ratings_of(a, chat.guild.id)
    assert ratings["*"].mu > 25


async def test_who_hides_is_on_no_board_and_nobody_reads_the_profile(chat: Chat) -> None:
    a, b = chat.person("astrid").id, chat.person("bjorn").id
    await past(chat, [Played(now(chat) - DAY, [[a], [b]])], astrid="astrid", bjorn="bjorn")
    astrid, bjorn = chat.person("astrid"), chat.person("bjorn")
    profile = (await astrid.slash(chat.channel, "profile")).response
    hidden = (await astrid.click(profile.message, label="Hide me from boards")).response
    assert "nobody else sees" in words_of(hidden)
    board = (await bjorn.slash(chat.channel, "leaderboard")).response
    assert [line.partition(":")[0] for line in alts(board)[0].splitlines()[1:]] == ["1. bjorn"]
    other = await bjorn.slash(chat.channel, "profile", person=astrid)
    assert "private" in words_of(other.response)
    mine = (await astrid.slash(chat.channel, "leaderboard")).response
    assert "You hide" in words_of(mine)
    await astrid.click(hidden.message, label="Show me on boards")
    board = (await bjorn.slash(chat.channel, "leaderboard")).response
    assert "1. astrid" in alts(board)[0]


async def test_a_profile_tells_record_rivals_favourites_and_solo_scores(chat: Chat) -> None:
    a, b = chat.person("astrid").id, chat.person("bjorn").id
    games = [
        Played(
            now(chat) - 4 * DAY,
            [[a], [b]],
            key="explorers",
            scores=(40, 30),
            favourites=(("hero",), ("queen",)),
        ),
        Played(
            now(chat) - 3 * DAY,
            [[b], [a]],
            key="explorers",
            scores=(52, 41),
            favourites=(("queen",), ("hero",)),
        ),
        Played(now(chat) - 2 * DAY, [[a]], key="explorers", scores=(33,), favourites=(("scout", "hero"),)),
    ]
    await past(chat, games, astrid="astrid", bjorn="bjorn")
    other = (await chat.person("bjorn").slash(chat.channel, "profile", person=chat.person("astrid"))).response
    (alt,) = alts(other)
    assert "Explorers of the North Sea: 2 games, 1 victory, best 41" in alt
    assert "Favourite of Explorers of the North Sea: Hero" in alt
    assert "Explorers of the North Sea, solo: 33" in alt
    assert "Against bjorn: 1 ahead, 1 behind, 0 level" in alt
    assert "Only you see this" not in words_of(other)
    assert not any(name.startswith("skald:hide") for name in taps(other))
    own = (await chat.person("astrid").slash(chat.channel, "profile")).response
    assert "100 % of your moves in time" in words_of(own)


async def test_solo_scores_have_a_board_of_their_own(chat: Chat) -> None:
    a, b = chat.person("astrid").id, chat.person("bjorn").id
    games = [
        Played(now(chat) - 3 * DAY, [[a]], key="explorers", scores=(33,), favourites=(("scout", "hero"),)),
        Played(now(chat) - 2 * DAY, [[a]], key="explorers", scores=(28,), favourites=(("scout", "queen"),)),
        Played(now(chat) - 1 * DAY, [[b]], key="explorers", scores=(35,), favourites=(("tyrant", "hero"),)),
    ]
    await past(chat, games, astrid="astrid", bjorn="bjorn")
    board = (await chat.person("astrid").slash(chat.channel, "leaderboard", game="explorers-solo")).response
    lines = alts(board)[0].splitlines()[1:]
    assert [line.partition(" (")[0] for line in lines] == ["1. bjorn: 35", "2. astrid: 33"]
    assert "Scout and Hero" in lines[1]
    assert lines[1].endswith("2 games")


async def test_a_solo_game_played_to_its_end_is_on_the_solo_board(chat: Chat) -> None:
    code = await chat.start("astrid", game="explorers", pace="none")
    tables = chat.skald.house.tables
    await some_turns(tables, code, [visitor(chat.person("astrid").id, "astrid")], MOST_MOVES)
    outcome = (await chat.position(code)).outcome()
    assert outcome is not None
    board = (await chat.person("astrid").slash(chat.channel, "leaderboard", game="explorers-solo")).response
    assert alts(board)[0].splitlines()[1].startswith(f"1. astrid: {outcome.totals[0]} (")


async def test_history_between_two_people_and_of_a_title(chat: Chat) -> None:
    a, b, c = (chat.person(name).id for name in ("astrid", "bjorn", "cara"))
    games = [
        Played(now(chat) - n * DAY, [[a], [b]], scores=(20 + n, 10), code=f"AB{n}") for n in range(1, 10)
    ]
    games += [Played(now(chat) - 20 * DAY, [[b], [a], [c]], key="borealis", scores=(50, 40, 30), code="BAC")]
    await past(chat, games, astrid="astrid", bjorn="bjorn", cara="cara")
    astrid = chat.person("astrid")
    both = (await astrid.slash(chat.channel, "history", **{"with": chat.person("bjorn")})).response
    assert "You and bjorn: 9 times you came out ahead, 1 times bjorn did, 0 times level." in words_of(both)
    assert "Page 1 of 2" in words_of(both)
    older = (await astrid.click(both.message, label="Older")).response
    assert "`BAC`" in words_of(older)
    assert "You and bjorn" in words_of(older)
    title = words_of((await astrid.slash(chat.channel, "history", title="borealis")).response)
    assert "1 game here · usually 24 hours long" in title
    assert "Scores from 30 to 50, in the middle 40" in title
    assert "Who begins wins 100 %; by mere luck it would be 33 %" in title


async def test_only_who_manages_the_server_takes_its_results_away(chat: Chat) -> None:
    a, b = chat.person("astrid").id, chat.person("bjorn").id
    games = [Played(now(chat) - DAY, [[a], [b]], scores=(40, 30))]
    await past(chat, games, astrid="=SUM(A1)", bjorn="bjørn, “the wise”")
    refused = await chat.person("astrid").slash(chat.channel, "export")
    assert "Manage Server" in words_of(refused.response)
    owner = chat.guild.add_member(
        chat.env.create_user("owner"),
        roles=[chat.guild.create_role("jarls", permissions=discord.Permissions(manage_guild=True))],
    )
    table = await owner.slash(chat.channel, "export", format="csv")
    assert table.ephemeral
    rows = list(csv.DictReader(io.StringIO((await file_of(table)).decode())))
    assert [(row["person"], row["place"], row["score"]) for row in rows] == [
        (str(a), "1", "40"),
        (str(b), "2", "30"),
    ]
    assert rows[0]["name"] == "'=SUM(A1)"
    assert rows[1]["name"] == "bjørn, “the wise”"
    values = json.loads(await file_of(await owner.slash(chat.channel, "export", format="json")))
    assert [(one["name"], one["title"]) for one in values] == [
        ("=SUM(A1)", "lofoten"),
        ("bjørn, “the wise”", "lofoten"),
    ]


async def file_of(answer: simcord.InteractionResult) -> bytes:
    (file,) = answer.followups[-1].attachments if answer.followups else answer.response.attachments
    return await file.read()


@pytest.mark.parametrize(
    "name", ["", "אסטריד", "🛡️" * 20, "a" * 100, "**astrid** <@123456789012345678> [x](y)"]
)
async def test_any_name_stands_on_a_board(chat: Chat, name: str) -> None:
    a, b = chat.person("astrid").id, chat.person("bjorn").id
    await past(chat, [Played(now(chat) - DAY, [[a], [b]])], astrid=name, bjorn="bjorn")
    answer = (await chat.person("bjorn").slash(chat.channel, "leaderboard")).response
    lines = alts(answer)[0].splitlines()
    assert lines[1].startswith(f"1. {(name or '—')[:20]}")
    history = (await chat.person("bjorn").slash(chat.channel, "history")).response
    assert "<@123456789012345678>" not in words_of(history)


@pytest.mark.parametrize(
    "tap",
    [
        "skald:leaders:::nothing ever 99999999999999",
        "skald:leaders:::",
        "skald:leaders-title:::",
        "skald:leaders-period:::",
        "skald:history:::x y z",
        "skald:history:::- 99999999999999999999999 -1",
        "skald:finished:::",
        "skald:hide:::",
        "skald:why:NONE::",
    ],
)
async def test_a_forged_tap_is_answered(chat: Chat, tap: str) -> None:
    astrid = chat.person("astrid")
    board = (await astrid.slash(chat.channel, "leaderboard")).response
    answer = await late_tap(astrid, board, tap)
    assert "went wrong" not in words_of(answer.response)


async def test_boards_belong_to_one_server(chat: Chat) -> None:
    a, b = chat.person("astrid").id, chat.person("bjorn").id
    await remember(
        chat.skald.house.store, 999, some_games([a, b], 6, until=now(chat)), {a: "astrid", b: "bjorn"}
    )
    answer = (await chat.person("astrid").slash(chat.channel, "leaderboard")).response
    assert "No rated game yet" in alts(answer)[0]


async def test_a_season_closes_with_a_podium_and_the_next_begins(chat: Chat) -> None:
    a, b, c = (chat.person(name).id for name in ("astrid", "bjorn", "cara"))
    store = chat.skald.house.store
    span = season_at(now(chat))
    games = [
        Played(span.until - 1, [[a], [b, c]], code="LAST"),
        Played(span.until, [[c], [a], [b]], code="NEXT"),
        Played(span.start - 1, [[c], [a]], code="PAST"),
    ]
    await past(chat, games, astrid="astrid", bjorn="bjorn", cara="cara")
    async with store.write() as w:
        await w.update_server(chat.guild.id, language="fr", settings={"lobbies": chat.channel.id})
        await begin_season(w, chat.guild.id, now(chat))
        await w.cancel_timers(key=NIGHTLY)  # ninety nights would take long
    await chat.env.advance_time((span.until - now(chat)) / 1000 - 60)
    assert await store.closed_seasons(chat.guild.id) == ()
    await chat.env.advance_time(120)
    (closed,) = await store.closed_seasons(chat.guild.id)
    assert [(one["place"], one["person"], one["points"]) for one in closed.podium or ()] == [
        (1, a, 10),
        (2, b, 6),
        (2, c, 6),
    ]
    posts = [message for message in chat.channel.history() if "Saison" in words_of(message)]
    assert len(posts) == 1
    assert "**astrid** la remporte." in words_of(posts[0])
    assert "2. bjorn\N{NO-BREAK SPACE}: 6 points" in alts(posts[0])[0]
    following = await store.season(chat.guild.id, span.until)
    assert following is not None
    assert following.closed is None
    board = (await chat.person("cara").slash(chat.channel, "leaderboard", period="season")).response
    assert alts(board)[0].splitlines()[1].startswith("1. cara: 10")
    assert "🥈1" in alts(board)[0]
    await chat.restart()
    await chat.env.advance_time(120)
    assert len([message for message in chat.channel.history() if "Saison" in words_of(message)]) == 1


async def test_at_night_ratings_are_made_again_part_by_part(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closing, "GAMES_AT_ONCE", 2)
    a, b = chat.person("astrid").id, chat.person("bjorn").id
    store = chat.skald.house.store
    games = [Played(now(chat) - number, [[a], [b]], code=f"N{number}") for number in range(1, 4)]
    await past(chat, games, astrid="astrid", bjorn="bjorn")
    written = set(await store.all_ratings(chat.guild.id))
    async with store.write() as w:
        await w.keep_ratings([replace(one, mu=99.0) for one in written])
    for _ in range(2):
        await chat.env.advance_time(DAY / 1000)
    assert set(await store.all_ratings(chat.guild.id)) == written
    assert await store.has_timer(NIGHTLY)
