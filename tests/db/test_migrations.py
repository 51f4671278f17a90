"""Migrations create the schema and preserve old games. Foreign and newer databases are refused."""

import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.schema import CreateTable

import db
from db import DatabaseError, Store, Vote, hash_text
from db.migrate import alembic_config, known_revisions, newest_revision
from db.rows import metadata
from tests.db.game_fixtures import find_game, open_lobby, play_moves, undelivered_posts
from tests.db.old_database import CODE, STATE, create_old_database, insert_game, insert_row

ASTRID, BJORN, GHOST = 1_400_000_000_000_000_001, 1_400_000_000_000_000_002, -5


def differences(connection: Connection) -> list[object]:
    # PostgreSQL cannot compare two values of JSON, which is how defaults are compared there.
    defaults = connection.dialect.name == "sqlite"
    context = MigrationContext.configure(
        connection, opts={"compare_type": True, "compare_server_default": defaults}
    )
    return list(compare_metadata(context, metadata))


def constraints(connection: Connection) -> dict[str, list[object]]:
    """Return the names of keys and indexes by table, which `compare_metadata` ignores."""
    inspector = inspect(connection)
    return {
        table: [
            inspector.get_pk_constraint(table)["name"],
            sorted(str(key["name"]) for key in inspector.get_foreign_keys(table)),
            sorted(str(key["name"]) for key in inspector.get_unique_constraints(table)),
            sorted(str(key["name"]) for key in inspector.get_check_constraints(table)),
            sorted(str(index["name"]) for index in inspector.get_indexes(table)),
        ]
        for table in inspector.get_table_names()
        # The second migration gave the keys of one table longer names.
        if table not in ("alembic_version", "successes")
    }


async def test_migrations_lead_to_the_tables_the_code_speaks_of(url: str) -> None:
    await (await Store.open(url)).close()
    engine = create_async_engine(url)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_keys_and_indexes_are_called_by_one_convention(tmp_path: Path, sqlite_url: str) -> None:
    await (await Store.open(sqlite_url)).close()
    fresh, migrated = (create_engine(f"sqlite:///{tmp_path / name}") for name in ("fresh.db", "skald.db"))
    metadata.create_all(fresh)
    with fresh.connect() as one, migrated.connect() as other:
        expected = constraints(one)
        assert len(expected) > 15
        assert constraints(other) == expected
    fresh.dispose()
    migrated.dispose()


def key_columns(connection: Connection) -> dict[str, list[object]]:
    """Return the columns of primary keys, references and unique constraints by table."""
    inspector = inspect(connection)
    return {
        table: [
            inspector.get_pk_constraint(table)["constrained_columns"],
            sorted(
                (key["constrained_columns"], key["referred_table"], key["referred_columns"])
                for key in inspector.get_foreign_keys(table)
            ),
            sorted(key["column_names"] for key in inspector.get_unique_constraints(table)),
            sorted((index["column_names"], index["unique"]) for index in inspector.get_indexes(table)),
        ]
        for table in inspector.get_table_names()
        if table != "alembic_version"
    }


async def test_keys_have_the_columns_the_code_speaks_of(tmp_path: Path, sqlite_url: str) -> None:
    await (await Store.open(sqlite_url)).close()
    fresh, migrated = (create_engine(f"sqlite:///{tmp_path / name}") for name in ("fresh.db", "skald.db"))
    metadata.create_all(fresh)
    with fresh.connect() as one, migrated.connect() as other:
        assert key_columns(other) == key_columns(one)
    fresh.dispose()
    migrated.dispose()


async def test_opening_again_keeps_what_is_there(url: str) -> None:
    async with await Store.open(url) as store:
        game = await open_lobby(store)
    async with await Store.open(url) as store:
        assert await db.games.find(store, game.code) == game


async def test_a_database_of_a_newer_skald_is_refused_and_left_alone(tmp_path: Path, sqlite_url: str) -> None:
    await (await Store.open(sqlite_url)).close()
    file = sqlite3.connect(tmp_path / "skald.db")
    file.execute("UPDATE alembic_version SET version_num = '9999'")
    file.commit()
    for migrate in (True, False):
        with pytest.raises(DatabaseError) as error:
            await Store.open(sqlite_url, migrate=migrate)
        assert error.value.kind == "newer"
    assert file.execute("SELECT version_num FROM alembic_version").fetchall() == [("9999",)]
    file.close()


async def test_a_database_of_something_else_is_refused_and_left_alone(
    tmp_path: Path, sqlite_url: str
) -> None:
    file = sqlite3.connect(tmp_path / "skald.db")
    file.execute("CREATE TABLE recipes (name TEXT)")
    file.commit()
    with pytest.raises(DatabaseError) as error:
        await Store.open(sqlite_url)
    assert error.value.kind == "foreign"
    assert file.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]
    file.close()


async def test_a_migration_that_fails_leaves_nothing_behind(
    tmp_path: Path, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from alembic import op

    create = op.create_table

    def no_timers(name: str, *columns: object, **options: object) -> object:
        if name == "timers":
            raise OSError("the machine stopped here")
        return create(name, *columns, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(op, "create_table", no_timers)
    with pytest.raises(OSError, match="stopped here"):
        await Store.open(sqlite_url)
    file = sqlite3.connect(tmp_path / "skald.db")
    assert file.execute("SELECT name FROM sqlite_master").fetchall() == []
    file.close()
    monkeypatch.undo()
    async with await Store.open(sqlite_url) as store:
        assert await store.check() == ()


def test_the_tables_can_be_made_in_postgresql() -> None:
    for table in metadata.sorted_tables:
        assert (
            str(CreateTable(table).compile(dialect=postgresql.dialect())).lstrip().startswith("CREATE TABLE")
        )


async def test_a_game_from_before_there_were_clocks_goes_on(tmp_path: Path, sqlite_url: str) -> None:
    with create_old_database(tmp_path / "skald.db", "0002") as connection:
        insert_row(connection, "people", id=7, name="Astrid", locale="fr", preferences={}, hints_seen=[])
        _add_game(connection, version=3, ply=1, host=7, state="state", state_hash="hash")
        insert_row(connection, "seats", game=CODE, seat=0, person=7, joined=1, owes_since=2)
        insert_row(
            connection, "moves", game=CODE, ply=1, kind="setup", text="", barrier=1, state_hash="hash", at=2
        )
    async with await Store.open(sqlite_url) as store:
        game = await find_game(store, CODE)
        assert (game.pace, game.rated) == ("none", False)
        assert await db.games.find_state(store, CODE) == "state"
        (player,) = await db.players.list_for_game(store, CODE)
        assert (player.person, player.owes_since, player.bank) == (7, 2, None)
        async with store.write() as tx:
            await db.games.update(tx, game, replace(game, status="archived"))
        assert [entry.kind for entry in await db.entries.read_log(store, CODE)] == ["setup"]


# From the fourth to the fifth


def _add_game(connection: Connection, **details: Any) -> None:
    game = {"code": CODE, "key": "lofoten", "rules_version": 1, "pack": "p", "options": {}, "channel": 5}
    insert_row(connection, "games", **game, status="running", created=1, last_activity=2, **details)


def _add_move(connection: Connection, ply: int, **details: Any) -> None:
    row = {"game": CODE, "ply": ply, "kind": "move", "text": f"m{ply}", "barrier": 0, "at": ply * 10}
    insert_row(connection, "moves", **{**row, "state_hash": hash_text(f"state {ply}"), **details})


def _add_post(
    connection: Connection, key: str, kind: str, payload: Mapping[str, Any], **details: Any
) -> None:
    row = {"key": key, "lane": f"game {CODE}", "game": CODE, "kind": kind, "payload": payload, "created": 33}
    insert_row(connection, "outbox", **{**row, "not_before": 0, "attempts": 0, "claimed_until": 0, **details})


def _said(text: str, *mentions: int, **values: Any) -> dict[str, Any]:
    return {"text": text, "values": values, "mentions": mentions, "answers": []}


def _mention(person: int) -> str:
    return f"<@{person}>"


def _fill(connection: Connection) -> None:
    """A game of two with a ghost as third, from the time of the fourth migration."""
    for person in (ASTRID, BJORN, GHOST):
        preferences = {"sleep": [1380, 420], "dms_closed": False, "ping": "loud"}
        insert_row(connection, "people", id=person, name="x", preferences=preferences, hints_seen=["sail"])
    insert_row(connection, "servers", id=50, settings={"quiet": True, "colour": "red"})
    _add_game(
        connection,
        server=50,
        host=ASTRID,
        version=9,
        ply=4,
        state="state 4",
        state_hash=hash_text("state 4"),
    )
    for seat, person in enumerate((ASTRID, BJORN, GHOST)):
        insert_row(
            connection, "seats", game=CODE, seat=seat, person=person, joined=1, reminded=seat, told=seat
        )
    _add_move(connection, 1, kind="setup", text="", barrier=1)
    _add_move(connection, 2, seat=0, person=ASTRID, interaction_id=11)
    _add_move(connection, 3, seat=0, person=ASTRID, by="order")
    _add_move(connection, 4, kind="vote", seat=1, text="absence wait")
    for ply in (1, 3):
        row = {"game": CODE, "ply": ply, "state": f"state {ply}", "state_hash": hash_text(f"state {ply}")}
        insert_row(connection, "snapshots", **row)


def _open_votes(connection: Connection) -> None:
    for number, kind, payload in (
        (1, "absence", {"notice": _said("The move of {who} …", BJORN, who=_mention(ASTRID))}),
        (2, "call", {"notice": _said("Who plays on …")}),
        (3, "undo", {"ply": 2, "notice": _said("{who} asks …", n=3, when="<t:1:R>")}),
        (4, "undo", {"ply": 3}),
        (5, "end", {"notice": _said("{who} would like …")}),
    ):
        row = {"id": number, "game": CODE, "kind": kind, "seat": 0, "payload": payload}
        insert_row(connection, "votes", **row, opened=1, opened_by=BJORN, closes=9)
    insert_row(connection, "ballots", vote=1, person=BJORN, choice="wait", at=5)
    for key, payload in (("vote 1", {"vote": 1}), (f"{CODE} ask again 0", {"seat": 0, "owes_since": 5})):
        row = {"key": key, "game": CODE, "kind": "vote", "payload": payload}
        insert_row(connection, "timers", **row, due=9, attempts=0, claimed_until=0)


async def test_tables_are_renamed_with_all_that_is_in_them(tmp_path: Path, sqlite_url: str) -> None:
    with create_old_database(tmp_path / "skald.db", "0004") as connection:
        _fill(connection)
    async with await Store.open(sqlite_url) as store:
        assert await store.check() == ()
        assert [
            (one.person, one.reminded, one.told) for one in await db.players.list_for_game(store, CODE)
        ] == [
            (ASTRID, 0, 0),
            (BJORN, 1, 1),
            (GHOST, 2, 2),
        ]
        assert [one.acted for one in await db.players.list_for_game(store, CODE)] == [20, None, None]
        log = await db.entries.read_log(store, CODE)
        assert [(one.kind, one.text, one.by) for one in log] == [
            ("setup", "", None),
            ("move", "m2", None),
            ("move", "m3", "order"),
            ("vote", "overdue wait", None),
        ]
        assert (log[1].interaction_id, log[1].at, log[0].barrier) == (11, 20, True)
        checkpoints = [await db.entries.find_checkpoint(store, CODE, ply) for ply in (2, 4)]
        assert [(one.ply, one.state) for one in checkpoints if one is not None] == [
            (1, "state 1"),
            (3, "state 3"),
        ]
        person = await db.users.get(store, ASTRID)
        assert person.preferences == db.Preferences(sleep=(1380, 420))
        assert (await db.servers.get(store, 50)).settings == db.ServerSettings(quiet=True)
        assert (await play_moves(store, await find_game(store, CODE), "on", state="on")).ply == 5
    old = {"seats", "moves", "snapshots", "outbox"}
    with sqlite3.connect(tmp_path / "skald.db") as file:
        assert not old & {name for (name,) in file.execute("SELECT name FROM sqlite_master")}
    file.close()


async def test_votes_are_called_otherwise_and_say_what_is_asked_by_themselves(
    tmp_path: Path, sqlite_url: str
) -> None:
    with create_old_database(tmp_path / "skald.db", "0004") as connection:
        _fill(connection)
        _open_votes(connection)
    async with await Store.open(sqlite_url) as store:
        votes = await db.votes.list_open(store, CODE)
        assert [(vote.kind, vote.payload) for vote in votes] == [
            ("overdue", {}),
            ("substitute", {}),
            ("undo", {"ply": 2, "made": 20, "later": 3}),
            ("undo", {"ply": 3, "made": 30, "later": 0}),
            ("end", {}),
        ]
        assert votes[0] == Vote(1, CODE, "overdue", 0, {}, 1, BJORN, 9)
        assert await db.votes.ballots_by_user(store, 1) == {BJORN: "wait"}
        assert [timer.key for timer in await db.timers.list_of_kind(store, "vote")] == ["vote 1"]
        (asking,) = await db.timers.list_of_kind(store, "ask_again")
        assert asking.payload == {"seat": 0, "owes_since": 5}


WAITING: tuple[tuple[str, str, Mapping[str, Any], str, Mapping[str, Any]], ...] = (
    ("card", "card", {"fresh": True, "ply": 4}, "card", {"ply": 4}),
    ("fresh", "card", {"fresh": False, "ply": 4}, "refresh", {"ply": 4, "quietly": False}),
    (
        "clocks",
        "card",
        {"fresh": False, "ply": 4, "quietly": True},
        "refresh",
        {"ply": 4, "quietly": True},
    ),
    ("hand", "hand", {"seat": 0, "ply": 4}, "hand", {"seat": 0, "ply": 4}),
    ("open", "open", {"ply": 0}, "opening", {}),
    ("lobby", "lobby", {"ply": 0}, "lobby", {}),
    ("place", "place", {"ply": 0}, "place", {}),
    ("saga", "saga", {"ply": 4}, "saga", {}),
    ("vote", "vote", {"vote": 3}, "vote", {"vote": 3}),
    (
        "call",
        "call",
        {"person": ASTRID, "way": "dm", "why": "turn", "game": None},
        "call",
        {"person": ASTRID, "way": "dm", "why": "turn", "game": None},
    ),
    (
        f"{CODE} waiting 4",
        "notice",
        _said("The table waits another day for {who}.", who=_mention(BJORN)),
        "notice",
        {"code": "waits_a_day", "values": {"seat": 1}, "mentions": []},
    ),
    (
        f"{CODE} caretaker 4",
        "notice",
        _said("The caretaker plays for {who} until {who} is back.", ASTRID, who="—"),
        "notice",
        {"code": "caretaker_plays", "values": {"seat": 2}, "mentions": [ASTRID]},
    ),
    (
        f"{CODE} substitute 4",
        "notice",
        _said(
            "{who} takes the seat of {before} and plays on.",
            BJORN,
            who=_mention(BJORN),
            before=_mention(77),
            code=CODE,
        ),
        "notice",
        {"code": "seat_taken", "values": {"code": CODE, "seat": 1, "before": 77}, "mentions": [BJORN]},
    ),
    (
        f"{CODE} spent {CODE} 0 5",
        "notice",
        _said(
            "The time of {who} has run out. A day away is spent ({n} are left this year); "
            "then the caretaker plays on, {when}.",
            ASTRID,
            who=_mention(ASTRID),
            n=4,
            when="<t:1700000000:R>",
        ),
        "notice",
        {
            "code": "day_spent",
            "values": {"n": 4, "seat": 0, "at": 1_700_000_000_000},
            "mentions": [ASTRID],
        },
    ),
    (
        f"{CODE} left {BJORN}",
        "notice",
        _said(
            "{who} is not on this server any more. The game goes on: {who} can still play by direct message, "
            "and when the time is up the table decides about the seat.",
            ASTRID,
            who="Bjørn",
        ),
        "notice",
        {"code": "left_server", "values": {"seat": 1}, "mentions": [ASTRID]},
    ),
    (
        f"{CODE} shows vote 3 opened awake {BJORN} 99",
        "notice",
        _said("{who} asks to take back the move made {when}. …", BJORN, who=_mention(ASTRID), n=3),
        "notice",
        {"code": "vote", "values": {"vote": 3}, "mentions": [BJORN]},
    ),
    (
        f"{CODE} archived 4",
        "notice",
        _said("This game was archived after sixty days of silence. Nothing is lost.", ASTRID, BJORN),
        "notice",
        {"code": "archived", "values": {}, "mentions": [ASTRID, BJORN]},
    ),
    (
        f"{CODE} order 8 done to {ASTRID}",
        "word",
        {"person": ASTRID, "notice": _said("Your order was carried out: {order}.", order="passer")},
        "private_notice",
        {
            "person": ASTRID,
            "notice": {"code": "order_done", "values": {"move": "sail 2"}, "mentions": []},
        },
    ),
)
"""Posts that wait: key, kind and payload as they were, kind and payload as they are read now."""


async def test_what_waits_to_be_told_is_told_in_codes(tmp_path: Path, sqlite_url: str) -> None:
    with create_old_database(tmp_path / "skald.db", "0004") as connection:
        _fill(connection)
        insert_row(
            connection,
            "orders",
            id=8,
            game=CODE,
            seat=0,
            person=ASTRID,
            payload={"words": ["sail", "2"]},
            created=1,
        )
        for key, kind, payload, _, _ in WAITING:
            _add_post(connection, key, kind, payload)
    async with await Store.open(sqlite_url) as store:
        left = await undelivered_posts(store, f"game {CODE}")
        told = [(post.key, post.kind, post.payload) for post in left]
        assert told == [(key, kind, payload) for key, _, _, kind, payload in WAITING]


async def test_what_cannot_be_told_any_more_holds_nobody_up(tmp_path: Path, sqlite_url: str) -> None:
    dropped = "The board has changed, and your plan is not possible any more: {plan}"
    done = "Your order was carried out: {order}."
    with create_old_database(tmp_path / "skald.db", "0004") as connection:
        _fill(connection)
        for number, said in enumerate((_said(dropped, plan="voguer"), _said(done, order="passer"))):
            _add_post(connection, f"word {number}", "word", {"person": ASTRID, "notice": said})
        _add_post(connection, "gone", "notice", _said("{who} is back and plays on.", who=_mention(77)))
        _add_post(connection, "told", "card", {"fresh": True, "ply": 1}, done_at=20, result="message 5")
        _add_post(connection, "last", "card", {"fresh": True, "ply": 4})
        connection.execute(text("DELETE FROM outbox WHERE key = 'last'"))
    async with await Store.open(sqlite_url) as store:
        assert await undelivered_posts(store, f"game {CODE}") == ()
        async with store.write() as tx:
            await db.outbox.enqueue(tx, db.NewPost("card", {"ply": 4}, "next", game=CODE))
            await db.outbox.enqueue(tx, db.NewPost("card", {"ply": 1}, "told", game=CODE))
        (post,) = await db.outbox.claim(store, now=100)
        assert (post.key, post.id) == ("next", 6)
    with sqlite3.connect(tmp_path / "skald.db") as file:
        settled = file.execute("SELECT key, done_at, problem IS NULL FROM posts WHERE done_at IS NOT NULL")
        assert settled.fetchall() == [("word 0", 33, 0), ("word 1", 33, 0), ("gone", 33, 0), ("told", 20, 1)]
    file.close()


def test_the_steps_known_by_their_files_are_those_that_are_taken() -> None:
    taken = ScriptDirectory.from_config(alembic_config()).walk_revisions()
    assert [script.revision for script in taken] == known_revisions()[::-1]


@pytest.mark.parametrize("revision", [f"{number:04}" for number in range(1, int(newest_revision()) + 1)])
async def test_a_game_of_every_earlier_schema_is_kept(tmp_path: Path, sqlite_url: str, revision: str) -> None:
    with create_old_database(tmp_path / "skald.db", revision) as connection:
        insert_game(connection)
    async with await Store.open(sqlite_url) as store:
        assert await store.check() == ()
        game = await find_game(store, CODE)
        assert (game.status, game.ply, game.seed, game.host) == ("running", 1, b"seed", ASTRID)
        assert await db.games.find_state(store, CODE) == STATE
        assert [one.kind for one in await db.entries.read_log(store, CODE)] == ["setup"]
        assert [one.person for one in await db.players.list_for_game(store, CODE)] == [ASTRID]
