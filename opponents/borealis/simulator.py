"""Simulator of Borealis: flat lists changed in place, without events or validation.

It is equal to the rules (tested) and about forty times as fast, so that many games can be played out before
a choice.
"""

from collections.abc import Sequence
from random import Random

from opponents.borealis.board import Board, encode_board
from opponents.borealis.encoding import GOES_LEFT, GOES_RIGHT, SITES, Card, EncodedComponents, encode_card
from opponents.borealis.scoring import CONDITIONS, SCORE_FUNCTIONS
from rules.borealis.pieces import LAST_ROUND_CARDS, POOL_SIZE, ObjectiveKey, ScoreCardKey
from rules.borealis.state import State


class Objective:
    """An objective card on the table."""

    __slots__ = ("card", "number", "open", "reached")

    def __init__(self, card: ObjectiveKey, number: int, reached: frozenset[int], open_: bool) -> None:
        self.card, self.number, self.reached, self.open = card, number, reached, open_


class Table:
    """A mutable game state. The top of the deck is the last card."""

    __slots__ = (
        "active", "boards", "components", "deck", "discards", "first", "last_round", "objectives", "over",
        "pool", "refreshed", "rng", "score_cards", "tallest",
    )  # fmt: skip

    def __init__(self, state: State, components: EncodedComponents, rng: Random) -> None:
        self.components, self.rng = components, rng
        self.boards = [encode_board(player, seat, components) for seat, player in enumerate(state.players)]
        self.deck = [encode_card(card) for card in state.supply.deck]
        self.pool = [encode_card(card) for card in state.supply.pool]
        self.discards = [encode_card(card) for card in state.supply.discards]
        self.first, self.active = state.first, state.active
        self.score_cards: tuple[ScoreCardKey, ScoreCardKey] = state.score_cards
        self.objectives = [
            Objective(each.card, components.numbers[each.card], frozenset(each.reached_by), each.open)
            for each in state.objectives
        ]
        self.refreshed, self.last_round = state.refreshed, state.last_round
        self.over = state.phase == "over"
        self.tallest = max(len(site) for player in state.players for site in player.sites)
        """Largest number of cards on one site of any player."""

    def copy(self, rng: Random) -> "Table":
        other = Table.__new__(Table)
        other.components, other.rng = self.components, rng
        other.boards = [board.copy() for board in self.boards]
        other.deck, other.pool, other.discards = self.deck[:], self.pool[:], self.discards[:]
        other.first, other.active = self.first, self.active
        other.score_cards = self.score_cards
        other.objectives = [
            Objective(objective.card, objective.number, objective.reached, objective.open)
            for objective in self.objectives
        ]
        other.refreshed, other.last_round, other.over = self.refreshed, self.last_round, self.over
        other.tallest = self.tallest
        return other

    def determinize(self, seat: int | None, rng: Random) -> "Table":
        """Return a copy with all information hidden from a seat, or from a spectator (None), randomised."""
        other = self.copy(rng)
        deck = other.deck
        for board in other.boards:
            if board.seat != seat:
                deck.extend(board.hand)
        deck.sort()
        rng.shuffle(deck)
        for board in other.boards:
            if board.seat != seat:
                held = len(board.hand)
                board.hand = [deck.pop() for _ in range(held)]
        return other

    # Moves, equal to the rules.

    def exchange(self, choices: Sequence[Sequence[int]]) -> None:
        """Play the opening; `choices` are the positions of the cards that each seat exchanges."""
        seats = len(self.boards)
        for turn in range(seats):
            seat = (self.first + turn) % seats
            self._replace(self.boards[seat], choices[seat])

    def observe(self, place: int, site: int) -> None:
        board = self.boards[self.active]
        species, vehicle, arrows, stars = board.hand.pop(place)
        stack = board.stacks[site]
        stack.append(species)
        board.species_counts[5 * site + species] += 1
        board.vehicle_counts[vehicle] += 1
        board.printed_stars += stars
        left, right = GOES_LEFT[arrows], GOES_RIGHT[arrows]
        teams = board.teams
        teams[site] += left
        teams[site + 1] -= left + right
        teams[site + 2] += right
        if vehicle in board.track_vehicles[site][board.flags[site]]:
            board.flags[site] += 1
        board.card_values = None
        if len(stack) > self.tallest:
            self.tallest = len(stack)
            if self.tallest == LAST_ROUND_CARDS:
                self.last_round = True
                for each in self.boards:
                    each.card_values = None
        self._award(board, 0)
        if self.last_round:
            self._end_turn()

    def take(self, place: int) -> None:
        self.boards[self.active].hand.append(self.pool[place])
        self.pool[place] = self._draw()
        self._end_turn()

    def draw(self) -> None:
        self.boards[self.active].hand.append(self._draw())
        self._end_turn()

    def refresh(self) -> None:
        self.discards += self.pool
        self.pool = [self._draw() for _ in range(POOL_SIZE)]
        self.boards[self.active].stars -= self.components.refresh
        self.refreshed = True

    def regroup(self, places: Sequence[int]) -> int:
        """Regroup. Returns the number of scientists that come back; with none the turn is over."""
        board = self.boards[self.active]
        self._replace(board, places)
        returning = board.in_camps()
        board.stars += returning * self.components.returned
        if not returning:
            self._award(board, 0)
            self._end_turn()
        return returning

    def gather(self, site: int) -> None:
        board = self.boards[self.active]
        teams = board.teams
        returning = board.in_camps()
        teams[site + 1] += teams[0] + teams[4]
        teams[0] = teams[4] = 0
        self._award(board, returning)
        self._end_turn()

    def _replace(self, board: Board, places: Sequence[int]) -> None:
        hand = board.hand
        self.discards += [hand[place] for place in places]
        board.hand = [card for place, card in enumerate(hand) if place not in places]
        board.hand += [self._draw() for _ in places]

    def _draw(self) -> Card:
        if not self.deck:
            self.deck, self.discards = self.discards, []
            self.rng.shuffle(self.deck)
        return self.deck.pop()

    def _award(self, board: Board, returned: int) -> None:
        for objective in self.objectives:
            if (
                objective.open
                and board.seat not in objective.reached
                and CONDITIONS[objective.card](board, objective.number, returned)
            ):
                objective.reached |= {board.seat}
                board.stars += self.components.objective

    def _end_turn(self) -> None:
        self.active += 1
        if self.active == len(self.boards):
            self.active = 0
        self.refreshed = False
        if self.active == self.first:
            self._end_round()

    def _end_round(self) -> None:
        for objective in self.objectives:
            if objective.open and objective.reached:
                objective.open = False
                for board in self.boards:
                    board.card_values = None
        if self.last_round:
            self.over = True

    # Scoring.

    def score(self, board: Board) -> int:
        groups = self.components.groups
        total = board.stars + board.printed_stars
        for count in board.species_counts:
            total += groups[count]
        for site in SITES:
            total += board.track_points[site][board.flags[site]]
        for card in self.score_cards:
            total += SCORE_FUNCTIONS[card](board, self.components)
        return total

    def ranking_keys(self) -> list[tuple[int, int, int]]:
        """Return what the seats are ranked by: points, farthest flag, stars."""
        return [(self.score(board), max(board.flags), board.stars) for board in self.boards]

    def min_rounds_left(self) -> int:
        """Return the minimum number of rounds left, including this one."""
        return 1 if self.last_round else LAST_ROUND_CARDS - self.tallest
