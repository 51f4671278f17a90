"""Export of a server's results."""

import csv
import io
import json

import discord
import pytest
import simcord

from db.clock import DAY
from tests.chat.discord_driver import Chat
from tests.chat.finished_games import record_finished_games
from tests.standings.finished_games import FinishedGame


async def test_only_who_manages_the_server_takes_its_results_away(chat: Chat) -> None:
    a, b = chat.user("astrid").id, chat.user("bjorn").id
    games = [FinishedGame(chat.service.now() - DAY, [[a], [b]], scores=(40, 30))]
    await record_finished_games(chat, games, astrid="=SUM(A1)", bjorn="bjørn, “the wise”")
    with pytest.raises(simcord.SetupError, match="default-member-permissions"):
        await chat.user("astrid").slash(chat.channel, "server export")
    owner = chat.guild.add_member(
        chat.env.create_user("owner"),
        roles=[chat.guild.create_role("jarls", permissions=discord.Permissions(manage_guild=True))],
    )
    table = await owner.slash(chat.channel, "server export", format="csv")
    assert table.ephemeral
    rows = list(csv.DictReader(io.StringIO((await attachment_content(table)).decode())))
    assert [(row["person"], row["place"], row["score"]) for row in rows] == [
        (str(a), "1", "40"),
        (str(b), "2", "30"),
    ]
    assert rows[0]["name"] == "'=SUM(A1)"
    assert rows[1]["name"] == "bjørn, “the wise”"
    values = json.loads(
        await attachment_content(await owner.slash(chat.channel, "server export", format="json"))
    )
    assert [(one["name"], one["title"]) for one in values] == [
        ("=SUM(A1)", "lofoten"),
        ("bjørn, “the wise”", "lofoten"),
    ]


async def attachment_content(answer: simcord.InteractionResult) -> bytes:
    (file,) = answer.followups[-1].attachments if answer.followups else answer.response.attachments
    return await file.read()
