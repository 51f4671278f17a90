"""The view of Runes: the information set of a seat or a spectator."""

from rules.game import FrozenModel, Seat
from tests.example_game.rules.components import Components, Rune, Stones
from tests.example_game.rules.scoring import current_scores
from tests.example_game.rules.state import State


class PlayerView(FrozenModel):
    """The public pieces of a player."""

    stones: int  # in hand
    has_laid: bool
    shown: Rune | None  # in the latest round
    taken: Stones
    may_cast: bool
    points: int  # if the game ended now


class View(FrozenModel):
    """The whole table as one reader sees it."""

    seat: Seat | None
    to_act: frozenset[Seat]
    players: tuple[PlayerView, ...]
    bag: int
    waiting: Stones
    gone: Stones
    hand: Stones | None  # the reader's own
    laid: Rune | None


def view_for(state: State, seat: Seat | None, to_act: frozenset[Seat], components: Components) -> View:
    points = current_scores(state, components)
    mine = None if seat is None else state.players[seat]
    return View(
        seat=seat,
        to_act=to_act,
        players=tuple(
            PlayerView(
                stones=len(player.hand),
                has_laid=player.laid is not None,
                shown=player.shown[-1] if player.shown else None,
                taken=player.taken,
                may_cast=player.may_cast,
                points=points[owner],
            )
            for owner, player in enumerate(state.players)
        ),
        bag=len(state.bag),
        waiting=state.waiting,
        gone=state.gone,
        hand=mine and mine.hand,
        laid=mine and mine.laid,
    )
