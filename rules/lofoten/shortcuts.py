"""The shortcuts of Lofoten: a card with its movements or uses, a drawn card with the tile for the market.

Hidden information does not influence what is offered: each row of moves is played up to the first reveal,
which only its last move may cause.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from rules.game import Event, Phrase, Seat, Shortcut
from rules.lofoten.cargo import tiles_to_store
from rules.lofoten.ending import stop_result
from rules.lofoten.events import FourAlike, TileLoaded, TileStored
from rules.lofoten.moves import (
    FILL,
    NOTHING_MORE,
    PLACE,
    PLAY_CENTRE,
    PLAY_SIDE,
    STOP,
    LofotenMove,
    Place,
    Remove,
    Row,
    Slide,
    Steal,
    Turn,
    Wheel,
)
from rules.lofoten.pieces import SIDES, ZONES, Hand
from rules.lofoten.state import State
from rules.lofoten.upkeep import can_fill

MAX_SHORTCUTS = 25
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
    def handles_cargo(self) -> bool:
        return self.state.phase in ("load", "store") or any(
            isinstance(event, TileLoaded | TileStored) for event in self.events
        )


@dataclass(frozen=True, slots=True)
class Shortcuts:
    """Finds the shortcuts of the active player."""

    attempt: Attempt
    choices: Choices

    def find(self, state: State, seat: Seat) -> tuple[Shortcut, ...]:
        match state.phase:
            case "action":
                return _shortcuts(self._card_courses(state, seat), seat, keeps_first_move=True)
            case "steps" | "effect":
                assert state.in_play is not None
                found = list(self._courses(Course(state.in_play.hand, (), state), seat))
                if state.phase == "steps":
                    return _shortcuts(found, seat, keeps_first_move=False)
                # An effect with two directions can be used back and forth: single uses stay on offer while
                # there are several.
                used = [course for course in found if course.moves != (STOP,)]
                return _shortcuts(used, seat, keeps_first_move=state.in_play.left > 1)
            case "draw":
                return tuple(self._place_shortcuts(state))
            case "upkeep":
                return tuple(self._fill_shortcuts(state))
        return ()

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
        return found if len(found) <= MAX_SHORTCUTS else _best_courses(found)

    def _courses(self, begun: Course, seat: Seat) -> Iterator[Course]:
        """Yield the shortest course to every different result of the card in play (breadth first)."""
        seen: set[object] = set()
        reached = [begun]
        while reached:
            further: list[Course] = []
            for course in reached:
                here = course.state
                key = (here.players[seat].fleet, here.market, here.warehouses, here.players[seat].coins)
                if key in seen:
                    continue
                seen.add(key)
                if here.phase not in _ACTION_PHASES:
                    yield course
                    continue
                uses = [move for move in self.choices(here) if isinstance(move, _STEP_MOVES)]
                if not (uses and course.count("steal")):
                    yield self._extend(course, STOP)
                if uses and isinstance(uses[0], Remove) and here.in_play and here.in_play.left > 1:
                    continue  # there are too many pairs of tiles: they are chosen one by one
                further += [self._extend(course, move) for move in uses if course.keeps_direction(move)]
            reached = further

    def _extend(self, course: Course, move: LofotenMove) -> Course:
        state, events = self.attempt(course.state, move)
        return Course(course.hand, (*course.moves, move), state, (*course.events, *events))

    def _place_shortcuts(self, state: State) -> Iterator[Shortcut]:
        """Yield ways to place the drawn card together with the only missing tile, which ends the turn."""
        if not can_fill(state) and NOTHING_MORE in self.choices(state):
            for place in PLACE:
                yield self._closing_shortcut(state, "place_end", {"end": place.end}, (NOTHING_MORE, place))
        if state.market.count(None) == 1:
            for place in PLACE:
                yield from self._last_fills(state, (place,), {"card_arrow": place.end})

    def _fill_shortcuts(self, state: State) -> Iterator[Shortcut]:
        """Yield ways to fill the last space and end a turn that would otherwise stay open."""
        if state.market.count(None) == 1:
            yield from (filled for filled in self._last_fills(state, (), {}) if len(filled.moves) > 1)

    def _last_fills(self, state: State, placed: tuple[Place, ...], values: Values) -> Iterator[Shortcut]:
        """Yield ways to fill the last space after these moves.

        They decline the rest of the turn only if it ends then: after four alike the market must be filled
        again, with tiles that may be worth a purchase.
        """
        stays_open = NOTHING_MORE in self.choices(state)
        zone = state.market.index(None)
        for side, (stack, fills) in enumerate(zip(state.stacks, FILL, strict=True)):
            if not stack.tiles:
                continue
            top, key = stack.tiles[-1], "place_fill" if placed else "fill"
            named = values | {"stack_arrow": SIDES[side], "good": top.good, "amount": top.amount}
            filled = self._closing_shortcut(state, key, named, (*placed, fills[zone]))
            if not stays_open:
                yield filled
            elif filled.name.parts:
                # The card can also be placed alone: after the other stack the turn may go on with a purchase.
                yield replace(filled, keeps_first_move=True)
            else:
                yield self._closing_shortcut(state, f"{key}_end", named, (NOTHING_MORE, *filled.moves))

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


_STEP_MOVES = (Slide, Turn, Steal, Remove, Wheel, Row)


def _best_courses(found: list[Course]) -> list[Course]:
    """Return as many courses as can be offered: those that load or store, then the longest."""
    best = sorted(found, key=lambda course: (not course.handles_cargo, -len(course.moves)))[:MAX_SHORTCUTS]
    return [course for course in found if course in best]


def _shortcuts(found: list[Course], seat: Seat, keeps_first_move: bool) -> tuple[Shortcut, ...]:
    """Name the courses by their effects: those that load or store first, a mere stop last.

    Of equal names only the first stays; then single moves stay too.
    """
    found = sorted(found, key=lambda course: (not course.handles_cargo, course.moves == (STOP,)))
    named = [Shortcut(_name(course, seat), course.moves, keeps_first_move) for course in found]
    first = [
        shortcut
        for number, shortcut in enumerate(named)
        if all(shortcut.name != other.name for other in named[:number])
    ][:MAX_SHORTCUTS]
    if len(first) < len(named):
        first = [replace(shortcut, keeps_first_move=True) for shortcut in first]
    return tuple(first)


def _name(course: Course, seat: Seat) -> Phrase:
    movement, values = _movement_name(course, seat)
    if movement == "stop":
        return _phrase(movement, values)
    return _phrase(movement, values, (*_cargo_parts(course), *_end_parts(course.state, course.events)))


def _movement_name(course: Course, seat: Seat) -> tuple[str, Values]:
    """Return key and values for the movement of the fleet, or the use of the effect."""
    state = course.state
    zone = ZONES[state.players[seat].fleet.zone]
    values: Values = {"card": course.hand, "zone": zone}
    wheels = [move.way for move in course.moves if isinstance(move, Wheel)]
    removed = next((move for move in course.moves if isinstance(move, Remove)), None)
    slides, turns = course.count("slide") + course.count("row"), course.count("turn")
    if wheels:
        net = wheels.count("right") - wheels.count("left")
        return "wheel", {"card": "centre", "turns": abs(net), "turning": "right" if net > 0 else "left"}
    if removed:
        box = state.box[-1]
        return "remove", {"card": "centre", "zone": removed.zone, "good": box.good, "amount": box.amount}
    if coins := course.count("steal"):
        return "steal", {"card": "centre", "coins": coins}
    if slides and turns:
        return "slide_turn", {**values, "turns": turns}
    if slides:
        return "slide", values
    if turns:
        return "turn", {**values, "turns": turns}
    if PLAY_CENTRE in course.moves:
        return "order", {"card": "centre"}
    return "stop", {"then": stop_result(state, course.events)}


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
        yield _phrase("ask_store", {"stored": tiles[0].good, "goods": sum(tile.amount for tile in tiles)})


def _pairs(items: list[T]) -> list[list[T]]:
    return [items[start : start + 2] for start in range(0, len(items), 2)]


def _end_parts(state: State, events: tuple[Event, ...]) -> tuple[Phrase, ...]:
    """Return a part for the end of the game or its trigger, if the events led to it."""
    result = stop_result(state, events)
    return () if result == "draw" else (_phrase("game_ends" if result == "finish" else "last_turns", {}),)


def _phrase(key: str, values: Values, parts: tuple[Phrase, ...] = ()) -> Phrase:
    return Phrase(key=f"shortcut.{key}", values=values, parts=parts)
