"""Lofoten as a `Game`: connects its phases to the contract."""

from collections import Counter
from collections.abc import Mapping
from typing import assert_never, get_args

from rules.components import ComponentSource, load_components
from rules.engine import Engine, StepRecorder
from rules.game import Event, Fact, Info, Options, Outcome, Phrase, Seat, Shortcut
from rules.lofoten import (
    action,
    alliances,
    cargo,
    determinization,
    draw,
    ending,
    longships,
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
from rules.lofoten.moves import (
    MOVES,
    Bind,
    BuyHand,
    BuyStep,
    BuyTurn,
    Claim,
    Fill,
    Load,
    LofotenMove,
    NothingMore,
    Place,
    PlayCentre,
    PlaySide,
    Remove,
    Row,
    Slide,
    Steal,
    Stop,
    Store,
    Take,
    Turn,
    Unload,
    Upgrade,
    Wheel,
)
from rules.lofoten.options import LofotenOptions
from rules.lofoten.pieces import ZONES, Good
from rules.lofoten.printed import printed_values
from rules.lofoten.shortcuts import Shortcuts
from rules.lofoten.standing_orders import STANDING_ORDERS
from rules.lofoten.state import Phase, State
from rules.lofoten.successes import SUCCESS_SHEET, Success, achieved_successes
from rules.lofoten.turn import end_turn, pass_on
from rules.lofoten.view import View, view_for

RULES_VERSION = 2
NO_SEATS: frozenset[Seat] = frozenset()
ONLY_SEAT: tuple[frozenset[Seat], ...] = (frozenset((0,)), frozenset((1,)))


class Lofoten(Engine[State, LofotenMove, View]):
    """The game for two, with any of its three modules."""

    state_type = State
    success_sheet = SUCCESS_SHEET
    standing_orders = STANDING_ORDERS
    last_rounds = 8

    def __init__(self, pack: ComponentSource = None) -> None:
        self.components, self.pack = load_components("lofoten", Components, pack)
        self.names = self.components.all_names
        self.info = Info(
            key="lofoten",
            seats=(2, 2),
            rules_version=RULES_VERSION,
            options=LofotenOptions,
            moves=MOVES,
            owed=tuple(phase for phase in get_args(Phase) if phase != "over"),
            events=EVENTS,
            reasons=scoring.REASONS,
            categories=scoring.CATEGORIES,
            topics=self.components.topics,
            kind_first=frozenset({"turn_end"}),
            lesson=LESSON,
        )

    def deal(self, seats: int, options: Options, recorder: StepRecorder) -> State:  # noqa: ARG002
        assert isinstance(options, LofotenOptions)
        return setup.deal(self.components, options, recorder)

    def seats(self, state: State) -> int:
        return len(state.players)

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
                return cargo.load_choices()
            case "draw":
                return draw.choices(state, prices)
            case "upkeep":
                return upkeep.choices(state, prices)
            case "turn_end":
                return turn_end.choices(state, prices)
            case "take":
                return cargo.take_choices(state)
            case "bind":
                return alliances.bind_choices()
            case "last_unload":
                return ending.choices(state)
            case "over":
                return ()

    def perform(self, state: State, seat: Seat, move: LofotenMove, recorder: StepRecorder) -> State:  # noqa: ARG002
        prices = self.components.prices
        match move:
            case PlaySide():
                return action.play_side(state, move, recorder)
            case Slide():
                return action.end_action_if_done(action.step_slide(state, recorder), prices, recorder)
            case Turn():
                return action.end_action_if_done(action.step_turn(state, recorder), prices, recorder)
            case BuyStep():
                return action.buy_step(state, prices, recorder)
            case Stop():
                return self._stop(state, recorder)
            case Place():
                return draw.place(state, move, prices, recorder)
            case Fill():
                return upkeep.fill(state, move, prices, recorder)
            case PlayCentre():
                played = action.play_centre(state, self.components.effects, recorder)
                return action.end_action_if_done(played, prices, recorder)
            case Steal():
                return action.end_action_if_done(action.steal(state, recorder), prices, recorder)
            case Wheel():
                return action.end_action_if_done(action.wheel(state, move.way, recorder), prices, recorder)
            case Row():
                return action.end_action_if_done(action.row(state, move.way, recorder), prices, recorder)
            case Remove():
                return action.end_action_if_done(action.remove_tile(state, move, recorder), prices, recorder)
            case Store():
                return self._store(state, move, recorder)
            case BuyHand():
                return self._after_purchase(pile.buy_hand(state, prices, recorder), recorder)
            case BuyTurn():
                return self._after_purchase(purse.buy_turn(state, prices, recorder), recorder)
            case NothingMore():
                return upkeep.decline_rest(state)
            case Unload():
                return ending.unload_last(state, move, recorder)
            case Load():
                answered = cargo.answer_load(state, move.aboard == "yes", recorder)
                return action.end_action_if_done(answered, prices, recorder)
            case Upgrade():
                return self._continue_turn_end(longships.upgrade(state, move, recorder), recorder)
            case Claim():
                return self._continue_turn_end(alliances.claim(state, move.jarl, recorder), recorder)
            case Bind():
                return self._continue_turn_end(alliances.bind(state, move.warehouse - 1, recorder), recorder)
            case Take():
                return self._after_take(cargo.take(state, ZONES.index(move.zone), recorder), recorder)
            case _:
                assert_never(move)

    def _stop(self, state: State, recorder: StepRecorder) -> State:
        if state.stage == "turn_end":
            return pass_on(state, recorder)
        return action.end_action(state, recorder)

    def _store(self, state: State, move: Store, recorder: StepRecorder) -> State:
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

    def shortcuts(self, state: State, seat: Seat) -> tuple[Shortcut, ...]:
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

    def label_facts(self, state: State, seat: Seat, move: LofotenMove) -> Mapping[str, str | int]:
        return label_facts(state, seat, move, self.components)

    def printed_values(self, piece: str) -> Mapping[str, Fact]:
        return printed_values(piece, self.components)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state) if state.stage == "over" else None

    def current_scores(self, state: State) -> tuple[int, ...]:
        return scoring.power_points(state)

    def successes(self, state: State, seat: Seat) -> tuple[Success, ...]:
        return achieved_successes(state, seat)

    def favourites(self, state: State, seat: Seat) -> tuple[Good, ...]:
        """Return the goods stored, one per tile."""
        return tuple(tile.good for warehouse in state.warehouses for tile in warehouse.sides[seat])

    def begins_round(self, state: State) -> bool:
        return state.phase == "action" and state.in_play is None and state.active == state.first

    def next_turn(self, state: State, seat: Seat) -> State | None:
        return next_turn.next_turn_state(state, seat)

    def reshuffle(self, state: State, seat: Seat | None, seed: bytes) -> State:
        return determinization.reshuffle(state, seat, seed)

    def census(self, state: State) -> Mapping[str, int]:
        """Orders and tiles by kind, ships by letter, coins and cards, wherever they are."""
        ships = [ship for player in state.players for ship in player.fleet.ships]
        orders = Counter([*state.pile, *state.discards, *(ship.order for ship in ships if ship.order)])
        tiles = Counter([*state.box, *([state.given] if state.given else [])])
        for player in state.players:
            orders.update([*player.hand, *([player.drawn] if player.drawn else [])])
        for tile in [*state.market, *(tile for ship in ships for tile in ship.load)]:
            tiles.update([tile] if tile else [])
        for stack in state.stacks:
            tiles.update(stack.tiles)
        for warehouse in state.warehouses:
            tiles.update(tile._replace(flipped=False) for side in warehouse.sides for tile in side)
        coins = state.reserve + sum(player.coins for player in state.players)
        return {
            **{f"order {good} {value}": count for (good, value), count in orders.items()},
            **{f"tile {tile.good} {tile.amount} {tile.shields}": count for tile, count in tiles.items()},
            **{f"ship {key}": count for key, count in Counter(ship.key for ship in ships).items()},
            **{f"warehouse {warehouse.card}": 1 for warehouse in state.warehouses},
            **{f"jarl {alliance.jarl} {alliance.demand.key}": 1 for alliance in state.alliances},
            "coins": coins,
        }
