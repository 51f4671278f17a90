"""Lofoten as a `Game`: connects its phases to the contract."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from typing import assert_never, get_args

from rules.engine import NO_SEATS, ONLY_SEAT, Engine, StepRecorder
from rules.game import Event, Fact, Info, Options, Outcome, Phrase, Seat, Shortcut
from rules.lofoten import (
    action,
    alliances,
    cargo,
    determinization,
    draw,
    ending,
    longships,
    moves,
    next_turn,
    pile,
    purse,
    scoring,
    setup,
    turn_end,
    upkeep,
)
from rules.lofoten.components import Components
from rules.lofoten.events import EVENTS
from rules.lofoten.illegal_reasons import blocked_kinds, illegal_reason
from rules.lofoten.labels import label_facts
from rules.lofoten.lesson import LESSON
from rules.lofoten.moves import LofotenMove
from rules.lofoten.options import LofotenOptions
from rules.lofoten.pieces import ZONES, Card, Good, Tile
from rules.lofoten.printed import printed_values
from rules.lofoten.shortcuts import Shortcuts
from rules.lofoten.standing_orders import STANDING_ORDERS
from rules.lofoten.state import Phase, State
from rules.lofoten.successes import SUCCESS_SHEET, achieved_successes
from rules.lofoten.turn import end_turn, pass_on
from rules.lofoten.view import View, view_for


class Lofoten(Engine[State, LofotenMove, View]):
    """The game for two, with any of its three modules."""

    components: Components
    components_type = Components
    state_type = State
    success_sheet = SUCCESS_SHEET
    standing_orders = STANDING_ORDERS
    last_rounds = 8
    info = Info(
        key="lofoten",
        seats=(2, 2),
        rules_version=2,
        options=LofotenOptions,
        moves=moves.MOVES,
        owed=tuple(phase for phase in get_args(Phase) if phase != "over"),
        events=EVENTS,
        reasons=scoring.REASONS,
        categories=scoring.CATEGORIES,
        kind_first=frozenset({"turn_end"}),
        delayed_kinds=frozenset({"place", "fill"}),
        reversible_kinds=frozenset({"wheel", "row"}),
        lesson=LESSON,
    )

    def deal(self, seats: int, options: Options, recorder: StepRecorder) -> State:  # noqa: ARG002
        assert isinstance(options, LofotenOptions)
        return setup.deal(self.components, options, recorder)

    def to_act(self, state: State) -> frozenset[Seat]:
        return NO_SEATS if state.stage == "over" else ONLY_SEAT[state.active]

    def choices(self, state: State, seat: Seat) -> tuple[LofotenMove, ...]:  # noqa: ARG002
        prices = self.components.prices
        match state.phase:
            case "action":
                return action.card_choices(state, prices)
            case "steps":
                return action.step_choices(state, prices)
            case "effect":
                return action.effect_choices(state, prices)
            case "store":
                return cargo.store_choices(state)
            case "load":
                return moves.LOAD
            case "draw":
                return draw.choices(state, prices)
            case "upkeep":
                return upkeep.choices(state, prices)
            case "turn_end":
                return turn_end.choices(state, prices)
            case "take":
                return cargo.take_choices(state)
            case "bind":
                return moves.BIND
            case "last_unload":
                return ending.choices(state)
            case "over":
                return ()

    def perform(self, state: State, seat: Seat, move: LofotenMove, recorder: StepRecorder) -> State:  # noqa: ARG002, C901
        prices = self.components.prices
        match move:
            case moves.PlaySide():
                return action.play_side(state, move, recorder)
            case moves.Slide():
                return action.end_action_if_done(action.step_slide(state, recorder), prices, recorder)
            case moves.Turn():
                return action.end_action_if_done(action.step_turn(state, recorder), prices, recorder)
            case moves.BuyStep():
                return action.buy_step(state, prices, recorder)
            case moves.Stop():
                return self._stop(state, recorder)
            case moves.Place():
                return draw.place(state, move, prices, recorder)
            case moves.Fill():
                return upkeep.fill(state, move, prices, recorder)
            case moves.PlayCentre():
                played = action.play_centre(state, self.components.effects, recorder)
                return action.end_action_if_done(played, prices, recorder)
            case moves.Steal():
                return action.end_action_if_done(action.steal(state, recorder), prices, recorder)
            case moves.Wheel():
                return action.end_action_if_done(action.wheel(state, move.way, recorder), prices, recorder)
            case moves.Row():
                return action.end_action_if_done(action.row(state, move.way, recorder), prices, recorder)
            case moves.Remove():
                return action.end_action_if_done(action.remove_tile(state, move, recorder), prices, recorder)
            case moves.Store():
                return self._store(state, move, recorder)
            case moves.BuyHand():
                return self._after_purchase(pile.buy_hand(state, prices, recorder), recorder)
            case moves.BuyTurn():
                return self._after_purchase(purse.buy_turn(state, prices, recorder), recorder)
            case moves.NothingMore():
                return upkeep.decline_rest(state)
            case moves.Unload():
                return ending.unload_last(state, move, recorder)
            case moves.Load():
                answered = cargo.answer_load(state, move.aboard == "yes", recorder)
                return action.end_action_if_done(answered, prices, recorder)
            case moves.Upgrade():
                return self._continue_turn_end(longships.upgrade(state, move, recorder), recorder)
            case moves.Claim():
                return self._continue_turn_end(alliances.claim(state, move.jarl, recorder), recorder)
            case moves.Bind():
                return self._continue_turn_end(alliances.bind(state, move.warehouse - 1, recorder), recorder)
            case moves.Take():
                return self._after_take(cargo.take(state, ZONES.index(move.zone), recorder), recorder)
            case _:
                assert_never(move)

    def _stop(self, state: State, recorder: StepRecorder) -> State:
        if state.stage == "turn_end":
            return pass_on(state, recorder)
        return action.end_action(state, recorder)

    def _store(self, state: State, move: moves.Store, recorder: StepRecorder) -> State:
        stored = cargo.store(state, move.warehouse - 1, recorder)
        if state.given is not None:
            return self._after_take(stored, recorder)
        if stored.stage == "last_unload":
            return ending.after_unloading(stored, recorder)
        return action.end_action_if_done(stored, self.components.prices, recorder)

    def _continue_turn_end(self, state: State, recorder: StepRecorder) -> State:
        """End the turn unless a question is open or something can still be gained or bought."""
        return state if state.claimed else end_turn(state, self.components.prices, recorder)

    def _after_take(self, state: State, recorder: StepRecorder) -> State:
        """Fill the space of the tile a Jarl took, once that tile is stored."""
        if state.given is not None:
            return state
        return upkeep.refill(state, self.components.prices, recorder)

    def _after_purchase(self, state: State, recorder: StepRecorder) -> State:
        """Continue the phase after a purchase. A hand bought after the draw leaves no card to place."""
        prices = self.components.prices
        if state.stage == "turn_end":
            return end_turn(state, prices, recorder)
        if state.stage in ("draw", "upkeep") and state.player.drawn is None:
            return upkeep.continue_upkeep(state, prices, recorder)
        return action.end_action_if_done(state, prices, recorder)

    def find_shortcuts(self, state: State, seat: Seat) -> tuple[Shortcut, ...]:
        return Shortcuts(self._attempt, lambda here: self.choices(here, seat)).find(state, seat)

    def _attempt(self, state: State, move: LofotenMove) -> tuple[State, tuple[Event, ...]]:
        recorder = StepRecorder(state.chance)
        after = self.perform(state, state.active, move, recorder)
        return after, tuple(recorder.events)

    def illegal_reason(self, state: State, seat: Seat, move: LofotenMove) -> Phrase | None:
        return illegal_reason(state, seat, move, self.components)

    def blocked_kinds(self, state: State, seat: Seat) -> Mapping[str, Phrase]:
        return blocked_kinds(state, seat, self.components)

    def view(self, state: State, seat: Seat | None) -> View:
        return view_for(state, seat, self.to_act(state), self.components.effects)

    def owed(self, view: View, seat: Seat) -> str:  # noqa: ARG002
        return view.phase

    def reversible_position(self, state: State, seat: Seat) -> Hashable:
        player = state.players[seat]
        return player.fleet, player.coins, state.warehouses, state.market

    def label_facts(self, state: State, seat: Seat, move: LofotenMove) -> Mapping[str, Fact]:
        return label_facts(state, seat, move, self.components, self._attempt)

    def printed_values(self, piece: str) -> Mapping[str, Fact]:
        return printed_values(piece, self.components)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state) if state.stage == "over" else None

    def favourites(self, state: State, seat: Seat) -> tuple[Good, ...]:
        """Return the goods stored, one per tile."""
        return tuple(tile.good for warehouse in state.warehouses for tile in warehouse.sides[seat])

    def possible_kinds(self, options: Options) -> frozenset[str]:
        assert isinstance(options, LofotenOptions)
        absent = set() if options.better_longships == "yes" else {"load", "upgrade"}
        absent |= set() if options.alliances == "yes" else {"claim", "bind", "take"}
        return super().possible_kinds(options) - absent

    def begins_round(self, state: State) -> bool:
        return state.phase == "action" and state.in_play is None and state.active == state.first

    next_turn = staticmethod(next_turn.next_turn_state)
    successes = staticmethod(achieved_successes)
    current_scores = staticmethod(scoring.power_points)
    reshuffle = staticmethod(determinization.reshuffle)

    def census(self, state: State) -> Mapping[str, int]:
        """Orders and tiles by kind, ships by letter, coins and cards, wherever they are."""
        orders, tiles = Counter(filter(None, _orders(state))), Counter(filter(None, _tiles(state)))
        ships = Counter(ship.key for player in state.players for ship in player.fleet.ships)
        coins = state.reserve + sum(player.coins for player in state.players)
        return {
            **{f"order {good} {value}": count for (good, value), count in orders.items()},
            **{f"tile {tile.good} {tile.amount} {tile.shields}": count for tile, count in tiles.items()},
            **{f"ship {key}": count for key, count in ships.items()},
            **{f"warehouse {warehouse.card}": 1 for warehouse in state.warehouses},
            **{f"jarl {alliance.jarl} {alliance.demand.key}": 1 for alliance in state.alliances},
            "coins": coins,
        }


def _orders(state: State) -> Iterator[Card | None]:
    yield from (*state.pile, *state.discards)
    for player in state.players:
        yield from (*player.hand, player.drawn, *(ship.order for ship in player.fleet.ships))


def _tiles(state: State) -> Iterator[Tile | None]:
    yield from (*state.box, *state.market, state.given)
    for stack in state.stacks:
        yield from stack.tiles
    for player in state.players:
        yield from (tile for ship in player.fleet.ships for tile in ship.load)
    for warehouse in state.warehouses:
        yield from (tile._replace(flipped=False) for side in warehouse.sides for tile in side)
