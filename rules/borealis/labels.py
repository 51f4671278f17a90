"""Facts a player knows of a move he may make, for the words on its button."""

from collections.abc import Mapping

from rules.borealis.components import Components
from rules.borealis.moves import (
    HAND_CARDS,
    POOL_CARDS,
    BorealisMove,
    Exchange,
    Gather,
    Observe,
    Refresh,
    Regroup,
    Take,
    indices,
)
from rules.borealis.observation import advances
from rules.borealis.pieces import PLACES, SITES, Card
from rules.borealis.state import Player, State
from rules.game import Seat

Facts = Mapping[str, str | int]


def about(state: State, seat: Seat, move: BorealisMove, components: Components) -> Facts:
    player = state.players[seat]
    match move:
        case Exchange() | Regroup():
            return _cards(player, move)
        case Observe():
            return _observation(player, move, components)
        case Take():
            return _card(state.supply.pool[POOL_CARDS.index(move.card)])
        case Refresh():
            return {"stars": components.stars.refresh}
        case Gather():
            return {"scientists": player.in_camps}
        case _:
            return {}


def _card(card: Card) -> dict[str, str | int]:
    """The animal is the species, for labels that have no room for its full name."""
    return {
        "species": card.species,
        "animal": card.species,
        "vehicle": card.vehicle,
        "left": card.left,
        "right": card.right,
    }


def _cards(player: Player, move: Exchange | Regroup) -> Facts:
    """The animal of every card by its number, and how many are given up, unless none is."""
    facts: dict[str, str | int] = {
        f"animal_{number}": card.species for number, card in enumerate(player.hand, start=1)
    }
    if given_up := len(indices(move.cards)):
        facts["count"] = given_up
    if isinstance(move, Regroup):
        facts["scientists"] = player.in_camps
    return facts


def _observation(player: Player, move: Observe, components: Components) -> Facts:
    """The card, where its scientists go, and the points the flag reaches if it advances."""
    site = SITES.index(move.site)
    card = player.hand[HAND_CARDS.index(move.card)]
    facts = {**_card(card), "left_to": PLACES[site], "right_to": PLACES[site + 2]}
    tracks = components.board_tracks[player.board]
    if advances(card, site, player, tracks):
        facts["points"] = tracks[site][player.flags[site] + 1].points
    return facts
