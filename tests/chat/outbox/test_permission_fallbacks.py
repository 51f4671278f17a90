"""Missing permissions: the forms a message can take, and how a refusal is explained."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.chat.outbox.permission_fallbacks import (
    ARCHIVED,
    LOCKED,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    THREAD_LIMIT,
    Fallback,
    explanation,
    fallbacks,
    is_permission_error,
    thread_warning,
)
from bot.i18n import locale_for
from tests.chat.outbox.fake_discord import board_message, discord_error, text_message

ENGLISH = locale_for("en")


@pytest.mark.parametrize(
    ("permission", "text"),
    [
        ("attach_files", "Skald can’t send pictures in <#60>. Grant the permission “Attach Files”"),
        ("create_public_threads", "Grant the permission “Create Public Threads”, and the game gets its own"),
        ("send_messages", "Skald can’t write in <#60>. Grant the permission “Send Messages”"),
        ("send_messages_in_threads", "Grant the permission “Send Messages in Threads”"),
        ("view_channel", "Skald can’t write in <#60>. Grant the permission “View Channel”"),
        ("locked", "<#60> is locked"),
        ("thread_limit", "so the game is played in <#60> itself"),
        ("post_limit", "so no table can be posted in <#60>"),
    ],
)
def test_what_is_missing_is_explained_with_what_to_grant(permission: str, text: str) -> None:
    assert text in explanation(permission, 60, ENGLISH)


def test_the_lobby_card_warns_that_a_game_has_no_thread() -> None:
    assert thread_warning("create_public_threads", 60, ENGLISH).startswith("-# Skald can’t open threads in")
    in_threads = thread_warning("send_messages_in_threads", 60, ENGLISH)
    assert in_threads.startswith("-# Skald can’t write in the threads of <#60>")
    assert "“Send Messages in Threads”" in in_threads


@pytest.mark.parametrize(
    ("status", "code", "is_permission"),
    [
        (403, MISSING_ACCESS, True),
        (403, MISSING_PERMISSIONS, True),
        (400, ARCHIVED, True),
        (400, LOCKED, True),
        (400, 50008, True),
        (400, 50024, True),
        (400, THREAD_LIMIT, False),
        (403, 50007, False),
        (500, 0, False),
    ],
)
def test_refusals_for_lack_of_a_permission_are_told_from_others(
    status: int, code: int, is_permission: bool
) -> None:
    assert is_permission_error(discord_error(status, code)) is is_permission


def test_a_message_is_tried_in_the_thread_then_in_the_channel_with_pictures_first() -> None:
    def forms(thread: int | None, *, pictures: bool) -> list[tuple[int, bool, bool, int]]:
        snapshot: Any = SimpleNamespace(row=SimpleNamespace(thread=thread, channel=60))
        found = fallbacks(snapshot, board_message() if pictures else text_message())
        return [(each.channel, each.pictures, each.in_thread, each.rank) for each in found]

    assert forms(70, pictures=True) == [
        (70, True, True, 0),
        (70, False, True, 1),
        (60, True, False, 2),
        (60, False, False, 3),
    ]
    assert forms(70, pictures=False) == [(70, False, True, 1), (60, False, False, 3)]
    assert forms(None, pictures=True) == [(60, True, False, 0), (60, False, False, 1)]


@pytest.mark.parametrize(
    ("code", "pictures", "in_thread", "permission"),
    [
        (LOCKED, True, True, "locked"),
        (ARCHIVED, False, True, "locked"),
        (MISSING_ACCESS, True, True, "view_channel"),
        (MISSING_PERMISSIONS, True, True, "attach_files"),
        (MISSING_PERMISSIONS, False, True, "send_messages_in_threads"),
        (MISSING_PERMISSIONS, False, False, "send_messages"),
    ],
)
def test_the_refused_form_tells_which_permission_is_missing(
    code: int, pictures: bool, in_thread: bool, permission: str
) -> None:
    form = Fallback(60, pictures=pictures, in_thread=in_thread, rank=0)
    missing = form.missing(discord_error(403, code))
    assert (missing.permission, missing.channel) == (permission, 60)
