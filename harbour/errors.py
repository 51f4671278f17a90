"""Discord's error responses: HTTP status, JSON error code, message, and errors per field."""

from typing import Any

Json = dict[str, Any]


class ApiError(Exception):
    """An error response; the REST frame sends it."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        errors: Json | None = None,
        headers: dict[str, str] | None = None,
        extra: Json | None = None,
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.headers = headers or {}
        self.extra = extra or {}

    def body(self) -> Json:
        body: Json = {"message": self.message, "code": self.code, **self.extra}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class FormErrors:
    """Collects errors per field and raises them as one Invalid Form Body."""

    def __init__(self) -> None:
        self.tree: Json = {}

    def add(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        node = self.tree
        for part in path:
            node = node.setdefault(str(part), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def check_length(self, path: tuple[str | int, ...], text: object, low: int, high: int) -> None:
        """Add an error unless `text` is a string of `low` to `high` characters."""
        if not isinstance(text, str):
            self.add(path, "BASE_TYPE_BAD_TYPE", "Must be a string.")
        elif not low <= len(text) <= high:
            if low == 0:
                self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
            else:
                self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    def check_count(self, path: tuple[str | int, ...], number: int, low: int, high: int) -> None:
        """Add an error unless a list has `low` to `high` entries."""
        if not low <= number <= high:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    def raise_if_any(self) -> None:
        if self.tree:
            raise ApiError(400, 50035, "Invalid Form Body", errors=self.tree)


def invalid_form(path: tuple[str | int, ...], code: str, message: str) -> ApiError:
    form_errors = FormErrors()
    form_errors.add(path, code, message)
    return ApiError(400, 50035, "Invalid Form Body", errors=form_errors.tree)


def unknown_route() -> ApiError:
    return ApiError(404, 0, "404: Not Found")


def unauthorized() -> ApiError:
    return ApiError(401, 0, "401: Unauthorized")


def unknown_channel() -> ApiError:
    return ApiError(404, 10003, "Unknown Channel")


def unknown_guild() -> ApiError:
    return ApiError(404, 10004, "Unknown Guild")


def unknown_member() -> ApiError:
    return ApiError(404, 10007, "Unknown Member")


def unknown_message() -> ApiError:
    return ApiError(404, 10008, "Unknown Message")


def unknown_user() -> ApiError:
    return ApiError(404, 10013, "Unknown User")


def unknown_emoji() -> ApiError:
    return ApiError(404, 10014, "Unknown Emoji")


def unknown_webhook() -> ApiError:
    return ApiError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiError:
    return ApiError(404, 10062, "Unknown interaction")


def unknown_command() -> ApiError:
    return ApiError(404, 10063, "Unknown application command")


def too_many_followups() -> ApiError:
    return ApiError(400, 40094, "This interaction has reached the maximum number of follow-up messages")


def opening_dms_too_fast() -> ApiError:
    return ApiError(403, 40003, "You are opening direct messages too fast.")


def cannot_send_in_forum() -> ApiError:
    return ApiError(400, 40058, "Cannot send a message in a forum channel")


def tag_required() -> ApiError:
    return ApiError(400, 40067, "A tag is required to create a forum post in this channel")


def unknown_tag() -> ApiError:
    return ApiError(404, 10087, "Unknown tag")


def wrong_channel_type() -> ApiError:
    return ApiError(400, 50024, "Cannot execute action on this channel type")


def already_acknowledged() -> ApiError:
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> ApiError:
    return ApiError(403, 50001, "Missing Access")


def cannot_edit_others_message() -> ApiError:
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    return ApiError(400, 50006, "Cannot send an empty message")


def dms_closed() -> ApiError:
    return ApiError(403, 50007, "Cannot send messages to this user")


def missing_permissions() -> ApiError:
    return ApiError(403, 50013, "Missing Permissions")


def invalid_webhook_token() -> ApiError:
    return ApiError(401, 50027, "Invalid Webhook Token")


def thread_archived() -> ApiError:
    return ApiError(400, 50083, "Thread is archived")


def thread_archived_and_locked() -> ApiError:
    """Sent without Manage Threads; with it, a message would unarchive the thread."""
    return ApiError(403, 50083, "Thread is archived")


def thread_exists() -> ApiError:
    return ApiError(400, 160004, "A thread has already been created for this message")


def thread_locked() -> ApiError:
    return ApiError(403, 160005, "Thread is locked")


def too_many_threads() -> ApiError:
    return ApiError(400, 160006, "Maximum number of active threads reached")


def too_many_pins() -> ApiError:
    return ApiError(400, 30003, "Maximum number of pins reached for the channel")


def cannot_reply_without_history() -> ApiError:
    return ApiError(403, 160002, "Cannot reply without permission to read message history")


def request_too_large() -> ApiError:
    return ApiError(413, 40005, "Request entity too large")


def too_many_old_edits() -> ApiError:
    return ApiError(
        429,
        30046,
        "Maximum number of edits to messages older than 1 hour reached. Try again later.",
        extra={"retry_after": 600.0, "global": False},
    )
