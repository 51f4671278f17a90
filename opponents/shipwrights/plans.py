"""Whole afternoons, weighed by the odds of winning after them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

from opponents.shipwrights.attacks import Players, lose_card, replaced, robbed_by_mercenary, targets
from opponents.shipwrights.evaluation import Appraiser
from opponents.shipwrights.move_generation import Foreman
from opponents.shipwrights.turn_simulator import Work
from rules.game import Seat
from rules.shipwrights.moves import CALL, END, ShipwrightsMove, sage
from rules.shipwrights.pieces import Card, Goods
from rules.shipwrights.state import Player

MOST_STRIKES = 4
"""Of more ways to use attackers, those that look best at once are planned on with."""
GUARD = 0.015
"""What a Watchman is worth, in odds: the attacks it keeps away."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What stays as it is during an afternoon: who plays, after how many others, at which price."""

    seat: Seat
    place: int
    first: Seat
    """Who begins tomorrow, if nobody calls a Pioneer."""
    price: Goods | None
    """What a purchase gives; none while there is no deck."""
    waiting: tuple[bool, ...]
    """Who still has a turn today; the one who plays counts as done."""
    exchanges: int | None = None
    """What a Trader who has already been called still allows."""


@dataclass(frozen=True, slots=True)
class Afternoon:
    """A whole turn: its moves up to its end, the boards after it, and what that is worth to who played it."""

    moves: tuple[ShipwrightsMove, ...]
    players: Players
    worth: float
    """The odds of winning, as a logarithm."""
    unused: tuple[Card, ...]


class Planner:
    """Finds afternoons worth having."""

    def __init__(self, appraiser: Appraiser, *, attacks: bool = True) -> None:
        self.appraiser = appraiser
        self.components = appraiser.components
        self.faces = appraiser.faces
        self._foreman = Foreman(appraiser)
        self._attacks = attacks

    def plans(self, players: Sequence[Player], setting: Setting) -> list[Afternoon]:
        """The best first. Cards that draw others are left alone: see `draws`."""
        seat = setting.seat
        found: list[Afternoon] = []
        odds = _Odds(self.appraiser, setting)
        for table, first, moves in self._strikes(tuple(players), setting, odds):
            start = Work(table[seat], self.components, setting.place, setting.exchanges)
            start.moves.extend(moves)
            guard = GUARD if table[seat].watchmen else 0.0
            for work in self._foreman.works(start, setting.price):
                player = work.done()
                worth = odds.of(table, player, first) + guard
                after = replaced(table, seat, player)
                found.append(Afternoon((*work.moves, END), after, worth, tuple(work.hand)))
        found.sort(key=lambda plan: (-plan.worth, len(plan.moves)))
        return found

    def _strikes(
        self, players: Players, setting: Setting, odds: "_Odds"
    ) -> list[tuple[Players, Seat, tuple[ShipwrightsMove, ...]]]:
        """Tables after the attackers of a hand, with who begins tomorrow and the moves that lead there.

        Watchmen and Pioneers are always called, and a Mercenary at some time, for the gold; the table without
        any attack is always among these.
        """
        seat, first = setting.seat, setting.first
        moves: tuple[ShipwrightsMove, ...] = ()
        hand = [held.card for held in players[seat].hand]
        for card in hand:
            player = players[seat]
            if card == "watchman":
                player = player._replace(watchmen=player.watchmen + 1)
            elif card == "pioneer":
                player = player._replace(pioneers=player.pioneers + 1)
                first = seat
            elif card == "mercenary":
                players = robbed_by_mercenary(players, seat, self.components)
                continue
            else:
                continue
            moves = (*moves, CALL[card])
            players = replaced(players, seat, lose_card(player, card))
        quiet = (players, first, moves)
        ways = [quiet]
        for card in dict.fromkeys(hand) if self._attacks else ():
            for table, _, before in ways[:]:
                for struck, move in targets(table, seat, card, self.components):
                    ways.append((struck, first, (*before, move)))
        if len(ways) > MOST_STRIKES:
            ways.sort(key=lambda way: -odds.of(way[0], way[0][seat], first))
            ways = [quiet, *(way for way in ways[:MOST_STRIKES] if way is not quiet)]
        return ways


class _Odds:
    """The odds of the one who plays, as a logarithm; what stays the same on other boards is weighed once."""

    def __init__(self, appraiser: Appraiser, setting: Setting) -> None:
        self._appraiser = appraiser
        self._setting = setting
        self._others: dict[tuple[int, int, Seat, Seat], tuple[Player, float]] = {}

    def of(self, players: Players, player: Player, first: Seat) -> float:
        seat, appraiser = self._setting.seat, self._appraiser
        military = [appraiser.fleet(each.fleet).military for each in players]
        military[seat] = mine = appraiser.fleet(player.fleet).military
        phase = appraiser.phase([*players[:seat], player, *players[seat + 1 :]])
        rivals = max(strength for other, strength in enumerate(military) if other != seat)
        own = appraiser.board(player, phase, first=first == seat, waits=False, rivals=rivals)
        odds = 0.0
        for other, each in enumerate(players):
            if other == seat:
                continue
            key = (phase, mine, first, other)
            known = self._others.get(key)
            if known is None or known[0] is not each:
                strongest = max(strength for who, strength in enumerate(military) if who != other)
                waits = self._setting.waiting[other]
                worth = appraiser.board(each, phase, first=first == other, waits=waits, rivals=strongest)
                known = self._others[key] = (each, worth)
            odds += exp(known[1] - own)
        return -log(odds)


def draws(plan: Afternoon, hand: Sequence[Card]) -> ShipwrightsMove | None:
    """The call for new cards that comes before a plan: a Chieftain always, a Sage for what is not used."""
    if "chieftain" in hand:
        return CALL["chieftain"]
    if "sage" in hand:
        left = list(plan.unused)
        useless = []
        for card in hand:
            if card in left and card != "sage":
                left.remove(card)
                useless.append(card)
        if useless:
            return sage(useless[0], useless[1]) if len(useless) > 1 else sage(useless[0])
    return None
