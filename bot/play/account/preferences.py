"""User preferences: time zone, sleep hours, rest days, notifications, hints, visibility on leaderboards."""

from collections.abc import Sequence
from typing import Any

import db
from bot.play.clock.clocks import change_availability
from bot.play.club import digests
from bot.play.core import Actor, Denied, GameService, update_user_profile
from bot.play.core.availability import MAX_REST_DAYS, find_zone, is_valid_rest, is_valid_sleep
from bot.play.core.game_service import in_transaction
from bot.play.notify.turn_notifications import CHANNELS_BY_SETTING
from db.clock import HOUR, WEEK

REST_CORRECTION_MS = HOUR  # In this time after a change, rest days can be corrected.
REST_CHANGE_INTERVAL_MS = WEEK  # Else a player could make every day a rest day in turn.


async def update_preferences(
    service: GameService, actor: Actor, *, zone: str | None = None, **choices: Any
) -> None:
    """Change the given fields of `db.Preferences`, and the time zone unless it is None.

    Sleep hours are ignored while the time zone is unknown. Clocks are settled if either changes. Raises
    Denied for an unknown zone, an unknown channel, or too many hours of sleep.
    """
    if zone is not None and find_zone(zone) is None:
        raise Denied("no_such_zone", zone=zone[:40])
    if choices.get("tell", "thread") not in CHANNELS_BY_SETTING:
        raise Denied("not_a_choice")
    if isinstance(choices.get("sleep"), tuple) and not is_valid_sleep(*choices["sleep"]):
        raise Denied("night_too_long")
    async with service.transaction() as tx:
        await update_user_profile(tx, actor)
        stored = await db.users.get(tx, actor.id)

        async def change() -> None:
            if zone is not None:
                await db.users.update(tx, actor.id, timezone=zone)
            if choices.get("hints") and not stored.preferences.hints:
                await db.users.update(tx, actor.id, hints_seen=frozenset())
            if choices.get("invitations") and not stored.preferences.invitations:
                await db.users.update_preferences(tx, actor.id, refused_inviters=())
            await db.users.update_preferences(tx, actor.id, **choices)
            if "digest" in choices:
                await digests.set_daily_digest(tx, actor.id, daily=choices["digest"])

        if zone is None and stored.timezone is None:
            choices.pop("sleep", None)
        if (zone or stored.timezone) == stored.timezone and "sleep" not in choices:
            await change()
        else:
            await change_availability(tx, actor.id, change)


async def set_rest_days(service: GameService, actor: Actor, days: Sequence[int]) -> None:
    """Change the weekdays (Monday is 0) on which the user's clocks rest, and settle running clocks.

    Raises Denied if the time zone is unknown, for too many days, and for new days within a week of a change.
    """
    if not is_valid_rest(days):
        raise Denied("too_many_rest_days", n=MAX_REST_DAYS)
    async with service.transaction() as tx:
        await update_user_profile(tx, actor)
        stored = await db.users.get(tx, actor.id)
        if stored.timezone is None:
            raise Denied("rest_needs_zone")
        chosen, since = stored.preferences, tx.now - stored.preferences.rest_changed
        corrects = since < REST_CORRECTION_MS
        if not (corrects or since >= REST_CHANGE_INTERVAL_MS or set(days) <= set(chosen.rest_days)):
            again = chosen.rest_changed + REST_CHANGE_INTERVAL_MS
            raise Denied("rest_changed_lately", at=again // 1000)

        async def change() -> None:
            changed = chosen.rest_changed if corrects else tx.now
            await db.users.update_preferences(
                tx, actor.id, rest_days=tuple(sorted(days)), rest_changed=changed
            )

        await change_availability(tx, actor.id, change)


save = in_transaction(db.users.update_preferences)
"""Stores fields that neither clocks nor timers depend on."""


async def claim_time_zone_prompt(service: GameService, user_id: int) -> bool:
    """True if the user is to be asked for a time zone: it is unknown, and this is the first prompt."""
    async with service.transaction() as tx:
        stored = await db.users.get(tx, user_id)
        if stored.timezone is not None or stored.preferences.zone_asked:
            return False
        await db.users.update_preferences(tx, user_id, zone_asked=True)
        return True


async def restart_hints(service: GameService, user_id: int) -> None:
    """Enable hints again, starting with the first one."""
    async with service.transaction() as tx:
        await db.users.update(tx, user_id, hints_seen=frozenset())
        await db.users.update_preferences(tx, user_id, hints=True)
