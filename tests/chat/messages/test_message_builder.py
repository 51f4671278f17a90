"""Texts of a layout keep to Discord's limits. `test_attached_files.py` covers pictures."""

from typing import Any

import pytest

from bot.chat.messages.message_builder import MessageBuilder
from harbour import limits

LAYOUT = 32768


def layout_message(builder: MessageBuilder) -> dict[str, Any]:
    return {"flags": LAYOUT, "components": builder.view(classic=False).to_components()}


@pytest.mark.parametrize("letter", ["x", "é", "航", "😀"])
def test_long_texts_in_any_script_are_accepted(letter: str) -> None:
    builder = MessageBuilder().text("### " + letter * 20).text(letter * 3790).text(letter * 3790)
    message = layout_message(builder.with_line("-# a footer"))
    limits.check_message(message, set())
    texts = limits.message_texts(message)
    assert texts[0] == "### " + letter * 20
    assert texts[-1] == "-# a footer", "short texts are not clipped"
    assert texts[1][-1] == texts[2][-1] == "…"


def test_texts_within_the_limits_are_not_clipped() -> None:
    texts = ["航" * 1600, "海" * 1600]
    assert limits.message_texts(layout_message(MessageBuilder().text(texts[0]).text(texts[1]))) == texts


def test_a_custom_emoji_is_not_cut() -> None:
    emoji = "<:square:123456789012345678>"
    (text,) = limits.message_texts(layout_message(MessageBuilder(notification="航" * 3324 + emoji)))
    assert text == "航" * 3324 + "…"
