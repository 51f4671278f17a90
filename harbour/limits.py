"""Discord's documented limits on messages, components, modals and autocomplete, with its error shape."""

from collections.abc import Callable, Container, Iterator
from typing import Any

from harbour.errors import ApiError, Complaints, Json, empty_message, invalid_form
from harbour.world import LAYOUT

CONTENT = 2000
LAYOUT_TEXT = 4000
LAYOUT_COMPONENTS = 40
LEGACY_ROWS = 5
CUSTOM_ID = 100
NONCE = 25
FILES = 10
FILE_BYTES = 10 * 1024 * 1024
REQUEST_BYTES = 25 * 1024 * 1024
ALT_TEXT = 1024
EMBEDS = 10
EMBED_TEXT = 6000

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = range(
    1, 9
)
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR = range(9, 15)
CONTAINER, LABEL, FILE_UPLOAD = 17, 18, 19
RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 21, 22, 23
SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
LINK_STYLE = 5

IN_CONTAINER = (ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR)
FORM_ONLY = (TEXT_INPUT, LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX)
IN_LABEL = (TEXT_INPUT, *SELECTS, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX)

Path = tuple[str | int, ...]


def walk(components: list[Json], path: Path = ("components",)) -> Iterator[tuple[Path, Json]]:
    """Every component with its nested ones, each with the path at which it lies."""
    for index, component in enumerate(components):
        here = (*path, index)
        yield here, component
        yield from walk(component.get("components") or [], (*here, "components"))
        for single in ("accessory", "component"):
            if isinstance(component.get(single), dict):
                inner = component[single]
                yield (*here, single), inner


def texts(message: Json) -> list[str]:
    """What a message says in words, in reading order."""
    said = [message.get("content") or ""]
    said += [
        part["content"] for _, part in walk(message.get("components") or []) if part["type"] == TEXT_DISPLAY
    ]
    return [text for text in said if text]


def media_links(message: Json) -> Iterator[tuple[Path, Json]]:
    """The media items inside components, each with its path."""
    for path, component in walk(message.get("components") or []):
        for key in ("media", "file"):
            if isinstance(component.get(key), dict):
                yield (*path, key), component[key]
        for index, item in enumerate(component.get("items") or []):
            if isinstance(item.get("media"), dict):
                yield (*path, "items", index, "media"), item["media"]


def check_message(message: Json, names: set[str]) -> None:
    """Refuse a message as it would stand (`names`: the files it holds) where Discord would."""
    complaints = Complaints()
    content, components = message.get("content") or "", message.get("components") or []
    embeds, layout = message.get("embeds") or [], bool(message.get("flags", 0) & LAYOUT)
    complaints.length(("content",), content, 0, CONTENT)
    complaints.count(("embeds",), len(embeds), 0, EMBEDS)
    if sum(_embed_length(embed) for embed in embeds) > EMBED_TEXT:
        complaints.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
    if layout:
        _check_layout(complaints, message, content, components, embeds)
    else:
        _check_legacy(complaints, components)
    for path, part in walk(components):
        if part.get("type") in FORM_ONLY:
            _wrong_type(complaints, path, part)
    _check_parts(complaints, components)
    for path, media in media_links(message):
        url = media.get("url", "")
        if url.startswith("attachment://") and url.removeprefix("attachment://") not in names:
            complaints.add(
                (*path, "url"),
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                f"The referenced attachment {url!r} was not found",
            )
        elif not url.startswith(("attachment://", "http://", "https://")):
            complaints.add((*path, "url"), "URL_TYPE_INVALID_SCHEME", "Not a well formed URL.")
    complaints.raise_any()
    if not (content or embeds or components or names or message.get("sticker_ids")):
        raise empty_message()


def check_emoji(components: list[Json], known: Container[str]) -> None:
    """Refuse buttons and entries with an emoji that is not there."""
    complaints = Complaints()
    for path, component in walk(components):
        options = enumerate(component.get("options") or [])
        for here, part in [(path, component), *(((*path, "options", n), option) for n, option in options)]:
            emoji = (part.get("emoji") or {}).get("id")
            if emoji is not None and str(emoji) not in known:
                complaints.add((*here, "emoji", "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
    complaints.raise_any()


def _embed_length(embed: Json) -> int:
    fields = [text for field in embed.get("fields", []) for text in (field.get("name"), field.get("value"))]
    parts = [embed.get("title"), embed.get("description"), embed.get("footer", {}).get("text"), *fields]
    return sum(len(part or "") for part in parts)


def _check_layout(
    complaints: Complaints, message: Json, content: str, components: list[Json], embeds: list[Json]
) -> None:
    for field, held in (("content", content), ("embeds", embeds), ("poll", message.get("poll"))):
        if held:
            complaints.add(
                (field,),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
    if not components:
        complaints.add(("components",), "BASE_TYPE_REQUIRED", "This field is required")
    everything = list(walk(components))
    if len(everything) > LAYOUT_COMPONENTS:
        complaints.add(
            ("components",),
            "BASE_TYPE_MAX_LENGTH",
            f"Total number of components cannot exceed {LAYOUT_COMPONENTS}",
        )
    text = sum(len(part.get("content", "")) for _, part in everything if part.get("type") == TEXT_DISPLAY)
    if text > LAYOUT_TEXT:
        complaints.add(
            ("components",),
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"The total displayable text size exceeds the maximum of {LAYOUT_TEXT}",
        )
    for index, component in enumerate(components):
        if component.get("type") not in (*IN_CONTAINER, CONTAINER):
            _wrong_type(complaints, ("components", index), component)


def _check_legacy(complaints: Complaints, components: list[Json]) -> None:
    complaints.count(("components",), len(components), 0, LEGACY_ROWS)
    for index, component in enumerate(components):
        if component.get("type") != ROW:
            _wrong_type(complaints, ("components", index), component)


def _wrong_type(complaints: Complaints, path: Path, component: Json) -> None:
    complaints.add(
        (*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" ({component.get("type")}) is wrong'
    )


def _check_parts(complaints: Complaints, components: list[Json], base: Path = ("components",)) -> None:
    custom_ids: set[str] = set()
    numbers: set[int] = set()
    for path, component in walk(components, base):
        check = _CHECKS.get(component.get("type", 0))
        if check is None:
            _wrong_type(complaints, path, component)
            continue
        check(complaints, path, component)
        custom_id = component.get("custom_id")
        if custom_id is not None:
            complaints.length((*path, "custom_id"), custom_id, 1, CUSTOM_ID)
            if custom_id in custom_ids:
                complaints.add(
                    (*path, "custom_id"),
                    "COMPONENT_CUSTOM_ID_DUPLICATED",
                    "Component custom id cannot be duplicated",
                )
            custom_ids.add(custom_id)
        number = component.get("id")
        if number:
            if number in numbers:
                complaints.add((*path, "id"), "COMPONENT_DUPLICATE_ID", "Component ids must be unique")
            numbers.add(number)


def _check_row(complaints: Complaints, path: Path, row: Json) -> None:
    held = row.get("components") or []
    kinds = {part.get("type") for part in held}
    complaints.count((*path, "components"), len(held), 1, 5)
    if not kinds <= {BUTTON, TEXT_INPUT, *SELECTS} or (kinds & {TEXT_INPUT, *SELECTS} and len(held) > 1):
        complaints.add(
            (*path, "components"),
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The specified component exceeds the maximum width",
        )


def _check_button(complaints: Complaints, path: Path, button: Json) -> None:
    label, link = button.get("label"), button.get("style") == LINK_STYLE
    if label is not None:
        complaints.length((*path, "label"), label, 0, 80)
    if not label and not button.get("emoji"):
        complaints.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or an emoji is required")
    if link:
        complaints.length((*path, "url"), button.get("url"), 1, 512)
    if link == ("custom_id" in button and button["custom_id"] is not None):
        complaints.add(
            path,
            "BUTTON_COMPONENT_CUSTOM_ID_OR_URL",
            "A link needs a url and no custom id, any other button a custom id",
        )


def _check_choices(complaints: Complaints, path: Path, options: list[Json], low: int, high: int) -> None:
    complaints.count((*path, "options"), len(options), low, high)
    seen: set[str] = set()
    for index, option in enumerate(options):
        here = (*path, "options", index)
        complaints.length((*here, "label"), option.get("label"), 1, 100)
        complaints.length((*here, "value"), option.get("value"), 1, 100)
        if option.get("description"):
            complaints.length((*here, "description"), option["description"], 0, 100)
        if option.get("value") in seen:
            complaints.add(
                (*here, "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is used",
            )
        seen.add(str(option.get("value")))


def _check_select(complaints: Complaints, path: Path, select: Json) -> None:
    options = select.get("options") or []
    complaints.length((*path, "custom_id"), select.get("custom_id"), 1, CUSTOM_ID)
    if select.get("placeholder"):
        complaints.length((*path, "placeholder"), select["placeholder"], 0, 150)
    low, high = select.get("min_values", 1), select.get("max_values", 1)
    if not 0 <= low <= 25 or not 1 <= high <= 25 or low > high:
        complaints.add((*path, "max_values"), "NUMBER_TYPE_MAX", "Must be between min_values and 25")
    if select["type"] == STRING_SELECT:
        _check_choices(complaints, path, options, 1, 25)
        if high > max(len(options), 1):
            complaints.add(
                (*path, "max_values"),
                "NUMBER_TYPE_MAX",
                "Must be less than or equal to the number of options",
            )


def _check_section(complaints: Complaints, path: Path, section: Json) -> None:
    held = section.get("components") or []
    complaints.count((*path, "components"), len(held), 1, 3)
    for index, part in enumerate(held):
        if part.get("type") != TEXT_DISPLAY:
            _wrong_type(complaints, (*path, "components", index), part)
    if (section.get("accessory") or {}).get("type") not in (BUTTON, THUMBNAIL):
        complaints.add((*path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")


def _check_text(complaints: Complaints, path: Path, text: Json) -> None:
    complaints.length((*path, "content"), text.get("content"), 1, LAYOUT_TEXT)


def _check_described(complaints: Complaints, path: Path, item: Json) -> None:
    if item.get("description"):
        complaints.length((*path, "description"), item["description"], 0, ALT_TEXT)


def _check_gallery(complaints: Complaints, path: Path, gallery: Json) -> None:
    items = gallery.get("items") or []
    complaints.count((*path, "items"), len(items), 1, 10)
    for index, item in enumerate(items):
        _check_described(complaints, (*path, "items", index), item)


def _check_file(complaints: Complaints, path: Path, file: Json) -> None:
    if not file.get("file", {}).get("url", "").startswith(("attachment://", "http")):
        complaints.add((*path, "file", "url"), "URL_TYPE_INVALID_SCHEME", "Only attachment:// is allowed")


def _check_separator(complaints: Complaints, path: Path, separator: Json) -> None:
    if separator.get("spacing") not in (None, 1, 2):
        complaints.add((*path, "spacing"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")


def _check_container(complaints: Complaints, path: Path, container: Json) -> None:
    held = container.get("components") or []
    complaints.count((*path, "components"), len(held), 1, LAYOUT_COMPONENTS)
    for index, part in enumerate(held):
        if part.get("type") not in IN_CONTAINER:
            _wrong_type(complaints, (*path, "components", index), part)


def _check_input(complaints: Complaints, path: Path, field: Json) -> None:
    complaints.length((*path, "custom_id"), field.get("custom_id"), 1, CUSTOM_ID)
    for key, high in (("label", 45), ("placeholder", 100), ("value", 4000)):
        if field.get(key):
            complaints.length((*path, key), field[key], 0, high)
    if not 0 <= (field.get("min_length") or 0) <= 4000 or not 1 <= (field.get("max_length") or 4000) <= 4000:
        complaints.add((*path, "max_length"), "NUMBER_TYPE_MAX", "Must be between 1 and 4000")


def _check_group(complaints: Complaints, path: Path, group: Json) -> None:
    complaints.length((*path, "custom_id"), group.get("custom_id"), 1, CUSTOM_ID)
    options, single = group.get("options") or [], group["type"] == RADIO_GROUP
    _check_choices(complaints, path, options, 2 if single else 1, 10)
    chosen = sum(bool(option.get("default")) for option in options)
    if single:
        if chosen > 1:
            complaints.add((*path, "options"), "BASE_TYPE_MAX_LENGTH", "Only one option can be the default")
        return
    low, high = group.get("min_values"), group.get("max_values")
    low, high = 1 if low is None else low, len(options) if high is None else high
    if not 0 <= low <= 10 or not 1 <= high <= 10 or low > high or high > max(len(options), 1):
        complaints.add((*path, "max_values"), "NUMBER_TYPE_MAX", "Must be between min_values and the options")
    if low == 0 and group.get("required", True) is not False:
        complaints.add((*path, "min_values"), "NUMBER_TYPE_MIN", "Must be at least 1 where it is required")
    if chosen > high:
        complaints.add((*path, "options"), "BASE_TYPE_MAX_LENGTH", "More defaults than may be chosen")


def _check_named(complaints: Complaints, path: Path, field: Json) -> None:
    complaints.length((*path, "custom_id"), field.get("custom_id"), 1, CUSTOM_ID)


def _check_label(complaints: Complaints, path: Path, label: Json) -> None:
    complaints.length((*path, "label"), label.get("label"), 1, 45)
    if label.get("description"):
        complaints.length((*path, "description"), label["description"], 0, 100)
    if (label.get("component") or {}).get("type") not in IN_LABEL:
        complaints.add((*path, "component"), "BASE_TYPE_REQUIRED", "This field is required")


_CHECKS: dict[int, Callable[[Complaints, Path, Json], None]] = {
    ROW: _check_row,
    BUTTON: _check_button,
    **dict.fromkeys(SELECTS, _check_select),
    TEXT_INPUT: _check_input,
    SECTION: _check_section,
    TEXT_DISPLAY: _check_text,
    THUMBNAIL: _check_described,
    GALLERY: _check_gallery,
    FILE: _check_file,
    SEPARATOR: _check_separator,
    CONTAINER: _check_container,
    LABEL: _check_label,
    FILE_UPLOAD: _check_named,
    RADIO_GROUP: _check_group,
    CHECKBOX_GROUP: _check_group,
    CHECKBOX: _check_named,
}


def check_modal(modal: Json) -> None:
    complaints = Complaints()
    components = modal.get("components") or []
    complaints.length(("data", "title"), modal.get("title"), 1, 45)
    complaints.length(("data", "custom_id"), modal.get("custom_id"), 1, CUSTOM_ID)
    complaints.count(("data", "components"), len(components), 1, 5)
    for index, component in enumerate(components):
        if component.get("type") not in (ROW, TEXT_DISPLAY, LABEL):
            _wrong_type(complaints, ("data", "components", index), component)
    for path, component in walk(components, ("data", "components")):
        if component.get("type") == ROW:
            for index, part in enumerate(component.get("components") or []):
                if part.get("type") != TEXT_INPUT:
                    _wrong_type(complaints, (*path, "components", index), part)
        if component.get("type") in SELECTS and component.get("disabled"):
            complaints.add((*path, "disabled"), "BASE_TYPE_CHOICES", "A select of a form cannot be disabled")
    _check_parts(complaints, components, ("data", "components"))
    complaints.raise_any()


def check_autocomplete(choices: list[Json]) -> None:
    complaints = Complaints()
    complaints.count(("data", "choices"), len(choices), 0, 25)
    for index, choice in enumerate(choices):
        here: Path = ("data", "choices", index)
        complaints.length((*here, "name"), choice.get("name"), 1, 100)
        value: Any = choice.get("value")
        if isinstance(value, str):
            complaints.length((*here, "value"), value, 1, 100)
    complaints.raise_any()


def check_nonce(nonce: object) -> None:
    """A nonce is a number, or text of at most 25 characters."""
    if isinstance(nonce, str):
        complaints = Complaints()
        complaints.length(("nonce",), nonce, 0, NONCE)
        complaints.raise_any()


def unknown_attachment(index: int) -> ApiError:
    return invalid_form(("attachments", index, "id"), "ATTACHMENT_NOT_FOUND", "Attachment not found")


def check_files(sizes: list[int]) -> None:
    if len(sizes) > FILES:
        raise invalid_form(("attachments",), "BASE_TYPE_MAX_LENGTH", f"Must be {FILES} or fewer in length.")


def check_thread_name(name: object) -> None:
    complaints = Complaints()
    complaints.length(("name",), name, 1, 100)
    complaints.raise_any()
