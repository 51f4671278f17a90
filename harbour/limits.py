"""Validates messages, components, modals and autocomplete by Discord's documented limits."""

from collections.abc import Callable, Container, Iterator

from harbour.errors import ApiError, FormErrors, Json, Path, empty_message, internal_error, invalid_form
from harbour.world import IS_COMPONENTS_V2

MAX_CONTENT_CHARS = 2000
MAX_V2_TEXT_CHARS = 4000
MAX_V2_TEXT_BYTES = 10_170  # Undocumented; each text display counts 12 bytes more than its UTF-8.
V2_BYTES_PER_TEXT = 12
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

ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT = range(1, 5)
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = range(5, 9)
SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR = range(9, 15)
CONTAINER, LABEL, FILE_UPLOAD = 17, 18, 19
RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 21, 22, 23
SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
LINK_STYLE = 5

IN_CONTAINER = (ACTION_ROW, SECTION, TEXT_DISPLAY, MEDIA_GALLERY, FILE, SEPARATOR)
MODAL_ONLY = (TEXT_INPUT, LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX)
IN_LABEL = (TEXT_INPUT, *SELECTS, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX)


def walk_components(components: list[Json], path: Path = ("components",)) -> Iterator[tuple[Path, Json]]:
    """Yields all components, nested ones too, each with its path."""
    for index, component in enumerate(components):
        here = (*path, index)
        yield here, component
        yield from walk_components(component.get("components") or [], (*here, "components"))
        for single in ("accessory", "component"):
            if isinstance(component.get(single), dict):
                yield (*here, single), component[single]


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
    form = FormErrors()
    content, components = message.get("content") or "", message.get("components") or []
    embeds = message.get("embeds") or []
    form.check_length("content", content, 0, MAX_CONTENT_CHARS)
    form.check_count("embeds", len(embeds), 0, MAX_EMBEDS)
    if sum(_embed_length(embed) for embed in embeds) > MAX_EMBED_CHARS:
        form.add("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
    if message.get("flags", 0) & IS_COMPONENTS_V2:
        _check_components_v2(form, message)
    else:
        form.check_count("components", len(components), 0, MAX_ACTION_ROWS)
        _check_types(form, components, (ACTION_ROW,))
    for path, part in walk_components(components):
        if part.get("type") in MODAL_ONLY:
            _add_wrong_type(form.at(*path), part)
    _check_each_component(form, components)
    _check_media(form, message, filenames)
    form.raise_if_any()
    if message.get("flags", 0) & IS_COMPONENTS_V2 and _text_bytes(components) > MAX_V2_TEXT_BYTES:
        raise internal_error()
    if not (content or embeds or components or filenames or message.get("sticker_ids")):
        raise empty_message()


def _check_media(form: FormErrors, message: Json, filenames: set[str]) -> None:
    for path, media in media_items(message):
        scheme, _, name = media.get("url", "").partition("://")
        if scheme not in ("attachment", "http", "https"):
            form.at(*path).add("url", "URL_TYPE_INVALID_SCHEME", "Not a well formed URL.")
        elif scheme == "attachment" and name not in filenames:
            code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
            form.at(*path).add("url", code, f"The referenced attachment {name!r} was not found")


def check_emoji(components: list[Json], known_ids: Container[str]) -> None:
    """Raises if a button or option uses an unknown custom emoji."""
    form = FormErrors()
    for path, component in walk_components(components):
        options = enumerate(component.get("options") or [])
        for here, part in [(path, component), *(((*path, "options", n), option) for n, option in options)]:
            emoji = (part.get("emoji") or {}).get("id")
            if emoji is not None and str(emoji) not in known_ids:
                form.at(*here, "emoji").add("id", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
    form.raise_if_any()


def _embed_length(embed: Json) -> int:
    fields = [text for field in embed.get("fields", []) for text in (field.get("name"), field.get("value"))]
    parts = [embed.get("title"), embed.get("description"), embed.get("footer", {}).get("text"), *fields]
    return sum(len(part or "") for part in parts)


def _check_components_v2(form: FormErrors, message: Json) -> None:
    for field in ("content", "embeds", "poll"):
        if message.get(field):
            code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
            form.add(field, code, f"The '{field}' field cannot be used with MessageFlags.IS_COMPONENTS_V2")
    components = message.get("components") or []
    if not components:
        form.add("components", "BASE_TYPE_REQUIRED", "This field is required")
    parts = [part for _, part in walk_components(components)]
    if len(parts) > MAX_V2_COMPONENTS:
        text = f"Total number of components cannot exceed {MAX_V2_COMPONENTS}"
        form.add("components", "BASE_TYPE_MAX_LENGTH", text)
    chars = sum(len(part.get("content", "")) for part in parts if part.get("type") == TEXT_DISPLAY)
    if chars > MAX_V2_TEXT_CHARS:
        text = f"The total displayable text size exceeds the maximum of {MAX_V2_TEXT_CHARS}"
        form.add("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", text)
    _check_types(form, components, (*IN_CONTAINER, CONTAINER))


def _text_bytes(components: list[Json]) -> int:
    texts = (part["content"] for _, part in walk_components(components) if part.get("type") == TEXT_DISPLAY)
    return sum(len(text.encode()) + V2_BYTES_PER_TEXT for text in texts)


def _check_types(form: FormErrors, components: list[Json], allowed: Container[int]) -> None:
    """Add an error for each of these components whose type is not allowed here."""
    for index, component in enumerate(components):
        if component.get("type") not in allowed:
            _add_wrong_type(form.at("components", index), component)


def _add_wrong_type(form: FormErrors, component: Json) -> None:
    form.add("type", "UNION_TYPE_CHOICES", f'Value of field "type" ({component.get("type")}) is wrong')


def _check_each_component(form: FormErrors, components: list[Json]) -> None:
    custom_ids: set[str] = set()
    numbers: set[int] = set()
    for path, component in walk_components(components):
        here = form.at(*path)
        check = _CHECKS.get(component.get("type", 0))
        if check is None:
            _add_wrong_type(here, component)
            continue
        check(here, component)
        custom_id = component.get("custom_id")
        if custom_id is not None:
            here.check_length("custom_id", custom_id, 1, MAX_CUSTOM_ID_CHARS)
            if custom_id in custom_ids:
                text = "Component custom id cannot be duplicated"
                here.add("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", text)
            custom_ids.add(custom_id)
        number = component.get("id")
        if number:
            if number in numbers:
                here.add("id", "COMPONENT_DUPLICATE_ID", "Component ids must be unique")
            numbers.add(number)


def _check_action_row(form: FormErrors, row: Json) -> None:
    children = row.get("components") or []
    kinds = {part.get("type") for part in children}
    form.check_count("components", len(children), 1, 5)
    if not kinds <= {BUTTON, TEXT_INPUT, *SELECTS} or (kinds & {TEXT_INPUT, *SELECTS} and len(children) > 1):
        text = "The specified component exceeds the maximum width"
        form.add("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", text)


def _check_button(form: FormErrors, button: Json) -> None:
    form.check_optional(button, "label", 80)
    if not button.get("label") and not button.get("emoji"):
        form.add("", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or an emoji is required")
    link = button.get("style") == LINK_STYLE
    if link:
        form.check_length("url", button.get("url"), 1, 512)
    if link == (button.get("custom_id") is not None):
        text = "A link needs a url and no custom id, any other button a custom id"
        form.add("", "BUTTON_COMPONENT_CUSTOM_ID_OR_URL", text)


def _check_options(form: FormErrors, options: list[Json], low: int, high: int) -> None:
    form.check_count("options", len(options), low, high)
    seen: set[str] = set()
    for index, option in enumerate(options):
        here = form.at("options", index)
        here.check_length("label", option.get("label"), 1, 100)
        here.check_length("value", option.get("value"), 1, 100)
        here.check_optional(option, "description", 100)
        if option.get("value") in seen:
            text = "The specified option value is used"
            here.add("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text)
        seen.add(str(option.get("value")))


def _check_select(form: FormErrors, select: Json) -> None:
    options = select.get("options") or []
    _check_custom_id(form, select)
    form.check_optional(select, "placeholder", 150)
    low, high = select.get("min_values", 1), select.get("max_values", 1)
    if not 0 <= low <= 25 or not 1 <= high <= 25 or low > high:
        form.add("max_values", "NUMBER_TYPE_MAX", "Must be between min_values and 25")
    if select["type"] == STRING_SELECT:
        _check_options(form, options, 1, 25)
        if high > max(len(options), 1):
            form.add("max_values", "NUMBER_TYPE_MAX", "Must be less than or equal to the number of options")


def _check_section(form: FormErrors, section: Json) -> None:
    children = section.get("components") or []
    form.check_count("components", len(children), 1, 3)
    _check_types(form, children, (TEXT_DISPLAY,))
    if (section.get("accessory") or {}).get("type") not in (BUTTON, THUMBNAIL):
        form.add("accessory", "BASE_TYPE_REQUIRED", "This field is required")


def _check_text_display(form: FormErrors, text: Json) -> None:
    form.check_length("content", text.get("content"), 1, MAX_V2_TEXT_CHARS)


def _check_alt_text(form: FormErrors, item: Json) -> None:
    form.check_optional(item, "description", MAX_ALT_TEXT_CHARS)


def _check_gallery(form: FormErrors, gallery: Json) -> None:
    items = gallery.get("items") or []
    form.check_count("items", len(items), 1, 10)
    for index, item in enumerate(items):
        _check_alt_text(form.at("items", index), item)


def _check_file(form: FormErrors, file: Json) -> None:
    if not file.get("file", {}).get("url", "").startswith(("attachment://", "http")):
        form.at("file").add("url", "URL_TYPE_INVALID_SCHEME", "Only attachment:// is allowed")


def _check_separator(form: FormErrors, separator: Json) -> None:
    if separator.get("spacing") not in (None, 1, 2):
        form.add("spacing", "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")


def _check_container(form: FormErrors, container: Json) -> None:
    children = container.get("components") or []
    form.check_count("components", len(children), 1, MAX_V2_COMPONENTS)
    _check_types(form, children, IN_CONTAINER)


def _check_text_input(form: FormErrors, field: Json) -> None:
    _check_custom_id(form, field)
    for key, high in (("label", 45), ("placeholder", 100), ("value", 4000)):
        form.check_optional(field, key, high)
    if not 0 <= (field.get("min_length") or 0) <= 4000 or not 1 <= (field.get("max_length") or 4000) <= 4000:
        form.add("max_length", "NUMBER_TYPE_MAX", "Must be between 1 and 4000")


def _check_option_group(form: FormErrors, group: Json) -> None:
    _check_custom_id(form, group)
    options, single = group.get("options") or [], group["type"] == RADIO_GROUP
    _check_options(form, options, 2 if single else 1, 10)
    chosen = sum(bool(option.get("default")) for option in options)
    if single:
        if chosen > 1:
            form.add("options", "BASE_TYPE_MAX_LENGTH", "Only one option can be the default")
        return
    low, high = group.get("min_values"), group.get("max_values")
    low, high = 1 if low is None else low, len(options) if high is None else high
    if not 0 <= low <= 10 or not 1 <= high <= 10 or low > high or high > max(len(options), 1):
        form.add("max_values", "NUMBER_TYPE_MAX", "Must be between min_values and the options")
    if low == 0 and group.get("required", True) is not False:
        form.add("min_values", "NUMBER_TYPE_MIN", "Must be at least 1 where it is required")
    if chosen > high:
        form.add("options", "BASE_TYPE_MAX_LENGTH", "More defaults than may be chosen")


def _check_custom_id(form: FormErrors, field: Json) -> None:
    form.check_length("custom_id", field.get("custom_id"), 1, MAX_CUSTOM_ID_CHARS)


def _check_label(form: FormErrors, label: Json) -> None:
    form.check_length("label", label.get("label"), 1, 45)
    form.check_optional(label, "description", 100)
    if (label.get("component") or {}).get("type") not in IN_LABEL:
        form.add("component", "BASE_TYPE_REQUIRED", "This field is required")


_CHECKS: dict[int, Callable[[FormErrors, Json], None]] = {
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
    form = FormErrors().at("data")
    components = modal.get("components") or []
    form.check_length("title", modal.get("title"), 1, 45)
    _check_custom_id(form, modal)
    form.check_count("components", len(components), 1, 5)
    _check_types(form, components, (ACTION_ROW, TEXT_DISPLAY, LABEL))
    for path, component in walk_components(components):
        if component.get("type") == ACTION_ROW:
            _check_types(form.at(*path), component.get("components") or [], (TEXT_INPUT,))
        if component.get("type") in SELECTS and component.get("disabled"):
            form.at(*path).add("disabled", "BASE_TYPE_CHOICES", "A select of a form cannot be disabled")
    _check_each_component(form, components)
    form.raise_if_any()


def check_autocomplete(choices: list[Json]) -> None:
    form = FormErrors().at("data")
    form.check_count("choices", len(choices), 0, 25)
    for index, choice in enumerate(choices):
        here = form.at("choices", index)
        here.check_length("name", choice.get("name"), 1, 100)
        if isinstance(choice.get("value"), str):
            here.check_length("value", choice["value"], 1, 100)
    form.raise_if_any()


def check_nonce(nonce: object) -> None:
    """Raises if a nonce is longer than 25 characters. Numbers are always valid."""
    if isinstance(nonce, str):
        form = FormErrors()
        form.check_length("nonce", nonce, 0, MAX_NONCE_CHARS)
        form.raise_if_any()


def unknown_attachment(index: int) -> ApiError:
    return invalid_form(("attachments", index, "id"), "ATTACHMENT_NOT_FOUND", "Attachment not found")


def check_file_count(number: int) -> None:
    if number > MAX_FILES:
        raise invalid_form(
            ("attachments",), "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_FILES} or fewer in length."
        )


def check_thread_name(name: object) -> None:
    form = FormErrors()
    form.check_length("name", name, 1, 100)
    form.raise_if_any()
