"""A user's data can be exported and erased; games of other players stay, without the name."""

import json
import re
from dataclasses import replace
from typing import Any

from sqlalchemy import select

import db
from db import Game, NewPost, NewTimer, Preferences, Store
from db.rows import metadata
from tests.db.finished_games import insert_finished_game, make_rating, make_rating_step
from tests.db.game_fixtures import play_moves, start_game, undelivered_posts
from tests.db.ids import ASTRID, BJORN, SERVER, STRANGER, THREAD


async def leave_traces(store: Store) -> Game:
    """Insert rows about Astrid into every table. Returns a running game of hers."""
    game = await play_moves(
        store, await start_game(store), "a", seat=0, person=ASTRID, interaction=7, checkpoint=True
    )
    code = game.code
    over = await insert_finished_game(store, ASTRID, BJORN, at=100)
    async with store.write() as tx:
        await db.users.update(tx, ASTRID, name="Astrid", preferences=Preferences(tell="dm"))
        await db.notes.save(tx, code, ASTRID, "watch the knarr")
        await db.absences.add(tx, ASTRID, 10, 20, "declared")
        await db.standing_orders.insert(tx, game=code, seat=0, person=ASTRID, payload={"words": ["pass"]})
        await db.conditional_moves.upsert(tx, game=code, person=ASTRID, seat=0, text="sail", ply=2)
        await db.successes.insert_missing(tx, ASTRID, "lofoten", ["jarl"], game=code)
        await db.kudos.insert(tx, code, ASTRID, BJORN)
        await db.kudos.insert(tx, code, BJORN, ASTRID)
        vote = await db.votes.create(tx, code, "end", closes=90, opened_by=ASTRID)
        await db.votes.cast_ballot(tx, vote, ASTRID, "yes")
        await db.votes.cast_ballot(tx, vote, BJORN, "no")
        looking = await db.votes.create(tx, code, "substitute", closes=90, seat=0, payload={"person": ASTRID})
        await db.votes.close(tx, looking, "taken")
        await db.messages.upsert(
            tx, db.Message(message=1, channel=2, game=code, kind="hand", seat=0, person=ASTRID)
        )
        await db.messages.upsert(tx, db.Message(message=3, channel=THREAD, game=code, kind="card"))
        await db.timers.schedule(tx, NewTimer("remind", "r", 30, game=code, person=ASTRID))
        await db.ratings.upsert(tx, [make_rating(ASTRID, 1.0), make_rating(BJORN, 2.0)])
        await db.ratings.insert_steps(tx, [make_rating_step(over, ASTRID), make_rating_step(over, BJORN)])
        await db.seasons.create(tx, SERVER, 100, 200)
        season = await db.seasons.find(tx, SERVER, 100)
        assert season is not None
        await db.seasons.close(tx, season, [{"place": 1, "person": ASTRID, "points": 10, "games": 1}])
        await db.outbox.enqueue(
            tx,
            NewPost("notice", {"mentions": [ASTRID]}, "told", game=code),
            NewPost("private_notice", {"person": ASTRID}, "to tell", game=code, lane=f"word {ASTRID}"),
            NewPost("card", {"ply": 2}, "card", game=code),
        )
        told, _ = await undelivered_posts(tx, f"game {code}")
        await db.outbox.mark_delivered(tx, told)
        await leave_traces_in_club(tx, code, over)
    return game


async def leave_traces_in_club(tx: db.Transaction, code: str, over: str) -> None:
    """Insert rows about Astrid in cups, leagues, voyages and matchmaking, and a delivered notification."""
    call = f"call {ASTRID} dm {code} 4"
    await db.outbox.enqueue(tx, NewPost("call", {"person": ASTRID}, call, game=code, lane=call))
    (called,) = await undelivered_posts(tx, call)
    await db.outbox.mark_delivered(tx, called)
    answered = f"{code} shows vote 1 {ASTRID} yes 4"
    await db.outbox.enqueue(tx, NewPost("vote", {"vote": 1}, answered, lane="votes"))
    await db.invitations.invite(tx, code, ASTRID)
    await db.matchmaking.upsert(tx, db.MatchRequest(SERVER, "lofoten", ASTRID, "day", 2, THREAD, 4))
    league = db.League(SERVER, "lofoten", THREAD, "day", 4)
    await db.leagues.create(tx, league)
    await db.leagues.add_member(tx, league, ASTRID)
    of_cups: dict[str, Any] = {
        "server": SERVER,
        "channel": THREAD,
        "key": "lofoten",
        "pace": "day",
        "size": 3,
    }
    gathering, begun = (
        await db.cups.create(tx, db.Cup(**of_cups)),
        await db.cups.create(tx, db.Cup(**of_cups)),
    )
    await db.cups.add_entrants(tx, gathering, ASTRID, BJORN)
    await db.cups.add_entrants(tx, begun, ASTRID, BJORN)
    await db.cups.insert_seats(tx, begun, [(over, [ASTRID, BJORN])])
    await db.cups.update(tx, begun, replace(begun, status="running"))
    ladder = db.Ladder(SERVER, "lofoten", THREAD, "day", 4)
    await db.ladder.create(tx, ladder)
    for person in (ASTRID, BJORN):
        await db.ladder.add_member(tx, ladder, person)
    await db.ladder.create_challenge(tx, ladder, ASTRID, BJORN, closes=9)
    await db.ladder.create_challenge(tx, ladder, BJORN, ASTRID, closes=9)
    voyage = db.Voyage(7, 8, "lofoten", {}, None, b"secret", "sealed")
    await db.voyages.insert(tx, voyage)
    await db.voyages.insert_try(tx, voyage, ASTRID, over, SERVER)


async def all_rows(store: Store) -> dict[str, list[dict[str, Any]]]:
    """All rows of all tables."""
    found = {}
    async with store.engine.connect() as connection:
        for table in metadata.sorted_tables:
            rows = (await connection.execute(select(table).order_by(*table.primary_key))).mappings()
            found[table.name] = [dict(row) for row in rows]
    return found


def is_named(person: int, anywhere: object) -> bool:
    return re.search(rf"\b{person}\b", str(anywhere)) is not None


async def test_who_is_erased_is_nowhere_and_what_others_share_stays(store: Store) -> None:
    game = await leave_traces(store)
    before = await all_rows(store)
    named = {name for name, rows in before.items() if is_named(ASTRID, rows)}
    assert named == {
        "absences",
        "ballots",
        "cup_entrants",
        "cup_seats",
        "entries",
        "games",
        "invitations",
        "kudos",
        "ladder_challenges",
        "ladder_members",
        "league_members",
        "messages",
        "notes",
        "orders",
        "people",
        "plans",
        "players",
        "posts",
        "rating_steps",
        "ratings",
        "results",
        "seasons",
        "successes",
        "timers",
        "votes",
        "voyage_tries",
        "waiting",
    }
    async with store.write() as tx:
        ghost = await db.privacy.erase_user(tx, ASTRID)
    after = await all_rows(store)
    assert not is_named(ASTRID, after)
    lost = {name: len(before[name]) - len(rows) for name, rows in after.items()}
    assert {name: number for name, number in lost.items() if number} == {
        "absences": 1,
        "cup_entrants": 1,
        "invitations": 1,
        "kudos": 2,
        "ladder_challenges": 2,
        "ladder_members": 1,
        "league_members": 1,
        "messages": 1,
        "notes": 1,
        "orders": 1,
        "plans": 1,
        "posts": 1,
        "successes": 1,
        "timers": 1,
        "waiting": 1,
    }
    assert ghost < 0
    assert [player.person for player in await db.players.list_for_game(store, game.code)] == [ghost, BJORN]
    assert [entry.person for entry in await db.entries.read_log(store, game.code)] == [None, ghost]
    (vote,) = await db.votes.list_open(store, game.code)
    assert vote.opened_by is None
    assert await db.votes.ballots_by_user(store, vote.id) == {ghost: "yes", BJORN: "no"}
    assert [post["payload"] for post in after["posts"]] == [{}, {"ply": 2}, {}, {"vote": 1}]
    assert [one["person"] for one in after["cup_entrants"]].count(ghost) == 1
    assert [one["person"] for one in after["cup_seats"]] == [ghost, BJORN]
    assert [one["person"] for one in after["voyage_tries"]] == [ghost]
    assert (await db.games.find(store, game.code) or game).host is None
    assert await store.check() == ()


async def test_who_is_erased_leaves_everything_but_the_name_on_the_boards(store: Store) -> None:
    await leave_traces(store)
    async with store.write() as tx:
        ghost = await db.privacy.erase_user(tx, ASTRID)
    assert [one.person for one in await db.results.list_for_server(store, SERVER)] == [ghost, BJORN]
    assert [one.person for one in await db.ratings.list_for_title(store, SERVER, "lofoten")] == [BJORN, ghost]
    (closed,) = await db.seasons.list_closed(store, SERVER)
    assert [one["person"] for one in closed.podium or ()] == [ghost]
    assert await db.users.display_names(store, [ghost]) == {ghost: (None, True)}


async def test_who_was_never_known_can_be_erased(store: Store, game: Game) -> None:
    before = await all_rows(store)
    async with store.write() as tx:
        ghost = await db.privacy.erase_user(tx, STRANGER)
    after = await all_rows(store)
    after["people"] = [row for row in after["people"] if row["id"] != ghost]
    assert after == before
    assert game.host == ASTRID


async def test_everything_about_somebody_is_shown_as_plain_values_and_no_state_with_it(store: Store) -> None:
    game = await leave_traces(store)
    found = await db.privacy.export_user(store, ASTRID)
    assert {name: len(rows) for name, rows in found.items()} == {
        "people": 1,
        "players": 1,
        "entries": 1,
        "absences": 1,
        "orders": 1,
        "plans": 1,
        "notes": 1,
        "ballots": 1,
        "successes": 1,
        "invitations": 1,
        "waiting": 1,
        "ladder_members": 1,
        "ladder_challenges": 1,
        "league_members": 1,
        "cup_entrants": 2,
        "cup_seats": 1,
        "voyage_tries": 1,
        "results": 1,
        "ratings": 1,
        "rating_steps": 1,
        "messages": 1,
        "timers": 1,
        "kudos": 2,
    }
    written = json.dumps(found)
    assert "watch the knarr" in written
    assert not is_named(BJORN, written)
    assert "start a" not in written
    assert found["people"][0]["preferences"] == {"tell": "dm"}
    assert [row["given"] for row in found["kudos"]] == [True, False]
    assert found["entries"][0]["game"] == game.code
    assert await db.privacy.export_user(store, STRANGER) == {}


async def test_posts_about_users_whose_ids_contain_the_same_digits_stay(store: Store) -> None:
    other = int(f"{ASTRID}0")
    kept = {f"call {other} dm 1": {"person": other}, "when": {"at": other}}
    async with store.write() as tx:
        await db.users.update(tx, ASTRID, name="Astrid")
        posts = [NewPost("call", payload, key, lane=key) for key, payload in kept.items()]
        await db.outbox.enqueue(tx, *posts, NewPost("call", {"person": ASTRID}, f"call {ASTRID} dm 1"))
        await db.privacy.erase_user(tx, ASTRID)
    found = (await all_rows(store))["posts"]
    assert {row["key"]: row["payload"] for row in found} == kept
