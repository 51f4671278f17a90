"""Counts push notifications in whole games, beside the turns that players owed.

Run with `python -m bench.notifications_per_turn`; `--game lofoten` plays one title. Skald serves a harbour in
this process. Some hours pass before each turn, which is then tapped as people do. Every push is counted, and
those without text. Pictures cause no push, so they are blank here. The target is one push for each turn owed,
and two more.
"""

import asyncio
from argparse import ArgumentParser
from collections import Counter
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from PIL import Image

from bench.upload_bytes import NAMES, SEATS, UploadTally, WireTable, running_bot
from bot.play.lobby import lobby
from bot.views import pictures
from render import Picture
from rules import GAMES

SEED = bytes(range(32))
ABSENCE_HOURS = (1, 9)
"""Shortest and longest time before a player comes back."""
ALLOWED_EXTRA = 2


@dataclass
class PushCounts:
    """By player: turns owed and pushes. `without_text` counts pushes with an empty lock screen."""

    moves: int = 0
    owed: Counter[str] = field(default_factory=Counter)
    pushes: Counter[str] = field(default_factory=Counter)
    without_text: int = 0


def blank() -> Picture:
    data = BytesIO()
    Image.new("RGB", (12, 9)).save(data, "JPEG")
    return Picture(data.getvalue(), "jpg", 1200, 900)


async def measure(key: str, seats: int) -> PushCounts:
    counts, rng, nothing = PushCounts(), Random(key), blank()
    lobby.new_seed = lambda: SEED
    pictures.draw = lambda _: nothing
    names = NAMES[:seats]
    with TemporaryDirectory() as folder:
        async with running_bot(Path(folder), Path(folder)) as (harbour, skald):
            table = WireTable(harbour, skald, UploadTally())
            code = await table.open(key, seats)
            before: frozenset[int] = frozenset()
            here = -1
            async for snapshot in table.moves(key, code):
                owing = snapshot.owing_seats()
                counts.owed.update(names[seat] for seat in owing - before)
                if here not in owing:
                    harbour.clock.advance(3600 * rng.uniform(*ABSENCE_HOURS))
                    await table.settle()
                    here = min(owing)
                before = owing
                counts.moves += 1
            await table.settle()
            for name, pushes in harbour.push_notifications().items():
                if name in names:
                    counts.pushes[name] += len(pushes)
                    counts.without_text += sum(not push.text for push in pushes)
    return counts


def report(key: str, counts: PushCounts) -> None:
    print(
        f"{key}, {len(counts.owed)} players, {counts.moves} moves, {counts.without_text} pushes without words"
    )
    for name, owed in counts.owed.items():
        pushes = counts.pushes[name]
        verdict = "within" if pushes <= owed + ALLOWED_EXTRA else "beyond"
        print(
            f"  {name:8} owed {owed:4} turns, {pushes:4} buzzes: {verdict} turns + {ALLOWED_EXTRA}",
            flush=True,
        )


def main() -> None:
    parser = ArgumentParser(description="How often phones buzz in whole games.")
    parser.add_argument("--game", choices=sorted(GAMES))
    given = parser.parse_args()
    for key in [given.game] if given.game else GAMES:
        seats = SEATS.get(key, GAMES[key].info.seats[0])
        report(key, asyncio.run(measure(key, seats)))


if __name__ == "__main__":
    main()
