"""Cups in the database: codes, and changes that depend on the status."""

from dataclasses import replace

import pytest

import db
from db import Conflict, Cup, Store
from tests.db.ids import CHANNEL, SERVER

NEW_CUP = Cup(SERVER, CHANNEL, "lofoten", "slow", 3)


async def test_a_code_that_another_cup_has_is_drawn_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    letters = iter("CCCCC" + "CCCCC" + "DDDDD")
    monkeypatch.setattr("db.games.secrets.choice", lambda _: next(letters))
    async with store.write() as tx:
        codes = [(await db.cups.create(tx, NEW_CUP)).code for _ in range(2)]
    assert codes == ["CCCCC", "DDDDD"]


async def test_a_cup_whose_status_has_changed_is_not_written(store: Store) -> None:
    async with store.write() as tx:
        read = await db.cups.create(tx, NEW_CUP)
        started = await db.cups.update(tx, read, replace(read, status="running", started=tx.now))
        assert await db.cups.find(tx, read.code) == started
        with pytest.raises(Conflict):
            await db.cups.update(tx, read, replace(read, status="closed"))
