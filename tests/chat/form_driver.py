"""Forms as people fill them in: what stood there stays, unless they change it."""

from typing import Any

TEXT_INPUT, TEXT_SELECT, ROLE_SELECT, CHANNEL_SELECT = 4, 3, 6, 8
RADIO_GROUP, CHECKBOX_GROUP = 21, 22


async def fill_in(actor: Any, opened: Any, **changes: Any) -> Any:
    """Send a form, changed in these fields; says what came of it."""
    return await actor.submit_modal(opened, standing(opened) | changes)


def standing(opened: Any) -> dict[str, Any]:
    """What stands in a form when it opens; a channel or a role is only known by its id."""
    return {field["custom_id"]: _standing(field) for field in fields(opened) if _is_readable(field)}


def fields(opened: Any) -> list[dict[str, Any]]:
    return [label["component"] for label in opened.modal["components"]]


def labels(opened: Any) -> dict[str, str]:
    """What is said of each field."""
    return {
        label["component"]["custom_id"]: f"{label['label']} {label.get('description') or ''}"
        for label in opened.modal["components"]
    }


def _is_readable(field: dict[str, Any]) -> bool:
    return field["type"] not in (ROLE_SELECT, CHANNEL_SELECT)


def _standing(field: dict[str, Any]) -> Any:
    if field["type"] == TEXT_INPUT:
        return field.get("value") or ""
    chosen = [option["value"] for option in field["options"] if option.get("default")]
    return chosen if field["type"] != RADIO_GROUP else next(iter(chosen), None)
