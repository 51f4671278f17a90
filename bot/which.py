"""Which game a command means: the thread's; elsewhere the one that waits for you, or the one you name."""

from bot.call import Call
from bot.position import Position
from bot.tables import Denied
from bot.words import mark


async def meant(call: Call, code: str | None, *, key: str | None = None) -> Position:
    """The game a command is about; `key` says which title it must be."""
    house = call.house
    if code:
        return await house.tables.position(code)
    channel = call.interaction.channel_id
    here = await house.store.game_in(channel) if channel else None
    if here is None and channel:
        here = next(iter(await house.store.games_at(channel, ("running",))), None)
    if here is not None and (key is None or here.key == key):
        return await house.tables.position(here.code)
    candidates = [game for game in await house.store.waiting_for(call.visitor.id) if key in (None, game.key)]
    if not candidates:
        candidates = [
            game
            for game in await house.store.games_of(call.visitor.id, ("running",))
            if key in (None, game.key)
        ]
    if not candidates:
        raise Denied(mark("You have no such game going on. /new opens a table."))
    if len(candidates) > 1:
        codes = ", ".join(f"`{game.code}`" for game in candidates)
        raise Denied(
            mark("You have several games going on: {codes}. Say which one with the option game."), codes=codes
        )
    return await house.tables.position(candidates[0].code)
