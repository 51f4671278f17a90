"""Notices in the reader's language, with all their values."""

import pytest

from bot.chat.table.notices import NOTICE_TEXTS, notice_text
from bot.i18n import LANGUAGES, locale_for
from bot.play.core import outbox_messages
from tests.chat.story_fixtures import reader_view_of

BJORN = "<@2>"
VALUES: dict[str, str | int] = {"seat": 1, "before": 3, "code": "AB2CD", "n": 13, "at": 1_767_225_600_000}
MOVES = {"order_done": "end", "order_over": "end", "plan_dropped": "end"}


def notice(code: str) -> outbox_messages.Notice:
    more = {"move": MOVES[code]} if code in MOVES else {}
    return outbox_messages.Notice(code=code, values={**VALUES, **more})


@pytest.mark.parametrize("code", sorted(NOTICE_TEXTS))
def test_every_notice_is_said_in_every_language_with_nothing_left_open(code: str) -> None:
    snapshot = reader_view_of("shipwrights", None).snapshot
    texts = [notice_text(notice(code), snapshot, locale_for(language)) for language in LANGUAGES]
    assert len(set(texts)) == len(LANGUAGES)
    for text in texts:
        assert text
        assert "{" not in text


@pytest.mark.parametrize(
    ("code", "english"),
    [
        ("waits_a_day", f"The table waits another day for {BJORN}."),
        ("waits_a_week", f"Nobody voted, so the table waits for {BJORN}. The next vote is in a week."),
        ("caretaker_plays", f"The caretaker plays for {BJORN} until {BJORN} is back."),
        ("seat_taken", f"{BJORN} takes the seat of <@3> and plays on."),
        ("end_no", "Not everyone agrees to end the game, so it continues."),
        ("undo_no", f"Not everyone agrees to undo {BJORN}’s move, so it stands."),
        ("moved_on", "The game has moved on, so nothing was undone."),
    ],
)
def test_the_table_is_told_what_was_decided(code: str, english: str) -> None:
    assert notice_text(notice(code), reader_view_of("lofoten", None).snapshot, locale_for("en")) == english


def test_how_many_days_are_left_of_a_year_and_until_when_one_lasts_is_said() -> None:
    told = notice_text(notice("day_spent"), reader_view_of("lofoten", None).snapshot, locale_for("en"))
    assert "13 left this year" in told
    assert "takes over on 1 Jan 2026" in told, "a lock screen would show a timestamp as code"


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_sides_of_a_substitution_are_told_in_which_game(language: str) -> None:
    snapshot, locale = reader_view_of("lofoten", None).snapshot, locale_for(language)
    given_away, yours = (
        notice_text(notice(code), snapshot, locale) for code in ("seat_given_away", "seat_is_yours")
    )
    assert BJORN in given_away
    assert "<@3>" in yours
    assert "`AB2CD`" in given_away
    assert "`AB2CD`" in yours


def test_somebody_who_was_erased_is_nobody() -> None:
    unknown = outbox_messages.Notice(code="seat_taken", values={"seat": 1})
    snapshot = reader_view_of("lofoten", None).snapshot
    assert notice_text(unknown, snapshot, locale_for("en")) == f"{BJORN} takes the seat of — and plays on."
