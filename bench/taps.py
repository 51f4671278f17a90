"""Counts the taps a turn takes by the shortest path, over whole sensible games.

Run with `python -m bench.taps`; `--game explorers --seats 4 --games 20` plays one title, `--options
alliances=yes` a table with modules, `--longest 5` shows the turns that took most, tap by tap. In every seat
sits a sensible player (`--player captain` is another). A path starts with *Play* and takes the answers of the
real panel that lead soonest to where the turn led: moves, shortcuts, list entries and their pages, and
*Confirm* unless the move commits after a delay. Consecutive moves of one seat are a turn; forced moves are
played as at a real table. A list entry is one tap, as is a set of ticked pieces. A separate column counts
what fingers do there: open the list, tap each entry, and close it where several can be ticked.
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

from bench.opponents import RIVALS, named_thinker
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
DEFAULT_PLAYER = "sailor"
END = "end"
COUNTED_PER_DAY = {"shipwrights"}
"""Titles whose target is for a player's whole day: the draft, the turn and the night."""


class TapStyle(NamedTuple):
    """A style of tapping. `confirms`: taps *Confirm* on final moves. `waits_for_delay`: not on delayed moves.
    `opens`: opening a list counts too. `single_moves`: takes no shortcut offered beside its first move.
    """

    confirms: bool = True
    waits_for_delay: bool = True
    opens: bool = False
    single_moves: bool = False

    def confirm_taps(self, game: AnyGame, move: Move, *, final: bool) -> int:
        """Extra taps for *Confirm* at the end of a move: 0 or 1."""
        return int(
            final and self.confirms and not (self.waits_for_delay and move.kind in game.info.delayed_kinds)
        )


TAP_STYLES = {
    "by default": TapStyle(),
    "one-tap": TapStyle(confirms=False),
    "all confirmed": TapStyle(waits_for_delay=False),
    "lists opened": TapStyle(opens=True),
    "single moves": TapStyle(single_moves=True),
}


class TapPath(NamedTuple):
    """A number of taps, with their labels."""

    taps: int
    labels: tuple[str, ...]

    def then(self, taps: int, labels: str) -> "TapPath":
        return TapPath(self.taps + taps, (*self.labels, labels)) if taps else self


NOTHING = TapPath(0, ())


@dataclass
class Turn:
    """Consecutive moves of one seat: the states before each move, and the state after all of them."""

    seat: Seat
    day: int
    states: list[Any]
    moves: list[Move] = field(default_factory=list)
    idle: bool = False

    def without_idle_moves(self, game: AnyGame, move: Move) -> Move:
        """Returns the move, or the end of the turn if the move would only undo earlier ones.

        Players that look one move ahead walk to and fro with leftover actions. People do not, and such turns
        are not counted.
        """
        after = _without_actions(game.apply(self.states[-1], self.seat, move).state)
        for place, before in enumerate(self.states):
            if after is not None and _without_actions(before) == after:
                ends = [each for each in game.legal(before, self.seat) if each.kind == END]
                if ends:
                    self.idle = True
                    del self.moves[place:], self.states[place + 1 :]
                    return ends[0]
        return move

    def ways_back(self, game: AnyGame) -> Iterator[frozenset[Move]]:
        """Yields the moves that the panel hides before each move: they only undo moves since a barrier."""
        start = 0
        for place, (state, move) in enumerate(zip(self.states[:-1], self.moves, strict=True)):
            made = self.moves[start:place]
            yield game.ways_back(self.states[start], self.seat, made) if made else frozenset()
            if game.apply(state, self.seat, move).barrier:
                start = place + 1


def _without_actions(state: Any) -> Any:
    """The state with the number of actions set to 0; None if the game does not count them."""
    return replace(state, actions=0) if hasattr(state, "actions") else None


@dataclass(frozen=True)
class CountedTurn:
    """A turn, and its shortest path in each style; without a path no taps lead through it."""

    seat: Seat
    day: int
    moves: tuple[str, ...]
    paths: Mapping[str, TapPath]

    @property
    def is_unreachable(self) -> bool:
        return len(self.paths) < len(TAP_STYLES)


def reader_view_at(game: AnyGame, state: Any, seat: Seat, seats: int) -> ReaderView:
    """A reader view of a table in memory, with as much as a panel needs."""
    row: Any = SimpleNamespace(code="ABCDE", version=123, status="running")
    people: Any = tuple(SimpleNamespace(name=name, id=number) for number, name in enumerate(NAMES[:seats]))
    pictures: Any = None
    return ReaderView(GameSnapshot(row, (), people, game, state), seat, locale_for("en"), pictures)


# Playing


def after_forced_moves(game: AnyGame, step: Step[Any], seats: int) -> Any:
    """The state after all forced moves."""
    for _, _, following in forced_moves(game, step, range(seats)):
        step = following
    return step.state


def play_turns(
    game: AnyGame, seats: int, options: Mapping[str, str], player: str, number: int
) -> Iterator[Turn]:
    """Play a whole game, turn by turn."""
    choose = named_thinker(game.info.key, player)
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
        move = turn.without_idle_moves(game, move)
        state = after_forced_moves(game, game.apply(turn.states[-1], turn.seat, move), seats)
        turn.moves.append(move)
        turn.states.append(state)
    raise RuntimeError(f"{game.info.key} {number} does not end")


# Tapping


class Panel:
    """The panel of a seat at one state, and the taps of its answers."""

    def __init__(self, game: AnyGame, seats: int, state: Any, seat: Seat, ways_back: frozenset[Move]) -> None:
        self.choices = Choices(reader_view_at(game, state, seat, seats), seat, ways_back=ways_back)
        self.moves = self.choices.offered(game.legal(state, seat))
        self.game, self.state, self.seat = game, state, seat
        self.begun = narrow(
            self.moves, self.choices.only_move_tokens(self.moves) or self.choices.implied_tokens(self.moves)
        )
        self._asked: dict[tuple[str, ...], tuple[Question, ...]] = {}

    def to(self, move: Move, style: TapStyle) -> TapPath | None:
        """The shortest path to one move; None if it is offered only as part of shortcuts."""
        assert self.begun is not None
        if self.begun.move is not None:
            return NOTHING.then(1, "Confirm")  # The panel shows the only move at once.
        path = self._from(self.begun, move, style)
        if path is None:
            return None
        final = self.game.apply(self.state, self.seat, move).barrier
        return path.then(style.confirm_taps(self.game, move, final=final), "Confirm")

    def _from(self, narrowing: Narrowing, move: Move, style: TapStyle) -> TapPath | None:
        (question, *_), words = self._questions(narrowing), move.tokens()
        if question.pieces:
            word = words[len(narrowing.chosen)]
            ticked = NOTHING.then(1, "None") if word == "none" else _tick_pieces(word, style)
            return self._continue((*narrowing.chosen, word), ticked, move, style)
        paths = [
            self._continue(answer.tokens, tapped, move, style)
            for answer, tapped in _answers_with_taps(self._questions(narrowing), style)
            if answer.verb == "pick" and answer.tokens == words[: len(answer.tokens)]
        ]
        return min((path for path in paths if path is not None), default=None)

    def _continue(
        self, chosen: tuple[str, ...], tapped: TapPath, move: Move, style: TapStyle
    ) -> TapPath | None:
        following = narrow(self.moves, chosen)
        assert following is not None
        if following.move is not None:
            return tapped
        further = self._from(following, move, style)
        return further and TapPath(tapped.taps + further.taps, tapped.labels + further.labels)

    def _questions(self, narrowing: Narrowing) -> tuple[Question, ...]:
        """The question with each page of its list."""
        if narrowing.chosen not in self._asked:
            first = self.choices.question(narrowing)
            further = (self.choices.question(narrowing, page) for page in range(1, first.pages))
            self._asked[narrowing.chosen] = (first, *further)
        return self._asked[narrowing.chosen]

    def shortcuts(self, style: TapStyle) -> Iterator[tuple[TapPath, tuple[Move, ...]]]:
        """Yields the shortcuts offered, at the beginning or within a kind of move, with their paths."""
        if self.begun is None or self.begun.chosen:
            return
        offered = shortcuts_at(self.choices.reader.snapshot, self.seat)
        for answer, tapped in _answers_with_taps(self._questions(self.begun), style):
            if answer.offer.is_sequence:
                for number in similar_shortcuts(offered, int(answer.tokens[-1])):
                    if style.single_moves and offered[number].keeps_first_move:
                        continue
                    yield self._among(offered, number, tapped, style), offered[number].moves
            elif len(answer.tokens) == 1:
                yield from self._in_menu(answer.tokens, tapped, style)

    def _in_menu(
        self, chosen: tuple[str, ...], path: TapPath, style: TapStyle
    ) -> Iterator[tuple[TapPath, tuple[Move, ...]]]:
        """Yields the shortcuts within a kind of move."""
        narrowing = narrow(self.moves, chosen)
        if narrowing is None or narrowing.move is not None:
            return
        for answer, tapped in _answers_with_taps(self._questions(narrowing), style):
            if answer.offer.is_sequence:
                yield TapPath(path.taps + tapped.taps, path.labels + tapped.labels), answer.offer.moves

    def _among(self, offered: Sequence[Shortcut], number: int, path: TapPath, style: TapStyle) -> TapPath:
        """The path to one of several shortcuts with the same name."""
        depth = 0
        while len(numbers := similar_shortcuts(offered, number, depth)) > 1:
            place = first_difference(offered, numbers)
            meant = offered[number].moves[place : place + 1]
            question = self.choices.shortcut_question(number, depth)
            tapped = next(
                tap for answer, tap in _answers_with_taps((question,), style) if answer.offer.moves == meant
            )
            path, depth = TapPath(path.taps + tapped.taps, path.labels + tapped.labels), place + 1
        return path


def _answers_with_taps(pages: Sequence[Question], style: TapStyle) -> Iterator[tuple[Answer, TapPath]]:
    for page, question in enumerate(pages):
        turned = NOTHING.then(page, "Next")
        for answer in question.buttons:
            if not answer.is_blocked:
                yield answer, turned.then(1, answer.numbered_label)
        for answer in question.list_entries:
            yield answer, turned.then(1 + style.opens, f"[{answer.numbered_label}]")


def _tick_pieces(word: str, style: TapStyle) -> TapPath:
    """The taps for ticking pieces in a list; each character of the token is a piece."""
    return NOTHING.then(len(word) + 2 if style.opens else 1, f"[{word}]")


class TurnPath:
    """A turn as a sequence of states, with the panel at each of them."""

    def __init__(self, game: AnyGame, seats: int, turn: Turn) -> None:
        self.game, self.seats, self.turn = game, seats, turn
        self.panels = [
            Panel(game, seats, state, turn.seat, ways_back)
            for state, ways_back in zip(turn.states[:-1], turn.ways_back(game), strict=True)
        ]
        self._taken: dict[tuple[int, tuple[Move, ...]], tuple[int, bool] | None] = {}

    def shortest(self, style: TapStyle) -> TapPath | None:
        """The path with the fewest taps, with shortcuts where they lead to the same states; None if there is
        none."""
        best: dict[int, TapPath] = {0: NOTHING.then(1, "Play")}
        for place, (panel, move) in enumerate(zip(self.panels, self.turn.moves, strict=True)):
            if place not in best:
                continue
            so_far = best[place]
            for where, path in self._steps_from(place, panel, move, style):
                whole = TapPath(so_far.taps + path.taps, so_far.labels + path.labels)
                best[where] = min(best.get(where, whole), whole)
        return best.get(len(self.panels))

    def _steps_from(
        self, place: int, panel: Panel, move: Move, style: TapStyle
    ) -> Iterator[tuple[int, TapPath]]:
        if (path := panel.to(move, style)) is not None:
            yield place + 1, path
        for tapped, moves in panel.shortcuts(style):
            if (found := self._destination(place, moves)) is not None:
                where, final = found
                yield where, tapped.then(style.confirm_taps(self.game, moves[-1], final=final), "Confirm")

    def _destination(self, place: int, moves: tuple[Move, ...]) -> tuple[int, bool] | None:
        """The index of the state that a shortcut leads to, and whether it is final; None if to no state."""
        if (place, moves) not in self._taken:
            states = self.turn.states
            step, final = Step(states[place], (), barrier=False), False
            for move in moves:
                step = self.game.apply(step.state, self.turn.seat, move)
                final = final or step.barrier
            state = after_forced_moves(self.game, step, self.seats)
            where = [at for at in range(place + 1, len(states)) if self._same(states[at], state)]
            self._taken[place, moves] = (where[-1], final) if where else None
        return self._taken[place, moves]

    def _same(self, one: Any, other: Any) -> bool:
        """True if two states are equal apart from the order of cards in rows and piles."""
        if one == other:
            return True
        return _sorted(loads(self.game.dump(one))) == _sorted(loads(self.game.dump(other)))


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(each) for key, each in value.items()}
    if isinstance(value, list):
        return sorted(map(_sorted, value), key=repr)
    return value


def count_taps(
    key: str, seats: int, options: Mapping[str, str], player: str, number: int
) -> list[CountedTurn]:
    """Play a game and count the taps of its turns."""
    game, counted = GAMES[key], []
    for turn in play_turns(game, seats, options, player, number):
        if turn.idle:
            continue
        turn_path = TurnPath(game, seats, turn)
        paths = {
            name: path
            for name, style in TAP_STYLES.items()
            if (path := turn_path.shortest(style)) is not None
        }
        counted.append(CountedTurn(turn.seat, turn.day, tuple(map(str, turn.moves)), paths))
    return counted


# Reporting


def tap_counts(games: Sequence[Sequence[CountedTurn]], name: str, *, per_day: bool) -> list[int]:
    """Taps of every turn, or of every player's days."""
    if not per_day:
        return [turn.paths[name].taps for game in games for turn in game if not turn.is_unreachable]
    days: defaultdict[tuple[int, int, Seat], int] = defaultdict(int)
    for number, game in enumerate(games):
        for turn in (turn for turn in game if not turn.is_unreachable):
            days[number, turn.day, turn.seat] += turn.paths[name].taps
    return list(days.values())


def report(key: str, seats: int, options: Mapping[str, str], games: Sequence[Sequence[CountedTurn]]) -> None:
    row = f"{key}, {seats} players" + "".join(f" {name}={value}" for name, value in options.items())
    spans = [(False, "a turn"), (True, "a day")] if key in COUNTED_PER_DAY else [(False, "a turn")]
    for per_day, span in spans:
        summaries = [
            f"{median(taps):.0f} {name} (mean {fmean(taps):.1f})"
            for name in TAP_STYLES
            for taps in [tap_counts(games, name, per_day=per_day)]
        ]
        wanted = f"; wanted: {TARGETS[key]}" if key in TARGETS and per_day == (key in COUNTED_PER_DAY) else ""
        print(f"{row}: taps {span}, median {', '.join(summaries)}{wanted}", flush=True)
    if unreachable := [turn for game in games for turn in game if turn.is_unreachable]:
        print(
            f"  {len(unreachable)} turns without a path of taps, such as: {', '.join(unreachable[0].moves)}"
        )


def print_longest(games: Sequence[Sequence[CountedTurn]], most: int) -> None:
    """Print the turns with the most taps, and how often each label was tapped."""
    found = [turn for game in games for turn in game if not turn.is_unreachable]
    every = sorted(found, key=lambda turn: -turn.paths["by default"].taps)
    for turn in every[:most]:
        path = turn.paths["by default"]
        print(f"  {path.taps}: {' → '.join(path.labels)}\n     {', '.join(turn.moves)}")
    made = Counter(
        label.split("·")[-1].strip(" ]") for turn in every for label in turn.paths["by default"].labels
    )
    for label, times in made.most_common(most):
        print(f"  {times / len(every):5.2f} a turn: {label}")


def main() -> None:
    parser = ArgumentParser(description="How many taps a turn takes.")
    parser.add_argument("--game", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--options", nargs="*", default=[], help="alliances=yes, …")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--player", choices=RIVALS, default=DEFAULT_PLAYER, help="who sits in every seat")
    parser.add_argument("--longest", type=int, default=0, help="show so many of the longest turns")
    parser.add_argument("--processes", type=int, default=2)
    given: Namespace = parser.parse_args()
    options = dict(option.split("=") for option in given.options)
    with ProcessPoolExecutor(given.processes) as pool:
        for key in [given.game] if given.game else GAMES:
            seats = given.seats or SEATS.get(key, GAMES[key].info.seats[0])
            games = list(pool.map(partial(count_taps, key, seats, options, given.player), range(given.games)))
            report(key, seats, options, games)
            print_longest(games, given.longest)


if __name__ == "__main__":
    main()
