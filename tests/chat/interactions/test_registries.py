"""Registries are complete: every verb has a handler, every kind of post a delivery.

Covers `bot/chat/features.py`.
"""

import ast
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any, get_args

import pytest

import bot.chat.features  # noqa: F401 - registers all buttons and deliveries
from bot.chat.interactions.commands import COMMANDS, MESSAGE_COMMANDS, command, message_command
from bot.chat.interactions.component_dispatch import HANDLERS, on_component
from bot.chat.outbox.outbox_worker import DELIVERIES, delivers
from bot.chat.table import notices
from bot.chat.table.votes import VOTE_NOTICE
from bot.play.core.outbox_messages import MESSAGES_BY_KIND, TurnCard
from bot.play.turns import votes
from bot.views.choices import Verb
from tests.chat.source_scan import CallSite, find_calls, module_files, parse_module

VERBS_OF_OLD_MESSAGES: frozenset[str] = frozenset()
"""Verbs of buttons that are no longer made, but still exist in old messages."""


@cache
def used_verbs() -> set[str]:
    """Returns the verbs of all custom ids in the source, except where they are defined and dispatched."""
    taps = [
        tap
        for tap in find_calls("chat", "CustomId")
        if tap.file.name not in ("component_dispatch.py", "custom_id.py")
    ]
    named = {verb for tap in taps for verb in tap.values(0, "verb")}
    chosen = {verb for choice in find_calls("chat", "choice_id") for verb in choice.values(1, "verb")}
    tools = {verb for tool in find_calls("chat", "tool_id") for verb in tool.values(1, "verb")}
    looks = {verb for look in find_calls("chat", "look_id") for verb in look.values(2, "verb")}
    return named | chosen | tools | looks | set(get_args(Verb))


@cache
def declared_verbs() -> Counter[str]:
    declared = find_calls("chat", "on_component", "on_game_component")
    return Counter(
        verb for each in declared if each.file.name != "component_dispatch.py" for verb in each.values(0)
    )


def test_every_tap_is_answered_by_exactly_one_handler() -> None:
    declared = declared_verbs()
    assert used_verbs() <= set(declared)
    assert set(declared.values()) == {1}


def test_every_handler_that_is_declared_is_known() -> None:
    assert set(HANDLERS) == set(declared_verbs())


def test_every_handler_answers_a_button_or_an_old_message() -> None:
    assert set(declared_verbs()) - used_verbs() == VERBS_OF_OLD_MESSAGES


def test_every_kind_of_post_has_a_delivery() -> None:
    assert set(DELIVERIES) == set(MESSAGES_BY_KIND)


def test_every_notice_that_is_left_has_its_sentence_and_every_sentence_its_notice() -> None:
    left = {code for notice in find_calls("play", "Notice") for code in notice_codes(notice)}
    # A vote asked in private shows its question instead of a notice text.
    assert left - {VOTE_NOTICE} == set(notices.NOTICE_TEXTS)


def notice_codes(notice: CallSite) -> frozenset[str]:
    """Returns the codes a notice can have; a vote's code is derived from its question and result."""
    if isinstance(notice.argument(0, "code"), ast.JoinedStr):
        assert notice.file.name == "votes.py", f"{notice} makes up a code"
        return frozenset(result.replace(" ", "_") for result in votes.ANNOUNCED_RESULTS)
    return notice.values(0, "code")


def test_nothing_in_the_chat_or_the_app_opens_a_writing_transaction() -> None:
    """Only `bot.play` writes. Calls with arguments are its use cases; without, they open a transaction."""
    opened = [
        f"{file}:{node.lineno}"
        for folder in ("chat", "app")
        for file in module_files(folder)
        for node in ast.walk(parse_module(file))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("write", "change")
        and not node.args
        and not node.keywords
    ]
    assert opened == []


async def do_nothing(*_: object) -> None: ...


@pytest.mark.parametrize(
    "register",
    [
        delivers(TurnCard),
        on_component("play", "private"),
        command(next(iter(COMMANDS)), "taken"),
        message_command(next(iter(MESSAGE_COMMANDS))),
    ],
)
def test_a_name_is_registered_only_once(register: Callable[[Any], Any]) -> None:
    with pytest.raises(ValueError, match="two "):
        register(do_nothing)
