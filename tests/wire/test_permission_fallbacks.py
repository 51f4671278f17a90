"""Permission fallbacks: messages still arrive, and everything recovers when the permission is back.

Covers `bot/chat/lobby/permission_recovery.py`, `bot/chat/outbox/permission_fallbacks.py`.
"""

import asyncio
from typing import Any

import aiohttp
import pytest

from bot.play.core.authorization import Actor
from bot.play.lobby import lobby
from bot.play.turns import moves, resignation
from harbour import pictures_of, text_of
from tests.play.fast_player import FastPlayer
from tests.wire.harboured_bot import HarbouredBot, blank_picture, custom_ids

READY_TIMEOUT_S = 30


@pytest.fixture(autouse=True)
def blank_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.views.pictures.draw", lambda _: blank_picture())


class GameDriver:
    """A game of Astrid and Bjørn, and its cards in thread and channel."""

    def __init__(self, skald: HarbouredBot, code: str) -> None:
        self.skald, self.harbour, self.code = skald, skald.harbour, code
        self._player = FastPlayer(3)

    async def play_turn(self) -> None:
        """Play until it is the other player's turn, and wait for the outbox."""
        owing = (await self.skald.snapshot(self.code)).owing_seats()
        while (
            snapshot := await self.skald.snapshot(self.code)
        ).is_running and snapshot.owing_seats() == owing:
            (seat,) = snapshot.owing_seats()
            person = snapshot.players[seat].person
            assert person is not None
            actor = Actor(person, snapshot.names[seat], "en-US")
            move = str(self._player.choose_move(snapshot.state, seat))
            await moves.play(self.skald.service, self.code, actor, move, interaction_id=snapshot.row.version)
        self.skald.client.wake()
        await self.wait_for_outbox()

    async def wait_for_outbox(self) -> None:
        """Wait until the outbox worker is idle."""
        worker = self.skald.client.outbox_worker
        while busy := [
            task for task in (worker._poll_task, *worker._in_flight.values()) if task and not task.done()
        ]:
            await asyncio.wait(busy, timeout=READY_TIMEOUT_S)

    def playable_cards(self, channel: str | dict[str, Any]) -> list[dict[str, Any]]:
        """Returns the turn cards with a Play button."""
        messages = self.harbour.user("Astrid").messages(channel)
        return [each for each in messages if f"skald:play:{self.code}::" in custom_ids(each)]

    def thread_cards(self) -> list[dict[str, Any]]:
        return self.playable_cards(self.skald.thread(self.code))

    def channel_cards(self) -> list[dict[str, Any]]:
        return self.playable_cards("games")

    def count_messages(self, text: str, channel: str | None = None) -> int:
        """Counts the messages that contain the text."""
        where = channel or self.skald.thread(self.code)
        return sum(text in text_of(each) for each in self.harbour.user("Astrid").messages(where))

    def dms_containing(self, name: str, text: str) -> list[str]:
        """Returns the texts of the user's direct messages that contain the text."""
        return [content for each in self.harbour.user(name).dms() if text in (content := text_of(each))]


async def start_table(skald: HarbouredBot) -> GameDriver:
    table = GameDriver(skald, await skald.start_game("Astrid", "Bjørn"))
    await table.wait_for_outbox()
    return table


async def test_without_attach_files_the_card_comes_in_words_and_the_right_is_named_once(
    skald: HarbouredBot,
) -> None:
    table = await start_table(skald)
    skald.harbour.revoke("attach_files", in_="games")
    await table.play_turn()
    assert pictures_of(table.thread_cards()[-1]) == []
    assert table.count_messages("Attach Files") == 1
    assert len(table.dms_containing("Astrid", "Attach Files")) == 1, "the host is told"
    await table.play_turn()
    assert len(table.thread_cards()) == 1
    assert table.count_messages("Attach Files") == 1, "once is enough"
    skald.harbour.grant("attach_files", in_="games")
    await skald.harbour.wait_until(lambda: bool(pictures_of(table.thread_cards()[-1])), READY_TIMEOUT_S)
    await table.wait_for_outbox()
    assert len(table.thread_cards()) == 1, "only the last card can be played from"
    assert len(table.dms_containing("Astrid", "Attach Files")) == 1
    assert table.dms_containing("Bjørn", "Attach Files") == []


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_without_words_in_threads_the_game_is_shown_in_the_channel(
    skald: HarbouredBot, moment: str
) -> None:
    if moment == "before":
        card = await skald.open_table("Astrid")
        skald.harbour.revoke("send_messages_in_threads", in_="games")
        await skald.harbour.user("Bjørn").press(card, join := skald.custom_id(card, "join"))
        await skald.harbour.wait_until_idle()
        await skald.harbour.user("Astrid").press(card, join.replace("join", "start"))
        table = GameDriver(skald, join.split(":")[2])
    else:
        table = await start_table(skald)
        skald.harbour.revoke("send_messages_in_threads", in_="games")
        await table.play_turn()
    await skald.harbour.wait_until(lambda: bool(table.channel_cards()), READY_TIMEOUT_S)
    await table.wait_for_outbox()
    (card,) = table.channel_cards()
    assert table.count_messages("Send Messages in Threads", "games") == 1
    assert pictures_of(card)
    assert len(table.dms_containing("Astrid", "Send Messages in Threads")) == 1
    skald.harbour.clock.advance(11 * 60)  # Permission recovery finds it still missing.
    skald.client.wake()
    await table.wait_for_outbox()
    assert table.dms_containing("Astrid", "Attach Files") == []
    skald.harbour.grant("send_messages_in_threads", in_="games")
    await skald.harbour.wait_until(lambda: bool(table.thread_cards()), READY_TIMEOUT_S)
    await table.wait_for_outbox()
    assert table.channel_cards() == []
    await table.play_turn()
    assert len(table.thread_cards()) == 1


@pytest.mark.parametrize("archived", [False, True])
async def test_while_a_thread_is_locked_the_game_is_shown_in_the_channel(
    skald: HarbouredBot, archived: bool
) -> None:
    table = await start_table(skald)
    name = skald.thread(table.code)["name"]
    skald.harbour.moderate_thread(name, locked=True, archived=archived)
    await table.play_turn()
    assert len(table.channel_cards()) == 1
    assert table.count_messages("is locked", "games") == 1
    skald.harbour.moderate_thread(name, locked=False)
    await skald.harbour.wait_until(
        lambda: len(table.thread_cards()) == 1 and not table.channel_cards(), READY_TIMEOUT_S
    )


async def test_an_archived_thread_is_opened_again(skald: HarbouredBot) -> None:
    table = await start_table(skald)
    skald.harbour.moderate_thread(skald.thread(table.code)["name"], archived=True)
    await table.play_turn()
    assert len(table.thread_cards()) == 1
    assert table.channel_cards() == []


async def test_where_skald_sees_no_channel_whoever_is_called_is_written_to(skald: HarbouredBot) -> None:
    table = await start_table(skald)
    skald.harbour.revoke("view_channel", in_="games")
    await table.play_turn()
    actor = await skald.owing_user(table.code)
    (called,) = [each for each in actor.dms() if f"skald:play:{table.code}::" in custom_ids(each)][-1:]
    assert "View Channel" in text_of(called)
    assert "your move" in text_of(called)
    skald.harbour.grant("view_channel", in_="games")
    await skald.harbour.wait_until(lambda: len(table.thread_cards()) == 1, READY_TIMEOUT_S)


async def test_without_a_thread_of_its_own_a_game_lives_in_the_channel(skald: HarbouredBot) -> None:
    skald.harbour.revoke("create_public_threads", in_="games")
    card = await skald.open_table("Astrid")
    await skald.harbour.user("Bjørn").press(card, join := skald.custom_id(card, "join"))
    await skald.harbour.wait_until_idle()
    await skald.harbour.user("Astrid").press(card, join.replace("join", "start"))
    table = GameDriver(skald, join.split(":")[2])
    await skald.harbour.wait_until(lambda: len(table.channel_cards()) == 1, READY_TIMEOUT_S)
    await table.play_turn()
    assert len(table.channel_cards()) == 1
    assert len(table.dms_containing("Astrid", "Create Public Threads")) == 1, "the host is told"
    assert _count_public_messages(skald, "Create Public Threads") == 1
    owing = await skald.owing_user(table.code)
    before = len(owing.push_notifications())
    skald.harbour.grant("create_public_threads", in_="games")
    await skald.harbour.wait_until(lambda: skald.latest_card(table.code) is not None, READY_TIMEOUT_S)
    await skald.harbour.wait_until(lambda: not table.channel_cards(), READY_TIMEOUT_S)
    await table.wait_for_outbox()
    assert len(table.thread_cards()) == 1
    assert len(owing.push_notifications()) == before, "nobody is called twice"
    assert _count_public_messages(skald, "Create Public Threads") == 0, "the card leads to the thread instead"
    await table.play_turn()
    assert len(table.thread_cards()) == 1


def _count_public_messages(skald: HarbouredBot, right: str) -> int:
    return sum(right in text_of(each) for each in skald.harbour.user("Eira").messages("games"))


async def test_a_thread_is_opened_also_where_the_lobby_card_was_deleted(skald: HarbouredBot) -> None:
    card = await skald.open_table("Astrid")
    await skald.harbour.user("Bjørn").press(card, join := skald.custom_id(card, "join"))
    await skald.harbour.wait_until_idle()
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {skald.harbour.token}"}) as http:
        await http.delete(f"{skald.harbour.api_url}/channels/{card['channel_id']}/messages/{card['id']}")
    code = join.split(":")[2]
    await lobby.start(skald.service, code, int(skald.harbour.user("Astrid").id), interaction_id=1)
    skald.client.wake()
    await skald.harbour.wait_until(lambda: skald.latest_card(code) is not None, READY_TIMEOUT_S)


async def test_what_discord_finds_too_fast_comes_later(skald: HarbouredBot) -> None:
    skald.harbour.refuse_dm_opens(1)
    table = await start_table(skald)
    await table.wait_for_outbox()
    people = [skald.harbour.user(name) for name in ("Astrid", "Bjørn")]
    assert not all(person.dms() for person in people)
    for _ in range(5):
        skald.harbour.clock.advance(60)
        skald.client.wake()
        await table.wait_for_outbox()
    assert all(person.dms() for person in people)
    assert "closed" not in text_of(table.thread_cards()[-1]), "nobody's door was closed"


async def test_how_a_game_ended_is_shown_in_its_thread_once_that_can_be(skald: HarbouredBot) -> None:
    table = await start_table(skald)
    skald.harbour.revoke("send_messages_in_threads", in_="games")
    await table.play_turn()
    actor = await skald.owing_user(table.code)
    await resignation.resign(
        skald.service, table.code, Actor(int(actor.id), actor.name, "en-US"), interaction_id=1_000
    )
    skald.client.wake()
    await table.wait_for_outbox()
    seed = (await skald.snapshot(table.code)).row.seed
    assert seed is not None
    assert table.count_messages(seed.hex(), "games") == 1
    skald.harbour.grant("send_messages_in_threads", in_="games")
    await skald.harbour.wait_until(lambda: table.count_messages(seed.hex()) == 1, READY_TIMEOUT_S)


async def test_a_lobby_card_that_may_not_be_touched_is_brought_up_to_date_when_it_may(
    skald: HarbouredBot,
) -> None:
    opened = await skald.open_table("Astrid")
    code = skald.custom_id(opened, "join").split(":")[2]
    skald.harbour.revoke("view_channel", in_="games")
    await lobby.join(skald.service, code, Actor(int(skald.harbour.user("Bjørn").id), "Bjørn", "en-US"))
    table = GameDriver(skald, code)
    skald.client.wake()
    await table.wait_for_outbox()
    full, told = table.dms_containing("Astrid", "View Channel")
    assert "the table is full" in full, "what was to be said there says why it comes by direct message"
    assert told.startswith("Skald can’t write")
    skald.harbour.grant("view_channel", in_="games")
    await skald.harbour.wait_until(lambda: "Bjørn" in text_of(skald.lobby_cards(code)[0]), READY_TIMEOUT_S)


async def test_games_of_a_cup_have_cards_only_where_they_have_no_threads(skald: HarbouredBot) -> None:
    skald.harbour.revoke("create_public_threads", in_="games")
    astrid, others = skald.harbour.user("Astrid"), ("Bjørn", "Chloé")
    await astrid.slash("/club cup", in_="games", game="lofoten", size="3")

    def cards() -> list[str]:
        names = [name for each in astrid.messages("games") for name in custom_ids(each)]
        return [name for name in names if ":play:" in name]

    for name in others:
        await skald.harbour.wait_until_idle()
        card = astrid.messages("games")[-1]
        await skald.harbour.user(name).press(card, skald.custom_id(card, "cup-join"))
    await skald.harbour.wait_until(lambda: len(cards()) == 3, READY_TIMEOUT_S)
    skald.harbour.grant("create_public_threads", in_="games")
    await skald.harbour.wait_until(lambda: not cards(), READY_TIMEOUT_S)

    def table() -> str:
        (shown,) = [each for each in astrid.messages("games") if "Still being played" in text_of(each)]
        return text_of(shown)

    here = f"<#{astrid.messages('games')[0]['channel_id']}>"
    await skald.harbour.wait_until(lambda: here not in table(), READY_TIMEOUT_S)
    assert table().count("<#") == 3, "its table leads to the threads"
    assert sum("Lofoten" in text_of(each) for each in astrid.messages("games")) == 1
