"""Positions to learn from, stored without a search: fast, and with chances that a test chooses."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

import db
from rules import GAMES
from rules.game import AnyGame

CHANCES = (0.7, 0.5, 0.4)


def new_position(
    game: AnyGame = GAMES["lofoten"], *, number: int = 1, chances: Sequence[float] = CHANCES
) -> db.Position:
    """Build a position at the first decision of a deal, whose legal moves have these chances."""
    state = game.setup(2, game.info.options(), sha256(f"deal {number}".encode()).digest())
    seat = min(game.to_act(state))
    moves = game.legal(state, seat)[: len(chances)]
    answers = tuple(
        {"moves": [str(move)], "chance": chance, "reason": {"key": "by_trial"}}
        for move, chance in zip(moves, chances, strict=True)
    )
    return db.Position(
        source=f"test {game.info.key} {number}",
        key=game.info.key,
        rules_version=game.info.rules_version,
        pack=game.pack,
        seats=2,
        seat=seat,
        state=game.dump(state),
        answers=answers,
        played=1,
        loss=chances[0] - chances[1],
        gap=chances[0] - chances[1],
    )


async def store_positions(store: db.Store, *new: db.Position, game: str | None = None) -> tuple[int, ...]:
    """Store positions, of a game if given. Returns their ids."""
    stored = [replace(each, game=game, ply=1 if game else None) for each in new]
    async with store.write() as tx:
        await db.positions.insert_search(tx, f"test {new[0].source}", stored)
        found = await tx.rows(db.positions.table.select().order_by(db.positions.table.c.id))
    by_source = {row["source"]: int(row["id"]) for row in found}
    return tuple(by_source[each.source] for each in new)
