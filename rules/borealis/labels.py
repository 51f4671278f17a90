"""Facts a player knows of a move they may make, for the words on its button."""

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
from rules.borealis.pieces import PLACES, SITES, Card, counted
from rules.borealis.state import Player, State
from rules.game import Fact, Seat

Facts = Mapping[str, Fact]


def label_facts(state: State, seat: Seat, move: BorealisMove, components: Components) -> Facts:
    player = state.players[seat]
    match move:
        case Exchange() | Regroup():
            return _cards(player, move)
        case Observe():
            return _observation(player, move, components)
        case Take():
            return card_facts(state.supply.pool[POOL_CARDS.index(move.card)])
        case Refresh():
            return {"stars": components.stars.refresh}
        case Gather():
            return {"scientists": player.in_camps}
        case _:
            return {}


def card_facts(card: Card) -> dict[str, str | int]:
    """The animal is the species, for labels that have no room for its full name."""
    return {
        "species": card.species,
        "animal": card.species,
        "vehicle": card.vehicle,
        "left": card.left,
        "right": card.right,
    }


def _cards(player: Player, move: Exchange | Regroup) -> Facts:
    """The animal of every card by its number, what is given up, unless nothing is; of one card, all of it."""
    facts: dict[str, Fact] = {
        f"animal_{number}": card.species for number, card in enumerate(player.hand, start=1)
    }
    given_up = [player.hand[place] for place in indices(move.cards)]
    if len(given_up) == 1:
        facts |= card_facts(given_up[0])
    if given_up:
        facts |= {"count": len(given_up), "species": counted(given_up)}
    if isinstance(move, Regroup):
        facts["scientists"] = player.in_camps
    return facts


def _observation(player: Player, move: Observe, components: Components) -> Facts:
    """The card, where its scientists go, and the points the flag reaches if it advances."""
    site = SITES.index(move.site)
    card = player.hand[HAND_CARDS.index(move.card)]
    facts: dict[str, Fact] = {**card_facts(card), "left_to": PLACES[site], "right_to": PLACES[site + 2]}
    tracks = components.board_tracks[player.board]
    if advances(card, site, player, tracks):
        facts["points"] = tracks[site][player.flags[site] + 1].points
    return facts
