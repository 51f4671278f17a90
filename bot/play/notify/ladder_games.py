"""Games of a ladder: the order changes when one ends."""

import db
from bot.play.core import outbox_messages
from bot.standings.ladder import climb


async def on_game_over(tx: db.Transaction, row: db.Game) -> None:
    """Let the winner of a finished ladder game climb past the loser, and tell the table."""
    if not row.ladder or row.standings_server is None:
        return
    ladder = await db.ladder.find(tx, row.standings_server, row.key)
    places = {one.person: one for one in await db.results.list_for_game(tx, row.code)}
    if ladder is None:
        return
    order = [one.person for one in await db.ladder.list_members(tx, ladder.server, ladder.key)]
    played = [user_id for user_id in order if user_id in places]
    await db.ladder.mark_active(tx, ladder, played)
    winners = [user_id for user_id in played if places[user_id].place == 1]
    if len(played) != 2 or len(winners) != 1:
        return
    (winner,) = winners
    (loser,) = set(played) - {winner}
    after = climb(order, winner, loser)
    await db.ladder.set_order(tx, ladder, after)
    if list(after) != order:
        values = {"seat": places[winner].seat, "n": after.index(winner) + 1}
        notice = outbox_messages.Notice(code="climbed", values=values)
        await outbox_messages.post_notice(tx, row.code, notice, key="climbed")
