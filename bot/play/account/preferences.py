"""What people choose for themselves: where they live, when they sleep, where they are told, hints, boards."""

from typing import Any

import db
from bot.play.clock.clocks import live_otherwise
from bot.play.club import digests
from bot.play.core.authorization import Actor, see
from bot.play.core.availability import is_night, zone_named
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.notify.turn_notifications import WAYS


async def set_zone(service: GameService, actor: Actor, zone: str) -> None:
    """Say where somebody lives."""
    await choose(service, actor, zone=zone)


async def choose_ways(service: GameService, actor: Actor, ways: str) -> None:
    """In the thread, by direct message, or both."""
    await choose(service, actor, tell=ways)


async def choose(service: GameService, actor: Actor, *, zone: str | None = None, **choices: Any) -> None:
    """Change what is given of how somebody lives and wishes to be told; their zone stays where it is None.

    Where nobody knows where they live, it says nothing when they sleep.
    """
    if zone is not None and zone_named(zone) is None:
        raise Denied("no_such_zone", zone=zone[:40])
    if choices.get("tell", "thread") not in WAYS:
        raise Denied("not_a_choice")
    if isinstance(choices.get("sleep"), tuple) and not is_night(*choices["sleep"]):
        raise Denied("night_too_long")
    async with service.change() as tx:
        await see(tx, actor)
        known = await db.users.find(tx, actor.id)

        async def change() -> None:
            if zone is not None:
                await db.users.update(tx, actor.id, timezone=zone)
            if choices.get("hints") and not known.preferences.hints:
                await db.users.update(tx, actor.id, hints_seen=frozenset())
            await db.users.prefer(tx, actor.id, **choices)
            if "digest" in choices:
                await digests.wanted(tx, actor.id, daily=choices["digest"])

        if zone is None and known.timezone is None:
            choices.pop("sleep", None)
        if (zone or known.timezone) == known.timezone and "sleep" not in choices:
            await change()
        else:
            await live_otherwise(tx, actor.id, change)


async def ask_for_zone(service: GameService, person: int) -> bool:
    """Whether somebody is to be asked where they live: only if nobody knows, and only once."""
    async with service.change() as tx:
        known = await db.users.find(tx, person)
        if known.timezone is not None or known.preferences.zone_asked:
            return False
        await db.users.prefer(tx, person, zone_asked=True)
        return True


async def hide(service: GameService, person: int, *, hidden: bool) -> None:
    """Hide from boards, or come back."""
    async with service.change() as tx:
        await db.users.prefer(tx, person, hidden=hidden)


async def stop_hints(service: GameService, person: int) -> None:
    async with service.change() as tx:
        await db.users.prefer(tx, person, hints=False)


async def bring_hints_back(service: GameService, person: int) -> None:
    """Hints again, from the first on."""
    async with service.change() as tx:
        await db.users.update(tx, person, hints_seen=frozenset())
        await db.users.prefer(tx, person, hints=True)
