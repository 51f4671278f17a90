"""Forges interactions: most of them impossible with Discord's clients, some genuine."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from bot.chat.interactions.component_dispatch import HANDLERS
from bot.chat.table.conditional_moves import DEFAULT_LINE, PLAN_PREFIX
from bot.chat.table.plan_conditions import STRICTNESS_LABELS
from bot.views.choices import SHORTCUT_PREFIX
from rules import GAMES

COMMAND, COMPONENT, AUTOCOMPLETE, FORM = 2, 3, 4, 5
TEXT, USER = 3, 6  # Types of options.
SUBCOMMANDS = (1, 2)
BUTTON, SELECT, INPUT, LABEL = 2, 3, 4, 18

HOSTILE_TEXTS = (
    "",
    " ",
    "\x00",
    "\x1b[31m\x07\x08",
    "\u202e\u2066evil\u2069\u202c",
    "\u200b\u200d\ufeff",
    "@everyone",
    "@here <@&1> <@1> <#1> </new:1> <t:99999999999999999:R> <:x:1>",
    "②",
    "١٢٣",
    "½",
    "-1",
    "99999999999999999999999",
    "1e999",
    "nan",
    "0x10",
    "{0.__class__}",
    "{code}",
    "%s%n",
    "'; DROP TABLE games; --",
    "../../etc/passwd",
    "[a](javascript:alert(1))",
    "**`_~|>",
    "\n\n\n# big",
    "ﷺ" * 40,
    "👩‍👩‍👧‍👦" * 20,
    "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A" * 30,
    "a" * 4_000,
    "🜲" * 2_000,
    "a:b:c:d:e:f",
    "None",
    "true",
)

MOVE_VERBS = ("pick", "choose", "several", "page", "go", "short", "short-go")
"""Verbs whose arguments are tokens of a move or a plan."""
PANEL_VERBS = (
    *MOVE_VERBS,
    *("ahead", "panel", "plan", "plan-back", "plan-care", "plan-drop", "plan-haste", "plan-if", "plan-keep"),
    *("plan-when", "plan-else", "plan-line", "plan-next", "plan-shows", "plan-shown"),
    *("look", "closeup", "what", "learn", "undo", "reset", "hints"),
)
"""Verbs on a player's panel. Each is also forged with realistic arguments."""


class InteractionForger:
    """Makes the data of interactions from seen and from invented parts."""

    def __init__(self, chance: Random, commands: Sequence[Mapping[str, Any]]) -> None:
        self._random = chance
        self._leaves = [leaf for command in commands for leaf in _leaves(command, ())]
        self.custom_ids: list[str] = []
        self.values: list[str] = []
        self.codes: list[str] = []
        self.fields: list[str] = []
        self.moves: list[str] = []
        self.versions: Mapping[str, int] = {}
        self._weighted_kinds: tuple[tuple[int, Callable[[], tuple[int, dict[str, Any]]]], ...] = (
            (30, self.seen_component),
            (20, self.mutated_component),
            (10, self.invented_component),
            (30, self.panel_component),
            (15, self.select),
            (10, self.form),
            (20, self.command),
            (8, self.autocomplete),
            (2, self.unknown_command),
        )

    def random_interaction(self) -> tuple[int, dict[str, Any]]:
        """Returns the type and data of a random interaction."""
        (way,) = self._random.choices(
            [each for _, each in self._weighted_kinds], [weight for weight, _ in self._weighted_kinds]
        )
        return way()

    def junk(self) -> str:
        """Returns a text that no client would send."""
        chance = self._random
        match chance.randrange(5):
            case 0 | 1:
                return chance.choice(HOSTILE_TEXTS)
            case 2:
                return str(chance.randrange(-3, 40))
            case 3 if self.codes:
                return chance.choice(self.codes)
            case _:
                return "".join(chr(chance.randrange(1, 0x2FF)) for _ in range(chance.randrange(30)))

    def seen_component(self) -> tuple[int, dict[str, Any]]:
        return self._button(self._random.choice(self.custom_ids) if self.custom_ids else self.junk())

    def mutated_component(self) -> tuple[int, dict[str, Any]]:
        """Returns a seen component with one part of its custom id replaced."""
        parts = (self._random.choice(self.custom_ids) if self.custom_ids else "skald:play:AAAAA::").split(
            ":", 4
        )
        place = self._random.randrange(1, max(2, len(parts)))
        parts[place:] = [self._replacement_part(place), *parts[place + 1 :]]
        return self._button(":".join(parts))

    def _replacement_part(self, place: int) -> str:
        chance = self._random
        match place:
            case 1:
                return chance.choice([*HANDLERS, self.junk()])
            case 2:
                return chance.choice([*self.codes, self.junk()])
            case 3:
                return chance.choice(["", str(chance.randrange(60)), self.junk()])
            case _:
                return " ".join(
                    chance.choice([*self.values[-50:], self.junk()]) for _ in range(chance.randrange(5))
                )

    def invented_component(self) -> tuple[int, dict[str, Any]]:
        args = " ".join(self.junk() for _ in range(self._random.randrange(4)))
        verb, code, version = (self._replacement_part(place) for place in (1, 2, 3))
        custom_id = f"skald:{verb}:{code}:{version}:{args}"
        return self._button(self._random.choice([custom_id, custom_id[:100], self.junk()]))

    def panel_component(self) -> tuple[int, dict[str, Any]]:
        """Returns a component as a panel of any table could have it, with small changes."""
        chance = self._random
        verb = chance.choice(PANEL_VERBS)
        code = chance.choice([*self.versions, *self.codes[-2:]] or [self.junk()])
        version = chance.choice((self.versions.get(code, 1),) * 6 + (0, 10**9, "", ".", ".x0Zq_9-b"))
        words = self._panel_args(verb)
        _, data = self._button(f"skald:{verb}:{code}:{version}:{' '.join(words)}"[:100])
        match verb:
            case (
                "choose"
                | "several"
                | "closeup"
                | "plan-care"
                | "plan-line"
                | "plan-next"
                | "plan-shown"
                | "plan-when"
            ):
                count = chance.choice((0, 1, 1, 1, 2, 3))
                chosen = [self._select_value(verb) for _ in range(count)]
                return COMPONENT, {**data, "component_type": SELECT, "values": chosen}
            case _:
                return COMPONENT, data

    def _panel_args(self, verb: str) -> list[str]:
        chance = self._random
        if verb in MOVE_VERBS:
            ahead = chance.choice(([], [], [PLAN_PREFIX], [PLAN_PREFIX, str(chance.randrange(4))]))
            number = [str(chance.randrange(12))] if verb == "page" or verb.startswith("short") else []
            return [*ahead, *number, *self._move_tokens()]
        match verb:
            case "learn":
                return [chance.choice([*GAMES, self.junk()])]
            case "plan-haste":
                return [chance.choice(("yes", "no", self.junk()))]
            case "plan-next":
                return [PLAN_PREFIX, str(chance.randrange(4)), chance.choice(("0", "25", self.junk()))]
            case "plan-line":
                return chance.choice(([], [DEFAULT_LINE], [str(chance.randrange(4))], [self.junk()]))
            case "plan-when":
                return [chance.choice(("0", "25", self.junk()))]
            case _:
                return chance.choice(([], [self.junk()]))

    def _move_tokens(self) -> list[str]:
        """Returns the first tokens of a legal move, all of them, or too many."""
        words = self._random.choice(self.moves or [""]).split()
        cut = self._random.randrange(len(words) + 2)
        return (
            words[:cut]
            if cut <= len(words)
            else [*words, self._random.choice((PLAN_PREFIX, "none", self.junk()))]
        )

    def _select_value(self, verb: str) -> str:
        chance = self._random
        match verb:
            case "plan-care":
                return chance.choice([*STRICTNESS_LABELS, self.junk()])
            case "plan-line":
                return chance.choice((DEFAULT_LINE, str(chance.randrange(4)), self.junk()))
            case "plan-next":
                return chance.choice((*self.moves[-10:], self.junk()))
            case "plan-when":
                return f"{chance.randrange(6)} {chance.choice(self.moves or [''])}"
            case "choose" if chance.random() < 0.3:
                return f"{SHORTCUT_PREFIX}{chance.choice((str(chance.randrange(40)), self.junk()))}"
            case "closeup":
                return chance.choice([*self.values[-50:], self.junk()])
            case _:
                return chance.choice([*self._move_tokens(), *self.values[-10:], self.junk()])

    def _button(self, name: str) -> tuple[int, dict[str, Any]]:
        return COMPONENT, {"custom_id": name, "component_type": BUTTON}

    def select(self) -> tuple[int, dict[str, Any]]:
        """Returns a select with offered or invented values."""
        _, data = self._random.choice((self.seen_component, self.mutated_component))()
        known = self.values or [self.junk()]
        count = self._random.choice((0, 1, 1, 1, 2, 30))
        values = [self._random.choice([self._random.choice(known), self.junk()]) for _ in range(count)]
        return COMPONENT, {**data, "component_type": SELECT, "values": values}

    def form(self) -> tuple[int, dict[str, Any]]:
        """Returns a submitted form with arbitrary fields."""
        _, data = self._random.choice(
            (self.seen_component, self.mutated_component, self.invented_component)
        )()
        fields = [self._random.choice([*self.fields, self.junk()]) for _ in range(self._random.randrange(6))]
        parts = [
            {
                "type": LABEL,
                "id": number,
                "component": {
                    "type": self._random.choice((INPUT, SELECT)),
                    "id": 50 + number,
                    "custom_id": field,
                    **self._random.choice(
                        ({"value": self.junk()}, {"values": [self.junk()]}, {"values": []}, {})
                    ),
                },
            }
            for number, field in enumerate(fields)
        ]
        return FORM, {"custom_id": data["custom_id"], "components": parts}

    def command(self) -> tuple[int, dict[str, Any]]:
        root, path, leaf = self._random.choice(self._leaves)
        options = [
            self._filled_option(option)
            for option in leaf.get("options", ())
            if option.get("required") or self._random.random() < 0.6
        ]
        if self._random.random() < 0.1:
            options.append({"name": self.junk() or "x", "type": TEXT, "value": self.junk()})
        return COMMAND, self._wrapped(root, path, options)

    def autocomplete(self) -> tuple[int, dict[str, Any]]:
        root, path, leaf = self._random.choice(self._leaves)
        texts = [option for option in leaf.get("options", ()) if option.get("autocomplete")]
        if not texts:
            return self.command()
        options = [self._filled_option(option) for option in texts]
        self._random.choice(options)["focused"] = True
        return AUTOCOMPLETE, self._wrapped(root, path, options)

    def unknown_command(self) -> tuple[int, dict[str, Any]]:
        return COMMAND, {"id": "1", "name": self._random.choice(("gone", "lofoten", "table")), "type": 1}

    def _filled_option(self, option: Mapping[str, Any]) -> dict[str, Any]:
        offered = [str(choice["value"]) for choice in option.get("choices", ())]
        known = [*offered, *self.codes, *self.moves[-20:], *self.values[-20:]]
        value = self._random.choice([self._random.choice(known) if known else "", self.junk()])
        if option["type"] == USER:
            return {"name": option["name"], "type": TEXT, "value": value}
        return {"name": option["name"], "type": option["type"], "value": value}

    def _wrapped(
        self, root: Mapping[str, Any], path: Sequence[Mapping[str, Any]], options: list[dict[str, Any]]
    ) -> dict[str, Any]:
        for node in reversed(path):
            options = [{"name": node["name"], "type": node["type"], "options": options}]
        return {"id": str(root["id"]), "name": root["name"], "type": 1, "options": options}


def _leaves(
    command: Mapping[str, Any], path: tuple[Mapping[str, Any], ...]
) -> list[tuple[Mapping[str, Any], tuple[Mapping[str, Any], ...], Mapping[str, Any]]]:
    node = path[-1] if path else command
    children = [option for option in node.get("options", ()) if option["type"] in SUBCOMMANDS]
    if not children:
        return [(command, path, node)]
    return [leaf for child in children for leaf in _leaves(command, (*path, child))]
