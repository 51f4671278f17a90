"""Weights of the evaluation of Explorers, in points unless noted otherwise."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the evaluation."""

    discount: float = 0.9
    """Factor on the value of a task for each action it needs."""
    rank_discount: float = 0.5
    """Factor on each next best task: not everything can be done at once."""
    animal: float = 3.4
    outpost: float = 4.2
    """Average value of an animal of another kind and of an outpost, if enough time is left."""
    long_run_actions: float = 56.0
    """Number of actions that are enough time."""
    duplicate: float = 0.8
    """Factor on animals of a kind already delivered: they start another set."""
    viking: float = 1.6
    """Loss for a dead Viking; less towards the end."""
    hurry: float = 0.25
    """Weight of the value at the end of this turn, relative to that of the later plan."""
    fill_probability: float = 0.86
    """Probability that a free cell beside an island is filled in a way that helps to complete it."""
    growth: float = 0.35
    """Tiles by which an island grows for each free cell beside it."""
    rivals: float = 0.3
    """Weight of the rivals' islands."""
    islands: float = 0.9
    presence: float = 0.12
    """A Viking on any island."""
    at_home: float = 0.6
    """Loss for each Viking who waits on the Mainland while much is left to do."""
    idle: float = 0.0
    """Penalty for an unused action."""
    effort: float = 0.02
    """Penalty for an action, so that none is spent on nothing."""
    crew: float = 2.5
    """A ship with a crew, while much is left to do."""
    boarding: float = 0.3
    """Factor on that for each action until a Viking is aboard."""
    restless: float = 0.88
    """Discount on an island held by Vikings only, early: they will be needed elsewhere."""
    sees_islands: bool = True
    """False if islands are evaluated only after the last action."""


WEIGHTS = Weights()
BEGINNER = Weights(
    sees_islands=False, rivals=0.0, discount=0.85, rank_discount=0.6, at_home=0.0, idle=0.5, crew=1.0,
    boarding=0.7,
)  # fmt: skip
"""The apprentice: goes for what is near, and evaluates islands only at the end."""
