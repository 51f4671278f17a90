"""Components as Discord keeps them: numbered, with their defaults, pictures named by their attachment."""

import copy
import re
from typing import Any

from harbour import limits
from harbour.errors import Json
from harbour.uploads import clean_name

_DEFAULTS: dict[int, Json] = {
    limits.SEPARATOR: {"spacing": 1, "divider": True},
    limits.CONTAINER: {"accent_color": None, "spoiler": False},
    limits.THUMBNAIL: {"description": None, "spoiler": False},
    limits.FILE: {"spoiler": False},
    **{kind: {"min_values": 1, "max_values": 1} for kind in limits.SELECTS},
}
_NULLABLE = {"accent_color", "description"}
_OWN_LINK = re.compile(r"https?://[^/]+/attachments/\d+/\d+/([^?]+)")


def kept(components: list[Json]) -> list[Json]:
    """Components in the form in which they are stored."""
    whole = copy.deepcopy(components)
    taken = {part["id"] for _, part in limits.walk(whole) if part.get("id")}
    number = 0
    for _, part in limits.walk(whole):
        if not part.get("id"):
            number += 1
            while number in taken:
                number += 1
            part["id"] = number
            taken.add(number)
        kind = part.get("type", 0)
        for key in [key for key, value in part.items() if value is None and key not in _NULLABLE]:
            del part[key]
        for key, value in _DEFAULTS.get(kind, {}).items():
            part.setdefault(key, value)
        for option in part.get("options", []):
            for key in [key for key, value in option.items() if value is None]:
                del option[key]
        for dressed in (part, *part.get("options", [])):
            if dressed.get("emoji"):
                dressed["emoji"] = _emoji(dressed["emoji"])
        for item in part.get("items", []):
            item.setdefault("description", None)
            item.setdefault("spoiler", False)
    for _, media in limits.media_links({"components": whole}):
        media["url"] = _attachment_name(media.get("url", ""))
    return whole


def _emoji(emoji: Json) -> Json:
    """An emoji as Discord says it back: its id, if it has one, in letters, however it was written."""
    number = emoji.get("id")
    about: Json = {"name": emoji.get("name") or ""}
    if number is not None:
        about |= {"id": str(number), "animated": bool(emoji.get("animated"))}
    return about


def _attachment_name(url: str) -> str:
    if url.startswith("attachment://"):
        return "attachment://" + clean_name(url.removeprefix("attachment://"))
    own = _OWN_LINK.match(url)
    return f"attachment://{own[1]}" if own else url


def find(components: list[Json], name: str) -> Json | None:
    """The component with this custom id, or else with this label or placeholder."""
    parts = [part for _, part in limits.walk(components) if part.get("custom_id")]
    for key in ("custom_id", "label", "placeholder"):
        for part in parts:
            if part.get(key) == name:
                return part
    return None


def fields(modal: Json) -> dict[str, Json]:
    """The fields of a modal by custom id, in order."""
    return {part["custom_id"]: part for _, part in limits.walk(modal["components"]) if part.get("custom_id")}


def submitted(modal: Json, values: dict[str, Any]) -> list[Json]:
    """A modal's components as a submission carries them: each field with what was given."""
    return [_submitted(component, values) for component in modal["components"]]


def _submitted(component: Json, values: dict[str, Any]) -> Json:
    kind = component["type"]
    if kind == limits.ROW:
        return {
            "type": kind,
            "id": component["id"],
            "components": [_given(c, values) for c in component["components"]],
        }
    if kind == limits.LABEL:
        return {"type": kind, "id": component["id"], "component": _given(component["component"], values)}
    return {"type": kind, "id": component["id"]}


def _given(field: Json, values: dict[str, Any]) -> Json:
    kind, key = field["type"], field["custom_id"]
    answer: Json = {"type": kind, "id": field["id"], "custom_id": key}
    if kind == limits.TEXT_INPUT:
        answer["value"] = str(values.get(key, field.get("value") or ""))
    elif kind == limits.RADIO_GROUP:
        chosen = [option["value"] for option in field["options"] if option.get("default")]
        answer["value"] = _single(values.get(key, chosen))
    elif kind == limits.CHECKBOX:
        answer["value"] = bool(values.get(key, field.get("default", False)))
    else:
        given = values.get(key, [o["value"] for o in field.get("options", []) if o.get("default")])
        answer["values"] = [given] if isinstance(given, str) else list(given)
    return answer


def _single(given: Any) -> str | None:
    if isinstance(given, list):
        return str(given[0]) if given else None
    return None if given is None else str(given)
