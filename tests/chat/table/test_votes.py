"""Votes at a table, as their calls read on a lock screen."""

from dataclasses import replace
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.messages import MessageBuilder
from bot.chat.messages.message_builder import PUSH_CHARS
from bot.chat.table.votes import answer_buttons, vote_card, vote_deadline_text, vote_question
from bot.i18n import LANGUAGES, locale_for
from db.clock import DAY
from tests.chat.discord_driver import Chat

ENGLISH = locale_for("en")
HOST, OTHER = 11, 12

PAYLOADS: dict[str, dict[str, Any]] = {
    "overdue": {},
    "end": {},
    "move": {"server": 1, "channel": 2},
    "pause": {"until": 30 * DAY},
    "resume": {},
    "undo": {"later": 0},
    "substitute": {},
}


async def test_a_call_to_vote_has_no_timestamp_where_a_lock_screen_shows_it(chat: Chat) -> None:
    snapshot = await chat.snapshot(await chat.start_game("astrid", "bjorn"))
    person = snapshot.players[0].person
    for (kind, payload), locale in product(PAYLOADS.items(), map(locale_for, LANGUAGES)):
        vote = db.Vote(1, snapshot.code, kind, 0, payload, 0, person, DAY)
        builder = MessageBuilder(notification=vote_question(snapshot, vote, locale))
        builder.text(vote_deadline_text(snapshot, vote, locale))
        assert "<t:" not in builder.content()[:PUSH_CHARS], (kind, locale.language)
        assert locale.duration(DAY) in builder.content(), (kind, locale.language)


def table_of(*, rated: bool = False, owes_since: int | None = None) -> Any:
    """Returns the parts of a table of two that its votes look at."""
    players = tuple(
        SimpleNamespace(seat=seat, person=person, resigned=False, owes_since=owes_since)
        for seat, person in enumerate((HOST, OTHER))
    )
    return SimpleNamespace(
        code="AB2CD",
        row=SimpleNamespace(rated=rated),
        players=players,
        names=("astrid", "bjorn"),
        opponent_seats=(),
        active_players=lambda: players,
    )


def vote_about(kind: str, *, seat: int | None = 1, **payload: Any) -> db.Vote:
    return db.Vote(1, "AB2CD", kind, seat, payload, 10 * DAY, HOST, 11 * DAY)


@pytest.mark.parametrize(
    ("vote", "rated", "text"),
    [
        (vote_about("overdue"), True, "wait, or find a substitute?"),
        (vote_about("overdue"), False, "hasn’t moved for 3 days"),
        (vote_about("undo", later=0), False, "asks to undo their last move. New"),
        (vote_about("undo", later=1), False, "their last move and 1 later move by others"),
        (vote_about("undo", later=2), False, "their last move and 2 later moves by others"),
        (vote_about("substitute"), False, "Who takes over for <@12>?"),
        (vote_about("substitute", seat=0, person=77), False, "Who takes over for <@77>?"),
    ],
)
def test_the_question_says_what_is_at_stake(vote: db.Vote, rated: bool, text: str) -> None:
    assert text in vote_question(table_of(rated=rated, owes_since=7 * DAY), vote, ENGLISH)


@pytest.mark.parametrize("owes_since", [None, 10 * DAY - DAY // 4])
def test_a_move_is_late_by_a_day_at_least(owes_since: int | None) -> None:
    assert "hasn’t moved for 1 day." in vote_question(
        table_of(owes_since=owes_since), vote_about("overdue"), ENGLISH
    )


def test_a_vote_offers_its_answers_until_it_is_closed() -> None:
    def labels(vote: db.Vote, *, rated: bool = False) -> list[str | None]:
        return [shown.label for shown in answer_buttons(table_of(rated=rated), vote, ENGLISH)]

    assert labels(vote_about("end")) == ["Agree", "Refuse"]
    assert "Let the caretaker play" in labels(vote_about("overdue"))
    assert labels(vote_about("overdue"), rated=True) == ["Wait"]
    assert labels(vote_about("substitute")) == ["Take the seat"]
    assert labels(vote_about("substitute", person=77)) == ["Take the seat", "Seat a computer player"]
    assert labels(replace(vote_about("end"), closed=11 * DAY)) == []


@pytest.mark.parametrize(
    ("kind", "result", "text"),
    [
        ("end", "yes", "The table ends the game without a winner."),
        ("end", "late", "Not everyone agreed to end the game within a day, so it continues."),
        ("overdue", "wait", "This vote is over."),
        ("overdue", "moved", "This vote is over."),
        ("substitute", "taken", "This offer is over."),
    ],
)
def test_a_closed_vote_shows_its_result_and_who_voted_what(kind: str, result: str, text: str) -> None:
    vote = replace(vote_about(kind, person=77), closed=11 * DAY, result=result)
    answer = "yes" if kind == "end" else "wait"
    card = vote_card(table_of(), vote, {OTHER: answer}, ENGLISH).content()
    assert card.startswith(text)
    assert f"bjorn: {'Agree' if kind == 'end' else 'Wait'}" in card
    assert "astrid" not in card


def test_an_open_vote_pings_those_who_do_not_know_of_it() -> None:
    asked = vote_card(table_of(), vote_about("end"), {}, ENGLISH).content()
    assert asked.startswith(f"<@{OTHER}> <@{HOST}> would like to end the game now")
    offered = vote_card(table_of(), vote_about("substitute", person=77), {}, ENGLISH).content()
    assert offered.startswith("Who takes over for <@77>?")
    assert "If no one does, there’s another vote after" in offered
