"""Each permission of the invitation missing at each moment of a game.

The player to move is still notified with text, and the table recovers when the permission is back.
"""

from typing import Any

import pytest

import db
from bot.play.lobby import lobby
from harbour import Harbour, UserClient
from tests.play.fast_player import FastPlayer
from tests.wire.harboured_bot import (
    READY_TIMEOUT_S,
    SEED,
    HarbouredBot,
    blank_picture,
    command_name,
    command_options,
)

PERMISSIONS = [
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "attach_files",
    "read_message_history",
]
LOCKS = ["locked", "locked and archived"]
REQUIRED_TO_OPEN = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
}
"""Permissions without which /new refuses to open a table."""
HOUR_S = 3600


class GameDriver:
    """A game of Astrid and Dag with permissions to revoke and restore."""

    def __init__(self, skald: HarbouredBot) -> None:
        self.skald, self.harbour = skald, skald.harbour
        self.code = ""

    def revoke(self, right: str) -> None:
        if right.startswith("locked"):
            self.harbour.moderate_thread(self.thread["id"], locked=True, archived=right != "locked")
        else:
            self.harbour.revoke(right, in_="games")

    async def restore(self, right: str) -> None:
        if right.startswith("locked"):
            self.harbour.moderate_thread(self.thread["id"], locked=False)
        else:
            self.harbour.grant(right, in_="games")
        await self.harbour.wait_until_idle()
        # Make all pending retries due.
        self.harbour.clock.advance(HOUR_S)

    @property
    def thread(self) -> dict[str, Any]:
        return self.skald.thread(self.code)

    async def open_table_for_two(self) -> dict[str, Any]:
        """Open a table with Astrid and Dag. Returns the lobby card."""
        lobby_card = await self.skald.open_table("Astrid", begins="host")
        join = self.skald.custom_id(lobby_card, "join")
        self.code = join.split(":")[2]
        await self.harbour.user("Dag").press(lobby_card, join)
        await self.harbour.wait_until_idle()
        return lobby_card

    async def start(self, lobby_card: dict[str, Any]) -> None:
        start = self.skald.custom_id(lobby_card, "join").replace("join", "start")
        await self.harbour.user("Astrid").press(lobby_card, start)
        await self.harbour.wait_until_idle()

    async def play_turn(self) -> None:
        """Play until it is the other player's turn."""
        owing = await self.skald.owing_user(self.code)
        while (await self.skald.owing_user(self.code)).id == owing.id:
            snapshot = await self.skald.snapshot(self.code)
            (seat,) = snapshot.owing_seats()
            move = FastPlayer(3).choose_move(snapshot.state, seat)
            await owing.slash(f"/lofoten {command_name(move.kind)}", in_="general", **command_options(move))
        await self.harbour.wait_until_idle()

    def push_texts(self, user: UserClient, since: int) -> list[str]:
        return [push.text for push in user.push_notifications()[since:] if push.text]

    async def wait_for_notification(self, since: dict[str, int]) -> None:
        """Wait until the player to move gets a push notification with text."""
        owing = await self.skald.owing_user(self.code)
        await self.harbour.wait_until(
            lambda: bool(self.push_texts(owing, since[owing.name])), READY_TIMEOUT_S
        )

    async def wait_for_complete_card(self) -> None:
        """Wait until the latest card is in the game's channel, with picture and mention."""
        snapshot, owing = await self.skald.snapshot(self.code), await self.skald.owing_user(self.code)
        place = str(snapshot.row.thread or snapshot.row.channel)

        def shown() -> bool:
            messages = self.harbour.user("Eira").messages(place)
            cards = [m for m in messages if f"skald:play:{self.code}:" in str(m["components"])]
            return bool(cards) and owing.mention in cards[-1]["content"] and _has_picture(cards[-1])

        await self.harbour.wait_until(shown, READY_TIMEOUT_S)


def _has_picture(message: dict[str, Any]) -> bool:
    return bool(message["attachments"]) or "'media'" in str(message["components"])


def push_counts(harbour: Harbour) -> dict[str, int]:
    return {name: len(pushes) for name, pushes in harbour.push_notifications().items()}


def cases(rights: list[str], *sample: str) -> list[Any]:
    """Returns a parameter for each right. All but the sample are in the group `long`."""
    return [pytest.param(right, marks=() if right in sample else pytest.mark.long) for right in rights]


@pytest.fixture
def table(skald: HarbouredBot, monkeypatch: pytest.MonkeyPatch) -> GameDriver:
    monkeypatch.setattr("bot.views.pictures.draw", lambda _: blank_picture())
    monkeypatch.setattr(lobby, "new_seed", lambda: SEED)
    return GameDriver(skald)


@pytest.mark.parametrize("right", cases(PERMISSIONS, "create_public_threads"))
async def test_when_the_game_starts(table: GameDriver, right: str) -> None:
    card = await table.open_table_for_two()
    since = push_counts(table.harbour)
    table.revoke(right)
    await table.start(card)
    await table.wait_for_notification(since)
    await table.restore(right)
    await table.wait_for_complete_card()


@pytest.mark.parametrize("right", cases([*PERMISSIONS, *LOCKS], "attach_files", "locked and archived"))
async def test_in_the_middle_of_a_game(table: GameDriver, right: str) -> None:
    await table.start(await table.open_table_for_two())
    await table.wait_for_complete_card()
    since = push_counts(table.harbour)
    table.revoke(right)
    await table.play_turn()
    await table.wait_for_notification(since)
    await table.restore(right)
    await table.wait_for_complete_card()


@pytest.mark.parametrize("right", cases(PERMISSIONS, "view_channel", "read_message_history"))
async def test_when_a_table_is_opened(table: GameDriver, right: str) -> None:
    """A required permission is named in the refusal; without others the card is posted as usual."""
    table.revoke(right)
    astrid = table.harbour.user("Astrid")
    answer = await astrid.slash("/new lofoten", in_="games", begins="host")
    await table.harbour.wait_until_idle()
    if right in REQUIRED_TO_OPEN:
        assert REQUIRED_TO_OPEN[right] in str(answer.message["components"])
        assert not await db.players.list_games(table.skald.store, int(astrid.id))
        await table.restore(right)
        await astrid.slash("/new lofoten", in_="games", begins="host")
    await table.harbour.wait_until(lambda: bool(_joinable(table.harbour)), READY_TIMEOUT_S)
    assert len(_joinable(table.harbour)) == 1


def _joinable(harbour: Harbour) -> list[dict[str, Any]]:
    """Returns the lobby cards that Dag can join."""
    return [each for each in harbour.user("Dag").messages("games") if ":join:" in str(each["components"])]


@pytest.mark.parametrize("right", cases([*PERMISSIONS, *LOCKS], "send_messages"))
async def test_when_the_game_ends(table: GameDriver, right: str) -> None:
    await table.start(await table.open_table_for_two())
    await table.wait_for_complete_card()
    since, place = push_counts(table.harbour), str((await table.skald.snapshot(table.code)).row.thread)
    table.revoke(right)
    astrid, dag = (table.harbour.user(name) for name in ("Astrid", "Dag"))
    asked = await astrid.slash("/table resign", in_="general", table=table.code)
    await astrid.press(asked.message, table.skald.custom_id(asked.message, "resign"))
    # Astrid has just given up and knows; the other must be told.
    await table.harbour.wait_until(lambda: bool(table.push_texts(dag, since["Dag"])), READY_TIMEOUT_S)
    await table.restore(right)

    def shown() -> bool:
        messages = table.harbour.user("Eira").messages(place)
        last = [each for each in messages if f":rematch:{table.code}" in str(each["components"])]
        return bool(last) and _has_picture(last[-1])

    await table.harbour.wait_until(shown, READY_TIMEOUT_S)
