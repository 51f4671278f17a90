"""Lofoten as a game of the house: its phases joined to the contract."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import assert_never

from rules.components import read
from rules.engine import Engine, Happening
from rules.game import Info, Options, Outcome, Seat
from rules.lofoten import action, cargo, draw, ending, pile, purse, scoring, setup, unseen, upkeep
from rules.lofoten.components import Components
from rules.lofoten.events import EVENTS
from rules.lofoten.labels import about
from rules.lofoten.moves import (
    MOVES,
    BuyHand,
    BuyStep,
    BuyTurn,
    Fill,
    LofotenMove,
    Place,
    PlayCentre,
    PlaySide,
    Remove,
    Row,
    Slide,
    Steal,
    Stop,
    Store,
    Turn,
    Unload,
    Wheel,
)
from rules.lofoten.options import LofotenOptions
from rules.lofoten.state import State
from rules.lofoten.turn import end_turn
from rules.lofoten.view import View, see

RULES_VERSION = 1
NOBODY: frozenset[Seat] = frozenset()
ALONE: tuple[frozenset[Seat], ...] = (frozenset((0,)), frozenset((1,)))


class Lofoten(Engine[State, LofotenMove, View]):
    """The base game for two."""

    state_type = State

    def __init__(self, pack: Path | None = None) -> None:
        self.components, self.pack = read("lofoten", Components, pack)
        self.names = self.components.all_names
        self.info = Info(
            key="lofoten",
            seats=(2, 2),
            rules_version=RULES_VERSION,
            options=LofotenOptions,
            moves=MOVES,
            events=EVENTS,
            reasons=scoring.REASONS,
            categories=scoring.CATEGORIES,
            topics=self.components.topics,
        )

    def deal(self, seats: int, options: Options, happening: Happening) -> State:  # noqa: ARG002
        assert isinstance(options, LofotenOptions)
        return setup.deal(self.components, options, happening)

    def seats(self, state: State) -> int:
        return len(state.players)

    def to_act(self, state: State) -> frozenset[Seat]:
        return NOBODY if state.stage == "over" else ALONE[state.active]

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
            case "draw":
                return draw.choices(state, prices)
            case "upkeep":
                return upkeep.choices(state, prices)
            case "last_unload":
                return ending.choices(state)
            case "over":
                return ()

    def perform(self, state: State, seat: Seat, move: LofotenMove, happening: Happening) -> State:  # noqa: ARG002
        prices = self.components.prices
        match move:
            case PlaySide():
                return action.play_side(state, move, happening)
            case Slide():
                return action.step_slide(state, happening)
            case Turn():
                return action.step_turn(state, happening)
            case BuyStep():
                return action.buy_step(state, prices, happening)
            case Stop():
                return self._stop(state, happening)
            case Place():
                return draw.place(state, move, happening)
            case Fill():
                return upkeep.fill(state, move, happening)
            case PlayCentre():
                return action.play_centre(state, self.components.effects, happening)
            case Steal():
                return action.steal(state, happening)
            case Wheel():
                return action.wheel(state, move.way, happening)
            case Row():
                return action.row(state, move.way, happening)
            case Remove():
                return action.remove_tile(state, move, happening)
            case Store():
                return self._store(state, move, happening)
            case BuyHand():
                return self._purchased(pile.buy_hand(state, prices, happening), happening)
            case BuyTurn():
                return self._purchased(purse.buy_turn(state, prices, happening), happening)
            case Unload():
                return ending.unload_last(state, move, happening)
            case _:
                assert_never(move)

    def _stop(self, state: State, happening: Happening) -> State:
        if state.stage == "upkeep":
            return end_turn(state, happening)
        return action.end_action(state, happening)

    def _store(self, state: State, move: Store, happening: Happening) -> State:
        stored = cargo.store(state, move.warehouse - 1, happening)
        return ending.after_unloading(stored, happening) if stored.stage == "last_unload" else stored

    def _purchased(self, state: State, happening: Happening) -> State:
        """A hand bought after the draw leaves no card to place; otherwise the phase goes on."""
        if state.stage in ("draw", "upkeep") and state.player.drawn is None:
            return upkeep.after_purchase(state, self.components.prices, happening)
        return state

    def view(self, state: State, seat: Seat | None) -> View:
        return see(state, seat, self.to_act(state))

    def about(self, state: State, seat: Seat, move: LofotenMove) -> Mapping[str, str | int]:
        return about(state, seat, move, self.components)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state) if state.stage == "over" else None

    def reshuffle(self, state: State, seat: Seat | None, seed: bytes) -> State:
        return unseen.reshuffle(state, seat, seed)

    def census(self, state: State) -> Mapping[str, int]:
        """Orders and tiles by kind, ships by letter, and coins, wherever they are."""
        ships = [ship for player in state.players for ship in player.fleet.ships]
        orders = Counter([*state.pile, *state.discards, *(ship.order for ship in ships if ship.order)])
        tiles = Counter(state.box)
        for player in state.players:
            orders.update([*player.hand, *([player.drawn] if player.drawn else [])])
        for tile in [*state.market, *(tile for ship in ships for tile in ship.load)]:
            tiles.update([tile] if tile else [])
        for stack in state.stacks:
            tiles.update(stack.tiles)
        for warehouse in state.warehouses:
            tiles.update([*warehouse.sides[0], *warehouse.sides[1]])
        coins = state.reserve + sum(player.coins for player in state.players)
        return {
            **{f"order {good} {value}": count for (good, value), count in orders.items()},
            **{f"tile {good} {amount}": count for (good, amount), count in tiles.items()},
            **{f"ship {key}": count for key, count in Counter(ship.key for ship in ships).items()},
            "coins": coins,
        }
