"""Gathering at a table: opening it, joining, leaving, agreeing, starting."""

import secrets
from typing import Any

import db
from bot.pace import CHOICES, DEFAULT, UNTIMED
from bot.position import Position
from bot.tables.moving import Moving
from bot.tables.people import Denied, Visitor, check_room, host_only, see
from bot.tables.silence import watch_silence
from bot.words import mark
from rules.chance import commitment

SEED_BYTES = 32


class Gathering(Moving):
    """What happens before the first move."""

    async def open(
        self,
        key: str,
        options: dict[str, Any],
        host: Visitor,
        *,
        server: int,
        channel: int,
        language: str,
        pace: str | None = None,
        rated: bool = False,
    ) -> Position:
        """A new table; its pace is the server's own unless the host names one."""
        game = self.games[key]
        async with self.store.write() as w:
            await see(w, host)
            await check_room(w, host.id)
            known = await w.server(server)
            if known.language is None:
                await w.update_server(server, language=language)
            pace = pace or known.settings.get("pace", DEFAULT)
            check_rated(pace, rated=rated)
            row = await w.create_game(
                key=key,
                rules_version=game.info.rules_version,
                pack=game.pack,
                options=game.info.options.model_validate(options).model_dump(),
                server=server,
                channel=channel,
                host=host.id,
                at=self.now(),
                pace=pace,
                rated=rated,
            )
            row = await w.join(row, host.id, at=self.now())
            await watch_silence(w, row)
            return await self._position(w, row.code)

    async def join(self, code: str, visitor: Visitor) -> Position:
        async with self.store.write() as w:
            position = await self._gathering(w, code)
            await see(w, visitor)
            if position.seat_of(visitor.id) is not None:
                raise Denied(mark("You are at this table already."))
            if len(position.players) >= position.game.info.seats[1]:
                raise Denied(mark("This table is full."))
            await check_room(w, visitor.id)
            return await self._gathered(w, await w.join(position.row, visitor.id, at=self.now()))

    async def leave(self, code: str, person: int) -> Position:
        async with self.store.write() as w:
            position = await self._gathering(w, code)
            if position.seat_of(person) is None:
                raise Denied(mark("You are not at this table."))
            return await self._leave(w, position, person)

    async def _leave(self, w: db.Write, position: Position, person: int) -> Position:
        row = await w.leave(position.row, person, at=self.now())
        staying = [player.person for player in position.players if player.person != person]
        if not staying:
            row = await w.update_game(row, status="closed")
        elif row.host == person:
            row = await w.update_game(row, host=staying[0])
        return await self._gathered(w, row)

    async def set_option(self, code: str, person: int, field: str, value: str) -> Position:
        async with self.store.write() as w:
            position = await self._gathering(w, code)
            host_only(position, person)
            agreed = {**position.options().model_dump(), field: value}
            options = position.game.info.options.model_validate(agreed)
            return await self._gathered(w, await w.update_game(position.row, options=options.model_dump()))

    async def set_pace(self, code: str, person: int, pace: str) -> Position:
        """Agree on a pace; without a clock a table is not rated."""
        async with self.store.write() as w:
            position = await self._gathering(w, code)
            host_only(position, person)
            if pace not in CHOICES:
                raise Denied(mark("That is not one of the choices."))
            rated = position.row.rated and pace != UNTIMED
            return await self._gathered(w, await w.update_game(position.row, pace=pace, rated=rated))

    async def set_rated(self, code: str, person: int, *, rated: bool) -> Position:
        async with self.store.write() as w:
            position = await self._gathering(w, code)
            host_only(position, person)
            check_rated(position.row.pace, rated=rated)
            return await self._gathered(w, await w.update_game(position.row, rated=rated))

    async def start(self, code: str, person: int, *, interaction: int) -> Position:
        async with self.store.write() as w:
            position = await self._gathering(w, code)
            host_only(position, person)
            game, fewest = position.game, position.game.info.seats[0]
            if len(position.players) < fewest:
                raise Denied(mark("{n} players are needed. Others join by the button on the card."), n=fewest)
            seed = new_seed()
            state = game.setup(len(position.players), position.options(), seed)
            row = await w.update_game(
                position.row, status="running", seed=seed, commitment=commitment(seed), started=self.now()
            )
            row = await w.append(
                row,
                kind="setup",
                at=self.now(),
                owed=game.to_act(state),
                state=game.dump(state),
                person=person,
                barrier=True,
                interaction=interaction,
                snapshot=True,
            )
            await self.wind(w, row, since=position.row.ply)
            await self._post(w, row, "open", {})
            await self._post(w, row, "card", {"fresh": True})
            return await self._position(w, code)

    async def _gathered(self, w: db.Write, row: db.Game) -> Position:
        await self._post(w, row, "lobby", {})
        return await self._position(w, row.code)

    async def _gathering(self, w: db.Write, code: str) -> Position:
        position = await self._position(w, code)
        if position.row.status == "closed":
            raise Denied(mark("This table was closed. /new opens another."))
        if position.row.status != "lobby":
            raise Denied(mark("This game has already started."))
        return position


def check_rated(pace: str, *, rated: bool) -> None:
    if rated and pace == UNTIMED:
        raise Denied(mark("A table counts for the ratings only with a clock: choose a pace first."))


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)
