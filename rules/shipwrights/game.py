"""Shipwrights as a `Game`: connects its phases to the contract."""

from collections import Counter
from collections.abc import Mapping
from typing import assert_never, get_args

from rules.components import ComponentSource, load_components
from rules.engine import Engine, StepRecorder
from rules.game import Fact, Info, Options, Outcome, Phrase, Seat, Shortcut, kind_of
from rules.shipwrights import (
    attacks,
    determinization,
    evening,
    illegal_reasons,
    market,
    morning,
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
from rules.shipwrights.moves import (
    MOVES,
    Assassin,
    Barbarian,
    Beggar,
    Berserker,
    Build,
    Buy,
    BuyTool,
    Call,
    Conspirator,
    Drop,
    End,
    Enough,
    Finish,
    Hire,
    Keep,
    Lay,
    Merchant,
    Pick,
    Raider,
    Return,
    Sage,
    ShipwrightsMove,
    Stock,
    Swap,
    Thief,
)
from rules.shipwrights.options import ShipwrightsOptions
from rules.shipwrights.pieces import ShipKey
from rules.shipwrights.printed import printed_values
from rules.shipwrights.standing_orders import STANDING_ORDERS
from rules.shipwrights.state import Phase, State
from rules.shipwrights.successes import SUCCESS_SHEET, Success, achieved_successes
from rules.shipwrights.view import View, view_for

RULES_VERSION = 2
KIND_FIRST: frozenset[Phase] = frozenset({"afternoon", "trader", "dusk", "night"})
NO_SEATS: frozenset[Seat] = frozenset()
ONLY_SEAT: tuple[frozenset[Seat], ...] = tuple(frozenset((seat,)) for seat in range(5))


class Shipwrights(Engine[State, ShipwrightsMove, View]):
    """The base game, for two to five."""

    state_type = State
    success_sheet = SUCCESS_SHEET
    standing_orders = STANDING_ORDERS
    last_rounds = 3

    def __init__(self, pack: ComponentSource = None) -> None:
        self.components, self.pack = load_components("shipwrights", Components, pack)
        self.names = self.components.all_names
        self.info = Info(
            key="shipwrights",
            seats=(2, 5),
            rules_version=RULES_VERSION,
            options=ShipwrightsOptions,
            moves=MOVES,
            owed=tuple(phase for phase in get_args(Phase) if phase != "over"),
            events=EVENTS,
            reasons=scoring.REASONS,
            categories=scoring.CATEGORIES,
            topics=self.components.topics,
            kind_first=KIND_FIRST,
            delayed_kinds=frozenset(map(kind_of, MOVES)),
            lesson=LESSON,
        )

    def deal(self, seats: int, options: Options, recorder: StepRecorder) -> State:
        assert isinstance(options, ShipwrightsOptions)
        return setup.deal(seats, self.components, options, recorder)

    def seats(self, state: State) -> int:
        return len(state.players)

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
        afternoon = state.stage in ("afternoon", "chieftain", "trader") and not isinstance(move, End)
        state = self._perform(state, seat, move, recorder)
        return turn.end_if_idle(state, self.components, recorder) if afternoon else state

    def _perform(self, state: State, seat: Seat, move: ShipwrightsMove, recorder: StepRecorder) -> State:
        components = self.components
        match move:
            case Stock():
                return setup.choose_stock(state, seat, move, recorder)
            case Pick():
                return self._pick(state, seat, move, recorder)
            case Buy():
                return market.buy(state, move, components, recorder)
            case BuyTool():
                return market.buy_tool(state, move, components, recorder)
            case Drop():
                return market.drop_tool(state, recorder)
            case Build():
                return market.build(state, move, components, recorder)
            case Hire():
                return shipyard.hire(state, move, recorder)
            case Lay():
                return shipyard.lay_ship(state, move, recorder)
            case Finish():
                return shipyard.finish_ship(state, move, components, recorder)
            case End():
                return turn.end_turn(state, components, recorder)
            case Return() if state.stage == "dusk":
                return turn.choose_return(state, move, components, recorder)
            case Return():
                return evening.return_goods(state, seat, move, components, recorder)
            case _:
                return self._villager(state, move, recorder)

    def _pick(self, state: State, seat: Seat, move: Pick, recorder: StepRecorder) -> State:
        state = morning.pick(state, seat, move, recorder)
        return turn.begin_afternoon(state, self.components, recorder) if morning.is_over(state) else state

    def _villager(
        self,
        state: State,
        move: (
            Call
            | Assassin
            | Barbarian
            | Conspirator
            | Raider
            | Berserker
            | Thief
            | Sage
            | Beggar
            | Merchant
            | Keep
            | Swap
            | Enough
        ),
        recorder: StepRecorder,
    ) -> State:
        components = self.components
        match move:
            case Call():
                return villagers.call(state, move, components, recorder)
            case Assassin():
                return attacks.kill_craftsman(state, move, recorder)
            case Barbarian():
                return attacks.destroy_ship(state, move, recorder)
            case Conspirator():
                return attacks.lure_craftsman(state, move, recorder)
            case Raider():
                return attacks.raid(state, move, components, recorder)
            case Berserker():
                return attacks.destroy_tool(state, move, components, recorder)
            case Thief():
                return attacks.rob(state, move, recorder)
            case Sage():
                return villagers.use_sage(state, move, components, recorder)
            case Beggar():
                return villagers.use_beggar(state, move, components, recorder)
            case Merchant():
                return villagers.use_merchant(state, move, recorder)
            case Keep():
                return villagers.keep_card(state, move, recorder)
            case Swap():
                return villagers.swap_goods(state, move, recorder)
            case Enough():
                return villagers.end_swaps(state)
            case _:
                assert_never(move)

    def view(self, state: State, seat: Seat | None) -> View:
        return view_for(state, seat, self.to_act(state), self.components)

    def owed(self, view: View, seat: Seat) -> str:  # noqa: ARG002
        return view.phase

    def label_facts(self, state: State, seat: Seat, move: ShipwrightsMove) -> Mapping[str, Fact]:
        return label_facts(state, seat, move, self.components)

    def printed_values(self, piece: str) -> Mapping[str, Fact]:
        return printed_values(piece, self.components)

    def illegal_reason(self, state: State, seat: Seat, move: ShipwrightsMove) -> Phrase | None:
        return illegal_reasons.illegal_reason(state, seat, move, self.components)

    def blocked_kinds(self, state: State, seat: Seat) -> Mapping[str, Phrase]:
        return illegal_reasons.blocked_kinds(state, seat, self.components)

    def shortcuts(self, state: State, seat: Seat) -> tuple[Shortcut, ...]:
        if seat not in self.to_act(state):
            return ()
        # Cache of one entry: a panel asks for them several times.
        last_state, last_seat, found = self._last_shortcuts
        if last_state is not state or last_seat != seat:

            def apply(before: State, move: ShipwrightsMove) -> State:
                return self.apply(before, seat, move).state

            found = shortcuts.shortcuts(state, self.components, apply)
            self._last_shortcuts = state, seat, found
        return found

    _last_shortcuts: tuple[State | None, Seat, tuple[Shortcut, ...]] = (None, -1, ())

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state, self.components) if state.stage == "over" else None

    def current_scores(self, state: State) -> tuple[int, ...]:
        return scoring.points_now(state, self.components)

    def successes(self, state: State, seat: Seat) -> tuple[Success, ...]:
        return achieved_successes(state, seat, self.components)

    def favourites(self, state: State, seat: Seat) -> tuple[ShipKey, ...]:
        return state.players[seat].fleet

    def begins_round(self, state: State) -> bool:
        """True at the start of a day: no card was picked from its sets."""
        return state.stage == "morning" and all(len(each) > len(state.players) for each in state.sets)

    def next_turn(self, state: State, seat: Seat) -> State | None:
        return next_turn.next_turn_state(state, seat, self.components)

    def reshuffle(self, state: State, seat: Seat | None, seed: bytes) -> State:
        return determinization.reshuffle(state, seat, seed)

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
