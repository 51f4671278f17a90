"""The lobby of a table: open, join, leave, set options, start, rematch."""

import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any

import db
from bot.play.clock import clocks
from bot.play.core import outbox_messages
from bot.play.core.authorization import Actor, check_game_limit, require_host, update_user_profile
from bot.play.core.game_log import GameLog
from bot.play.core.game_service import GameService
from bot.play.core.pace import PACE_CHOICES, UNTIMED
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import invitations
from bot.play.lobby.archive import close_lobby, schedule_inactivity_check, schedule_lesson_end
from bot.play.notify import cleanup, turn_notifications
from bot.play.turns import opponents
from bot.play.turns.turns import caretaker_timers
from db.clock import HOUR
from db.games import StartTrigger
from opponents.opening import parse_opening
from rules.chance import commitment
from rules.game import Lesson, Seat

SEED_BYTES = 32
MAX_DEALS = 24  # Attempts to find a deal in which a given seat moves first.


@dataclass(frozen=True, slots=True)
class TableTerms:
    """The title of a table, its place and its terms.

    Without a server the channel is a user's DM channel, where only opponents can join. The pace defaults to
    the server's, the language to the server's too.
    """

    key: str
    channel: int
    server: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    pace: str | None = None
    rated: bool = False
    starts: StartTrigger = "host"
    language: str | None = None
    ladder: bool = False
    continues: str | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """Requirements on a deal: its seed, or the seat that should move first if the deal decides that.

    A deal shared by several games is secret until `sealed_until` (ms) and may have an opening by the house.
    With a `position` the game starts from that state, which was dealt with the seed.
    """

    seed: bytes | None = None
    first: Seat | None = None
    sealed_until: int | None = None
    opening: str = ""
    position: Any = None


RANDOM_DEAL = Deal()


async def open_table(
    service: GameService,
    host: Actor,
    terms: TableTerms,
    *,
    server_language: str | None = None,
    guests: Sequence[int] = (),
    computer_opponents: tuple[str, int] | None = None,
) -> GameSnapshot:
    """Open a table with its host seated, and enqueue its card.

    `server_language` is stored for a server that has none yet. `computer_opponents` is the level and number
    to seat at once.
    """
    if terms.server is None and (guests or terms.rated):
        raise Denied("alone_in_private")
    async with service.transaction() as tx:
        snapshot = await _open_table(service, tx, host, terms, server_language)
        if computer_opponents is not None:
            snapshot = await _seat_opponents(service, tx, snapshot, *computer_opponents)
        others = [guest for guest in guests if guest != host.id]
        await invitations.invite(tx, snapshot.row, others[: snapshot.game.info.seats[1] - 1])
        pings_role = snapshot.server is not None and snapshot.server.settings.called is not None
        if pings_role and len(snapshot.players) + len(others) < snapshot.game.info.seats[1]:
            await _notify_role(tx, snapshot.row, host.id)
        return snapshot


async def _notify_role(tx: db.Transaction, row: db.Game, host: int) -> None:
    """Ping the role for new tables, at most once an hour for one host (deduplicated by the outbox key)."""
    hour = db.hash_text(f"{row.server} {host} {tx.now // HOUR}")[:12]  # Hashed: keys must not contain ids.
    await outbox_messages.post(tx, outbox_messages.RolePing(), key=f"role {hour}", game=row.code)


async def play_now(
    service: GameService, key: str, actor: Actor, *, channel: int, level: str, lesson: Lesson | None = None
) -> GameSnapshot:
    """Start a game against opponents in the actor's DM channel; the actor moves first.

    A lesson brings its own deal.
    """
    async with service.transaction() as tx:
        terms = TableTerms(key, channel, pace=UNTIMED)
        snapshot = await _open_table(service, tx, actor, terms)
        seats = lesson.seats if lesson else max(2, snapshot.game.info.seats[0])
        if seats > 1:
            snapshot = await _seat_opponents(service, tx, snapshot, level, seats - 1)
        deal = Deal(first=0, seed=lesson.seed if lesson else None)
        snapshot = await _start_game(service, tx, snapshot, actor.id, deal=deal)
        if lesson:
            await schedule_lesson_end(tx, snapshot.row)
        return snapshot


async def _open_table(
    service: GameService,
    tx: db.Transaction,
    host: Actor,
    terms: TableTerms,
    server_language: str | None = None,
) -> GameSnapshot:
    await update_user_profile(tx, host)
    await check_game_limit(tx, host.id)
    pace = terms.pace or UNTIMED
    if terms.server is not None:
        server = await db.servers.get(tx, terms.server)
        if server.language is None and server_language:
            await db.servers.update(tx, terms.server, language=server_language)
        pace = terms.pace or server.settings.pace
    check_rated(pace, rated=terms.rated)
    row = await _create_game(service, tx, replace(terms, pace=pace), host.id, host=host.id)
    await outbox_messages.request_dm_channel(tx, host.id)
    await db.outbox.enqueue(tx, outbox_messages.game_post(row, outbox_messages.LobbyCard()))
    return await service.load(tx, row.code)


async def start_with(
    service: GameService,
    tx: db.Transaction,
    terms: TableTerms,
    user_ids: Sequence[int],
    deal: Deal = RANDOM_DEAL,
    *,
    host: int | None = None,
) -> GameSnapshot:
    """Create a table with these users seated in this order, and start the game at once.

    The host is the first of them unless it is given.
    """
    host = user_ids[0] if host is None else host
    row = await _create_game(service, tx, terms, *user_ids, host=host)
    if deal.sealed_until is None:
        await db.outbox.enqueue(tx, outbox_messages.game_post(row, outbox_messages.LobbyCard()))
    return await _start_game(service, tx, await service.load(tx, row.code), host, deal=deal)


async def _create_game(
    service: GameService, tx: db.Transaction, terms: TableTerms, *user_ids: int, host: int
) -> db.Game:
    """Create the row of a game with these users seated."""
    game, pace = service.games[terms.key], terms.pace or UNTIMED
    if pace not in PACE_CHOICES:
        raise Denied("not_a_choice")
    row = await db.games.create(
        tx,
        db.Game(
            key=terms.key,
            rules_version=game.info.rules_version,
            pack=game.pack,
            options=game.info.options.model_validate(terms.options).model_dump(),
            channel=terms.channel,
            host=host,
            server=terms.server,
            pace=pace,
            rated=terms.rated,
            ladder=terms.ladder,
            continues=terms.continues,
            starts=terms.starts,
            language=terms.language,
        ),
    )
    for user_id in user_ids:
        row = await db.players.join(tx, row, user_id)
    await schedule_inactivity_check(tx, row)
    return row


async def join(
    service: GameService, code: str, actor: Actor, *, interaction_id: int | None = None
) -> GameSnapshot:
    """Take a seat. When the table is full, start the game or notify the host, as agreed.

    At a full table a player replaces an opponent. Raises Denied if there is none.
    """
    async with service.transaction() as tx:
        return await _join(service, tx, code, actor, interaction_id=interaction_id)


async def _join(
    service: GameService, tx: db.Transaction, code: str, actor: Actor, *, interaction_id: int | None
) -> GameSnapshot:
    snapshot = await _load_lobby(service, tx, code)
    await update_user_profile(tx, actor)
    if snapshot.seat_of(actor.id) is not None:
        raise Denied("seated_already")
    if snapshot.is_private:
        raise Denied("alone_in_private")
    row, replaced = snapshot.row, opponents.replaceable_opponent(snapshot)
    if snapshot.is_full and replaced is None:
        raise Denied("table_full")
    await check_game_limit(tx, actor.id)
    if snapshot.is_full and replaced is not None:
        row = await db.players.leave(tx, row, replaced)
    row = await db.players.join(tx, row, actor.id)
    await outbox_messages.request_dm_channel(tx, actor.id)
    was_invited = await invitations.accept(tx, row, actor.id)
    snapshot = await _refresh_lobby(service, tx, row)
    if snapshot.is_full and row.starts == "full":
        return await _start_game(service, tx, snapshot, actor.id, interaction_id)
    if snapshot.is_full or was_invited:
        await _notify_host(tx, snapshot)
    return snapshot


async def add_opponent(
    service: GameService, code: str, user_id: int, level: str, *, interaction_id: int | None = None
) -> GameSnapshot:
    """Seat an opponent of that level; this makes the game unrated. Host only."""
    async with _hosted_lobby(service, code, user_id) as (tx, snapshot):
        if snapshot.is_full:
            raise Denied("table_full")
        snapshot = await _seat_opponents(service, tx, snapshot, level, 1)
        return await _start_if_full(service, tx, snapshot, user_id, interaction_id)


async def _seat_opponents(
    service: GameService, tx: db.Transaction, snapshot: GameSnapshot, level: str, number: int
) -> GameSnapshot:
    free = snapshot.game.info.seats[1] - len(snapshot.players)
    row = await opponents.seat_opponents(tx, snapshot.row, level, min(number, free))
    return await _refresh_lobby(service, tx, await db.games.update(tx, row, replace(row, rated=False)))


async def dismiss_opponent(service: GameService, code: str, user_id: int, opponent: int) -> GameSnapshot:
    """Remove an opponent from the lobby. Host only."""
    async with _hosted_lobby(service, code, user_id) as (tx, snapshot):
        if opponent not in {snapshot.users[seat].id for seat in snapshot.opponent_seats}:
            raise Denied("not_at_table")
        return await _refresh_lobby(service, tx, await db.players.leave(tx, snapshot.row, opponent))


async def decline(service: GameService, code: str, user_id: int) -> None:
    """Decline an invitation, and notify the host if no other is pending. Raises Denied if not invited."""
    async with service.transaction() as tx:
        snapshot = await _load_lobby(service, tx, code)
        if snapshot.seat_of(user_id) is not None:
            raise Denied("seated_already")
        row = await db.games.update(tx, snapshot.row, snapshot.row)
        if not await invitations.decline(tx, row, user_id):
            raise Denied("not_invited")
        snapshot = await _refresh_lobby(service, tx, row)
        await _notify_host(tx, snapshot)


async def decline_if_invited(service: GameService, code: str, user_id: int) -> None:
    """Decline an invitation if it is still pending."""
    with suppress(Denied):
        await decline(service, code, user_id)


async def leave(service: GameService, code: str, user_id: int) -> GameSnapshot:
    async with service.transaction() as tx:
        snapshot = await _load_lobby(service, tx, code)
        if snapshot.seat_of(user_id) is None:
            raise Denied("not_at_table")
        return await remove_player(service, tx, snapshot, user_id)


async def remove_player(
    service: GameService, tx: db.Transaction, snapshot: GameSnapshot, user_id: int
) -> GameSnapshot:
    """Remove a player from a lobby. The next player becomes host; an empty lobby is closed."""
    row = await db.players.leave(tx, snapshot.row, user_id)
    remaining = [other for other in snapshot.user_ids_at(snapshot.seats) if other != user_id]
    if not remaining:
        row = await close_lobby(tx, row)
    elif row.host == user_id:
        row = await db.games.update(tx, row, replace(row, host=remaining[0]))
    return await _refresh_lobby(service, tx, row)


async def set_option(service: GameService, code: str, user_id: int, option: str, value: str) -> GameSnapshot:
    """Set an option of the game. Raises pydantic's ValidationError for an invalid value. Host only."""
    async with _hosted_lobby(service, code, user_id) as (tx, snapshot):
        values = {**snapshot.options().model_dump(), option: value}
        options = snapshot.game.info.options.model_validate(values)
        return await _change_lobby(service, tx, snapshot, replace(snapshot.row, options=options.model_dump()))


async def set_pace(service: GameService, code: str, user_id: int, pace: str) -> GameSnapshot:
    """Set the pace. An untimed table becomes unrated. Host only."""
    async with _hosted_lobby(service, code, user_id) as (tx, snapshot):
        if pace not in PACE_CHOICES:
            raise Denied("not_a_choice")
        rated = snapshot.row.rated and pace != UNTIMED
        return await _change_lobby(service, tx, snapshot, replace(snapshot.row, pace=pace, rated=rated))


async def set_rated(service: GameService, code: str, user_id: int, *, rated: bool) -> GameSnapshot:
    """Set whether the game is rated. Players who joined the unrated table are invited anew. Host only."""
    async with _hosted_lobby(service, code, user_id) as (tx, snapshot):
        check_rated(snapshot.row.pace, rated=rated)
        if rated and snapshot.opponent_seats:
            raise Denied("rated_needs_people")
        row = await db.games.update(tx, snapshot.row, replace(snapshot.row, rated=rated))
        if rated and not snapshot.row.rated:
            # They sat down at an unrated table, so they are asked before they play a rated game.
            others = [one for one in snapshot.user_ids_at(snapshot.seats) if one != user_id]
            for other in others:
                row = await db.players.leave(tx, row, other)
            await invitations.ask_again(tx, row, others)
        return await _refresh_lobby(service, tx, row)


async def set_starts(
    service: GameService, code: str, user_id: int, starts: StartTrigger, *, interaction_id: int
) -> GameSnapshot:
    """Set whether the host or the last player starts the game. Starts it if the table is full."""
    async with _hosted_lobby(service, code, user_id) as (tx, snapshot):
        snapshot = await _change_lobby(service, tx, snapshot, replace(snapshot.row, starts=starts))
        return await _start_if_full(service, tx, snapshot, user_id, interaction_id)


async def set_language(service: GameService, code: str, user_id: int, language: str) -> GameSnapshot:
    """Set the table's language. Host only."""
    async with _hosted_lobby(service, code, user_id) as (tx, snapshot):
        return await _change_lobby(service, tx, snapshot, replace(snapshot.row, language=language))


async def start(service: GameService, code: str, user_id: int, *, interaction_id: int) -> GameSnapshot:
    async with _hosted_lobby(service, code, user_id) as (tx, snapshot):
        return await _start_game(service, tx, snapshot, user_id, interaction_id)


async def _start_if_full(
    service: GameService, tx: db.Transaction, snapshot: GameSnapshot, user_id: int, interaction_id: int | None
) -> GameSnapshot:
    """Start a game that starts by itself when the table is full."""
    if snapshot.is_full and snapshot.row.starts == "full":
        return await _start_game(service, tx, snapshot, user_id, interaction_id)
    return snapshot


async def _start_game(
    service: GameService,
    tx: db.Transaction,
    snapshot: GameSnapshot,
    user_id: int,
    interaction_id: int | None = None,
    deal: Deal = RANDOM_DEAL,
) -> GameSnapshot:
    """Deal the game, save its setup, and enqueue the opening and the first card.

    Raises Denied if there are too few players.
    """
    game, min_players = snapshot.game, snapshot.game.info.seats[0]
    if len(snapshot.players) < min_players:
        raise Denied("more_players_needed", n=min_players)
    await opponents.activate_opponents(tx, snapshot)
    seed, state = _deal_cards(snapshot, deal)
    log = GameLog(await service.load(tx, snapshot.code))
    log.add_setup(state, user_id=user_id, interaction_id=interaction_id)
    if deal.opening:
        log.add_opening(parse_opening(game, deal.opening))
    started = replace(
        log.snapshot.row,
        status="running",
        seed=seed,
        commitment=commitment(seed),
        started=tx.now,
        last_activity=tx.now,
        sealed_until=deal.sealed_until,
        begins=1 + len(deal.opening.splitlines()),
    )
    await log.save(tx, started)
    snapshot = await clocks.update_clocks(tx, log, caretaker_timers(tx, log.snapshot))
    row = snapshot.row
    await invitations.cancel_all(tx, row)
    if deal.sealed_until is None:
        await db.outbox.enqueue(tx, outbox_messages.game_post(row, outbox_messages.OpenThread()))
    await db.outbox.enqueue(tx, outbox_messages.game_post(row, outbox_messages.TurnCard(ply=row.ply)))
    return snapshot


def _deal_cards(snapshot: GameSnapshot, deal: Deal) -> tuple[bytes, Any]:
    """Return the seed and the state after the setup, after some attempts if `deal.first` is to move first."""
    if deal.seed is not None and deal.position is not None:
        return deal.seed, deal.position
    for _ in range(MAX_DEALS):
        seed = deal.seed or new_seed()
        state = snapshot.game.setup(len(snapshot.players), snapshot.options(), seed)
        if deal.seed or deal.first is None or deal.first in snapshot.game.to_act(state):
            break
    return seed, state


async def _notify_host(tx: db.Transaction, snapshot: GameSnapshot) -> None:
    """Notify the host that the table is complete, once per set of players, and not while asleep."""
    row, host = snapshot.row, snapshot.row.host
    if host is None or not await is_complete(tx, snapshot):
        return
    seated = " ".join(map(str, sorted(snapshot.user_ids_at(snapshot.seats))))
    payload, key = outbox_messages.TableFull(person=host), f"{row.code} full {db.hash_text(seated)[:12]}"
    awake_at = await turn_notifications.next_reachable_times(tx, (host,))
    await outbox_messages.post(tx, payload, key=key, game=row.code, lane=key, not_before=awake_at[host])


async def is_complete(reads: db.Reads, snapshot: GameSnapshot) -> bool:
    """True if a lobby can start and no invitation is pending, or all seats are taken."""
    if snapshot.row.status != "lobby" or len(snapshot.players) < snapshot.game.info.seats[0]:
        return False
    return snapshot.is_full or not (await db.invitations.list_guests(reads, snapshot.code)).awaited


async def rematch(
    service: GameService, played: GameSnapshot, actor: Actor, *, interaction_id: int | None = None
) -> GameSnapshot:
    """Join the rematch that another player has opened since the game ended, else open one."""
    async with service.transaction() as tx:
        row = played.row
        if row.sealed_until is not None:
            raise Denied("one_try")
        since = row.ended or row.created
        for lobby in await db.games.list_opened_in(tx, row.channel, ("lobby",)):
            is_rematch = lobby.key == row.key and lobby.created >= since
            if is_rematch and lobby.host is not None and played.seat_of(lobby.host) is not None:
                rematch_snapshot = await service.load(tx, lobby.code)
                seated = rematch_snapshot.seat_of(actor.id) is not None
                if seated:
                    return rematch_snapshot
                return await _join(service, tx, lobby.code, actor, interaction_id=interaction_id)
        terms = TableTerms(
            row.key, row.channel, row.server, row.options, row.pace, row.rated, row.starts, row.language
        )
        snapshot = await _open_table(service, tx, actor, terms)
        for level in opponents.opponent_levels(played):
            snapshot = await _seat_opponents(service, tx, snapshot, level, 1)
        others = tuple(one for one in played.user_ids_at(played.seats) if one != actor.id)
        if others:
            notice = outbox_messages.Notice(code="another_round", mentions=others)
            await outbox_messages.post_notice(tx, snapshot.code, notice, key="again")
        return snapshot


async def _change_lobby(
    service: GameService, tx: db.Transaction, snapshot: GameSnapshot, changed: db.Game
) -> GameSnapshot:
    return await _refresh_lobby(service, tx, await db.games.update(tx, snapshot.row, changed))


async def _refresh_lobby(service: GameService, tx: db.Transaction, row: db.Game) -> GameSnapshot:
    """Enqueue the updated lobby card and clean up outdated messages. Returns the new snapshot."""
    await db.outbox.enqueue(tx, outbox_messages.game_post(row, outbox_messages.LobbyCard()))
    snapshot = await service.load(tx, row.code)
    await cleanup.schedule_cleanup(tx, snapshot)
    return snapshot


@asynccontextmanager
async def _hosted_lobby(
    service: GameService, code: str, user_id: int
) -> AsyncIterator[tuple[db.Transaction, GameSnapshot]]:
    """Open a transaction on a lobby. Raises Denied if the user is not its host or the game has started."""
    async with service.transaction() as tx:
        snapshot = await _load_lobby(service, tx, code)
        require_host(snapshot, user_id)
        yield tx, snapshot


async def _load_lobby(service: GameService, tx: db.Transaction, code: str) -> GameSnapshot:
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
