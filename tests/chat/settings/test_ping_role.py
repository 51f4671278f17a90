"""The role for new tables: chosen in the server settings, taken with one tap, pinged beside the card."""

from typing import Any

import discord

import db
from db.clock import HOUR
from tests.chat.discord_driver import Chat, text_of
from tests.chat.form_driver import submit_form


async def create_ping_role(chat: Chat) -> Any:
    """Create a role and set it as the one pinged for new tables."""
    role = chat.guild.create_role("players", mentionable=True)
    async with chat.store.write() as tx:
        known = (await db.servers.get(tx, chat.guild.id)).settings
        await db.servers.update(tx, chat.guild.id, settings=known.model_copy(update={"called": role.id}))
    return role


def role_pings(chat: Chat) -> list[discord.Message]:
    return [message for message in chat.channel.history() if "opened a table" in text_of(message)]


def role_ids(chat: Chat, actor: Any) -> set[int]:
    return {*chat.env.backend.get_guild(chat.guild.id).members[actor.id].role_ids}


async def test_the_role_is_called_for_a_new_table_and_one_tap_joins_it(chat: Chat) -> None:
    role = await create_ping_role(chat)
    code = await chat.open_lobby("astrid")
    (called,) = role_pings(chat)
    assert called.content.startswith(f"<@&{role.id}> astrid opened a table: Lofoten.")
    assert [one.id for one in called.role_mentions] == [role.id]
    await chat.user("bjorn").click(called, label="Join")
    assert (await chat.snapshot(code)).names == ("astrid", "bjorn")


async def test_nobody_is_called_for_a_table_without_a_free_place(chat: Chat) -> None:
    await create_ping_role(chat)
    await chat.open_lobby("astrid", opponents="1")
    assert role_pings(chat) == []


async def test_one_host_calls_once_an_hour(chat: Chat) -> None:
    await create_ping_role(chat)
    for _ in range(2):
        await chat.user("astrid").slash(chat.channel, "new lofoten")
    assert len(role_pings(chat)) == 1
    await chat.env.advance_time(HOUR / 1000)
    await chat.user("astrid").slash(chat.channel, "new lofoten")
    assert len(role_pings(chat)) == 2


async def test_the_role_is_taken_and_given_back_with_one_tap(chat: Chat) -> None:
    role = await create_ping_role(chat)
    await chat.open_lobby("astrid")
    (called,) = role_pings(chat)
    cara = chat.user("cara")
    taken = await cara.click(called, label="Turn new-table pings on or off")
    assert "Skald pings you" in text_of(taken.response)
    assert role.id in role_ids(chat, cara)
    back = await cara.click(called, label="Turn new-table pings on or off")
    assert "Skald no longer pings you" in text_of(back.response)
    assert role.id not in role_ids(chat, cara)


async def test_it_is_chosen_in_the_settings_and_must_give_no_rights(chat: Chat) -> None:
    owner = chat.guild.add_member(chat.guild.owner)
    mighty = chat.guild.create_role("jarls", permissions=discord.Permissions(ban_members=True))
    plain = chat.guild.create_role("players")
    panel = (await owner.slash(chat.channel, "server settings")).response
    opened = await owner.click(panel, label="Choose a role to ping")
    refused = await submit_form(owner, opened, called=[mighty])
    assert "grants permissions" in text_of(refused.followups[0])
    await submit_form(owner, await owner.click(panel, label="Choose a role to ping"), called=[plain])
    assert (await db.servers.get(chat.store, chat.guild.id)).settings.called == plain.id
