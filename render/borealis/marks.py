"""What a picture of Borealis points out: what changed since an earlier view, what a move would touch."""

from dataclasses import dataclass

from rules.borealis.moves import (
    HAND_CARDS,
    POOL_CARDS,
    Draw,
    Exchange,
    Gather,
    Observe,
    Refresh,
    Regroup,
    Take,
    indices,
)
from rules.borealis.pieces import COLOURS, PLACES, SITES, Card, Place, Site, Team
from rules.borealis.view import PlayerView, SiteView, View
from rules.game import Move, Seat


def team_at(player: PlayerView, place: Place) -> Team:
    """Who is on a site or in a camp."""
    if place == "left_camp":
        return player.left_camp
    if place == "right_camp":
        return player.right_camp
    return player.sites[SITES.index(place)].team


@dataclass(frozen=True, slots=True)
class BoardMarks:
    """Where a player's board differs from what it was."""

    cards: frozenset[Site] = frozenset()
    flags: frozenset[Site] = frozenset()
    teams: frozenset[tuple[Place, int]] = frozenset()  # a place, and the column of a colour
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
            for column in range(len(COLOURS))
            if team_at(before, place)[column] != team_at(now, place)[column]
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
    """Nothing, when there is no earlier view."""
    if before is None:
        return Changes()
    return Changes(
        pool=frozenset(
            place
            for place, card in enumerate(now.pool)
            if place >= len(before.pool) or before.pool[place] != card
        ),
        objectives=frozenset(
            place
            for place, (old, new) in enumerate(zip(before.objectives, now.objectives, strict=True))
            if (old.open, old.reached_by) != (new.open, new.reached_by)
        ),
        boards=tuple(board_marks(old, new) for old, new in zip(before.players, now.players, strict=True)),
    )


@dataclass(frozen=True, slots=True)
class Intention:
    """What a move not yet made would touch, told from the move and the reader's view alone."""

    after: PlayerView | None = None  # the reader's board once the move is made
    pool: frozenset[int] = frozenset()
    deck: bool = False
    stars: bool = False
    camps: bool = False
    given_up: frozenset[int] = frozenset()  # cards of the hand, from 0
    played: tuple[int, Site] | None = None


def intention(view: View, move: Move | None) -> Intention | None:
    if move is None:
        return None
    mine = None if view.seat is None else view.players[view.seat]
    match move:
        case Observe() if mine is not None and view.hand is not None:
            place = HAND_CARDS.index(move.card)
            chosen = view.hand[place]
            after = _observed(mine, chosen.card, SITES.index(move.site), move.site in chosen.advances)
            return Intention(after=after, played=(place, move.site))
        case Gather() if mine is not None:
            return Intention(after=_gathered(mine, SITES.index(move.site)))
        case Take():
            return Intention(pool=frozenset({POOL_CARDS.index(move.card)}))
        case Draw():
            return Intention(deck=True)
        case Refresh():
            return Intention(pool=frozenset(range(len(view.pool))), stars=True)
        case Regroup():
            return Intention(camps=True, deck=move.cards != "none", given_up=frozenset(indices(move.cards)))
        case Exchange():
            return Intention(deck=move.cards != "none", given_up=frozenset(indices(move.cards)))
        case _:
            return Intention()


def _observed(mine: PlayerView, card: Card, site: int, advances: bool) -> PlayerView:
    """The card is laid, its scientists go to the neighbouring places, the flag may advance."""
    teams = [list(team_at(mine, place)) for place in PLACES]
    for colour, target in ((card.left, site), (card.right, site + 2)):
        column = COLOURS.index(colour)
        teams[site + 1][column] -= 1
        teams[target][column] += 1
    old = mine.sites[site]
    laid = old.model_copy(update={"cards": (*old.cards, card), "flag": old.flag + advances})
    sites = [laid if place == site else each for place, each in enumerate(mine.sites)]
    return _with_teams(mine, sites, [Team(*team) for team in teams])


def _gathered(mine: PlayerView, site: int) -> PlayerView:
    teams = [team_at(mine, place) for place in PLACES]
    here = (teams[site + 1], mine.left_camp, mine.right_camp)
    teams[site + 1] = Team(*(sum(column) for column in zip(*here, strict=True)))
    teams[0] = teams[-1] = Team()
    return _with_teams(mine, list(mine.sites), teams)


def _with_teams(mine: PlayerView, sites: list[SiteView], teams: list[Team]) -> PlayerView:
    placed = tuple(
        site.model_copy(update={"team": team}) for site, team in zip(sites, teams[1:-1], strict=True)
    )
    return mine.model_copy(update={"sites": placed, "left_camp": teams[0], "right_camp": teams[-1]})
