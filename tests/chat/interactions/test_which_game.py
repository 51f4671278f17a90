"""Which game a command is about, when no code says so."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.interactions.which_game import check_dealt, check_readable, resolve_game
from bot.play.core import Denied
from bot.play.history.story import Replay
from tests.chat.fake_request import CHANNEL, SERVER, USER, fake_request
from tests.play.recorded_games import RecordedGame, record_game

OTHER, THIRD = 12, 13


async def ask(store: db.Store, code: str | None = None, **given: Any) -> str:
    """Returns the code of the game that a request is about, or the code of the refusal."""
    key = given.pop("key", None)
    request = fake_request(store, **given)

    async def snapshot(found: str) -> str:
        return found

    request.snapshot = snapshot
    try:
        resolved: Any = await resolve_game(request, code, key=key)
    except Denied as refusal:
        return " ".join((refusal.code, *map(str, refusal.values.values())))
    return str(resolved)


async def record(store: db.Store, *people: int, key: str = "lofoten", channel: int = 99) -> RecordedGame:
    return await record_game(store, people, 0, key=key, server=SERVER, channel=channel)


async def owe(store: db.Store, game: RecordedGame, *people: int) -> None:
    """Let these players of a game owe a move, and no others."""
    async with store.write() as tx:
        table = db.players.table
        await tx.execute(table.update().where(table.c.game == game.row.code).values(owes_since=None))
        for person in people:
            await tx.execute(
                table.update()
                .where(table.c.game == game.row.code, table.c.person == person)
                .values(owes_since=1)
            )


async def test_without_a_code_it_is_the_game_of_the_channel_then_the_one_that_waits(store: db.Store) -> None:
    assert await ask(store) == "no_game_going_on"
    assert await ask(store, server=None) == "no_game_anywhere"
    first, second = await record(store, USER, OTHER), await record(store, USER, OTHER)
    await owe(store, first, USER)
    await owe(store, second, OTHER)
    assert await ask(store) == first.row.code
    await owe(store, second, USER)
    refused = await ask(store)
    assert refused.startswith("several_games ")
    assert all(f"`{game.row.code}`" in refused for game in (first, second))
    await owe(store, first, OTHER)
    await owe(store, second, OTHER)
    assert (await ask(store)).startswith("several_games "), "of those that run, as none waits"
    assert await ask(store, "ABCDE") == "ABCDE"
    here = await record(store, OTHER, THIRD, channel=CHANNEL)
    assert await ask(store) == here.row.code
    assert (await ask(store, channel_id=None)).startswith("several_games ")


async def test_a_command_about_a_title_looks_for_games_of_it(store: db.Store) -> None:
    here = await record(store, OTHER, THIRD, channel=CHANNEL)
    own = await record(store, USER, OTHER, key="borealis")
    assert await ask(store, key="lofoten") == here.row.code
    assert await ask(store, key="borealis") == own.row.code
    await owe(store, own, OTHER)
    assert await ask(store, key="borealis") == own.row.code
    assert await ask(store, key="explorers") == "no_game_going_on"


@pytest.mark.parametrize(("started", "code"), [(None, "not_started"), (5, "not_readable")])
def test_a_game_without_a_board_has_not_started_or_cannot_be_read(started: int | None, code: str) -> None:
    snapshot: Any = SimpleNamespace(state=None, row=SimpleNamespace(started=started))
    with pytest.raises(Denied) as refused:
        check_dealt(snapshot)
    assert refused.value.code == code
    snapshot.state = "dealt"
    check_dealt(snapshot)


def test_a_replay_is_shown_only_if_every_board_can_be_read() -> None:
    read, unread = (SimpleNamespace(state=state) for state in ("dealt", None))
    entries: Any = (read, read)
    whole = Replay("dealt", entries)
    assert check_readable(whole) is whole
    gap: Any = (read, unread)
    for broken in (replace(whole, before=None), replace(whole, entries=gap)):
        with pytest.raises(Denied) as refused:
            check_readable(broken)
        assert refused.value.code == "not_readable"
