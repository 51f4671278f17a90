"""Moves that go together: a card with all its movements or uses, a drawn card with the tile for the market.

Nothing hidden decides what is offered: each row of moves is tried on the table up to where something comes to
light, and only its last move may bring that about.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from rules.game import Event, Phrase, Seat, Shortcut
from rules.lofoten.cargo import to_store
from rules.lofoten.events import TileLoaded, TileStored
from rules.lofoten.moves import (
    FILL,
    NOTHING_MORE,
    PLACE,
    PLAY_CENTRE,
    PLAY_SIDE,
    STOP,
    LofotenMove,
    Remove,
    Row,
    Slide,
    Steal,
    Turn,
    Wheel,
)
from rules.lofoten.pieces import SIDES, ZONES, Hand
from rules.lofoten.state import State
from rules.lofoten.upkeep import to_fill

MOST = 25
Tried = tuple[State, tuple[Event, ...]]
Try = Callable[[State, LofotenMove], Tried]
"""Carries out a legal move: the table after it, and what came to pass."""
Choices = Callable[[State], tuple[LofotenMove, ...]]
Values = dict[str, str | int]
_IN_ACTION = ("steps", "effect")


@dataclass(frozen=True, slots=True)
class Course:
    """Moves of a card from its place in the hand, the table after them, and what was loaded and stored."""

    hand: Hand
    moves: tuple[LofotenMove, ...]
    state: State
    told: tuple[TileLoaded | TileStored, ...] = ()

    def count(self, kind: str) -> int:
        return sum(move.kind == kind for move in self.moves)

    def goes_on_with(self, move: LofotenMove) -> bool:
        """Whether a use goes the way of those before it."""
        return all(move == before for before in self.moves if isinstance(before, Wheel | Row))


@dataclass(frozen=True, slots=True)
class Shortcuts:
    """Finds the shortcuts of a table for whoever is to act there."""

    attempt: Try
    choices: Choices

    def find(self, state: State, seat: Seat) -> tuple[Shortcut, ...]:
        match state.phase:
            case "action":
                return _named(self._cards(state, seat), seat, keeps_first_move=True)
            case "steps" | "effect":
                assert state.in_play is not None
                found = list(self._courses(Course(state.in_play.hand, (), state), seat))
                if state.phase == "steps":
                    return _named(found, seat, keeps_first_move=False)
                # An effect that goes either way can be used back and forth: single uses stay on offer, as
                # long as there are several.
                used = [course for course in found if course.moves != (STOP,)]
                return _named(used, seat, keeps_first_move=state.in_play.left > 1)
            case "draw":
                return tuple(self._placings(state))
            case "upkeep":
                return tuple(self._fillings(state))
        return ()

    def _cards(self, state: State, seat: Seat) -> list[Course]:
        """Each card from left to right, with everything it can be used for."""
        left, right = PLAY_SIDE
        cards: dict[Hand, LofotenMove] = {"left": left, "centre": PLAY_CENTRE, "right": right}
        found: list[Course] = []
        for hand, card in cards.items():
            if card in self.choices(state):
                played, _ = self.attempt(state, card)
                courses = self._courses(Course(hand, (card,), played), seat)
                found += [course for course in courses if hand == "centre" or course.moves[1:] != (STOP,)]
        return found if len(found) <= MOST else _most_telling(found)

    def _courses(self, begun: Course, seat: Seat) -> Iterator[Course]:
        """Every different end of the card in play, the shortest way to each."""
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
                if here.phase not in _IN_ACTION:
                    yield course
                    continue
                uses = [move for move in self.choices(here) if isinstance(move, _STEPS)]
                if not (uses and course.count("steal")):
                    yield replace(course, moves=(*course.moves, STOP))
                if uses and isinstance(uses[0], Remove) and here.in_play and here.in_play.left > 1:
                    continue  # which tiles, out of so many pairs, is chosen one by one
                further += [self._with(course, move) for move in uses if course.goes_on_with(move)]
            reached = further

    def _with(self, course: Course, move: LofotenMove) -> Course:
        state, events = self.attempt(course.state, move)
        told = tuple(event for event in events if isinstance(event, TileLoaded | TileStored))
        return Course(course.hand, (*course.moves, move), state, (*course.told, *told))

    def _placings(self, state: State) -> Iterator[Shortcut]:
        """The drawn card and the one tile that is missing; the turn ends with them."""
        if not to_fill(state) and NOTHING_MORE in self.choices(state):
            for place in PLACE:
                yield Shortcut(_say("place_end", {"end": place.end}), (NOTHING_MORE, place))
        if state.market.count(None) != 1:
            return
        for place in PLACE:
            for filled in self._last_fills(state):
                name = f"place_{filled.name.key.removeprefix('shortcut.')}"
                values: Values = {**filled.name.values, "card_arrow": place.end}
                *before, fill = filled.moves
                yield Shortcut(_say(name, values), (*before, place, fill))

    def _fillings(self, state: State) -> Iterator[Shortcut]:
        """The last tile, after which the turn ends, where it would else be held open."""
        if state.market.count(None) == 1:
            yield from (filled for filled in self._last_fills(state) if len(filled.moves) > 1)

    def _last_fills(self, state: State) -> Iterator[Shortcut]:
        held_open = NOTHING_MORE in self.choices(state)
        zone = state.market.index(None)
        for side, (stack, fills) in enumerate(zip(state.stacks, FILL, strict=True)):
            if stack.tiles:
                top = stack.tiles[-1]
                values: Values = {"stack_arrow": SIDES[side], "good": top.good, "amount": top.amount}
                moves = (NOTHING_MORE, fills[zone]) if held_open else (fills[zone],)
                yield Shortcut(_say("fill_end" if held_open else "fill", values), moves)


_STEPS = (Slide, Turn, Steal, Remove, Wheel, Row)


def _most_telling(found: list[Course]) -> list[Course]:
    """As many as can be offered: those that load or store, then those that go farthest."""
    best = sorted(found, key=lambda course: (-bool(course.told), -len(course.moves)))[:MOST]
    return [course for course in found if course in best]


def _named(found: list[Course], seat: Seat, keeps_first_move: bool) -> tuple[Shortcut, ...]:
    """Each by what it does; of two that read the same only the first, and then single moves stay too."""
    named = [Shortcut(_name(course, seat), course.moves, keeps_first_move) for course in found]
    first = [
        shortcut
        for number, shortcut in enumerate(named)
        if all(shortcut.name != other.name for other in named[:number])
    ][:MOST]
    if len(first) < len(named):
        first = [replace(shortcut, keeps_first_move=True) for shortcut in first]
    return tuple(first)


def _name(course: Course, seat: Seat) -> Phrase:
    way, values = _way(course, seat)
    what, more = _what(course)
    return _say(f"{way}_{what}" if what else way, {**values, **more})


def _way(course: Course, seat: Seat) -> tuple[str, Values]:
    """Where the fleet goes, or what else the card is used for."""
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
    return "stay", values


def _what(course: Course) -> tuple[str, Values]:
    """What is loaded and stored on the way, or asked for at its end."""
    state = course.state
    loads = [event for event in course.told if isinstance(event, TileLoaded)]
    stores = [(event.good, event.amount) for event in course.told if isinstance(event, TileStored)]
    if state.phase == "store":
        stores += [(tile.good, tile.amount) for tile in to_store(state)]
    if state.phase == "load":
        tile = state.market[state.players[state.active].fleet.zone]
        assert tile is not None
        return "ask", {"good": tile.good, "amount": tile.amount}
    values: Values = {}
    if stores:
        values |= {"stored": stores[0][0], "goods": sum(amount for _, amount in stores)}
    if loads:
        values |= {"good": loads[0].good, "amount": loads[0].amount, "at": loads[0].zone}
    if len(loads) > 1:
        return "twice", {**values, "second": loads[1].good, "more": loads[1].amount, "there": loads[1].zone}
    if loads and stores:
        return "all", values
    return ("load" if loads else "store" if stores else ""), values


def _say(key: str, values: Values) -> Phrase:
    return Phrase(key=f"shortcut.{key}", values=values)
