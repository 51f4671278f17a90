"""Custom ids: read back as they were written, and malformed ones refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.messages.custom_id import (
    MAX_LENGTH,
    CustomId,
    number_arg,
    parse_custom_id,
    parse_number,
    user_id_arg,
)
from bot.play.core.refusals import Denied

NAMES = st.text(alphabet="abcXYZ0123456789-", min_size=1, max_size=8)


@given(
    verb=NAMES,
    game=NAMES,
    seen=st.none() | st.integers(0, 10**9 - 1) | NAMES,
    args=st.lists(NAMES, max_size=4),
)
def test_a_custom_id_is_read_back_as_it_was_written(
    verb: str, game: str, seen: int | str | None, args: list[str]
) -> None:
    written = CustomId(verb, game, seen, tuple(args))
    assert parse_custom_id(str(written)) == written


def test_one_that_is_too_long_for_discord_is_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="characters"):
        str(CustomId("pick", "K7QXR", 1, ("a" * MAX_LENGTH,)))


@pytest.mark.parametrize(
    "raw",
    ["", "skald", "other:pick:K7QXR:1:", "skald::K7QXR:1:", "skald:pick:K7QXR:-1:", "skald:pick:K7QXR:²:"],
)
def test_a_malformed_or_foreign_one_is_none(raw: str) -> None:
    assert parse_custom_id(raw) is None


@pytest.mark.parametrize("text", ["", "-1", "1.5", "²", "x", "1" * 16])
def test_a_number_that_skald_cannot_have_written_is_refused(text: str) -> None:
    with pytest.raises(Denied):
        parse_number(text)


def test_arguments_are_read_as_what_they_stand_for() -> None:
    assert number_arg(CustomId("page", args=("3",))) == 3
    assert user_id_arg(CustomId("kudos", args=("123456789012345678",))) == 123456789012345678
    with pytest.raises(Denied):
        user_id_arg(CustomId("kudos", args=(str(2**63),)))
