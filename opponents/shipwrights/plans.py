"""Plans for a whole afternoon, evaluated by the log-odds of winning after it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

from opponents.shipwrights.attacks import Players, after_mercenary, attack_results, with_player
from opponents.shipwrights.evaluation import Evaluator
from opponents.shipwrights.move_generation import TurnGenerator
from opponents.shipwrights.turn_simulator import TurnSimulator
from rules.game import Seat
from rules.shipwrights.moves import CALL, END, ShipwrightsMove, sage
from rules.shipwrights.pieces import Card, Goods
from rules.shipwrights.state import Player
from rules.shipwrights.villagers import without_card

MAX_ATTACKS = 4
"""Of more ways to use attackers, only those with the best static evaluation are planned with."""
WATCHMAN_VALUE = 0.015
"""Value of a Watchman, in log-odds."""


@dataclass(frozen=True, slots=True)
class TurnContext:
    """Constants of a turn: the seat, its turn index, the price, and so on."""

    seat: Seat
    turn_index: int
    first_tomorrow: Seat
    """The first player of tomorrow, unless a Pioneer is called."""
    price: Goods | None
    """Amounts of a purchase; None if there is no deck."""
    still_to_play: tuple[bool, ...]
    """True for each seat that still has a turn today, without the current one."""
    exchanges: int | None = None
    """Exchanges left of a Trader who has already been called."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole turn: its moves, the boards after it, and its value for the player."""

    moves: tuple[ShipwrightsMove, ...]
    players: Players
    value: float
    """Log-odds of winning."""
    unused_cards: tuple[Card, ...]


class Planner:
    """Finds good plans for an afternoon."""

    def __init__(self, evaluator: Evaluator, *, attacks: bool = True) -> None:
        self.evaluator = evaluator
        self.components = evaluator.components
        self.faces = evaluator.faces
        self._generator = TurnGenerator(evaluator)
        self._attacks = attacks

    def plans(self, players: Sequence[Player], context: TurnContext) -> list[Plan]:
        """Return plans, best first. Cards that draw others are not played: see `draw_call`."""
        seat = context.seat
        found: list[Plan] = []
        odds = _LogOdds(self.evaluator, context)
        for table, first, moves in self._attacked_tables(tuple(players), context, odds):
            start = TurnSimulator(table[seat], self.components, context.turn_index, context.exchanges)
            start.moves.extend(moves)
            guard = WATCHMAN_VALUE if table[seat].watchmen else 0.0
            for turn in self._generator.turns(start, context.price):
                player = turn.board()
                value = odds.of(table, player, first) + guard
                after = with_player(table, seat, player)
                found.append(Plan((*turn.moves, END), after, value, tuple(turn.hand)))
        found.sort(key=lambda plan: (-plan.value, len(plan.moves)))
        return found

    def _attacked_tables(
        self, players: Players, context: TurnContext, odds: "_LogOdds"
    ) -> list[tuple[Players, Seat, tuple[ShipwrightsMove, ...]]]:
        """Return the boards after calling attackers of the hand, the first player of tomorrow, and the moves.

        Watchmen and Pioneers are always called, and a Mercenary at some point, for the gold. The result
        without an attack is always included.
        """
        seat, first = context.seat, context.first_tomorrow
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
                players = after_mercenary(players, seat, self.components)
                continue
            else:
                continue
            moves = (*moves, CALL[card])
            players = with_player(players, seat, without_card(player, card))
        quiet = (players, first, moves)
        ways = [quiet]
        for card in dict.fromkeys(hand) if self._attacks else ():
            for table, _, before in ways[:]:
                for struck, move in attack_results(table, seat, card, self.components):
                    ways.append((struck, first, (*before, move)))
        if len(ways) > MAX_ATTACKS:
            ways.sort(key=lambda way: -odds.of(way[0], way[0][seat], first))
            ways = [quiet, *(way for way in ways[:MAX_ATTACKS] if way is not quiet)]
        return ways


class _LogOdds:
    """Log-odds of the active player; values of unchanged boards of others are cached."""

    def __init__(self, evaluator: Evaluator, context: TurnContext) -> None:
        self._appraiser = evaluator
        self._setting = context
        self._others: dict[tuple[int, int, Seat, Seat], tuple[Player, float]] = {}

    def of(self, players: Players, player: Player, first: Seat) -> float:
        seat, evaluator = self._setting.seat, self._appraiser
        military = [evaluator.fleet(each.fleet).military for each in players]
        military[seat] = mine = evaluator.fleet(player.fleet).military
        phase = evaluator.phase([*players[:seat], player, *players[seat + 1 :]])
        rivals = max(strength for other, strength in enumerate(military) if other != seat)
        own = evaluator.evaluate_board(player, phase, first=first == seat, waits=False, rivals=rivals)
        odds = 0.0
        for other, each in enumerate(players):
            if other == seat:
                continue
            key = (phase, mine, first, other)
            known = self._others.get(key)
            if known is None or known[0] is not each:
                strongest = max(strength for who, strength in enumerate(military) if who != other)
                waits = self._setting.still_to_play[other]
                value = evaluator.evaluate_board(
                    each, phase, first=first == other, waits=waits, rivals=strongest
                )
                known = self._others[key] = (each, value)
            odds += exp(known[1] - own)
        return -log(odds)


def draw_call(plan: Plan, hand: Sequence[Card]) -> ShipwrightsMove | None:
    """Return the call for new cards to make before a plan: a Chieftain always, a Sage for unused cards."""
    if "chieftain" in hand:
        return CALL["chieftain"]
    if "sage" in hand:
        left = list(plan.unused_cards)
        useless = []
        for card in hand:
            if card in left and card != "sage":
                left.remove(card)
                useless.append(card)
        if useless:
            return sage(useless[0], useless[1]) if len(useless) > 1 else sage(useless[0])
    return None
