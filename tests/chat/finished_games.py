"""Games at their end: stored as finished on the server of a chat, or played up to the last move."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import db
from tests.chat.discord_driver import Chat
from tests.db.game_fixtures import append_entry
from tests.plies import random_plies
from tests.standings.finished_games import FinishedGame, insert_finished_games


async def record_finished_games(chat: Chat, games: Sequence[FinishedGame], **names: str) -> None:
    """Store these games; `names` are the players' names at that time, by user."""
    known = {chat.user(name).id: called for name, called in names.items()}
    await insert_finished_games(chat.store, chat.guild.id, games, known)


@dataclass(frozen=True, slots=True)
class LastMove:
    """The move that ends a game: its player, and the component that plays it."""

    code: str
    mover: str
    custom_id: str


async def play_until_last_move(chat: Chat, *names: str, game: str, language: str = "en") -> LastMove:
    """Play a random game. All moves but the last are written to the log directly, which is fast."""
    code = await chat.start_game(*names, game=game)
    snapshot = await chat.snapshot(code)
    rules = snapshot.game
    *log, last = random_plies(rules, snapshot.state, Random(5))
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, language=language)
        row = await db.games.find(tx, code)
        assert row is not None
        for _, seat, move, step in log:
            row = await append_entry(
                tx,
                row,
                kind="move",
                text=str(move),
                owed=rules.to_act(step.state),
                state=rules.dump(step.state),
                seat=seat,
                person=snapshot.players[seat].person,
                barrier=step.barrier,
            )
    return LastMove(code, snapshot.names[last.seat], f"skald:go:{code}:{row.version}:{last.move}")
