"""Prepared turns in a row are autoplayed, and one card summarizes them."""

from typing import Any

import pytest

import db
from bot.play.core.game_log import BY_PLAN
from bot.play.planning import conditional_moves
from bot.play.planning.conditional_moves import PreparedTurn
from bot.play.scheduler import Scheduler
from tests.chat.components import enabled_components
from tests.chat.discord_driver import Chat, alt_texts, text_of
from tests.chat.panel_driver import play_step
from tests.chat.sent_requests import count_requests, sent_messages
from tests.chat.simulator import run_in_bot

MINUTE_S, HOUR_S = 60, 3600


async def prepare_turn(chat: Chat, code: str, person: int) -> bool:
    """Activate a plan of the first moves offered. Returns False if there is no turn to prepare."""
    for _ in range(30):
        snapshot = await chat.snapshot(code)
        seat = snapshot.seat_of(person)
        assert seat is not None
        plan = await conditional_moves.find(chat.store, snapshot, person) or PreparedTurn()
        trial = conditional_moves.preview_line(snapshot, seat, plan)
        if trial is None:
            return False
        if trial.after is None:
            break
        move = str(trial.after.legal(snapshot.game, seat)[0])
        version, after = snapshot.row.version, len(trial.moves)
        await conditional_moves.add_moves(chat.service, code, person, [move], seen=version, after=after)
    await conditional_moves.set_strictness(chat.service, code, person, "legal")
    await conditional_moves.activate(chat.service, code, person)
    return True


async def start_with_both_prepared(chat: Chat, idle_s: int = 0) -> tuple[str, Any, Any]:
    """Returns a game, the player to move and the other one, both with an active plan.

    The player to move has not acted for `idle_s`.
    """
    code = await chat.start_game("astrid", "bjorn", game="borealis", pace="none")
    while (await chat.snapshot(code)).owed(0) == "exchange":
        await play_step(chat, code)
    first = await chat.player_to_move(code)
    following = next(one for one in map(chat.user, ("astrid", "bjorn")) if one.id != first.id)
    assert await prepare_turn(chat, code, following.id)
    await chat.env.advance_time(idle_s)
    while await chat.player_to_move(code) is first:
        await play_step(chat, code)
    assert await prepare_turn(chat, code, first.id)
    return code, following, first


async def autoplayed_seats(chat: Chat, code: str) -> list[int | None]:
    entries = await db.entries.read_effective_log(chat.store, code)
    return [entry.seat for entry in entries if entry.by == BY_PLAN]


async def test_a_table_where_all_have_prepared_plays_on_and_tells_of_it_in_one_message(chat: Chat) -> None:
    code, owing, _ = await start_with_both_prepared(chat)
    before = list(chat.thread().history())
    for _ in range(8):
        if set(await autoplayed_seats(chat, code)) == {0, 1}:
            break
        await chat.env.advance_time(MINUTE_S)
    assert set(await autoplayed_seats(chat, code)) == {0, 1}, "both turns have been played"
    assert len(list(chat.thread().history())) == len(before), "the table is not told turn by turn"
    await chat.env.advance_time(6 * MINUTE_S)
    (told,) = [each for each in chat.thread().history() if each.id not in {one.id for one in before}]
    assert "2 turns were played from prepared plans" in text_of(told)
    assert f"<@{owing.id}>" in text_of(told), "and whoever is to move is called by it"
    assert any(name.startswith("skald:film:") for name in enabled_components(told))
    assert any("after the turn of" in alt for alt in alt_texts(told)), "a picture of each turn"


async def test_the_next_is_called_no_sooner_whether_they_have_prepared_or_not(chat: Chat) -> None:
    code, _, other = await start_with_both_prepared(chat)
    await conditional_moves.drop(chat.service, code, other.id)
    before = len(list(chat.thread().history()))
    await chat.env.advance_time(4 * MINUTE_S)
    assert await autoplayed_seats(chat, code)
    assert len(list(chat.thread().history())) == before
    await chat.env.advance_time(6 * MINUTE_S)
    assert len(list(chat.thread().history())) == before + 1


async def test_whoever_comes_by_in_the_middle_of_it_is_told_at_once(chat: Chat) -> None:
    code, _, other = await start_with_both_prepared(chat)
    await conditional_moves.drop(chat.service, code, other.id)
    await chat.env.advance_time(4 * MINUTE_S)
    while await chat.player_to_move(code) is other:
        await play_step(chat, code)
    told = len(list(chat.thread().history()))
    await chat.env.advance_time(10 * MINUTE_S)
    assert len(list(chat.thread().history())) <= told + 1, "no card comes late for a turn that is over"


async def test_a_turn_that_plays_itself_does_not_notify_of_another_game(chat: Chat) -> None:
    other = await chat.start_game("astrid", "bjorn", begins="host", pace="none")
    code = await chat.start_game("astrid", "bjorn", game="borealis", pace="none")
    while (await chat.snapshot(code)).owed(0) == "exchange":
        await play_step(chat, code)
    astrid = chat.user("astrid")
    while await chat.player_to_move(code) is astrid:
        await play_step(chat, code)
    assert await chat.player_to_move(other) is astrid
    assert await prepare_turn(chat, code, astrid.id)
    await chat.env.advance_time(30 * MINUTE_S)
    while await chat.player_to_move(code) is not astrid and not await autoplayed_seats(chat, code):
        await play_step(chat, code)
    mark = count_requests(chat)
    await chat.env.advance_time(15 * MINUTE_S)
    assert await autoplayed_seats(chat, code)
    assert not [post for post in sent_messages(chat, mark) if astrid.id in post.pinged]


async def test_after_an_outage_the_plan_is_played_before_its_player_is_notified(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, owing, _ = await start_with_both_prepared(chat, idle_s=2 * MINUTE_S)
    await chat.stop_background()
    await chat.env.advance_time(HOUR_S)
    start = Scheduler.start
    with monkeypatch.context() as late:
        late.setattr(Scheduler, "start", lambda _: None)
        since = count_requests(chat)
        await chat.restart()
        await chat.env.advance_time(1)
    assert not [sent for sent in sent_messages(chat, since) if owing.id in sent.pinged]
    run_in_bot(chat.env, lambda: start(chat.skald.scheduler))
    await chat.env.advance_time(MINUTE_S)
    assert await autoplayed_seats(chat, code)
    assert not [sent for sent in sent_messages(chat, since) if owing.id in sent.pinged]
