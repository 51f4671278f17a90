"""Scheduled events, through discord.py: created, edited, ended; only with the permission."""

from datetime import timedelta
from typing import Any

import discord
import pytest

from harbour import Harbour
from tests.harbour.wire_client import WireClient, refusal_code

HOUR = timedelta(hours=1)


@pytest.fixture
async def guild(harbour: Harbour, client: WireClient) -> discord.Guild:
    harbour.grant("create_events")
    await harbour.wait_until_idle()
    return client.guilds[0]


def fields(harbour: Harbour, **changes: Any) -> dict[str, Any]:
    now = harbour.clock.now()
    return {
        "name": "The cup",
        "start_time": now + HOUR,
        "end_time": now + 2 * HOUR,
        "entity_type": discord.EntityType.external,
        "privacy_level": discord.PrivacyLevel.guild_only,
        "location": "here",
        **changes,
    }


async def test_an_event_starts_and_ends_by_the_clock(harbour: Harbour, guild: discord.Guild) -> None:
    event = await guild.create_scheduled_event(**fields(harbour))
    await event.edit(name="The great cup")
    (listed,) = await guild.fetch_scheduled_events()
    assert (listed.name, listed.status) == ("The great cup", discord.EventStatus.scheduled)
    harbour.clock.advance(3600)
    assert (await guild.fetch_scheduled_event(event.id)).status is discord.EventStatus.active
    harbour.clock.advance(3600)
    assert await guild.fetch_scheduled_events() == []
    assert await refusal_code(event.edit(name="x")) == (400, 180000)
    await event.delete()
    assert await refusal_code(guild.fetch_scheduled_event(event.id)) == (404, 10070)


async def test_an_event_is_cancelled_before_it_starts(harbour: Harbour, guild: discord.Guild) -> None:
    event = await guild.create_scheduled_event(**fields(harbour))
    cancelled = await event.cancel()
    assert cancelled.status is discord.EventStatus.cancelled
    assert await guild.fetch_scheduled_events() == []


@pytest.mark.parametrize("change", [{"start_time": -HOUR}, {"end_time": timedelta(0)}])
async def test_times_must_lie_ahead(harbour: Harbour, guild: discord.Guild, change: dict[str, Any]) -> None:
    times = {name: harbour.clock.now() + shift for name, shift in change.items()}
    made = guild.create_scheduled_event(**fields(harbour, **times))
    assert await refusal_code(made) == (400, 50035)


async def test_without_the_permission_there_are_none(
    harbour: Harbour, client: WireClient, guild: discord.Guild
) -> None:
    assert guild.me.guild_permissions.create_events
    harbour.revoke("create_events")
    made = client.guilds[0].create_scheduled_event(**fields(harbour))
    assert await refusal_code(made) == (403, 50013)
