"""What Skald may not do: every message finds a way all the same, and all is well once the right is back."""

import asyncio
from typing import Any

import aiohttp
import pytest

import render
from bot.play.core.authorization import Actor
from bot.play.lobby import lobby
from bot.play.turns import moves
from harbour import pictures_of, text_of
from tests.play.fast_player import Hasty
from tests.wire.harboured_bot import HarbouredBot, custom_ids
from tests.wire.test_wire_game import _small_jpeg

READY = 30


@pytest.fixture(autouse=True)
def small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    blank = render.Picture(_small_jpeg(), "jpg", 1200, 900)
    monkeypatch.setattr("bot.views.pictures.draw", lambda _: blank)


class Table:
    """A game of Astrid and Bjørn, and where its cards are to be seen."""

    def __init__(self, skald: HarbouredBot, code: str) -> None:
        self.skald, self.harbour, self.code = skald, skald.harbour, code
        self._player = Hasty(3)

    async def hand_over(self) -> None:
        """Moves until it is the other's turn, and all that follows is delivered."""
        owing = (await self.skald.snapshot(self.code)).owing_seats()
        while (
            snapshot := await self.skald.snapshot(self.code)
        ).is_running and snapshot.owing_seats() == owing:
            (seat,) = snapshot.owing_seats()
            person = snapshot.players[seat].person
            assert person is not None
            actor = Actor(person, snapshot.names[seat], "en-US")
            move = str(self._player.move(snapshot.state, seat))
            await moves.play(self.skald.service, self.code, actor, move, interaction_id=snapshot.row.version)
        self.skald.client.context.wake()
        await self.delivered()

    async def delivered(self) -> None:
        """Wait until nobody is at work on anything that can be delivered now."""
        at_work = self.skald.client.outbox_worker
        while busy := [
            task for task in (at_work._poll_task, *at_work._in_flight.values()) if task and not task.done()
        ]:
            await asyncio.wait(busy, timeout=READY)

    def cards(self, place: str | dict[str, Any]) -> list[dict[str, Any]]:
        """The turn cards in a channel that can be played from."""
        messages = self.harbour.user("Astrid").messages(place)
        return [each for each in messages if f"skald:play:{self.code}::" in custom_ids(each)]

    def in_thread(self) -> list[dict[str, Any]]:
        return self.cards(self.skald.thread(self.code))

    def in_channel(self) -> list[dict[str, Any]]:
        return self.cards("games")

    def named(self, right: str, place: str | None = None) -> int:
        """In how many messages a right is named."""
        where = place or self.skald.thread(self.code)
        return sum(right in text_of(each) for each in self.harbour.user("Astrid").messages(where))

    def told(self, name: str, word: str) -> list[str]:
        """What somebody was told by direct message with that word in it."""
        return [text for each in self.harbour.user(name).dms() if word in (text := text_of(each))]


async def begun(skald: HarbouredBot) -> Table:
    table = Table(skald, await skald.start_game("Astrid", "Bjørn"))
    await table.delivered()
    return table


async def test_without_attach_files_the_card_comes_in_words_and_the_right_is_named_once(
    skald: HarbouredBot,
) -> None:
    table = await begun(skald)
    skald.harbour.revoke("attach_files", in_="games")
    await table.hand_over()
    assert pictures_of(table.in_thread()[-1]) == []
    assert table.named("Attach Files") == 1
    assert len(table.told("Astrid", "Attach Files")) == 1, "the host is told"
    await table.hand_over()
    assert len(table.in_thread()) == 1
    assert table.named("Attach Files") == 1, "once is enough"
    skald.harbour.grant("attach_files", in_="games")
    await skald.harbour.wait_until(lambda: bool(pictures_of(table.in_thread()[-1])), READY)
    await table.delivered()
    assert len(table.in_thread()) == 1, "only the last card can be played from"
    assert len(table.told("Astrid", "Attach Files")) == 1
    assert table.told("Bjørn", "Attach Files") == []


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
        table = Table(skald, join.split(":")[2])
    else:
        table = await begun(skald)
        skald.harbour.revoke("send_messages_in_threads", in_="games")
        await table.hand_over()
    await skald.harbour.wait_until(lambda: bool(table.in_channel()), READY)
    await table.delivered()
    (card,) = table.in_channel()
    assert table.named("Send Messages in Threads", "games") == 1
    assert pictures_of(card)
    assert len(table.told("Astrid", "Send Messages in Threads")) == 1
    skald.harbour.grant("send_messages_in_threads", in_="games")
    await skald.harbour.wait_until(lambda: bool(table.in_thread()), READY)
    await table.delivered()
    assert table.in_channel() == []
    await table.hand_over()
    assert len(table.in_thread()) == 1


@pytest.mark.parametrize("archived", [False, True])
async def test_while_a_thread_is_locked_the_game_is_shown_in_the_channel(
    skald: HarbouredBot, archived: bool
) -> None:
    table = await begun(skald)
    name = skald.thread(table.code)["name"]
    skald.harbour.moderate_thread(name, locked=True, archived=archived)
    await table.hand_over()
    assert len(table.in_channel()) == 1
    assert table.named("is locked", "games") == 1
    skald.harbour.moderate_thread(name, locked=False)
    await skald.harbour.wait_until(lambda: len(table.in_thread()) == 1 and not table.in_channel(), READY)


async def test_an_archived_thread_is_opened_again(skald: HarbouredBot) -> None:
    table = await begun(skald)
    skald.harbour.moderate_thread(skald.thread(table.code)["name"], archived=True)
    await table.hand_over()
    assert len(table.in_thread()) == 1
    assert table.in_channel() == []


async def test_where_skald_sees_no_channel_whoever_is_called_is_written_to(skald: HarbouredBot) -> None:
    table = await begun(skald)
    skald.harbour.revoke("view_channel", in_="games")
    await table.hand_over()
    actor = await skald.owing_user(table.code)
    (called,) = [each for each in actor.dms() if f"skald:play:{table.code}::" in custom_ids(each)][-1:]
    assert "View Channel" in text_of(called)
    assert "your move" in text_of(called)
    skald.harbour.grant("view_channel", in_="games")
    await skald.harbour.wait_until(lambda: len(table.in_thread()) == 1, READY)


async def test_without_a_thread_of_its_own_a_game_lives_in_the_channel(skald: HarbouredBot) -> None:
    skald.harbour.revoke("create_public_threads", in_="games")
    card = await skald.open_table("Astrid")
    await skald.harbour.user("Bjørn").press(card, join := skald.custom_id(card, "join"))
    await skald.harbour.wait_until_idle()
    await skald.harbour.user("Astrid").press(card, join.replace("join", "start"))
    table = Table(skald, join.split(":")[2])
    await skald.harbour.wait_until(lambda: len(table.in_channel()) == 1, READY)
    await table.hand_over()
    assert len(table.in_channel()) == 1
    assert len(table.told("Astrid", "Create Public Threads")) == 1, "the host is told"
    assert _in_the_open(skald, "Create Public Threads") == 1
    owing = await skald.owing_user(table.code)
    before = len(owing.push_notifications())
    skald.harbour.grant("create_public_threads", in_="games")
    await skald.harbour.wait_until(lambda: skald.latest_card(table.code) is not None, READY)
    await skald.harbour.wait_until(lambda: not table.in_channel(), READY)
    await table.delivered()
    assert len(table.in_thread()) == 1
    assert len(owing.push_notifications()) == before, "nobody is called twice"
    assert _in_the_open(skald, "Create Public Threads") == 0, "the card leads to the thread instead"
    await table.hand_over()
    assert len(table.in_thread()) == 1


def _in_the_open(skald: HarbouredBot, right: str) -> int:
    return sum(right in text_of(each) for each in skald.harbour.user("Eira").messages("games"))


async def test_a_thread_is_opened_also_where_the_lobby_card_was_deleted(skald: HarbouredBot) -> None:
    card = await skald.open_table("Astrid")
    await skald.harbour.user("Bjørn").press(card, join := skald.custom_id(card, "join"))
    await skald.harbour.wait_until_idle()
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {skald.harbour.token}"}) as http:
        await http.delete(f"{skald.harbour.api_url}/channels/{card['channel_id']}/messages/{card['id']}")
    code = join.split(":")[2]
    await lobby.start(skald.service, code, int(skald.harbour.user("Astrid").id), interaction_id=1)
    skald.client.context.wake()
    await skald.harbour.wait_until(lambda: skald.latest_card(code) is not None, READY)


async def test_what_discord_finds_too_fast_comes_later(skald: HarbouredBot) -> None:
    skald.harbour.refuse_dm_opens(1)
    table = await begun(skald)
    await table.delivered()
    people = [skald.harbour.user(name) for name in ("Astrid", "Bjørn")]
    assert not all(person.dms() for person in people)
    for _ in range(5):
        skald.harbour.clock.advance(60)
        skald.client.context.wake()
        await table.delivered()
    assert all(person.dms() for person in people)
    assert "closed" not in text_of(table.in_thread()[-1]), "nobody's door was closed"


async def test_how_a_game_ended_is_shown_in_its_thread_once_that_can_be(skald: HarbouredBot) -> None:
    table = await begun(skald)
    skald.harbour.revoke("send_messages_in_threads", in_="games")
    while (await skald.snapshot(table.code)).is_running:
        await table.hand_over()
    seed = (await skald.snapshot(table.code)).row.seed
    assert seed is not None
    assert table.named(seed.hex(), "games") == 1
    skald.harbour.grant("send_messages_in_threads", in_="games")
    await skald.harbour.wait_until(lambda: table.named(seed.hex()) == 1, READY)


async def test_a_lobby_card_that_may_not_be_touched_is_brought_up_to_date_when_it_may(
    skald: HarbouredBot,
) -> None:
    opened = await skald.open_table("Astrid")
    code = skald.custom_id(opened, "join").split(":")[2]
    skald.harbour.revoke("view_channel", in_="games")
    await lobby.join(skald.service, code, Actor(int(skald.harbour.user("Bjørn").id), "Bjørn", "en-US"))
    table = Table(skald, code)
    skald.client.context.wake()
    await table.delivered()
    full, told = table.told("Astrid", "View Channel")
    assert "the table is full" in full, "what was to be said there says why it comes by direct message"
    assert told.startswith("Skald can't write")
    skald.harbour.grant("view_channel", in_="games")
    await skald.harbour.wait_until(lambda: "Bjørn" in text_of(skald.lobby_cards(code)[0]), READY)


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
    await skald.harbour.wait_until(lambda: len(cards()) == 3, READY)
    skald.harbour.grant("create_public_threads", in_="games")
    await skald.harbour.wait_until(lambda: not cards(), READY)

    def table() -> str:
        (shown,) = [each for each in astrid.messages("games") if "Still being played" in text_of(each)]
        return text_of(shown)

    here = f"<#{astrid.messages('games')[0]['channel_id']}>"
    await skald.harbour.wait_until(lambda: here not in table(), READY)
    assert table().count("<#") == 3, "its table leads to the threads"
    assert sum("Lofoten" in text_of(each) for each in astrid.messages("games")) == 1
