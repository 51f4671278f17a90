"""The exported log: nothing hidden while a game runs, everything once it is over."""

import json
from dataclasses import replace

import db
from bot.play.history.export import export_game
from rules import GAMES
from rules.chance import commitment
from tests.play.recorded_games import SEED, record_game

HOST, GUEST = 308994132968210433, 308994132968210434


async def start_recorded_game(store: db.Store, moves: int) -> tuple[db.Game, list[str]]:
    """A game of Lofoten after some moves, and those moves."""
    row = (await record_game(store, (HOST, GUEST), moves, key="lofoten")).row
    log = await db.entries.read_log(store, row.code)
    return row, [entry.text for entry in log if entry.kind == "move"]


async def test_a_running_game_shows_what_everybody_heard_and_no_more(store: db.Store) -> None:
    row, _ = await start_recorded_game(store, 12)
    log = await export_game(store, GAMES, row.code)
    assert log is not None
    assert SEED.hex() not in json.dumps(log)
    assert not {"seed", "state", "outcome"} & set(log)
    assert not any({"text", "state", "state_hash"} & set(entry) for entry in log["log"])
    assert [entry["kind"] for entry in log["log"]] == ["setup"] + ["move"] * 12
    assert any(entry["told"] for entry in log["log"])
    assert log["commitment"] == commitment(SEED)
    assert [seat["person"] for seat in log["seats"]] == [str(HOST), str(GUEST)]


async def test_a_move_is_told_by_the_events_open_to_all(store: db.Store) -> None:
    row, played = await start_recorded_game(store, 12)
    assert len(played) == 12
    log = await export_game(store, GAMES, row.code)
    assert log is not None
    lofoten = GAMES["lofoten"]
    state = lofoten.setup(2, lofoten.info.options(), SEED)
    for notation, entry in zip(played, log["log"][1:], strict=True):
        step = lofoten.apply(state, entry["seat"], lofoten.parse(notation))
        told = [event for event in step.events if event.audience is None]
        assert [event.kind for event in told] == [event["kind"] for event in entry["told"]]
        state = step.state


async def test_a_finished_game_can_be_replayed_from_its_export(store: db.Store) -> None:
    row, played = await start_recorded_game(store, 12)
    async with store.write() as tx:
        await db.games.update(tx, row, replace(row, status="over", outcome={"reason": "resigned"}))
    log = json.loads(json.dumps(await export_game(store, GAMES, row.code)))
    assert [entry["text"] for entry in log["log"] if entry["kind"] == "move"] == played
    lofoten = GAMES[log["game"]]
    options = lofoten.info.options.model_validate(log["options"])
    state = lofoten.setup(len(log["seats"]), options, bytes.fromhex(log["seed"]))
    for entry in log["log"]:
        if entry["kind"] == "move":
            state = lofoten.apply(state, entry["seat"], lofoten.parse(entry["text"])).state
    assert lofoten.dump(state) == await db.games.find_state(store, row.code)


async def test_the_code_is_taken_as_people_type_it(store: db.Store) -> None:
    row, _ = await start_recorded_game(store, 0)
    log = await export_game(store, GAMES, f"#{row.code.lower()}")
    assert log is not None
    assert log["code"] == row.code
    assert await export_game(store, GAMES, "NOGAM") is None
