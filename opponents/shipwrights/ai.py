"""The player of Shipwrights: which card to keep, what to do with an afternoon.

An apprentice sees their own yard: what finishes ships, counted simply. A sailor weighs everything on all
boards and plans whole afternoons. A captain also thinks of what they pass on in the draft, plays the best
plans on for some days, in worlds that may be the real one, and prefers what wins there.
"""

from collections.abc import Iterable, Sequence
from math import log
from random import Random
from typing import Any, NamedTuple

from opponents.ai import Idea, Level
from opponents.search import successive_halving
from opponents.shipwrights.draft import DENIAL, UNSEEN, Draft
from opponents.shipwrights.evaluation import Appraiser, share
from opponents.shipwrights.plans import Afternoon, Planner, Setting, draws
from opponents.shipwrights.reasons import REASONS, Reasons
from opponents.shipwrights.simulator import Table, kept
from opponents.shipwrights.weights import PARTS, SIMPLE, WEIGHTS
from rules.game import Phrase, Seat
from rules.shipwrights.game import Shipwrights
from rules.shipwrights.morning import knows_price
from rules.shipwrights.moves import ENOUGH, KEEP, PICK, STOCK, Return, ShipwrightsMove, Swap, return_move
from rules.shipwrights.pieces import GOODS, Card, Goods
from rules.shipwrights.state import DRAWN_SOURCE, Held, State

PLANS = 5
"""So many plans of an afternoon a captain plays on."""
CLOSE = 0.15
"""How much worse at first sight, in odds, a plan may be to be played on."""
PLAYED_ON = {2: (10, 3), 3: (5, 2), 4: (4, 2), 5: (3, 2)}
"""In so many worlds each round, and for so many days after today, by the number of seats."""
FIRST_SIGHT = 0.5
"""How much the look at the board counts beside the worlds."""


class Option(NamedTuple):
    """Something to choose: the move, what it is worth at first sight in odds, and the afternoon it begins."""

    move: ShipwrightsMove
    worth: float
    plan: Afternoon | None = None
    sketched: bool = False
    """Whether the rest of the afternoon is still open."""


class ShipwrightsAI:
    """The mind of Shipwrights with the components of that game."""

    reasons: Sequence[str] = REASONS

    def __init__(self, game: Shipwrights) -> None:
        self._game = game
        self._why = Reasons(game.components)
        backs = game.components.deck_backs()
        prices = [game.components.price(back) for back in backs]
        self._usual_price = Goods(*(round(sum(gives) / len(backs)) for gives in zip(*prices, strict=True)))
        appraiser = Appraiser(game.components, WEIGHTS)
        self.planner = Planner(appraiser)
        self.draft = Draft(self.planner)
        self._simple = Planner(Appraiser(game.components, SIMPLE), attacks=False)
        self._simple_draft = Draft(self._simple, denial=False)

    def rank_moves(self, world: Any, seat: Seat, level: Level, rng: Random) -> Sequence[Idea]:
        """Moves worth making, the best first."""
        assert isinstance(world, State)
        match world.stage:
            case "stock":
                return [Idea(_start(level), 0, Phrase(key="start"))]
            case "dusk" | "night":
                return [Idea(self._returned(world, seat), 0, Phrase(key="mill"))]
            case "morning":
                options = self._picks(world, seat, level)
            case "chieftain":
                options = self._keeps(world, seat, level)
            case "trader":
                options = self._swaps(world, seat, level)
            case _:
                options = self._afternoons(world, seat, level)
        if level == "captain":
            options = self._played_on(world, seat, options, rng)
        return self._ideas(world, seat, options)

    def win_probabilities(self, world: Any, rng: Random) -> tuple[float, ...]:  # noqa: ARG002 - boards say enough
        """How likely each seat is to win: from the boards alone, and at the end from the points."""
        assert isinstance(world, State)
        outcome = self._game.outcome(world)
        seats = range(len(world.players))
        if outcome is not None:
            first = outcome.ranking[0]
            return tuple(1 / len(first) if seat in first else 0.0 for seat in seats)
        waiting = [
            world.stage in ("stock", "morning")
            or world.turn_index(seat) >= world.turn_index(world.active) + (world.stage == "dusk")
            for seat in seats
        ]
        return tuple(self.planner.appraiser.prospects(world.players, _begins(world), waiting))

    # Options at first sight, the best first

    def _picks(self, world: State, seat: Seat, level: Level) -> list[Option]:
        """Cards by what they add to the best afternoon there is with what is in hand; a captain also thinks
        of what the next player would do with what is passed on."""
        hand = world.players[seat].hand
        cards = world.sets[len(hand)]
        if level == "apprentice":
            boards = [*world.players]
            for held in hand:
                boards[seat] = self._simple_draft.played(boards[seat], held.card, world.turn_index(seat))
            gains = {
                card: self._simple_draft.gain(boards, seat, card, world.turn_index(seat))[0]
                for card in dict.fromkeys(cards)
            }
            return _sorted(Option(PICK[card], gain) for card, gain in gains.items())
        setting = self._setting(world, seat)
        denial, others = 0.0, dict[Card, float]()
        seats = len(world.players)
        if level == "captain" and setting.place < seats - 1:
            denial = DENIAL / (seats - 1)
            following = (seat + 1) % seats
            others = {
                card: self.draft.gain(world.players, following, card, setting.place + 1)[0]
                for card in dict.fromkeys(cards)
            }
        options = []
        for card in dict.fromkeys(cards):
            with_card = world.players[seat]._replace(hand=(*hand, Held(card, len(hand))))
            plan = self.planner.plans(world.players_with(seat, with_card), setting)[0]
            rest = list(cards)
            rest.remove(card)
            passed = max((others[other] for other in rest), default=0.0) if denial else 0.0
            worth = plan.worth + UNSEEN.get(card, 0.0) - denial * passed
            options.append(Option(PICK[card], worth, plan))
        return _sorted(options)

    def _keeps(self, world: State, seat: Seat, level: Level) -> list[Option]:
        planner = self._planner_of(level)
        options = []
        for card in dict.fromkeys(world.drawn):
            player = world.players[seat]
            player = player._replace(hand=(*player.hand, Held(card, DRAWN_SOURCE)))
            plan = planner.plans(world.players_with(seat, player), self._setting(world, seat))[0]
            options.append(Option(KEEP[card], plan.worth + UNSEEN.get(card, 0.0), plan))
        return _sorted(options)

    def _swaps(self, world: State, seat: Seat, level: Level) -> list[Option]:
        """The first exchange of the best plan with a Trader who allows those that are left."""
        player = world.players[seat]
        player = player._replace(hand=(*player.hand, Held("trader", DRAWN_SOURCE)))
        setting = self._setting(world, seat, exchanges=world.swaps)
        plan = self._planner_of(level).plans(world.players_with(seat, player), setting)[0]
        swap = next((move for move in plan.moves if isinstance(move, Swap)), None)
        legal = self._game.legal(world, seat)
        return [Option(swap if swap is not None and swap in legal else ENOUGH, plan.worth)]

    def _afternoons(self, world: State, seat: Seat, level: Level) -> list[Option]:
        plans = self._planner_of(level).plans(world.players, self._setting(world, seat))
        hand = [held.card for held in world.players[seat].hand]
        call = draws(plans[0], hand)
        if call is not None:
            return [Option(call, plans[0].worth)]
        return [Option(plan.moves[0], plan.worth, plan) for plan in plans]

    def _planner_of(self, level: Level) -> Planner:
        return self._simple if level == "apprentice" else self.planner

    def _setting(self, world: State, seat: Seat, exchanges: int | None = None) -> Setting:
        """What is known of this afternoon; a price that is not known yet is taken for the usual one."""
        price = None
        if not knows_price(world, seat):
            price = self._usual_price
        elif world.backs:
            price = self._game.components.price(world.backs[-1])
        place = world.turn_index(seat)
        waiting = tuple(world.turn_index(other) > place for other in range(len(world.players)))
        return Setting(seat, place, _begins(world), price, waiting, exchanges)

    def _returned(self, world: State, seat: Seat) -> Return:
        player = world.players[seat]
        left = player.mill.minus(player.returning or Goods())
        capacity = self.planner.appraiser.fleet(player.fleet).mill
        mill = kept(self.planner, player._replace(mill=left), capacity)
        for good in GOODS:
            if left.of(good) > mill.of(good):
                return return_move(good, left.of(good) - mill.of(good))
        raise AssertionError("nothing to give back")

    # Playing on

    def _played_on(self, world: State, seat: Seat, options: list[Option], rng: Random) -> list[Option]:
        """The best options by what they come to in many worlds."""
        if world.stage == "morning":
            near = options
        elif world.stage == "afternoon" and options[0].plan is not None:
            near = [option for option in options[:PLANS] if option.worth > options[0].worth - CLOSE]
            shared = _shared(near)
            if shared is not None:
                return [Option(shared, options[0].worth, options[0].plan, sketched=True)]
        else:
            return options
        if len(near) < 2:
            return options
        a_round, days = PLAYED_ON[len(world.players)]
        seeds: list[bytes] = []
        worlds: list[State] = []

        def try_out(option: Option, number: int) -> float:
            while len(worlds) <= number:
                seeds.append(rng.randbytes(32))
                worlds.append(self._game.reshuffle(world, seat, seeds[-1]))
            light = Table(self.planner, self.draft, worlds[number], Random(seeds[number]))
            self._play(light, world, seat, option, days)
            return light.victory()[seat] + FIRST_SIGHT * share(option.worth)

        ranked = successive_halving(near, try_out, determinizations=a_round)
        return [option._replace(worth=_odds(mean / (1 + FIRST_SIGHT))) for option, mean in ranked]

    def _play(self, light: Table, world: State, seat: Seat, option: Option, days: int) -> None:
        if world.stage == "morning":
            card = option.move.card  # type: ignore[union-attr]
            light.pick(seat, card)
            light.play_on(days)
            return
        assert option.plan is not None
        light.follow(seat, option.plan)
        light.afternoon(world.turn_index(seat) + 1)
        light.night()
        light.play_on(days)

    def _ideas(self, world: State, seat: Seat, options: list[Option]) -> list[Idea]:
        """One idea for each move, the best plan it begins first; worths are points less than the best."""
        ideas: dict[ShipwrightsMove, Idea] = {}
        phase = self.planner.appraiser.phase(world.players)
        point = WEIGHTS[phase][PARTS.index("points")]
        best = worth = options[0].worth
        for option in options:
            if option.move in ideas:
                continue
            worth = min(worth, option.worth)
            moves = () if option.plan is None else option.plan.moves
            then = tuple(moves[1:]) if moves and moves[0] == option.move else ()
            why = self._why.of(world, seat, option.move, option.plan)
            ideas[option.move] = Idea(option.move, (worth - best) / point, why, then, option.sketched)
        return list(ideas.values())


def _odds(chance: float) -> float:
    """The logarithm of the odds."""
    chance = max(0.001, min(0.999, chance))
    return log(chance / (1 - chance))


def _begins(world: State) -> Seat:
    """Who begins tomorrow, as things are."""
    return (world.first + 1) % len(world.players) if world.tomorrow is None else world.tomorrow


def _sorted(options: Iterable[Option]) -> list[Option]:
    return sorted(options, key=lambda option: -option.worth)


def _start(level: Level) -> ShipwrightsMove:
    """Oak, which most ships need most, and iron, which is dear; an apprentice takes what is needed most."""
    wanted = ("oak", "wool") if level == "apprentice" else ("oak", "iron")
    return next(move for move in STOCK if (move.first, move.second) == wanted)


def _shared(options: Sequence[Option]) -> ShipwrightsMove | None:
    """A move that is the first of one of these plans and in all of them: no need to think about it."""
    plans = [option.plan.moves for option in options if option.plan is not None]
    for option in options:
        if option.move.kind != "end" and all(option.move in moves for moves in plans):
            return option.move
    return None
