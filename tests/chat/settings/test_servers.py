"""/server settings and their effects on members.

Covers `bot/play/account/servers.py`.
"""

from typing import Any

import discord
import pytest
import simcord

import db
from db.servers import ServerSettings
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, send_component, text_of
from tests.chat.form_driver import field_labels, submit_form


async def test_the_panel_says_of_each_setting_what_it_does(chat: Chat) -> None:
    panel = text_of(await settings_panel(chat))
    for setting in ("Tables", "Results", "Who opens tables", "Pace", "Language", "Quiet"):
        assert f"**{setting}**: " in panel
    assert "72 h of waking time at first" in panel


async def test_only_those_who_manage_the_server_may(chat: Chat) -> None:
    with pytest.raises(simcord.SetupError, match="default-member-permissions"):
        await chat.user("astrid").slash(chat.channel, "server settings")
    await settings_panel(chat)
    await chat.start_game("astrid", "bjorn")
    forged = await send_component(chat.user("astrid"), VisibleMessage(chat.card()), "skald:server-keep:::")
    assert "Manage Server" in text_of(forged.response)
    assert (await server_settings(chat)) == ServerSettings()


async def test_the_form_keeps_channels_rights_and_quiet(chat: Chat) -> None:
    forum = chat.guild.create_forum_channel("tables")
    results = chat.guild.create_text_channel("results")
    role = chat.guild.create_role("jarls")
    opened = await open_form(chat)
    assert set(field_labels(opened)) == {"lobbies", "results", "opening", "role", "switches"}
    shown = await submit_form(
        chat.owner(),
        opened,
        lobbies=[forum],
        results=[results],
        opening="role",
        role=[role],
        switches=["quiet"],
    )
    panel = text_of(shown.response)
    assert "Saved." in panel
    assert f"<#{forum.id}>" in panel
    assert f"<#{results.id}>" in panel
    assert f"<@&{role.id}>" in panel
    assert "**Quiet**: on" in panel
    assert await server_settings(chat) == ServerSettings(
        lobbies=forum.id, results=results.id, opening=str(role.id), quiet=True, scheduled_events=False
    )
    await submit_form(chat.owner(), await open_form(chat), opening="everyone", switches=["scheduled_events"])
    assert await server_settings(chat) == ServerSettings()


async def test_a_role_that_was_not_named_is_asked_for_and_nothing_changes(chat: Chat) -> None:
    answer = await submit_form(chat.owner(), await open_form(chat), opening="role", switches=["quiet"])
    assert "Choose the role" in text_of(answer.followups[0])
    assert await server_settings(chat) == ServerSettings()


async def test_tables_are_opened_where_the_server_wants_them(chat: Chat) -> None:
    games = chat.guild.create_text_channel("tables")
    await submit_form(chat.owner(), await open_form(chat), lobbies=[games])
    refused = await chat.user("astrid").slash(chat.channel, "new lofoten")
    assert f"<#{games.id}>" in text_of(refused.response)
    await chat.user("astrid").slash(games, "new lofoten")
    assert len(await db.games.list_for_server(chat.store, chat.guild.id, ("lobby",))) == 1


async def test_only_the_chosen_open_tables(chat: Chat) -> None:
    owner = chat.owner()
    await submit_form(owner, await open_form(chat), opening="managers")
    refused = await chat.user("astrid").slash(chat.channel, "new lofoten")
    assert "only its managers" in text_of(refused.response)
    await owner.slash(chat.channel, "new lofoten")
    assert len(await db.games.list_for_server(chat.store, chat.guild.id, ("lobby",))) == 1


async def test_the_server_chooses_language_and_pace(chat: Chat) -> None:
    owner, panel = chat.owner(), await settings_panel(chat)
    changed = await owner.select(panel.message, ["fr"], custom_id=find_custom_id(panel, "server-language"))
    assert "français" in text_of(changed.response)
    changed = await owner.select(panel.message, ["fast"], custom_id=find_custom_id(panel, "server-pace"))
    assert "two moves a day" in text_of(changed.response)
    await chat.user("astrid").slash(chat.channel, "new lofoten")
    card = chat.channel.last_message
    assert card is not None
    assert "Rejoindre" in enabled_components(card).values()
    (game,) = await db.games.list_for_server(chat.store, chat.guild.id, ("lobby",))
    assert game.pace == "fast"


async def test_a_lobby_that_is_open_speaks_the_new_language(chat: Chat) -> None:
    code = await chat.open_lobby("astrid")
    assert "Join" in enabled_components(chat.lobby_card(code)).values()
    panel = await settings_panel(chat)
    await chat.owner().select(panel.message, ["fr"], custom_id=find_custom_id(panel, "server-language"))
    assert "Rejoindre" in enabled_components(chat.lobby_card(code)).values()


async def test_the_panel_names_what_skald_may_not_do_in_a_chosen_channel(chat: Chat) -> None:
    results = chat.guild.create_text_channel("results")
    await deny_permissions(chat, results, send_messages=True)
    shown = await submit_form(chat.owner(), await open_form(chat), results=[results])
    assert f"In <#{results.id}> Skald still needs: Send Messages" in text_of(shown.response)
    await chat.skald.http.delete_channel(results.id)
    assert f"<#{results.id}> can’t be found" in text_of(await settings_panel(chat))


async def test_a_missing_permission_is_named(chat: Chat) -> None:
    bare = chat.guild.create_text_channel("bare")
    await deny_permissions(chat, bare, attach_files=True)
    answer = await chat.user("astrid").slash(bare, "new lofoten")
    assert "Attach Files" in text_of(answer.response)
    assert not await db.games.list_for_server(chat.store, chat.guild.id, ("lobby",))


async def settings_panel(chat: Chat) -> Any:
    return (await chat.owner().slash(chat.channel, "server settings")).response


async def open_form(chat: Chat) -> Any:
    panel = await settings_panel(chat)
    return await chat.owner().click(panel.message, custom_id=find_custom_id(panel, "server-form"))


async def server_settings(chat: Chat) -> ServerSettings:
    return (await db.servers.get(chat.store, chat.guild.id)).settings


async def deny_permissions(chat: Chat, channel: Any, **rights: bool) -> None:
    me = chat.guild.me
    assert me is not None
    denied = str(discord.Permissions(**rights).value)
    await chat.skald.http.edit_channel_permissions(channel.id, str(me.id), "0", denied, 1)


class VisibleMessage:
    """Wraps a thread's message like one shown to a user."""

    def __init__(self, message: Any) -> None:
        self.message = message
