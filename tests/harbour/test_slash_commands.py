"""What Discord's client would not send: wrong commands, options, values.

Covers `harbour/slash_commands.py`.
"""

from typing import Any

import pytest

from harbour.errors import Json
from harbour.hub import Hub
from harbour.slash_commands import CommandLine, Refused, find_usable, interaction_data

STRING, INTEGER, BOOLEAN, USER, CHANNEL, NUMBER = 3, 4, 5, 6, 7, 10


def option(name: str, kind: int, **limits: Any) -> Json:
    return {"name": name, "type": kind, **limits}


SAIL: Json = {
    "id": "1",
    "name": "sail",
    "type": 1,
    "options": [
        option("to", STRING, required=True, min_length=2, max_length=4),
        option("days", INTEGER, min_value=1, max_value=3),
        option("load", NUMBER, min_value=0.5),
        option("fast", BOOLEAN),
        option("wind", STRING, choices=[{"name": "North", "value": "n"}]),
        option("near", STRING, autocomplete=True, min_length=3),
        option("with", USER),
        option("in", CHANNEL),
    ],
}
FLEET: Json = {
    "id": "2",
    "name": "fleet",
    "type": 1,
    "options": [
        {
            "name": "ship",
            "type": 2,
            "options": [{"name": "build", "type": 1, "options": [option("kind", STRING)]}],
        }
    ],
}


def values_of(hub: Hub, options: Json, focused: str | None = None) -> Json:
    data = interaction_data(hub, "1100000001300000013", SAIL, CommandLine("1", [], options, focused))
    return {entry["name"]: entry["value"] for entry in data["options"]}


@pytest.mark.parametrize(
    ("options", "values"),
    [
        ({"days": "1"}, {"days": 1}),
        ({"days": 3}, {"days": 3}),
        ({"load": "0.5"}, {"load": 0.5}),
        ({"fast": True}, {"fast": True}),
        ({"fast": "True"}, {"fast": True}),
        ({"fast": "no"}, {"fast": False}),
        ({"wind": "n"}, {"wind": "n"}),
        ({"near": 123}, {"near": "123"}),
        ({"to": "ab"}, {}),
    ],
)
def test_values_are_sent_by_the_type_of_their_option(hub: Hub, options: Json, values: Json) -> None:
    given = {"to": "Bodo", **options}
    assert values_of(hub, given) == {"to": given["to"], **values}


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ({"to": None}, "The option to is missing."),
        ({"to": "a"}, "to must be at least 2."),
        ({"to": "abcde"}, "to must be at most 4."),
        ({"days": 0}, "days must be at least 1."),
        ({"days": 4}, "days must be at most 3."),
        ({"days": "many"}, "days must be a number."),
        ({"load": "0.4"}, "load must be at least 0.5."),
        ({"wind": "s"}, "s is not a choice of wind."),
        ({"speed": 7}, "/sail has no option speed."),
        ({"with": "7"}, "Nobody and nothing here has that id."),
    ],
)
def test_values_beyond_their_option_are_refused(hub: Hub, options: Json, refusal: str) -> None:
    with pytest.raises(Refused) as caught:
        values_of(hub, {"to": "Bodo", **options})
    assert str(caught.value) == refusal


def test_a_suggestion_is_asked_for_with_what_is_typed_so_far(hub: Hub) -> None:
    data = interaction_data(hub, "1", SAIL, CommandLine("1", [], {"days": 9, "near": 1}, "near"))
    days, near = data["options"]
    assert days == {"name": "days", "type": INTEGER, "value": 9}
    assert near == {"name": "near", "type": STRING, "value": "1", "focused": True}
    assert values_of(hub, {}, "near") == {"near": ""}
    with pytest.raises(Refused, match="The option days has no suggestions"):
        values_of(hub, {}, "days")


def test_users_and_channels_come_with_what_the_bot_may_know_of_them(hub: Hub) -> None:
    astrid, games = hub.world.find_user("Astrid")["id"], hub.world.find_channel("games")["id"]
    given = {"to": "Bodo", "with": astrid, "in": games}
    resolved = interaction_data(hub, astrid, SAIL, CommandLine("1", [], given))["resolved"]
    assert resolved["users"][astrid]["username"] == "astrid"
    assert resolved["members"][astrid]["permissions"] == str(hub.world.permissions(astrid))
    assert not {"user", "mute", "deaf"} & resolved["members"][astrid].keys()
    (channel,) = resolved["channels"].values()
    assert channel["name"] == "games"
    app_permissions = hub.world.permissions(hub.world.app_id, hub.world.find_channel("games"))
    assert channel["app_permissions"] == str(app_permissions) != channel["permissions"]


def test_a_part_of_a_command_is_named_by_its_path(hub: Hub) -> None:
    data = interaction_data(hub, "1", FLEET, CommandLine("2", ["ship", "build"], {"kind": "knarr"}))
    (group,) = data["options"]
    assert (group["type"], group["name"]) == (2, "ship")
    (part,) = group["options"]
    assert (part["type"], part["name"]) == (1, "build")
    assert part["options"] == [{"name": "kind", "type": STRING, "value": "knarr"}]
    for path, refusal in (
        ([], "Which one"),
        (["ship"], "Which one"),
        (["sink"], "/fleet has no sink"),
        (["ship", "build", "kind"], "/fleet has no kind"),
    ):
        with pytest.raises(Refused, match=refusal):
            interaction_data(hub, "1", FLEET, CommandLine("2", path, {}))


def test_a_command_that_is_not_there_cannot_be_used(hub: Hub) -> None:
    dag, games = hub.world.find_user("Dag")["id"], hub.world.find_channel("games")
    hub.world.commands.save({**SAIL, "contexts": None})
    assert find_usable(hub, dag, games, "1")["name"] == "sail"
    for key, kind in (("7", 1), ("1", 3)):
        with pytest.raises(Refused, match="There is no such command"):
            find_usable(hub, dag, games, key, kind)
    hub.world.commands.save({**SAIL, "contexts": [1]})
    with pytest.raises(Refused, match="You cannot use that command here"):
        find_usable(hub, dag, games, "1")
