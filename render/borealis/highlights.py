"""Highlights: changes since an earlier view, and the targets of a move that is being chosen."""

from dataclasses import dataclass

from render.kit.differences import changed_indices
from rules.borealis import moves
from rules.borealis.moves import HAND_CARDS, POOL_CARDS, hand_indices
from rules.borealis.pieces import PLACES, POOL_SIZE, SITES, Place, Site, Team
from rules.borealis.view import PlayerView, View
from rules.game import Move, Seat


def team_at(player: PlayerView, place: Place) -> Team:
    """The scientists on a site or in a camp."""
    if place == "left_camp":
        return player.left_camp
    if place == "right_camp":
        return player.right_camp
    return player.sites[SITES.index(place)].team


@dataclass(frozen=True, slots=True)
class BoardMarks:
    cards: frozenset[Site] = frozenset()
    flags: frozenset[Site] = frozenset()
    teams: frozenset[tuple[Place, int]] = frozenset()  # place, and column of a colour
    stars: bool = False


NOTHING = BoardMarks()


def board_marks(before: PlayerView, now: PlayerView) -> BoardMarks:
    sites = tuple(zip(before.sites, now.sites, strict=True))
    return BoardMarks(
        cards=frozenset(new.site for old, new in sites if old.cards != new.cards),
        flags=frozenset(new.site for old, new in sites if old.flag != new.flag),
        teams=frozenset(
            (place, column)
            for place in PLACES
            for column in changed_indices(team_at(before, place), team_at(now, place))
        ),
        stars=before.stars != now.stars,
    )


@dataclass(frozen=True, slots=True)
class Changes:
    """The differences between two views of the same reader."""

    pool: frozenset[int] = frozenset()
    objectives: frozenset[int] = frozenset()
    boards: tuple[BoardMarks, ...] = ()

    def board(self, seat: Seat) -> BoardMarks:
        return self.boards[seat] if self.boards else NOTHING


def changes(before: View | None, now: View) -> Changes:
    """Compare two views; without an earlier one nothing changed. An all-new pool is not highlighted."""
    if before is None:
        return Changes()
    pool = changed_indices(before.pool, now.pool)
    return Changes(
        pool=pool if len(pool) < len(now.pool) else frozenset(),
        objectives=changed_indices(
            *([(each.open, each.reached_by) for each in view.objectives] for view in (before, now))
        ),
        boards=tuple(board_marks(old, new) for old, new in zip(before.players, now.players, strict=True)),
    )


@dataclass(frozen=True, slots=True)
class Intention:
    """The parts that a move would touch, derived from the move alone."""

    site: Site | None = None  # where a card would be played or the scientists gather
    pool: frozenset[int] = frozenset()
    deck: bool = False
    stars: bool = False
    camps: bool = False
    given_up: frozenset[int] = frozenset()  # indices in the hand
    played: tuple[int, Site] | None = None


def intention(move: Move | None) -> Intention | None:
    match move:
        case None:
            return None
        case moves.Observe():
            return Intention(site=move.site, played=(HAND_CARDS.index(move.card), move.site))
        case moves.Gather():
            return Intention(site=move.site, camps=True)
        case moves.Take():
            return Intention(pool=frozenset({POOL_CARDS.index(move.card)}))
        case moves.Draw():
            return Intention(deck=True)
        case moves.Refresh():
            return Intention(pool=frozenset(range(POOL_SIZE)), stars=True)
        case moves.Regroup():
            return Intention(
                camps=True, deck=move.cards != "none", given_up=frozenset(hand_indices(move.cards))
            )
        case moves.Exchange():
            return Intention(deck=move.cards != "none", given_up=frozenset(hand_indices(move.cards)))
        case _:
            return Intention()
