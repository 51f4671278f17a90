"""How a game ends, and asking everybody whether it shall."""

from dataclasses import replace

import db
from bot.play.clock import clocks
from bot.play.core import outbox_messages, timers
from bot.play.core.authorization import Actor
from bot.play.core.game_log import GameLog
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import AGREED, GameSnapshot, last_resigned
from bot.play.notify import cup_games
from bot.play.turns import votes
from bot.standings import voyages
from bot.standings.persist import record
from bot.standings.results import write_outcome
from bot.standings.seasons import Span
from rules.game import Achieving, Outcome


async def end(tx: db.Transaction, log: GameLog, outcome: Outcome) -> GameSnapshot:
    """Close a game: results and ratings are kept, and the final card and the saga left in the outbox."""
    snapshot = log.snapshot
    if snapshot.voting:
        await votes.close_all(tx, snapshot)
    for kind in (timers.VOTE, timers.ASK_AGAIN, timers.CARETAKER):
        await db.timers.cancel(tx, game=snapshot.code, kind=kind)
    await db.orders.end_all(tx, snapshot.code, "over")
    await db.conditional_moves.drop_all(tx, snapshot.code)
    gone = {player.seat for player in snapshot.players if player.resigned}
    outcome = last_resigned(outcome, gone)
    row = await db.games.update(tx, snapshot.row, status="over", outcome=write_outcome(outcome), ended=tx.now)
    log.snapshot = replace(snapshot, row=row)
    snapshot = await clocks.wind(tx, log)
    await _keep_successes(tx, snapshot)
    begun = await record(tx, snapshot.game, row, outcome, snapshot.state)
    if begun is not None and row.counts_on is not None:
        await db.timers.set(tx, season_timer(row.counts_on, begun))
    await cup_games.game_over(tx, row.code)
    await voyages.record(tx, row, outcome)
    await db.outbox.add(
        tx,
        outbox_messages.about(row, outbox_messages.Card(ply=row.ply)),
        outbox_messages.about(row, outbox_messages.Lobby()),
        outbox_messages.about(row, outbox_messages.Saga()),
        # Once more, for now it knows the way to the saga.
        outbox_messages.post(
            outbox_messages.Lobby(), key=f"{row.code} {row.version} lobby saga", game=row.code
        ),
    )
    return snapshot


def season_timer(server: int, span: Span) -> db.NewTimer:
    payload = timers.OfSeason(server=server, start=span.start)
    return timers.timer(timers.SEASON, payload, f"season {server} {span.start}", span.until)


async def _keep_successes(tx: db.Transaction, snapshot: GameSnapshot) -> None:
    game = snapshot.game
    if not isinstance(game, Achieving) or snapshot.row.begins > 1:
        return  # what the house has begun is nobody's success
    for player in snapshot.players:
        if player.person is not None:
            earned = game.successes(snapshot.state, player.seat)
            await db.successes.earn(tx, player.person, game.info.key, earned, game=snapshot.code)


async def ask(service: GameService, code: str, actor: Actor) -> bool:
    """Ask everybody whether the game shall end without a winner; says whether it has ended."""
    async with service.change() as tx:
        snapshot = await service.playing(tx, code)
        votes.check_has_say(snapshot, "end", None, actor)
        if snapshot.row.rated and len(votes.asked(snapshot, "end", None)) == 1 < len(snapshot.players):
            raise Denied("rated_goes_on")
        if await db.votes.open_at(tx, snapshot.code, kind="end"):
            raise Denied("asked_already")
        vote = await votes.ask(tx, snapshot, "end", by=actor.id)
        await db.votes.cast(tx, vote, actor.id, "yes")
        return await votes.weigh(tx, snapshot, vote)


@votes.decides("end")
async def _after_vote(
    tx: db.Transaction,
    snapshot: GameSnapshot,
    vote: db.Vote,  # noqa: ARG001 - part of what every decision is given
    result: str,
    answered: bool,  # noqa: ARG001
) -> None:
    if result == "yes":
        await by_agreement(tx, snapshot)


async def by_agreement(tx: db.Transaction, snapshot: GameSnapshot) -> None:
    await end(tx, GameLog(snapshot), AGREED)
