"""Tools and looks replace the panel, and *Back* returns to the question that was open.

Covers `bot/chat/table/looks.py`.
"""

from typing import Any

import pytest

from bot.chat.messages.custom_id import CustomId, parse_custom_id
from bot.chat.table.looks import shorten_id
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, alt_texts, send_component, text_of
from tests.chat.panel_driver import VisibleMessage, move_elsewhere, open_tool, start_with_panel

LOOKS = [
    "See my hand",
    "What is this?",
    "Look closer",
    "Read the rules",
    "Open my notes",
    "Give orders",
    "Get advice",
]
PICTURED = {"See my hand", "What is this?", "Look closer", "Get advice"}


async def panel_at_second_question(chat: Chat) -> tuple[str, Any, Any]:
    """Start a game and choose a kind of move that has several moves."""
    code = await chat.start_game("astrid", "bjorn", game="borealis")
    actor = await chat.player_to_move(code)
    first = (await actor.slash(chat.thread(), "play")).response
    return code, actor, (await actor.click(first.message, label="Exchange cards")).response


@pytest.mark.parametrize("label", LOOKS)
async def test_each_tool_replaces_the_panel_and_returns_to_its_question(chat: Chat, label: str) -> None:
    _, actor, panel = await panel_at_second_question(chat)
    asked, said = enabled_components(panel), text_of(panel)
    shown = await open_tool(actor, panel, label)
    assert shown.message.id == panel.message.id
    assert text_of(shown) != said
    assert bool(alt_texts(shown)) is (label in PICTURED)
    back = (await actor.click(shown.message, label="Back")).response
    if label == "Give orders":
        assert find_custom_id(back, "pick")
    else:
        assert enabled_components(back) == asked


async def test_a_page_of_a_look_leads_back_to_the_question(chat: Chat) -> None:
    _, actor, panel = await panel_at_second_question(chat)
    asked = enabled_components(panel)
    rules = await open_tool(actor, panel, "Read the rules")
    menu = find_custom_id(rules, "chapter")
    scoring = (await actor.select(rules.message, ["scoring"], custom_id=menu)).response
    assert "Scoring" in text_of(scoring)
    back = (await actor.click(scoring.message, label="Back")).response
    assert enabled_components(back) == asked


async def test_a_look_never_replaces_what_everybody_sees(chat: Chat) -> None:
    code, actor, _ = await start_with_panel(chat)
    card, said = chat.card(), text_of(chat.card())
    for verb in ("board", "hand", "what", "rules", "note", "orders", "more"):
        answer = await send_component(actor, VisibleMessage(card), str(CustomId(verb, code)))
        assert answer.ephemeral, verb
        assert answer.response.message.id != card.id, verb
    assert text_of(chat.card()) == said


async def test_after_a_move_elsewhere_back_asks_the_new_question(chat: Chat) -> None:
    code, actor, panel = await panel_at_second_question(chat)
    outdated = parse_custom_id(find_custom_id(panel, "more"))
    assert outdated is not None
    board = (await actor.click(panel.message, label="See the board")).response
    await move_elsewhere(chat, code, actor)
    back = (await actor.click(board.message, label="Back")).response
    assert not [name for name in enabled_components(back) if f".{outdated.seen}" in name]


async def test_buttons_of_panels_before_this_release_still_answer(chat: Chat) -> None:
    code, actor, panel = await start_with_panel(chat)
    for verb in ("what", "note", "orders", "advice", "rules", "look", "hand", "panel", "ahead"):
        answer = (await send_component(actor, panel, str(CustomId(verb, code)))).response
        assert text_of(answer), verb
        assert "Back" in "".join(enabled_components(answer).values()) or verb == "panel", verb


def test_an_id_that_would_be_too_long_forgets_how_far_the_player_had_come() -> None:
    short, long = CustomId("legend", "ABCDE", 1, ("side",)), CustomId("legend", "ABCDE", 1, ("x" * 100,))
    assert shorten_id(short) == short
    assert shorten_id(long) == CustomId("legend", "ABCDE", 1)
