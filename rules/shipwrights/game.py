"""Shipwrights as a `Game`: connects its phases to the contract."""

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import Any, assert_never, get_args

from rules.engine import NO_SEATS, ONLY_SEAT, Engine, StepRecorder
from rules.game import Fact, Info, Options, Outcome, Phrase, Seat, Shortcut, kind_of
from rules.shipwrights import (
    attacks,
    determinization,
    evening,
    illegal_reasons,
    market,
    morning,
    moves,
    next_turn,
    scoring,
    setup,
    shipyard,
    shortcuts,
    turn,
    villagers,
)
from rules.shipwrights.components import Components
from rules.shipwrights.events import EVENTS
from rules.shipwrights.labels import label_facts
from rules.shipwrights.lesson import LESSON
from rules.shipwrights.moves import ShipwrightsMove
from rules.shipwrights.options import ShipwrightsOptions
from rules.shipwrights.pieces import ShipKey
from rules.shipwrights.printed import printed_values
from rules.shipwrights.standing_orders import STANDING_ORDERS
from rules.shipwrights.state import Phase, State
from rules.shipwrights.successes import SUCCESS_SHEET, achieved_successes
from rules.shipwrights.view import View, view_for

KIND_FIRST: frozenset[Phase] = frozenset({"afternoon", "trader", "dusk", "night"})


_MOVES_WITHOUT_DRAW = (moves.Buy, moves.Finish, moves.Lay, moves.Hire, moves.BuyTool, moves.Build)


class Shipwrights(Engine[State, ShipwrightsMove, View]):
    """The base game, for two to five."""

    components: Components
    components_type = Components
    state_type = State
    success_sheet = SUCCESS_SHEET
    standing_orders = STANDING_ORDERS
    last_rounds = 3
    info = Info(
        key="shipwrights",
        seats=(2, 5),
        rules_version=3,
        options=ShipwrightsOptions,
        moves=moves.MOVES,
        owed=tuple(phase for phase in get_args(Phase) if phase != "over"),
        events=EVENTS,
        reasons=scoring.REASONS,
        categories=scoring.CATEGORIES,
        kind_first=KIND_FIRST,
        delayed_kinds=frozenset(map(kind_of, moves.MOVES)),
        reversible_kinds=frozenset({"swap"}),
        lesson=LESSON,
    )

    def deal(self, seats: int, options: Options, recorder: StepRecorder) -> State:
        assert isinstance(options, ShipwrightsOptions)
        return setup.deal(seats, self.components, options, recorder)

    def others_progress(self, view: View) -> Mapping[str, Any]:
        others = [seat for seat in range(len(view.players)) if seat != view.seat]
        match view.phase:
            case "morning":
                progress: Any = {"aside": True, "players": {seat: {"hand_size", "picks"} for seat in others}}
            case "night":
                progress = {"players": set(others)}
            case _:
                progress = {}
        return {"to_act": True, **progress}

    def to_act(self, state: State) -> frozenset[Seat]:
        match state.stage:
            case "stock":
                return setup.seats_to_choose(state)
            case "morning":
                return morning.seats_to_pick(state)
            case "night":
                return evening.seats_to_return(state, self.components)
            case "over":
                return NO_SEATS
            case _:
                return ONLY_SEAT[state.active]

    def choices(self, state: State, seat: Seat) -> tuple[ShipwrightsMove, ...]:
        match state.stage:
            case "stock":
                return setup.choices()
            case "morning":
                return morning.choices(state, seat)
            case "afternoon":
                return turn.choices(state, self.components)
            case "chieftain":
                return villagers.keep_choices(state)
            case "trader":
                return villagers.swap_choices(state)
            case "dusk":
                return evening.dusk_choices(state, self.components)
            case "night":
                return evening.choices(state, seat, self.components)
            case "over":
                return ()

    def perform(self, state: State, seat: Seat, move: ShipwrightsMove, recorder: StepRecorder) -> State:
        """Perform a move, and end a turn in which nothing else can be done."""
        afternoon = state.stage in ("afternoon", "chieftain", "trader") and not isinstance(move, moves.End)
        state = self._perform(state, seat, move, recorder)
        return turn.end_if_idle(state, self.components, recorder) if afternoon else state

    def _perform(  # noqa: C901 - a match table
        self, state: State, seat: Seat, move: ShipwrightsMove, recorder: StepRecorder
    ) -> State:
        components = self.components
        match move:
            case moves.Stock():
                return setup.choose_stock(state, seat, move, recorder)
            case moves.Pick():
                return self._pick(state, seat, move, recorder)
            case moves.Buy():
                return market.buy(state, move, components, recorder)
            case moves.BuyTool():
                return market.buy_tool(state, move, components, recorder)
            case moves.Drop():
                return market.drop_tool(state, recorder)
            case moves.Build():
                return market.build(state, move, components, recorder)
            case moves.Hire():
                return shipyard.hire(state, move, recorder)
            case moves.Lay():
                return shipyard.lay_ship(state, move, recorder)
            case moves.Finish():
                return shipyard.finish_ship(state, move, components, recorder)
            case moves.End():
                return turn.end_turn(state, components, recorder)
            case moves.Return() if state.stage == "dusk":
                return turn.choose_return(state, move, components, recorder)
            case moves.Return():
                return evening.return_goods(state, seat, move, components, recorder)
            case moves.Call():
                return villagers.call(state, move, components, recorder)
            case moves.Assassin():
                return attacks.kill_craftsman(state, move, recorder)
            case moves.Barbarian():
                return attacks.destroy_ship(state, move, recorder)
            case moves.Conspirator():
                return attacks.lure_craftsman(state, move, recorder)
            case moves.Raider():
                return attacks.raid(state, move, components, recorder)
            case moves.Berserker():
                return attacks.destroy_tool(state, move, components, recorder)
            case moves.Thief():
                return attacks.rob(state, move, recorder)
            case moves.Sage():
                return villagers.use_sage(state, move, components, recorder)
            case moves.Beggar():
                return villagers.use_beggar(state, move, components, recorder)
            case moves.Merchant():
                return villagers.use_merchant(state, move, recorder)
            case moves.Keep():
                return villagers.keep_card(state, move, recorder)
            case moves.Swap():
                return villagers.swap_goods(state, move, recorder)
            case moves.Enough():
                return villagers.end_swaps(state)
            case _:
                assert_never(move)

    def _pick(self, state: State, seat: Seat, move: moves.Pick, recorder: StepRecorder) -> State:
        state = morning.pick(state, seat, move, recorder)
        return turn.begin_afternoon(state, self.components, recorder) if morning.is_over(state) else state

    def view(self, state: State, seat: Seat | None) -> View:
        return view_for(state, seat, self.to_act(state), self.components)

    def owed(self, view: View, seat: Seat) -> str:  # noqa: ARG002
        return view.phase

    def turn_label(self, state: State) -> Phrase:
        if state.stage == "stock":
            return Phrase(key="turn.start")
        return Phrase(key="turn.day", values={"day": state.day, "phase": state.stage})

    def reversible_position(self, state: State, seat: Seat) -> Hashable:
        player = state.players[seat]
        return player.gold, player.workers, player.mill

    def label_facts(self, state: State, seat: Seat, move: ShipwrightsMove) -> Mapping[str, Fact]:
        facts = label_facts(state, seat, move, self.components)
        left = self._cards_left_at_end(state, seat, move)
        if left is None:
            return facts
        return {**facts, "ends": "turn", **({"discards": left} if left else {})}

    def _cards_left_at_end(self, state: State, seat: Seat, move: ShipwrightsMove) -> int | None:
        """Return how many cards are discarded with a move that ends the turn; None if more can be done.

        Only a move that draws no card is looked at, since what it leads to is known.
        """
        draws = isinstance(move, moves.Sage) or move == moves.CALL["chieftain"]
        if state.stage not in ("afternoon", "trader", "chieftain") or draws or move == moves.END:
            return None
        after = self._perform(state, seat, move, StepRecorder(state.chance))
        ends = after.stage == "afternoon" and turn.is_idle(after, self.components)
        return len(after.players[seat].hand) if ends else None

    def printed_values(self, piece: str) -> Mapping[str, Fact]:
        return printed_values(piece, self.components)

    def illegal_reason(self, state: State, seat: Seat, move: ShipwrightsMove) -> Phrase | None:
        return illegal_reasons.illegal_reason(state, seat, move, self.components)

    def blocked_kinds(self, state: State, seat: Seat) -> Mapping[str, Phrase]:
        return illegal_reasons.blocked_kinds(state, seat, self.components)

    def find_shortcuts(self, state: State, seat: Seat) -> tuple[Shortcut, ...]:
        def apply(before: State, move: ShipwrightsMove) -> State:
            return self.apply(before, seat, move).state

        return shortcuts.shortcuts(state, self.components, apply)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state, self.components) if state.stage == "over" else None

    def current_scores(self, state: State) -> tuple[int, ...]:
        return scoring.points_now(state, self.components)

    def successes(self, state: State, seat: Seat) -> tuple[str, ...]:
        return achieved_successes(state, seat, self.components)

    def favourites(self, state: State, seat: Seat) -> tuple[ShipKey, ...]:
        return state.players[seat].fleet

    def begins_round(self, state: State) -> bool:
        """True at the start of a day: no card was picked from its sets."""
        return state.stage == "morning" and all(len(each) > len(state.players) for each in state.sets)

    def next_turn(self, state: State, seat: Seat) -> State | None:
        return next_turn.next_turn_state(state, seat, self.components)

    reshuffle = staticmethod(determinization.reshuffle)

    def census(self, state: State) -> Mapping[str, int]:
        """Cards and backs, wherever they are."""
        cards = Counter[str]([*state.deck, *state.discards, *state.buried, *state.drawn])
        for lying in state.sets:
            cards.update(lying)
        for player in state.players:
            cards.update(held.card for held in player.hand)
            cards.update([*player.craftsmen, *player.fleet, *player.buildings])
            cards.update(ship for ship in player.workshops if ship is not None)
            cards.update([player.tool] if player.tool else [])
            cards.update({"watchman": player.watchmen, "pioneer": player.pioneers})
        backs = Counter(f"back {number}" for number in (*state.backs, *state.spent_backs))
        return {card: count for card, count in cards.items() if count} | dict(backs)
