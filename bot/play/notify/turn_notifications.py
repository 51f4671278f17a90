"""Who is told that they owe a move, when and where: once for each time it becomes their turn."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import db
from bot.play.core import outbox_messages, timers
from bot.play.core.availability import Habits, habits_at, habits_of
from bot.play.core.game_service import GameService
from bot.play.core.outbox_messages import Way, Why
from bot.play.core.snapshot import GameSnapshot, is_owing
from bot.play.planning import conditional_moves
from db.clock import MINUTE
from rules.game import AnyGame, Seat

WAYS: dict[str, tuple[Way, ...]] = {"thread": ("thread",), "dm": ("dm",), "both": ("thread", "dm")}
"""Where somebody wishes to be told."""
JUST_ACTED = MINUTE
STEPS_AHEAD = 60


@dataclass(frozen=True, slots=True)
class Summons:
    """How somebody learns that they owe a move: by the card's mention, or by posts of their own."""

    seat: Seat
    person: int
    since: int
    mention: bool = False
    ways: tuple[Way, ...] = ()
    at: int | None = None
    """When they wake or come back, where the post must wait for it."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game that waits for somebody: until when, and how often they were reminded."""

    snapshot: GameSnapshot
    seat: Seat
    deadline: int | None
    reminded: int


async def summonses(reads: db.Reads, snapshot: GameSnapshot) -> tuple[Summons, ...]:
    """Those at a table who have not been told yet that they owe a move."""
    untold = [
        player
        for player in snapshot.players
        if is_owing(snapshot.row, player) and player.told != player.owes_since and player.person is not None
    ]
    if not untold:
        return ()
    habits = await habits_at(reads, snapshot)
    prepared = await conditional_moves.due(reads, snapshot, frozenset(player.seat for player in untold))
    return tuple(
        _summons(reads.now, snapshot, player, habits, prepared=player.seat in prepared) for player in untold
    )


def _summons(
    now: int, snapshot: GameSnapshot, player: db.Player, habits: dict[int | None, Habits], *, prepared: bool
) -> Summons:
    """Whoever has prepared this turn is called only once it could have been played, if they still owe it."""
    person, since = player.person, player.owes_since
    assert person is not None
    assert since is not None
    if has_just_acted(player, now):
        return Summons(player.seat, person, since)
    ways = ways_at(snapshot, player.seat)
    free = habits[person].free_from(now + timers.LOOKED if prepared else now)
    if free > now:
        return Summons(player.seat, person, since, ways=ways, at=free)
    beside = tuple(way for way in ways if way != "thread")
    return Summons(player.seat, person, since, mention="thread" in ways, ways=beside)


async def summoned(tx: db.Transaction, snapshot: GameSnapshot, called: Sequence[Summons]) -> None:
    """The card has been posted; what it could not do is left in the outbox."""
    if not called:
        return
    told: dict[Seat, db.PlayerChanges] = {each.seat: {"told": each.since} for each in called}
    await db.players.update(tx, snapshot.code, told)
    for each in called:
        if each.at is not None:
            await call(tx, each.person, each.ways, "turn", key=_minute(each.at), at=each.at)
        else:
            key = f"{snapshot.code} {each.since}"
            await call(tx, each.person, each.ways, "turn", key=key, game=snapshot.code)
    await _tell_next(tx, snapshot)


async def call(
    tx: db.Transaction,
    person: int,
    ways: Iterable[Way],
    why: Why,
    *,
    key: str | None = None,
    at: int | None = None,
    game: str | None = None,
) -> None:
    """Leave word for somebody: about one game, or about all that wait for them when it is delivered.

    Without a key it is one with all else that is to be told in the same minute.
    """
    key = key or _minute(tx.now)
    called = []
    for way in ways:
        name = f"call {person} {way} {key}"
        payload = outbox_messages.Call(person=person, way=way, why=why, game=game)
        called.append(outbox_messages.post(payload, key=name, game=game, lane=name, not_before=at or 0))
    if called:
        await db.outbox.add(tx, *called)


async def reachable(reads: db.Reads, snapshot: GameSnapshot, people: Sequence[int]) -> list[int]:
    """Those whom a mention at a table disturbs neither in their sleep nor in what they just did there."""
    if is_quiet(snapshot) or not people:
        return []
    habits = await habits_at(reads, snapshot)
    return [
        person
        for person in people
        if (seat := snapshot.seat_of(person)) is not None
        and habits[person].may_be_told(reads.now)
        and not has_just_acted(snapshot.players[seat], reads.now)
    ]


async def awake(reads: db.Reads, people: Sequence[int]) -> dict[int, int]:
    """From when on each of those people may be disturbed: now, or when they wake or come back."""
    habits = await habits_of(reads, people)
    return {person: habits[person].free_from(reads.now) for person in people}


async def deadlines(reads: db.Reads, snapshot: GameSnapshot) -> dict[Seat, int]:
    """When the clocks that run at a table run out, with sleep and days away counted in."""
    running = [
        (player, player.charged_to, player.bank)
        for player in snapshot.players
        if player.charged_to is not None and player.bank is not None
    ]
    if not running:
        return {}
    if any(not bank for _, _, bank in running):  # run out, and given a last day
        set_ = await db.timers.of(reads, timers.TIME_OUT, game=snapshot.code)
        return {timers.OfSeat.model_validate(timer.payload).seat: timer.due for timer in set_}
    habits = await habits_at(reads, snapshot)
    return {
        player.seat: habits.get(player.person, Habits()).runs_out(charged_to, bank)
        for player, charged_to, bank in running
    }


async def waiting_for(service: GameService, person: int) -> list[Waiting]:
    """The games in which somebody owes a move, the most urgent first."""
    store = service.store
    until = {timer.game: timer.due for timer in await db.timers.of(store, timers.TIME_OUT, person=person)}
    owing = [player for player in await db.players.owing_of(store, person) if not player.caretaker]
    # They come in the order in which they began to wait, and sorting keeps that among equals.
    owing.sort(key=lambda player: (player.game not in until, until.get(player.game, 0)))
    return [
        Waiting(await service.snapshot(player.game), player.seat, until.get(player.game), player.reminded)
        for player in owing
    ]


def has_just_acted(player: db.Player, now: int) -> bool:
    return player.acted is not None and now - player.acted < JUST_ACTED


def is_quiet(snapshot: GameSnapshot) -> bool:
    """Whether nobody is to be pinged on that server."""
    return snapshot.server is not None and snapshot.server.settings.quiet


def ways_at(snapshot: GameSnapshot, seat: Seat) -> tuple[Way, ...]:
    """Where to tell somebody of their table; on a server that wants quiet never in the open.

    A table in direct messages is the very place.
    """
    if snapshot.private:
        return ("thread",)
    return ("dm",) if is_quiet(snapshot) else WAYS[snapshot.users[seat].preferences.tell]


async def _tell_next(tx: db.Transaction, snapshot: GameSnapshot) -> None:
    """Whoever wishes it learns that their turn comes after this one."""
    owing = snapshot.owing()
    curious = {player.seat for player in snapshot.present() if snapshot.users[player.seat].preferences.next}
    if len(snapshot.players) < 3 or len(owing) != 1 or not curious:
        return
    seat = follower(snapshot.game, snapshot.state, *owing)
    if seat is None or seat not in curious:
        return
    player = snapshot.players[seat]
    assert player.person is not None
    habits = (await habits_at(tx, snapshot))[player.person]
    if habits.may_be_told(tx.now) and not has_just_acted(player, tx.now):
        ways = ways_at(snapshot, seat)
        key = f"next {snapshot.code} {snapshot.row.ply}"
        await call(tx, player.person, ways, "next", key=key, game=snapshot.code)


def follower(game: AnyGame, state: Any, seat: Seat) -> Seat | None:
    """Whose turn comes after this one, as far as an onlooker can tell."""
    state = game.reshuffle(state, None, b"who is next")
    for _ in range(STEPS_AHEAD):
        acting = game.to_act(state)
        if seat not in acting:
            return next(iter(acting)) if len(acting) == 1 else None
        state = game.apply(state, seat, game.legal(state, seat)[-1]).state
    return None


def _minute(moment: int) -> str:
    return str(moment // MINUTE)
