"""Checks a game against its seal: the seed, every entry of its log played again, and the result."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import db
from bot.position import AGREED, last_resigned, read_outcome, resigned
from bot.words import Words, mark
from rules.chance import commitment
from rules.game import AnyGame, Outcome, Refusal

MOST_FLAWS = 5


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something that does not fit, as a sentence of the catalogue with its values."""

    text: str
    values: Mapping[str, str | int]

    def said(self, words: Words) -> str:
        return words.say(self.text, **self.values)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the check of a game found. Without flaws, all of it fits."""

    row: db.Game
    entries: int
    flaws: tuple[Flaw, ...]

    @property
    def good(self) -> bool:
        return not self.flaws


async def verified(store: db.Store, games: Sequence[Mapping[str, AnyGame]], code: str) -> Verdict | None:
    """Check a game that has begun; None where there is none of that code.

    `games` are the rules to look for those it was dealt from, the likeliest first.
    """
    async with store.read() as reads:
        row = await reads.game(code)
        if row is None or row.seed is None:
            return None
        seats = len(await reads.seats(row.code))
        log = await reads.moves(row.code)
    game = _dealt_from(games, row)
    flaws = await asyncio.to_thread(lambda: tuple(_flaws(game, row, seats, log)))
    return Verdict(row, len(log), flaws)


def _dealt_from(games: Sequence[Mapping[str, AnyGame]], row: db.Game) -> AnyGame | None:
    known = (titles[row.key] for titles in games if row.key in titles)
    fitting = (
        game for game in known if (game.pack, game.info.rules_version) == (row.pack, row.rules_version)
    )
    return next(fitting, None)


def _flaws(game: AnyGame | None, row: db.Game, seats: int, log: Sequence[db.Entry]) -> Iterator[Flaw]:
    assert row.seed is not None
    if commitment(row.seed) != row.commitment:
        yield Flaw(mark("The seed is not the one that was sealed."), {})
    if game is None:
        yield Flaw(mark("Its components are not here any more, so it cannot be played again."), {})
        return
    if [entry.ply for entry in log] != list(range(1, row.ply + 1)):
        yield Flaw(mark("The log has gaps."), {})
        return
    try:
        replay = _Replay(game, row, seats)
    except ValueError:
        yield Flaw(mark("What was agreed at the table does not fit its rules."), {})
        return
    for entry in log:
        problem = replay.play(entry)
        if problem is not None:
            yield problem
            return  # what follows would be played from a wrong board
    yield from _end(game, row, seats, log, replay.state)


class _Replay:
    """Plays a log again from the deal, entry by entry."""

    def __init__(self, game: AnyGame, row: db.Game, seats: int) -> None:
        assert row.seed is not None
        self._game = game
        self._deal = game.setup(seats, game.info.options.model_validate(row.options), row.seed)
        self._states: dict[int, Any] = {}
        self.state: Any = None

    def play(self, entry: db.Entry) -> Flaw | None:
        try:
            self.state = self._after(entry)
        except (Refusal, LookupError):
            return Flaw(mark("Entry {ply} is not possible where it stands."), {"ply": entry.ply})
        self._states[entry.ply] = self.state
        if db.hash_of(self._game.dump(self.state)) != entry.state_hash:
            return Flaw(mark("Entry {ply} leads to another board than the one recorded."), {"ply": entry.ply})
        return None

    def _after(self, entry: db.Entry) -> Any:
        """How the game stands after an entry. One that is neither deal, move nor undo changes nothing."""
        if entry.ply == 1:
            return self._deal
        if entry.back_to is not None:
            return self._states[entry.back_to]
        if entry.kind == "move" and entry.seat is not None:
            return self._game.apply(self.state, entry.seat, self._game.parse(entry.text)).state
        return self.state


def _end(game: AnyGame, row: db.Game, seats: int, log: Sequence[db.Entry], state: Any) -> Iterator[Flaw]:
    """Whether board and result are those that the log leads to."""
    if row.state is None or game.dump(state) != row.state:
        yield Flaw(mark("The board is not the one its log leads to."), {})
    gone = {entry.seat for entry in log if entry.kind == "resign" and entry.seat is not None}
    counted, recorded = game.outcome(state), _recorded(row)
    if counted is not None:
        fits = row.status == "over" and recorded == last_resigned(counted, gone)
    elif row.status == "over":
        # It ended before its time, by giving up or by agreement, and then not with a move.
        early = (AGREED, resigned(sorted(gone), range(seats)))
        fits = log[-1].kind != "move" and recorded in early
    else:
        fits = True
    if not fits:
        yield Flaw(mark("The result is not the one its log leads to."), {})


def _recorded(row: db.Game) -> Outcome | None:
    try:
        return read_outcome(row.outcome) if row.outcome else None
    except (LookupError, TypeError):
        return None


def report(verdict: Verdict, words: Words) -> list[str]:
    """The verdict in lines. The seed is told of a finished game only."""
    row = verdict.row
    lines = [_summary(verdict, words), *(f"- {flaw.said(words)}" for flaw in verdict.flaws[:MOST_FLAWS])]
    lines.append(words.say("Sealed at the start as `{commitment}`.", commitment=row.commitment or ""))
    if row.status == "over" and row.seed is not None:
        lines.append(
            words.say("The seed: `{seed}`. Its SHA-256, as bytes, is the seal.", seed=row.seed.hex())
        )
    else:
        lines.append(words.say("The seed is told when the game is over."))
    return lines


def _summary(verdict: Verdict, words: Words) -> str:
    if not verdict.good:
        return words.say("**This game does not fit its seal or its log.**")
    return words.say_many(
        "**All fits.** The seed is the one that was sealed, and {n} entry of the log, played again, leads to "
        "the recorded board.",
        "**All fits.** The seed is the one that was sealed, and all {n} entries of the log, played again, "
        "lead to the recorded boards.",
        n=verdict.entries,
    )
