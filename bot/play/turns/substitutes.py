"""Substitutes: a user of the server, or a computer opponent, takes over the seat of an absent player."""

import db
from bot.play.clock import clocks
from bot.play.core import outbox_messages
from bot.play.core.authorization import Actor, check_game_limit, require_host, update_user_profile
from bot.play.core.game_log import GameLog
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.turns import opponents, votes
from bot.play.turns.turns import after_move
from db.users import COMPUTER_PLAYER_IDS
from rules.game import Seat


async def ask_for_substitute(tx: db.Transaction, snapshot: GameSnapshot, seat: Seat) -> None:
    """Offer a seat to the users of the server. The vote stores whose seat it was."""
    payload = {"person": snapshot.players[seat].person}
    await votes.open_vote(tx, snapshot, "substitute", seat=seat, payload=payload)


async def offer_seat(service: GameService, code: str, user_id: int, seat: Seat | None = None) -> None:
    """Offer the seat of a computer opponent in a running game: the given one, else the last. Host only."""
    async with service.transaction() as tx:
        snapshot = await service.load_running(tx, code)
        require_host(snapshot, user_id)
        if not snapshot.opponent_seats or snapshot.is_private:
            raise Denied("no_opponent_here")
        seat = max(snapshot.opponent_seats) if seat is None else seat
        if seat not in snapshot.opponent_seats:
            raise Denied("not_a_choice")
        if await db.votes.list_open(tx, snapshot.code, seat=seat):
            raise Denied("asked_already")
        await ask_for_substitute(tx, snapshot, seat)


async def seat_opponent(service: GameService, code: str, vote: int, actor: Actor) -> GameSnapshot:
    """Let a computer opponent take the offered seat. Any active player may choose that, if unrated."""
    async with service.transaction() as tx:
        snapshot = await service.load_running(tx, code)
        votes.require_active_seat(snapshot, actor)
        asked = await _load_open_vote(tx, snapshot, vote)
        if snapshot.row.rated:
            raise Denied("rated_needs_people")
        opponent = await opponents.register_free_opponent(tx, snapshot)
        if opponent is None or asked.seat in snapshot.opponent_seats:
            raise Denied("seat_taken")
        return await _replace_player(service, tx, snapshot, asked, opponent)


async def _load_open_vote(tx: db.Transaction, snapshot: GameSnapshot, vote: int) -> db.Vote:
    """Load the vote that offers a seat. Raises Denied if there is none or the seat is taken."""
    asked = await db.votes.find(tx, vote)
    if asked is None or (asked.game, asked.kind) != (snapshot.code, "substitute") or asked.seat is None:
        raise Denied("seat_not_free")
    if asked.closed is not None:
        raise Denied("seat_taken")
    return asked


async def take_seat(
    service: GameService, code: str, vote: int, actor: Actor, *, server: int | None, interaction_id: int
) -> GameSnapshot:
    """Give the actor an offered seat, with its hand. Raises Denied if they may not take it."""
    async with service.transaction() as tx:
        snapshot = await service.load_running(tx, code)
        asked = await _load_open_vote(tx, snapshot, vote)
        if snapshot.row.rated:
            raise Denied("seat_not_free")  # Offered before rated seats stayed with their owners.
        if snapshot.seat_of(actor.id) is not None:
            raise Denied("seated_already")
        if server is None or server != snapshot.row.server:
            raise Denied("other_server")
        await check_game_limit(tx, actor.id)
        await update_user_profile(tx, actor)
        return await _replace_player(service, tx, snapshot, asked, actor.id, interaction_id)


async def _replace_player(
    service: GameService,
    tx: db.Transaction,
    snapshot: GameSnapshot,
    asked: db.Vote,
    user_id: int,
    interaction_id: int | None = None,
) -> GameSnapshot:
    """Give the offered seat to a user or a computer opponent, and tell the table and both players."""
    code, seat, is_opponent = snapshot.code, asked.seat, user_id in COMPUTER_PLAYER_IDS
    assert seat is not None
    before = snapshot.players[seat].person
    await votes.close_vote(tx, asked, "taken")
    await db.players.replace_user(tx, code, seat, user_id)
    if before is not None:
        await db.web_links.delete(tx, person=before, game=code)
    if is_opponent:
        await db.players.update(tx, code, {seat: {"caretaker_since": tx.now}})
    else:
        await clocks.reset_clock(tx, snapshot, seat)
    log = GameLog(await service.load(tx, code))
    log.add_entry("substitute", seat, user_id=None if is_opponent else user_id, interaction_id=interaction_id)
    row = (await log.save(tx)).row
    values = {"seat": seat, "code": code, "before": before or snapshot.users[seat].id}
    key = f"substitute {row.ply}"
    taken = outbox_messages.Notice(code="seat_taken", values=values)
    await outbox_messages.post_notice(tx, code, taken, key=key)
    if before is not None:
        given_away = outbox_messages.Notice(code="seat_given_away", values=values)
        await outbox_messages.post_private_notice(tx, before, given_away, key=key, game=code)
    if not is_opponent:
        yours = outbox_messages.Notice(code="seat_is_yours", values=values)
        await outbox_messages.post_private_notice(tx, user_id, yours, key=key, game=code)
    snapshot = await after_move(tx, log, None)
    if not is_opponent:
        await db.outbox.enqueue(tx, *outbox_messages.hand_posts(snapshot.row, (seat,)))
    return snapshot
