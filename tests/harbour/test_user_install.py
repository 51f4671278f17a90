"""Commands by context and installation: guild, bot DM, and channels without the bot."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest
from discord import app_commands

from harbour import Harbour, Refused
from tests.harbour.wire_client import WireClient

SERVER, WITHOUT_BOT, GROUP = "games", "tavern", "Friday crew"


@pytest.fixture
async def received(start_client: Callable[..., Awaitable[WireClient]]) -> list[discord.Interaction[Any]]:
    """Registers commands for every context and installation. Collects the interactions the bot receives."""
    received: list[discord.Interaction[Any]] = []
    client = await start_client()
    kinds = {
        "anywhere": ({"guilds": True, "dms": True, "private_channels": True}, {"guild": True, "user": True}),
        "own": ({"guilds": True, "dms": True, "private_channels": True}, {"guild": False, "user": True}),
        "server": ({"guilds": True}, {"guild": True}),
        "private": ({"dms": True, "private_channels": True}, {"guild": True, "user": True}),
    }
    for name, (contexts, installs) in kinds.items():

        async def answer(interaction: discord.Interaction[Any]) -> None:
            received.append(interaction)
            view = discord.ui.View(timeout=None)
            button: discord.ui.Button[Any] = discord.ui.Button(label="Again", custom_id="again")

            async def again(press: discord.Interaction[Any]) -> None:
                received.append(press)
                await press.response.defer()

            button.callback = again  # type: ignore[method-assign]
            view.add_item(button)
            await interaction.response.send_message("here", view=view)

        client.tree.add_command(
            app_commands.Command(
                name=name,
                description=name,
                callback=answer,
                allowed_contexts=app_commands.AppCommandContext(
                    guild=contexts.get("guilds"),
                    dm_channel=contexts.get("dms"),
                    private_channel=contexts.get("private_channels"),
                ),
                allowed_installs=app_commands.AppInstallationType(
                    guild=installs.get("guild"), user=installs.get("user")
                ),
            )
        )

    @client.tree.command(name="talk", description="talk much")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def talk(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        said = 0
        try:
            while said < 8:
                await interaction.followup.send(f"word {said}")
                said += 1
        except discord.HTTPException as problem:
            await interaction.edit_original_response(content=f"{said} words, then {problem.code}")

    await client.tree.sync()
    return received


def offered_commands(harbour: Harbour, name: str, channel: Any) -> set[str]:
    known = {"anywhere", "own", "server", "private"}
    return known & set(harbour.user(name).commands(channel))


@pytest.mark.usefixtures("received")
async def test_who_is_offered_which_command_where(harbour: Harbour) -> None:
    dag = harbour.user("Dag")
    direct = dag.dm_channel()
    assert offered_commands(harbour, "Dag", SERVER) == {"anywhere", "server"}
    assert offered_commands(harbour, "Dag", direct) == {"anywhere", "private"}
    assert offered_commands(harbour, "Dag", WITHOUT_BOT) == offered_commands(harbour, "Dag", GROUP) == set()
    with pytest.raises(Refused):
        await dag.slash("/anywhere", in_=GROUP)
    dag.installed = True
    assert offered_commands(harbour, "Dag", SERVER) == {"anywhere", "own", "server"}
    assert offered_commands(harbour, "Dag", direct) == {"anywhere", "own", "private"}
    assert offered_commands(harbour, "Dag", WITHOUT_BOT) == {"anywhere", "own"}
    assert offered_commands(harbour, "Dag", GROUP) == {"anywhere", "own", "private"}
    assert offered_commands(harbour, "Eira", WITHOUT_BOT) == set()


@pytest.mark.parametrize(
    ("place", "context", "owners"),
    [
        (SERVER, "guild", {"0": "server", "1": "Dag"}),
        ("direct", "dm_channel", {"0": "0", "1": "Dag"}),
        (WITHOUT_BOT, "guild", {"1": "Dag"}),
        (GROUP, "private_channel", {"1": "Dag"}),
    ],
)
async def test_the_bot_is_told_where_it_is_asked_and_by_whose_installation(
    harbour: Harbour,
    received: list[discord.Interaction[Any]],
    place: str,
    context: str,
    owners: dict[str, str],
) -> None:
    dag = harbour.user("Dag")
    dag.installed = True
    where: Any = dag.dm_channel() if place == "direct" else place
    answer = await dag.slash("/anywhere", in_=where)
    await dag.press(answer, "Again")
    named = {"server": harbour.world.guild_id, "Dag": dag.id, "0": "0"}
    for interaction in received:
        assert getattr(interaction.context, context)
        assert interaction._integration_owners == {
            int(key): int(named[value]) for key, value in owners.items()
        }
    assert len(received) == 2
    if place != "direct":
        assert [message["content"] for message in harbour.user("Eira").messages(where)] == ["here"]


async def test_where_the_bot_is_not_it_has_nothing_but_its_answers(
    harbour: Harbour, received: list[discord.Interaction[Any]]
) -> None:
    dag = harbour.user("Dag")
    dag.installed = True
    await dag.slash("/anywhere", in_=WITHOUT_BOT)
    (interaction,) = received
    assert interaction.guild is not None
    assert interaction.guild.id == int(harbour.world.find_channel(WITHOUT_BOT)["guild_id"])
    assert not interaction.app_permissions.send_messages
    assert isinstance(interaction.channel, discord.abc.Messageable)
    with pytest.raises(discord.Forbidden) as caught:
        await interaction.channel.send("from outside")
    assert caught.value.code == 50001


@pytest.mark.usefixtures("received")
async def test_an_app_of_one_s_own_has_five_follow_ups(harbour: Harbour) -> None:
    dag = harbour.user("Dag")
    dag.installed = True
    abroad, at_home = await dag.slash("/talk", in_=WITHOUT_BOT), await dag.slash("/talk", in_=SERVER)
    await harbour.wait_until_idle()
    # The first follow-up fills the deferred answer and is none of the five.
    assert abroad.text == "6 words, then 40094"
    assert (at_home.text, len(at_home.followups)) == ("word 0", 7)


@pytest.mark.usefixtures("received")
async def test_where_own_apps_are_not_wanted_the_answer_is_private(harbour: Harbour) -> None:
    dag = harbour.user("Dag")
    dag.installed = True
    tavern = harbour.world.find_channel(WITHOUT_BOT)
    tavern["permission_overwrites"] = [{"id": dag.id, "type": 1, "allow": "0", "deny": str(1 << 50)}]
    answer = await dag.slash("/anywhere", in_=WITHOUT_BOT)
    assert answer.ephemeral
    assert harbour.user("Eira").messages(WITHOUT_BOT) == []


@pytest.mark.usefixtures("received")
async def test_managers_commands_are_offered_to_managers(harbour: Harbour) -> None:
    assert "stewards" in harbour.user("Astrid").commands(SERVER)
    assert "stewards" not in harbour.user("Dag").commands(SERVER)
    assert "stewards" not in harbour.user("Astrid").commands(harbour.user("Astrid").dm_channel())
    harbour.set_overwrite(SERVER, harbour.user("Dag"), allow=1 << 5)
    assert "stewards" in harbour.user("Dag").commands(SERVER)


@pytest.mark.usefixtures("received")
@pytest.mark.parametrize(
    ("needed", "allowed"),
    [
        (None, {"Astrid", "Bjørn", "Dag"}),
        (0, {"Astrid"}),
        (discord.Permissions(manage_guild=True), {"Astrid", "Bjørn"}),
        (discord.Permissions(manage_guild=True, ban_members=True), {"Astrid"}),
    ],
)
async def test_a_command_is_for_those_who_have_all_it_needs(
    harbour: Harbour, needed: discord.Permissions | int | None, allowed: set[str]
) -> None:
    """Astrid owns the server, Bjørn manages it, Dag is a member."""
    bits = needed.value if isinstance(needed, discord.Permissions) else needed
    command = next(each for each in harbour.world.commands.values() if each["name"] == "server")
    command["default_member_permissions"] = None if bits is None else str(bits)
    harbour.world.users[harbour.user("Bjørn").id]["manager"] = True
    offered = {name for name in ("Astrid", "Bjørn", "Dag") if "server" in harbour.user(name).commands(SERVER)}
    assert offered == allowed


@pytest.mark.usefixtures("received")
async def test_no_command_is_used_in_a_forum_itself_or_where_commands_are_denied(harbour: Harbour) -> None:
    dag = harbour.user("Dag")
    assert "server" in dag.commands("general")
    assert dag.commands("tables") == []
    harbour.revoke("use_application_commands", in_="general")
    assert dag.commands("general") == []
    with pytest.raises(Refused):
        await dag.slash("/server", in_="general")


@pytest.mark.usefixtures("received")
async def test_a_command_can_be_kept_out_of_direct_messages_the_old_way(harbour: Harbour) -> None:
    direct = harbour.user("Dag").dm_channel()
    command = next(each for each in harbour.world.commands.values() if each["name"] == "anywhere")
    command["contexts"] = None
    assert "anywhere" in harbour.user("Dag").commands(direct)
    command["dm_permission"] = False
    assert "anywhere" not in harbour.user("Dag").commands(direct)
    assert "anywhere" in harbour.user("Dag").commands(SERVER)
