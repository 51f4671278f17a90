"""Explorers of the North Sea as a `Game`: connects its stages to the contract."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import assert_never

from rules.components import ComponentSource, load_names
from rules.engine import NO_SEATS, ONLY_SEAT, Engine, StepRecorder
from rules.explorers import (
    actions,
    captains,
    determinization,
    illegal_reasons,
    labels,
    land,
    moves,
    next_turn,
    placing,
    scoring,
    sea,
    setup,
    shortcuts,
    ways_back,
)
from rules.explorers.components import Components
from rules.explorers.events import EVENTS
from rules.explorers.lesson import LESSON
from rules.explorers.moves import ExplorersMove
from rules.explorers.names import Names
from rules.explorers.options import ExplorersOptions
from rules.explorers.pieces import OUTPOSTS_PER_PLAYER, Captain
from rules.explorers.standing_orders import STANDING_ORDERS
from rules.explorers.state import State
from rules.explorers.successes import SUCCESS_SHEET, achieved_successes
from rules.explorers.turn import SOLO_TILES_PER_TURN, end_turn, turn_count
from rules.explorers.view import View, view_for
from rules.game import Info, Options, Outcome, Phrase, Seat, Shortcut

OWED = ("captains", "place", "first_tile", "second_tile", "actions", "actions_alone")
"""In a solo game two tiles are placed per turn, and the lower of two captains counts."""


class Explorers(Engine[State, ExplorersMove, View]):
    """The game for one to four."""

    components: Components
    components_type = Components
    state_type = State
    success_sheet = SUCCESS_SHEET
    standing_orders = STANDING_ORDERS
    info = Info(
        key="explorers",
        seats=(1, 4),
        rules_version=2,
        options=ExplorersOptions,
        moves=moves.MOVES,
        owed=OWED,
        events=EVENTS,
        reasons=scoring.REASONS,
        categories=(*scoring.CATEGORIES, *scoring.TIE_BREAKERS),
        kind_first=frozenset(OWED) - {"captains"},
        delayed_kinds=frozenset({"place", "load", "unload", "sail", "march", "herd", "build"}),
        reversible_kinds=ways_back.REVERSIBLE_KINDS,
        lesson=LESSON,
    )

    def __init__(self, pack: ComponentSource = None) -> None:
        super().__init__(pack)
        self.names = Names(self.components.all_names, load_names("explorers", "sides.toml"))

    def deal(self, seats: int, options: Options, recorder: StepRecorder) -> State:
        assert isinstance(options, ExplorersOptions)
        return setup.deal(self.components, seats, options, recorder)

    def to_act(self, state: State) -> frozenset[Seat]:
        match state.stage:
            case "captains":
                return captains.undecided(state)
            case "over":
                return NO_SEATS
            case _:
                return ONLY_SEAT[state.active]

    def choices(self, state: State, seat: Seat) -> Sequence[ExplorersMove]:
        match state.stage:
            case "captains":
                return captains.choices(state, seat)
            case "place":
                return placing.choices(state, self.components)
            case "actions":
                return actions.choices(state)
            case "over":
                return ()

    def perform(self, state: State, seat: Seat, move: ExplorersMove, recorder: StepRecorder) -> State:
        after = self._perform(state, seat, move, recorder)
        if isinstance(move, moves.End):
            return after
        return actions.end_turn_if_done(after, self.components, recorder)

    def _perform(self, state: State, seat: Seat, move: ExplorersMove, recorder: StepRecorder) -> State:
        components = self.components
        match move:
            case moves.Sail():
                return sea.sail_ship(state, move, recorder)
            case moves.March():
                return land.march_vikings(state, move, recorder)
            case moves.Place():
                return placing.place_tile(state, move, components, recorder)
            case moves.End():
                return end_turn(state, components, recorder)
            case moves.Load():
                return sea.load_ship(state, move, recorder)
            case moves.Unload():
                return sea.unload_ship(state, move, recorder)
            case moves.Herd():
                return land.herd_livestock(state, move, recorder)
            case moves.Build():
                return land.build_outpost(state, move, recorder)
            case moves.KeepCaptain():
                return captains.choose_captain(state, seat, move, components, recorder)
            case moves.Redraw():
                return placing.redraw(state, components, recorder)
            case moves.Discard():
                return placing.discard_tile(state, move, components, recorder)
            case _:
                assert_never(move)

    def view(self, state: State, seat: Seat | None) -> View:
        return view_for(state, seat, self.to_act(state), self.components)

    def owed(self, view: View, seat: Seat) -> str:
        if view.winter is not None or view.phase not in ("place", "actions"):
            return view.phase
        if view.phase == "actions":
            return "actions_alone"
        return "first_tile" if view.players[seat].hand_size == SOLO_TILES_PER_TURN else "second_tile"

    def turn_label(self, state: State) -> Phrase:
        if state.stage == "captains":
            return Phrase(key="turn.start")
        turns = turn_count(state, self.components)
        return Phrase(key="turn.numbered", values={"turn": min(state.turn, turns), "turns": turns})

    def label_facts(self, state: State, seat: Seat, move: ExplorersMove) -> Mapping[str, str | int]:  # noqa: ARG002
        return labels.label_facts(state, move, self.components)

    def illegal_reason(self, state: State, seat: Seat, move: ExplorersMove) -> Phrase | None:
        return illegal_reasons.illegal_reason(state, seat, move, self.components)

    def blocked_kinds(self, state: State, seat: Seat) -> Mapping[str, Phrase]:
        return illegal_reasons.blocked_kinds(state) if seat in self.to_act(state) else {}

    def find_shortcuts(self, state: State, seat: Seat) -> tuple[Shortcut, ...]:  # noqa: ARG002
        return shortcuts.shortcuts(state, self) if state.stage == "actions" else ()

    def ways_back(self, state: State, seat: Seat, made: Sequence[ExplorersMove]) -> frozenset[ExplorersMove]:
        if not made or seat != state.active or state.stage not in ("place", "actions"):
            return frozenset()
        return ways_back.ways_back(state, made, self)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state) if state.stage == "over" else None

    def current_scores(self, state: State) -> tuple[int, ...]:
        return tuple(map(sum, scoring.scores(state)))

    def favourites(self, state: State, seat: Seat) -> tuple[Captain, ...]:
        """Return the captain that was kept; both in a solo game."""
        player = state.players[seat]
        if state.solo:
            return player.captains
        return () if player.kept is None else (player.kept,)

    next_turn = staticmethod(next_turn.next_turn_state)
    successes = staticmethod(achieved_successes)
    reshuffle = staticmethod(determinization.reshuffle)

    def census(self, state: State) -> Mapping[str, int]:
        """Tiles by number, livestock, settlements by strength, ships by back, captains, Vikings, outposts."""
        tiles = Counter([*state.stack, *state.discarded, *(laid.number for laid in state.laid)])
        herd = Counter(placing.livestock_left(state, self.components))
        herd.update(animal for _, animal in state.livestock)
        strengths = Counter([*state.settlement_supply, *(strength for _, strength in state.settlements)])
        backs = Counter([*state.enemy_supply, *(deadly for _, deadly in state.enemies)])
        cards = Counter(state.spare_captains)
        pieces: dict[str, int] = {}
        for seat, player in enumerate(state.players):
            tiles.update(player.hand)
            herd.update([*player.delivered, *player.ship.livestock])
            strengths.update(player.raided)
            backs.update(player.destroyed)
            cards.update(player.captains)
            ashore = sum(count for _, count in player.ashore)
            pieces[f"vikings of {seat}"] = ashore + player.ship.vikings + player.dead
            pieces[f"outposts of {seat}"] = OUTPOSTS_PER_PLAYER
        return {
            **{f"tile {number}": count for number, count in sorted(tiles.items())},
            **{animal: count for animal, count in sorted(herd.items()) if count},
            **{f"settlement {strength}": count for strength, count in sorted(strengths.items())},
            **{
                "deadly ship" if deadly else "harmless ship": count for deadly, count in sorted(backs.items())
            },
            **dict(sorted(cards.items())),
            **pieces,
        }
