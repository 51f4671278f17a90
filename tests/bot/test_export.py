"""The exported log: nothing hidden while a game runs, everything once it is over."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.export import exported
from db import Game, Store
from rules import GAMES
from rules.chance import commitment

SEED = bytes(range(32))
HOST, GUEST = 308994132968210433, 308994132968210434


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}") as store:
        yield store


async def begun(store: Store, moves: int) -> tuple[Game, list[str]]:
    """A game of Lofoten after some moves, and those moves."""
    lofoten = GAMES["lofoten"]
    options = lofoten.info.options()
    state = lofoten.setup(2, options, SEED)
    played: list[str] = []
    async with store.write() as w:
        row = await w.create_game(
            key="lofoten",
            rules_version=lofoten.info.rules_version,
            pack=lofoten.pack,
            options=options.model_dump(),
            channel=1,
            host=HOST,
            at=0,
        )
        row = await w.join(row, HOST, at=0)
        row = await w.join(row, GUEST, at=0)
        row = await w.update_game(row, status="running", seed=SEED, commitment=commitment(SEED))
        row = await w.append(row, kind="setup", at=0, owed=lofoten.to_act(state), state=lofoten.dump(state))
        for at in range(moves):
            seat = min(lofoten.to_act(state))
            move = lofoten.legal(state, seat)[-1]
            state = lofoten.apply(state, seat, move).state
            played.append(str(move))
            row = await w.append(
                row,
                kind="move",
                at=at,
                seat=seat,
                person=(HOST, GUEST)[seat],
                text=str(move),
                owed=lofoten.to_act(state),
                state=lofoten.dump(state),
            )
    return row, played


async def test_a_running_game_shows_what_everybody_heard_and_no_more(store: Store) -> None:
    row, _ = await begun(store, 12)
    log = await exported(store, GAMES, row.code)
    assert log is not None
    assert SEED.hex() not in json.dumps(log)
    assert not {"seed", "state", "outcome"} & set(log)
    assert not any({"text", "state_hash"} & set(entry) for entry in log["log"])
    assert [entry["kind"] for entry in log["log"]] == ["setup"] + ["move"] * 12
    assert any(entry["told"] for entry in log["log"])
    assert log["commitment"] == commitment(SEED)
    assert [seat["person"] for seat in log["seats"]] == [str(HOST), str(GUEST)]


async def test_a_move_is_told_by_the_events_open_to_all(store: Store) -> None:
    row, played = await begun(store, 12)
    log = await exported(store, GAMES, row.code)
    assert log is not None
    lofoten = GAMES["lofoten"]
    state = lofoten.setup(2, lofoten.info.options(), SEED)
    for notation, entry in zip(played, log["log"][1:], strict=True):
        step = lofoten.apply(state, entry["seat"], lofoten.parse(notation))
        told = [event for event in step.events if event.audience is None]
        assert [event.kind for event in told] == [event["kind"] for event in entry["told"]]
        state = step.state


async def test_a_finished_game_can_be_replayed_from_its_export(store: Store) -> None:
    row, played = await begun(store, 12)
    async with store.write() as w:
        await w.update_game(row, status="over", outcome={"reason": "resigned"})
    log = json.loads(json.dumps(await exported(store, GAMES, row.code)))
    assert [entry["text"] for entry in log["log"] if entry["kind"] == "move"] == played
    lofoten = GAMES[log["game"]]
    options = lofoten.info.options.model_validate(log["options"])
    state = lofoten.setup(len(log["seats"]), options, bytes.fromhex(log["seed"]))
    for entry in log["log"]:
        if entry["kind"] == "move":
            state = lofoten.apply(state, entry["seat"], lofoten.parse(entry["text"])).state
    finished = await store.game(row.code)
    assert finished is not None
    assert lofoten.dump(state) == finished.state


async def test_the_code_is_taken_as_people_type_it(store: Store) -> None:
    row, _ = await begun(store, 0)
    log = await exported(store, GAMES, f"#{row.code.lower()}")
    assert log is not None
    assert log["code"] == row.code
    assert await exported(store, GAMES, "NOGAM") is None
