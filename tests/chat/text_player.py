"""A player who knows a game only from texts and labels, in any language: no views, no state, no pictures.

It knows the rules as a person does: by the sentences of the catalogue it tells what an answer does. It takes
the most points that an answer names, then the answer that its game's list of good deeds names first.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bot.i18n import locale_for
from bot.i18n.catalogue import find_entry
from tests.chat.components import walk_components
from tests.chat.discord_driver import alt_texts, text_of

GOOD_DEEDS = {
    "lofoten": (
        *("shortcut.store_two", "shortcut.store", "intent.store", "intent.unload"),
        *("shortcut.load_two", "shortcut.load", "intent.load", "label.centre", "shortcut.order"),
    ),
    "borealis": (
        *("intent.take", "shortcut.observe_flag", "shortcut.observe_same_flag", "shortcut.observe_twin_flag"),
        *("shortcut.observe", "shortcut.observe_same", "shortcut.observe_twin"),
    ),
    "shipwrights": (
        *("intent.finish", "shortcut.ship", "shortcut.finish", "intent.lay", "intent.hire", "intent.buy"),
        "shortcut.all",
    ),
    "explorers": (
        *("shortcut.raid", "shortcut.deliver", "shortcut.outpost", "shortcut.attack", "shortcut.fetch_home"),
        *("shortcut.fetch_sail", "shortcut.fetch", "shortcut.landing_boarded", "shortcut.landing"),
        "intent.march",
    ),
}
"""Catalogue keys of what is worth doing, the best first."""
LAST_RESORTS = {
    "lofoten": (),
    "borealis": ("intent.refresh", "move.regroup"),
    "shipwrights": ("intent.end",),
    "explorers": ("intent.end", "move.redraw"),
}
TOOLS = ("See the board", "More…", "Undo", "Back", "Prepare my turn", "I'm back")
_PART = re.compile(r"([^{]*)(?:\{(\w+)(:[^}]*)?\})?")


@dataclass(frozen=True)
class Screen:
    """All that a message says: its texts, the labels of what can be tapped, and alt texts of pictures."""

    text: str
    buttons: tuple[str, ...]
    options: tuple[str, ...]
    alt_texts: tuple[str, ...]

    @classmethod
    def of(cls, message: Any) -> "Screen":
        buttons, options = [], []
        for part in walk_components(message):
            if part.get("type") == 2 and not part.get("disabled"):
                buttons.append(part["label"])
            options += [option["label"] for option in part.get("options", ())]
        return cls(text_of(message), tuple(buttons), tuple(options), tuple(alt_texts(message)))


def sentence_pattern(template: str) -> re.Pattern[str]:
    """Returns a pattern that finds a sentence of the catalogue, whatever its values are."""
    pattern, names = "", set[str]()
    for text, name, forms in _PART.findall(template):
        pattern += re.escape(text)
        if forms and "|" in forms:
            pattern += f"(?:{'|'.join(map(re.escape, forms[1:].split('|')))})"
        elif name:
            pattern += ".+?" if name in names else f"(?P<{name}>.+?)"
            names.add(name)
    return re.compile(pattern, re.IGNORECASE)


@dataclass
class TextPlayer:
    """Chooses what to tap on a screen."""

    key: str
    language: str
    random: Random
    text: str = field(default="", init=False)

    def __post_init__(self) -> None:
        t = locale_for(self.language).t
        self._good, self._last = (
            [pattern for key in deeds[self.key] for pattern in self._sentences(key)]
            for deeds in (GOOD_DEEDS, LAST_RESORTS)
        )
        self._tools = {t(tool) for tool in TOOLS}
        self._confirm = t("Confirm")
        marks = (
            t("{what}: +{n} {n:point|points}", what="", n=2),
            t("{what}: up to +{n} {n:point|points}", what="", n=2),
        )
        self._gain, self._hope = (
            re.compile(re.escape(mark.split("+2")[0]).replace("\\ ", r"\s") + r"\+(\d+)\s") for mark in marks
        )

    def _sentences(self, key: str) -> Iterator[re.Pattern[str]]:
        """Yields the pattern of the sentence with this key that readers without pictures get."""
        for variant in (f"{key}.spoken", key):
            if found := find_entry(self.language, self.key, variant):
                yield sentence_pattern(found)
                return

    def choose(self, screen: Screen) -> str | None:
        """Returns the label to tap, or None if nothing is asked."""
        self.text = screen.text or self.text
        confirm = [label for label in screen.buttons if label.startswith(self._confirm)]
        answers = [label for label in (*screen.buttons, *screen.options) if label not in self._tools]
        if confirm or not answers:
            return confirm[0] if confirm else None
        return self._best(answers)

    def _best(self, answers: Sequence[str]) -> str:
        worth = {label: self._worth(label) for label in answers}
        best = max(worth.values())
        return self.random.choice([label for label in answers if worth[label] == best])

    def _worth(self, label: str) -> tuple[float, int, int]:
        """Returns the points that a label promises, the rank of what it does, and how much of it."""
        if any(pattern.search(label) for pattern in self._last):
            return -9, 0, 0
        gain = self._gain.search(label)
        points = float(gain[1]) if gain else 0.5 if self._hope.search(label) else 0.0
        for rank, pattern in enumerate(self._good):
            if found := pattern.search(label):
                return points, len(self._good) - rank, self._amount(found)
        return points, 0, 0

    def _amount(self, found: re.Match[str]) -> int:
        """Returns the first number of a deed; of an animal to take, on how many sites it is on top."""
        if animal := found.groupdict().get("animal"):
            return len(re.findall(rf"\b{re.escape(animal)}\.", self.text, re.IGNORECASE))
        number = re.search(r"\d+", found[0])
        return int(number[0]) if number else 0


async def tap(actor: Any, message: Any, label: str) -> Any:
    """Tap the button, or choose the entry of a list, that has this label. Returns the response."""
    for part in walk_components(message):
        if part.get("type") == 2 and part.get("label") == label and not part.get("disabled"):
            return (await actor.click(message.message, custom_id=part["custom_id"])).response
        for option in part.get("options", ()):
            if option["label"] == label:
                chosen = await actor.select(message.message, [option["value"]], custom_id=part["custom_id"])
                return chosen.response
    raise AssertionError(f"nothing is called {label}")
