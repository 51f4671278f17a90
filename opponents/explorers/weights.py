"""What things are worth in Explorers, in points unless said otherwise."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of the evaluation."""

    patience: float = 0.9
    """What is left of a hope for each action it needs."""
    rank: float = 0.5
    """What the next best hope is worth beside the one before: not everything can be done at once."""
    animal: float = 3.4
    outpost: float = 4.2
    """What an animal of a further kind and an outpost come to on average, if enough time is left."""
    long_run: float = 56.0
    """How many actions are enough time."""
    duplicate: float = 0.8
    """How far animals of a kind already delivered count: they begin another set."""
    viking: float = 1.6
    """A Viking who dies can do nothing more; less towards the end."""
    hurry: float = 0.25
    """How far what is reached by the end of the turn counts beside what is planned for the next ones."""
    opening: float = 0.86
    """How likely each free cell beside an island is filled fittingly before the end."""
    growth: float = 0.35
    """By how much an island grows for each of them."""
    rivals: float = 0.3
    """What the islands of the others are worth to oneself not to be theirs."""
    islands: float = 0.9
    presence: float = 0.12
    """A Viking ashore on an island, wherever they stand: they may be of use."""
    at_home: float = 0.6
    """What each Viking loses who waits on the Mainland while there is much left to do."""
    idle: float = 0.05
    """What one would rather give up than leave an action unspent."""
    crew: float = 2.5
    """A ship with somebody aboard, while there is much left to do."""
    boarding: float = 0.3
    """What is left of that for each action until somebody is aboard."""
    restless: float = 0.88
    """How much less an island counts early that is held by Vikings alone: they will be wanted elsewhere."""
    sees_islands: bool = True
    """Whether islands are thought of before the last action."""


WEIGHTS = Weights()
BEGINNER = Weights(
    sees_islands=False,
    rivals=0.0,
    patience=0.85,
    rank=0.6,
    at_home=0.0,
    idle=0.5,
    crew=1.0,
    boarding=0.7,
)
"""Who goes for what is near, and thinks of islands only when it is too late to do much about them."""
