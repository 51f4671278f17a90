"""Component interactions that are late, repeated, forged or from strangers change nothing.

Covers `bot/chat/interactions/context.py`, `bot/chat/interactions/requests.py`.
"""

import asyncio

import pytest

import db
from bot.chat.messages.custom_id import CustomId, parse_custom_id
from bot.play.core.authorization import Actor
from bot.play.turns import moves
from rules.game import Refusal
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, send_component, text_of
from tests.chat.panel_driver import start_with_panel, undoable_pick


async def test_a_tap_reads_back_as_it_was_written() -> None:
    custom_id = CustomId("pick", "AB2CD", 12, ("fill", "left", "c"))
    assert parse_custom_id(str(custom_id)) == custom_id


async def test_a_name_that_is_not_ours_is_no_tap() -> None:
    assert parse_custom_id("skald:pick:AB2CD:-1:side left") is None
    assert parse_custom_id("skald:pick:AB2CD:1e9:side left") is None
    assert parse_custom_id("other:pick:AB2CD:1:side left") is None
    assert parse_custom_id("") is None


async def test_a_restart_in_the_middle_of_a_panel_changes_nothing(chat: Chat) -> None:
    code, actor, panel = await start_with_panel(chat)
    before, name = await chat.snapshot(code), await undoable_pick(chat, code)
    await chat.restart()
    after = (await send_component(actor, panel, name)).response
    snapshot = await chat.snapshot(code)
    assert snapshot.row.version == before.row.version + 1
    assert find_custom_id(after, "undo")


@pytest.mark.quick
async def test_the_second_of_two_taps_is_told_that_the_board_moved_on(chat: Chat) -> None:
    code, actor, panel = await start_with_panel(chat)
    name = await undoable_pick(chat, code)
    await send_component(actor, panel, name)
    version = (await chat.snapshot(code)).row.version
    again = await send_component(actor, panel, name)
    assert "moved on" in text_of(again.response)
    assert (await chat.snapshot(code)).row.version == version


async def test_two_processes_on_one_tap_play_it_once(chat: Chat) -> None:
    code, actor, _ = await start_with_panel(chat)
    snapshot = await chat.snapshot(code)
    move = str(snapshot.legal(min(snapshot.owing_seats()))[0])
    who = Actor(actor.id, "astrid", "en-US")
    results = await asyncio.gather(
        *(
            moves.play(chat.service, code, who, move, interaction_id=77, seen=snapshot.row.version)
            for _ in range(2)
        ),
        return_exceptions=True,
    )
    refused = [result for result in results if isinstance(result, Refusal)]
    assert [refusal.code for refusal in refused] == ["stale"]
    assert (await chat.snapshot(code)).row.ply == snapshot.row.ply + 1


FORGED_TAPS = (
    "skald:pick:{code}:{version}:slide",
    "skald:go:{code}:{version}:side middle",
    "skald:go:{code}:{version}:",
    "skald:choose:{code}:{version}:side",
    "skald:page:{code}:{version}:99 side",
    "skald:page:{code}:{version}:",
    "skald:start:{code}::",
    "skald:option:{code}::ties",
    "skald:option:{code}::",
    "skald:pick:NOBODY:1:stop",
    "skald:topic:chess::",
    "skald:log:{code}::x",
    "skald:wings:{code}::",
    "something else",
)


async def test_a_forged_tap_is_answered_and_changes_nothing(chat: Chat) -> None:
    code, actor, panel = await start_with_panel(chat)
    before = await chat.snapshot(code)
    for forged in FORGED_TAPS:
        answer = await send_component(actor, panel, forged.format(code=code, version=before.row.version))
        said = [answer.response, *answer.followups]
        assert any(text_of(message) for message in said if message is not None), forged
        assert all(message.ephemeral for message in said if message is not None), forged
        assert (await chat.snapshot(code)).state == before.state, forged


@pytest.mark.quick
async def test_a_stranger_is_told_that_they_do_not_sit_here(chat: Chat) -> None:
    code, _, _ = await start_with_panel(chat)
    before = await chat.snapshot(code)
    stranger = chat.user("eira")
    for verb in ("play", "hand"):
        answer = await stranger.click(chat.card(), custom_id=find_custom_id(chat.card(), verb))
        assert answer.ephemeral
        assert "aren’t playing" in text_of(answer.response)
        assert not answer.response.attachments
    assert (await chat.snapshot(code)).row.version == before.row.version


async def test_a_stranger_sees_the_board_without_any_hand(chat: Chat) -> None:
    await start_with_panel(chat)
    answer = await chat.user("eira").click(chat.card(), custom_id=find_custom_id(chat.card(), "board"))
    assert answer.ephemeral
    assert len(answer.response.attachments) == 1


async def test_whoever_is_not_to_move_finds_nothing_to_tap(chat: Chat) -> None:
    code, actor, _ = await start_with_panel(chat)
    other = next(person for person in chat.users.values() if person is not actor)
    answer = await other.click(chat.card(), custom_id=find_custom_id(chat.card(), "play"))
    assert not any(
        name.startswith(("skald:pick", "skald:go", "skald:choose"))
        for name in enabled_components(answer.response)
    )
    assert (await chat.snapshot(code)).row.ply == 1


async def test_what_can_be_taken_back_is_taken_back(chat: Chat) -> None:
    code, actor, panel = await start_with_panel(chat)
    before = await chat.snapshot(code)
    played = (await send_component(actor, panel, await undoable_pick(chat, code))).response
    undone = (await actor.click(played.message, custom_id=find_custom_id(played, "undo"))).response
    after = await chat.snapshot(code)
    assert after.state == before.state
    assert not any(name.startswith("skald:undo") for name in enabled_components(undone))
    log = await db.entries.read_log(chat.store, code)
    assert [entry.kind for entry in log] == ["setup", "move", "undo"]
