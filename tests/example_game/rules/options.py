"""What a table of Runes may agree on before the game."""

from rules.game import Options


class RunesOptions(Options):
    """After a tie the stones wait for whoever wins the next round, or they are lost."""

    stones_wait: bool = True
