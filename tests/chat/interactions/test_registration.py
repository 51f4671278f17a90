"""Commands are registered in the background, only if they changed, with retries.

Covers `bot/play/account/uploads.py`.
"""

from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.client import Skald
from bot.chat.interactions.registration import RETRY_DELAYS_S, entry_points, ids_by_name
from bot.play.account import uploads
from tests.chat.discord_driver import Chat, text_of
from tests.chat.sent_requests import registered_commands


async def stored_registration(chat: Chat) -> db.Registration:
    application = chat.skald.application_id
    assert application is not None
    found = await db.registrations.find(chat.store, application)
    assert found is not None
    return found


async def replace_stored_digest(chat: Chat) -> db.Registration:
    """Store the digest of other commands. Returns the registration before."""
    known = await stored_registration(chat)
    older = db.Registration(known.application, "of an older Skald", known.ids)
    await uploads.save_commands(chat.service, older)
    return known


async def test_they_are_told_once_and_not_again_at_the_next_start(chat: Chat) -> None:
    assert len(registered_commands(chat)) == 1
    assert set((await stored_registration(chat)).ids) == {
        command["name"] for command in registered_commands(chat)[0]
    }
    await chat.restart()
    assert len(registered_commands(chat)) == 1
    assert chat.skald.context.links.command_ids == (await stored_registration(chat)).ids


async def test_they_are_told_again_when_the_set_has_changed(chat: Chat) -> None:
    known = await replace_stored_digest(chat)
    await chat.restart()
    assert len(registered_commands(chat)) == 2
    assert (await stored_registration(chat)).digest == known.digest


async def test_they_are_told_again_when_discord_has_others(chat: Chat) -> None:
    assert chat.skald.application_id is not None
    await chat.skald.http.bulk_upsert_global_commands(chat.skald.application_id, payload=[])
    await chat.restart()
    assert registered_commands(chat)[-1]
    assert (await chat.user("astrid").slash(chat.channel, "help")).ephemeral


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (429, 0), (403, 50001)])
async def test_skald_lives_on_while_discord_refuses_them_and_tries_again(
    chat: Chat, status: int, code: int
) -> None:
    known = await replace_stored_digest(chat)
    chat.env.inject_error("PUT", "/applications/*/commands", status=status, code=code, times=2)
    await chat.restart()
    assert (await stored_registration(chat)).digest == "of an older Skald"
    answer = await chat.user("astrid").slash(chat.channel, "help")
    assert "What do I do now?" in text_of(answer.response)
    await chat.env.advance_time(RETRY_DELAYS_S[0] + 1)
    assert (await stored_registration(chat)).digest == "of an older Skald"
    await chat.env.advance_time(RETRY_DELAYS_S[1] + 1)
    assert (await stored_registration(chat)).digest == known.digest


async def test_the_help_links_to_the_commands_once_they_have_ids(chat: Chat) -> None:
    number = (await stored_registration(chat)).ids["table"]
    answer = await chat.user("astrid").slash(chat.channel, "help")
    listed = await chat.user("astrid").click(answer.response.message, label="All commands")
    assert f"</table log:{number}>" in text_of(listed.response)


async def test_an_application_that_people_cannot_install_offers_its_commands_by_the_server(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    await replace_stored_digest(chat)
    by_servers_only = SimpleNamespace(guild_integration_config=object(), user_integration_config=None)
    monkeypatch.setattr(Skald, "application", by_servers_only)
    await chat.restart()
    assert {tuple(command["integration_types"]) for command in registered_commands(chat)[-1]} == {(0,)}
    assert {tuple(command["contexts"]) for command in registered_commands(chat)[-1]} == {(0,), (0, 1)}


def test_an_entry_point_of_discord_is_repeated_and_is_not_one_of_ours() -> None:
    listed: Any = [
        {"id": "1", "type": 1, "name": "play", "description": "Play"},
        {
            "id": "2",
            "type": 4,
            "name": "launch",
            "handler": 2,
            "contexts": [0, 1],
            "nsfw": None,
            "version": "9",
        },
    ]
    assert entry_points(listed) == [
        {"id": "2", "type": 4, "name": "launch", "handler": 2, "contexts": [0, 1]}
    ]
    assert ids_by_name(listed) == {"play": 1}
