"""Counts the bytes Skald uploads in whole games played by taps, per move and by purpose.

Run with `python -m bench.upload_bytes`; `--game lofoten` plays one title, `--seats 4` another table. Skald
serves a harbour in this process, with real pictures on the real wire. In every seat sits a sensible player
who opens the panel at each turn and taps each move token by token. All posts are delivered after every move,
so that no upload is coalesced. Every byte of every uploaded file is counted.
"""

import asyncio
from argparse import ArgumentParser
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

import db
import render
from bench.soak import slash_command_of
from bot.chat.client import Skald
from bot.chat.interactions.panel_refresh import WATCH_TIMEOUT_MS
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import lobby
from bot.play.turns.shortcuts import shortcuts_at
from bot.views.choices import SHORTCUT_PREFIX
from harbour import Clock, Harbour, Refused
from opponents import choose
from rules import GAMES
from rules.game import Move, Seat

NAMES = ("Astrid", "Bjørn", "Chloé", "Dag", "Eira")
SEATS = {"lofoten": 2, "explorers": 3, "shipwrights": 3, "borealis": 3}
SEED = bytes(range(32))
TIMEOUT_S = 60
MAX_TRIES = 9
MAX_BYTES_PER_MOVE = 1_000_000
"""Target, averaged over a whole game."""
SOURCES = ("panel board", "panel hand", "card", "card edited", "card retired", "hand message", "the end")


@dataclass
class UploadTally:
    """Uploads of a game by purpose."""

    moves: int = 0
    taps: int = 0
    uploaded: Counter[str] = field(default_factory=Counter)
    files: Counter[str] = field(default_factory=Counter)

    def count(self, call: Any) -> None:
        """Count the files of one API request, accepted or not."""
        for name, size in call.files.items():
            source = _source(call, name)
            self.uploaded[source] += size
            self.files[source] += 1

    @property
    def bytes_per_move(self) -> float:
        return self.uploaded.total() / self.moves


def _source(call: Any, filename: str) -> str:
    """The purpose of a file, derived from its name and the request."""
    shows = filename.split(".")[0].split("-")[0]
    if call.path.startswith("/webhooks/"):
        return f"panel {shows}"
    if shows == "hand":
        return "hand message"
    if shows != "board" or ":rematch:" in str(call.request):
        return "the end"
    if call.method == "POST":
        return "card"
    return "card edited" if ":play:" in str(call.request) else "card retired"


@asynccontextmanager
async def running_bot(folder: Path, sprites: Path) -> AsyncIterator[tuple[Harbour, Skald]]:
    """Run a harbour and the Skald that serves it."""
    clock = Clock()
    harbour = Harbour(folder / "world", port=0, clock=clock)
    await harbour.start()
    Route.BASE = harbour.api_url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(harbour.gateway_url)
    discord.Asset.BASE = harbour.cdn_url
    url = f"sqlite+aiosqlite:///{folder / 'skald.db'}"
    async with await db.Store.open(url, clock=clock) as store:
        skald = Skald(
            store=store, clock=clock, games=GAMES, sprites=sprites, painters=0, guild_ready_timeout=0.05
        )
        running = asyncio.create_task(skald.start(harbour.token))
        try:
            await harbour.wait_for_bot(TIMEOUT_S)
            await harbour.wait_until(lambda: bool(harbour.world.commands), TIMEOUT_S)
            yield harbour, skald
        finally:
            await skald.close()
            await asyncio.gather(running, return_exceptions=True)
            await harbour.close()


class WireTable:
    """One game over the wire, and the users' open panels."""

    def __init__(self, harbour: Harbour, skald: Skald, tally: UploadTally) -> None:
        self.harbour = harbour
        self.skald = skald
        self.tally = tally
        self._panels: dict[str, Any] = {}
        self._channel_id = ""

    async def settle(self) -> None:
        """Wait until everything is delivered, and count the uploads."""
        await self.harbour.wait_until_idle(timeout=TIMEOUT_S)
        while await self._is_delivering():
            await self.harbour.wait_until_idle(timeout=TIMEOUT_S, quiet=0.05)
        while self.harbour.api_calls:
            self.tally.count(self.harbour.api_calls.popleft())

    async def _is_delivering(self) -> bool:
        service = self.skald.context.service
        due = await db.outbox.next_due(service.store)
        return bool(self.skald.outbox_worker._in_flight) or (due is not None and due <= service.now())

    async def open(self, key: str, seats: int) -> str:
        host, *guests = (self.harbour.user(name) for name in NAMES[:seats])
        await host.slash(f"/new {key}", in_="games")
        await self.harbour.wait_until(lambda: bool(_lobby(self.harbour)), TIMEOUT_S)
        await self.settle()
        for guest in guests:
            await guest.press(_lobby(self.harbour), _button(_lobby(self.harbour), "join"))
            await self.settle()
        await host.press(_lobby(self.harbour), _button(_lobby(self.harbour), "start"))
        await self.settle()
        (row,) = await db.games.list_for_user(self.skald.context.store, int(host.id), ("running",))
        self._channel_id = str(row.thread or row.channel)
        return row.code

    async def play(self, key: str, code: str) -> None:
        """Play the whole game."""
        first = last = None
        async for snapshot in self.moves(key, code):
            first, last = first or snapshot.row.ply, snapshot.row.ply
            self.tally.moves = last - first + 1

    async def moves(self, key: str, code: str) -> AsyncIterator[GameSnapshot]:
        """Play the whole game. Yields the snapshot before each decision."""
        service, tries, here = self.skald.context.service, Counter[int](), -1
        while (snapshot := await service.snapshot(code)).is_running:
            tries[snapshot.row.ply] += 1
            if tries[snapshot.row.ply] == 1:
                yield snapshot
            elif tries[snapshot.row.ply] > MAX_TRIES:
                raise TimeoutError(f"no player could move in {code}")
            # The player at the table continues as long as they owe moves.
            if here not in snapshot.owing_seats():
                here = min(snapshot.owing_seats())
                # Games last for days: other players do not watch their panels.
                self.harbour.clock.advance(WATCH_TIMEOUT_MS / 1000 + 1)
            seat = here
            salt = f"{key} {snapshot.row.ply}"
            move = choose(snapshot.game, snapshot.state, seat, level="apprentice", salt=salt).move
            user = next(
                who
                for name in NAMES
                if int((who := self.harbour.user(name)).id) == snapshot.players[seat].person
            )
            for other in list(self._panels):
                if snapshot.seat_of(int(other)) not in snapshot.owing_seats():
                    del self._panels[other]  # A player who comes back opens a new panel.
            try:
                await self._tap_move(user, snapshot, seat, move)
            except (LookupError, Refused):
                self._panels.clear()  # A busy machine answered too late: open the panel again.
            await self.settle()

    async def _tap_move(self, user: Any, snapshot: GameSnapshot, seat: Seat, move: Move) -> None:
        """Open the user's panel if needed, and tap the move until it is played.

        A move that is offered only within a shortcut is played by it; one that cannot be tapped is typed.
        """
        panel = self._panels.get(user.id)
        if panel is None:
            card = self._card(user, snapshot.code)
            panel = (await self._await_answer(user.press(card, _button(card, "play")))).message
        tokens, chosen = move.tokens(), 0
        while chosen < len(tokens) or _confirm_button(panel):
            custom_ids = list(_custom_ids(panel))
            menu = next((name for name in custom_ids if name.startswith("skald:choose:")), None)
            if go := _confirm_button(panel):
                answer = await self._await_answer(user.press(panel, go))
                chosen = len(tokens)
            elif pick := _longest_pick(custom_ids, tokens, chosen):
                answer = await self._await_answer(user.press(panel, pick))
                chosen = len(_tokens_of(pick))
            elif menu is not None and _tokens_of(menu):
                chosen = len(_tokens_of(menu))
                answer, further = await self._choose_in_select(user, panel, menu, tokens[chosen:])
                chosen += further
            elif several := next((name for name in custom_ids if name.startswith("skald:several:")), None):
                chosen = len(_tokens_of(several))
                answer = await self._await_answer(user.select(panel, several, list(tokens[chosen])))
                chosen += 1
            else:
                answer = await self._tap_shortcut_or_type(user, panel, snapshot, seat, move)
                chosen = len(tokens)
            panel = answer.message
        self._panels[user.id] = panel

    async def _tap_shortcut_or_type(
        self, user: Any, panel: Any, snapshot: GameSnapshot, seat: Seat, move: Move
    ) -> Any:
        """Tap the first shortcut that begins with the move, or type the move if there is none."""
        begins = [
            number
            for number, shortcut in enumerate(shortcuts_at(snapshot, seat))
            if shortcut.moves[0] == move
        ]
        for number in map(str, begins):
            for name in _custom_ids(panel):
                if name.startswith("skald:short:") and _tokens_of(name)[-1] == number:
                    return await self._await_answer(user.press(panel, name))
                value = f"{SHORTCUT_PREFIX}{number}"
                if name.startswith("skald:choose:") and value in _options(panel, name):
                    return await self._await_answer(user.select(panel, name, value))
        line, options = slash_command_of(snapshot.row.key, move)
        return await self._await_answer(user.slash(line, in_={"id": self._channel_id}, **options))

    async def _choose_in_select(
        self, user: Any, panel: Any, menu: str, tokens: tuple[str, ...]
    ) -> tuple[Any, int]:
        """Choose in a select menu, turning its pages. Returns the answer and the number of tokens chosen."""
        while not (fitting := [value for value in _options(panel, menu) if _starts_with(tokens, value)]):
            following = [name for name in _custom_ids(panel) if name.startswith("skald:page:")][-1]
            panel = (await self._await_answer(user.press(panel, following))).message
        return await self._await_answer(user.select(panel, menu, fitting[0])), len(fitting[0].split())

    async def _await_answer(self, action: Any) -> Any:
        self.tally.taps += 1
        answer = await action
        await self.harbour.wait_until(lambda: answer.state in ("answered", "failed"), TIMEOUT_S)
        return answer

    def _card(self, user: Any, code: str) -> Any:
        """The latest card of the game."""
        found = [
            message
            for message in user.messages({"id": self._channel_id})
            if f"skald:play:{code}:" in str(message["components"]) and not message["flags"] & 64
        ]
        return found[-1]


def _lobby(harbour: Harbour) -> Any:
    found = [each for each in harbour.user(NAMES[0]).messages("games") if ":leave:" in str(each)]
    return found[-1] if found else None


def _button(message: Any, verb: str) -> str:
    return next(name for name in _custom_ids(message) if name.startswith(f"skald:{verb}:"))


def _parts(message: Any) -> Iterator[Any]:
    parts = list(message["components"])
    while parts:
        part = parts.pop(0)
        yield part
        parts[:0] = part.get("components", [])


def _custom_ids(message: Any) -> list[str]:
    return [
        part["custom_id"] for part in _parts(message) if part.get("custom_id") and not part.get("disabled")
    ]


def _options(message: Any, menu: str) -> list[str]:
    return [
        option["value"]
        for part in _parts(message)
        if part.get("custom_id") == menu
        for option in part["options"]
    ]


def _starts_with(tokens: tuple[str, ...], value: str) -> bool:
    return tokens[: len(value.split())] == tuple(value.split())


def _tokens_of(name: str) -> tuple[str, ...]:
    return tuple(name.split(":")[4].split())


def _confirm_button(message: Any) -> str | None:
    """The custom id of the button that confirms."""
    return next(
        (name for name in _custom_ids(message) if name.startswith(("skald:go:", "skald:short-go:"))), None
    )


def _longest_pick(custom_ids: list[str], tokens: tuple[str, ...], chosen: int) -> str | None:
    fitting = [
        name
        for name in custom_ids
        if name.startswith("skald:pick:")
        and chosen < len(picked := _tokens_of(name))
        and picked == tokens[: len(picked)]
    ]
    return max(fitting, key=len) if fitting else None


async def measure(key: str, seats: int, sprites: Path) -> UploadTally:
    tally = UploadTally()
    lobby.new_seed = lambda: SEED
    with TemporaryDirectory() as folder:
        async with running_bot(Path(folder), sprites) as (harbour, skald):
            table = WireTable(harbour, skald, tally)
            code = await table.open(key, seats)
            await table.play(key, code)
            await table.settle()
    return tally


def report(key: str, seats: int, tally: UploadTally) -> None:
    print(f"{key}, {seats} players: {tally.moves} moves by {tally.taps} taps")
    for source in dict.fromkeys((*SOURCES, *tally.uploaded)):
        size, files = tally.uploaded[source], tally.files[source]
        if files:
            print(
                f"  {source:13} {files:5} files of {size / files / 1000:4.0f} kB"
                f" {size / tally.moves / 1000:8.0f} kB a move"
            )
    verdict = "within" if tally.bytes_per_move <= MAX_BYTES_PER_MOVE else "beyond"
    print(
        f"  in all {tally.bytes_per_move / 1_000_000:.2f} MB a move, "
        f"{verdict} {MAX_BYTES_PER_MOVE / 1_000_000:.1f}",
        flush=True,
    )


def main() -> None:
    parser = ArgumentParser(description="What whole games upload.")
    parser.add_argument("--game", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--sprites", type=Path, help="a folder of sprites; else they are baked first")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        sprites = given.sprites or Path(folder)
        if not given.sprites:
            render.bake(sprites)
        for key in [given.game] if given.game else GAMES:
            seats = given.seats or SEATS.get(key, GAMES[key].info.seats[0])
            report(key, seats, asyncio.run(measure(key, seats, sprites)))


if __name__ == "__main__":
    main()
