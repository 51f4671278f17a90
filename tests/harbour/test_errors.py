"""Discord's error responses: codes as its documentation lists them, and errors of fields."""

from collections.abc import Callable

import pytest

from harbour import errors
from harbour.errors import ApiError, FormErrors

# "JSON Error Codes" in Discord's documentation, by its words for them.
DOCUMENTED = {
    10003: (errors.unknown_channel, 404),
    10004: (errors.unknown_guild, 404),
    10007: (errors.unknown_member, 404),
    10008: (errors.unknown_message, 404),
    10013: (errors.unknown_user, 404),
    10014: (errors.unknown_emoji, 404),
    10015: (errors.unknown_webhook, 404),
    10062: (errors.unknown_interaction, 404),
    10070: (errors.unknown_scheduled_event, 404),
    10087: (errors.unknown_tag, 404),
    30003: (errors.too_many_pins, 400),
    30046: (errors.too_many_old_edits, 429),
    40003: (errors.opening_dms_too_fast, 403),
    40005: (errors.request_too_large, 413),
    40058: (errors.cannot_send_in_forum, 400),
    40060: (errors.already_acknowledged, 400),
    40067: (errors.tag_required, 400),
    40094: (errors.too_many_followups, 400),
    50001: (errors.missing_access, 403),
    50005: (errors.cannot_edit_others_message, 403),
    50006: (errors.empty_message, 400),
    50007: (errors.dms_closed, 403),
    50013: (errors.missing_permissions, 403),
    50024: (errors.wrong_channel_type, 400),
    50027: (errors.invalid_webhook_token, 401),
    50083: (errors.thread_archived, 400),
    50240: (errors.entry_point_left_out, 400),
    160002: (errors.cannot_reply_without_history, 403),
    160004: (errors.thread_exists, 400),
    160005: (errors.thread_locked, 403),
    160006: (errors.too_many_threads, 400),
    180000: (errors.scheduled_event_finished, 400),
}


@pytest.mark.parametrize("code", DOCUMENTED)
def test_codes_are_those_of_discord(code: int) -> None:
    make, status = DOCUMENTED[code]
    error = make()
    assert (error.status, error.code) == (status, code)
    assert error.body() == {"message": error.message, "code": code, **error.extra}


@pytest.mark.parametrize(
    ("make", "status"),
    [(errors.unauthorized, 401), (errors.unknown_route, 404), (errors.internal_error, 500)],
)
def test_errors_without_a_code_have_0(make: Callable[[], ApiError], status: int) -> None:
    error = make()
    assert (error.status, error.code) == (status, 0)
    assert error.message.startswith(f"{status}: ")


def test_an_edit_refused_for_its_age_says_when_to_try_again() -> None:
    body = errors.too_many_old_edits().body()
    assert (body["retry_after"], body["global"]) == (600, False)


def code_of_field(text: object, low: int, high: int) -> str | None:
    form = FormErrors()
    form.at("data", 0).check_length("name", text, low, high)
    if not form.tree:
        return None
    (entry,) = form.tree["data"]["0"]["name"]["_errors"]
    return str(entry["code"])


@pytest.mark.parametrize(
    ("text", "low", "code"),
    [
        ("", 0, None),
        ("abcd", 0, None),
        ("abcde", 0, "BASE_TYPE_MAX_LENGTH"),
        ("a", 1, None),
        ("abcd", 1, None),
        ("", 1, "BASE_TYPE_BAD_LENGTH"),
        ("abcde", 1, "BASE_TYPE_BAD_LENGTH"),
        (None, 0, "BASE_TYPE_BAD_TYPE"),
        (7, 1, "BASE_TYPE_BAD_TYPE"),
    ],
)
def test_a_length_is_refused_with_the_code_of_its_limit(text: object, low: int, code: str | None) -> None:
    assert code_of_field(text, low, 4) == code
