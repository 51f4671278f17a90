"""Where a request comes from, what Skald may do there, and who may open a table."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

import db
from bot.chat.interactions.channel_checks import (
    channel_for_table,
    channel_or_dm_for_table,
    check_channel,
    check_channel_or_thread,
    check_may_open_table,
    dm_channel_id,
    managed_server,
    missing_permissions,
    public_locale,
    require_server,
)
from bot.i18n import locale_for
from bot.play.core import Denied
from tests.chat.fake_request import ALL_PERMISSIONS, CHANNEL, SERVER, channel_of, fake_request

FORUM, LOBBIES, ROLE = 70, 61, 90
MANAGER = discord.Permissions(manage_guild=True)


def without(*permissions: str) -> discord.Permissions:
    granted = discord.Permissions.all()
    granted.update(**dict.fromkeys(permissions, False))
    return granted


def refusal(problem: pytest.ExceptionInfo[Denied]) -> tuple[str, dict[str, Any]]:
    return problem.value.code, dict(problem.value.values)


async def save_settings(store: db.Store, **settings: Any) -> None:
    async with store.write() as tx:
        await db.servers.update(tx, SERVER, language="fr", settings=db.ServerSettings(**settings))


def test_a_command_of_a_channel_works_neither_in_a_thread_nor_outside_servers() -> None:
    thread = channel_of(discord.Thread)
    with pytest.raises(Denied) as refused:
        check_channel(fake_request(channel=thread))
    assert refused.value.code == "not_in_thread"
    assert check_channel_or_thread(fake_request(channel=thread)) == (SERVER, CHANNEL)
    assert check_channel(fake_request()) == (SERVER, CHANNEL)
    for outside in (fake_request(server=None), fake_request(channel_id=None)):
        with pytest.raises(Denied) as refused:
            check_channel(outside)
        assert refused.value.code == "only_in_channel"


def test_what_skald_lacks_in_a_channel_is_named() -> None:
    with pytest.raises(Denied) as refused:
        check_channel(fake_request(app_permissions=without("attach_files", "send_messages")))
    assert refusal(refused) == ("permissions_missing", {"missing": "Send Messages and Attach Files"})
    only_threads = without("send_messages_in_threads")
    assert check_channel(fake_request(app_permissions=only_threads)) == (SERVER, CHANNEL)
    with pytest.raises(Denied) as refused:
        check_channel_or_thread(
            fake_request(app_permissions=only_threads, channel=channel_of(discord.Thread))
        )
    assert refusal(refused) == ("permissions_missing", {"missing": "Send Messages in Threads"})
    assert missing_permissions(locale_for("en"), ALL_PERMISSIONS) == ""


@pytest.mark.parametrize(
    ("opening", "permissions", "roles", "refused_as"),
    [
        ("everyone", discord.Permissions.none(), [], None),
        ("managers", discord.Permissions.none(), [ROLE], "managers_open"),
        ("managers", MANAGER, [], None),
        (str(ROLE), discord.Permissions.none(), [ROLE + 1, ROLE], None),
        (str(ROLE), discord.Permissions.none(), [ROLE + 1], "role_opens"),
        (str(ROLE), MANAGER, [], None),
    ],
)
async def test_a_server_decides_who_opens_tables(
    store: db.Store, opening: str, permissions: discord.Permissions, roles: list[int], refused_as: str | None
) -> None:
    await save_settings(store, opening=opening)
    member = SimpleNamespace(roles=[SimpleNamespace(id=role) for role in roles])
    request = fake_request(store, permissions=permissions, user=member)
    if refused_as is None:
        await check_may_open_table(request, SERVER, CHANNEL)
        return
    with pytest.raises(Denied) as refused:
        await check_may_open_table(request, SERVER, CHANNEL)
    assert refused.value.code == refused_as


async def test_a_server_decides_where_tables_are_opened_even_for_its_managers(store: db.Store) -> None:
    await save_settings(store, lobbies=LOBBIES)
    request = fake_request(store, permissions=MANAGER)
    with pytest.raises(Denied) as refused:
        await check_may_open_table(request, SERVER, CHANNEL)
    assert refusal(refused) == ("lobbies_elsewhere", {"channel": LOBBIES})
    await check_may_open_table(request, SERVER, LOBBIES)


def test_what_needs_a_server_says_so_elsewhere() -> None:
    assert managed_server(fake_request(permissions=MANAGER)) == SERVER
    for request, code in ((fake_request(), "managers_only"), (fake_request(server=None), "only_on_server")):
        with pytest.raises(Denied) as refused:
            managed_server(request)
        assert refused.value.code == code
    with pytest.raises(Denied) as refused:
        require_server(fake_request(server=None), for_boards=True)
    assert refused.value.code == "boards_need_server"


async def test_what_is_posted_is_in_the_language_of_the_server_or_else_of_the_user(store: db.Store) -> None:
    await save_settings(store)
    assert (await public_locale(fake_request(store))).language == "fr"
    assert (await public_locale(fake_request(store, server=None))).language == "en"


def in_messages_with(*, skald: bool, store: db.Store | None = None) -> Any:
    """Returns a request in direct messages, with Skald or with another user."""
    context = SimpleNamespace(private_channel=not skald)
    request = fake_request(store, server=None, channel=channel_of(discord.DMChannel), context=context)

    async def open_dm(user: int) -> int:
        return 1_000 + user

    request.context = SimpleNamespace(open_dm=open_dm)
    return request


async def test_a_game_in_private_goes_to_ones_messages_with_skald() -> None:
    own, others = in_messages_with(skald=True), in_messages_with(skald=False)
    assert await dm_channel_id(own) == CHANNEL
    assert await dm_channel_id(others) == 1_000 + others.actor.id
    assert await channel_or_dm_for_table(own) == (None, CHANNEL)
    with pytest.raises(Denied):
        await channel_or_dm_for_table(others)


async def test_a_table_goes_to_the_forum_that_a_post_or_the_settings_name(store: db.Store) -> None:
    def forum(permissions: discord.Permissions) -> Any:
        return channel_of(discord.ForumChannel, id=FORUM, permissions_for=lambda _: permissions)

    def guild(*channels: Any) -> Any:
        by_id = {channel.id: channel for channel in channels}
        return SimpleNamespace(id=SERVER, me=None, get_channel=by_id.get)

    allowed, forbidden = forum(ALL_PERMISSIONS), forum(without("send_messages_in_threads"))
    post = channel_of(discord.Thread, parent=allowed)
    assert await channel_for_table(fake_request(store, channel=post, guild=guild())) == (SERVER, FORUM)
    text = channel_of(discord.TextChannel, id=CHANNEL)
    assert await channel_for_table(fake_request(store, channel=text, guild=guild())) == (SERVER, CHANNEL)
    await save_settings(store, lobbies=FORUM)
    assert await channel_for_table(fake_request(store, channel=text, guild=guild(allowed))) == (SERVER, FORUM)
    with pytest.raises(Denied) as refused:
        await channel_for_table(fake_request(store, channel=text, guild=guild(forbidden)))
    assert refusal(refused) == ("permissions_missing", {"missing": "Send Messages in Threads"})
    await save_settings(store, lobbies=CHANNEL)
    assert await channel_for_table(fake_request(store, channel=text, guild=guild(text))) == (SERVER, CHANNEL)
