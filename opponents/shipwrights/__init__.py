"""How Shipwrights of the North Sea is played well.

`value` weighs boards by the numbers of `weights`; `decisions` finds what an afternoon can be used for, `work`
does it on a light copy of a board, `strikes` does what attackers do, `afternoon` weighs whole turns; `draft`
values cards; `table` plays whole days on quickly; `mind` chooses, `reasons` says why.
"""

from opponents.shipwrights.ai import ShipwrightsAI
from rules.game import AnyGame
from rules.shipwrights.game import Shipwrights


def create_ai(game: AnyGame) -> ShipwrightsAI:
    assert isinstance(game, Shipwrights)
    return ShipwrightsAI(game)
