"""What the table is asked: about absence, an end by agreement, and taking back what was seen."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import db
from bot import caretaker
from bot.ballots import at_the_close, decided
from bot.pace import DAY, HOUR
from bot.tables import Denied, Visitor
from bot.words import words_for
from rules.game import Refusal
from tests.bot.tabletop import ASTRID, BJORN, CARA, PEOPLE, Tabletop, opened_tabletop

STRANGER = Visitor(9, "Eira", "en-GB")


@pytest.fixture
async def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Tabletop]:
    monkeypatch.setattr(caretaker, "choose", lambda game, state, seat, _: game.legal(state, seat)[-1])
    async with opened_tabletop(tmp_path, "2026-07-14T12:00") as opened:
        yield opened


async def notices(top: Tabletop) -> list[str]:
    """What was said at the table, in the words of its language."""
    words = words_for("en")
    return [words.say(post.payload["text"], **post.payload["values"]) for post in await top.posts("notice")]


async def asked_about(top: Tabletop, code: str, *, seat: int | None = None) -> db.Vote:
    """The vote about somebody who does not move."""
    position = await top.tables.position(code)
    late = min(position.owing()) if seat is None else seat
    async with top.store.write() as w:
        await top.tables.open_absence_vote(w, position, late)
    (vote,) = await top.store.open_votes(code, kind="absence")
    return vote


def others(vote: db.Vote) -> list[Visitor]:
    return [person for seat, person in enumerate(PEOPLE) if seat != vote.seat]


async def answer(top: Tabletop, vote: db.Vote, who: Visitor, choice: str) -> bool:
    return await top.tables.answer_vote(vote.game, vote.id, who, choice)


async def kinds(top: Tabletop, code: str) -> list[str]:
    return [f"{entry.kind} {entry.text}" for entry in await top.store.moves(code) if entry.kind != "move"]


# Counting


@pytest.mark.parametrize(
    ("kind", "ballots", "result"),
    [
        ("absence", {}, None),
        ("absence", {1: "end"}, None),
        ("absence", {1: "end", 2: "end"}, "end"),
        ("absence", {1: "end", 2: "wait", 3: "caretaker"}, None),
        ("absence", {9: "end", 8: "end", 7: "end"}, None),
        ("undo", {1: "yes", 2: "yes"}, None),
        ("undo", {1: "yes", 2: "yes", 3: "yes"}, "yes"),
        ("undo", {1: "yes", 2: "no"}, "no"),
        ("end", {1: "yes", 2: "yes", 9: "no"}, None),
    ],
)
def test_most_decide_about_absence_and_all_about_the_rest(
    kind: str, ballots: dict[int, str], result: str | None
) -> None:
    assert decided(kind, (1, 2, 3), ballots) == result


def test_when_the_time_is_up_the_leading_answer_counts_and_the_milder_of_equals() -> None:
    assert at_the_close("absence", (1, 2, 3), {}) == "wait"
    assert at_the_close("absence", (1, 2, 3), {1: "end"}) == "end"
    assert at_the_close("absence", (1, 2, 3), {1: "end", 2: "caretaker"}) == "caretaker"
    assert at_the_close("undo", (1, 2), {1: "yes"}) == "late"


# About somebody who does not move


async def test_a_single_other_decides_with_one_tap(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN)
    vote = await asked_about(top, code)
    (other,) = [person for person in (ASTRID, BJORN) if person is not PEOPLE[vote.seat or 0]]
    assert await answer(top, vote, other, "wait")
    assert await top.store.open_votes(code) == ()
    assert any("another day" in said for said in await notices(top))
    assert (await kinds(top, code))[-1] == "vote absence wait"


async def test_waiting_lasts_a_day_and_then_the_table_is_asked_again(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, CARA, game="borealis")
    vote = await asked_about(top, code)
    first, second = others(vote)
    assert not await answer(top, vote, first, "wait")
    assert await answer(top, vote, second, "wait")
    async with top.store.write() as w:  # nobody is asked twice at once
        await top.tables.open_absence_vote(w, await top.tables.position(code), vote.seat or 0)
    assert await top.store.open_votes(code) == ()
    await top.go(DAY)
    (again,) = await top.store.open_votes(code, kind="absence")
    assert again.seat == vote.seat


async def test_a_table_where_nobody_answers_is_left_in_peace_for_a_week(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, CARA, game="borealis")
    vote = await asked_about(top, code)
    await top.go(DAY)
    assert await top.store.open_votes(code) == ()
    assert any("in a week" in said for said in await notices(top))
    await top.go(6 * DAY)
    assert await top.store.open_votes(code) == ()
    await top.go(DAY)
    (again,) = await top.store.open_votes(code, kind="absence")
    assert again.seat == vote.seat


async def test_an_answer_can_be_changed_until_it_is_decided(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, CARA, game="borealis")
    vote = await asked_about(top, code)
    first, second = others(vote)
    for _ in range(2):
        assert not await answer(top, vote, first, "end")
    assert not await answer(top, vote, first, "caretaker")
    assert await answer(top, vote, second, "caretaker")
    assert (await top.tables.position(code)).players[vote.seat or 0].caretaker
    with pytest.raises(Denied, match="over"):
        await answer(top, vote, second, "wait")


async def test_the_vote_closes_by_itself_after_a_day_also_after_a_restart(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, CARA, game="borealis")
    vote = await asked_about(top, code)
    await answer(top, vote, others(vote)[0], "caretaker")
    await top.go(DAY - HOUR)
    assert not (await top.tables.position(code)).players[vote.seat or 0].caretaker
    top.sit_down(top.store)
    await top.go(HOUR)
    assert (await top.tables.position(code)).players[vote.seat or 0].caretaker


async def test_nobody_but_the_others_has_a_say(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, CARA, game="borealis")
    vote = await asked_about(top, code)
    with pytest.raises(Refusal):
        await answer(top, vote, STRANGER, "end")
    with pytest.raises(Denied):
        await answer(top, vote, PEOPLE[vote.seat or 0], "wait")
    with pytest.raises(Denied):
        await answer(top, vote, others(vote)[0], "cheese")
    with pytest.raises(Denied):
        await top.tables.answer_vote(code, vote.id + 1, others(vote)[0], "end")
    assert await top.store.ballots(vote.id) == {}


async def test_whoever_moves_is_not_absent(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN)
    vote = await asked_about(top, code)
    await top.act(code)
    closed = await top.store.vote(vote.id)
    assert closed is not None
    assert closed.result == "moved"


async def test_the_table_can_end_the_game_without_a_winner(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, CARA, game="borealis")
    vote = await asked_about(top, code)
    for other in others(vote):
        await answer(top, vote, other, "end")
    position = await top.tables.position(code)
    assert position.over
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.ranking) == ("agreed", ())
    assert not any(result.counted for result in await top.store.results_of(code))


# An end by agreement


async def test_a_game_ends_when_everybody_agrees(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, CARA, game="borealis")
    assert not await top.tables.ask_to_end(code, ASTRID)
    with pytest.raises(Denied):
        await top.tables.ask_to_end(code, BJORN)
    (vote,) = await top.store.open_votes(code, kind="end")
    assert not await answer(top, vote, BJORN, "yes")
    assert await answer(top, vote, CARA, "yes")
    assert (await top.tables.position(code)).over
    with pytest.raises(Refusal):
        await top.tables.ask_to_end(code, ASTRID)


async def test_one_who_refuses_keeps_the_game_going(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, CARA, game="borealis")
    await top.tables.ask_to_end(code, ASTRID)
    (vote,) = await top.store.open_votes(code, kind="end")
    assert await answer(top, vote, CARA, "no")
    assert (await top.tables.position(code)).running
    assert any("goes on" in said for said in await notices(top))


async def test_without_all_answers_the_game_goes_on_after_a_day(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN)
    await top.tables.ask_to_end(code, ASTRID)
    await top.go(DAY)
    assert (await top.tables.position(code)).running
    assert await top.store.open_votes(code, kind="end") == ()
    assert "vote end late" in await kinds(top, code)


# Taking back what was seen


async def past_the_barrier(top: Tabletop) -> tuple[str, Visitor, db.Entry, Any]:
    """A game in which somebody has handed his turn over and another has moved since."""
    code = await top.start(ASTRID, BJORN, CARA, game="borealis")
    while len((await top.tables.position(code)).owing()) > 1:
        await top.act(code)
    to_move = await top.owing(code)
    mover = next(one for one in PEOPLE if one.id == to_move)
    await top.hand_over(code)
    position = await top.tables.position(code)
    found = await top.tables.own_last(position, mover.id)
    assert found is not None
    return code, mover, found[0], position


async def test_all_others_can_let_somebody_take_a_move_back(top: Tabletop) -> None:
    code, mover, entry, position = await past_the_barrier(top)
    await top.hand_over(code)  # what others did since is taken back too
    later = await top.tables.own_last(await top.tables.position(code), mover.id)
    assert later is not None
    assert later[1] > 0
    await top.posts("hand")
    await top.tables.ask_to_undo(code, mover, entry.ply)
    (vote,) = await top.store.open_votes(code, kind="undo")
    assert "stays seen" in vote.payload["notice"]["text"]
    first, second = [person for person in PEOPLE if person is not mover]
    assert not await answer(top, vote, first, "yes")
    assert await answer(top, vote, second, "yes")
    posts = await top.store.claim_outbox(now=top.clock.at, limit=100)
    assert {post.payload["seat"] for post in posts if post.kind == "hand"} == {0, 1, 2}
    after = await top.tables.position(code)
    assert after.owing() == {after.seat_of(mover.id)}
    (undo,) = [each for each in await top.store.moves(code) if each.kind == "undo"]
    assert (undo.person, undo.by, undo.text) == (mover.id, "vote", str(entry.ply))
    in_force = await top.store.effective_moves(code)
    assert all(each.ply < entry.ply for each in in_force if each.kind == "move")
    assert position.game.dump(after.state) == await state_before(top, code, entry.ply)
    await top.hand_over(code)  # and the game goes on from there


async def state_before(top: Tabletop, code: str, ply: int) -> str:
    """The state by the log itself, from its first entry."""
    position = await top.tables.position(code)
    assert position.row.seed is not None
    state = position.game.setup(len(position.players), position.options(), position.row.seed)
    for entry in await top.store.moves(code):
        if entry.kind == "move" and entry.ply < ply and entry.seat is not None:
            state = position.game.apply(state, entry.seat, position.game.parse(entry.text)).state
    return position.game.dump(state)


async def test_one_refusal_lets_the_move_stand(top: Tabletop) -> None:
    code, mover, entry, before = await past_the_barrier(top)
    await top.tables.ask_to_undo(code, mover, entry.ply)
    (vote,) = await top.store.open_votes(code, kind="undo")
    other = next(person for person in PEOPLE if person is not mover)
    assert await answer(top, vote, other, "no")
    assert (await top.tables.position(code)).row.state == before.row.state
    assert any("it stands" in said for said in await notices(top))


async def test_without_all_answers_the_move_stands_after_a_day(top: Tabletop) -> None:
    code, mover, entry, before = await past_the_barrier(top)
    await top.tables.ask_to_undo(code, mover, entry.ply)
    await top.go(DAY)
    assert (await top.tables.position(code)).row.state == before.row.state
    assert "vote undo late" in await kinds(top, code)


async def test_a_new_move_ends_the_question(top: Tabletop) -> None:
    code, mover, entry, _ = await past_the_barrier(top)
    await top.tables.ask_to_undo(code, mover, entry.ply)
    (vote,) = await top.store.open_votes(code, kind="undo")
    await top.act(code)
    other = next(person for person in PEOPLE if person is not mover)
    with pytest.raises(Denied):
        await answer(top, vote, other, "yes")
    assert any("moved on" in said for said in await notices(top))


async def test_nobody_asks_about_a_move_of_another_or_twice(top: Tabletop) -> None:
    code, mover, entry, _ = await past_the_barrier(top)
    other = next(person for person in PEOPLE if person is not mover)
    with pytest.raises(Refusal):
        await top.tables.ask_to_undo(code, other, entry.ply)
    with pytest.raises(Refusal):
        await top.tables.ask_to_undo(code, STRANGER, entry.ply)
    await top.tables.ask_to_undo(code, mover, entry.ply)
    with pytest.raises(Denied):
        await top.tables.ask_to_undo(code, mover, entry.ply)
