"""Checks a game against its seal: the seed, every entry of its log played again, and the result."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import db
from bot.play.core.game_log import BY_HOUSE
from bot.play.core.rules_registry import Rulebooks, goes_by
from bot.play.core.snapshot import AGREED, adjudicated, last_resigned, resigned
from bot.standings.results import read_outcome
from bot.standings.voyages import seal
from rules.chance import commitment
from rules.game import AnyGame, Outcome, Refusal

REPLAYED = frozenset({"options_do_not_fit", "entry_impossible", "entry_leads_elsewhere"})
"""What is found wrong where other rules than those of the time are tried."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something that does not fit: a code with values, put into words where it is said."""

    code: str
    values: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the check of a game found. Without flaws, all of it fits."""

    row: db.Game
    entries: int
    flaws: tuple[Flaw, ...]
    since: int = 1
    """The entry from which on it was played again: the deal, or where today's rules took over."""
    deal: db.Voyage | None = None
    """The voyage of which it was a try, where the house has opened it."""

    @property
    def good(self) -> bool:
        return not self.flaws


async def verified(store: db.Store, games: Mapping[str, AnyGame], code: str) -> Verdict | None:
    """Check a game that has begun; None where there is none of that code. `games` are those offered now."""
    async with store.read() as reads:
        row = await db.games.find(reads, code)
        if row is None or row.seed is None:
            return None
        state = await db.games.state_of(reads, row.code)
        seats = len(await db.players.at(reads, row.code))
        log = await db.entries.log(reads, row.code)
        game = await Rulebooks(games).of(reads, row)
        if game is not None and not goes_by(game, row):
            game = None
        since = row.rules_since or 1
        kept = await db.entries.kept_before(reads, row.code, since)
        deal = await _deal_of(reads, row)
    sealed = () if deal is None else tuple(_opening_flaws(deal, row, log))
    flaws = await asyncio.to_thread(lambda: tuple(_flaws(game, row, state, seats, log)))
    if since > 1 and game is not None and kept is not None and any(one.code in REPLAYED for one in flaws):
        # By today's rules it would have gone otherwise; what counts is how it went on since.
        flaws = await asyncio.to_thread(lambda: tuple(_flaws(game, row, state, seats, log, kept)))
        return Verdict(row, len(log), sealed + flaws, since, deal)
    return Verdict(row, len(log), sealed + flaws, deal=deal)


async def _deal_of(reads: db.Reads, row: db.Game) -> db.Voyage | None:
    """The voyage of which a game was a try, where the house has opened it."""
    attempt = None if row.begins == 1 else await db.voyages.try_of_game(reads, row.code)
    return None if attempt is None else await db.voyages.find(reads, attempt.week)


def _opening_flaws(deal: db.Voyage, row: db.Game, log: Sequence[db.Entry]) -> Iterator[Flaw]:
    """Whether the house has opened as it was sealed before the week began."""
    made = [f"{entry.seat} {entry.text}" for entry in log if entry.by == BY_HOUSE]
    if row.seed is None or seal(row.seed, "\n".join(made)) != deal.commitment:
        yield Flaw("opening_not_sealed")


def _flaws(
    game: AnyGame | None,
    row: db.Game,
    state: str | None,
    seats: int,
    log: Sequence[db.Entry],
    kept: db.Kept | None = None,
) -> Iterator[Flaw]:
    """What does not fit, played again from the deal or from a state that was kept."""
    assert row.seed is not None
    if commitment(row.seed) != row.commitment:
        yield Flaw("seed_not_sealed")
    if game is None:
        yield Flaw("components_gone")
        return
    if [entry.ply for entry in log] != list(range(1, row.ply + 1)):
        yield Flaw("log_gaps")
        return
    try:
        replay = _Replay(game, row, seats, kept)
    except ValueError:
        yield Flaw("options_do_not_fit")
        return
    for entry in log[0 if kept is None else kept.ply - 1 :]:
        problem = replay.play(entry)
        if problem is not None:
            yield problem
            return  # what follows would be played from a wrong board
    if state is None or game.dump(replay.state) != state:
        yield Flaw("board_not_of_log")
    yield from _end(game, row, seats, log, replay.state)


class _Replay:
    """Plays a log again from the deal, entry by entry."""

    def __init__(self, game: AnyGame, row: db.Game, seats: int, kept: db.Kept | None = None) -> None:
        assert row.seed is not None
        self._game = game
        self._first = 1 if kept is None else kept.ply
        if kept is None:
            self._start = game.setup(seats, game.info.options.model_validate(row.options), row.seed)
        else:
            self._start = game.load(kept.state)
        self._states: dict[int, Any] = {}
        self.state: Any = None

    def play(self, entry: db.Entry) -> Flaw | None:
        try:
            self.state = self._after(entry)
        except (Refusal, LookupError):
            return Flaw("entry_impossible", {"ply": entry.ply})
        self._states[entry.ply] = self.state
        if db.games.hash_of(self._game.dump(self.state)) != entry.state_hash:
            return Flaw("entry_leads_elsewhere", {"ply": entry.ply})
        return None

    def _after(self, entry: db.Entry) -> Any:
        """How the game stands after an entry. One that is neither deal, move nor undo changes nothing."""
        if entry.ply == self._first:
            return self._start
        if entry.back_to is not None:
            return self._states[entry.back_to]
        if entry.kind == "move" and entry.seat is not None:
            return self._game.apply(self.state, entry.seat, self._game.parse(entry.text)).state
        return self.state


def _end(game: AnyGame, row: db.Game, seats: int, log: Sequence[db.Entry], state: Any) -> Iterator[Flaw]:
    """Whether the result is the one that the log leads to."""
    gone = {entry.seat for entry in log if entry.kind == "resign" and entry.seat is not None}
    counted, recorded = game.outcome(state), _recorded(row)
    if counted is not None:
        fits = row.status == "over" and recorded == last_resigned(counted, gone)
    elif row.status == "over":
        # It ended before its time, by giving up, by agreement or at the end of a month, and not with a move.
        early: tuple[Outcome, ...] = (AGREED, resigned(sorted(gone), range(seats)))
        if log[-1].kind == "adjudicated":
            early = (last_resigned(adjudicated(log[-1].text), gone),)
        fits = log[-1].kind != "move" and recorded in early
    else:
        fits = True
    if not fits:
        yield Flaw("result_not_of_log")


def _recorded(row: db.Game) -> Outcome | None:
    try:
        return read_outcome(row.outcome) if row.outcome else None
    except (LookupError, TypeError):
        return None
