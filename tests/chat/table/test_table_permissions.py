"""Permissions at a table: every component and command, used by users who may not use it.

Covers `bot/chat/table/board.py`, `bot/play/core/authorization.py`.
"""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest

import db
from bot.chat.interactions.component_dispatch import HANDLERS
from bot.chat.messages.custom_id import CustomId
from bot.play.core.authorization import Actor
from bot.play.turns import standing_orders, undo
from bot.play.turns.standing_orders import Instruction
from db.rows import metadata
from tests.chat.discord_driver import Chat, response_text, send_selection
from tests.chat.panel_driver import play_step, play_until_handover

VERBS_WITHOUT_TABLE = {
    *("leaders", "leaders-title", "leaders-period", "history", "privacy", "my-data", "forget", "forget-me"),
    *("zone", "zone-seek", "zone-found", "away", "settings", "tell", "away-now", "returned", "hide", "guide"),
    *(
        "settings-form",
        "settings-keep",
        "away-form",
        "away-keep",
        "away-plan",
        "mute",
        "snooze",
        "topic",
        "hints",
    ),
    *("voyage", "voyage-sail", "voyage-year", "voyage-post", "learn", "lesson", "play-now"),
    *("practice", "practice-answer", "practice-board"),
    *("rest-form", "rest-keep", "use-away-days", "spare-away-days"),
    *("server-pace", "server-language", "server-form", "server-keep"),
}
"""Verbs that concern the user or a server, not a game."""
NAMES = ("astrid", "bjorn")


@dataclass(frozen=True)
class Tables:
    """A lobby, and a running game with a vote, an order, a plan and a note."""

    chat: Chat
    gathering: str
    playing: str
    vote: int
    order: int

    def taps(self, verb: str, version: int) -> list[tuple[CustomId, list[str]]]:
        """Returns the custom id of a verb for each game, with the values selected."""
        words: dict[str, tuple[str, ...]] = {
            "vote": (str(self.vote), "yes"),
            "take": (str(self.vote),),
            "order-drop": (str(self.order),),
            "order-keep": ("always", "game", "stop"),
            "option": ("begins",),
            "agree": ("rated",),
            "ask-undo": ("2",),
            "kudos": ("1",),
            "go": ("stop",),
            "plan-keep": ("stop",),
        }
        chosen = {"agree": ["yes"], "option": ["guest"], "invite": ["sailor"], "dismiss": ["-1"]}
        return [
            (CustomId(verb, code, version, words.get(verb, ())), chosen.get(verb, [code]))
            for code in (self.gathering, self.playing)
        ]


@pytest.fixture
async def tables(chat: Chat) -> Tables:
    playing = await chat.start_game(*NAMES, pace="slow")
    for _ in range(4):
        await play_until_handover(chat, playing)
    last = await play_step(chat, playing)
    asker = Actor(last, "asker", "en-GB")
    found = await undo.last_own_move(chat.store, await chat.snapshot(playing), last)
    assert found is not None
    await undo.ask_to_undo(chat.service, playing, asker, found[0].ply)
    (vote,) = await db.votes.list_open(chat.store, playing)
    astrid = Actor(chat.user("astrid").id, "astrid", "en-GB")
    await standing_orders.give(chat.service, playing, astrid, Instruction(words=("stop",), until="game"))
    (order,) = await db.standing_orders.list_in_force(chat.store, playing)
    await chat.user("astrid").slash(chat.channel, "table note", text="feed the kraken", table=playing)
    gathering = await chat.open_lobby(*NAMES, game="borealis")  # where there is room for more
    return Tables(chat, gathering, playing, vote.id, order.id)


def stored_rows(store: db.Store) -> dict[str, list[tuple[Any, ...]]]:
    """Returns all stored rows except users."""
    file = store.engine.url.database
    assert file is not None
    with closing(sqlite3.connect(file)) as connection:
        return {
            name: connection.execute(f"SELECT * FROM {name}").fetchall()
            for name in metadata.tables
            if name not in ("people", "servers")
        }


VERBS = sorted(HANDLERS.keys() - VERBS_WITHOUT_TABLE)


@pytest.fixture
async def other_server(chat: Chat) -> tuple[Any, Any]:
    """Returns a user of another server, and a channel there with an open lobby."""
    guild = chat.env.create_guild()
    channel = guild.create_text_channel("games")
    stranger = guild.add_member(chat.env.create_user("dagny"))
    await stranger.slash(channel, "new lofoten")
    return stranger, channel


async def test_on_another_server_a_game_is_not_there_for_anybody_who_does_not_play_it(
    tables: Tables, other_server: tuple[Any, Any]
) -> None:
    stranger, channel = other_server
    message = channel.last_message
    before = stored_rows(tables.chat.store)
    for verb in VERBS:
        for custom_id, chosen in tables.taps(verb, 1):
            answer = response_text(await send_selection(stranger, message, custom_id, chosen))
            assert answer, custom_id
            assert "Something went wrong" not in answer, custom_id
            assert not [name for name in (*NAMES, "kraken", "⚙") if name in answer], (custom_id, answer)
            assert stored_rows(tables.chat.store) == before, custom_id


COMMANDS = (
    "play",
    "hand",
    "board",
    "table recap",
    "undo",
    "table log",
    "table replay",
    "table note",
    "table order",
    "table move",
    "table resign",
    "table end",
    "table verify",
)


async def test_a_code_alone_shows_nobody_a_game(tables: Tables, other_server: tuple[Any, Any]) -> None:
    stranger, channel = other_server
    before = stored_rows(tables.chat.store)
    for command, code in product(COMMANDS, (tables.playing, tables.gathering, tables.playing.lower())):
        answers = [response_text(await stranger.slash(channel, command, table=code))]
        if command != "table move":  # for which another place is needed
            answers.append(response_text(await stranger.user.slash(command, table=code)))
        for answer in answers:
            assert f"There’s no game {code.upper()} here" in answer, command
        assert stored_rows(tables.chat.store) == before, command


async def test_on_its_server_anybody_may_look_and_a_player_may_anywhere(
    tables: Tables, other_server: tuple[Any, Any]
) -> None:
    chat, (stranger, channel) = tables.chat, other_server
    watcher, player = chat.user("watcher"), chat.user("astrid")
    abroad = stranger.guild.add_member(player.user)
    for command in ("board", "table recap", "table log", "table replay", "table verify"):
        for shown in (
            await watcher.slash(chat.channel, command, table=tables.playing),
            await abroad.slash(channel, command, table=tables.playing),
            await player.user.slash(command, table=tables.playing),
        ):
            assert tables.playing in response_text(shown)
            assert "There’s no game" not in response_text(shown)


SPECTATOR_VERBS = {"join"}
"""Verbs that a spectator may use in a lobby."""


async def test_who_looks_on_changes_nothing(tables: Tables) -> None:
    chat = tables.chat
    watcher, message = chat.user("watcher"), chat.lobby_card(tables.gathering)
    before = stored_rows(chat.store)
    for verb in VERBS:
        if verb not in SPECTATOR_VERBS | {"sit"}:
            for custom_id, chosen in tables.taps(verb, 1):
                answer = response_text(await send_selection(watcher, message, custom_id, chosen))
                assert "Something went wrong" not in answer, custom_id
                assert "kraken" not in answer, custom_id
                assert stored_rows(chat.store) == before, custom_id


HOST_VERBS = ("start", "begin", "options", "option", "agree", "company", "invite", "dismiss")


async def test_only_the_host_starts_a_game_and_agrees_on_it(tables: Tables) -> None:
    chat = tables.chat
    message = chat.lobby_card(tables.gathering)
    before = stored_rows(chat.store)
    for verb in HOST_VERBS:
        (custom_id, chosen), _ = tables.taps(verb, 1)
        assert "Only the host" in response_text(
            await send_selection(chat.user("bjorn"), message, custom_id, chosen)
        ), custom_id
        assert stored_rows(chat.store) == before, custom_id
    (custom_id, chosen), _ = tables.taps("agree", 1)
    await send_selection(chat.user("astrid"), message, custom_id, chosen)
    assert (await chat.snapshot(tables.gathering)).row.rated


async def test_what_is_ones_own_nobody_else_at_the_table_touches(tables: Tables) -> None:
    chat = tables.chat
    message, before = chat.lobby_card(tables.gathering), stored_rows(chat.store)
    _, (drop, _) = tables.taps("order-drop", 1)
    assert "no such order" in response_text(await send_selection(chat.user("bjorn"), message, drop, ()))
    asker = next(vote for vote in await db.votes.list_open(chat.store, tables.playing)).opened_by
    own = next(actor for actor in chat.users.values() if actor.id == asker)
    _, (vote, _) = tables.taps("vote", 1)
    assert "The others decide" in response_text(await send_selection(own, message, vote, ()))
    assert stored_rows(chat.store) == before
    assert "Order deleted" in response_text(await send_selection(chat.user("astrid"), message, drop, ()))


async def test_what_belongs_to_another_table_is_not_answered_at_this_one(tables: Tables) -> None:
    """A player of one game forges custom ids with ids of a vote and an order of another."""
    chat = tables.chat
    other = await chat.start_game("cara", "bjorn", pace="slow")
    message, before = chat.lobby_card(tables.gathering), stored_rows(chat.store)
    for custom_id in (
        CustomId("vote", other, 1, (str(tables.vote), "yes")),
        CustomId("order-drop", other, 1, (str(tables.order),)),
        CustomId("take", other, 1, (str(tables.vote),)),
    ):
        for name in ("bjorn", "cara"):
            assert "Something went wrong" not in response_text(
                await send_selection(chat.user(name), message, custom_id, ())
            )
            assert stored_rows(chat.store) == before, custom_id
