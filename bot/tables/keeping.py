"""Keeping order: lobbies and games that fall silent, games that lose their place or move to another."""

from typing import Any

import db
from bot.notices import Answer, Notice
from bot.position import Position
from bot.tables.gathering import Gathering
from bot.tables.people import Denied, Visitor, seat_of
from bot.tables.silence import WARNED, watch_silence
from bot.words import mark
from rules.game import Refusal


class Keeping(Gathering):
    """Nothing is thrown away: what is archived goes on with one tap."""

    async def fell_silent(self, w: db.Write, code: str, *, warned: int | None) -> None:
        """Warn, then put away: a lobby is closed, a game archived."""
        position = await self._position(w, code)
        row, quiet = position.row, self.now() - position.row.last_activity
        in_lobby = row.status == "lobby"
        if row.status not in ("lobby", "running"):
            return
        if quiet < WARNED[row.status]:
            await watch_silence(w, row)
        elif warned != row.last_activity:
            await self.say(w, row, _warning(position), key=f"silence {row.last_activity}")
            await watch_silence(w, row, warned=True)
        elif in_lobby:
            await self._post(w, await w.update_game(row, status="closed"), "lobby", {})
        else:
            await self._archive(w, position, "silence")
            await self.say(w, row, _archived(position), key=f"archived {row.ply}")

    async def archive_server(self, server: int) -> None:
        """Skald was sent away: its games there wait, and people are told that nothing is lost."""
        async with self.store.write() as w:
            for row in await w.games_on(server, ("running",)):
                position = await self._position(w, row.code)
                await self._archive(w, position, "removed")
                await self.tell_players(w, position, _sent_away(position), key=f"removed {row.ply}")

    async def resume_server(self, server: int) -> None:
        """Skald is back: what waited only for that goes on."""
        async with self.store.write() as w:
            for row in await w.games_on(server, ("archived",)):
                entries = await w.moves(row.code, since=row.ply - 1)
                if entries and entries[-1].kind == "archive" and entries[-1].text == "removed":
                    await self._resume(w, await self._position(w, row.code))

    async def resume(self, code: str, visitor: Visitor) -> Position:
        """Somebody of the table takes an archived game up again."""
        async with self.store.write() as w:
            position = await self._position(w, code)
            seat_of(position, visitor.id)
            if position.row.status == "over":
                raise Refusal("over")
            if position.row.status != "archived":
                raise Denied(mark("This game is going on already."))
            return await self._resume(w, position)

    async def rematch(self, played: Position, visitor: Visitor) -> Position:
        """Another round of a finished game: joined if one of its players has opened it, else opened."""
        row = played.row
        since = row.ended or row.created
        for lobby in await self.store.games_under(row.channel, ("lobby",)):
            again = lobby.key == row.key and lobby.created >= since
            if again and lobby.host is not None and played.seat_of(lobby.host) is not None:
                there = await self.position(lobby.code)
                seated = there.seat_of(visitor.id) is not None
                return there if seated else await self.join(lobby.code, visitor)
        assert row.server is not None
        position = await self.open(
            row.key,
            dict(row.options),
            visitor,
            server=row.server,
            channel=row.channel,
            language="",
            pace=row.pace,
            rated=row.rated,
        )
        async with self.store.write() as w:
            await self._post(w, position.row, "place", {})
            others = tuple(one for one in _people(played) if one != visitor.id)
            if others:
                notice = Notice(text=mark("Another round?"), mentions=others)
                await self.say(w, position.row, notice, key="again")
        return position

    async def move_to(self, code: str, visitor: Visitor, *, server: int, channel: int) -> Position:
        """The game goes on in another channel, with a card and a thread of its own there."""
        async with self.store.write() as w:
            position = await self._position(w, code)
            seat_of(position, visitor.id)
            if position.row.status not in ("lobby", "running", "archived"):
                raise Refusal("over")
            await w.update_server(server)
            await self._leave_place(w, position)
            row = await w.update_game(position.row, server=server, channel=channel, thread=None)
            return await self._settle_in(w, row)

    async def lost_place(self, *, channel: int) -> None:
        """A thread or a channel was deleted: its games go on in the channel, or ask where to."""
        async with self.store.write() as w:
            lost = await w.game_in(channel)
            for row in (lost,) if lost is not None and lost.status != "over" else ():
                position = await self._position(w, row.code)
                await self._leave_place(w, position)
                await self._settle_in(w, await w.update_game(row, thread=None))
            for row in await w.games_under(channel, ("lobby", "running", "archived")):
                position = await self._position(w, row.code)
                await self.tell_players(w, position, _homeless(position), key=f"homeless {channel}")

    async def _archive(self, w: db.Write, position: Position, why: str) -> None:
        row = await w.append(
            position.row, kind="archive", text=why, at=self.now(), owed=(), barrier=True, snapshot=True
        )
        row = await w.update_game(row, status="archived")
        await self.wind(w, row, since=position.row.ply)
        await w.cancel_timers(game=position.code)

    async def _resume(self, w: db.Write, position: Position) -> Position:
        row = await w.append(
            position.row,
            kind="resume",
            at=self.now(),
            owed=position.game.to_act(position.state),
            barrier=True,
            snapshot=True,
        )
        row = await w.update_game(row, status="running")
        row = await self._leave_word(w, position, row, None, position.state, None)
        await watch_silence(w, row)
        return await self._position(w, row.code)

    async def _leave_place(self, w: db.Write, position: Position) -> None:
        bindings = await w.bindings(position.code)
        await w.unbind(*(binding.message for binding in bindings if binding.kind in ("lobby", "card")))

    async def _settle_in(self, w: db.Write, row: db.Game) -> Position:
        await self._post(w, row, "place", {})
        if row.status == "running":
            await self._post(w, row, "card", {"fresh": True})
        return await self._position(w, row.code)


def _resuming() -> tuple[Answer, ...]:
    return (Answer(label=mark("Go on"), verb="resume", primary=True),)


def _people(position: Position) -> tuple[int, ...]:
    return tuple(player.person for player in position.players if player.person is not None)


def _warning(position: Position) -> Notice:
    if position.row.status == "lobby":
        text = mark("This table has waited for five days. It is closed nine days from now unless it starts.")
    else:
        text = mark(
            "Nothing has happened here for two weeks. After sixty days the game is archived; "
            "it can be taken up again at any time."
        )
    return Notice(text=text, mentions=_people(position))


def _archived(position: Position) -> Notice:
    text = mark("This game was archived after sixty days of silence. Nothing is lost.")
    return Notice(text=text, mentions=_people(position), answers=_resuming())


def _values(position: Position) -> dict[str, Any]:
    return {"code": position.code}


def _sent_away(position: Position) -> Notice:
    text = mark(
        "Skald was removed from the server of game `{code}`. The game is kept: it goes on when Skald is "
        "invited back, or with /move in a channel of another server."
    )
    return Notice(text=text, values=_values(position))


def _homeless(position: Position) -> Notice:
    text = mark(
        "The channel of game `{code}` was deleted. The game is kept: "
        "/move in another channel goes on with it."
    )
    return Notice(text=text, values=_values(position))
