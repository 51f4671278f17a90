"""Determinization: replace hidden information by random values that one reader cannot tell apart."""

from rules.borealis.moves import HAND_CARD_SETS
from rules.borealis.state import Player, State
from rules.chance import Chance
from rules.game import Seat
from rules.replace import replace


def reshuffle(state: State, seat: Seat | None, seed: bytes) -> State:
    """Randomise the deck, the hands of others, their secret choices in the opening, and the seed.

    The unseen cards are sorted first, so that the result does not depend on hidden information.
    """
    chance = Chance(seed)
    others = [player for owner, player in enumerate(state.players) if owner != seat]
    held = tuple(card for player in others for card in player.hand)
    unseen, chance = chance.shuffled(sorted(state.supply.deck + held))
    players: list[Player] = []
    for owner, player in enumerate(state.players):
        if owner != seat:
            hand, unseen = unseen[: len(player.hand)], unseen[len(player.hand) :]
            player, chance = _with_random_exchange(player._replace(hand=hand), chance)
        players.append(player)
    return replace(
        state,
        chance=Chance(seed, state.chance.counter),
        players=tuple(players),
        supply=state.supply._replace(deck=unseen),
    )


def _with_random_exchange(player: Player, chance: Chance) -> tuple[Player, Chance]:
    if player.exchanging is None:
        return player, chance
    number, chance = chance.below(len(HAND_CARD_SETS))
    return player._replace(exchanging=HAND_CARD_SETS[number]), chance
