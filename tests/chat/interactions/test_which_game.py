"""Which game a command is about, when no code says so."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.club.leaderboard import complete_board
from bot.chat.interactions.which_game import check_dealt, check_readable, resolve_game
from bot.chat.table import board, standing_orders, substitutes
from bot.chat.table import help as help_pages
from bot.chat.table.ending import confirm_end
from bot.chat.table.resignation import confirm_resignation
from bot.play.core import Denied
from bot.play.history.story import Replay
from rules import GAMES
from rules.game import Refusal
from tests.chat.fake_request import CHANNEL, SERVER, USER, fake_request
from tests.chat.story_fixtures import view_of_table
from tests.play.recorded_games import RecordedGame, record_game
from tests.views.views_in_memory import reader_view_at

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


async def test_what_is_typed_is_completed_from_the_game_in_question(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["lofoten"]
    state = game.setup(2, game.info.options(), bytes(32))
    seat = min(game.to_act(state))
    reader = reader_view_at(game, state, seat, 2, "en")
    people = tuple(db.User(number, name=name) for number, name in ((USER, "astrid"), (-1, "Sigrid")))
    players = tuple(db.Player("ABCDE", number, user.id, 0) for number, user in enumerate(people))
    snapshot = replace(reader.snapshot, players=players, users=people)

    async def resolve(*_: Any, **__: Any) -> Any:
        return snapshot

    for module in (board, help_pages, standing_orders, substitutes):
        monkeypatch.setattr(module, "resolve_game", resolve)
    monkeypatch.setattr(standing_orders, "require_seat", lambda *_: seat)
    request = fake_request()
    request.reader_view, request.own_view = lambda *_: reader, lambda *_: reader
    text = request.locale.game_text(game, ())
    for complete, entries in (
        (help_pages._topic_choices, text.topic_titles()),
        (help_pages._piece_choices, text.component_names()),
        (board._closeup_choices, reader.closeups()),
        (substitutes._opponent_choices, [("1", "Sigrid")]),
        (complete_board, [("lofoten", "Lofoten")]),
    ):
        value, label = entries[-1]
        assert (value, label) in await complete(request, label, {})
        assert await complete(request, "nothing like this", {}) == []
    orders = await standing_orders._move_choices(request, "", {})
    assert len(orders) == 25
    assert all(label == text.partial_move_text(value.split()) for value, label in orders)


@pytest.mark.parametrize("confirm", [confirm_end, confirm_resignation])
async def test_a_game_that_is_over_is_neither_ended_nor_resigned(confirm: Any) -> None:
    request = fake_request()
    request.actor = SimpleNamespace(id=1)
    with pytest.raises(Refusal) as refused:
        await confirm(request, view_of_table(status="over").snapshot)
    assert refused.value.code == "over"
