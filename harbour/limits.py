"""Validates messages, components, modals and autocomplete by Discord's documented limits."""

from collections.abc import Callable, Container, Iterator
from typing import Any

from harbour.errors import ApiError, FormErrors, Json, empty_message, invalid_form
from harbour.world import IS_COMPONENTS_V2

MAX_CONTENT_CHARS = 2000
MAX_V2_TEXT_CHARS = 4000
MAX_V2_COMPONENTS = 40
MAX_ACTION_ROWS = 5
MAX_CUSTOM_ID_CHARS = 100
MAX_NONCE_CHARS = 25
MAX_FILES = 10
MAX_FILE_BYTES = 10 * 1024 * 1024
MAX_REQUEST_BYTES = 25 * 1024 * 1024
MAX_ALT_TEXT_CHARS = 1024
MAX_EMBEDS = 10
MAX_EMBED_CHARS = 6000

(
    ACTION_ROW,
    BUTTON,
    STRING_SELECT,
    TEXT_INPUT,
    USER_SELECT,
    ROLE_SELECT,
    MENTIONABLE_SELECT,
    CHANNEL_SELECT,
) = range(1, 9)
SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR = range(9, 15)
CONTAINER, LABEL, FILE_UPLOAD = 17, 18, 19
RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 21, 22, 23
SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
LINK_STYLE = 5

IN_CONTAINER = (ACTION_ROW, SECTION, TEXT_DISPLAY, MEDIA_GALLERY, FILE, SEPARATOR)
MODAL_ONLY = (TEXT_INPUT, LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX)
IN_LABEL = (TEXT_INPUT, *SELECTS, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX)

Path = tuple[str | int, ...]


def walk_components(components: list[Json], path: Path = ("components",)) -> Iterator[tuple[Path, Json]]:
    """Yields all components, nested ones too, each with its path."""
    for index, component in enumerate(components):
        here = (*path, index)
        yield here, component
        yield from walk_components(component.get("components") or [], (*here, "components"))
        for single in ("accessory", "component"):
            if isinstance(component.get(single), dict):
                inner = component[single]
                yield (*here, single), inner


def message_texts(message: Json) -> list[str]:
    """Returns the message's content and text displays, in reading order."""
    found = [message.get("content") or ""]
    found += [
        part["content"]
        for _, part in walk_components(message.get("components") or [])
        if part["type"] == TEXT_DISPLAY
    ]
    return [text for text in found if text]


def media_items(message: Json) -> Iterator[tuple[Path, Json]]:
    """Yields the media items inside components, each with its path."""
    for path, component in walk_components(message.get("components") or []):
        for key in ("media", "file"):
            if isinstance(component.get(key), dict):
                yield (*path, key), component[key]
        for index, item in enumerate(component.get("items") or []):
            if isinstance(item.get("media"), dict):
                yield (*path, "items", index, "media"), item["media"]


def check_message(message: Json, filenames: set[str]) -> None:
    """Validate a complete message with its attached `filenames`. Raises ApiError."""
    form_errors = FormErrors()
    content, components = message.get("content") or "", message.get("components") or []
    embeds, components_v2 = message.get("embeds") or [], bool(message.get("flags", 0) & IS_COMPONENTS_V2)
    form_errors.check_length(("content",), content, 0, MAX_CONTENT_CHARS)
    form_errors.check_count(("embeds",), len(embeds), 0, MAX_EMBEDS)
    if sum(_embed_length(embed) for embed in embeds) > MAX_EMBED_CHARS:
        form_errors.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
    if components_v2:
        _check_components_v2(form_errors, message, content, components, embeds)
    else:
        _check_action_rows(form_errors, components)
    for path, part in walk_components(components):
        if part.get("type") in MODAL_ONLY:
            _add_wrong_type(form_errors, path, part)
    _check_each_component(form_errors, components)
    for path, media in media_items(message):
        url = media.get("url", "")
        if url.startswith("attachment://") and url.removeprefix("attachment://") not in filenames:
            form_errors.add(
                (*path, "url"),
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                f"The referenced attachment {url!r} was not found",
            )
        elif not url.startswith(("attachment://", "http://", "https://")):
            form_errors.add((*path, "url"), "URL_TYPE_INVALID_SCHEME", "Not a well formed URL.")
    form_errors.raise_if_any()
    if not (content or embeds or components or filenames or message.get("sticker_ids")):
        raise empty_message()


def check_emoji(components: list[Json], known_ids: Container[str]) -> None:
    """Raises if a button or option uses an unknown custom emoji."""
    form_errors = FormErrors()
    for path, component in walk_components(components):
        options = enumerate(component.get("options") or [])
        for here, part in [(path, component), *(((*path, "options", n), option) for n, option in options)]:
            emoji = (part.get("emoji") or {}).get("id")
            if emoji is not None and str(emoji) not in known_ids:
                form_errors.add((*here, "emoji", "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
    form_errors.raise_if_any()


def _embed_length(embed: Json) -> int:
    fields = [text for field in embed.get("fields", []) for text in (field.get("name"), field.get("value"))]
    parts = [embed.get("title"), embed.get("description"), embed.get("footer", {}).get("text"), *fields]
    return sum(len(part or "") for part in parts)


def _check_components_v2(
    form_errors: FormErrors, message: Json, content: str, components: list[Json], embeds: list[Json]
) -> None:
    for field, value in (("content", content), ("embeds", embeds), ("poll", message.get("poll"))):
        if value:
            form_errors.add(
                (field,),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
    if not components:
        form_errors.add(("components",), "BASE_TYPE_REQUIRED", "This field is required")
    everything = list(walk_components(components))
    if len(everything) > MAX_V2_COMPONENTS:
        form_errors.add(
            ("components",),
            "BASE_TYPE_MAX_LENGTH",
            f"Total number of components cannot exceed {MAX_V2_COMPONENTS}",
        )
    text = sum(len(part.get("content", "")) for _, part in everything if part.get("type") == TEXT_DISPLAY)
    if text > MAX_V2_TEXT_CHARS:
        form_errors.add(
            ("components",),
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"The total displayable text size exceeds the maximum of {MAX_V2_TEXT_CHARS}",
        )
    for index, component in enumerate(components):
        if component.get("type") not in (*IN_CONTAINER, CONTAINER):
            _add_wrong_type(form_errors, ("components", index), component)


def _check_action_rows(form_errors: FormErrors, components: list[Json]) -> None:
    form_errors.check_count(("components",), len(components), 0, MAX_ACTION_ROWS)
    for index, component in enumerate(components):
        if component.get("type") != ACTION_ROW:
            _add_wrong_type(form_errors, ("components", index), component)


def _add_wrong_type(form_errors: FormErrors, path: Path, component: Json) -> None:
    form_errors.add(
        (*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" ({component.get("type")}) is wrong'
    )


def _check_each_component(
    form_errors: FormErrors, components: list[Json], base: Path = ("components",)
) -> None:
    custom_ids: set[str] = set()
    numbers: set[int] = set()
    for path, component in walk_components(components, base):
        check = _CHECKS.get(component.get("type", 0))
        if check is None:
            _add_wrong_type(form_errors, path, component)
            continue
        check(form_errors, path, component)
        custom_id = component.get("custom_id")
        if custom_id is not None:
            form_errors.check_length((*path, "custom_id"), custom_id, 1, MAX_CUSTOM_ID_CHARS)
            if custom_id in custom_ids:
                form_errors.add(
                    (*path, "custom_id"),
                    "COMPONENT_CUSTOM_ID_DUPLICATED",
                    "Component custom id cannot be duplicated",
                )
            custom_ids.add(custom_id)
        number = component.get("id")
        if number:
            if number in numbers:
                form_errors.add((*path, "id"), "COMPONENT_DUPLICATE_ID", "Component ids must be unique")
            numbers.add(number)


def _check_action_row(form_errors: FormErrors, path: Path, row: Json) -> None:
    children = row.get("components") or []
    kinds = {part.get("type") for part in children}
    form_errors.check_count((*path, "components"), len(children), 1, 5)
    if not kinds <= {BUTTON, TEXT_INPUT, *SELECTS} or (kinds & {TEXT_INPUT, *SELECTS} and len(children) > 1):
        form_errors.add(
            (*path, "components"),
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The specified component exceeds the maximum width",
        )


def _check_button(form_errors: FormErrors, path: Path, button: Json) -> None:
    label, link = button.get("label"), button.get("style") == LINK_STYLE
    if label is not None:
        form_errors.check_length((*path, "label"), label, 0, 80)
    if not label and not button.get("emoji"):
        form_errors.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or an emoji is required")
    if link:
        form_errors.check_length((*path, "url"), button.get("url"), 1, 512)
    if link == ("custom_id" in button and button["custom_id"] is not None):
        form_errors.add(
            path,
            "BUTTON_COMPONENT_CUSTOM_ID_OR_URL",
            "A link needs a url and no custom id, any other button a custom id",
        )


def _check_options(form_errors: FormErrors, path: Path, options: list[Json], low: int, high: int) -> None:
    form_errors.check_count((*path, "options"), len(options), low, high)
    seen: set[str] = set()
    for index, option in enumerate(options):
        here = (*path, "options", index)
        form_errors.check_length((*here, "label"), option.get("label"), 1, 100)
        form_errors.check_length((*here, "value"), option.get("value"), 1, 100)
        if option.get("description"):
            form_errors.check_length((*here, "description"), option["description"], 0, 100)
        if option.get("value") in seen:
            form_errors.add(
                (*here, "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is used",
            )
        seen.add(str(option.get("value")))


def _check_select(form_errors: FormErrors, path: Path, select: Json) -> None:
    options = select.get("options") or []
    form_errors.check_length((*path, "custom_id"), select.get("custom_id"), 1, MAX_CUSTOM_ID_CHARS)
    if select.get("placeholder"):
        form_errors.check_length((*path, "placeholder"), select["placeholder"], 0, 150)
    low, high = select.get("min_values", 1), select.get("max_values", 1)
    if not 0 <= low <= 25 or not 1 <= high <= 25 or low > high:
        form_errors.add((*path, "max_values"), "NUMBER_TYPE_MAX", "Must be between min_values and 25")
    if select["type"] == STRING_SELECT:
        _check_options(form_errors, path, options, 1, 25)
        if high > max(len(options), 1):
            form_errors.add(
                (*path, "max_values"),
                "NUMBER_TYPE_MAX",
                "Must be less than or equal to the number of options",
            )


def _check_section(form_errors: FormErrors, path: Path, section: Json) -> None:
    children = section.get("components") or []
    form_errors.check_count((*path, "components"), len(children), 1, 3)
    for index, part in enumerate(children):
        if part.get("type") != TEXT_DISPLAY:
            _add_wrong_type(form_errors, (*path, "components", index), part)
    if (section.get("accessory") or {}).get("type") not in (BUTTON, THUMBNAIL):
        form_errors.add((*path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")


def _check_text_display(form_errors: FormErrors, path: Path, text: Json) -> None:
    form_errors.check_length((*path, "content"), text.get("content"), 1, MAX_V2_TEXT_CHARS)


def _check_alt_text(form_errors: FormErrors, path: Path, item: Json) -> None:
    if item.get("description"):
        form_errors.check_length((*path, "description"), item["description"], 0, MAX_ALT_TEXT_CHARS)


def _check_gallery(form_errors: FormErrors, path: Path, gallery: Json) -> None:
    items = gallery.get("items") or []
    form_errors.check_count((*path, "items"), len(items), 1, 10)
    for index, item in enumerate(items):
        _check_alt_text(form_errors, (*path, "items", index), item)


def _check_file(form_errors: FormErrors, path: Path, file: Json) -> None:
    if not file.get("file", {}).get("url", "").startswith(("attachment://", "http")):
        form_errors.add((*path, "file", "url"), "URL_TYPE_INVALID_SCHEME", "Only attachment:// is allowed")


def _check_separator(form_errors: FormErrors, path: Path, separator: Json) -> None:
    if separator.get("spacing") not in (None, 1, 2):
        form_errors.add((*path, "spacing"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")


def _check_container(form_errors: FormErrors, path: Path, container: Json) -> None:
    children = container.get("components") or []
    form_errors.check_count((*path, "components"), len(children), 1, MAX_V2_COMPONENTS)
    for index, part in enumerate(children):
        if part.get("type") not in IN_CONTAINER:
            _add_wrong_type(form_errors, (*path, "components", index), part)


def _check_text_input(form_errors: FormErrors, path: Path, field: Json) -> None:
    form_errors.check_length((*path, "custom_id"), field.get("custom_id"), 1, MAX_CUSTOM_ID_CHARS)
    for key, high in (("label", 45), ("placeholder", 100), ("value", 4000)):
        if field.get(key):
            form_errors.check_length((*path, key), field[key], 0, high)
    if not 0 <= (field.get("min_length") or 0) <= 4000 or not 1 <= (field.get("max_length") or 4000) <= 4000:
        form_errors.add((*path, "max_length"), "NUMBER_TYPE_MAX", "Must be between 1 and 4000")


def _check_option_group(form_errors: FormErrors, path: Path, group: Json) -> None:
    form_errors.check_length((*path, "custom_id"), group.get("custom_id"), 1, MAX_CUSTOM_ID_CHARS)
    options, single = group.get("options") or [], group["type"] == RADIO_GROUP
    _check_options(form_errors, path, options, 2 if single else 1, 10)
    chosen = sum(bool(option.get("default")) for option in options)
    if single:
        if chosen > 1:
            form_errors.add((*path, "options"), "BASE_TYPE_MAX_LENGTH", "Only one option can be the default")
        return
    low, high = group.get("min_values"), group.get("max_values")
    low, high = 1 if low is None else low, len(options) if high is None else high
    if not 0 <= low <= 10 or not 1 <= high <= 10 or low > high or high > max(len(options), 1):
        form_errors.add(
            (*path, "max_values"), "NUMBER_TYPE_MAX", "Must be between min_values and the options"
        )
    if low == 0 and group.get("required", True) is not False:
        form_errors.add((*path, "min_values"), "NUMBER_TYPE_MIN", "Must be at least 1 where it is required")
    if chosen > high:
        form_errors.add((*path, "options"), "BASE_TYPE_MAX_LENGTH", "More defaults than may be chosen")


def _check_custom_id(form_errors: FormErrors, path: Path, field: Json) -> None:
    form_errors.check_length((*path, "custom_id"), field.get("custom_id"), 1, MAX_CUSTOM_ID_CHARS)


def _check_label(form_errors: FormErrors, path: Path, label: Json) -> None:
    form_errors.check_length((*path, "label"), label.get("label"), 1, 45)
    if label.get("description"):
        form_errors.check_length((*path, "description"), label["description"], 0, 100)
    if (label.get("component") or {}).get("type") not in IN_LABEL:
        form_errors.add((*path, "component"), "BASE_TYPE_REQUIRED", "This field is required")


_CHECKS: dict[int, Callable[[FormErrors, Path, Json], None]] = {
    ACTION_ROW: _check_action_row,
    BUTTON: _check_button,
    **dict.fromkeys(SELECTS, _check_select),
    TEXT_INPUT: _check_text_input,
    SECTION: _check_section,
    TEXT_DISPLAY: _check_text_display,
    THUMBNAIL: _check_alt_text,
    MEDIA_GALLERY: _check_gallery,
    FILE: _check_file,
    SEPARATOR: _check_separator,
    CONTAINER: _check_container,
    LABEL: _check_label,
    FILE_UPLOAD: _check_custom_id,
    RADIO_GROUP: _check_option_group,
    CHECKBOX_GROUP: _check_option_group,
    CHECKBOX: _check_custom_id,
}


def check_modal(modal: Json) -> None:
    form_errors = FormErrors()
    components = modal.get("components") or []
    form_errors.check_length(("data", "title"), modal.get("title"), 1, 45)
    form_errors.check_length(("data", "custom_id"), modal.get("custom_id"), 1, MAX_CUSTOM_ID_CHARS)
    form_errors.check_count(("data", "components"), len(components), 1, 5)
    for index, component in enumerate(components):
        if component.get("type") not in (ACTION_ROW, TEXT_DISPLAY, LABEL):
            _add_wrong_type(form_errors, ("data", "components", index), component)
    for path, component in walk_components(components, ("data", "components")):
        if component.get("type") == ACTION_ROW:
            for index, part in enumerate(component.get("components") or []):
                if part.get("type") != TEXT_INPUT:
                    _add_wrong_type(form_errors, (*path, "components", index), part)
        if component.get("type") in SELECTS and component.get("disabled"):
            form_errors.add((*path, "disabled"), "BASE_TYPE_CHOICES", "A select of a form cannot be disabled")
    _check_each_component(form_errors, components, ("data", "components"))
    form_errors.raise_if_any()


def check_autocomplete(choices: list[Json]) -> None:
    form_errors = FormErrors()
    form_errors.check_count(("data", "choices"), len(choices), 0, 25)
    for index, choice in enumerate(choices):
        here: Path = ("data", "choices", index)
        form_errors.check_length((*here, "name"), choice.get("name"), 1, 100)
        value: Any = choice.get("value")
        if isinstance(value, str):
            form_errors.check_length((*here, "value"), value, 1, 100)
    form_errors.raise_if_any()


def check_nonce(nonce: object) -> None:
    """Raises if a nonce is longer than 25 characters. Numbers are always valid."""
    if isinstance(nonce, str):
        form_errors = FormErrors()
        form_errors.check_length(("nonce",), nonce, 0, MAX_NONCE_CHARS)
        form_errors.raise_if_any()


def unknown_attachment(index: int) -> ApiError:
    return invalid_form(("attachments", index, "id"), "ATTACHMENT_NOT_FOUND", "Attachment not found")


def check_file_count(sizes: list[int]) -> None:
    if len(sizes) > MAX_FILES:
        raise invalid_form(
            ("attachments",), "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_FILES} or fewer in length."
        )


def check_thread_name(name: object) -> None:
    form_errors = FormErrors()
    form_errors.check_length(("name",), name, 1, 100)
    form_errors.raise_if_any()
