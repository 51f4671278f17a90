"""Players follow their game: in a channel they can see, or by direct message."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

import db
from bot.chat.interactions.channel_visibility import can_see, is_open_to_members
from tests.chat.discord_driver import Chat, text_of
from tests.chat.outbox.fake_discord import Refusal, discord_error
from tests.chat.story_fixtures import channel_text


def hidden_channel(chat: Chat, name: str, *unseeing: str) -> Any:
    hidden = discord.PermissionOverwrite(view_channel=False)
    return chat.guild.create_text_channel(name, overwrites={chat.user(one): hidden for one in unseeing})


async def test_a_rated_game_moves_only_where_all_players_see_it(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", rated="yes", pace="slow")
    hall = hidden_channel(chat, "hall", "bjorn")
    answer = await chat.user("astrid").slash(hall, "table move")
    assert "can’t see this channel" in text_of(answer.response)
    assert (await chat.snapshot(code)).row.channel == chat.channel.id
    lounge = hidden_channel(chat, "lounge", "cara")
    await chat.user("astrid").slash(lounge, "table move")
    assert (await chat.snapshot(code)).row.channel == lounge.id


async def test_an_unseen_call_comes_by_direct_message(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="slow")
    owing = await chat.player_to_move(code)
    other = next(chat.user(name) for name in ("astrid", "bjorn") if chat.user(name) is not owing)
    hidden = discord.PermissionOverwrite(view_channel=False)
    await other.slash(chat.guild.create_text_channel("den", overwrites={owing: hidden}), "table move")
    await chat.env.advance_time(4 * 86_400)
    assert "because you can’t see" in channel_text(owing.user.dm_channel)


async def test_joining_a_table_one_cannot_see_is_refused_with_the_reason(chat: Chat) -> None:
    hall = hidden_channel(chat, "hall", "bjorn")
    await chat.user("astrid").slash(hall, "new lofoten", **{"with": chat.user("bjorn")})
    answer = await chat.user("bjorn").user.click(chat.latest_dm("bjorn"), label="Join")
    assert "You can’t see the channel of this table" in text_of(answer.response)


async def test_a_game_moves_only_to_the_channel_where_tables_are_opened(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="slow")
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, settings=db.ServerSettings(lobbies=chat.channel.id))
    den = chat.guild.create_text_channel("den")
    answer = await chat.user("astrid").slash(den, "table move")
    assert f"tables are opened in <#{chat.channel.id}>" in text_of(answer.response)
    assert (await chat.snapshot(code)).row.channel == chat.channel.id


def client_with(
    *, views: bool = True, refusal: Refusal | None = None, hidden: bool | None = None, default: bool = True
) -> Any:
    """Returns a client that knows the channel 60 of the server 7."""

    async def fetch_member(_: int) -> str:
        if refusal is not None:
            raise discord_error(*refusal)
        return "a member"

    guild: Any = SimpleNamespace(fetch_member=fetch_member)
    channel = SimpleNamespace(
        guild=guild,
        permissions_for=lambda _: discord.Permissions(view_channel=views),
        overwrites={"a role": discord.PermissionOverwrite(view_channel=hidden)},
    )
    guild.get_channel = {60: channel}.get
    guild.default_role = SimpleNamespace(permissions=discord.Permissions(view_channel=default))
    return SimpleNamespace(get_guild={7: guild}.get)


@pytest.mark.parametrize(
    ("client", "is_visible"),
    [
        (client_with(), True),
        (client_with(views=False), False),
        (client_with(refusal=(404, 10007)), False),
        (client_with(refusal=(500, 0)), True),
        (client_with(refusal=(403, 50001)), True),
    ],
)
async def test_who_is_no_member_sees_nothing_and_an_outage_hides_nothing(
    client: Any, is_visible: bool
) -> None:
    assert await can_see(client, 7, 60, 1) is is_visible


async def test_a_channel_that_is_not_known_here_counts_as_visible() -> None:
    client = client_with(views=False, default=False)
    for server, channel in ((8, 60), (7, 61)):
        assert await can_see(client, server, channel, 1)
        assert is_open_to_members(client, server, channel)


@pytest.mark.parametrize(
    ("hidden", "default", "is_open"),
    [(None, True, True), (True, True, True), (False, True, False), (None, False, False)],
)
def test_a_channel_is_open_unless_it_is_hidden_from_somebody(
    hidden: bool | None, default: bool, is_open: bool
) -> None:
    assert is_open_to_members(client_with(hidden=hidden, default=default), 7, 60) is is_open
