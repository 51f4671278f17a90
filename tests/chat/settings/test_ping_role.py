"""The role for new tables: chosen in the server settings, taken with one tap, pinged beside the card."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

import db
from bot.chat.messages import CustomId
from bot.chat.settings.ping_role import deliver_role_ping, require_harmless_role, toggle_role
from bot.play.core import Denied
from db.clock import HOUR
from tests.chat.discord_driver import Chat, text_of
from tests.chat.fake_request import SERVER, channel_of, fake_request
from tests.chat.form_driver import submit_form
from tests.chat.outbox.fake_discord import discord_error


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


def role_of(*, granted: int = 0, default: bool = False, managed: bool = False) -> Any:
    permissions = discord.Permissions(granted)
    return SimpleNamespace(permissions=permissions, is_default=lambda: default, managed=managed)


def request_with(role: Any, **interaction: Any) -> Any:
    guild = SimpleNamespace(default_role=role_of(granted=0b11), get_role={90: role}.get)
    return fake_request(guild=guild, **interaction)


@pytest.mark.parametrize(
    ("role", "refused_as"),
    [
        (role_of(), None),
        (role_of(granted=0b01), None),
        (role_of(granted=0b101), "role_gives_rights"),
        (role_of(default=True), "not_a_choice"),
        (role_of(managed=True), "not_a_choice"),
        (None, "not_a_choice"),
    ],
)
def test_only_a_role_that_grants_nothing_can_be_taken(role: Any, refused_as: str | None) -> None:
    try:
        assert require_harmless_role(request_with(role), 90) is role
        code = None
    except Denied as refusal:
        code = refusal.code
    assert code == refused_as
    with pytest.raises(Denied):
        require_harmless_role(fake_request(), 90)


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (404, 10011)])
async def test_a_role_that_skald_cannot_give_is_named(store: db.Store, status: int, code: int) -> None:
    async def add_roles(_: Any) -> None:
        raise discord_error(status, code)

    member = channel_of(discord.Member, roles=[], add_roles=add_roles)
    request = request_with(role_of(), user=member)
    request.store = store
    with pytest.raises(Denied) as refused:
        await toggle_role(request, CustomId("call-me"))
    assert refused.value.code == "nobody_called"
    async with store.write() as tx:
        await db.servers.update(tx, SERVER, settings=db.ServerSettings(called=90))
    with pytest.raises(Denied) as refused:
        await toggle_role(request, CustomId("call-me"))
    assert (refused.value.code, refused.value.values) == ("role_out_of_reach", {"role": 90})
    request.interaction.user = None
    with pytest.raises(Denied) as refused:
        await toggle_role(request, CustomId("call-me"))
    assert refused.value.code == "only_on_server"


@pytest.mark.parametrize(
    ("called", "status", "is_full"), [(None, "lobby", False), (90, "running", False), (90, "lobby", True)]
)
async def test_nobody_is_called_to_a_table_that_has_no_seat_by_then(
    called: int | None, status: str, is_full: bool
) -> None:
    async def snapshot(_: Any) -> Any:
        server = db.Server(SERVER, settings=db.ServerSettings(called=called))
        return SimpleNamespace(server=server, row=SimpleNamespace(status=status), is_full=is_full)

    async def send(*_: Any, **__: Any) -> None:
        raise AssertionError("a ping")

    messenger: Any = SimpleNamespace(snapshot=snapshot, send=send)
    post: Any = None
    await deliver_role_ping(messenger, post, post)
