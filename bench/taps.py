"""How many taps a turn takes by the plainest way, over whole sensible games.

Run with `python -m bench.taps`; `--game explorers --seats 4 --games 20` plays one title, `--options
alliances=yes` a table with modules, `--longest 5` shows the turns that took most, tap by tap. In every seat
sits a sensible player (`--player captain` is another). Whoever comes to the table taps *Play*, and then
whatever of the real panel's answers leads soonest to where the turn led: moves, shortcuts, entries of lists
and their pages, *Confirm* unless it is made by itself in a moment. Moves of one seat in a row are a turn;
what leaves no choice is played as at a real table. An entry of a list is one tap, as is a set of pieces
ticked together; a column of its own counts what fingers do there: open the list, tap each entry, and close
it where several can be ticked.
"""

from argparse import ArgumentParser, Namespace
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from json import loads
from random import Random
from statistics import fmean, median
from types import SimpleNamespace
from typing import Any, NamedTuple

from bench.opponents import AGAINST, rival
from bot.chat.messages.message_builder import SELECT_LIMIT
from bot.i18n import locale_for
from bot.play.core.narrowing import Narrowing, narrow
from bot.play.core.snapshot import GameSnapshot
from bot.play.turns.shortcuts import first_difference, shortcuts_at, similar_shortcuts
from bot.play.turns.turns import forced_moves
from bot.views.choices import Answer, Choices, Question
from bot.views.reader_view import ReaderView
from rules import GAMES
from rules.game import AnyGame, Move, Seat, Shortcut, Step

MAX_PLIES = 20_000
NAMES = ("Astrid", "Bjørn", "Chloé", "Dag", "Eira")
SEATS = {"lofoten": 2, "explorers": 3, "shipwrights": 3, "borealis": 3}
TARGETS = {"lofoten": 5, "explorers": 6, "shipwrights": 7, "borealis": 4}
PLAYER = "sailor"
"""Who sits in every seat, if nobody else is asked for."""
END = "end"
A_DAY = {"shipwrights"}
"""Whose target is for all that a person does in a day: the draft, the turn and the night."""


class Manner(NamedTuple):
    """How a person taps: whether they confirm, all that is final or only what does not play itself a moment
    later, and whether opening a list counts too."""

    confirms: bool = True
    lingers: bool = True
    opens: bool = False

    def confirmed(self, game: AnyGame, move: Move, *, final: bool) -> int:
        """How many taps that costs at the end."""
        return int(final and self.confirms and not (self.lingers and move.kind in game.info.delayed_kinds))


MANNERS = {
    "by default": Manner(),
    "one-tap": Manner(confirms=False),
    "all confirmed": Manner(lingers=False),
    "lists opened": Manner(opens=True),
}


class Way(NamedTuple):
    """A way of tapping something: how many taps, and what they are, for those who look."""

    taps: int
    told: tuple[str, ...]

    def then(self, taps: int, told: str) -> "Way":
        return Way(self.taps + taps, (*self.told, told)) if taps else self


NOTHING = Way(0, ())


@dataclass
class Turn:
    """What one seat did in a row: the table before each decision, and at last after all of them."""

    seat: Seat
    day: int
    states: list[Any]
    moves: list[Move] = field(default_factory=list)
    idle: bool = False

    def thriftily(self, game: AnyGame, move: Move) -> Move:
        """The same move; but whoever would only spend actions on coming back to where they were stops there.

        Players who weigh one move at a time walk to and fro with what is left of a turn. People do not, and
        such turns are not counted.
        """
        after = _but_for_actions(game.apply(self.states[-1], self.seat, move).state)
        for place, before in enumerate(self.states):
            if after is not None and _but_for_actions(before) == after:
                ends = [each for each in game.legal(before, self.seat) if each.kind == END]
                if ends:
                    self.idle = True
                    del self.moves[place:], self.states[place + 1 :]
                    return ends[0]
        return move


def _but_for_actions(state: Any) -> Any:
    """The table without the number of actions left; None where they are not counted."""
    return replace(state, actions=0) if hasattr(state, "actions") else None


@dataclass(frozen=True)
class Counted:
    """A turn, and the plainest way through it in each manner; none where no taps lead through it."""

    seat: Seat
    day: int
    moves: tuple[str, ...]
    ways: Mapping[str, Way]

    @property
    def lost(self) -> bool:
        return len(self.ways) < len(MANNERS)


def scene_at(game: AnyGame, state: Any, seat: Seat, seats: int) -> ReaderView:
    """A table in memory: as much of it as a panel asks for."""
    row: Any = SimpleNamespace(code="ABCDE", version=123, status="running")
    people: Any = tuple(SimpleNamespace(name=name, id=number) for number, name in enumerate(NAMES[:seats]))
    pictures: Any = None
    return ReaderView(GameSnapshot(row, (), people, game, state), seat, locale_for("en"), pictures)


# Playing


def led_to(game: AnyGame, step: Step[Any], seats: int) -> Any:
    """The table once everything that leaves no choice is played."""
    for _, _, following in forced_moves(game, step, range(seats)):
        step = following
    return step.state


def turns(game: AnyGame, seats: int, options: Mapping[str, str], player: str, number: int) -> Iterator[Turn]:
    """A whole game, turn by turn."""
    choose = rival(game.info.key, player)
    seed = sha256(f"taps {game.info.key} {number}".encode()).digest()
    state = game.setup(seats, game.info.options.model_validate(options), seed)
    turn: Turn | None = None
    for ply in range(MAX_PLIES):
        owing = game.to_act(state)
        if turn is not None and turn.seat not in owing:
            yield turn
            turn = None
        if not owing:
            return
        if turn is None:
            turn = Turn(min(owing), getattr(state, "day", 0), [state])
        move = choose(state, turn.seat, Random(f"{number} {ply}"))[0]
        move = turn.thriftily(game, move)
        state = led_to(game, game.apply(turn.states[-1], turn.seat, move), seats)
        turn.moves.append(move)
        turn.states.append(state)
    raise RuntimeError(f"{game.info.key} {number} does not end")


# Tapping


class Panel:
    """The panel of a seat at one moment, and what its answers cost."""

    def __init__(self, game: AnyGame, seats: int, state: Any, seat: Seat) -> None:
        self.choices = Choices(scene_at(game, state, seat, seats), seat)
        self.moves = game.legal(state, seat)
        self.game, self.state, self.seat = game, state, seat
        self.begun = narrow(
            self.moves, self.choices.only_move_tokens(self.moves) or self.choices.implied_tokens(self.moves)
        )
        self._asked: dict[tuple[str, ...], Question] = {}

    def to(self, move: Move, manner: Manner) -> Way | None:
        """The plainest way to one move; None where it is offered as a part of others only."""
        assert self.begun is not None
        if self.begun.move is not None:
            return NOTHING.then(1, "Confirm")  # the panel shows it at once
        way = self._from(self.begun, move, manner)
        if way is None:
            return None
        final = self.game.apply(self.state, self.seat, move).barrier
        return way.then(manner.confirmed(self.game, move, final=final), "Confirm")

    def _from(self, narrowing: Narrowing, move: Move, manner: Manner) -> Way | None:
        question, words = self._question(narrowing), move.tokens()
        if question.pieces:
            word = words[len(narrowing.chosen)]
            ticked = NOTHING.then(1, "None") if word == "none" else _ticked(word, manner)
            return self._on((*narrowing.chosen, word), ticked, move, manner)
        ways = [
            self._on(answer.tokens, tapped, move, manner)
            for answer, tapped in _offered(question, manner)
            if answer.verb == "pick" and answer.tokens == words[: len(answer.tokens)]
        ]
        return min((way for way in ways if way is not None), default=None)

    def _on(self, chosen: tuple[str, ...], tapped: Way, move: Move, manner: Manner) -> Way | None:
        following = narrow(self.moves, chosen)
        assert following is not None
        if following.move is not None:
            return tapped
        further = self._from(following, move, manner)
        return further and Way(tapped.taps + further.taps, tapped.told + further.told)

    def _question(self, narrowing: Narrowing) -> Question:
        if narrowing.chosen not in self._asked:
            self._asked[narrowing.chosen] = self.choices.question(narrowing)
        return self._asked[narrowing.chosen]

    def shortcuts(self, manner: Manner) -> Iterator[tuple[Way, tuple[Move, ...]]]:
        """The rows of moves offered, at the beginning or among the moves of a kind, and the way to each."""
        if self.begun is None or self.begun.chosen:
            return
        offered = shortcuts_at(self.choices.reader.snapshot, self.seat)
        for answer, tapped in _offered(self._question(self.begun), manner):
            if answer.offer.is_sequence:
                for number in similar_shortcuts(offered, int(answer.tokens[-1])):
                    yield self._among(offered, number, tapped, manner), offered[number].moves
            elif len(answer.tokens) == 1:
                yield from self._in_menu(answer.tokens, tapped, manner)

    def _in_menu(
        self, chosen: tuple[str, ...], way: Way, manner: Manner
    ) -> Iterator[tuple[Way, tuple[Move, ...]]]:
        """The rows among the moves of a kind."""
        narrowing = narrow(self.moves, chosen)
        if narrowing is None or narrowing.move is not None:
            return
        for answer, tapped in _offered(self._question(narrowing), manner):
            if answer.offer.is_sequence:
                yield Way(way.taps + tapped.taps, way.told + tapped.told), answer.offer.moves

    def _among(self, offered: Sequence[Shortcut], number: int, way: Way, manner: Manner) -> Way:
        """The way to that one of several shortcuts of one name."""
        depth = 0
        while len(numbers := similar_shortcuts(offered, number, depth)) > 1:
            place = first_difference(offered, numbers)
            meant = offered[number].moves[place : place + 1]
            question = self.choices.shortcut_question(number, depth)
            tapped = next(tap for answer, tap in _offered(question, manner) if answer.offer.moves == meant)
            way, depth = Way(way.taps + tapped.taps, way.told + tapped.told), place + 1
        return way


def _offered(question: Question, manner: Manner) -> Iterator[tuple[Answer, Way]]:
    for answer in question.buttons:
        if not answer.is_blocked:
            yield answer, NOTHING.then(1, answer.numbered_label)
    for place, answer in enumerate(question.list_entries):
        pages = NOTHING.then(place // SELECT_LIMIT, "Next")
        yield answer, pages.then(1 + manner.opens, f"[{answer.numbered_label}]")


def _ticked(word: str, manner: Manner) -> Way:
    """Pieces ticked in a list; a letter or a digit is one of them."""
    return NOTHING.then(len(word) + 2 if manner.opens else 1, f"[{word}]")


class Road:
    """A turn as a way through tables, with the panel at each of them."""

    def __init__(self, game: AnyGame, seats: int, turn: Turn) -> None:
        self.game, self.seats, self.turn = game, seats, turn
        self.panels = [Panel(game, seats, state, turn.seat) for state in turn.states[:-1]]
        self._taken: dict[tuple[int, tuple[Move, ...]], tuple[int, bool] | None] = {}

    def plainest(self, manner: Manner) -> Way | None:
        """The fewest taps, by shortcuts wherever one leads to where the moves led; None if nothing does."""
        best: dict[int, Way] = {0: NOTHING.then(1, "Play")}
        for place, (panel, move) in enumerate(zip(self.panels, self.turn.moves, strict=True)):
            if place not in best:
                continue
            so_far = best[place]
            for where, way in self._on_from(place, panel, move, manner):
                whole = Way(so_far.taps + way.taps, so_far.told + way.told)
                best[where] = min(best.get(where, whole), whole)
        return best.get(len(self.panels))

    def _on_from(self, place: int, panel: Panel, move: Move, manner: Manner) -> Iterator[tuple[int, Way]]:
        if (way := panel.to(move, manner)) is not None:
            yield place + 1, way
        for tapped, moves in panel.shortcuts(manner):
            if (found := self._end_of(place, moves)) is not None:
                where, final = found
                yield where, tapped.then(manner.confirmed(self.game, moves[-1], final=final), "Confirm")

    def _end_of(self, place: int, moves: tuple[Move, ...]) -> tuple[int, bool] | None:
        """Where on the road a shortcut leads, if it does, and whether it could not be taken back."""
        if (place, moves) not in self._taken:
            states = self.turn.states
            step, final = Step(states[place], (), barrier=False), False
            for move in moves:
                step = self.game.apply(step.state, self.turn.seat, move)
                final = final or step.barrier
            state = led_to(self.game, step, self.seats)
            where = [at for at in range(place + 1, len(states)) if self._same(states[at], state)]
            self._taken[place, moves] = (where[-1], final) if where else None
        return self._taken[place, moves]

    def _same(self, one: Any, other: Any) -> bool:
        """Whether two tables are the same, but for the order in which cards lie in a row or on a pile."""
        if one == other:
            return True
        return _sorted(loads(self.game.dump(one))) == _sorted(loads(self.game.dump(other)))


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(each) for key, each in value.items()}
    if isinstance(value, list):
        return sorted(map(_sorted, value), key=repr)
    return value


def count(key: str, seats: int, options: Mapping[str, str], player: str, number: int) -> list[Counted]:
    """The game of that number, tapped out."""
    game, counted = GAMES[key], []
    for turn in turns(game, seats, options, player, number):
        if turn.idle:
            continue
        road = Road(game, seats, turn)
        ways = {name: way for name, manner in MANNERS.items() if (way := road.plainest(manner)) is not None}
        counted.append(Counted(turn.seat, turn.day, tuple(map(str, turn.moves)), ways))
    return counted


# Telling


def sums(games: Sequence[Sequence[Counted]], name: str, *, a_day: bool) -> list[int]:
    """The taps of every turn, or of every person's days."""
    if not a_day:
        return [turn.ways[name].taps for game in games for turn in game if not turn.lost]
    days: defaultdict[tuple[int, int, Seat], int] = defaultdict(int)
    for number, game in enumerate(games):
        for turn in (turn for turn in game if not turn.lost):
            days[number, turn.day, turn.seat] += turn.ways[name].taps
    return list(days.values())


def report(key: str, seats: int, options: Mapping[str, str], games: Sequence[Sequence[Counted]]) -> None:
    row = f"{key}, {seats} players" + "".join(f" {name}={value}" for name, value in options.items())
    spans = [(False, "a turn"), (True, "a day")] if key in A_DAY else [(False, "a turn")]
    for a_day, span in spans:
        told = [
            f"{median(taps):.0f} {name} (mean {fmean(taps):.1f})"
            for name in MANNERS
            for taps in [sums(games, name, a_day=a_day)]
        ]
        wanted = f"; wanted: {TARGETS[key]}" if key in TARGETS and a_day == (key in A_DAY) else ""
        print(f"{row}: taps {span}, median {', '.join(told)}{wanted}", flush=True)
    if lost := [turn for game in games for turn in game if turn.lost]:
        print(f"  {len(lost)} turns that no taps lead through, such as: {', '.join(lost[0].moves)}")


def show(games: Sequence[Sequence[Counted]], most: int) -> None:
    """The turns that took most taps, and how often each tap was made."""
    found = [turn for game in games for turn in game if not turn.lost]
    every = sorted(found, key=lambda turn: -turn.ways["by default"].taps)
    for turn in every[:most]:
        way = turn.ways["by default"]
        print(f"  {way.taps}: {' → '.join(way.told)}\n     {', '.join(turn.moves)}")
    made = Counter(told.split("·")[-1].strip(" ]") for turn in every for told in turn.ways["by default"].told)
    for told, times in made.most_common(most):
        print(f"  {times / len(every):5.2f} a turn: {told}")


def main() -> None:
    parser = ArgumentParser(description="How many taps a turn takes.")
    parser.add_argument("--game", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--options", nargs="*", default=[], help="alliances=yes, …")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--player", choices=AGAINST, default=PLAYER, help="who sits in every seat")
    parser.add_argument("--longest", type=int, default=0, help="show so many of the longest turns")
    parser.add_argument("--processes", type=int, default=2)
    given: Namespace = parser.parse_args()
    options = dict(option.split("=") for option in given.options)
    with ProcessPoolExecutor(given.processes) as pool:
        for key in [given.game] if given.game else GAMES:
            seats = given.seats or SEATS.get(key, GAMES[key].info.seats[0])
            games = list(pool.map(partial(count, key, seats, options, given.player), range(given.games)))
            report(key, seats, options, games)
            show(games, given.longest)


if __name__ == "__main__":
    main()
