"""Ends a game, and runs the vote to end it without a winner."""

from dataclasses import replace

import db
from bot.play.clock import clocks
from bot.play.core import Actor, Denied, GameLog, GameService, GameSnapshot, outbox_messages, timers
from bot.play.core.snapshot import AGREED_OUTCOME, with_resigned_last
from bot.play.notify import continued_games, cup_games, ladder_games
from bot.play.turns import votes
from bot.standings import voyages
from bot.standings.persist import persist_game
from bot.standings.results import dump_outcome
from bot.standings.seasons import Span
from rules.game import Outcome, Seat


async def end_game(tx: db.Transaction, log: GameLog, outcome: Outcome) -> GameSnapshot:
    """End a game: cancel pending rows, persist results and ratings, enqueue final card and saga."""
    snapshot = log.snapshot
    if snapshot.has("votes"):
        await votes.close_all(tx, snapshot)
    for kind in (timers.VOTE, timers.ASK_AGAIN, timers.CARETAKER):
        await db.timers.cancel(tx, game=snapshot.code, kind=kind)
    await db.standing_orders.end_all(tx, snapshot.code, "over")
    await db.conditional_moves.delete_all(tx, snapshot.code)
    log.snapshot = snapshot = await _count_absent_as_resigned(tx, snapshot, outcome)
    gone = {player.seat for player in snapshot.players if player.resigned}
    outcome = with_resigned_last(outcome, gone)
    row = await db.games.update(
        tx, snapshot.row, replace(snapshot.row, status="over", outcome=dump_outcome(outcome), ended=tx.now)
    )
    log.snapshot = replace(snapshot, row=row)
    snapshot = await clocks.update_clocks(tx, log)
    await _store_successes(tx, snapshot)
    begun = await persist_game(tx, snapshot.game, row, outcome, snapshot.state)
    if begun is not None and row.standings_server is not None:
        await db.timers.schedule(tx, season_timer(row.standings_server, begun))
    await cup_games.on_game_over(tx, row.code)
    await ladder_games.on_game_over(tx, row)
    await continued_games.on_game_over(tx, row)
    await voyages.persist_voyage(tx, row, outcome)
    await db.outbox.enqueue(
        tx,
        outbox_messages.game_post(row, outbox_messages.TurnCard(ply=row.ply)),
        outbox_messages.game_post(row, outbox_messages.LobbyCard()),
        outbox_messages.game_post(row, outbox_messages.Saga()),
        # Once more after the saga, to link to it.
        outbox_messages.new_post(
            outbox_messages.LobbyCard(), key=f"{row.code} {row.version} lobby saga", game=row.code
        ),
    )
    return snapshot


async def _count_absent_as_resigned(
    tx: db.Transaction, snapshot: GameSnapshot, outcome: Outcome
) -> GameSnapshot:
    """Count players of a rated game who did not come back as resigned when the caretaker took over.

    Otherwise a lost game would cost less if its player stopped playing. If no player has
    stayed, the result stands as it is.
    """
    if not snapshot.row.rated or not outcome.ranking:
        return snapshot
    players = [
        replace(player, resigned_at=player.resigned_at or player.caretaker_since)
        for player in snapshot.players
    ]
    changes: dict[Seat, db.PlayerChanges] = {
        player.seat: {"resigned_at": player.resigned_at}
        for player, before in zip(players, snapshot.players, strict=True)
        if player != before
    }
    if all(player.resigned for player in players):
        return snapshot
    if changes:
        await db.players.update(tx, snapshot.code, changes)
    return replace(snapshot, players=tuple(players))


def season_timer(server: int, span: Span) -> db.NewTimer:
    payload = timers.SeasonTimer(server=server, start=span.start)
    return timers.new_timer(timers.SEASON, payload, f"season {server} {span.start}", span.until)


async def _store_successes(tx: db.Transaction, snapshot: GameSnapshot) -> None:
    game = snapshot.game
    if snapshot.row.begins > 1 or snapshot.row.continues is not None:
        return  # The house or others played the opening, so no player achieved this alone.
    for player in snapshot.players:
        if player.person is not None:
            earned = game.successes(snapshot.state, player.seat)
            await db.successes.insert_missing(tx, player.person, game.info.key, earned, game=snapshot.code)


async def ask_to_end(service: GameService, code: str, actor: Actor) -> bool:
    """Open a vote to end the game without a winner, and cast a yes. Returns whether it ended at once."""
    async with service.transaction() as tx:
        snapshot = await service.load_running(tx, code)
        votes.check_may_vote(snapshot, "end", None, actor)
        if snapshot.row.rated and len(votes.voters(snapshot, "end", None)) == 1 < len(snapshot.players):
            raise Denied("rated_goes_on")
        return await votes.open_with_consent(tx, snapshot, "end", actor)


@votes.on_result("end")
async def _apply_vote(tx: db.Transaction, snapshot: GameSnapshot, closed: votes.ClosedVote) -> None:
    if closed.result == "yes":
        await end_by_agreement(tx, snapshot)


async def end_by_agreement(tx: db.Transaction, snapshot: GameSnapshot) -> None:
    await end_game(tx, GameLog(snapshot), AGREED_OUTCOME)
