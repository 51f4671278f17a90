"""Who may do what at a table, and who may see it: every tap there is, by those whom it does not concern."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from simcord.actors import _component_interaction, _visible_message
from sqlalchemy import select

import db
from bot.chat.interactions.buttons import HANDLERS
from bot.chat.messages.custom_id import CustomId
from bot.play.core.authorization import Actor
from bot.play.turns import orders, undo
from bot.play.turns.orders import Instruction
from db.schema import metadata
from tests.chat.discord_driver import Chat, words_of
from tests.chat.panel_driver import act, hand_over

NOT_OF_A_TABLE = {
    *("leaders", "leaders-title", "leaders-period", "history", "privacy", "my-data", "forget", "forget-me"),
    *("zone", "zone-seek", "zone-found", "away", "settings", "tell", "away-now", "returned", "hide", "guide"),
    *("settings-form", "settings-keep", "away-form", "away-keep", "mute", "snooze", "topic", "hints"),
    *("voyage", "voyage-sail", "voyage-year", "voyage-post", "learn", "play-now"),
    *("server-pace", "server-language", "server-form", "server-keep"),
}
"""What somebody does for themselves, or for a server."""
NAMES = ("astrid", "bjorn")


@dataclass(frozen=True)
class Tables:
    """A table that gathers and one where a game goes on, with a vote, an order, a plan and a note."""

    chat: Chat
    gathering: str
    playing: str
    vote: int
    order: int

    def taps(self, verb: str, version: int) -> list[tuple[CustomId, list[str]]]:
        """The tap of that verb as it would be made at each table, and what is chosen with it."""
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
    playing = await chat.start(*NAMES, pace="slow")
    for _ in range(4):
        await hand_over(chat, playing)
    last = await act(chat, playing)
    asker = Actor(last, "asker", "en-GB")
    found = await undo.last_own_move(chat.store, await chat.snapshot(playing), last)
    assert found is not None
    await undo.ask_to_undo(chat.service, playing, asker, found[0].ply)
    (vote,) = await db.votes.list_open(chat.store, playing)
    astrid = Actor(chat.person("astrid").id, "astrid", "en-GB")
    await orders.give(chat.service, playing, astrid, Instruction(words=("stop",), until="game"))
    (order,) = await db.orders.list_in_force(chat.store, playing)
    await chat.person("astrid").slash(chat.channel, "table note", text="feed the kraken", game=playing)
    gathering = await chat.gather(*NAMES, game="borealis")  # where there is room for more
    return Tables(chat, gathering, playing, vote.id, order.id)


async def standing(store: db.Store) -> dict[str, list[dict[str, Any]]]:
    """All that is stored but who people are."""
    async with store.engine.connect() as connection:
        return {
            table.name: [dict(row) for row in (await connection.execute(select(table))).mappings()]
            for table in metadata.sorted_tables
            if table.name not in ("people", "servers")
        }


async def forged(actor: Any, message: Any, custom_id: CustomId, chosen: Sequence[str]) -> Any:
    """A tap, or a choice in a select, that whoever makes it was never offered."""
    stored = _visible_message(actor, message)
    data: dict[str, Any] = {"custom_id": str(custom_id), "component_type": 2}
    if chosen:
        data |= {"component_type": 3, "values": [*chosen]}
    return await _component_interaction(actor, stored, data)


def told(result: Any) -> str:
    return "\n".join(words_of(message) for message in (result.response, *result.followups) if message)


VERBS = sorted(HANDLERS.keys() - NOT_OF_A_TABLE)


@pytest.fixture
async def elsewhere(chat: Chat) -> tuple[Any, Any]:
    """Somebody of another server, and a channel there in which a table is open."""
    guild = chat.env.create_guild()
    channel = guild.create_text_channel("games")
    stranger = guild.add_member(chat.env.create_user("dagny"))
    await stranger.slash(channel, "new lofoten")
    return stranger, channel


async def test_on_another_server_a_game_is_not_there_for_anybody_who_does_not_play_it(
    tables: Tables, elsewhere: tuple[Any, Any]
) -> None:
    stranger, channel = elsewhere
    message = channel.last_message
    before = await standing(tables.chat.store)
    for verb in VERBS:
        for custom_id, chosen in tables.taps(verb, 1):
            answer = told(await forged(stranger, message, custom_id, chosen))
            assert answer, custom_id
            assert "Something went wrong" not in answer, custom_id
            assert not [name for name in (*NAMES, "kraken", "⚙") if name in answer], (custom_id, answer)
            assert await standing(tables.chat.store) == before, custom_id


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
)
LAST_WORDS = ("table order", "table move", "table resign", "table end", "table verify")


@pytest.mark.parametrize("command", [*COMMANDS, *LAST_WORDS])
async def test_a_code_alone_shows_nobody_a_game(
    tables: Tables, elsewhere: tuple[Any, Any], command: str
) -> None:
    stranger, channel = elsewhere
    before = await standing(tables.chat.store)
    for code in (tables.playing, tables.gathering, tables.playing.lower()):
        answers = [told(await stranger.slash(channel, command, game=code))]
        if command != "table move":  # for which another place is needed
            answers.append(told(await stranger.user.slash(command, game=code)))
        for answer in answers:
            assert f"There's no game {code.upper()} here" in answer
    assert await standing(tables.chat.store) == before


async def test_on_its_server_anybody_may_look_and_a_player_may_anywhere(
    tables: Tables, elsewhere: tuple[Any, Any]
) -> None:
    chat, (stranger, channel) = tables.chat, elsewhere
    watcher, player = chat.person("watcher"), chat.person("astrid")
    abroad = stranger.guild.add_member(player.user)
    for command in ("board", "table recap", "table log", "table replay", "table verify"):
        for shown in (
            await watcher.slash(chat.channel, command, game=tables.playing),
            await abroad.slash(channel, command, game=tables.playing),
            await player.user.slash(command, game=tables.playing),
        ):
            assert tables.playing in told(shown)
            assert "There's no game" not in told(shown)


OPEN_TO_ALL = {"join"}
"""What somebody who only looks on may do at a table that gathers."""


async def test_who_looks_on_changes_nothing(tables: Tables) -> None:
    chat = tables.chat
    watcher, message = chat.person("watcher"), chat.lobby_card(tables.gathering)
    before = await standing(chat.store)
    for verb in VERBS:
        if verb not in OPEN_TO_ALL | {"sit"}:
            for custom_id, chosen in tables.taps(verb, 1):
                answer = told(await forged(watcher, message, custom_id, chosen))
                assert "Something went wrong" not in answer, custom_id
                assert "kraken" not in answer, custom_id
                assert await standing(chat.store) == before, custom_id


OF_THE_HOST = ("start", "begin", "options", "option", "agree", "company", "invite", "dismiss")


async def test_only_the_host_starts_a_game_and_agrees_on_it(tables: Tables) -> None:
    chat = tables.chat
    message = chat.lobby_card(tables.gathering)
    before = await standing(chat.store)
    for verb in OF_THE_HOST:
        (custom_id, chosen), _ = tables.taps(verb, 1)
        assert "opened the table" in told(await forged(chat.person("bjorn"), message, custom_id, chosen)), (
            custom_id
        )
        assert await standing(chat.store) == before, custom_id
    (custom_id, chosen), _ = tables.taps("agree", 1)
    await forged(chat.person("astrid"), message, custom_id, chosen)
    assert (await chat.snapshot(tables.gathering)).row.rated


async def test_what_is_ones_own_nobody_else_at_the_table_touches(tables: Tables) -> None:
    chat = tables.chat
    message, before = chat.lobby_card(tables.gathering), await standing(chat.store)
    _, (drop, _) = tables.taps("order-drop", 1)
    assert "no such order" in told(await forged(chat.person("bjorn"), message, drop, ()))
    asker = next(vote for vote in await db.votes.list_open(chat.store, tables.playing)).opened_by
    own = next(actor for actor in chat.people.values() if actor.id == asker)
    _, (vote, _) = tables.taps("vote", 1)
    assert "The others decide" in told(await forged(own, message, vote, ()))
    assert await standing(chat.store) == before
    assert "The order is dropped" in told(await forged(chat.person("astrid"), message, drop, ()))


async def test_what_belongs_to_another_table_is_not_answered_at_this_one(tables: Tables) -> None:
    """Somebody who plays at one table answers the vote, and drops the order, of another through it."""
    chat = tables.chat
    other = await chat.start("cara", "bjorn", pace="slow")
    message, before = chat.lobby_card(tables.gathering), await standing(chat.store)
    for custom_id in (
        CustomId("vote", other, 1, (str(tables.vote), "yes")),
        CustomId("order-drop", other, 1, (str(tables.order),)),
        CustomId("take", other, 1, (str(tables.vote),)),
    ):
        for name in ("bjorn", "cara"):
            assert "Something went wrong" not in told(await forged(chat.person(name), message, custom_id, ()))
            assert await standing(chat.store) == before, custom_id
