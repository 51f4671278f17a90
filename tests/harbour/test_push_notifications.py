"""Push notifications: which messages send them, and the text on the lock screen."""

from datetime import timedelta
from pathlib import Path

import discord
import pytest

from harbour import Harbour, PushNotification
from tests.harbour.wire_client import WireClient, image_bytes, text_channel


def texts(pushes: list[PushNotification]) -> list[str]:
    return [push.text for push in pushes]


async def test_a_direct_message_buzzes_with_its_words(harbour: Harbour, client: WireClient) -> None:
    dag = harbour.user("Dag")
    user = await client.fetch_user(int(dag.id))
    await user.send("Lofoten with Bjørn: your move. 2 days left")
    (push,) = dag.push_notifications()
    assert (push.author, push.channel_name, push.text) == (
        "Skald",
        None,
        "Lofoten with Bjørn: your move. 2 days left",
    )
    assert push.channel_id == dag.dm_channel()["id"]
    assert timedelta(0) <= harbour.clock.now() - push.sent_at < timedelta(minutes=1)
    assert {name: len(pushes) for name, pushes in harbour.push_notifications().items() if pushes} == {
        "Dag": 1
    }


async def test_a_layout_and_a_bare_picture_show_nothing(
    harbour: Harbour, client: WireClient, tmp_path: Path
) -> None:
    dag = harbour.user("Dag")
    user = await client.fetch_user(int(dag.id))
    view = discord.ui.LayoutView().add_item(discord.ui.TextDisplay(f"your turn {dag.mention}"))
    await text_channel(harbour, client).send(view=view)
    await user.send(view=discord.ui.LayoutView().add_item(discord.ui.TextDisplay("your hand")))
    file = tmp_path / "hand.png"
    file.write_bytes(image_bytes())
    await user.send(file=discord.File(file))
    assert texts(dag.push_notifications()) == ["", "", ""]


async def test_a_mention_buzzes_once_when_it_is_sent_and_never_when_it_is_edited(
    harbour: Harbour, client: WireClient
) -> None:
    astrid, dag = harbour.user("Astrid"), harbour.user("Dag")
    games = text_channel(harbour, client)
    await games.send("nobody in particular")
    message = await games.send(f"{dag.mention}, your move in <#{games.id}>")
    await message.edit(content=f"{astrid.mention}, your move")
    assert texts(dag.push_notifications()) == ["@Dag, your move in #games"]
    assert dag.push_notifications()[0].channel_name == "games"
    assert astrid.push_notifications() == []


async def test_a_mention_that_is_not_allowed_to_call_does_not_buzz(
    harbour: Harbour, client: WireClient
) -> None:
    astrid, dag = harbour.user("Astrid"), harbour.user("Dag")
    both, games = f"{astrid.mention} {dag.mention}", text_channel(harbour, client)
    await games.send(both, allowed_mentions=discord.AllowedMentions.none())
    only = discord.AllowedMentions(users=[discord.Object(int(dag.id))])
    await games.send(both, allowed_mentions=only)
    assert astrid.push_notifications() == []
    assert texts(dag.push_notifications()) == ["@Astrid @Dag"]


async def test_a_silent_message_does_not_buzz(harbour: Harbour, client: WireClient) -> None:
    dag = harbour.user("Dag")
    user = await client.fetch_user(int(dag.id))
    await user.send("your hand", silent=True)
    await text_channel(harbour, client).send(dag.mention, silent=True)
    assert dag.push_notifications() == []
    assert dag.unread_counts("games") == {"count": 1, "mentions": 1}


@pytest.mark.usefixtures("client")
async def test_what_answers_one_s_own_tap_does_not_buzz_but_calls_the_others(harbour: Harbour) -> None:
    dag, eira = harbour.user("Dag"), harbour.user("Eira")
    await dag.slash("/ahoy", name=f"{dag.mention} {eira.mention}")
    await dag.slash("/ahoy", name="Dag", in_=dag.dm_channel())
    assert dag.push_notifications() == []
    assert texts(eira.push_notifications()) == ["Ahoy @Dag @Eira (fr)"]


async def test_everyone_and_roles_are_called_only_by_who_may(harbour: Harbour, client: WireClient) -> None:
    games = text_channel(harbour, client)
    eira, astrid = harbour.user("Eira"), harbour.user("Astrid")
    manager = next(role for role in harbour.world.guild["roles"] if role["name"] == "Jarl")
    await games.send(f"@everyone <@&{manager['id']}>")
    assert harbour.push_notifications() == {
        name: [] for name in ("Astrid", "Bjørn", "Chloé", "Dag", "Eira", "Falk")
    }
    manager["mentionable"] = True
    await games.send(f"<@&{manager['id']}>: attach files is missing")
    assert texts(astrid.push_notifications()) == ["@Jarl: attach files is missing"]
    assert eira.push_notifications() == []
    astrid.send("@everyone to the boats", in_="games")
    assert texts(eira.push_notifications()) == ["@everyone to the boats"]


async def test_who_does_not_see_a_channel_hears_nothing_of_it(harbour: Harbour, client: WireClient) -> None:
    dag = harbour.user("Dag")
    harbour.set_overwrite("games", dag, deny=1 << 10)
    await text_channel(harbour, client).send(f"{dag.mention} secret")
    assert dag.push_notifications() == []


async def test_emoji_commands_and_times_stand_as_a_phone_shows_them(
    harbour: Harbour, client: WireClient
) -> None:
    dag = harbour.user("Dag")
    user = await client.fetch_user(int(dag.id))
    await user.send("<:cod:123456789012345678> </play:123456789012345678> **now**, <t:1800000000:R>")
    assert texts(dag.push_notifications()) == [":cod: /play **now**, <t:1800000000:R>"]


async def test_buzzes_are_counted_for_each_game_wherever_they_arrive(
    harbour: Harbour, client: WireClient
) -> None:
    dag, games = harbour.user("Dag"), text_channel(harbour, client)
    threads = [
        await games.create_thread(name=name, type=discord.ChannelType.public_thread)
        for name in ("Dag and Eira", "Dag and Bjørn")
    ]
    for _ in range(3):
        await threads[0].send(f"{dag.mention} your move")
    await threads[1].send(f"{dag.mention} your move")
    user = await client.fetch_user(int(dag.id))
    await user.send(f"2 hours left: https://discord.com/channels/{games.guild.id}/{threads[0].id}")
    view = discord.ui.View()
    view.add_item(
        discord.ui.Button(
            label="Open", url=f"https://discord.com/channels/{games.guild.id}/{threads[1].id}/5"
        )
    )
    await user.send("2 hours left", view=view)
    await user.send("Welcome")
    assert dag.push_counts() == {"Dag and Eira": 4, "Dag and Bjørn": 2, None: 1}
    assert {push.subject_channel_id for push in dag.push_notifications()[:3]} == {str(threads[0].id)}


@pytest.mark.parametrize("deferred", [True, False])
async def test_a_deferred_answer_that_is_filled_in_later_is_an_edit(
    harbour: Harbour, client: WireClient, deferred: bool
) -> None:
    dag, eira = harbour.user("Dag"), harbour.user("Eira")

    @client.tree.command(name="call", description="call somebody")
    async def call(interaction: discord.Interaction[WireClient]) -> None:
        if deferred:
            await interaction.response.defer()
            await interaction.edit_original_response(content=eira.mention)
        else:
            await interaction.response.send_message(eira.mention)

    await client.tree.sync()
    await dag.slash("/call")
    assert texts(eira.push_notifications()) == ([] if deferred else ["@Eira"])


async def test_pushes_are_kept_when_the_harbour_restarts(tmp_path: Path) -> None:
    first = Harbour(tmp_path, port=0)
    first.user("Astrid").send(first.user("Dag").mention, in_="general")
    await first.close()
    second = Harbour(tmp_path, port=0)
    assert texts(second.user("Dag").push_notifications()) == ["@Dag"]
    await second.close()
