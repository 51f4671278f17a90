"""Turn notifications: the player whose turn comes next."""

from collections.abc import Sequence

import pytest

import db
from bot.play.core.authorization import Actor
from bot.play.notify import turn_notifications
from bot.play.notify.turn_notifications import seat_after
from db.clock import HOUR
from rules import GAMES
from tests.play.table_fixture import ACTORS, TableFixture


@pytest.mark.parametrize("key", ["shipwrights", "borealis", "explorers"])
def test_the_next_seat_does_not_depend_on_hidden_information(key: str) -> None:
    game = GAMES[key]
    state = game.setup(3, game.info.options(), bytes(32))
    for _ in range(200):
        owing = game.to_act(state)
        if len(owing) == 1:
            break
        state = game.apply(state, min(owing), game.legal(state, min(owing))[0]).state
    (seat,) = owing
    expected = seat_after(game, state, seat)
    assert expected != seat
    for trial in range(3):
        assert seat_after(game, game.reshuffle(state, None, bytes([trial])), seat) == expected


@pytest.mark.parametrize("actors", [ACTORS[:2], ACTORS])
async def test_the_next_player_is_notified_only_among_three_or_more(
    tables: TableFixture, actors: Sequence[Actor]
) -> None:
    code = await tables.start_game(*actors, game="borealis", pace="none")
    while len((await tables.snapshot(code)).owing_seats()) > 1:
        await tables.play_last_move(code)
    await tables.advance(HOUR)
    async with tables.store.write() as tx:
        for one in actors:
            await db.users.update_preferences(tx, one.id, next=True)
        snapshot = await tables.service.load(tx, code)
        await turn_notifications.mark_notified(
            tx, snapshot, await turn_notifications.pending_notifications(tx, snapshot)
        )
    notified = [
        post.payload["person"] for post in await tables.take_posts("call") if post.payload["why"] == "next"
    ]
    await tables.finish_turn(code)
    assert notified == ([await tables.user_to_move(code)] if len(actors) > 2 else [])
