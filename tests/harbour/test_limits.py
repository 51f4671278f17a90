"""Discord's limits: values at the limit pass, values above it name the wrong field."""

from typing import Any

import aiohttp
import pytest

from harbour import Harbour, limits
from harbour.command_limits import check_commands
from harbour.errors import ApiError

LAYOUT = 32768
Json = dict[str, Any]
LINK: Json = {"type": 2, "style": 5, "label": "rules", "url": "https://example.org"}


def button(**changes: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go", **changes}


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def select(**changes: Any) -> Json:
    return {"type": 3, "custom_id": "s", "options": options(3), **changes}


def options(count: int) -> list[Json]:
    return [{"label": f"label {n}", "value": f"value {n}"} for n in range(count)]


def buttons(count: int, name: str = "b") -> list[Json]:
    return [button(custom_id=f"{name}{n}") for n in range(count)]


def text(content: str = "words") -> Json:
    return {"type": 10, "content": content}


def gallery(count: int, **changes: Any) -> Json:
    return {"type": 12, "items": [{"media": {"url": "attachment://a.png"}, **changes} for _ in range(count)]}


def layout(*parts: Json) -> Json:
    return {"flags": LAYOUT, "components": list(parts)}


def section(*parts: Json, accessory: Json | None = None) -> Json:
    return {"type": 9, "components": list(parts), "accessory": accessory or button()}


ALLOWED = {
    "2,000 characters": {"content": "x" * 2000},
    "five rows of five": {
        "components": [row(*[button(custom_id=f"{r}.{n}") for n in range(5)]) for r in range(5)]
    },
    "a long label": {"components": [row(button(label="x" * 80, custom_id="x" * 100))]},
    "a full select": {"components": [row(select(options=options(25), max_values=25, placeholder="x" * 150))]},
    "a link": {"components": [row(LINK)]},
    "4,000 characters of layout": layout(text("x" * 2000), {"type": 17, "components": [text("x" * 2000)]}),
    "forty components": layout(*[text() for _ in range(40)]),
    "10,170 bytes of layout": layout(text("航" * 3386)),
    "ten pictures": layout(gallery(10, description="x" * 1024)),
    "a section": layout(section(text(), text(), text())),
    "a file": layout({"type": 13, "file": {"url": "attachment://a.png"}}),
    "a long link": {"components": [row({**LINK, "url": f"https://example.org/{'x' * 492}"})]},
    "nothing to choose": {"components": [row(select(min_values=0, max_values=1))]},
    "a described option": {
        "components": [row(select(options=[{**options(1)[0], "description": "x" * 100}]))]
    },
    "a picture of the web": layout({"type": 12, "items": [{"media": {"url": "https://example.org/a.png"}}]}),
    "numbers given once": layout({**text(), "id": 3}, {**text(), "id": 4}),
    "a section with a picture": layout(section(text(), accessory={"type": 11, "media": {"url": "http://x"}})),
    "6,000 characters of embeds": {
        "embeds": [
            {"title": "x" * 1000, "description": "x" * 2000, "footer": {"text": "x" * 1000}},
            {"fields": [{"name": "x" * 1000, "value": "x" * 1000}]},
        ]
    },
    "a wide separator": layout(text(), {"type": 14, "spacing": 2}),
}

REFUSED = {
    "2,001 characters": ({"content": "x" * 2001}, "content"),
    "six rows": ({"components": [row(button(custom_id=str(n))) for n in range(6)]}, "components"),
    "six buttons": ({"components": [row(*buttons(6))]}, "components.0.components"),
    "an empty row": ({"components": [row()]}, "components.0.components"),
    "a button beside a select": ({"components": [row(select(), button())]}, "components.0.components"),
    "a button without a row": ({"components": [button()]}, "components.0.type"),
    "a repeated custom id": (
        {"components": [row(button(), button())]},
        "components.0.components.1.custom_id",
    ),
    "a long custom id": (
        {"components": [row(button(custom_id="x" * 101))]},
        "components.0.components.0.custom_id",
    ),
    "a long label": ({"components": [row(button(label="x" * 81))]}, "components.0.components.0.label"),
    "a button that says nothing": ({"components": [row(button(label=""))]}, "components.0.components.0"),
    "a button without an id": (
        {"components": [row({"type": 2, "style": 1, "label": "x"})]},
        "components.0.components.0",
    ),
    "a link with an id": (
        {"components": [row(button(style=5, url="https://example.org"))]},
        "components.0.components.0",
    ),
    "26 options": (
        {"components": [row(select(options=options(26)))]},
        "components.0.components.0.options",
    ),
    "a repeated option": (
        {"components": [row(select(options=[*options(1), *options(1)]))]},
        "components.0.components.0.options.1.value",
    ),
    "a long option": (
        {"components": [row(select(options=[{"label": "x" * 101, "value": "x"}]))]},
        "components.0.components.0.options.0.label",
    ),
    "more to choose than there is": (
        {"components": [row(select(max_values=4))]},
        "components.0.components.0.max_values",
    ),
    "a layout without its flag": ({"components": [text()]}, "components.0.type"),
    "content beside a layout": ({**layout(text()), "content": "words"}, "content"),
    "embeds beside a layout": ({**layout(text()), "embeds": [{"title": "x"}]}, "embeds"),
    "41 components": (layout(*[text() for _ in range(41)]), "components"),
    "41 components, nested": (
        layout({"type": 17, "components": [text() for _ in range(38)]}, row(button())),
        "components",
    ),
    "4,001 characters of layout": (layout(text("x" * 2000), text("x" * 2001)), "components"),
    "an empty text": (layout(text("")), "components.0.content"),
    "eleven pictures": (layout(gallery(11)), "components.0.items"),
    "a gallery without pictures": (layout(gallery(0)), "components.0.items"),
    "a long alt text": (layout(gallery(1, description="x" * 1025)), "components.0.items.0.description"),
    "a picture that was not sent": (
        layout({"type": 12, "items": [{"media": {"url": "attachment://b.png"}}]}),
        "components.0.items.0.media.url",
    ),
    "four texts in a section": (layout(section(text(), text(), text(), text())), "components.0.components"),
    "a section in a row": (layout(row(section(text()))), "components.0.components"),
    "a container in a container": (
        layout({"type": 17, "components": [{"type": 17, "components": [text()]}]}),
        "components.0.components.0.type",
    ),
    "an unknown component": (layout({"type": 99}), "components.0.type"),
    "eleven embeds": ({"embeds": [{"title": "x"}] * 11}, "embeds"),
    "an empty custom id": (
        {"components": [row(button(custom_id=""))]},
        "components.0.components.0.custom_id",
    ),
    "a link to nowhere": ({"components": [row({**LINK, "url": ""})]}, "components.0.components.0.url"),
    "a link that is too long": (
        {"components": [row({**LINK, "url": f"https://example.org/{'x' * 493}"})]},
        "components.0.components.0.url",
    ),
    "an option without a label": (
        {"components": [row(select(options=[{"label": "", "value": "x"}]))]},
        "components.0.components.0.options.0.label",
    ),
    "an option without a value": (
        {"components": [row(select(options=[{"label": "x", "value": ""}]))]},
        "components.0.components.0.options.0.value",
    ),
    "a long value": (
        {"components": [row(select(options=[{"label": "x", "value": "x" * 101}]))]},
        "components.0.components.0.options.0.value",
    ),
    "a long description of an option": (
        {"components": [row(select(options=[{**options(1)[0], "description": "x" * 101}]))]},
        "components.0.components.0.options.0.description",
    ),
    "a long placeholder": (
        {"components": [row(select(placeholder="x" * 151))]},
        "components.0.components.0.placeholder",
    ),
    "a choice of less than nothing": (
        {"components": [row(select(min_values=-1))]},
        "components.0.components.0.max_values",
    ),
    "a choice of nothing at most": (
        {"components": [row({"type": 5, "custom_id": "s", "min_values": 0, "max_values": 0})]},
        "components.0.components.0.max_values",
    ),
    "a choice of 26": (
        {"components": [row({"type": 5, "custom_id": "s", "max_values": 26})]},
        "components.0.components.0.max_values",
    ),
    "more to choose at least than at most": (
        {"components": [row(select(min_values=3, max_values=2))]},
        "components.0.components.0.max_values",
    ),
    "a separator of unknown height": (layout(text(), {"type": 14, "spacing": 3}), "components.1.spacing"),
    "a section without an accessory": (layout({"type": 9, "components": [text()]}), "components.0.accessory"),
    "a section with a separator beside": (
        layout(section(text(), accessory={"type": 14})),
        "components.0.accessory",
    ),
    "a section of buttons": (layout(section(button())), "components.0.components.0.type"),
    "a section without text": (layout(section()), "components.0.components"),
    "an empty container": (layout({"type": 17, "components": []}), "components.0.components"),
    "a layout of nothing": ({"flags": LAYOUT, "components": []}, "components"),
    "a file from elsewhere": (
        layout({"type": 13, "file": {"url": "ftp://example.org/a.png"}}),
        "components.0.file.url",
    ),
    "a picture from nowhere": (
        layout({"type": 12, "items": [{"media": {"url": "a.png"}}]}),
        "components.0.items.0.media.url",
    ),
    "a number given twice": (layout({**text(), "id": 3}, {**text(), "id": 3}), "components.1.id"),
    "a field of a form": (
        {"components": [row({"type": 4, "custom_id": "f", "style": 1})]},
        "components.0.components.0.type",
    ),
    "a button without a label": (
        {"components": [row({"type": 2, "style": 1, "custom_id": "x"})]},
        "components.0.components.0",
    ),
    "a file in a row": (
        {"components": [row({"type": 13, "file": {"url": "attachment://a.png"}})]},
        "components.0.components",
    ),
    "a poll beside a layout": ({**layout(text()), "poll": {"question": "x"}}, "poll"),
    "6,001 characters of embeds": ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds"),
}


def error_paths(error: ApiError) -> list[str]:
    """Returns the paths of the fields in an error."""
    found: list[str] = []

    def look(tree: Json, path: tuple[str, ...]) -> None:
        for key, inner in tree.items():
            if key == "_errors":
                assert all({"code", "message"} == set(entry) for entry in inner)
                found.append(".".join(path))
            else:
                look(inner, (*path, key))

    look(error.errors or {}, ())
    return found


@pytest.mark.parametrize("message", ALLOWED.values(), ids=ALLOWED)
def test_a_message_up_to_its_limits(message: Json) -> None:
    limits.check_message(message, {"a.png"})


@pytest.mark.parametrize(("message", "field"), REFUSED.values(), ids=REFUSED)
def test_a_message_beyond_its_limits(message: Json, field: str) -> None:
    with pytest.raises(ApiError) as caught:
        limits.check_message(message, {"a.png"})
    assert (caught.value.status, caught.value.code) == (400, 50035)
    assert field in error_paths(caught.value)


def test_too_many_bytes_of_layout_are_an_internal_error() -> None:
    for message in (layout(text("航" * 3387)), layout(text("航" * 1700), text("航" * 1700))):
        with pytest.raises(ApiError) as caught:
            limits.check_message(message, set())
        assert caught.value.status == 500


def test_an_empty_message() -> None:
    with pytest.raises(ApiError) as caught:
        limits.check_message({"content": ""}, set())
    assert caught.value.code == 50006


# modals


def label(component: Json) -> Json:
    return {"type": 18, "label": "Say", "component": component}


def text_input(**changes: Any) -> Json:
    return {"type": 4, "custom_id": "f", "style": 1, **changes}


def modal(*components: Json, **changes: Any) -> Json:
    return {"title": "Log", "custom_id": "log", "components": list(components), **changes}


def radio_group(count: int) -> Json:
    return {"type": 21, "custom_id": "r", "options": options(count)}


def checkbox_group(count: int, **changes: Any) -> Json:
    return {"type": 22, "custom_id": "c", "options": options(count), **changes}


def with_all_defaults(group: Json) -> Json:
    """Returns the group with all options set as default."""
    return {**group, "options": [{**option, "default": True} for option in group["options"]]}


@pytest.mark.parametrize(
    "form",
    [
        modal(*[label(text_input(custom_id=f"f{n}")) for n in range(5)], title="x" * 45),
        modal(row(text_input(label="x" * 45))),
        modal({**label(text_input(value="x" * 4000, placeholder="x" * 100)), "description": "x" * 100}),
        modal(label(text_input(min_length=0, max_length=4000))),
        modal(text(), label(select()), label(radio_group(10))),
        modal(
            label({"type": 22, "custom_id": "c", "options": options(10)}),
            label({"type": 23, "custom_id": "d"}),
        ),
        modal(label(checkbox_group(1)), label(radio_group(2))),
        modal(
            label(checkbox_group(3, min_values=0, required=False)),
            label(with_all_defaults(checkbox_group(2, custom_id="e"))),
        ),
    ],
)
def test_a_form_up_to_its_limits(form: Json) -> None:
    limits.check_modal(form)


@pytest.mark.parametrize(
    ("form", "path"),
    [
        (modal(label(text_input()), title="x" * 46), "data.title"),
        (modal(), "data.components"),
        (modal(*[label(text_input(custom_id=f"f{n}")) for n in range(6)]), "data.components"),
        (modal(row(button())), "data.components.0.components.0.type"),
        (modal(row(select())), "data.components.0.components.0.type"),
        (modal(label(select(disabled=True))), "data.components.0.component.disabled"),
        (modal(label(radio_group(1))), "data.components.0.component.options"),
        (modal(label(with_all_defaults(radio_group(3)))), "data.components.0.component.options"),
        (modal(label(checkbox_group(3, max_values=4))), "data.components.0.component.max_values"),
        (modal(label(checkbox_group(3, min_values=0))), "data.components.0.component.min_values"),
        (
            modal(label(with_all_defaults(checkbox_group(3, max_values=2)))),
            "data.components.0.component.options",
        ),
        (modal(text_input()), "data.components.0.type"),
        (modal({"type": 18, "label": "Say"}), "data.components.0.component"),
        (modal(label(button())), "data.components.0.component"),
        (modal(label(text_input(max_length=-1))), "data.components.0.component.max_length"),
        (
            modal(label(checkbox_group(3, min_values=3, max_values=2))),
            "data.components.0.component.max_values",
        ),
        (modal(label(checkbox_group(11))), "data.components.0.component.options"),
        (
            modal(
                label(
                    {
                        **radio_group(3),
                        "options": [{**each, "default": each["value"] != "value 0"} for each in options(3)],
                    }
                )
            ),
            "data.components.0.component.options",
        ),
        (modal({**label(text_input()), "label": "x" * 46}), "data.components.0.label"),
        (modal(label(text_input()), label(text_input())), "data.components.1.component.custom_id"),
        (modal(label(radio_group(11))), "data.components.0.component.options"),
        (modal(label(text_input(placeholder="x" * 101))), "data.components.0.component.placeholder"),
        (modal(label(text_input(value="x" * 4001))), "data.components.0.component.value"),
        (modal(row(text_input(label="x" * 46))), "data.components.0.components.0.label"),
        (modal(label(text_input(max_length=4001))), "data.components.0.component.max_length"),
        (modal(label(text_input(min_length=-1))), "data.components.0.component.max_length"),
        (modal(label(text_input()), title=""), "data.title"),
        (modal(label(text_input()), custom_id=""), "data.custom_id"),
        (modal({**label(text_input()), "label": ""}), "data.components.0.label"),
        (modal({**label(text_input()), "description": "x" * 101}), "data.components.0.description"),
    ],
)
def test_a_form_beyond_its_limits(form: Json, path: str) -> None:
    with pytest.raises(ApiError) as caught:
        limits.check_modal(form)
    assert path in error_paths(caught.value)


def test_suggestions_number_25_at_most() -> None:
    choice = {"name": "x" * 100, "value": "x" * 100}
    limits.check_autocomplete([choice] * 25)
    for refused in ([choice] * 26, [{"name": "x" * 101, "value": "x"}], [{"name": "x", "value": "x" * 101}]):
        with pytest.raises(ApiError):
            limits.check_autocomplete(refused)


@pytest.mark.parametrize(("field", "choice"), [("name", ("", "x")), ("value", ("x", ""))])
def test_suggestions_say_something(field: str, choice: tuple[str, str]) -> None:
    name, value = choice
    with pytest.raises(ApiError) as caught:
        limits.check_autocomplete([{"name": name, "value": value}])
    assert error_paths(caught.value) == [f"data.choices.0.{field}"]


def test_names_of_threads_have_1_to_100_characters() -> None:
    for allowed in ("x", "x" * 100):
        limits.check_thread_name(allowed)
    for refused in ("", "x" * 101, None):
        with pytest.raises(ApiError) as caught:
            limits.check_thread_name(refused)
        assert error_paths(caught.value) == ["name"]


# commands


def command(**changes: Any) -> Json:
    return {"name": "sail", "description": "go somewhere", "type": 1, **changes}


def option(**changes: Any) -> Json:
    return {"name": "to", "description": "where", "type": 3, **changes}


def subcommand(name: str = "part", *inner: Json, kind: int = 1) -> Json:
    return {"name": name, "description": "x", "type": kind, "options": list(inner)}


def message_command(name: str = "Show as text", **changes: Any) -> Json:
    return {"name": name, "type": 3, **changes}


def one_choice(name: str, value: str) -> Json:
    return command(options=[option(choices=[{"name": name, "value": value}])])


def long_options(count: int) -> list[Json]:
    return [option(name=f"o{n}", description="x" * 100) for n in range(count)]


@pytest.mark.parametrize(
    "commands",
    [
        [command(name=f"c{n}") for n in range(100)],
        [command(name="x" * 32, description="x" * 100)],
        [command(name_localizations={"fr": "naviguer-à_l'île"})],
        [command(options=[option(name=f"o{n}", required=n < 3) for n in range(25)])],
        [command(options=[option(choices=[{"name": "x" * 100, "value": f"{n}"} for n in range(25)])])],
        [command(options=[subcommand("group", subcommand("leaf", option()), kind=2), subcommand("leaf")])],
        [*(message_command(f"Command {n}") for n in range(15)), *(command(name=f"c{n}") for n in range(100))],
        [message_command("sail"), command(name="sail")],
        [message_command("x" * 32, name_localizations={"fr": "X" * 32})],
    ],
)
def test_commands_up_to_their_limits(commands: list[Json]) -> None:
    check_commands(commands)


@pytest.mark.parametrize(
    ("commands", "path"),
    [
        ([command(name=f"c{n}") for n in range(101)], ""),
        ([command(), command()], "1.name"),
        ([command(name="Sail")], "0.name"),
        ([command(name="set sail")], "0.name"),
        ([command(name="x" * 33)], "0.name"),
        ([command(description="")], "0.description"),
        ([command(description="x" * 101)], "0.description"),
        ([command(name_localizations={"fr": "Naviguer"})], "0.name_localizations.fr"),
        ([command(name_localizations={"frr": "naviguer"})], "0.name_localizations.frr"),
        ([command(description_localizations={"fr": "x" * 101})], "0.description_localizations.fr"),
        ([command(options=[option(name=f"o{n}") for n in range(26)])], "0.options"),
        ([command(options=[option(), option()])], "0.options.1.name"),
        ([command(options=[option(), option(name="from", required=True)])], "0.options.1"),
        ([command(options=[option(), subcommand()])], "0.options"),
        ([command(options=[option(choices=[{"name": "x", "value": "x"}] * 26)])], "0.options.0.choices"),
        (
            [command(options=[option(choices=[{"name": "x", "value": "x"}], autocomplete=True)])],
            "0.options.0.autocomplete",
        ),
        ([command(options=[subcommand("a", subcommand("b", kind=2), kind=2)])], "0.options.0.options.0.type"),
        ([command(options=[subcommand(f"s{n}", *long_options(4)) for n in range(20)])], "0"),
        ([command(name="")], "0.name"),
        ([command(description_localizations={"fr": ""})], "0.description_localizations.fr"),
        ([command(options=[option(description="")])], "0.options.0.description"),
        ([one_choice("", "x")], "0.options.0.choices.0.name"),
        ([one_choice("x", "")], "0.options.0.choices.0.value"),
        ([one_choice("x" * 101, "x")], "0.options.0.choices.0.name"),
        ([one_choice("x", "x" * 101)], "0.options.0.choices.0.value"),
        ([message_command(f"Command {n}") for n in range(16)], ""),
        ([message_command(), message_command()], "1.name"),
        ([message_command("")], "0.name"),
        ([message_command("x" * 33)], "0.name"),
        ([message_command(name_localizations={"fr": ""})], "0.name_localizations.fr"),
        ([message_command(name_localizations={"fr": "x" * 33})], "0.name_localizations.fr"),
        ([message_command(description="go somewhere")], "0.description"),
    ],
)
def test_commands_beyond_their_limits(commands: list[Json], path: str) -> None:
    with pytest.raises(ApiError) as caught:
        check_commands(commands)
    assert path in error_paths(caught.value)


# on the wire


async def test_a_refusal_has_discord_s_shape(harbour: Harbour) -> None:
    url = f"{harbour.api_url}/channels/{harbour.world.find_channel('games')['id']}/messages"
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {harbour.token}"}) as web:
        reply = await web.post(url, json={"content": "x" * 2001})
        assert reply.status == 400
        assert await reply.json() == {
            "code": 50035,
            "message": "Invalid Form Body",
            "errors": {
                "content": {
                    "_errors": [
                        {"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 2000 or fewer in length."}
                    ]
                }
            },
        }
    assert harbour.user("Dag").messages("games") == []


@pytest.mark.parametrize(
    ("sizes", "status", "code"),
    [
        ([1] * 10, 200, None),
        ([1] * 11, 400, 50035),
        ([10 * 2**20 + 1], 413, 40005),
        ([9 * 2**20] * 3, 413, 40005),
    ],
)
async def test_files_have_a_number_and_a_size(
    harbour: Harbour, sizes: list[int], status: int, code: int | None
) -> None:
    url = f"{harbour.api_url}/channels/{harbour.world.find_channel('games')['id']}/messages"
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", '{"content": "files"}', content_type="application/json")
    for number, size in enumerate(sizes):
        form.add_field(f"files[{number}]", bytes(size), filename=f"{number}.bin")
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {harbour.token}"}) as web:
        reply = await web.post(url, data=form)
        assert (reply.status, (await reply.json()).get("code")) == (status, code)
    harbour.api_violations.clear()
