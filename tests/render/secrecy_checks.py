"""Pictures and alt texts show nothing that their reader cannot know."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from render import PAINTERS
from rules.game import AnyGame, Seat
from tests.render.drawing import draw_board, draw_hand


def check_unseen_leaves_no_trace(
    game: AnyGame, state: Any, readers: Iterable[Seat | None], names: tuple[str, ...]
) -> None:
    """Reshuffling what a reader cannot see leaves the board, the hand and their alt texts identical."""
    painter = PAINTERS[game.info.key]
    for seat in readers:
        other = game.reshuffle(state, seat, sha256(b"another").digest())
        one, two = (game.view(each, seat) for each in (state, other))
        assert draw_board(painter, one, names) == draw_board(painter, two, names)
        assert draw_hand(painter, one, names) == draw_hand(painter, two, names)
        assert painter.describe(one) == painter.describe(two)
        assert painter.describe_hand(one) == painter.describe_hand(two)
