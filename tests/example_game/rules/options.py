"""The options of Runes."""

from rules.game import Options


class RunesOptions(Options):
    """After a tie the stones wait for the winner of the next round, or they are lost."""

    stones_wait: bool = True
