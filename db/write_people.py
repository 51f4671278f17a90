"""Writes about people and servers: their languages, choices, and what they have already been shown."""

from collections.abc import Collection, Mapping
from typing import Any, TypedDict, Unpack

from db import tables
from db.rows import Person, Server
from db.transaction import Writing


class PersonChanges(TypedDict, total=False):
    name: str | None
    locale: str | None
    timezone: str | None
    preferences: Mapping[str, Any]
    hints_seen: Collection[str]


class ServerChanges(TypedDict, total=False):
    language: str | None
    settings: Mapping[str, Any]


class WritesPeople(Writing):
    """Whoever is not known yet becomes known."""

    async def update_person(self, person: int, **changes: Unpack[PersonChanges]) -> Person:
        row: dict[str, Any] = dict(changes)
        if "hints_seen" in row:
            row["hints_seen"] = sorted(row["hints_seen"])
        await self._know_person(person, **row)
        return await self.person(person)

    async def update_server(self, server: int, **changes: Unpack[ServerChanges]) -> Server:
        await self._know_server(server, **changes)
        return await self.server(server)

    async def earn(self, person: int, key: str, successes: Collection[str], *, game: str, at: int) -> None:
        """Keep what somebody achieved; what he had achieved before stays as it was."""
        known = {had.success for had in await self.successes(person=person) if had.key == key}
        for success in successes:
            if success not in known:
                row = {"person": person, "key": key, "success": success, "game": game, "at": at}
                await self._insert(tables.successes, row, game=game)
