"""Checks the database during fuzzing: an actor may only change what they are allowed to."""

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import db
from bot.play.core import timers
from bot.play.history.verify import verify_game
from rules import GAMES

OWNER_COLUMNS = {
    "notes": "person",
    "plans": "person",
    "orders": "person",
    "absences": "person",
    "kudos": "giver",
    "people": "id",
}
"""Tables with rows of one user, and the column with that user's id."""
AUTOMATIC_PREFERENCES = frozenset({"dms_closed"})  # Skald sets these without an action of the user.
PLAN_FITS = '"misfit":""'  # Skald itself marks a plan that no longer fits when it is due.
PLAN_ACTIVE, PLAN_INACTIVE = '"kept":true', '"kept":false'
"""Skald itself may deactivate a plan, without changing anything else in it."""
NO_ACTOR = 0


class DatabaseWatcher:
    """Compares the database before and after each interaction; `managers` are user ids by server."""

    def __init__(self, store: db.Store, file: Path, managers: Mapping[int, frozenset[int]]) -> None:
        self._store = store
        self._raw = sqlite3.connect(file)
        self._raw.row_factory = sqlite3.Row
        self._managers = managers
        self._versions: dict[str, int] = {}
        self._states: dict[str, tuple[int, Any]] = {}
        self._owned = self._read_owned()
        self._servers = self._read_servers()
        self._delayed_movers: frozenset[int] = frozenset()
        self.changes = self.moves = 0
        self._seen_data_version = -1

    @property
    def versions(self) -> Mapping[str, int]:
        """The version of every game at the last check."""
        return self._versions

    def seated_users(self, code: str) -> frozenset[int]:
        """Returns the users seated in a game."""
        rows = self._raw.execute("SELECT person FROM players WHERE game = ?", (code,))
        return frozenset(row["person"] for row in rows)

    def close(self) -> None:
        self._raw.close()

    def _data_version(self) -> int:
        found: int = self._raw.execute("PRAGMA data_version").fetchone()[0]
        return found

    async def find_violations(self, actor: int) -> list[str]:
        """Returns the changes since the last check that this user was not allowed to make."""
        version = self._data_version()
        if version == self._seen_data_version:
            return []
        self._seen_data_version = version
        self.changes += 1
        return [*self._check_owned(actor), *self._check_servers(actor), *await self._check_games(actor)]

    def _check_owned(self, actor: int) -> list[str]:
        before, self._owned = self._owned, self._read_owned()
        return [
            f"{table} of {whose} changed by {actor}"
            for table in OWNER_COLUMNS
            for whose, rows in self._owned[table].items()
            if whose > 0
            and whose != actor
            and rows - _allowed_rows(before[table].get(whose, frozenset()), actor)
        ]

    def _read_owned(self) -> dict[str, dict[int, frozenset[str]]]:
        found: dict[str, dict[int, set[str]]] = {table: {} for table in OWNER_COLUMNS}
        for table, column in OWNER_COLUMNS.items():
            for row in self._raw.execute(f"SELECT * FROM {table}"):
                values = dict(row)
                if table == "people":
                    chosen = json.loads(values["preferences"] or "{}")
                    values["preferences"] = {
                        name: chosen[name] for name in sorted(chosen.keys() - AUTOMATIC_PREFERENCES)
                    }
                for ended in ("ended", "result"):
                    values.pop(ended, None)
                if table != "plans" or PLAN_FITS in values["text"]:
                    found[table].setdefault(values[column], set()).add(repr(values))
        return {
            table: {whose: frozenset(rows) for whose, rows in each.items()} for table, each in found.items()
        }

    def _check_servers(self, actor: int) -> list[str]:
        before, self._servers = self._servers, self._read_servers()
        return [
            f"the settings of server {server} changed by {actor}"
            for server, settings in self._servers.items()
            if settings != before.get(server, "{}") and actor not in self._managers.get(server, frozenset())
        ]

    def _read_servers(self) -> dict[int, str]:
        return {row["id"]: row["settings"] for row in self._raw.execute("SELECT id, settings FROM servers")}

    async def _check_games(self, actor: int) -> list[str]:
        wrong: list[str] = []
        for row in self._raw.execute("SELECT code, version FROM games").fetchall():
            code = row["code"]
            if self._versions.get(code) != row["version"]:
                self._versions[code] = row["version"]
                wrong += await self._check_log(actor, code)
        self._delayed_movers = self._read_delayed_movers()
        return wrong

    def _read_delayed_movers(self) -> frozenset[int]:
        """Returns the users with a delayed move, which may be committed during any later interaction."""
        rows = self._raw.execute(
            "SELECT payload FROM timers WHERE kind = ?", (timers.DELAYED_MOVE,)
        ).fetchall()
        return frozenset(json.loads(row["payload"])["person"] for row in rows)

    async def _check_log(self, actor: int, code: str) -> list[str]:
        """Check that each new move is legal, and the actor's own unless Skald played it."""
        game = await db.games.find(self._store, code)
        assert game is not None
        rules, wrong = GAMES[game.key], []
        ply, state = self._states.get(code, (0, None))
        for entry in await db.entries.read_log(self._store, code, since=ply):
            if entry.kind == "move" and state is not None and entry.seat is not None:
                self.moves += 1
                move = rules.parse(entry.text)
                if move not in rules.legal(state, entry.seat):
                    wrong.append(f"{code} {entry.ply}: {entry.text} was not legal")
                state = rules.apply(state, entry.seat, move).state
            else:
                state = None  # Loaded again below.
            if ply and entry.by is None and entry.person not in (None, actor, *self._delayed_movers):
                wrong.append(f"{code} {entry.ply}: {entry.kind} of {entry.person} by {actor}")
        stored = await db.games.find_state(self._store, code)
        if stored is not None:
            if state is not None and db.hash_text(rules.dump(state)) != game.state_hash:
                wrong.append(f"{code}: the state is not the one that its moves lead to")
            state = rules.load(stored)
        self._states[code] = (game.ply, state)
        return wrong

    async def check_everything(self) -> list[str]:
        """Check the whole database and replay each game from its seed. Returns the problems."""
        wrong = [finding.detail for finding in await self._store.check()]
        for row in self._raw.execute("SELECT code FROM games WHERE seed IS NOT NULL").fetchall():
            verdict = await verify_game(self._store, GAMES, row["code"])
            if verdict is None or not verdict.is_valid:
                wrong.append(f"{row['code']} does not replay")
        return wrong


def _allowed_rows(rows: frozenset[str], actor: int) -> frozenset[str]:
    """Returns the rows before, and those that Skald itself may have made of them if no user acted."""
    return rows | {row.replace(PLAN_ACTIVE, PLAN_INACTIVE) for row in rows} if actor == NO_ACTOR else rows
