"""Lookahead for prepared turns: what future moves lead to, as far as one seat can know.

Up to the first draw or reveal the state is known. Beyond it there are only determinizations: states that
the seat cannot tell from the true one. No single determinization is ever shown.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

from rules.game import AnyGame, Event, FrozenModel, Move, Refusal, Seat, Step

Misfit = Literal["", "table", "impossible", "different"]
"""Why a plan was not played: the table changed; a move is illegal now, or has a different effect."""

DETERMINIZATIONS = 8  # Per belief state.
REVEAL_SAMPLES = 60  # Determinizations sampled to list possible reveals.
MAX_TURN_SAMPLES = 24  # If these look alike to the seat, all are taken to.
MIN_REVEAL_MATCHES = 3  # Fewer samples are too few to tell that a reveal leaves nothing open.
MAX_REVEAL_SAMPLES = 300  # Determinizations sampled for a rare reveal.
MAX_MOVES_TRIED = 400  # Per opponent, to list their possible moves.


@dataclass(frozen=True, slots=True)
class BeliefState:
    """One seat's belief: a known `state`, or `determinizations` sampled after a reveal.

    In the second case `state` is the last known one.
    """

    state: Any
    determinizations: tuple[Any, ...] = ()

    @property
    def is_certain(self) -> bool:
        return not self.determinizations

    def legal(self, game: AnyGame, seat: Seat) -> Sequence[Move]:
        """The legal moves; after a reveal, those legal in most determinizations."""
        if self.is_certain:
            return game.legal(self.state, seat)
        counts: dict[Move, int] = {}
        found: dict[str, Move] = {}
        for world in self.determinizations:
            for move in game.legal(world, seat):
                known = found.setdefault(str(move), move)
                counts[known] = counts.get(known, 0) + 1
        return tuple(move for move, count in counts.items() if 2 * count > len(self.determinizations))


@dataclass(frozen=True, slots=True)
class LookaheadStep:
    """A future move, the belief `after` it (None if it ends the turn), and its `effect` digest.

    The digest is empty if the effect differs between determinizations.
    """

    move: Move
    after: BeliefState | None
    effect: str


def turn_state(game: AnyGame, state: Any, seat: Seat) -> Any | None:
    """The state if the seat is to move, else the expected state of its next turn, if the game knows it."""
    if seat in game.to_act(state):
        return state
    return game.next_turn(state, seat)


def look_ahead(game: AnyGame, seat: Seat, belief: BeliefState, text: str) -> LookaheadStep | None:
    """Apply a move to a belief state. Returns None if the move is illegal in all determinizations."""
    steps = _steps(game, seat, belief.determinizations or (belief.state,), text)
    if not steps:
        return None
    move = game.parse(text)
    effects = {effect_digest(game, state, seat, move, step) for state, step in steps}
    effect = effects.pop() if len(effects) == 1 else ""
    if belief.is_certain:
        ((_, step),) = steps
        if not step.reveals:
            turn_continues = seat in game.to_act(step.state)
            return LookaheadStep(move, BeliefState(step.state) if turn_continues else None, effect)
        steps = _steps(game, seat, determinize(game, belief.state, seat, DETERMINIZATIONS), text)
    after = tuple(step.state for _, step in steps if seat in game.to_act(step.state))
    return LookaheadStep(move, BeliefState(belief.state, after) if after else None, effect)


def _steps(game: AnyGame, seat: Seat, states: Iterable[Any], text: str) -> list[tuple[Any, Step[Any]]]:
    """The states in which the move is legal, each with the step it makes."""
    tried = ((state, try_move(game, state, seat, text)) for state in states)
    return [(state, step) for state, step in tried if step is not None]


def determinize(game: AnyGame, state: Any, seat: Seat, count: int) -> tuple[Any, ...]:
    """Sample `count` states that the seat cannot tell from this one. Always the same for one state."""
    return tuple(_sample(game, state, seat, count))


def _sample(game: AnyGame, state: Any, seat: Seat, count: int) -> Iterator[Any]:
    return (game.reshuffle(state, seat, f"a plan {number}".encode()) for number in range(count))


def try_move(game: AnyGame, state: Any, seat: Seat, text: str) -> Step[Any] | None:
    try:
        return game.apply(state, seat, game.parse(text))
    except Refusal:
        return None


# Digests: compare effects, views and events without storing them


def effect_digest(game: AnyGame, state: Any, seat: Seat, move: Move, step: Step[Any]) -> str:
    """Digest of what a move leads to, as far as the mover can know beforehand.

    Covers the visible events, or only the facts of the move's label if it reveals something.
    """
    if step.reveals:
        return _digest(label_effect(game, state, seat, move))
    return _digest(repr([event.model_dump_json() for event in step.events if event.visible_to(seat)]))


def label_effect(game: AnyGame, state: Any, seat: Seat, move: Move) -> str:
    """The facts of a move's label, as text: all that is said of it on its button."""
    return repr(sorted(game.label_facts(state, seat, move).items()))


def recheck(
    game: AnyGame, state: Any, seat: Seat, text: str, meant: str = ""
) -> tuple[Step[Any] | None, Misfit]:
    """Try a stored move again. Returns its step, or None and why it no longer means the same.

    `meant` is its effect when it was chosen, by `effect_digest` or `label_effect`; empty if any will do.
    """
    step = try_move(game, state, seat, text)
    if step is None:
        return None, "impossible"
    move = game.parse(text)
    if meant in ("", effect_digest(game, state, seat, move, step)):
        return step, ""
    return (step, "") if meant == label_effect(game, state, seat, move) else (None, "different")


def view_digest(game: AnyGame, state: Any, seat: Seat) -> str:
    """Digest of all that a seat sees."""
    view: FrozenModel = game.view(state, seat)
    return _digest(view.model_dump_json())


def event_digest(event: Event) -> str:
    """Digest by which a reveal is recognised again."""
    return _digest(event.model_dump_json())


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


# Possible reveals and opponent moves


def possible_reveals(game: AnyGame, belief: BeliefState, seat: Seat, text: str) -> list[Event]:
    """Events the seat may see after that move in some determinizations, but not in all."""
    seen = [_visible_events(step, seat) for step in _reveal_samples(game, belief, seat, text)]
    every = {digest: event for events in seen for digest, event in events.items()}
    return [event for digest, event in every.items() if not all(digest in events for events in seen)]


def belief_after_reveal(
    game: AnyGame, belief: BeliefState, seat: Seat, text: str, seen: Collection[str]
) -> BeliefState | None:
    """The seat's belief after a move that shows it one of these events (digests).

    It is certain if the move can show nothing else that differs. Returns None if no sample shows one.
    """
    always, others, turns = set[str](), set[str](), list[Any]()
    for number, step in enumerate(_reveal_samples(game, belief, seat, text, MAX_REVEAL_SAMPLES)):
        if number >= REVEAL_SAMPLES and not 0 < len(turns) < MIN_REVEAL_MATCHES:
            break
        shown = set(_visible_events(step, seat))
        always = shown if number == 0 else always & shown
        if seat in game.to_act(step.state) and not shown.isdisjoint(seen):
            turns.append(step.state)
            others |= shown.difference(seen)
    if not turns:
        return None
    if others <= always and len(turns) >= MIN_REVEAL_MATCHES and _look_alike(game, turns, seat):
        return BeliefState(turns[0])
    return BeliefState(belief.state, tuple(turns[:DETERMINIZATIONS]))


def _reveal_samples(
    game: AnyGame, belief: BeliefState, seat: Seat, text: str, count: int = REVEAL_SAMPLES
) -> Iterator[Step[Any]]:
    """Yields the step that the move makes in each of up to `count` determinizations where it is legal."""
    for state in belief.determinizations or _sample(game, belief.state, seat, count):
        if (step := try_move(game, state, seat, text)) is not None:
            yield step


def _visible_events(step: Step[Any], seat: Seat) -> dict[str, Event]:
    return {event_digest(event): event for event in step.events if event.visible_to(seat)}


def _look_alike(game: AnyGame, states: Iterable[Any], seat: Seat) -> bool:
    return len({view_digest(game, state, seat) for state in states}) == 1


@dataclass(frozen=True, slots=True)
class OpponentMove:
    """A move that another seat may make in its turn; `path` ends with it, after the moves that lead to it."""

    seat: Seat
    path: tuple[Move, ...]
    causes_loss: bool = False  # For the seat that looks ahead.

    @property
    def move(self) -> Move:
        return self.path[-1]


def opponent_moves(game: AnyGame, state: Any, seat: Seat, others: Sequence[Seat]) -> list[OpponentMove]:
    """Moves that others may make in their turns, each once, as far as this seat can know.

    Moves that cause it a loss come first, then those with the shortest path.
    """
    (world,) = determinize(game, state, seat, 1)
    found = [move for other in others for move in _moves_of(game, world, seat, other)]
    return sorted(found, key=lambda move: not move.causes_loss)


def _moves_of(game: AnyGame, world: Any, seat: Seat, other: Seat) -> Iterator[OpponentMove]:
    queue: list[tuple[Any, tuple[Move, ...]]] = [(world, ())]
    seen, tries_left = set[str](), MAX_MOVES_TRIED
    for state, path in queue:
        for move in game.legal(state, other):
            tries_left -= 1
            if tries_left < 0:
                return
            if str(move) in seen:
                continue
            seen.add(str(move))
            step = game.apply(state, other, move)
            yield OpponentMove(other, (*path, move), any(event.is_loss_for(seat) for event in step.events))
            if not step.reveals:
                queue.append((step.state, (*path, move)))


def belief_after(
    game: AnyGame, state: Any, seat: Seat, other: Seat, path: Sequence[Move]
) -> BeliefState | None:
    """The seat's belief at its next turn, after an opponent has made the moves of `path`.

    Returns None if it gets no turn. Information that only the opponent gains makes no difference.
    """
    turns = list[Any]()
    for world in determinize(game, state, seat, REVEAL_SAMPLES):
        after, reveals = _apply_path(game, world, other, path)
        if after is not None and (turn := turn_state(game, after, seat)) is not None:
            turns.append(turn)
            if not reveals or len(turns) == MAX_TURN_SAMPLES:
                break
    if not turns:
        return None
    if _look_alike(game, turns, seat):
        return BeliefState(turns[0])
    now = turn_state(game, state, seat)
    return BeliefState(turns[0] if now is None else now, tuple(turns[:DETERMINIZATIONS]))


def _apply_path(game: AnyGame, world: Any, seat: Seat, path: Sequence[Move]) -> tuple[Any | None, bool]:
    """Apply moves in a row. Returns the state, or None if one is illegal, and whether any reveals."""
    reveals = False
    for move in path:
        step = try_move(game, world, seat, str(move))
        if step is None:
            return None, reveals
        world, reveals = step.state, reveals or step.reveals
    return world, reveals
