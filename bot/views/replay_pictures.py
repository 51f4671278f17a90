"""Boards of earlier moments of a game, one after the other or side by side."""

from collections.abc import Sequence
from itertools import pairwise

import db
from bot.play.history.story import Replay
from bot.views.markup import MAX_ALT_CHARS, clip
from bot.views.picture_file import PictureFile
from bot.views.pictures import CombinedPictureRequest
from bot.views.reader_view import ReaderView


async def strip_picture(
    reader: ReaderView, boards: Sequence[PictureFile], stops: Sequence[db.Entry]
) -> PictureFile:
    t, names = reader.locale.t, reader.plain_text.player_names
    captions = [
        t("{n}: after the turn of {who}.", n=number, who=names[entry.seat or 0])
        if entry.ply > reader.snapshot.row.begins
        else t("{n}: the start.", n=number)
        for number, entry in enumerate(stops, start=1)
    ]
    strip = CombinedPictureRequest("strip", tuple(each.picture for each in boards))
    alt = clip(" ".join((*captions, boards[-1].alt)), MAX_ALT_CHARS)
    return await reader.pictures.file("strip", strip, alt)


async def boards_at(reader: ReaderView, missed: Replay, stops: Sequence[db.Entry]) -> list[PictureFile]:
    """Draw the board at each of these turn ends, with the changes since the one before."""
    states = [missed.state_at(entry.ply) for entry in stops]
    return [
        # One at a time, so that pictures of waiting players come in between.
        await reader.drawn_board(state, earlier)
        for earlier, state in pairwise((missed.before, *states))
    ]
