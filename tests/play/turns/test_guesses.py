"""Guess the move: kinds that a spectator can expect, points after the turn, nothing hidden before it."""

from random import Random
from typing import Any

import pytest

import db
from bot.play.account import privacy
from bot.play.core.authorization import Actor
from bot.play.core.refusals import Denied
from bot.play.turns import guesses
from rules import GAMES
from rules.game import AnyGame, Refusal
from tests.example_game.example import GAME as EXAMPLE
from tests.play.table_fixture import ASTRID, BJORN, CARA, SERVER, TableFixture
from tests.plies import random_plies

DANA, ERIK = Actor(4, "Dana", "en-GB"), Actor(5, "Erik", "en-GB")
ALL_GAMES = [*GAMES.values(), EXAMPLE]


async def guess(tables: TableFixture, code: str, actor: Actor, kind: str) -> None:
    ply = (await tables.snapshot(code)).row.ply
    await guesses.save(tables.service, code, actor, ply, kind)


async def play_turn(tables: TableFixture, code: str) -> str:
    """Play the turn of the seat to move. Returns the kind of its first move."""
    snapshot = await tables.snapshot(code)
    seat = min(snapshot.owing_seats())
    kind = snapshot.legal(seat)[-1].kind
    while seat in (await tables.snapshot(code)).owing_seats():
        await tables.play_last_move(code)
    return kind


def other_kind(offered: guesses.GuessOffer, kind: str) -> str:
    return next(each for each in offered.kinds if each != kind)


async def start(tables: TableFixture) -> tuple[str, guesses.GuessOffer]:
    code = await tables.start_game(ASTRID, BJORN)
    return code, await guesses.offer(tables.service, await tables.snapshot(code), CARA.id)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.info.key)
def test_what_is_offered_depends_on_nothing_that_a_spectator_does_not_know(game: AnyGame) -> None:
    """Non-interference: equal kinds, and equal work, in every world that a spectator cannot tell apart."""
    chance, dealt = Random(3), game.setup(2, game.info.options(), bytes(range(32)))
    for state, seat, _, _ in random_plies(game, dealt, chance, 40):
        other = game.reshuffle(state, None, chance.randbytes(32))
        seen = [WatchedGame(game), WatchedGame(game)]
        one, another = (
            guesses.expected_kinds(watched.proxy, each, seat)
            for watched, each in zip(seen, (state, other), strict=True)
        )
        assert one == another
        assert seen[0].worlds == seen[1].worlds


class WatchedGame:
    """Records the worlds in which a game is asked for legal moves: they decide how long it takes."""

    def __init__(self, game: AnyGame) -> None:
        self.worlds: list[str] = []
        watched = self

        class Proxy:
            def __getattr__(self, name: str) -> Any:
                return getattr(game, name)

            def legal(self, state: Any, seat: int) -> Any:
                watched.worlds.append(game.dump(state))
                return game.legal(state, seat)

        self.proxy: Any = Proxy()


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.info.key)
def test_the_kind_of_a_move_is_public_once_it_is_made(game: AnyGame) -> None:
    """Two moves of different kinds never look the same to a spectator, so the card reveals nothing."""
    dealt = game.setup(2, game.info.options(), bytes(range(32)))
    for state, seat, _, _ in random_plies(game, dealt, Random(8), 80):
        if len(game.to_act(state)) == 1:
            kinds: dict[str, set[str]] = {}
            for move in game.legal(state, seat):
                step = game.apply(state, seat, move)
                events = [event for event in step.events if event.visible_to(None)]
                shown = f"{events} {game.view(step.state, None)}"
                kinds.setdefault(shown, set()).add(move.kind)
            assert all(len(each) == 1 for each in kinds.values())


async def test_a_right_guess_earns_more_the_more_others_are_wrong(tables: TableFixture) -> None:
    code, offered = await start(tables)
    kind = (await tables.snapshot(code)).legal(offered.seat)[-1].kind
    wrong = other_kind(offered, kind)
    for actor, guessed in ((CARA, wrong), (CARA, kind), (DANA, wrong), (ERIK, wrong)):
        await guess(tables, code, actor, guessed)
    assert len(await db.guesses.list_open(tables.store, code)) == 3
    assert await guesses.standings(tables.store, SERVER) == []
    assert await play_turn(tables, code) == kind
    ranked = await guesses.standings(tables.store, SERVER)
    assert [(one.name, one.tally.points, one.tally.right, one.tally.total) for one in ranked] == [
        ("Cara", 3, 1, 1),
        ("Dana", 0, 0, 1),
        ("Erik", 0, 0, 1),
    ]
    assert await db.guesses.list_open(tables.store, code) == ()


async def test_a_guess_about_the_next_move_of_a_turn_keeps_the_one_before(tables: TableFixture) -> None:
    code, offered = await start(tables)
    snapshot = await tables.snapshot(code)
    first = next(
        move
        for move in snapshot.legal(offered.seat)
        if offered.seat in snapshot.game.to_act(snapshot.game.apply(snapshot.state, offered.seat, move).state)
    )
    actor = (ASTRID, BJORN)[offered.seat]
    await guess(tables, code, CARA, first.kind)
    await tables.play(code, actor, str(first))
    following = await guesses.offer(tables.service, await tables.snapshot(code), CARA.id)
    await guess(tables, code, CARA, following.kinds[0])
    assert len(await db.guesses.list_open(tables.store, code)) == 2
    await play_turn(tables, code)
    (one,) = await guesses.standings(tables.store, SERVER)
    assert one.tally.total == 2
    assert one.tally.right >= 1


async def test_guesses_about_undone_moves_count_once(tables: TableFixture) -> None:
    code, offered = await start(tables)
    snapshot = await tables.snapshot(code)
    first = next(
        move
        for move in snapshot.legal(offered.seat)
        if not (step := snapshot.game.apply(snapshot.state, offered.seat, move)).barrier
        and offered.seat in snapshot.game.to_act(step.state)
    )
    actor = (ASTRID, BJORN)[offered.seat]
    await guess(tables, code, CARA, first.kind)
    await tables.play(code, actor, str(first))
    following = await guesses.offer(tables.service, await tables.snapshot(code), CARA.id)
    await guess(tables, code, CARA, following.kinds[0])
    await tables.undo(code, actor)
    await play_turn(tables, code)
    (one,) = await guesses.standings(tables.store, SERVER)
    assert one.tally.total == 1


async def test_an_undone_move_does_not_decide_a_guess(tables: TableFixture) -> None:
    code, offered = await start(tables)
    snapshot = await tables.snapshot(code)
    actor = (ASTRID, BJORN)[offered.seat]
    first = next(
        move
        for move in snapshot.legal(offered.seat)
        if not snapshot.game.apply(snapshot.state, offered.seat, move).barrier
    )
    last = snapshot.legal(offered.seat)[-1]
    await guess(tables, code, CARA, first.kind)
    await tables.play(code, actor, str(first))
    assert len(await db.guesses.list_open(tables.store, code)) == 1
    await tables.undo(code, actor)
    await play_turn(tables, code)
    (one,) = await guesses.standings(tables.store, SERVER)
    assert one.tally.right == (first.kind == last.kind)


async def test_players_cannot_guess_in_their_own_game_and_nobody_after_the_move(tables: TableFixture) -> None:
    code, offered = await start(tables)
    with pytest.raises(Denied) as refused:
        await guess(tables, code, ASTRID, offered.kinds[0])
    assert refused.value.code == "guess_not_own_game"
    with pytest.raises(Denied):
        await guess(tables, code, CARA, "no_such_kind")
    ply = (await tables.snapshot(code)).row.ply
    await tables.play_last_move(code)
    with pytest.raises((Refusal, Denied)):
        await guesses.save(tables.service, code, CARA, ply, offered.kinds[0])
    assert await db.guesses.list_open(tables.store, code) == ()


async def test_hidden_users_have_no_name_in_the_table_and_each_month_starts_anew(
    tables: TableFixture,
) -> None:
    code, offered = await start(tables)
    await guess(tables, code, CARA, offered.kinds[0])
    await play_turn(tables, code)
    async with tables.store.write() as tx:
        await db.users.update_preferences(tx, CARA.id, hidden=True)
    assert [one.name for one in await guesses.standings(tables.store, SERVER)] == [None]
    await tables.advance_to("2026-08-01")
    assert await guesses.standings(tables.store, SERVER) == []


@pytest.mark.usefixtures("random_caretaker")
async def test_the_moves_of_computer_players_are_not_guessed(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, computer_opponents=("apprentice", 1))
    while (snapshot := await tables.snapshot(code)).owing_seats() == {0}:
        await tables.play_last_move(code, (ASTRID,))
    with pytest.raises(Denied) as refused:
        await guesses.offer(tables.service, snapshot, CARA.id)
    assert refused.value.code == "nothing_to_guess"


async def test_an_erased_user_leaves_no_guess(tables: TableFixture) -> None:
    code, offered = await start(tables)
    await guess(tables, code, CARA, offered.kinds[0])
    assert "guesses" in await db.privacy.export_user(tables.store, CARA.id)
    await privacy.erase_user(tables.service, CARA.id)
    assert await db.guesses.list_open(tables.store, code) == ()
