"""Runes as a `Game`: each player lays a stone, the strongest takes them all."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from rules.chance import Chance
from rules.engine import Engine, StepRecorder
from rules.game import Info, Options, Outcome, Phrase, Seat
from tests.example_game.rules import scoring
from tests.example_game.rules.components import MAX_SEATS, Components, Stones
from tests.example_game.rules.events import (
    EVENTS,
    RoundTied,
    StoneCast,
    StoneDrawn,
    StoneLaid,
    StoneShown,
    StonesTaken,
)
from tests.example_game.rules.moves import MOVES, Cast, Lay, RunesMove
from tests.example_game.rules.options import RunesOptions
from tests.example_game.rules.state import Player, State
from tests.example_game.rules.view import View, view_for


class Runes(Engine[State, RunesMove, View]):
    """Two or three players with a few hidden stones each."""

    components: Components
    components_type = Components
    state_type = State
    info = Info(
        key="runes",
        seats=(2, MAX_SEATS),
        rules_version=1,
        options=RunesOptions,
        moves=MOVES,
        owed=("lay",),
        events=EVENTS,
        reasons=scoring.REASONS,
        categories=scoring.CATEGORIES,
    )

    def deal(self, seats: int, options: Options, recorder: StepRecorder) -> State:
        assert isinstance(options, RunesOptions)
        stones, size = recorder.shuffle(self.components.all_stones), self.components.hand.stones
        hands = (stones[size * seat : size * (seat + 1)] for seat in range(seats))
        return State(recorder.chance, options, tuple(map(Player, hands)), bag=stones[size * seats :])

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset(
            seat for seat, player in enumerate(state.players) if player.hand and player.laid is None
        )

    def choices(self, state: State, seat: Seat) -> tuple[RunesMove, ...]:
        player = state.players[seat]
        held = tuple(dict.fromkeys(player.hand))
        casts = tuple(Cast(stone=stone) for stone in held) if player.may_cast else ()
        return (*(Lay(stone=stone) for stone in held), *casts)

    def perform(self, state: State, seat: Seat, move: RunesMove, recorder: StepRecorder) -> State:
        player = state.players[seat]
        place = player.hand.index(move.stone)
        player = player._replace(hand=player.hand[:place] + player.hand[place + 1 :])
        if isinstance(move, Cast):
            return self._cast(state, seat, player, move, recorder)
        recorder.emit(StoneLaid(seat=seat))
        state = replace(state, players=state.with_player(seat, player._replace(laid=move.stone)))
        return state if self.to_act(state) else self._reveal(state, recorder)

    def _cast(self, state: State, seat: Seat, player: Player, move: Cast, recorder: StepRecorder) -> State:
        place = recorder.random_below(len(state.bag))
        drawn = state.bag[place]
        recorder.emit(StoneCast(seat=seat, stone=move.stone))
        recorder.emit(StoneDrawn(seat=seat, stone=drawn, audience=frozenset({seat})))
        return replace(
            state,
            players=state.with_player(seat, player._replace(hand=(*player.hand, drawn), may_cast=False)),
            bag=state.bag[:place] + state.bag[place + 1 :],
            gone=(*state.gone, move.stone),
        )

    def _reveal(self, state: State, recorder: StepRecorder) -> State:
        """Reveal the stones once all are laid: a single strongest one takes them all."""
        shown = recorder.reveal(tuple(player.laid for player in state.players if player.laid is not None))
        for seat, stone in enumerate(shown):
            recorder.emit(StoneShown(seat=seat, stone=stone))
        strengths = [self.components.runes.of(stone).strength for stone in shown]
        winner = strengths.index(max(strengths))
        stones = (*state.waiting, *shown)
        players = tuple(
            player._replace(laid=None, shown=(*player.shown, stone))
            for player, stone in zip(state.players, shown, strict=True)
        )
        state = replace(state, players=players, waiting=())
        if strengths.count(max(strengths)) == 1:
            recorder.emit(StonesTaken(seat=winner, stones=stones))
            richer = players[winner]._replace(taken=players[winner].taken + stones)
            return replace(state, players=state.with_player(winner, richer))
        recorder.emit(RoundTied())
        if state.options.stones_wait and self.to_act(state):
            return replace(state, waiting=stones)
        return replace(state, gone=state.gone + stones)

    def view(self, state: State, seat: Seat | None) -> View:
        return view_for(state, seat, self.to_act(state), self.components)

    def turn_label(self, state: State) -> Phrase:
        return Phrase(key="turn.round", values={"round": len(state.players[0].shown) + 1})

    def label_facts(self, state: State, seat: Seat, move: RunesMove) -> Mapping[str, int]:  # noqa: ARG002
        return {"strength": self.components.runes.of(move.stone).strength}

    def printed_values(self, piece: str) -> Mapping[str, int]:
        rune = self.components.runes.of(piece)
        return {"strength": rune.strength, "stones": rune.stones}

    def outcome(self, state: State) -> Outcome | None:
        return None if self.to_act(state) else scoring.outcome(state, self.components)

    def current_scores(self, state: State) -> tuple[int, ...]:
        return scoring.current_scores(state, self.components)

    def favourites(self, state: State, seat: Seat) -> Stones:
        return state.players[seat].shown

    def reshuffle(self, state: State, seat: Seat | None, seed: bytes) -> State:
        """Randomise what the reader cannot see: the bag, and the stones others hold or have laid."""
        others = [player for owner, player in enumerate(state.players) if owner != seat]
        hidden = [*state.bag, *(stone for player in others for stone in _hidden_stones(player))]
        stones, _ = Chance(seed).shuffled(sorted(hidden))
        players: list[Player] = []
        for owner, player in enumerate(state.players):
            if owner != seat:
                mine, stones = stones[: len(_hidden_stones(player))], stones[len(_hidden_stones(player)) :]
                held = len(player.hand)
                player = player._replace(hand=mine[:held], laid=mine[held] if player.laid else None)
            players.append(player)
        return replace(state, players=tuple(players), bag=stones, chance=Chance(seed, state.chance.counter))

    def census(self, state: State) -> Mapping[str, int]:
        stones: Counter[str] = Counter(state.bag + state.waiting + state.gone)
        for player in state.players:
            stones.update(_hidden_stones(player) + player.taken)
        return stones


def _hidden_stones(player: Player) -> Stones:
    return player.hand if player.laid is None else (*player.hand, player.laid)
