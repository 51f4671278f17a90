"""What a reader cannot know, dealt anew: another table that looks the same to them."""

from rules.borealis.moves import CHOICES_OF_CARDS
from rules.borealis.state import Player, State
from rules.chance import Chance
from rules.game import Seat
from rules.replace import replace


def reshuffle(state: State, seat: Seat | None, seed: bytes) -> State:
    """Deal anew the deck and the hands of others, change what they exchange in the opening, and the seed.

    The unseen cards are put in order first, so that nothing the reader does not know makes a difference.
    """
    chance = Chance(seed)
    others = [player for owner, player in enumerate(state.players) if owner != seat]
    held = tuple(card for player in others for card in player.hand)
    unseen, chance = chance.shuffled(sorted(state.supply.deck + held))
    players: list[Player] = []
    for owner, player in enumerate(state.players):
        if owner != seat:
            hand, unseen = unseen[: len(player.hand)], unseen[len(player.hand) :]
            player, chance = _with_other_choice(player._replace(hand=hand), chance)
        players.append(player)
    return replace(
        state,
        chance=Chance(seed, state.chance.counter),
        players=tuple(players),
        supply=state.supply._replace(deck=unseen),
    )


def _with_other_choice(player: Player, chance: Chance) -> tuple[Player, Chance]:
    if player.exchanging is None:
        return player, chance
    number, chance = chance.below(len(CHOICES_OF_CARDS))
    return player._replace(exchanging=CHOICES_OF_CARDS[number]), chance
