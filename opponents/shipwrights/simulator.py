"""Simulator of Shipwrights: plays whole days quickly, for playouts.

It starts from a determinization; all seats play by `Planner` and `DraftEvaluator`.
"""

from random import Random

from opponents.shipwrights.draft import DraftEvaluator
from opponents.shipwrights.plans import Plan, Planner, TurnContext, draw_call
from rules.game import Seat
from rules.shipwrights.moves import Sage
from rules.shipwrights.pieces import SETS, Card, Goods
from rules.shipwrights.scoring import building_points
from rules.shipwrights.state import DRAWN_SOURCE, Held, Player, State


class Table:
    """A mutable game state without events or validation."""

    def __init__(self, planner: Planner, draft: DraftEvaluator, state: State, rng: Random) -> None:
        self.planner, self.draft = planner, draft
        self.components = planner.components
        self.rng = rng
        self.players: list[Player] = list(state.players)
        self.deck: list[Card] = list(state.deck)
        self.backs: list[int] = list(state.backs)
        self.spent: list[int] = list(state.spent_backs)
        self.discards: list[Card] = [*state.discards, *state.buried]
        self.sets: list[list[Card]] = [list(cards) for cards in state.sets]
        self.first: Seat = state.first
        self.tomorrow: Seat | None = state.tomorrow
        self.day: int = state.day
        self.over = False

    # The deck

    def draw(self, count: int) -> list[Card]:
        drawn: list[Card] = []
        while len(drawn) < count and self.deck:
            drawn.append(self.deck.pop())
            self.spent.append(self.backs.pop())
            if not self.deck and self.discards:
                self.deck, self.discards = self.discards, []
                self.rng.shuffle(self.deck)
                self.rng.shuffle(self.spent)
                self.backs = [self.spent.pop() for _ in self.deck]
        return drawn

    # A day

    def turn_context(self, seat: Seat) -> TurnContext:
        seats = len(self.players)
        place = (seat - self.first) % seats
        following = (self.first + 1) % seats if self.tomorrow is None else self.tomorrow
        price = self.components.price(self.backs[-1]) if self.backs else None
        waiting = tuple((other - self.first) % seats > place for other in range(seats))
        return TurnContext(seat, place, following, price, waiting)

    def morning(self) -> None:
        """Let all players pick their remaining cards."""
        seats = len(self.players)
        boards = self.players[:]
        for seat, player in enumerate(boards):
            place = (seat - self.first) % seats
            for held in player.hand:
                boards[seat] = self.draft.board_with(boards[seat], held.card, place)
        for number in range(SETS):
            for place in range(seats):
                seat = (self.first + place) % seats
                player = self.players[seat]
                if len(player.hand) > number:
                    continue
                cards = self.sets[number]
                card = self.draft.pick(boards, self.turn_context(seat), cards)
                cards.remove(card)
                self.players[seat] = player._replace(hand=(*player.hand, Held(card, number)))

    def pick(self, seat: Seat, card: Card) -> None:
        player = self.players[seat]
        number = len(player.hand)
        self.sets[number].remove(card)
        self.players[seat] = player._replace(hand=(*player.hand, Held(card, number)))

    def turn(self, seat: Seat) -> None:
        """Play one player's afternoon by the best static evaluation."""
        player = self.players[seat]
        if player.watchmen:
            self.discards.extend(["watchman"] * player.watchmen)
            self.players[seat] = player._replace(watchmen=0)
        while True:
            hand = [held.card for held in self.players[seat].hand]
            if "chieftain" in hand:
                self._chieftain(seat)
                continue
            plan = self.planner.plans(self.players, self.turn_context(seat))[0]
            if "sage" in hand and self._sage(seat, plan, hand):
                continue
            self.play_plan(seat, plan)
            return

    def _chieftain(self, seat: Seat) -> None:
        self._lose(seat, "chieftain")
        cards = self.draw(self.planner.faces["chieftain"].draws)
        if cards:
            boards = self.players[:]
            card = self.draft.pick(boards, self.turn_context(seat), cards)
            cards.remove(card)
            self.discards.extend(cards)
            self._gain(seat, [card])

    def _sage(self, seat: Seat, plan: Plan, hand: list[Card]) -> bool:
        move = draw_call(plan, hand)
        if not isinstance(move, Sage):
            return False
        self._lose(seat, "sage")
        given = [card for card in (move.first, move.second) if card != "none"]
        for card in given:
            self._lose(seat, card)
        self._gain(seat, self.draw(len(given)))
        return True

    def _lose(self, seat: Seat, card: Card) -> None:
        player = self.players[seat]
        hand = list(player.hand)
        del hand[next(place for place, held in enumerate(hand) if held.card == card)]
        self.players[seat] = player._replace(hand=tuple(hand))
        self.discards.append(card)

    def _gain(self, seat: Seat, cards: list[Card]) -> None:
        player = self.players[seat]
        self.players[seat] = player._replace(
            hand=(*player.hand, *(Held(card, DRAWN_SOURCE) for card in cards))
        )

    def play_plan(self, seat: Seat, plan: Plan) -> None:
        """Apply a plan; cards that are on no hand or board any more are discarded.

        The plan may come from another determinization, so the other players keep their hands.
        """
        before = _all_cards(self.players)
        if "pioneer" in [held.card for held in self.players[seat].hand]:
            self.tomorrow = seat
        self.players = [
            after if owner == seat else after._replace(hand=before_it.hand)
            for owner, (after, before_it) in enumerate(zip(plan.players, self.players, strict=True))
        ]
        for card in _all_cards(self.players):
            before.remove(card)
        self.discards.extend(before)

    def night(self) -> None:
        """Play the evening: rest, return goods, then deal the next day or end the game."""
        evaluator, board = self.planner.evaluator, self.components.board
        for cards in self.sets:
            self.discards.extend(cards)
        self.sets = []
        for seat, player in enumerate(self.players):
            fleet = evaluator.fleet(player.fleet)
            self.players[seat] = rested = player._replace(
                gold=min(board.gold, player.gold + player.workers + fleet.gold),
                workers=min(board.workers, player.workers + fleet.workers),
                pioneers=0,
            )
            self.discards.extend(["pioneer"] * player.pioneers)
            if rested.mill.total > fleet.mill:
                self.players[seat] = rested._replace(mill=goods_to_keep(self.planner, rested, fleet.mill))
        if any(len(player.fleet) >= self.components.end.ships for player in self.players):
            self.over = True
            return
        self.first = (self.first + 1) % len(self.players) if self.tomorrow is None else self.tomorrow
        self.tomorrow = None
        self.deal()

    def deal(self) -> None:
        self.day += 1
        self.sets = [self.draw(len(self.players) + 1) for _ in range(SETS)]

    def afternoon(self, start: int = 0) -> None:
        seats = len(self.players)
        for place in range(start, seats):
            self.turn((self.first + place) % seats)

    def play_days(self, days: int) -> None:
        """Play a number of days from a morning on, at most to the end."""
        for _ in range(days):
            if self.over:
                return
            self.morning()
            self.afternoon()
            self.night()

    # Results

    def points(self) -> list[int]:
        evaluator = self.planner.evaluator
        fleets = [evaluator.fleet(player.fleet) for player in self.players]
        most = max(fleet.military for fleet in fleets)
        bonus = self.components.end.military_bonus
        return [
            fleet.points
            + (bonus if most and fleet.military == most else 0)
            + sum(building_points(player, building, self.components) for building in player.buildings)
            for player, fleet in zip(self.players, fleets, strict=True)
        ]

    def victory_shares(self) -> list[float]:
        """Return each seat's share of victory; win probabilities if the game is not over."""
        if not self.over:
            following = (self.first + 1) % len(self.players)
            return self.planner.evaluator.win_probabilities(
                self.players, following, [True] * len(self.players)
            )
        results = [(points, player.gold) for points, player in zip(self.points(), self.players, strict=True)]
        best = max(results)
        winners = results.count(best)
        return [1 / winners if result == best else 0.0 for result in results]


def goods_to_keep(planner: Planner, player: Player, capacity: int) -> Goods:
    """Return the goods that stay in a mill with this capacity: those the ships need, then a mix."""
    need = planner.evaluator.yard(player.workshops, player.craftsmen).goods
    mill = list(player.mill)
    while sum(mill) > capacity:
        good = max(range(3), key=lambda g: (mill[g] - need[g], mill[g]) if mill[g] else (-99, 0))
        mill[good] -= 1
    return Goods(*mill)


def _all_cards(players: list[Player]) -> list[Card]:
    """Return all cards in hands and on boards."""
    cards: list[Card] = []
    for player in players:
        cards.extend(held.card for held in player.hand)
        cards.extend(player.craftsmen)
        cards.extend(player.fleet)
        cards.extend(player.buildings)
        cards.extend(ship for ship in player.workshops if ship is not None)
        if player.tool is not None:
            cards.append(player.tool)
        cards.extend(["watchman"] * player.watchmen)
        cards.extend(["pioneer"] * player.pioneers)
    return cards
