"""Submits forms as users do: fields keep their prefilled values unless changed."""

from typing import Any

TEXT_INPUT, TEXT_SELECT, ROLE_SELECT, CHANNEL_SELECT = 4, 3, 6, 8
RADIO_GROUP, CHECKBOX_GROUP = 21, 22


async def submit_form(actor: Any, opened: Any, **changes: Any) -> Any:
    """Submit a form with changed fields. Returns the result of the interaction."""
    return await actor.submit_modal(opened, prefilled_values(opened) | changes)


def prefilled_values(opened: Any) -> dict[str, Any]:
    """Returns the values of a newly opened form; channels and roles, known only by id, are left out."""
    return {
        field["custom_id"]: _prefilled_value(field)
        for field in form_fields(opened)
        if _has_prefilled_value(field)
    }


def form_fields(opened: Any) -> list[dict[str, Any]]:
    return [label["component"] for label in opened.modal["components"]]


def field_labels(opened: Any) -> dict[str, str]:
    """Returns the label and description of each field."""
    return {
        label["component"]["custom_id"]: f"{label['label']} {label.get('description') or ''}"
        for label in opened.modal["components"]
    }


def _has_prefilled_value(field: dict[str, Any]) -> bool:
    return field["type"] not in (ROLE_SELECT, CHANNEL_SELECT)


def _prefilled_value(field: dict[str, Any]) -> Any:
    if field["type"] == TEXT_INPUT:
        return field.get("value") or ""
    chosen = [option["value"] for option in field["options"] if option.get("default")]
    return chosen if field["type"] != RADIO_GROUP else next(iter(chosen), None)
