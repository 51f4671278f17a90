"""The shortcuts of Lofoten: a card with its movements or uses, a bought movement, the end of a turn.

Hidden information does not influence what is offered: each row of moves is played up to the first reveal,
which only its last move may cause.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from rules.game import Event, Phrase, Seat, Shortcut
from rules.lofoten.cargo import tiles_to_store
from rules.lofoten.ending import stop_result
from rules.lofoten.events import CoinsSpent, FourAlike, TileLoaded, TileRemoved, TileStored
from rules.lofoten.moves import (
    BUY_STEP,
    FILL,
    NOTHING_MORE,
    PLACE,
    PLAY_CENTRE,
    PLAY_SIDE,
    SLIDE,
    STOP,
    TURN,
    LofotenMove,
    Remove,
    Row,
    Slide,
    Steal,
    Turn,
    Wheel,
)
from rules.lofoten.pieces import SIDES, ZONES, Hand, Side
from rules.lofoten.scoring import power_points
from rules.lofoten.state import State
from rules.lofoten.turn_end import module_moves
from rules.lofoten.upkeep import can_fill

MAX_SHORTCUTS = 25
MAX_BOUGHT_STEPS = 2
MIN_STEPS_WITHOUT_CARGO = 3
"""A shorter movement that loads and stores nothing is made by single steps."""
StepResult = tuple[State, tuple[Event, ...]]
Attempt = Callable[[State, LofotenMove], StepResult]
"""Plays a legal move. Returns the state after it and the events."""
Choices = Callable[[State], tuple[LofotenMove, ...]]
Values = dict[str, str | int]
T = TypeVar("T")
_ACTION_PHASES = ("steps", "effect")


@dataclass(frozen=True, slots=True)
class Course:
    """Moves of a card, the state after them, and their events."""

    hand: Hand
    moves: tuple[LofotenMove, ...]
    state: State
    events: tuple[Event, ...] = ()

    def count(self, kind: str) -> int:
        return sum(move.kind == kind for move in self.moves)

    def keeps_direction(self, move: LofotenMove) -> bool:
        """True if a use of the effect goes in the same direction as those before."""
        return all(move == before for before in self.moves if isinstance(before, Wheel | Row))

    @property
    def movements(self) -> int:
        return sum(isinstance(move, _MOVEMENTS) for move in self.moves)

    @property
    def cargo(self) -> tuple[tuple[str, str, int], ...]:
        """What is loaded and stored, and the question that it leads to, if any."""
        found = [
            (event.kind, event.good, event.amount)
            for event in self.events
            if isinstance(event, TileLoaded | TileStored)
        ]
        asked = [("asked", self.state.phase, 0)] if self.state.phase in ("load", "store") else []
        return (*found, *asked)

    def value(self, begun: State, seat: Seat) -> float:
        """Estimate what the course gains since it begun: points first, then goods, then coins."""
        value = float(self.state.players[seat].coins - begun.players[seat].coins)
        before, after = power_points(begun), power_points(self.state)
        value += after[seat] - before[seat] - after[1 - seat] + before[1 - seat]
        for event in self.events:
            match event:
                case TileStored():
                    value += 2 * event.amount
                case TileLoaded():
                    value += event.amount
                case TileRemoved():
                    value += event.amount * _is_wanted(begun, 1 - seat, event.good)
        if self.state.phase == "store":
            empty = [warehouse.points for warehouse in self.state.warehouses if warehouse.good is None]
            value += max(empty) + 2 * sum(tile.amount for tile in tiles_to_store(self.state))
        return value


def _is_wanted(state: State, seat: Seat, good: str) -> bool:
    """True if a longship of the seat waits for this good."""
    ships = state.players[seat].fleet.ships
    return any(ship.order and ship.order.good == good and not ship.load for ship in ships)


@dataclass(frozen=True, slots=True)
class Shortcuts:
    """Finds the shortcuts of the active player."""

    attempt: Attempt
    choices: Choices

    def find(self, state: State, seat: Seat) -> tuple[Shortcut, ...]:
        match state.phase:
            case "action":
                return _shortcuts(self._card_courses(state, seat), state, seat, keeps_first_move=True)
            case "steps":
                return self._step_shortcuts(state, seat)
            case "effect":
                return self._effect_shortcuts(state, seat)
            case "draw":
                return tuple(self._placements(state))
            case "upkeep":
                return tuple(self._last_fills(state))
        return ()

    def _step_shortcuts(self, state: State, seat: Seat) -> tuple[Shortcut, ...]:
        """Offer complete movements beside single steps; bought steps once the card has none left."""
        assert state.in_play is not None
        begun = Course(state.in_play.hand, (), state)
        if state.in_play.left == 0:
            return tuple(self._bought_steps(begun, seat))
        found = [
            course
            for course in self._courses(begun, seat)
            if course.movements > 1 and (course.cargo or course.movements >= MIN_STEPS_WITHOUT_CARGO)
        ]
        return _shortcuts(found, state, seat, keeps_first_move=True, with_card=False)

    def _bought_steps(self, begun: Course, seat: Seat) -> Iterator[Shortcut]:
        """Yield a step of each kind together with the coin for it."""
        if BUY_STEP not in self.choices(begun.state):
            return
        bought = self._extend(begun, BUY_STEP)
        for move in self.choices(bought.state):
            if move in (SLIDE, TURN):
                course = self._extend(bought, move)
                yield Shortcut(_name(course, seat, with_card=False), course.moves)

    def _effect_shortcuts(self, state: State, seat: Seat) -> tuple[Shortcut, ...]:
        """Offer the effect with all its uses.

        An effect with two directions can be used back and forth: single uses stay on offer while there are
        several, and complete ones are offered only if they handle cargo, because others may lead back.
        """
        assert state.in_play is not None
        found = [
            course
            for course in self._courses(Course(state.in_play.hand, (), state), seat)
            if course.moves != (STOP,)
        ]
        if (several := state.in_play.left > 1) and not any(course.count("steal") for course in found):
            found = [course for course in found if course.movements > 1 and course.cargo]
        return _shortcuts(found, state, seat, keeps_first_move=several, with_card=False)

    def _card_courses(self, state: State, seat: Seat) -> list[Course]:
        """Return the courses of each card, from left to right."""
        left, right = PLAY_SIDE
        cards: dict[Hand, LofotenMove] = {"left": left, "centre": PLAY_CENTRE, "right": right}
        found: list[Course] = []
        for hand, card in cards.items():
            if card in self.choices(state):
                played, _ = self.attempt(state, card)
                courses = self._courses(Course(hand, (card,), played), seat)
                found += [course for course in courses if hand == "centre" or course.moves[1:] != (STOP,)]
        return found

    def _courses(self, begun: Course, seat: Seat) -> Iterator[Course]:
        """Yield the shortest course to every different result of the card in play (breadth first).

        Steps are bought only for a load or a delivery that no cheaper course makes.
        """
        seen: set[object] = set()
        cargo: set[object] = {()}
        reached = [begun]
        while reached:
            further: list[Course] = []
            for course in reached:
                here = course.state
                key = (here.players[seat].fleet, here.market, here.warehouses, here.players[seat].coins)
                if key in seen:
                    continue
                seen.add(key)
                if course.count("coin") == 0 or course.cargo not in cargo:
                    cargo.add(course.cargo)
                    yield from self._completed(course)
                if here.phase in _ACTION_PHASES:
                    further += self._further(course)
            reached = further

    def _completed(self, course: Course) -> Iterator[Course]:
        """Yield the course, with a stop where the card would allow more."""
        here = course.state
        if here.phase not in _ACTION_PHASES:
            yield course
        elif not (course.count("steal") and Steal in map(type, self.choices(here))):
            yield self._extend(course, STOP)

    def _further(self, course: Course) -> Iterator[Course]:
        here = course.state
        assert here.in_play is not None
        uses = [move for move in self.choices(here) if isinstance(move, _STEP_MOVES)]
        if uses and isinstance(uses[0], Remove) and here.in_play.left > 1:
            return  # there are too many pairs of tiles: they are chosen one by one
        yield from (self._extend(course, move) for move in uses if course.keeps_direction(move))
        is_used_up = here.phase == "steps" and here.in_play.left == 0
        if is_used_up and course.count("coin") < MAX_BOUGHT_STEPS and BUY_STEP in self.choices(here):
            bought = self._extend(course, BUY_STEP)
            steps = [move for move in self.choices(bought.state) if isinstance(move, Slide | Turn)]
            yield from (self._extend(bought, move) for move in steps)

    def _extend(self, course: Course, move: LofotenMove) -> Course:
        state, events = self.attempt(course.state, move)
        return Course(course.hand, (*course.moves, move), state, (*course.events, *events))

    def _placements(self, state: State) -> Iterator[Shortcut]:
        """Yield ways to place the drawn card that end a turn with nothing left to fill.

        There is something to gain after it, so one name stands for those that leave the turn open.
        """
        drawn, legal = state.player.drawn, self.choices(state)
        if can_fill(state) or NOTHING_MORE not in legal or drawn is None:
            return
        for move in PLACE:
            middle = state.player.hand[0 if move.end == "left" else -1]
            values: Values = {"arrow": move.end, "value": drawn.value}
            values |= {"middle": middle.good, "middle_value": middle.value}
            yield self._closing_shortcut(state, "place_end", values, (NOTHING_MORE, move))
        yield from (Shortcut(_phrase("place_gain", {}), (move,)) for move in PLACE)

    def _last_fills(self, state: State) -> Iterator[Shortcut]:
        """Yield ways to fill the last space that end the turn, then one name for those that leave it open.

        After four alike the market must be filled again, with tiles that may be worth a purchase.
        """
        legal = self.choices(state)
        if state.market.count(None) != 1 or len(legal) == 1:
            return
        zone, stays_open = state.market.index(None), NOTHING_MORE in legal
        tops = [(side, stack.tiles[-1]) for side, stack in enumerate(state.stacks) if stack.tiles]
        ending = []
        for side, top in tops:
            fill = FILL[side][zone]
            values: Values = {"arrow": SIDES[side], "good": top.good, "amount": top.amount}
            filled = self._closing_shortcut(state, "fill", values, (fill,))
            if any(part.key == "shortcut.four_alike" for part in filled.name.parts):
                yield filled
                continue
            moves = (NOTHING_MORE, fill) if stays_open else (fill,)
            yield self._closing_shortcut(state, "fill_end", values, moves)
            ending.append(fill)
        if stays_open:
            key = "fill_gain" if module_moves(state) else "fill_open"
            yield from (Shortcut(_phrase(key, {}), (fill,)) for fill in ending)

    def _closing_shortcut(
        self, state: State, key: str, values: Values, moves: tuple[LofotenMove, ...]
    ) -> Shortcut:
        """Name moves after the draw. The name also tells of four alike and of the end of the game."""
        events: tuple[Event, ...] = ()
        for move in moves:
            state, more = self.attempt(state, move)
            events += more
        parts = [
            _phrase("four_alike", {"tiles": event.tiles, "alike": event.good})
            for event in events
            if isinstance(event, FourAlike)
        ]
        return Shortcut(_phrase(key, values, (*parts, *_end_parts(state, events))), moves)


_MOVEMENTS = (Slide, Turn, Wheel, Row)
_STEP_MOVES = (*_MOVEMENTS, Steal, Remove)


def _shortcuts(
    found: list[Course], begun: State, seat: Seat, *, keeps_first_move: bool, with_card: bool = True
) -> tuple[Shortcut, ...]:
    """Name the courses by their effects, the most valuable first. Of equal names only the first stays."""
    found = sorted(found, key=lambda course: (-course.value(begun, seat), len(course.moves)))
    named = {
        (name := _name(course, seat, with_card)).model_dump_json(): Shortcut(
            name, course.moves, keeps_first_move
        )
        for course in reversed(found)
    }
    return tuple(reversed(named.values()))[:MAX_SHORTCUTS]


def _name(course: Course, seat: Seat, with_card: bool) -> Phrase:
    """Return the name of a course: the card unless it is in play, the movement, what it leads to."""
    movement, values = _movement_name(course, seat)
    card: Values = {"card": course.hand} if with_card else {}
    parts = (*_cost_parts(course), *_cargo_parts(course), *_end_parts(course.state, course.events))
    return _phrase(movement, card | values, parts)


def _movement_name(course: Course, seat: Seat) -> tuple[str, Values]:
    """Return key and values for the movement of the fleet, or the use of the effect."""
    state = course.state
    zone = ZONES[state.players[seat].fleet.zone]
    slides, turns = course.count("slide") + course.count("row"), course.count("turn") + course.count("wheel")
    turning: Values = {"turns": turns, "rotation": _direction(course)}
    if removed := next((move for move in course.moves if isinstance(move, Remove)), None):
        box = state.box[-1]
        return "remove", {"zone": removed.zone, "good": box.good, "amount": box.amount}
    if coins := course.count("steal"):
        return "steal", {"coins": coins}
    if slides and turns:
        return "slide_turn", {"arrow": _direction(course), "zone": zone, **turning}
    if slides:
        return "slide", {"arrow": _direction(course), "zone": zone}
    if turns:
        return "turn", turning
    return "order", {}


def _direction(course: Course) -> Side:
    """Return the direction of the movements: that of the card, or of the uses of its effect."""
    ways = [move.way for move in course.moves if isinstance(move, Wheel | Row)]
    return ways[0] if ways else "left" if course.hand == "left" else "right"


def _cost_parts(course: Course) -> Iterator[Phrase]:
    coins = sum(event.coins for event in course.events if isinstance(event, CoinsSpent))
    if coins:
        yield _phrase("pay", {"coins": coins})


def _cargo_parts(course: Course) -> Iterator[Phrase]:
    """Yield what is loaded and stored on the way, then what the player is asked at the end."""
    state = course.state
    loads = [event for event in course.events if isinstance(event, TileLoaded)]
    stores = Counter[str]()
    for event in course.events:
        if isinstance(event, TileStored):
            stores[event.good] += event.amount
    for pair in _pairs(loads):
        values: Values = {"good": pair[0].good, "amount": pair[0].amount, "at": pair[0].zone}
        if len(pair) > 1:
            values |= {"second": pair[1].good, "more": pair[1].amount, "there": pair[1].zone}
        yield _phrase("load" if len(pair) == 1 else "load_two", values)
    for goods in _pairs([*stores.items()]):
        values = {"stored": goods[0][0], "goods": goods[0][1]}
        if len(goods) > 1:
            values |= {"other": goods[1][0], "others": goods[1][1]}
        yield _phrase("store" if len(goods) == 1 else "store_two", values)
    if state.phase == "load":
        tile = state.market[state.player.fleet.zone]
        assert tile is not None
        yield _phrase("ask_load", {"good": tile.good, "amount": tile.amount})
    if state.phase == "store":
        tiles = tiles_to_store(state)
        goes_on = state.in_play is not None and state.in_play.left > 0
        key = "ask_store_then_go_on" if goes_on else "ask_store"
        yield _phrase(key, {"stored": tiles[0].good, "goods": sum(tile.amount for tile in tiles)})


def _pairs(items: list[T]) -> list[list[T]]:
    return [items[start : start + 2] for start in range(0, len(items), 2)]


def _end_parts(state: State, events: tuple[Event, ...]) -> tuple[Phrase, ...]:
    """Return a part for the end of the game or its trigger, if the events led to it."""
    result = stop_result(state, events)
    return () if result == "draw" else (_phrase("game_ends" if result == "finish" else "last_turns", {}),)


def _phrase(key: str, values: Values, parts: tuple[Phrase, ...] = ()) -> Phrase:
    return Phrase(key=f"shortcut.{key}", values=values, parts=parts)
