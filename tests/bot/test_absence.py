"""Somebody is away: the caretaker plays, a substitute sits down, the others play on after a resignation."""

from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import db
from bot import caretaker
from bot.pace import DAY, MINUTE
from bot.tables import Denied, Visitor
from bot.tables.votes import LONGEST_THOUGHT, SHORTEST_THOUGHT, thinking
from bot.words import words_for
from rules.game import Outcome, Refusal, Seat
from tests.bot.chat import Chat, late_tap, tap_named, taps, words_of
from tests.bot.tabletop import ASTRID, BJORN, CARA, PEOPLE, SERVER, Tabletop, opened_tabletop
from tests.bot.test_whole_game import tap_out

EIRA = Visitor(9, "Eira", "fr")
interactions = count(10_000)


@pytest.fixture(autouse=True)
def hasty_caretaker(monkeypatch: pytest.MonkeyPatch) -> None:
    """How well he plays is tested elsewhere."""
    monkeypatch.setattr(caretaker, "choose", lambda game, state, seat, _: game.legal(state, seat)[-1])


@pytest.fixture
async def top(tmp_path: Path) -> AsyncIterator[Tabletop]:
    async with opened_tabletop(tmp_path, "2026-07-14T12:00") as opened:
        yield opened


async def handed_over(top: Tabletop, *people: Visitor, game: str = "borealis") -> tuple[str, Seat, Visitor]:
    """A game at which the caretaker has just been given the seat that owes a move."""
    code = await top.start(*people, game=game)
    while len((await top.tables.position(code)).owing()) > 1:
        await top.act(code)
    position = await top.tables.position(code)
    (seat,) = position.owing()
    async with top.store.write() as w:
        await top.tables.hand_to_caretaker(w, position, seat, why="vote")
    return code, seat, PEOPLE[seat]


async def entries(top: Tabletop, code: str, kind: str) -> list[db.Entry]:
    return [entry for entry in await top.store.moves(code) if entry.kind == kind]


# The caretaker


async def test_the_caretaker_plays_a_turn_after_a_while(top: Tabletop) -> None:
    code, seat, _ = await handed_over(top, ASTRID, BJORN)
    ply = (await top.tables.position(code)).row.ply
    await top.go(SHORTEST_THOUGHT - 1)
    assert (await top.tables.position(code)).row.ply == ply
    await top.go(MINUTE)
    position = await top.tables.position(code)
    assert seat not in position.owing()
    played = await top.store.moves(code, since=ply)
    assert {(entry.kind, entry.seat, entry.by, entry.person) for entry in played} == {
        ("move", seat, "caretaker", None)
    }


async def test_how_long_he_seems_to_think_is_told_by_nothing_hidden() -> None:
    pauses = {thinking("AB2CD", ply) for ply in range(50)}
    assert all(SHORTEST_THOUGHT <= pause < LONGEST_THOUGHT for pause in pauses)
    assert len(pauses) > 40


async def test_he_plays_each_time_the_seat_owes_a_move_also_after_a_restart(top: Tabletop) -> None:
    code, seat, _ = await handed_over(top, ASTRID, BJORN)
    for _ in range(2):
        top.sit_down(top.store)
        await top.go(10 * MINUTE)
        assert seat not in (await top.tables.position(code)).owing()
        while seat not in (await top.tables.position(code)).owing():
            await top.act(code)
    assert (await top.clock_of(code, PEOPLE[seat].id)).caretaker_since is not None


async def test_a_seat_is_handed_over_once(top: Tabletop) -> None:
    code, seat, _ = await handed_over(top, ASTRID, BJORN)
    async with top.store.write() as w:
        await top.tables.hand_to_caretaker(w, await top.tables.position(code), seat, why="timeout")
        await top.tables.open_absence_vote(w, await top.tables.position(code), seat)
    assert len(await entries(top, code, "caretaker")) == 1
    assert await top.store.open_votes(code) == ()


async def test_the_owner_takes_his_seat_back_and_his_hand_with_it(top: Tabletop) -> None:
    code, seat, owner = await handed_over(top, ASTRID, BJORN)
    await top.posts("hand")
    await top.tables.reclaim(code, owner, interaction=next(interactions))
    assert [post.payload["seat"] for post in await top.posts("hand")] == [seat]
    await top.go(DAY)
    position = await top.tables.position(code)
    assert seat in position.owing()
    assert not position.players[seat].caretaker
    assert await entries(top, code, "reclaim")
    with pytest.raises(Denied):
        await top.tables.reclaim(code, owner, interaction=next(interactions))
    with pytest.raises(Refusal):
        await top.tables.reclaim(code, EIRA, interaction=next(interactions))


async def test_an_own_move_takes_the_seat_back_too(top: Tabletop) -> None:
    code, seat, _ = await handed_over(top, ASTRID, BJORN)
    await top.act(code)
    assert not (await top.tables.position(code)).players[seat].caretaker
    assert len(await entries(top, code, "reclaim")) == 1


async def test_a_slip_of_another_is_taken_back_without_the_moves_of_the_caretaker(top: Tabletop) -> None:
    code = await top.start(*PEOPLE, game="borealis")  # all exchange cards at the same time
    position = await top.tables.position(code)
    async with top.store.write() as w:
        await top.tables.hand_to_caretaker(w, position, 2, why="vote")
    assert await top.act(code) is ASTRID
    await top.go(MINUTE)
    assert (await top.tables.position(code)).owing() == {1}
    await top.undo(code, ASTRID)
    assert (await top.tables.position(code)).owing() == {0, 1}
    (played,) = [entry for entry in await top.store.effective_moves(code) if entry.kind == "move"]
    assert (played.seat, played.by) == (2, "caretaker")


async def test_whoever_is_away_gets_no_hands(top: Tabletop) -> None:
    code, seat, _ = await handed_over(top, ASTRID, BJORN)
    await top.go(10 * MINUTE)
    while seat not in (await top.tables.position(code)).owing():
        await top.act(code)
    await top.go(10 * MINUTE)
    later = [post.payload["seat"] for post in await top.posts("hand") if post.payload["ply"] > 20]
    assert seat not in later


# A substitute


async def called(top: Tabletop) -> tuple[str, db.Vote, Visitor]:
    """A game that looks for somebody to take a seat."""
    code = await top.start(ASTRID, BJORN, game="lofoten")
    position = await top.tables.position(code)
    (seat,) = position.owing()
    async with top.store.write() as w:
        await top.tables.open_absence_vote(w, position, seat)
    (vote,) = await top.store.open_votes(code)
    await top.tables.answer_vote(code, vote.id, PEOPLE[1 - seat], "substitute")
    (call,) = await top.store.open_votes(code, kind="call")
    return code, call, PEOPLE[seat]


async def sit_down(top: Tabletop, call: db.Vote, who: Visitor, *, server: int | None = SERVER) -> Any:
    return await top.tables.take_seat(call.game, call.id, who, server=server, interaction=next(interactions))


async def test_a_substitute_sits_down_with_the_hand(top: Tabletop) -> None:
    code, call, absent = await called(top)
    assert call.seat is not None
    before = await top.tables.position(code)
    await top.posts("hand")
    position = await sit_down(top, call, EIRA)
    assert position.players[call.seat].person == EIRA.id
    assert position.view(call.seat) == before.view(call.seat)
    assert position.seat_of(absent.id) is None
    with pytest.raises(Refusal):
        await top.tables.play(code, absent, "pass", interaction=next(interactions))
    (entry,) = await entries(top, code, "substitute")
    assert (entry.seat, entry.person) == (call.seat, EIRA.id)
    move = str(position.legal(call.seat)[0])
    await top.tables.play(code, EIRA, move, interaction=next(interactions))


async def test_both_are_told_and_only_the_substitute_gets_hands(top: Tabletop) -> None:
    code, call, absent = await called(top)
    await sit_down(top, call, EIRA)
    posts: dict[str, list[db.Post]] = {}
    for post in await top.store.claim_outbox(now=top.clock.at + DAY, limit=100):
        posts.setdefault(post.kind, []).append(post)
    assert {post.payload["person"] for post in posts["word"]} == {absent.id, EIRA.id}
    for notice in (post.payload["notice"] for post in posts["word"]):
        english, french = (words_for(one).say(notice["text"], **notice["values"]) for one in ("en", "fr"))
        assert code in english
        assert code in french
        assert english != french
    assert code in {post.game for post in posts["hand"]}


async def test_the_seat_is_taken_once_and_not_by_those_who_may_not(top: Tabletop) -> None:
    code, call, absent = await called(top)
    other = next(person for person in (ASTRID, BJORN) if person is not absent)
    for who, server in ((other, SERVER), (absent, SERVER), (EIRA, SERVER + 1), (EIRA, None)):
        with pytest.raises(Denied):
            await sit_down(top, call, who, server=server)
    await sit_down(top, call, EIRA)
    for who in (EIRA, CARA):
        with pytest.raises(Denied):
            await sit_down(top, call, who)
    assert len(await entries(top, code, "substitute")) == 1


async def test_if_nobody_sits_down_the_table_is_asked_again(top: Tabletop) -> None:
    code, call, _ = await called(top)
    await top.go(DAY)
    (vote,) = await top.store.open_votes(code)
    assert (vote.kind, vote.seat) == ("absence", call.seat)


async def test_the_seat_is_not_free_any_more_when_its_owner_moves(top: Tabletop) -> None:
    _, call, _ = await called(top)
    await top.act(call.game)
    with pytest.raises(Denied):
        await sit_down(top, call, EIRA)


# Giving up


async def test_with_more_than_two_the_rest_play_on_and_who_gave_up_comes_last(
    top: Tabletop, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await top.start(*PEOPLE, game="borealis")
    await top.tables.resign(code, CARA, interaction=next(interactions))
    position = await top.tables.position(code)
    assert position.running
    assert position.players[2].resigned
    with pytest.raises(Denied):
        await top.tables.resign(code, CARA, interaction=next(interactions))
    with pytest.raises(Denied):
        await top.tables.reclaim(code, CARA, interaction=next(interactions))
    await top.go(MINUTE)
    assert [entry.seat for entry in await entries(top, code, "move") if entry.by == "caretaker"] == [2]
    scored = Outcome("last_card", ((2,), (0, 1)), totals=(4, 4, 9))
    monkeypatch.setattr(type(position.game), "outcome", lambda *_: scored)
    await top.act(code)
    position = await top.tables.position(code)
    assert position.over
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.ranking, outcome.totals) == (((0, 1), (2,)), (4, 4, 9))
    assert [result.place for result in await top.store.results_of(code)] == [1, 1, 3]


async def test_when_one_is_left_the_game_ends(top: Tabletop) -> None:
    code = await top.start(*PEOPLE, game="borealis")
    for who in (BJORN, CARA):
        await top.tables.resign(code, who, interaction=next(interactions))
    position = await top.tables.position(code)
    assert position.over
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.ranking == ((0,), (1, 2))
    assert await top.store.next_due() is None or await top.store.timers("caretaker", game=code) == ()


async def test_who_gives_up_has_no_say_and_is_not_waited_for(top: Tabletop) -> None:
    code = await top.start(*PEOPLE, game="borealis")
    await top.tables.ask_to_end(code, ASTRID)
    (vote,) = await top.store.open_votes(code, kind="end")
    await top.tables.answer_vote(code, vote.id, BJORN, "yes")
    await top.tables.resign(code, CARA, interaction=next(interactions))
    position = await top.tables.position(code)
    assert position.over
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason == "agreed"


# In the chat


def question(chat: Chat) -> Any:
    """The latest thing the table was asked."""
    return next(
        one for one in reversed(chat.thread().history()) if any(":vote:" in name for name in taps(one))
    )


async def test_the_table_votes_the_caretaker_plays_and_the_owner_is_back_with_one_tap(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", pace="none")
    late = await chat.owing(code)
    other = next(person for person in chat.people.values() if person is not late)
    await chat.env.advance_time(121 * 3600)
    asked = question(chat)
    assert f"<@{other.id}>" in words_of(asked)
    assert list(taps(asked).values()) == ["Wait", "Caretaker", "Substitute", "End the game"]
    await chat.restart()
    stranger = await chat.person("eira").click(asked, label="End the game")
    assert "do not sit" in words_of(stranger.response)
    decided = await other.click(asked, label="Caretaker")
    assert decided.ephemeral
    closed = next(one for one in chat.thread().history() if one.id == asked.id)
    assert f"{other.name}: Caretaker" in words_of(closed)
    assert "This vote is over." in words_of(closed)
    assert not taps(closed)
    card = chat.card()
    assert "caretaker" in words_of(card)
    assert f"<@{late.id}>" not in words_of(card)
    back = await late.click(card, label="I am back")
    assert tap_named(back.response, "pick")
    assert not any(name.startswith("skald:back:") for name in taps(chat.card()))
    panel = (await other.click(chat.card(), label="Play")).response
    refused = await late_tap(other, panel, f"skald:back:{code}::")
    assert "yourself already" in words_of(refused.response)


async def test_undo_behind_the_barrier_offers_to_ask_and_end_asks_everybody(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", pace="none")
    mover = await chat.owing(code)
    other = next(person for person in chat.people.values() if person is not mover)
    panel = (await mover.click(chat.card(), label="Play")).response
    while await chat.owing(code) is mover:
        position = await chat.position(code)
        panel = await tap_out(mover, panel, position.legal(min(position.owing()))[-1])
    before = await chat.position(code)
    offer = await mover.slash(chat.thread(), "undo")
    assert "everybody agrees" in words_of(offer.response)
    assert (await chat.position(code)).row.version == before.row.version
    told = await mover.click(offer.response.message, label="Ask the table")
    assert "is asked" in words_of(told.response)
    asked = question(chat)
    assert list(taps(asked).values()) == ["Agree", "Refuse"]
    await other.click(asked, label="Agree")
    assert mover is await chat.owing(code)
    assert any("All agree" in words_of(message) for message in chat.thread().history())
    assert f"<@{mover.id}>" in words_of(chat.card())

    offer = await other.slash(chat.thread(), "end")
    await other.click(offer.response.message, label="Ask the table")
    asked = question(chat)
    await mover.click(asked, label="Agree")
    assert (await chat.position(code)).over
    assert "by agreement" in words_of(chat.final_card())


@pytest.mark.parametrize(
    "forged",
    ["vote:{code}::x end", "vote:{code}::99 end", "vote:{code}::", "take:{code}::1", "ask-undo:{code}::7"],
)
async def test_forged_answers_change_nothing(chat: Chat, forged: str) -> None:
    code = await chat.start("astrid", "bjorn", pace="none")
    before = await chat.position(code)
    actor = await chat.owing(code)
    panel = (await actor.click(chat.card(), label="Play")).response
    answer = await late_tap(actor, panel, "skald:" + forged.format(code=code))
    assert any(words_of(message) for message in (answer.response, *answer.followups) if message is not None)
    assert (await chat.position(code)).row.version == before.row.version
