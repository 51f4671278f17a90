"""The role for new tables: chosen by who manages the server, taken with one tap, called beside the card."""

from typing import Any

import discord

import db
from db.clock import HOUR
from tests.chat.discord_driver import Chat, words_of
from tests.chat.form_driver import fill_in


async def with_role(chat: Chat) -> Any:
    """A role that is called for new tables."""
    role = chat.guild.create_role("players", mentionable=True)
    async with chat.store.write() as tx:
        known = (await db.servers.get(tx, chat.guild.id)).settings
        await db.servers.update(tx, chat.guild.id, settings=known.model_copy(update={"called": role.id}))
    return role


def calls(chat: Chat) -> list[discord.Message]:
    return [message for message in chat.channel.history() if "opened a table" in words_of(message)]


def roles_of(chat: Chat, actor: Any) -> set[int]:
    return {*chat.env.backend.get_guild(chat.guild.id).members[actor.id].role_ids}


async def test_the_role_is_called_for_a_new_table_and_one_tap_joins_it(chat: Chat) -> None:
    role = await with_role(chat)
    code = await chat.gather("astrid")
    (called,) = calls(chat)
    assert called.content.startswith(f"<@&{role.id}> astrid opened a table: Lofoten.")
    assert [one.id for one in called.role_mentions] == [role.id]
    await chat.person("bjorn").click(called, label="Join")
    assert (await chat.snapshot(code)).names == ("astrid", "bjorn")


async def test_nobody_is_called_for_a_table_without_a_free_place(chat: Chat) -> None:
    await with_role(chat)
    await chat.gather("astrid", opponents="1")
    assert calls(chat) == []


async def test_one_host_calls_once_an_hour(chat: Chat) -> None:
    await with_role(chat)
    for _ in range(2):
        await chat.person("astrid").slash(chat.channel, "new lofoten")
    assert len(calls(chat)) == 1
    await chat.env.advance_time(HOUR / 1000)
    await chat.person("astrid").slash(chat.channel, "new lofoten")
    assert len(calls(chat)) == 2


async def test_the_role_is_taken_and_given_back_with_one_tap(chat: Chat) -> None:
    role = await with_role(chat)
    await chat.gather("astrid")
    (called,) = calls(chat)
    cara = chat.person("cara")
    taken = await cara.click(called, label="Ping me, or stop")
    assert "You'll get a ping" in words_of(taken.response)
    assert role.id in roles_of(chat, cara)
    back = await cara.click(called, label="Ping me, or stop")
    assert "No more pings" in words_of(back.response)
    assert role.id not in roles_of(chat, cara)


async def test_it_is_chosen_in_the_settings_and_must_give_no_rights(chat: Chat) -> None:
    owner = chat.guild.add_member(chat.guild.owner)
    mighty = chat.guild.create_role("jarls", permissions=discord.Permissions(ban_members=True))
    plain = chat.guild.create_role("players")
    panel = (await owner.slash(chat.channel, "server settings")).response
    opened = await owner.click(panel, label="Role for new tables")
    refused = await fill_in(owner, opened, called=[mighty])
    assert "gives rights" in words_of(refused.followups[0])
    await fill_in(owner, await owner.click(panel, label="Role for new tables"), called=[plain])
    assert (await db.servers.get(chat.store, chat.guild.id)).settings.called == plain.id
