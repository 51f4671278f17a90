"""Choosing a move token by token: a choice asks on, asks for confirmation, delays the move, or plays it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bot.play.core import Actor, GameService, GameSnapshot, Seen, require_seat
from bot.play.core.narrowing import narrow
from bot.play.turns import delayed_moves, shortcuts
from bot.play.turns.delayed_moves import DelayedMove
from bot.play.turns.moves import MoveResult, play, play_line
from rules.game import Move, Refusal, Seat, Shortcut

ChosenTokens = tuple[str, ...]
"""The tokens of a move chosen so far."""


@dataclass(frozen=True, slots=True)
class Selection:
    """How far a player has come in choosing a move.

    `ambiguous` is the number of a shortcut whose name several share, with the number of its moves already
    decided. `delayed` is a move that is played after a delay unless cancelled.
    """

    chosen: ChosenTokens = ()
    shortcut: Shortcut | None = None
    ambiguous: tuple[int, int] | None = None
    delayed: DelayedMove | None = None
    page: int = 0

    @classmethod
    def of_delayed(cls, delayed: DelayedMove) -> "Selection":
        chosen = () if delayed.shortcut else delayed.moves[0].tokens()
        return cls(chosen=chosen, shortcut=delayed.shortcut, delayed=delayed)

    @property
    def is_empty(self) -> bool:
        return not (self.chosen or self.shortcut or self.ambiguous)


NOTHING_SELECTED = Selection()


@dataclass(frozen=True, slots=True)
class Choice:
    """The result of a choice: what to ask or confirm next, and the move it played, if it played one."""

    snapshot: GameSnapshot
    selection: Selection = NOTHING_SELECTED
    played: MoveResult | None = None

    @classmethod
    def of_move(cls, played: MoveResult) -> "Choice":
        return cls(played.snapshot, played=played)


@dataclass(frozen=True, slots=True)
class Chooser:
    """A player's choices in one game, from a decision that they saw (`seen`).

    Every method raises Refusal("stale") if the decision has changed.
    """

    service: GameService
    snapshot: GameSnapshot
    actor: Actor
    interaction_id: int
    seen: Seen | None

    @property
    def seat(self) -> Seat:
        return require_seat(self.snapshot, self.actor.id)

    async def choose(self, tokens: ChosenTokens) -> Choice:
        """Continue from the chosen tokens. Raises Refusal if no legal move fits them."""
        snapshot, seat = self.snapshot, self.seat
        self._check_unchanged()
        narrowing = narrow(snapshot.legal(seat), tokens)
        if narrowing is None:
            raise Refusal("illegal" if snapshot.is_running else "over")
        if narrowing.move is not None and tokens:
            return await self.choose_move(narrowing.move)
        return await self.ask_on(Selection(narrowing.chosen if tokens else ()))

    async def choose_move(self, move: Move) -> Choice:
        """Play a move at once, delay it, or ask for confirmation; see `commit_mode`."""
        match commit_mode(self.snapshot, self.seat, (move,)):
            case "now":
                return Choice.of_move(await self.play(str(move)))
            case "soon":
                return await self._delay((move,))
            case _:
                return await self.ask_on(Selection(move.tokens()))

    async def choose_shortcut(self, number: int, depth: int = 0) -> Choice:
        """Play the moves of a shortcut, or ask which is meant if several have the same name.

        The first `depth` of its moves are decided.
        """
        snapshot, seat = self.snapshot, self.seat
        shortcut = shortcuts.find_shortcut(snapshot, seat, number, self.seen)
        if len(shortcuts.similar_shortcuts(shortcuts.shortcuts_at(snapshot, seat), number, depth)) > 1:
            return await self.ask_on(Selection(ambiguous=(number, depth)))
        match commit_mode(snapshot, seat, shortcut.moves):
            case "now":
                return Choice.of_move(await self.play_shortcut(number))
            case "soon":
                return await self._delay(shortcut.moves)
            case _:
                return await self.ask_on(Selection(shortcut=shortcut))

    async def ask_on(self, selection: Selection) -> Choice:
        """Cancel a pending delayed move, because the player goes on choosing, perhaps on an older panel."""
        if await delayed_moves.find_pending(self.service.store, self.snapshot, self.seat) is not None:
            await delayed_moves.cancel(self.service, self.snapshot, self.seat)
        return Choice(self.snapshot, selection)

    async def _delay(self, moves: Sequence[Move]) -> Choice:
        delayed = await delayed_moves.schedule(self.service, self.snapshot, self.seat, moves)
        return Choice(self.snapshot, Selection.of_delayed(delayed))

    async def play(self, text: str) -> MoveResult:
        """Play a move given in notation."""
        return await play(
            self.service,
            self.snapshot.code,
            self.actor,
            text,
            interaction_id=self.interaction_id,
            seen=self.seen,
        )

    async def play_shortcut(self, number: int) -> MoveResult:
        return await shortcuts.play(
            self.service,
            self.snapshot.code,
            self.actor,
            number,
            interaction_id=self.interaction_id,
            seen=self.seen,
        )

    async def play_in_a_row(self, moves: Sequence[Move]) -> Choice:
        """Play moves up to the first that cannot be undone. That one is chosen as by its own button."""
        snapshot, seat = self.snapshot, self.seat
        self._check_unchanged()
        at_once = moves if commit_mode(snapshot, seat, moves) == "now" else _undoable(snapshot, seat, moves)
        if not at_once:
            return await self.choose_move(moves[0])
        played = await play_line(
            self.service,
            snapshot.code,
            self.actor,
            at_once,
            interaction_id=self.interaction_id,
            seen=self.seen,
        )
        if len(at_once) == len(moves):
            return Choice.of_move(played)
        return await replace(self, snapshot=played.snapshot, seen=None).choose_move(moves[len(at_once)])

    def _check_unchanged(self) -> None:
        if not self.snapshot.is_unchanged(self.seat, self.seen):
            raise Refusal("stale")


def _undoable(snapshot: GameSnapshot, seat: Seat, moves: Sequence[Move]) -> list[Move]:
    """Returns the moves before the first that cannot be undone."""
    state, found = snapshot.state, list[Move]()
    for move in moves:
        step = snapshot.game.apply(state, seat, move)
        if step.barrier:
            break
        found.append(move)
        state = step.state
    return found


def commit_mode(
    snapshot: GameSnapshot, seat: Seat, moves: Sequence[Move]
) -> Literal["now", "soon", "confirmed"]:
    """Returns when moves are played: at once, after a delay, or after confirmation.

    Undoable moves are played at once, as is everything if the player wants no confirmation. Moves that their
    button fully describes can be delayed instead of confirmed, unless hearing them may take longer.
    """
    preferences = snapshot.users[seat].preferences
    if not preferences.confirm or not shortcuts.apply_moves(snapshot, seat, moves).barrier:
        return "now"
    may_delay = preferences.linger and not preferences.text_only
    return "soon" if may_delay and delayed_moves.can_be_delayed(snapshot.game, moves) else "confirmed"
