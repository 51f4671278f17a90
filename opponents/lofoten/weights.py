"""What things are worth in Lofoten, in power points unless said otherwise."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of the evaluation; tuned by having players with different ones meet."""

    keep: float = 0.86
    """How likely cargo is still to arrive for each turn that it needs."""
    order: float = 0.62
    """How likely an order is to be filled by a tile in sight, before the turns it needs."""
    later: float = 0.28
    """How likely an order is to be filled by a tile that is not in sight yet, while there are enough."""
    still: float = 0.35
    open: float = 0.55
    """How far a lead must go to be safe: with nothing left to be had, and for the root of what is left."""
    busy: float = 0.4
    loaded: float = 0.8
    stored: float = 1.0
    """A ship with an order, one with goods, and a tile brought home: each more than the one before, so that
    nobody stands still."""
    hopeless: float = 0.4
    """An order for a good of which nothing is left to be had."""
    stuck: float = 4.0
    """Orders on all ships for what is not in sight: it takes a rival to bring it there, who need not."""
    block: float = 0.3
    """An empty order at the dock, where it keeps the centre card from being played."""
    coin: float = 0.45
    third_coin: float = 0.5
    """A coin; and having enough of them for another turn."""
    extra_turn: float = 3.0
    step: float = 0.15
    """A step that a side card in hand gives."""
    centre: float = 0.35
    """A centre card in hand whose good is wanted."""
    luck: float = 6.0
    """What chance does to the points in any case, in power points."""
    sees_rival: bool = True
    """Whether what the rival's ships may bring is thought of."""


WEIGHTS = Weights()
BEGINNER = Weights(
    order=0.15, later=0.05, still=1.0, open=2.0, block=0.1, loaded=1.4, stored=2.0,
    third_coin=0.0, centre=0.0, sees_rival=False,
)  # fmt: skip
"""Who minds the own ships only, and thinks little of what they do not carry yet; to whom a tile brought home
is a tile, whether it decides a warehouse or not.
"""
