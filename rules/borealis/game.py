"""Borealis as a `Game`: connects its actions to the contract."""

from collections import Counter
from collections.abc import Mapping
from typing import assert_never, get_args

from rules.borealis import (
    determinization,
    illegal_reasons,
    moves,
    next_turn,
    observation,
    opening,
    pool,
    regrouping,
    scoring,
    setup,
    shortcuts,
)
from rules.borealis.components import Components
from rules.borealis.events import EVENTS
from rules.borealis.labels import Facts, label_facts
from rules.borealis.lesson import LESSON
from rules.borealis.moves import BorealisMove
from rules.borealis.options import BorealisOptions
from rules.borealis.pieces import COLOURS, Species
from rules.borealis.printed import printed_values
from rules.borealis.standing_orders import STANDING_ORDERS
from rules.borealis.state import Phase, State
from rules.borealis.successes import SUCCESS_SHEET, achieved_successes
from rules.borealis.view import View, view_for
from rules.engine import NO_SEATS, ONLY_SEAT, Engine, StepRecorder
from rules.game import Info, Options, Outcome, Phrase, Seat, Shortcut


class Borealis(Engine[State, BorealisMove, View]):
    """Two to four expeditions, on side I or side II of the boards."""

    components: Components
    components_type = Components
    state_type = State
    success_sheet = SUCCESS_SHEET
    standing_orders = STANDING_ORDERS
    last_rounds = 8
    info = Info(
        key="borealis",
        seats=(2, 4),
        rules_version=2,
        options=BorealisOptions,
        moves=moves.MOVES,
        owed=tuple(phase for phase in get_args(Phase) if phase != "over"),
        events=EVENTS,
        reasons=scoring.REASONS,
        categories=scoring.CATEGORIES,
        delayed_kinds=frozenset({"exchange"}),
        lesson=LESSON,
    )

    def deal(self, seats: int, options: Options, recorder: StepRecorder) -> State:
        assert isinstance(options, BorealisOptions)
        return setup.deal(self.components, seats, options, recorder)

    def to_act(self, state: State) -> frozenset[Seat]:
        if state.phase == "exchange":
            return frozenset(seat for seat, player in enumerate(state.players) if player.exchanging is None)
        return NO_SEATS if state.phase == "over" else ONLY_SEAT[state.active]

    def choices(self, state: State, seat: Seat) -> tuple[BorealisMove, ...]:  # noqa: ARG002
        match state.phase:
            case "exchange":
                return moves.EXCHANGE
            case "action":
                return (*observation.choices(state.player), *regrouping.choices(state))
            case "draw":
                return pool.choices(state, self.components)
            case "gather":
                return moves.GATHER
            case "over":
                return ()

    def perform(self, state: State, seat: Seat, move: BorealisMove, recorder: StepRecorder) -> State:
        after = self._perform(state, seat, move, recorder)
        if after.phase == "over":
            scoring.emit_scores(after, self.components, recorder)
        return after

    def _perform(self, state: State, seat: Seat, move: BorealisMove, recorder: StepRecorder) -> State:
        match move:
            case moves.Observe():
                return observation.observe(state, move, self.components, recorder)
            case moves.Take():
                return pool.take(state, move, recorder)
            case moves.Draw():
                return pool.draw(state, recorder)
            case moves.Refresh():
                return pool.refresh(state, self.components, recorder)
            case moves.Regroup():
                return regrouping.regroup(state, move, self.components, recorder)
            case moves.Gather():
                return regrouping.gather(state, move, self.components, recorder)
            case moves.Exchange():
                return opening.exchange(state, seat, move, recorder)
            case _:
                assert_never(move)

    def view(self, state: State, seat: Seat | None) -> View:
        return view_for(state, seat, self.to_act(state), self.components)

    def owed(self, view: View, seat: Seat) -> str:  # noqa: ARG002
        return view.phase

    def turn_label(self, state: State) -> Phrase:
        if state.phase == "exchange":
            return Phrase(key="turn.start")
        return Phrase(key="turn.round", values={"round": state.round})

    def label_facts(self, state: State, seat: Seat, move: BorealisMove) -> Facts:
        return label_facts(state, seat, move, self.components)

    def printed_values(self, piece: str) -> Facts:
        return printed_values(piece, self.components)

    def illegal_reason(self, state: State, seat: Seat, move: BorealisMove) -> Phrase | None:
        return illegal_reasons.illegal_reason(state, seat, move, self.components)

    def blocked_kinds(self, state: State, seat: Seat) -> Mapping[str, Phrase]:
        return illegal_reasons.blocked_kinds(state, self.components) if seat in self.to_act(state) else {}

    def find_shortcuts(self, state: State, seat: Seat) -> tuple[Shortcut, ...]:
        return shortcuts.shortcuts(state, seat, self.components)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state, self.components) if state.phase == "over" else None

    def begins_round(self, state: State) -> bool:
        return state.phase == "action" and state.active == state.first

    next_turn = staticmethod(next_turn.next_turn_state)
    reshuffle = staticmethod(determinization.reshuffle)

    def successes(self, state: State, seat: Seat) -> tuple[str, ...]:
        return achieved_successes(state, seat, self.components)

    def current_scores(self, state: State) -> tuple[int, ...]:
        return tuple(scoring.score(state, seat, self.components).total for seat in range(len(state.players)))

    def key_cards(self, state: State) -> tuple[str, ...]:
        """The three objectives and the two score cards."""
        return (*(objective.card for objective in state.objectives), *state.score_cards)

    def favourites(self, state: State, seat: Seat) -> tuple[Species, ...]:
        """The animals observed."""
        return tuple(card.species for card in state.players[seat].cards_in_play)

    def census(self, state: State) -> Mapping[str, int]:
        """Animal cards by kind wherever they lie, scientists by colour, flags, objective and score cards."""
        cards = Counter(state.supply.deck + state.supply.pool + state.supply.discards)
        scientists: Counter[str] = Counter()
        for player in state.players:
            cards.update(player.hand + player.cards_in_play)
            for team in player.places:
                scientists.update(dict(zip(COLOURS, team, strict=True)))
        return {
            **{" ".join(map(str, card)): count for card, count in cards.items()},
            **scientists,
            "flags": sum(len(player.flags) for player in state.players),
            "objectives": len(state.objectives),
            "score cards": len(state.score_cards),
        }
