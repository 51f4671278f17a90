"""Resolves which game a request is about, and refuses games that cannot be shown."""

import db
from bot.chat.interactions.requests import Request
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.history.story import Passage


async def resolve_game(request: Request, code: str | None, *, key: str | None = None) -> GameSnapshot:
    """The game a command is about; `key` says which title it must be.

    It is the one that was named, else the thread's, else the one that waits for whoever asks.
    """
    if code:
        return await request.snapshot(code)
    channel, person = request.interaction.channel_id, request.actor.id
    here = await _game_in_channel(request.store, channel) if channel else None
    if here is not None and (key is None or here.key == key):
        return await request.snapshot(here.code)
    waiting = await db.games.waiting_for(request.store, person)
    candidates = [game for game in waiting if key in (None, game.key)]
    if not candidates:
        running = await db.games.of_person(request.store, person, ("running",))
        candidates = [game for game in running if key in (None, game.key)]
    if not candidates:
        raise Denied("no_game_anywhere") if request.server is None else Denied("no_game_going_on")
    if len(candidates) > 1:
        raise Denied("several_games", codes=", ".join(f"`{game.code}`" for game in candidates))
    return await request.snapshot(candidates[0].code)


async def _game_in_channel(reads: db.Reads, channel: int) -> db.Game | None:
    """The game of a thread, or one that is played in a channel without a thread of its own."""
    here = await db.games.in_thread(reads, channel)
    return here or next(iter(await db.games.in_channel(reads, channel, ("running",))), None)


def check_dealt(snapshot: GameSnapshot) -> None:
    """Refuse what can only be asked of a game that has been dealt."""
    if snapshot.state is None:
        raise Denied("not_started" if snapshot.row.started is None else "not_readable")


def check_readable(told: Passage) -> Passage:
    """Refuse to show boards that today's rules cannot read any more."""
    if told.before is None or any(beat.state is None for beat in told.beats):
        raise Denied("not_readable")
    return told
