"""/server settings and their effects on members.

Covers `bot/play/account/servers.py`.
"""

from types import SimpleNamespace
from typing import Any

import discord
import pytest
import simcord

import db
from bot.chat.settings.servers import (
    RESULT_CHANNEL_TYPES,
    ROLE,
    TABLE_CHANNEL_TYPES,
    channel_field,
    channel_type,
    forum_tag_line,
    opening_field,
    setting_lines,
)
from bot.i18n import locale_for
from bot.play.core import Denied
from db.servers import ServerSettings
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, send_component, text_of
from tests.chat.fake_request import SERVER, channel_of, fake_request
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


EVERYONE_ROLE = SERVER


def form_request(*channels: Any, **fields: str) -> Any:
    """Returns a request with these fields of the form, on a server with these channels."""
    by_id = {channel.id: channel for channel in channels}
    guild = SimpleNamespace(default_role=SimpleNamespace(id=EVERYONE_ROLE), get_channel=by_id.get)
    request = fake_request(guild=guild)
    request.field_text = request.field_value = lambda name: fields.get(name, "")
    request.resolved_channel = lambda _: {}
    return request


@pytest.mark.parametrize(
    ("fields", "opening"),
    [
        ({"opening": "everyone", ROLE: "90"}, "everyone"),
        ({"opening": "managers"}, "managers"),
        ({"opening": "role", ROLE: "90"}, "90"),
        ({"opening": "role", ROLE: str(EVERYONE_ROLE)}, "everyone"),
        ({"opening": "role", ROLE: "jarls"}, "role_missing"),
        ({"opening": "role"}, "role_missing"),
        ({"opening": "90"}, "not_a_choice"),
    ],
)
def test_who_opens_tables_is_a_group_or_a_role(fields: dict[str, str], opening: str) -> None:
    try:
        chosen = opening_field(form_request(**fields))
    except Denied as refusal:
        chosen = refusal.code
    assert chosen == opening


def test_only_channels_that_take_tables_or_results_can_be_chosen() -> None:
    text, forum, voice = (
        SimpleNamespace(id=number, type=kind)
        for number, kind in (
            (1, discord.ChannelType.text),
            (2, discord.ChannelType.forum),
            (3, discord.ChannelType.voice),
        )
    )

    def choose(channel: int | None, kinds: Any) -> int | None:
        chosen = "" if channel is None else str(channel)
        return channel_field(form_request(text, forum, voice, place=chosen), "place", kinds)

    assert [choose(channel, TABLE_CHANNEL_TYPES) for channel in (None, 1, 2)] == [None, 1, 2]
    assert choose(1, RESULT_CHANNEL_TYPES) == 1
    for channel, kinds in ((3, TABLE_CHANNEL_TYPES), (2, RESULT_CHANNEL_TYPES), (4, TABLE_CHANNEL_TYPES)):
        with pytest.raises(Denied):
            choose(channel, kinds)
    unknown = form_request()
    unknown.resolved_channel = lambda _: {"type": 5}
    assert channel_type(unknown, 4) == 5, "as Discord says of a channel that Skald cannot see"


def test_the_panel_names_the_forum_tags_that_are_missing() -> None:
    names = ("Open seat", "Running", "Finished", "Rated", "Lofoten", "Borealis")
    titles = ("Explorers of the North Sea", "Shipwrights of the North Sea")
    tags = [SimpleNamespace(name=name) for name in (*names, *titles)]

    def line(channel: Any, lobbies: int | None = 2) -> list[str]:
        server = db.Server(SERVER, settings=ServerSettings(lobbies=lobbies))
        return [*forum_tag_line(form_request(channel), server)]

    def forum(available: Any) -> Any:
        return channel_of(discord.ForumChannel, id=2, available_tags=available)

    assert line(forum(tags)) == ["**Forum tags**: Skald sets them by state and game."]
    (missing,) = line(forum(tags[1:]))
    assert missing.endswith("create these in <#2>, and Skald sets them: Open seat.")
    assert line(SimpleNamespace(id=2)) == []
    assert line(forum(tags), None) == []


def test_each_setting_is_told_with_its_effect() -> None:
    def lines(**settings: Any) -> str:
        return "\n".join(
            setting_lines(locale_for("en"), db.Server(SERVER, settings=ServerSettings(**settings)))
        )

    plain, chosen = lines(), lines(lobbies=1, results=2, opening="90", quiet=True, called=3)
    for text in ("opened in any channel", "in each game’s own thread", "**: Everyone.", "**Quiet**: off"):
        assert text in plain
        assert text not in chosen
    for text in (
        "opened only in <#1>",
        "also posted in <#2>",
        "<@&90>, and",
        "**Quiet**: on",
        "<@&3> is pinged",
    ):
        assert text in chosen
        assert text not in plain
