"""The AI of Shipwrights: drafts cards and plans whole afternoons.

An apprentice evaluates their own yard with simple weights. A sailor evaluates all boards and plans whole
afternoons. A captain also considers what they pass on in the draft, and plays the best plans out for some
days in determinizations.
"""

from collections.abc import Iterable, Sequence
from math import log
from random import Random
from typing import Any, NamedTuple

from opponents.ai import Idea, Level
from opponents.search import successive_halving
from opponents.shipwrights.draft import DENIAL_WEIGHT, FIXED_VALUES, DraftEvaluator
from opponents.shipwrights.evaluation import Evaluator, probability
from opponents.shipwrights.move_reasons import REASONS, Reasons
from opponents.shipwrights.plans import Plan, Planner, TurnContext, draw_call
from opponents.shipwrights.simulator import Table, goods_to_keep
from opponents.shipwrights.weights import BEGINNER, FEATURES, WEIGHTS
from rules.game import Seat
from rules.shipwrights.game import Shipwrights
from rules.shipwrights.morning import knows_price
from rules.shipwrights.moves import ENOUGH, KEEP, PICK, STOCK, Return, ShipwrightsMove, Swap, return_move
from rules.shipwrights.pieces import GOODS, Card, Goods
from rules.shipwrights.state import DRAWN_SOURCE, Held, State

MAX_PLANS = 5  # Plans of an afternoon that a captain plays out.
MAX_DEFICIT = 0.15
"""Largest deficit in static evaluation, in log-odds, with which a plan is played out."""
PLAYOUT_EFFORT = {2: (10, 3), 3: (5, 2), 4: (4, 2), 5: (3, 2)}
"""Determinizations per round and days after today, by the number of seats."""
STATIC_WEIGHT = 0.5
"""Weight of the static evaluation relative to one playout."""


class Candidate(NamedTuple):
    """A move, its value in log-odds, and the plan that it starts."""

    move: ShipwrightsMove
    value: float
    plan: Plan | None = None
    is_tentative: bool = False
    """True if the rest of the afternoon is still open."""


class ShipwrightsAI:
    """The computer player of Shipwrights."""

    reasons: Sequence[str] = REASONS

    def __init__(self, game: Shipwrights) -> None:
        self._game = game
        self.claims = Reasons(game.components).claims
        backs = game.components.deck_backs()
        prices = [game.components.price(back) for back in backs]
        self._usual_price = Goods(*(round(sum(gives) / len(backs)) for gives in zip(*prices, strict=True)))
        evaluator = Evaluator(game.components, WEIGHTS)
        self.planner = Planner(evaluator)
        self.draft = DraftEvaluator(self.planner)
        self._beginner = Planner(Evaluator(game.components, BEGINNER), attacks=False)
        self._beginner_draft = DraftEvaluator(self._beginner, denial=False)

    def rank_moves(self, state: Any, seat: Seat, level: Level, rng: Random) -> Sequence[Idea]:
        assert isinstance(state, State)
        match state.stage:
            case "stock":
                return [Idea(_starting_stock(level), 0)]
            case "dusk" | "night":
                return [Idea(self._return_move(state, seat), 0)]
            case "morning":
                candidates = self._pick_candidates(state, seat, level)
            case "chieftain":
                candidates = self._keep_candidates(state, seat, level)
            case "trader":
                candidates = self._swap_candidates(state, seat, level)
            case _:
                candidates = self._turn_candidates(state, seat, level)
        if level == "captain":
            candidates = self._rank_by_playouts(state, seat, candidates, rng)
        return self._ideas(state, candidates)

    def win_probabilities(self, state: Any, rng: Random) -> tuple[float, ...]:  # noqa: ARG002 - boards say enough
        """Return win probabilities from the boards alone; from the points if the game is over."""
        assert isinstance(state, State)
        outcome = self._game.outcome(state)
        seats = range(len(state.players))
        if outcome is not None:
            first = outcome.ranking[0]
            return tuple(1 / len(first) if seat in first else 0.0 for seat in seats)
        waiting = [
            state.stage in ("stock", "morning")
            or state.turn_index(seat) >= state.turn_index(state.active) + (state.stage == "dusk")
            for seat in seats
        ]
        return tuple(self.planner.evaluator.win_probabilities(state.players, _first_tomorrow(state), waiting))

    # Candidates by static evaluation, best first

    def _pick_candidates(self, state: State, seat: Seat, level: Level) -> list[Candidate]:
        """Return cards by the best afternoon with them and the hand.

        A captain also subtracts the gain of the next player from the cards passed on.
        """
        hand = state.players[seat].hand
        cards = state.sets[len(hand)]
        if level == "apprentice":
            boards = [*state.players]
            for held in hand:
                boards[seat] = self._beginner_draft.board_with(
                    boards[seat], held.card, state.turn_index(seat)
                )
            gains = {
                card: self._beginner_draft.gain(boards, seat, card, state.turn_index(seat))[0]
                for card in dict.fromkeys(cards)
            }
            return _sorted(Candidate(PICK[card], gain) for card, gain in gains.items())
        context = self._turn_context(state, seat)
        denial, others = 0.0, dict[Card, float]()
        seats = len(state.players)
        if level == "captain" and context.turn_index < seats - 1:
            denial = DENIAL_WEIGHT / (seats - 1)
            following = (seat + 1) % seats
            others = {
                card: self.draft.gain(state.players, following, card, context.turn_index + 1)[0]
                for card in dict.fromkeys(cards)
            }
        candidates = []
        for card in dict.fromkeys(cards):
            with_card = state.players[seat]._replace(hand=(*hand, Held(card, len(hand))))
            plan = self.planner.plans(state.players_with(seat, with_card), context)[0]
            rest = list(cards)
            rest.remove(card)
            passed = max((others[other] for other in rest), default=0.0) if denial else 0.0
            value = plan.value + FIXED_VALUES.get(card, 0.0) - denial * passed
            candidates.append(Candidate(PICK[card], value, plan))
        return _sorted(candidates)

    def _keep_candidates(self, state: State, seat: Seat, level: Level) -> list[Candidate]:
        planner = self._planner_for(level)
        candidates = []
        for card in dict.fromkeys(state.drawn):
            player = state.players[seat]
            player = player._replace(hand=(*player.hand, Held(card, DRAWN_SOURCE)))
            plan = planner.plans(state.players_with(seat, player), self._turn_context(state, seat))[0]
            candidates.append(Candidate(KEEP[card], plan.value + FIXED_VALUES.get(card, 0.0), plan))
        return _sorted(candidates)

    def _swap_candidates(self, state: State, seat: Seat, level: Level) -> list[Candidate]:
        """Return the first exchange of the best plan with the remaining exchanges."""
        player = state.players[seat]
        player = player._replace(hand=(*player.hand, Held("trader", DRAWN_SOURCE)))
        context = self._turn_context(state, seat, exchanges=state.swaps)
        plan = self._planner_for(level).plans(state.players_with(seat, player), context)[0]
        swap = next((move for move in plan.moves if isinstance(move, Swap)), None)
        legal = self._game.legal(state, seat)
        return [Candidate(swap if swap is not None and swap in legal else ENOUGH, plan.value)]

    def _turn_candidates(self, state: State, seat: Seat, level: Level) -> list[Candidate]:
        plans = self._planner_for(level).plans(state.players, self._turn_context(state, seat))
        hand = [held.card for held in state.players[seat].hand]
        call = draw_call(plans[0], hand)
        if call is not None:
            return [Candidate(call, plans[0].value)]
        return [Candidate(plan.moves[0], plan.value, plan) for plan in plans]

    def _planner_for(self, level: Level) -> Planner:
        return self._beginner if level == "apprentice" else self.planner

    def _turn_context(self, state: State, seat: Seat, exchanges: int | None = None) -> TurnContext:
        """Return the context of this afternoon; an unknown price is replaced by the average one."""
        price = None
        if not knows_price(state, seat):
            price = self._usual_price
        elif state.backs:
            price = self._game.components.price(state.backs[-1])
        place = state.turn_index(seat)
        waiting = tuple(state.turn_index(other) > place for other in range(len(state.players)))
        return TurnContext(seat, place, _first_tomorrow(state), price, waiting, exchanges)

    def _return_move(self, state: State, seat: Seat) -> Return:
        player = state.players[seat]
        left = player.mill.minus(player.returning or Goods())
        capacity = self.planner.evaluator.fleet(player.fleet).mill
        mill = goods_to_keep(self.planner, player._replace(mill=left), capacity)
        for good in GOODS:
            if left.of(good) > mill.of(good):
                return return_move(good, left.of(good) - mill.of(good))
        raise AssertionError("nothing to return")

    # Playouts

    def _rank_by_playouts(
        self, state: State, seat: Seat, candidates: list[Candidate], rng: Random
    ) -> list[Candidate]:
        """Return the best candidates, ranked by playouts in determinizations."""
        if state.stage == "morning":
            near = candidates
        elif state.stage == "afternoon" and candidates[0].plan is not None:
            near = [
                candidate
                for candidate in candidates[:MAX_PLANS]
                if candidate.value > candidates[0].value - MAX_DEFICIT
            ]
            shared = common_first_move(near)
            if shared is not None:
                return [Candidate(shared, candidates[0].value, candidates[0].plan, is_tentative=True)]
        else:
            return candidates
        if len(near) < 2:
            return candidates
        per_round, days = PLAYOUT_EFFORT[len(state.players)]
        seeds: list[bytes] = []
        determinizations: list[State] = []

        def play_out(candidate: Candidate, number: int) -> float:
            while len(determinizations) <= number:
                seeds.append(rng.randbytes(32))
                determinizations.append(self._game.reshuffle(state, seat, seeds[-1]))
            table = Table(self.planner, self.draft, determinizations[number], Random(seeds[number]))
            self._play(table, state, seat, candidate, days)
            return table.victory_shares()[seat] + STATIC_WEIGHT * probability(candidate.value)

        ranked = successive_halving(near, play_out, determinizations=per_round)
        return [candidate._replace(value=log_odds(mean / (1 + STATIC_WEIGHT))) for candidate, mean in ranked]

    def _play(self, table: Table, state: State, seat: Seat, candidate: Candidate, days: int) -> None:
        if state.stage == "morning":
            card = candidate.move.card  # type: ignore[union-attr]
            table.pick(seat, card)
            table.play_days(days)
            return
        assert candidate.plan is not None
        table.play_plan(seat, candidate.plan)
        table.afternoon(state.turn_index(seat) + 1)
        table.night()
        table.play_days(days)

    def _ideas(self, state: State, candidates: list[Candidate]) -> list[Idea]:
        """Return one idea per move, best first. Values are points relative to the best."""
        ideas: dict[ShipwrightsMove, Idea] = {}
        phase = self.planner.evaluator.phase(state.players)
        point = WEIGHTS[phase][FEATURES.index("points")]
        best = value = candidates[0].value
        for candidate in candidates:
            if candidate.move in ideas:
                continue
            value = min(value, candidate.value)
            moves = () if candidate.plan is None else candidate.plan.moves
            continuation = tuple(moves[1:]) if moves and moves[0] == candidate.move else ()
            ideas[candidate.move] = Idea(
                candidate.move, (value - best) / point, continuation, candidate.is_tentative
            )
        return list(ideas.values())


def log_odds(probability: float) -> float:
    probability = max(0.001, min(0.999, probability))
    return log(probability / (1 - probability))


def _first_tomorrow(state: State) -> Seat:
    """Return the first player of tomorrow, as it stands."""
    return (state.first + 1) % len(state.players) if state.tomorrow is None else state.tomorrow


def _sorted(candidates: Iterable[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda candidate: -candidate.value)


def _starting_stock(level: Level) -> ShipwrightsMove:
    """Return oak, which most ships need, with iron, which is expensive; an apprentice takes wool instead."""
    wanted = ("oak", "wool") if level == "apprentice" else ("oak", "iron")
    return next(move for move in STOCK if (move.first, move.second) == wanted)


def common_first_move(candidates: Sequence[Candidate]) -> ShipwrightsMove | None:
    """Return a move that starts one of the plans and is part of all of them: it needs no playouts."""
    plans = [candidate.plan.moves for candidate in candidates if candidate.plan is not None]
    for candidate in candidates:
        if candidate.move.kind != "end" and all(candidate.move in moves for moves in plans):
            return candidate.move
    return None
