"""Cups, league months and voyages among a server's events.

Covers `bot/chat/club/scheduled_events.py`, `bot/play/club/scheduled_events.py`,
`bot/views/scheduled_events.py`, `db/scheduled_events.py`.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

import db
from bot.play.club import scheduled_events, voyages
from bot.standings.seasons import month_at
from harbour import UserClient
from tests.wire.harboured_bot import READY_TIMEOUT_S, HarbouredBot

SCHEDULED, _, COMPLETED, CANCELLED = range(1, 5)
HOUR_S = 3600


@pytest.fixture
async def skald_with_permission(skald: HarbouredBot) -> HarbouredBot:
    skald.harbour.grant("create_events")
    await skald.harbour.wait_until_idle()
    return skald


def events(skald: HarbouredBot) -> list[dict[str, Any]]:
    return list(skald.harbour.world.scheduled_events.values())


async def open_cup(skald: HarbouredBot, name: str = "Astrid") -> str:
    await skald.harbour.user(name).slash("/club cup", in_="games", game="lofoten", size="3")
    await skald.harbour.wait_until_idle()
    guild = int(skald.harbour.world.guild_id)
    (cup,) = await db.cups.list_for_server(skald.store, guild, ("gathering",))
    return cup.code


async def open_cup_with_event(skald: HarbouredBot) -> str:
    code = await open_cup(skald)
    await skald.harbour.wait_until(lambda: bool(events(skald)), READY_TIMEOUT_S)
    return code


def cup_card(user: UserClient) -> dict[str, Any]:
    return next(each for each in user.messages("games") if "skald:cup-" in str(each["components"]))


async def tap_card(skald: HarbouredBot, name: str, verb: str) -> None:
    user = skald.harbour.user(name)
    card = cup_card(user)
    await user.press(card, skald.custom_id(card, verb))
    await skald.harbour.wait_until_idle()


async def test_a_cup_is_an_event_from_its_card_to_its_end(skald_with_permission: HarbouredBot) -> None:
    skald = skald_with_permission
    code = await open_cup_with_event(skald)
    (event,) = events(skald)
    games = skald.harbour.world.find_channel("games")
    assert event["name"] == f"Lofoten: a cup · {code}"
    assert event["entity_metadata"]["location"].endswith(f"/{games['guild_id']}/{games['id']}")
    assert "when 3 players have joined" in event["description"]
    before = len(skald.harbour.api_calls)
    await tap_card(skald, "Bjørn", "cup-join")
    calls = [call for call in list(skald.harbour.api_calls)[before:] if "scheduled-events" in call.path]
    edits = [call.path for call in calls if call.method != "GET"]
    assert edits == [], "nothing about the event has changed"
    await tap_card(skald, "Dag", "cup-join")
    await skald.harbour.wait_until(lambda: "under way" in events(skald)[0]["description"], READY_TIMEOUT_S)
    skald.harbour.clock.advance(HOUR_S)
    async with skald.store.write() as tx:
        cup = await db.cups.find(tx, code)
        assert cup is not None
        await db.cups.update(tx, cup, replace(cup, status="over", ended=tx.now))
        await scheduled_events.post_update(tx, cup.server, scheduled_events.cup_subject(cup))
    skald.client.wake()
    await skald.harbour.wait_until(lambda: events(skald)[0]["status"] == COMPLETED, READY_TIMEOUT_S)


async def test_a_cup_that_is_left_is_cancelled(skald_with_permission: HarbouredBot) -> None:
    skald = skald_with_permission
    await open_cup_with_event(skald)
    await tap_card(skald, "Astrid", "cup-leave")
    await skald.harbour.wait_until(lambda: events(skald)[0]["status"] == CANCELLED, READY_TIMEOUT_S)


async def stored_events(skald: HarbouredBot) -> list[str]:
    """Returns the ids of stored events, once there are any. Moves the clock so that retries are due."""
    guild = int(skald.harbour.world.guild_id)
    for _ in range(20):
        if stored := await db.scheduled_events.list_for_server(skald.store, guild):
            return [str(each.event) for each in stored]
        skald.harbour.clock.advance(60)
        await skald.harbour.wait_until_idle()
    raise TimeoutError


async def test_a_lost_reply_gives_no_second_event(skald_with_permission: HarbouredBot) -> None:
    """discord.py repeats the request by itself."""
    skald = skald_with_permission
    skald.harbour.faults.add("lost", method="POST", path="/scheduled-events$")
    await open_cup(skald)
    assert await stored_events(skald) == [event["id"] for event in events(skald)]
    assert len(events(skald)) == 1


async def test_a_crash_after_the_creation_gives_no_second_event(
    skald_with_permission: HarbouredBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    save, crashes = scheduled_events.save, iter([OSError("killed")])

    async def save_or_crash(*given: Any) -> None:
        for crash in crashes:
            raise crash
        await save(*given)

    monkeypatch.setattr(scheduled_events, "save", save_or_crash)
    await open_cup(skald_with_permission)
    assert await stored_events(skald_with_permission) == [
        each["id"] for each in events(skald_with_permission)
    ]
    assert len(events(skald_with_permission)) == 1


async def test_without_the_permission_nothing_is_asked(skald: HarbouredBot) -> None:
    await open_cup(skald)
    async with skald.store.write() as tx:
        await scheduled_events.post_update(tx, int(skald.harbour.world.guild_id), "voyage 7")
    skald.client.wake()
    await skald.harbour.wait_until_idle()
    assert not [call for call in skald.harbour.api_calls if "scheduled-events" in call.path]
    panel = await skald.harbour.user("Astrid").slash("/server settings")
    assert "Skald needs the permission “Create Events”" in panel.text


async def test_a_server_turns_them_off_and_on(skald_with_permission: HarbouredBot) -> None:
    skald, astrid = skald_with_permission, skald_with_permission.harbour.user("Astrid")
    await open_cup_with_event(skald)
    panel = await astrid.slash("/server settings")
    assert "appear among the server’s events" in panel.text
    form = await astrid.press(panel, "skald:server-form:::")
    await astrid.submit(form, {"opening": "everyone", "switches": []})
    await skald.harbour.wait_until(lambda: events(skald)[0]["status"] == CANCELLED, READY_TIMEOUT_S)
    form = await astrid.press(panel, "skald:server-form:::")
    await astrid.submit(form, {"opening": "everyone", "switches": ["scheduled_events"]})
    await skald.harbour.wait_until(lambda: len(events(skald)) == 2, READY_TIMEOUT_S)
    assert events(skald)[1]["status"] == SCHEDULED


async def test_an_event_that_a_moderator_deleted_stays_deleted(skald_with_permission: HarbouredBot) -> None:
    skald = skald_with_permission
    await open_cup_with_event(skald)
    skald.harbour.world.scheduled_events.drop(events(skald)[0]["id"])
    await tap_card(skald, "Bjørn", "cup-join")
    await tap_card(skald, "Dag", "cup-join")
    assert events(skald) == []


async def test_the_next_month_of_a_league_is_an_event_while_it_has_members(
    skald_with_permission: HarbouredBot,
) -> None:
    skald, astrid = skald_with_permission, skald_with_permission.harbour.user("Astrid")
    shown = await astrid.slash("/club league", in_="games", game="borealis")
    await astrid.press(shown, skald.custom_id(shown.message, "league-on"))
    await skald.harbour.wait_until(lambda: bool(events(skald)), READY_TIMEOUT_S)
    (event,) = events(skald)
    month = month_at(skald.service.now()).until
    assert event["name"].startswith("Borealis: the league · ")
    assert _ms(event["scheduled_start_time"]) == month
    assert _ms(event["scheduled_end_time"]) == month_at(month).until
    shown = await astrid.slash("/club league", in_="games", game="borealis")
    await astrid.press(shown, skald.custom_id(shown.message, "league-off"))
    await skald.harbour.wait_until(lambda: events(skald)[0]["status"] == CANCELLED, READY_TIMEOUT_S)


async def test_the_next_voyage_is_an_event_where_people_sailed_the_last(
    skald_with_permission: HarbouredBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    skald, guild = skald_with_permission, int(skald_with_permission.harbour.world.guild_id)
    monkeypatch.setattr(voyages, "_servers_of", lambda *_: _soon([guild]))
    monkeypatch.setattr(voyages, "_game_of_week", lambda *_: "explorers")
    timer = await db.timers.find(skald.store, "voyage")
    assert timer is not None
    await voyages.start_week(skald.service, timer)
    skald.client.wake()
    await skald.harbour.wait_until(lambda: bool(events(skald)), READY_TIMEOUT_S)
    (event,) = events(skald)
    assert event["name"].startswith("The voyage of the week · Explorers of the North Sea · Week ")
    assert event["entity_metadata"] == {"location": "/club voyage"}


async def _soon(value: Any) -> Any:
    return value


def _ms(timestamp: str) -> int:
    return int(datetime.fromisoformat(timestamp).timestamp() * 1000)
