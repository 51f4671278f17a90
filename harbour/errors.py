"""Discord's error responses: HTTP status, JSON error code, message, and errors per field."""

from functools import partial
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


Path = tuple[str | int, ...]


class FormErrors:
    """Collects errors per field and raises them as one Invalid Form Body."""

    def __init__(self, tree: Json | None = None, path: Path = ()) -> None:
        self.tree: Json = {} if tree is None else tree
        self._path = path

    def at(self, *path: str | int) -> "FormErrors":
        """Returns a view for the errors of a part of the form."""
        return FormErrors(self.tree, (*self._path, *path))

    def add(self, field: str, code: str, message: str) -> None:
        """Add an error to a field, or to the part itself if `field` is empty."""
        node = self.tree
        for part in (*self._path, field) if field else self._path:
            node = node.setdefault(str(part), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def check_length(self, field: str, text: object, low: int, high: int) -> None:
        """Add an error unless `text` is a string of `low` to `high` characters."""
        if not isinstance(text, str):
            self.add(field, "BASE_TYPE_BAD_TYPE", "Must be a string.")
        elif not low <= len(text) <= high:
            if low == 0:
                self.add(field, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
            else:
                self.add(field, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    def check_optional(self, item: Json, field: str, high: int) -> None:
        """Add an error if a field is present and longer than `high` characters."""
        if item.get(field):
            self.check_length(field, item[field], 0, high)

    def check_count(self, field: str, number: int, low: int, high: int) -> None:
        """Add an error unless a list has `low` to `high` entries."""
        if not low <= number <= high:
            self.add(field, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    def raise_if_any(self) -> None:
        if self.tree:
            raise ApiError(400, 50035, "Invalid Form Body", errors=self.tree)


def invalid_form(path: Path, code: str, message: str) -> ApiError:
    form = FormErrors().at(*path)
    form.add("", code, message)
    return ApiError(400, 50035, "Invalid Form Body", errors=form.tree)


unknown_route = partial(ApiError, 404, 0, "404: Not Found")
internal_error = partial(ApiError, 500, 0, "500: Internal Server Error")
unauthorized = partial(ApiError, 401, 0, "401: Unauthorized")
unknown_channel = partial(ApiError, 404, 10003, "Unknown Channel")
unknown_guild = partial(ApiError, 404, 10004, "Unknown Guild")
unknown_member = partial(ApiError, 404, 10007, "Unknown Member")
unknown_message = partial(ApiError, 404, 10008, "Unknown Message")
unknown_user = partial(ApiError, 404, 10013, "Unknown User")
unknown_emoji = partial(ApiError, 404, 10014, "Unknown Emoji")
unknown_scheduled_event = partial(ApiError, 404, 10070, "Unknown Guild Scheduled Event")
scheduled_event_finished = partial(ApiError, 400, 180000, "Cannot update a finished event")
unknown_webhook = partial(ApiError, 404, 10015, "Unknown Webhook")
unknown_interaction = partial(ApiError, 404, 10062, "Unknown interaction")
too_many_followups = partial(
    ApiError, 400, 40094, "This interaction has reached the maximum number of follow-up messages"
)
opening_dms_too_fast = partial(ApiError, 403, 40003, "You are opening direct messages too fast.")
cannot_send_in_forum = partial(ApiError, 400, 40058, "Cannot send a message in a forum channel")
tag_required = partial(ApiError, 400, 40067, "A tag is required to create a forum post in this channel")
entry_point_left_out = partial(
    ApiError,
    400,
    50240,
    "You cannot remove this app's Entry Point command in a bulk update operation. "
    "Please include the Entry Point command in your update request or delete it separately.",
)
unknown_tag = partial(ApiError, 404, 10087, "Unknown tag")
wrong_channel_type = partial(ApiError, 400, 50024, "Cannot execute action on this channel type")
already_acknowledged = partial(ApiError, 400, 40060, "Interaction has already been acknowledged.")
missing_access = partial(ApiError, 403, 50001, "Missing Access")
cannot_edit_others_message = partial(ApiError, 403, 50005, "Cannot edit a message authored by another user")
empty_message = partial(ApiError, 400, 50006, "Cannot send an empty message")
dms_closed = partial(ApiError, 403, 50007, "Cannot send messages to this user")
missing_permissions = partial(ApiError, 403, 50013, "Missing Permissions")
invalid_webhook_token = partial(ApiError, 401, 50027, "Invalid Webhook Token")
thread_archived = partial(ApiError, 400, 50083, "Thread is archived")
# Sent without Manage Threads; with it, a message would unarchive the thread.
thread_archived_and_locked = partial(ApiError, 403, 50083, "Thread is archived")
thread_exists = partial(ApiError, 400, 160004, "A thread has already been created for this message")
thread_locked = partial(ApiError, 403, 160005, "Thread is locked")
too_many_threads = partial(ApiError, 400, 160006, "Maximum number of active threads reached")
too_many_pins = partial(ApiError, 400, 30003, "Maximum number of pins reached for the channel")
cannot_reply_without_history = partial(
    ApiError, 403, 160002, "Cannot reply without permission to read message history"
)
request_too_large = partial(ApiError, 413, 40005, "Request entity too large")
too_many_old_edits = partial(
    ApiError,
    429,
    30046,
    "Maximum number of edits to messages older than 1 hour reached. Try again later.",
    extra={"retry_after": 600.0, "global": False},
)
