"""Migration of games to changed rules: they continue from their state, and earlier moves stay readable.

Covers `bot/play/core/game_service.py`, `bot/play/core/rules_registry.py`, `bot/play/core/snapshot.py`.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import db
from bot.play import rules_migration
from bot.play.clock import clocks
from bot.play.core import rules_registry
from bot.play.core.availability import Availability
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.rules_registry import rules_match
from bot.play.history.export import export_game
from bot.play.history.story import replay_range
from bot.play.history.verify import verify_game
from bot.play.lobby import archive
from bot.play.turns import standing_orders, undo, votes
from bot.play.turns.standing_orders import Instruction
from bot.standings.recompute import recompute_all
from db.clock import DAY, HOUR
from rules import GAMES
from rules.components import ComponentSource
from rules.game import AnyGame, Refusal
from rules.lofoten.game import Lofoten
from tests.play.table_fixture import ASTRID, BJORN, TableFixture, run_inline

KEY = "lofoten"


class Newer(Lofoten):
    """A later version with unchanged rules."""

    def __init__(self, pack: ComponentSource = None) -> None:
        super().__init__(pack)
        self.info = replace(self.info, rules_version=self.info.rules_version + 1)


class Stricter(Newer):
    """A later version that forbids a move: `stop`."""

    def choices(self, state: Any, seat: int) -> Any:
        every = super().choices(state, seat)
        return tuple(move for move in every if move.kind != "stop") or every


class Rewritten(Newer):
    """A later version with another state format, which can still read the old one."""

    def dump(self, state: Any) -> str:
        return json.dumps({"written": "anew", "state": super().dump(state)})

    def load(self, text: str) -> Any:
        return super().load(json.loads(text).get("state", text))


class Unreadable(Rewritten):
    """A later version with another state format and another deal, which cannot read the old ones."""

    def load(self, text: str) -> Any:
        return super().load(json.dumps({"state": json.loads(text)["state"]}))

    def setup(self, seats: int, options: Any, seed: bytes) -> Any:
        return super().setup(seats, options, seed[::-1])


class Stranded(Newer):
    """A later version that has moves only for games that it has dealt or replayed itself."""

    has_dealt = False

    def setup(self, seats: int, options: Any, seed: bytes) -> Any:
        self.has_dealt = True
        return super().setup(seats, options, seed)

    def choices(self, state: Any, seat: int) -> Any:
        if not self.has_dealt:
            raise LookupError("no such card")
        return super().choices(state, seat)


@pytest.fixture
def restart_with(tables: TableFixture, monkeypatch: pytest.MonkeyPatch) -> Callable[[AnyGame], Any]:
    """Restart the bot with this game installed in place of the former one."""

    async def restart(game: AnyGame) -> None:
        games = {**GAMES, KEY: game}
        monkeypatch.setattr(rules_registry, "GAMES", games)
        tables.service = GameService(tables.store, games, run_inline)
        await rules_migration.migrate_games(tables.service)

    return restart


async def start_and_play(tables: TableFixture, turns: int = 3, **terms: Any) -> str:
    code = await tables.start_game(ASTRID, BJORN, **terms)
    await tables.play_random_turns(code, (ASTRID, BJORN), turns)
    return code


@pytest.mark.parametrize("title", [Newer, Stricter, Rewritten, Stranded])
async def test_a_running_game_goes_on_by_the_new_rules_and_counts(
    tables: TableFixture, restart_with: Any, title: type[Lofoten]
) -> None:
    code = await start_and_play(tables, pace="slow", rated=True)
    await tables.advance(HOUR)
    before = await tables.snapshot(code)
    await restart_with(title())
    after = await tables.snapshot(code)
    assert rules_match(after.game, after.row)
    assert after.state == before.state
    *_, last = await db.entries.read_log(tables.store, code)
    assert (last.kind, last.text) == ("rules", f"{before.row.rules_version} {before.row.pack}")
    assert after.row.rules_since == last.ply
    assert after.row.last_activity == before.row.last_activity
    assert [post.payload["code"] for post in await tables.take_posts("notice")] == ["rules_changed"]
    await tables.play_random_turns(code, (ASTRID, BJORN), 3)
    await tables.resign(code, BJORN)
    verdict = await verify_game(tables.store, tables.service.games, code)
    assert verdict is not None
    assert verdict.is_valid, verdict.flaws
    results = await db.results.list_for_game(tables.store, code)
    assert all(one.rated and one.counted for one in results)
    again = await recompute_all(tables.store, tables.service.games)
    assert (again.results_changed, again.ratings_changed) == (0, 0)


async def test_orders_that_the_new_rules_can_read_stay_in_force_and_no_undo_is_voted_on(
    tables: TableFixture, restart_with: Any
) -> None:
    code = await start_and_play(tables)
    key = GAMES[KEY].standing_orders[0].key
    instructions = [Instruction(named=key, until="game"), Instruction(words=("steal",), until="game")]
    for instruction in instructions:
        await standing_orders.give(tables.service, code, ASTRID, instruction)
    async with tables.store.write() as tx:
        for gone in ({"words": ["no such move"], "ply": 1}, {"until": "doomsday"}):
            await db.standing_orders.insert(tx, game=code, seat=0, person=ASTRID.id, payload=gone)
        snapshot = await tables.service.load(tx, code)
        await votes.open_vote(tx, snapshot, "undo", seat=0, by=ASTRID.id)
        await votes.open_vote(tx, snapshot, "end", by=ASTRID.id)
    await restart_with(Newer())
    assert [vote.kind for vote in await db.votes.list_open(tables.store, code)] == ["end"]
    left = await db.standing_orders.list_in_force(tables.store, code)
    assert [standing_orders.instruction_of(order) for order in left] == instructions


async def test_what_new_rules_would_not_allow_is_checked_from_where_they_took_over(
    tables: TableFixture, restart_with: Any
) -> None:
    code = await start_and_play(tables, 6)
    stopped = [
        entry for entry in await db.entries.read_effective_log(tables.store, code) if entry.text == "stop"
    ]
    assert stopped, "the game must hold a move that the new rules refuse"
    await restart_with(Stricter())
    since = (await tables.snapshot(code)).row.rules_since
    await tables.play_random_turns(code, (ASTRID, BJORN), 2)
    verdict = await verify_game(tables.store, tables.service.games, code)
    assert verdict is not None
    assert (verdict.flaws, verdict.since) == ((), since)
    async with tables.store.engine.begin() as connection:
        table = db.entries.table
        change = table.update().where(table.c.game == code, table.c.ply == since + 1)
        await connection.execute(change.values(state_hash="0" * 64))
    verdict = await verify_game(tables.store, tables.service.games, code)
    assert verdict is not None
    assert [flaw.code for flaw in verdict.flaws] == ["entry_leads_elsewhere"]


@pytest.mark.parametrize("title", [Stricter, Rewritten])
async def test_the_story_before_the_change_is_told_as_it_was(
    tables: TableFixture, restart_with: Any, title: type[Lofoten]
) -> None:
    code = await start_and_play(tables, 5)
    snapshot = await tables.snapshot(code)
    then = await replay_range(tables.store, snapshot, 1, snapshot.row.ply)
    await restart_with(title())
    snapshot = await tables.snapshot(code)
    now = await replay_range(tables.store, snapshot, 1, snapshot.row.ply)
    assert [beat.entry.ply for beat in now.entries[:-1]] == [beat.entry.ply for beat in then.entries]
    kept = await db.entries.checkpoints_between(tables.store, code, 0, snapshot.row.ply)
    for old, new in zip(then.entries, now.entries, strict=False):
        assert new.is_unreadable or new.events == old.events
        if old.entry.ply in kept:
            assert new.state == old.state
    assert now.after == snapshot.state
    assert (title is Stricter) == any(beat.is_unreadable for beat in now.entries)
    told = await export_game(tables.store, tables.service.games, code)
    assert told is not None
    assert len(told["log"]) == snapshot.row.ply


async def test_nothing_behind_the_change_is_taken_back(tables: TableFixture, restart_with: Any) -> None:
    code = await start_and_play(tables)
    await tables.play_last_move(code)
    await restart_with(Newer())
    snapshot = await tables.snapshot(code)
    for actor in (ASTRID, BJORN):
        with pytest.raises(Denied, match="nothing_to_undo"):
            await tables.undo(code, actor)
        assert await undo.last_own_move(tables.store, snapshot, actor.id) is None


async def test_a_game_that_the_rules_cannot_read_rests_and_loses_nobody_any_time(
    tables: TableFixture, restart_with: Any
) -> None:
    code = await start_and_play(tables, pace="slow", rated=True)
    before = await db.players.list_for_game(tables.store, code)
    await restart_with(Unreadable())
    snapshot = await tables.snapshot(code)
    assert (snapshot.row.status, snapshot.state) == ("archived", None)
    assert [post.payload["code"] for post in await tables.take_posts("notice")][-1] == "rules_unfit"
    await tables.advance(30 * DAY)
    with pytest.raises(Denied, match="rules_unfit"):
        await archive.resume(tables.service, code, ASTRID)
    with pytest.raises(Refusal, match="over"):
        await tables.play(code, ASTRID, "stop")
    await restart_with(Rewritten())
    await archive.resume(tables.service, code, ASTRID)
    snapshot = await tables.snapshot(code)
    assert snapshot.is_running
    late = min(snapshot.owing_seats())
    assert clocks.time_left(snapshot.players[late], Availability(), tables.clock.at) == before[late].bank


async def test_a_table_that_gathers_starts_by_the_new_rules(tables: TableFixture, restart_with: Any) -> None:
    code = await tables.open_lobby(ASTRID, BJORN)
    await restart_with(Rewritten())
    snapshot = await tables.snapshot(code)
    assert rules_match(snapshot.game, snapshot.row)
    assert (await db.entries.read_log(tables.store, code)) == ()


async def test_a_finished_game_stays_as_it_was(tables: TableFixture, restart_with: Any) -> None:
    code = await start_and_play(tables, 2, pace="slow", rated=True)
    await tables.resign(code, BJORN)
    before = (await tables.snapshot(code)).row, await db.results.list_for_game(tables.store, code)
    for title in (Stricter, Rewritten, Unreadable):
        await restart_with(title())
        snapshot = await tables.snapshot(code)
        assert (snapshot.row, await db.results.list_for_game(tables.store, code)) == before
        assert (snapshot.state is None) == (title is Unreadable)
        told = await replay_range(tables.store, snapshot, 1, snapshot.row.ply)
        assert [beat.entry.ply for beat in told.entries] == list(range(2, snapshot.row.ply + 1))
        again = await recompute_all(tables.store, tables.service.games)
        assert (again.results_changed, again.ratings_changed) == (0, 0)


# Packs


def pack_of(folder: Path, ships: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "lofoten.toml").write_text(ships, encoding="utf-8")
    return folder


async def test_a_game_keeps_the_values_it_was_dealt_from_when_the_pack_changes_and_goes(
    tables: TableFixture, restart_with: Any, tmp_path: Path
) -> None:
    folder = pack_of(tmp_path / "pack", '[goods.mead]\nen = "ale"\nfr = "bière"\n')
    packed = Lofoten(folder)
    assert packed.names["mead"].text("en") == "ale"
    await restart_with(packed)
    code = await start_and_play(tables)
    for other in (Lofoten(pack_of(folder, '[goods.mead]\nen = "stout"\nfr = "brune"\n')), Lofoten()):
        await restart_with(other)
        snapshot = await tables.snapshot(code)
        assert snapshot.game.pack == packed.pack
        assert snapshot.game.names["mead"].text("en") == "ale"
        assert rules_match(snapshot.game, snapshot.row)
        await tables.play_random_turns(code, (ASTRID, BJORN), 1)
        verdict = await verify_game(tables.store, tables.service.games, code)
        assert verdict is not None
        assert verdict.is_valid
    await restart_with(Newer())
    snapshot = await tables.snapshot(code)
    assert snapshot.game.names["mead"].text("en") == "ale"
    assert rules_match(snapshot.game, snapshot.row)
    assert "rules" in {entry.kind for entry in await db.entries.read_log(tables.store, code)}
