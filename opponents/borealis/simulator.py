"""A light model of Borealis: flat lists that are changed in place, no events, no checks.

It plays exactly as the rules do (a test holds that), some forty times as fast, so that many games can be
played to their end before one move is chosen.
"""

from collections.abc import Sequence
from random import Random

from opponents.borealis.board import Board, board_of
from opponents.borealis.box import GOES_LEFT, GOES_RIGHT, SITES, Box, Card, light
from opponents.borealis.counts import CONDITIONS, COUNTS
from rules.borealis.pieces import LAST_ROUND_CARDS, POOL_SIZE, ObjectiveKey, ScoreCardKey
from rules.borealis.state import State


class Goal:
    """An objective card on the table."""

    __slots__ = ("card", "number", "open", "reached")

    def __init__(self, card: ObjectiveKey, number: int, reached: frozenset[int], open_: bool) -> None:
        self.card, self.number, self.reached, self.open = card, number, reached, open_


class Table:
    """The whole table. The top of the deck is its last card."""

    __slots__ = (
        "active",
        "boards",
        "box",
        "deck",
        "discards",
        "first",
        "goals",
        "last_round",
        "over",
        "pool",
        "refreshed",
        "rng",
        "score_cards",
        "tallest",
    )

    def __init__(self, state: State, box: Box, rng: Random) -> None:
        self.box, self.rng = box, rng
        self.boards = [board_of(player, seat, box) for seat, player in enumerate(state.players)]
        self.deck = [light(card) for card in state.supply.deck]
        self.pool = [light(card) for card in state.supply.pool]
        self.discards = [light(card) for card in state.supply.discards]
        self.first, self.active = state.first, state.active
        self.score_cards: tuple[ScoreCardKey, ScoreCardKey] = state.score_cards
        self.goals = [
            Goal(each.card, box.numbers[each.card], frozenset(each.reached_by), each.open)
            for each in state.objectives
        ]
        self.refreshed, self.last_round = state.refreshed, state.last_round
        self.over = state.phase == "over"
        self.tallest = max(len(site) for player in state.players for site in player.sites)
        """The most cards on one site of anybody."""

    def copy(self, rng: Random) -> "Table":
        other = Table.__new__(Table)
        other.box, other.rng = self.box, rng
        other.boards = [board.copy() for board in self.boards]
        other.deck, other.pool, other.discards = self.deck[:], self.pool[:], self.discards[:]
        other.first, other.active = self.first, self.active
        other.score_cards = self.score_cards
        other.goals = [Goal(goal.card, goal.number, goal.reached, goal.open) for goal in self.goals]
        other.refreshed, other.last_round, other.over = self.refreshed, self.last_round, self.over
        other.tallest = self.tallest
        return other

    def dealt_anew(self, seat: int | None, rng: Random) -> "Table":
        """A copy in which everything hidden from that seat, or from a spectator, is dealt anew."""
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

    # The moves, as the rules carry them out.

    def exchange(self, choices: Sequence[Sequence[int]]) -> None:
        """The opening: the places of the cards that each seat gives up."""
        seats = len(self.boards)
        for turn in range(seats):
            seat = (self.first + turn) % seats
            self._replace(self.boards[seat], choices[seat])

    def observe(self, place: int, site: int) -> None:
        board = self.boards[self.active]
        species, vehicle, arrows, stars = board.hand.pop(place)
        stack = board.stacks[site]
        stack.append(species)
        board.counts[5 * site + species] += 1
        board.crafts[vehicle] += 1
        board.printed += stars
        left, right = GOES_LEFT[arrows], GOES_RIGHT[arrows]
        teams = board.teams
        teams[site] += left
        teams[site + 1] -= left + right
        teams[site + 2] += right
        if vehicle in board.leads[site][board.flags[site]]:
            board.flags[site] += 1
        board.prospects = None
        if len(stack) > self.tallest:
            self.tallest = len(stack)
            if self.tallest == LAST_ROUND_CARDS:
                self.last_round = True
                for each in self.boards:
                    each.prospects = None
        self._award(board, 0)
        if self.last_round:
            self._end_turn()

    def take(self, place: int) -> None:
        self.boards[self.active].hand.append(self.pool[place])
        self.pool[place] = self._drawn()
        self._end_turn()

    def draw(self) -> None:
        self.boards[self.active].hand.append(self._drawn())
        self._end_turn()

    def refresh(self) -> None:
        self.discards += self.pool
        self.pool = [self._drawn() for _ in range(POOL_SIZE)]
        self.boards[self.active].stars -= self.box.refresh
        self.refreshed = True

    def regroup(self, places: Sequence[int]) -> int:
        """How many scientists come back; where nobody does, the turn is over."""
        board = self.boards[self.active]
        self._replace(board, places)
        returning = board.in_camps()
        board.stars += returning * self.box.returned
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
        board.hand += [self._drawn() for _ in places]

    def _drawn(self) -> Card:
        if not self.deck:
            self.deck, self.discards = self.discards, []
            self.rng.shuffle(self.deck)
        return self.deck.pop()

    def _award(self, board: Board, returned: int) -> None:
        for goal in self.goals:
            if (
                goal.open
                and board.seat not in goal.reached
                and CONDITIONS[goal.card](board, goal.number, returned)
            ):
                goal.reached |= {board.seat}
                board.stars += self.box.objective

    def _end_turn(self) -> None:
        self.active += 1
        if self.active == len(self.boards):
            self.active = 0
        self.refreshed = False
        if self.active == self.first:
            self._end_round()

    def _end_round(self) -> None:
        for goal in self.goals:
            if goal.open and goal.reached:
                goal.open = False
                for board in self.boards:
                    board.prospects = None
        if self.last_round:
            self.over = True

    # The count.

    def score(self, board: Board) -> int:
        groups = self.box.groups
        total = board.stars + board.printed
        for count in board.counts:
            total += groups[count]
        for site in SITES:
            total += board.points[site][board.flags[site]]
        for card in self.score_cards:
            total += COUNTS[card](board, self.box)
        return total

    def merits(self) -> list[tuple[int, int, int]]:
        """By which the seats are ranked: points, the farthest flag, the stars held."""
        return [(self.score(board), max(board.flags), board.stars) for board in self.boards]

    def rounds_left(self) -> int:
        """So many rounds at least before the last is over, this one included; one at the end."""
        return 1 if self.last_round else LAST_ROUND_CARDS - self.tallest
