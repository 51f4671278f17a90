"""Verifies a game against its commitment: the seed, a replay of every log entry, and the result."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import db
from bot.play.core.game_log import BY_HOUSE
from bot.play.core.rules_registry import UNREADABLE_STATE_ERRORS, RulesRegistry, rules_match
from bot.play.core.snapshot import AGREED_OUTCOME, parse_adjudication, resignation_outcome, with_resigned_last
from bot.play.history.story import continued_position
from bot.standings.results import load_outcome
from bot.standings.voyages import deal_commitment
from rules.chance import commitment
from rules.game import AnyGame, Outcome, Refusal, Seat

REPLAY_FLAWS = frozenset({"options_do_not_fit", "entry_impossible", "entry_leads_elsewhere"})
"""Flaws that can also result from replaying a game under newer rules."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """A mismatch, as a code with values; the views turn it into text."""

    code: str
    values: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class VerificationReport:
    """The result of verifying a game.

    `since` is the entry from which it was replayed: the deal, or the change to the current rules. `deal` is
    the voyage it was a try of, if the house played the opening.
    """

    row: db.Game
    entries: int
    flaws: tuple[Flaw, ...]
    since: int = 1
    deal: db.Voyage | None = None

    @property
    def is_valid(self) -> bool:
        return not self.flaws


async def verify_game(store: db.Store, games: Mapping[str, AnyGame], code: str) -> VerificationReport | None:
    """Verify a started game. Returns None if there is none of that code. `games` are those offered now."""
    async with store.read() as reads:
        row = await db.games.find(reads, code)
        if row is None or row.seed is None:
            return None
        state = await db.games.find_state(reads, row.code)
        seats = len(await db.players.list_for_game(reads, row.code))
        log = await db.entries.read_log(reads, row.code)
        game = await RulesRegistry(games).rules_for(reads, row)
        if game is not None and not rules_match(game, row):
            game = None
        since = row.rules_since or 1
        checkpoint = await db.entries.find_checkpoint(reads, row.code, since)
        deal = await _house_voyage(reads, row)
        start = None
        if game is not None and row.continues is not None:
            start = await _continued_start(reads, game, row)
            game = None if start is None else game
    sealed = () if deal is None else tuple(_opening_flaws(deal, row, log))
    flaws = await asyncio.to_thread(lambda: tuple(_find_flaws(game, row, state, seats, log, start)))
    if (
        since > 1
        and game is not None
        and checkpoint is not None
        and any(one.code in REPLAY_FLAWS for one in flaws)
    ):
        # The current rules play the old part differently; verify from where they took over.
        flaws = await asyncio.to_thread(lambda: tuple(_find_flaws(game, row, state, seats, log, checkpoint)))
        return VerificationReport(row, len(log), sealed + flaws, since, deal)
    return VerificationReport(row, len(log), sealed + flaws, deal=deal)


async def _continued_start(reads: db.Reads, game: AnyGame, row: db.Game) -> db.Checkpoint | None:
    """The deal of a game from a position of another, dealt again. None if that cannot be read any more."""
    continuation = await db.continuations.find(reads, row.continues or "")
    if continuation is None:
        return None
    try:
        state = game.dump(await continued_position(reads, game, continuation))
    except (Refusal, *UNREADABLE_STATE_ERRORS):
        return None
    return db.Checkpoint(row.code, 1, state, db.hash_text(state))


async def _house_voyage(reads: db.Reads, row: db.Game) -> db.Voyage | None:
    """The voyage that a game was a try of, if the house played the opening."""
    attempt = None if row.begins == 1 else await db.voyages.find_try_for_game(reads, row.code)
    return None if attempt is None else await db.voyages.find(reads, attempt.week)


def _opening_flaws(deal: db.Voyage, row: db.Game, log: Sequence[db.Entry]) -> Iterator[Flaw]:
    """Yield a flaw if the house's opening does not match the commitment published before the week."""
    opening = [f"{entry.seat} {entry.text}" for entry in log if entry.by == BY_HOUSE]
    if row.seed is None or deal_commitment(row.seed, "\n".join(opening)) != deal.commitment:
        yield Flaw("opening_not_sealed")


def _find_flaws(
    game: AnyGame | None,
    row: db.Game,
    state: str | None,
    seats: int,
    log: Sequence[db.Entry],
    checkpoint: db.Checkpoint | None = None,
) -> Iterator[Flaw]:
    """Replay the game from the deal, or from a checkpoint, and yield the flaws found."""
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
        replay = _Replay(game, row, seats, checkpoint)
    except ValueError:
        yield Flaw("options_do_not_fit")
        return
    for entry in log[0 if checkpoint is None else checkpoint.ply - 1 :]:
        problem = replay.play(entry)
        if problem is not None:
            yield problem
            return  # Later entries would be replayed from a wrong state.
    if state is None or game.dump(replay.state) != state:
        yield Flaw("board_not_of_log")
    yield from _result_flaws(game, row, seats, log, replay.state)


class _Replay:
    """Replays a log entry by entry, from the deal or a checkpoint."""

    def __init__(
        self, game: AnyGame, row: db.Game, seats: int, checkpoint: db.Checkpoint | None = None
    ) -> None:
        assert row.seed is not None
        self._game = game
        self._first = 1 if checkpoint is None else checkpoint.ply
        if checkpoint is None:
            self._start = game.setup(seats, game.info.options.model_validate(row.options), row.seed)
        else:
            self._start = game.load(checkpoint.state)
        self._states: dict[int, Any] = {}
        self.state: Any = None

    def play(self, entry: db.Entry) -> Flaw | None:
        try:
            self.state = self._after(entry)
        except (Refusal, LookupError):
            return Flaw("entry_impossible", {"ply": entry.ply})
        self._states[entry.ply] = self.state
        if db.games.hash_text(self._game.dump(self.state)) != entry.state_hash:
            return Flaw("entry_leads_elsewhere", {"ply": entry.ply})
        return None

    def _after(self, entry: db.Entry) -> Any:
        """The state after an entry. Only the deal, moves and undos change it."""
        if entry.ply == self._first:
            return self._start
        if entry.back_to is not None:
            return self._states[entry.back_to]
        if entry.kind == "move" and entry.seat is not None:
            return self._game.apply(self.state, entry.seat, self._game.parse(entry.text)).state
        return self.state


def _result_flaws(
    game: AnyGame, row: db.Game, seats: int, log: Sequence[db.Entry], state: Any
) -> Iterator[Flaw]:
    """Yield a flaw if the stored result does not follow from the log."""
    resigned = {entry.seat for entry in log if entry.kind == "resign" and entry.seat is not None}
    computed, stored = game.outcome(state), _stored_outcome(row)
    if computed is not None:
        fits = row.status == "over" and stored in _final_outcomes(row, log, computed, resigned)
    elif row.status == "over":
        # It ended early, by resignation, agreement or adjudication, and not with a move.
        early: tuple[Outcome, ...] = (AGREED_OUTCOME, resignation_outcome(sorted(resigned), range(seats)))
        if log[-1].kind == "adjudicated":
            early = _final_outcomes(row, log, parse_adjudication(log[-1].text), resigned)
        fits = log[-1].kind != "move" and stored in early
    else:
        fits = True
    if not fits:
        yield Flaw("result_not_of_log")


def _final_outcomes(
    row: db.Game, log: Sequence[db.Entry], outcome: Outcome, resigned: set[Seat]
) -> tuple[Outcome, ...]:
    """The outcome with resigned seats last. At a rated table, absent ones count as resigned.

    They did not in games that ended before this rule, whose results stay.
    """
    if not row.rated:
        return (with_resigned_last(outcome, resigned),)
    absent: set[Seat] = set()
    for entry in log:
        if entry.seat is not None and entry.kind == "caretaker":
            absent.add(entry.seat)
        elif entry.seat is not None and entry.kind in ("reclaim", "substitute"):
            absent.discard(entry.seat)
    return with_resigned_last(outcome, resigned), with_resigned_last(outcome, resigned | absent)


def _stored_outcome(row: db.Game) -> Outcome | None:
    try:
        return load_outcome(row.outcome) if row.outcome else None
    except (LookupError, TypeError):
        return None
