"""Servers: unchanged columns stay, and settings round-trip."""

from sqlalchemy import text

import db
from db import Server, ServerSettings, Store
from tests.db.ids import SERVER


async def test_servers_keep_what_is_not_changed(store: Store) -> None:
    assert await db.servers.get(store, SERVER) == Server(SERVER)
    settings = ServerSettings(lobbies=2**63 - 1, pace="fast", opening="17", quiet=True)
    async with store.write() as tx:
        await db.servers.update(tx, SERVER, language="fr")
        await db.servers.update(tx, SERVER, settings=settings)
        await db.servers.update(tx, SERVER)
        await db.servers.ensure_exists(tx, SERVER)
    assert await db.servers.get(store, SERVER) == Server(SERVER, "fr", settings)


async def test_a_server_that_becomes_known_has_chosen_nothing(store: Store) -> None:
    async with store.write() as tx:
        await db.servers.ensure_exists(tx, SERVER)
    assert await db.servers.get(store, SERVER) == Server(SERVER)


async def test_settings_that_are_not_known_are_left_out(store: Store) -> None:
    async with store.write() as tx:
        await db.servers.update(tx, SERVER, settings=ServerSettings(quiet=True))
    async with store.engine.begin() as connection:
        stored = await connection.scalar(text("SELECT CAST(settings AS TEXT) FROM servers"))
        assert stored == '{"quiet": true}'
        await connection.execute(
            text("UPDATE servers SET settings = :older"), {"older": '{"lobbies": 7, "colour": "red"}'}
        )
    assert (await db.servers.get(store, SERVER)).settings == ServerSettings(lobbies=7)
