"""Gathering at a table: opening it, joining, leaving, agreeing, starting, another round."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import db
from bot.play.clock import clocks
from bot.play.core import outbox_messages
from bot.play.core.authorization import Actor, check_room, host_only, see
from bot.play.core.game_log import GameLog
from bot.play.core.game_service import GameService
from bot.play.core.pace import CHOICES, UNTIMED
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import invitations
from bot.play.lobby.archive import close, watch_silence
from bot.play.notify import cleanup, turn_notifications
from bot.play.turns import opponents
from bot.play.turns.turns import caretaker_due
from db.clock import HOUR
from db.games import Starts
from opponents.opening import moves_of
from rules.chance import commitment
from rules.game import Lesson, Seat

SEED_BYTES = 32
DEALS = 24
"""So often is dealt anew where somebody shall have the first move."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A deal that others play too: its seed, until when that is not told, and what the house has opened
    with."""

    seed: bytes
    until: int
    opening: str = ""


async def open_table(
    service: GameService,
    key: str,
    options: dict[str, Any],
    host: Actor,
    *,
    server: int | None,
    channel: int,
    language: str,
    pace: str | None = None,
    rated: bool = False,
    starts: Starts = "host",
    guests: Sequence[int] = (),
    company: tuple[str, int] | None = None,
) -> GameSnapshot:
    """A new table, whose card comes by the outbox; its pace is the server's own unless the host names one.

    `company` are the level and the number of opponents who sit there from the beginning. Without a server the
    channel is the host's direct messages, where they play with opponents alone.
    """
    if server is None and (guests or rated):
        raise Denied("alone_in_private")
    async with service.change() as tx:
        snapshot = await _open(
            service,
            tx,
            key,
            options,
            host,
            server=server,
            channel=channel,
            language=language,
            pace=pace,
            rated=rated,
            starts=starts,
        )
        if company is not None:
            snapshot = await _accompanied(service, tx, snapshot, *company)
        others = [guest for guest in guests if guest != host.id]
        await invitations.invite(tx, snapshot.row, others[: snapshot.game.info.seats[1] - 1])
        called = snapshot.server is not None and snapshot.server.settings.called is not None
        if called and len(snapshot.players) + len(others) < snapshot.game.info.seats[1]:
            await _call_role(tx, snapshot.row, host.id)
        return snapshot


async def _call_role(tx: db.Transaction, row: db.Game, host: int) -> None:
    """Who wants to hear of new tables learns of this one, at most once an hour from the same host."""
    hour = db.hash_of(f"{row.server} {host} {tx.now // HOUR}")[:12]  # which names nobody
    await db.outbox.add(
        tx, outbox_messages.post(outbox_messages.RoleCalled(), key=f"role {hour}", game=row.code)
    )


async def play_now(
    service: GameService, key: str, actor: Actor, *, channel: int, level: str, lesson: Lesson | None = None
) -> GameSnapshot:
    """A game against an opponent that has begun in somebody's direct messages; the first move is theirs.

    A lesson brings its own deal.
    """
    async with service.change() as tx:
        snapshot = await _open(
            service,
            tx,
            key,
            {},
            actor,
            server=None,
            channel=channel,
            language=None,
            pace=UNTIMED,
            rated=False,
            starts="host",
        )
        seats = lesson.seats if lesson else max(2, snapshot.game.info.seats[0])
        if seats > 1:
            snapshot = await _accompanied(service, tx, snapshot, level, seats - 1)
        seed = lesson.seed if lesson else None
        return await _begin(service, tx, snapshot, actor.id, None, first=0, seed=seed)


async def _open(
    service: GameService,
    tx: db.Transaction,
    key: str,
    options: dict[str, Any],
    host: Actor,
    *,
    server: int | None,
    channel: int,
    language: str | None,
    pace: str | None,
    rated: bool,
    starts: Starts,
    spoken: str | None = None,
) -> GameSnapshot:
    """A new table; `language` is the server's where none was chosen yet, `spoken` that of the table."""
    game = service.games[key]
    await see(tx, host)
    await check_room(tx, host.id)
    if server is None:
        pace = pace or UNTIMED
    else:
        known = await db.servers.find(tx, server)
        if known.language is None and language:
            await db.servers.update(tx, server, language=language)
        pace = pace or known.settings.pace
    check_rated(pace, rated=rated)
    row = await db.games.create(
        tx,
        key=key,
        rules_version=game.info.rules_version,
        pack=game.pack,
        options=game.info.options.model_validate(options).model_dump(),
        server=server,
        channel=channel,
        host=host.id,
        pace=pace,
        rated=rated,
        starts=starts,
        language=spoken,
    )
    row = await db.players.join(tx, row, host.id)
    await outbox_messages.open_door(tx, host.id)
    await db.outbox.add(tx, outbox_messages.about(row, outbox_messages.Lobby()))
    await watch_silence(tx, row)
    return await service.load(tx, row.code)


async def begin_with(
    service: GameService,
    tx: db.Transaction,
    key: str,
    people: Sequence[int],
    *,
    server: int | None,
    channel: int,
    pace: str,
    rated: bool,
    options: Mapping[str, Any] | None = None,
    sealed: Sealed | None = None,
) -> GameSnapshot:
    """A table that nobody had to gather at: these people sit there in this order, and the game has begun."""
    game = service.games[key]
    row = await db.games.create(
        tx,
        key=key,
        rules_version=game.info.rules_version,
        pack=game.pack,
        options=game.info.options.model_validate(options or {}).model_dump(),
        server=server,
        channel=channel,
        host=people[0],
        pace=pace,
        rated=rated,
    )
    for person in people:
        row = await db.players.join(tx, row, person)
    if sealed is None:
        await db.outbox.add(tx, outbox_messages.about(row, outbox_messages.Lobby()))
    await watch_silence(tx, row)
    return await _begin(service, tx, await service.load(tx, row.code), people[0], None, sealed=sealed)


async def join(
    service: GameService, code: str, actor: Actor, *, interaction: int | None = None
) -> GameSnapshot:
    """Take a seat. The last who finds one starts the game, or has the host called to do so."""
    async with service.change() as tx:
        return await _join(service, tx, code, actor, interaction=interaction)


async def _join(
    service: GameService, tx: db.Transaction, code: str, actor: Actor, *, interaction: int | None
) -> GameSnapshot:
    snapshot = await _gathering(service, tx, code)
    await see(tx, actor)
    if snapshot.seat_of(actor.id) is not None:
        raise Denied("seated_already")
    if snapshot.private:
        raise Denied("alone_in_private")
    row, leaving = snapshot.row, opponents.last_of(snapshot)
    if snapshot.full and leaving is None:
        raise Denied("table_full")
    await check_room(tx, actor.id)
    if snapshot.full and leaving is not None:
        row = await db.players.leave(tx, row, leaving)
    row = await db.players.join(tx, row, actor.id)
    await outbox_messages.open_door(tx, actor.id)
    was_invited = await invitations.taken(tx, row, actor.id)
    snapshot = await _gathered(service, tx, row)
    if snapshot.full and row.starts == "full":
        return await _begin(service, tx, snapshot, actor.id, interaction)
    if snapshot.full or was_invited:
        await _call_host(tx, snapshot)
    return snapshot


async def add_opponent(
    service: GameService, code: str, person: int, level: str, *, interaction: int | None = None
) -> GameSnapshot:
    """An opponent of that level sits down; with one at the table the game is not rated."""
    async with service.change() as tx:
        snapshot = await _gathering(service, tx, code)
        host_only(snapshot, person)
        if snapshot.full:
            raise Denied("table_full")
        snapshot = await _accompanied(service, tx, snapshot, level, 1)
        if snapshot.full and snapshot.row.starts == "full":
            return await _begin(service, tx, snapshot, person, interaction)
        return snapshot


async def _accompanied(
    service: GameService, tx: db.Transaction, snapshot: GameSnapshot, level: str, number: int
) -> GameSnapshot:
    free = snapshot.game.info.seats[1] - len(snapshot.players)
    row = await opponents.sit_down(tx, snapshot.row, level, min(number, free))
    return await _gathered(service, tx, await db.games.update(tx, row, rated=False))


async def dismiss_opponent(service: GameService, code: str, person: int, opponent: int) -> GameSnapshot:
    """An opponent leaves the table before the game."""
    async with service.change() as tx:
        snapshot = await _gathering(service, tx, code)
        host_only(snapshot, person)
        if opponent not in {snapshot.users[seat].id for seat in snapshot.opponents}:
            raise Denied("not_at_table")
        return await _gathered(service, tx, await db.players.leave(tx, snapshot.row, opponent))


async def decline(service: GameService, code: str, person: int) -> None:
    """Somebody who was invited does not wish to play."""
    async with service.change() as tx:
        snapshot = await _gathering(service, tx, code)
        if snapshot.seat_of(person) is not None:
            raise Denied("seated_already")
        row = await db.games.update(tx, snapshot.row)
        if not await invitations.declined(tx, row, person):
            raise Denied("not_invited")
        snapshot = await _gathered(service, tx, row)
        await _call_host(tx, snapshot)


async def leave(service: GameService, code: str, person: int) -> GameSnapshot:
    async with service.change() as tx:
        snapshot = await _gathering(service, tx, code)
        if snapshot.seat_of(person) is None:
            raise Denied("not_at_table")
        return await walk_away(service, tx, snapshot, person)


async def walk_away(
    service: GameService, tx: db.Transaction, snapshot: GameSnapshot, person: int
) -> GameSnapshot:
    """Somebody leaves a lobby: another is its host then, or it is closed."""
    row = await db.players.leave(tx, snapshot.row, person)
    staying = [other for other in snapshot.people_at(snapshot.seats) if other != person]
    if not staying:
        row = await close(tx, row)
    elif row.host == person:
        row = await db.games.update(tx, row, host=staying[0])
    return await _gathered(service, tx, row)


async def set_option(service: GameService, code: str, person: int, field: str, value: str) -> GameSnapshot:
    """Agree on an option of the game; a value that it does not have raises pydantic's ValidationError."""
    async with service.change() as tx:
        snapshot = await _gathering(service, tx, code)
        host_only(snapshot, person)
        agreed = {**snapshot.options().model_dump(), field: value}
        options = snapshot.game.info.options.model_validate(agreed)
        row = await db.games.update(tx, snapshot.row, options=options.model_dump())
        return await _gathered(service, tx, row)


async def set_pace(service: GameService, code: str, person: int, pace: str) -> GameSnapshot:
    """Agree on a pace; without a clock a table is not rated."""
    async with service.change() as tx:
        snapshot = await _gathering(service, tx, code)
        host_only(snapshot, person)
        if pace not in CHOICES:
            raise Denied("not_a_choice")
        rated = snapshot.row.rated and pace != UNTIMED
        return await _gathered(service, tx, await db.games.update(tx, snapshot.row, pace=pace, rated=rated))


async def set_rated(service: GameService, code: str, person: int, *, rated: bool) -> GameSnapshot:
    async with service.change() as tx:
        snapshot = await _gathering(service, tx, code)
        host_only(snapshot, person)
        check_rated(snapshot.row.pace, rated=rated)
        if rated and snapshot.opponents:
            raise Denied("rated_needs_people")
        return await _gathered(service, tx, await db.games.update(tx, snapshot.row, rated=rated))


async def set_starts(
    service: GameService, code: str, person: int, starts: Starts, *, interaction: int
) -> GameSnapshot:
    """Agree on what starts the game; where everybody is there already it starts at once."""
    async with service.change() as tx:
        snapshot = await _gathering(service, tx, code)
        host_only(snapshot, person)
        snapshot = await _gathered(service, tx, await db.games.update(tx, snapshot.row, starts=starts))
        if starts == "full" and snapshot.full:
            return await _begin(service, tx, snapshot, person, interaction)
        return snapshot


async def set_language(service: GameService, code: str, person: int, language: str) -> GameSnapshot:
    """Agree on the language that Skald speaks at the table."""
    async with service.change() as tx:
        snapshot = await _gathering(service, tx, code)
        host_only(snapshot, person)
        return await _gathered(service, tx, await db.games.update(tx, snapshot.row, language=language))


async def start(service: GameService, code: str, person: int, *, interaction: int) -> GameSnapshot:
    async with service.change() as tx:
        snapshot = await _gathering(service, tx, code)
        host_only(snapshot, person)
        return await _begin(service, tx, snapshot, person, interaction)


async def _begin(
    service: GameService,
    tx: db.Transaction,
    snapshot: GameSnapshot,
    person: int,
    interaction: int | None,
    *,
    first: Seat | None = None,
    seed: bytes | None = None,
    sealed: Sealed | None = None,
) -> GameSnapshot:
    """Deal, and begin; `first` is whose move it shall be at first, where the deal decides that, and `seed`
    the deal itself where it is given."""
    game, fewest = snapshot.game, snapshot.game.info.seats[0]
    if len(snapshot.players) < fewest:
        raise Denied("more_players_needed", n=fewest)
    await opponents.take_over(tx, snapshot)
    seed = sealed.seed if sealed else seed
    given = seed is not None
    for _ in range(DEALS):
        seed = seed if given and seed is not None else new_seed()
        state = game.setup(len(snapshot.players), snapshot.options(), seed)
        if given or first is None or first in game.to_act(state):
            break
    assert seed is not None
    log = GameLog(await service.load(tx, snapshot.code))
    log.setup(state, person=person, interaction=interaction)
    if sealed is not None and sealed.opening:
        log.opening(moves_of(game, sealed.opening))
    begun: db.GameChanges = {
        "status": "running",
        "seed": seed,
        "commitment": commitment(seed),
        "started": tx.now,
    }
    if sealed is not None:
        begun |= {"sealed_until": sealed.until, "begins": 1 + len(sealed.opening.splitlines())}
    await log.save(tx, **begun)
    snapshot = await clocks.wind(tx, log, caretaker_due(tx, log.snapshot))
    row = snapshot.row
    await invitations.lapse(tx, row)
    if sealed is None:
        await db.outbox.add(tx, outbox_messages.about(row, outbox_messages.Opening()))
    await db.outbox.add(tx, outbox_messages.about(row, outbox_messages.Card(ply=row.ply)))
    return snapshot


async def _call_host(tx: db.Transaction, snapshot: GameSnapshot) -> None:
    """The host learns that nobody else is awaited, once for the same people; asleep, when they wake."""
    row, host = snapshot.row, snapshot.row.host
    if host is None or not await is_complete(tx, snapshot):
        return
    people = " ".join(map(str, sorted(snapshot.people_at(snapshot.seats))))
    payload, name = outbox_messages.TableFull(person=host), f"{row.code} full {db.hash_of(people)[:12]}"
    free = await turn_notifications.awake(tx, (host,))
    await db.outbox.add(
        tx, outbox_messages.post(payload, key=name, game=row.code, lane=name, not_before=free[host])
    )


async def is_complete(reads: db.Reads, snapshot: GameSnapshot) -> bool:
    """Whether a table can start and awaits nobody: it is full, or all who were invited have answered."""
    if snapshot.row.status != "lobby" or len(snapshot.players) < snapshot.game.info.seats[0]:
        return False
    return snapshot.full or not (await db.invitations.to(reads, snapshot.code)).awaited


async def rematch(
    service: GameService, played: GameSnapshot, actor: Actor, *, interaction: int | None = None
) -> GameSnapshot:
    """Another round of a finished game: joined if one of its players has opened it, else opened."""
    async with service.change() as tx:
        row = played.row
        if row.sealed_until is not None:
            raise Denied("one_try")
        since = row.ended or row.created
        for lobby in await db.games.opened_in(tx, row.channel, ("lobby",)):
            again = lobby.key == row.key and lobby.created >= since
            if again and lobby.host is not None and played.seat_of(lobby.host) is not None:
                there = await service.load(tx, lobby.code)
                seated = there.seat_of(actor.id) is not None
                if seated:
                    return there
                return await _join(service, tx, lobby.code, actor, interaction=interaction)
        snapshot = await _open(
            service,
            tx,
            row.key,
            dict(row.options),
            actor,
            server=row.server,
            channel=row.channel,
            language=None,
            pace=row.pace,
            rated=row.rated,
            starts=row.starts,
            spoken=row.language,
        )
        for level in opponents.levels_at(played):
            snapshot = await _accompanied(service, tx, snapshot, level, 1)
        others = tuple(one for one in played.people_at(played.seats) if one != actor.id)
        if others:
            notice = outbox_messages.Notice(code="another_round", mentions=others)
            await outbox_messages.say(tx, snapshot.code, notice, key="again")
        return snapshot


async def _gathered(service: GameService, tx: db.Transaction, row: db.Game) -> GameSnapshot:
    """The card shows who is there and what is agreed on now, and what that overtakes goes."""
    await db.outbox.add(tx, outbox_messages.about(row, outbox_messages.Lobby()))
    snapshot = await service.load(tx, row.code)
    await cleanup.sweep(tx, snapshot)
    return snapshot


async def _gathering(service: GameService, tx: db.Transaction, code: str) -> GameSnapshot:
    snapshot = await service.load(tx, code)
    if snapshot.row.status == "closed":
        raise Denied("table_closed")
    if snapshot.row.status != "lobby":
        raise Denied("started_already")
    return snapshot


def check_rated(pace: str, *, rated: bool) -> None:
    if rated and pace == UNTIMED:
        raise Denied("rated_needs_clock")


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)
