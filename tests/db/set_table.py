"""Sets a table for tests: two people, a game begun, moves made."""

from typing import Any

from db import Game, Store, Write

ASTRID, BJORN, STRANGER = 1001, 1002, 1003
SERVER, CHANNEL, THREAD = 50, 60, 70


async def open_lobby(store: Store, *, at: int = 1, channel: int = CHANNEL, server: int = SERVER) -> Game:
    async with store.write() as w:
        return await w.create_game(
            key="lofoten",
            rules_version=1,
            pack="printed",
            options={"ties": "both"},
            server=server,
            channel=channel,
            host=ASTRID,
            at=at,
        )


async def start_game(store: Store, *, thread: int = THREAD) -> Game:
    game = await open_lobby(store)
    async with store.write() as w:
        game = await w.join(game, ASTRID, at=2)
        game = await w.join(game, BJORN, at=3)
        game = await w.update_game(game, status="running", seed=b"\0secret", thread=thread, started=4)
        return await w.append(game, kind="setup", state="start", at=4, owed={0}, snapshot=True)


async def play(w: Write, game: Game, text: str, **details: Any) -> Game:
    """A move whose state is the log itself, so that a wrong state shows."""
    entry: dict[str, Any] = {"state": f"{game.state} {text}", "at": 10 + game.ply, "owed": {game.ply % 2}}
    return await w.append(game, kind="move", text=text, **(entry | details))


async def played(store: Store, game: Game, *texts: str, **details: Any) -> Game:
    async with store.write() as w:
        for text in texts:
            game = await play(w, game, text, **details)
    return game
