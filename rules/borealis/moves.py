"""The moves of Borealis, one decision each. All instances are built once."""

from typing import ClassVar, Literal, get_args

from rules.borealis.pieces import SITES, Site
from rules.game import Move

HandCard = Literal["1", "2", "3", "4"]
PoolCard = Literal["a", "b", "c", "d"]
HandCards = Literal[
    "none", "1", "2", "3", "4", "12", "13", "14", "23", "24", "34", "123", "124", "134", "234", "1234",
]  # fmt: skip
"""A set of hand cards by their numbers, or none."""

HAND_CARDS: tuple[HandCard, ...] = get_args(HandCard)
POOL_CARDS: tuple[PoolCard, ...] = get_args(PoolCard)
HAND_CARD_SETS: tuple[HandCards, ...] = get_args(HandCards)


class Exchange(Move):
    """Before the first round, once: discard some cards and draw as many."""

    multi_select_fields: ClassVar[frozenset[str]] = frozenset({"cards"})

    cards: HandCards


class Observe(Move):
    """Play a card on a site where both its scientists are."""

    card: HandCard
    site: Site


class Take(Move):
    """After an observation: take a card of the pool."""

    card: PoolCard


class Draw(Move):
    """After an observation: draw the first card of the deck, unseen."""


class Refresh(Move):
    """Pay to renew the whole pool before taking or drawing, once a turn."""

    is_side_action = True


class Regroup(Move):
    """Discard some cards and draw as many; then the scientists of the camps come back."""

    multi_select_fields: ClassVar[frozenset[str]] = frozenset({"cards"})

    cards: HandCards


class Gather(Move):
    """Put all scientists of the camps on one site."""

    site: Site


BorealisMove = Exchange | Observe | Take | Draw | Refresh | Regroup | Gather
MOVES: tuple[type[Move], ...] = get_args(BorealisMove)


EXCHANGE = tuple(Exchange(cards=cards) for cards in HAND_CARD_SETS)
OBSERVE = tuple(tuple(Observe(card=card, site=site) for site in SITES) for card in HAND_CARDS)
TAKE = tuple(Take(card=card) for card in POOL_CARDS)
DRAW = Draw()
REFRESH = Refresh()
REGROUP = tuple(Regroup(cards=cards) for cards in HAND_CARD_SETS)
GATHER = tuple(Gather(site=site) for site in SITES)


def hand_indices(cards: HandCards) -> tuple[int, ...]:
    """Return the positions of the named cards in the hand, from 0.

    >>> hand_indices("134")
    (0, 2, 3)
    """
    return () if cards == "none" else tuple(int(number) - 1 for number in cards)
