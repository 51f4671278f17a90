"""Message and modal components: normalized as Discord stores them, searched, and submitted."""

import copy
import itertools
import re
from typing import Any

from harbour import limits
from harbour.errors import Json
from harbour.uploads import sanitize_filename

_DEFAULTS: dict[int, Json] = {
    limits.SEPARATOR: {"spacing": 1, "divider": True},
    limits.CONTAINER: {"accent_color": None, "spoiler": False},
    limits.THUMBNAIL: {"description": None, "spoiler": False},
    limits.FILE: {"spoiler": False},
    **{kind: {"min_values": 1, "max_values": 1} for kind in limits.SELECTS},
}
_NULLABLE = frozenset({"accent_color", "description"})
_ATTACHMENT_LINK = re.compile(r"https?://[^/]+/attachments/\d+/\d+/([^?]+)")


def normalize(components: list[Json]) -> list[Json]:
    """Returns a copy as Discord stores it: ids assigned, defaults filled, media linked by `attachment://`."""
    components_copy = copy.deepcopy(components)
    parts = [part for _, part in limits.walk_components(components_copy)]
    taken = {part["id"] for part in parts if part.get("id")}
    free_ids = (number for number in itertools.count(1) if number not in taken)
    for part in parts:
        part["id"] = part.get("id") or next(free_ids)
        _normalize_part(part)
    for _, media in limits.media_items({"components": components_copy}):
        media["url"] = _attachment_reference(media.get("url", ""))
    return components_copy


def _normalize_part(part: Json) -> None:
    _drop_nulls(part, keep=_NULLABLE)
    for key, value in _DEFAULTS.get(part.get("type", 0), {}).items():
        part.setdefault(key, value)
    options = part.get("options", [])
    for option in options:
        _drop_nulls(option)
    for decorated in (part, *options):
        if decorated.get("emoji"):
            decorated["emoji"] = _normalize_emoji(decorated["emoji"])
    for item in part.get("items", []):
        item.setdefault("description", None)
        item.setdefault("spoiler", False)


def _drop_nulls(part: Json, keep: frozenset[str] = frozenset()) -> None:
    for key in [key for key, value in part.items() if value is None and key not in keep]:
        del part[key]


def _normalize_emoji(emoji: Json) -> Json:
    """Returns a partial emoji as Discord returns it: the id, if any, is a string."""
    number = emoji.get("id")
    normalized: Json = {"name": emoji.get("name") or ""}
    if number is not None:
        normalized |= {"id": str(number), "animated": bool(emoji.get("animated"))}
    return normalized


def _attachment_reference(url: str) -> str:
    if url.startswith("attachment://"):
        return "attachment://" + sanitize_filename(url.removeprefix("attachment://"))
    own = _ATTACHMENT_LINK.match(url)
    return f"attachment://{own[1]}" if own else url


def find_component(components: list[Json], name: str) -> Json | None:
    """Find a component by custom id, else by label, else by placeholder."""
    parts = [part for _, part in limits.walk_components(components) if part.get("custom_id")]
    for key in ("custom_id", "label", "placeholder"):
        for part in parts:
            if part.get(key) == name:
                return part
    return None


def modal_fields(modal: Json) -> dict[str, Json]:
    """Returns a modal's fields by custom id, in order."""
    return {
        part["custom_id"]: part
        for _, part in limits.walk_components(modal["components"])
        if part.get("custom_id")
    }


def submitted_components(modal: Json, values: dict[str, Any]) -> list[Json]:
    """Returns a modal's components in the form of a submission. Missing values fall back to the defaults."""
    return [_submitted_component(component, values) for component in modal["components"]]


def _submitted_component(component: Json, values: dict[str, Any]) -> Json:
    submitted = {"type": component["type"], "id": component["id"]}
    if component["type"] == limits.ACTION_ROW:
        submitted["components"] = [_submitted_field(field, values) for field in component["components"]]
    elif component["type"] == limits.LABEL:
        submitted["component"] = _submitted_field(component["component"], values)
    return submitted


def _submitted_field(field: Json, values: dict[str, Any]) -> Json:
    kind, key = field["type"], field["custom_id"]
    answer: Json = {"type": kind, "id": field["id"], "custom_id": key}
    if kind == limits.TEXT_INPUT:
        answer["value"] = str(values.get(key, field.get("value") or ""))
    elif kind == limits.RADIO_GROUP:
        chosen = [option["value"] for option in field["options"] if option.get("default")]
        answer["value"] = _single_value(values.get(key, chosen))
    elif kind == limits.CHECKBOX:
        answer["value"] = bool(values.get(key, field.get("default", False)))
    else:
        given = values.get(key, [o["value"] for o in field.get("options", []) if o.get("default")])
        answer["values"] = [given] if isinstance(given, str) else list(given)
    return answer


def _single_value(given: Any) -> str | None:
    if isinstance(given, list):
        return str(given[0]) if given else None
    return None if given is None else str(given)
