"""Facts about a legal move, for its label."""

from collections.abc import Mapping

from rules.borealis import moves
from rules.borealis.components import Components
from rules.borealis.moves import BorealisMove, hand_indices
from rules.borealis.observation import flag_advances
from rules.borealis.pieces import PLACES, SITES, Card, species_counts
from rules.borealis.state import Player, State
from rules.game import Fact, Seat

Facts = Mapping[str, Fact]


def label_facts(state: State, seat: Seat, move: BorealisMove, components: Components) -> Facts:
    player = state.players[seat]
    match move:
        case moves.Exchange() | moves.Regroup():
            return _exchange_facts(player, move)
        case moves.Observe():
            return _observe_facts(player, move, components)
        case moves.Take():
            return card_facts(state.supply.pool[moves.POOL_CARDS.index(move.card)])
        case moves.Refresh():
            return {"stars": components.stars.refresh}
        case moves.Gather():
            return {"scientists": player.in_camps}
        case _:
            return {}


def card_facts(card: Card) -> dict[str, str | int]:
    """`animal` equals `species`: texts use it where the full name has no room."""
    return {
        "species": card.species,
        "animal": card.species,
        "vehicle": card.vehicle,
        "left": card.left,
        "right": card.right,
    }


def _exchange_facts(player: Player, move: moves.Exchange | moves.Regroup) -> Facts:
    """Return the animal of every hand card, and the discarded cards; all facts if it is only one."""
    facts: dict[str, Fact] = {
        f"animal_{number}": card.species for number, card in enumerate(player.hand, start=1)
    }
    given_up = [player.hand[place] for place in hand_indices(move.cards)]
    if len(given_up) == 1:
        facts |= card_facts(given_up[0])
    if given_up:
        facts |= {"count": len(given_up), "species": species_counts(given_up)}
    if isinstance(move, moves.Regroup):
        facts["scientists"] = player.in_camps
    return facts


def _observe_facts(player: Player, move: moves.Observe, components: Components) -> Facts:
    """Return the card, the destinations of its scientists, and the points of the flag if it advances."""
    site = SITES.index(move.site)
    card = player.hand[moves.HAND_CARDS.index(move.card)]
    facts: dict[str, Fact] = {**card_facts(card), "left_to": PLACES[site], "right_to": PLACES[site + 2]}
    tracks = components.board_tracks[player.board]
    if flag_advances(card, site, player, tracks):
        facts["points"] = tracks[site][player.flags[site] + 1].points
    return facts
