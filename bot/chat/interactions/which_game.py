"""Resolves which game a request is about, and refuses games that cannot be shown."""

import db
from bot.chat.interactions.requests import Request
from bot.play.core import Denied, GameSnapshot
from bot.play.history.story import Replay


async def resolve_game(request: Request, code: str | None, *, key: str | None = None) -> GameSnapshot:
    """Resolve the game a command is about: the given code, else the thread's game, else the user's.

    Of the user's games those awaiting a move come first. `key` limits the search to one title.

    :raises Denied: If there is no such game, or several, or the user may not see it.
    """
    if code:
        return await request.snapshot(code)
    channel, user_id = request.interaction.channel_id, request.actor.id
    here = await _game_in_channel(request.store, channel) if channel else None
    if here is not None and (key is None or here.key == key):
        return await request.snapshot(here.code)
    waiting = await db.players.list_awaiting_games(request.store, user_id)
    candidates = [game for game in waiting if key in (None, game.key)]
    if not candidates:
        running = await db.players.list_games(request.store, user_id, ("running",))
        candidates = [game for game in running if key in (None, game.key)]
    if not candidates:
        raise Denied("no_game_anywhere") if request.server is None else Denied("no_game_going_on")
    if len(candidates) > 1:
        raise Denied("several_games", codes=", ".join(f"`{game.code}`" for game in candidates))
    return await request.snapshot(candidates[0].code)


async def _game_in_channel(reads: db.Reads, channel: int) -> db.Game | None:
    """Returns the game of a thread, or a running one played in the channel for lack of a thread."""
    here = await db.games.find_in_thread(reads, channel)
    return here or next(iter(await db.games.list_in_channel(reads, channel, ("running",))), None)


def check_dealt(snapshot: GameSnapshot) -> None:
    """Require a game that was dealt and can be read.

    :raises Denied: If it has not started, or its state cannot be loaded.
    """
    if snapshot.state is None:
        raise Denied("not_started" if snapshot.row.started is None else "not_readable")


def check_readable(replay: Replay) -> Replay:
    """Require that every board of the replay can be shown.

    :raises Denied: If the current rules cannot read one of its states.
    """
    if replay.before is None or any(beat.state is None for beat in replay.entries):
        raise Denied("not_readable")
    return replay
