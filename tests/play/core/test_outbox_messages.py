"""Messages of the outbox: what players wait for goes first, and unknown messages are refused."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.play.core.outbox_messages import MESSAGES_BY_KIND, Notice, new_post, parse

AFTER_EVERYTHING = {"saga", "season", "cup", "cup_over", "challenge", "voyage", "scheduled_event"}
EDITS = {"refresh", "forum_tags", "tidy", "mend"}


def test_turns_go_first_then_notices_edits_hands_and_what_closes_a_game_or_season() -> None:
    def priorities(kinds: set[str]) -> set[int]:
        return {MESSAGES_BY_KIND[kind].priority for kind in kinds}

    turns, hands = {"card", "call"}, {"hand"}
    notices = MESSAGES_BY_KIND.keys() - turns - EDITS - hands - AFTER_EVERYTHING
    order = [priorities(kinds) for kinds in (turns, set(notices), EDITS, hands, AFTER_EVERYTHING)]
    assert [len(each) for each in order] == [1] * 5
    assert order == sorted(order, key=min)
    assert len(set.union(*order)) == 5


@pytest.mark.parametrize(("kind", "payload"), [("unheard of", {}), ("notice", {}), ("hand", {"seat": 1})])
def test_a_message_of_an_unknown_kind_or_without_its_fields_is_refused(
    kind: str, payload: dict[str, int]
) -> None:
    stored: Any = SimpleNamespace(kind=kind, payload=payload)
    with pytest.raises(ValueError):
        parse(stored)


def test_a_message_is_read_as_it_was_stored_and_what_a_later_version_added_is_ignored() -> None:
    post = new_post(Notice(code="archived", mentions=(1,)), key="a word", game="ABCDE")
    stored: Any = SimpleNamespace(kind=post.kind, payload={**post.payload, "colour": "red"})
    assert parse(stored) == Notice(code="archived", mentions=(1,))
    assert (post.lane, post.not_before) == (new_post(Notice(code="x"), key="b", game="ABCDE").lane, 0)
