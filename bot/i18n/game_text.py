"""A game in words: its moves, events, outcomes, pieces and rules, told at a table in one language."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from bot.i18n.catalogue import entry, report
from bot.i18n.formatting import Placeholder, Render, Unfillable, fill, parts
from bot.i18n.languages import SOURCE
from bot.i18n.values import Said, is_letter, named_in, read_value, seat_fields, word_of
from rules.game import AnyGame, Event, Fact, Move, Outcome, Phrase, ScoreRow, kind_of, printed

if TYPE_CHECKING:
    from bot.i18n.locale import Locale

PICTURE = 1024
"""The longest words for a picture."""
LABEL = 100
"""The longest entry of a select or an autocomplete."""
BUTTON, NAME_ON_BUTTON = 34, 12
"""The longest label of a button, and of a person's name on it where the whole would be longer."""
LEADING_ICON = re.compile(r"<:\w+:\d+> ")


class GameText:
    """A game's words in one language, at a table where these people sit.

    `icon` gives the emoji of a component, if there is one, for the first that a sentence speaks of.
    """

    def __init__(
        self, locale: "Locale", game: AnyGame, names: Sequence[str], icon: Callable[[str], str] | None = None
    ) -> None:
        self.locale = locale
        self._icon = icon
        self.game = game
        self.people = tuple(names)
        self._domain = game.info.key
        self._seats = seat_fields(game)
        self._people_fields = self._seats | {"winners"}

    @cached_property
    def _brief(self) -> "GameText":
        """The same words with long names cut short, for a button."""
        return GameText(self.locale, self.game, tuple(_cut(name, NAME_ON_BUTTON) for name in self.people))

    @property
    def game_name(self) -> str:
        return self._entry("game.name")

    @property
    def tagline(self) -> str:
        return self._entry("game.tagline")

    def event(self, event: Event) -> str:
        return self._tell(f"event.{event.kind}", _values(event))

    def phrase(self, phrase: Phrase) -> str:
        return self._tell(phrase.key, phrase.values)

    def described(self, phrases: Iterable[Phrase]) -> str:
        """A picture in words. Where they would be too many, long names are cut short, then what matters least
        is left out: painters say it last."""
        told = [*phrases]
        text = " ".join(map(self.phrase, told))
        while len(text) > PICTURE:
            text = " ".join(map(self._brief.phrase, told))
            told.pop()
        return text

    def intent(self, move: Move, facts: Mapping[str, Fact]) -> str:
        """The whole move, before it is confirmed."""
        return self._tell(f"intent.{move.kind}", {**facts, **_values(move)})

    def ordered(self, words: Sequence[str]) -> str:
        """A move by the first words of its notation, whatever the board will be like."""
        kind, *given = words
        model = next(model for model in self.game.info.moves if kind_of(model) == kind)
        fields = zip(model.asked(), map(read_value, given), strict=False)
        values = [self.word(name, value) for name, value in fields if value is not None]
        if not values:
            return self.kind(kind)
        return self.locale.t("{what}: {values}", what=self.kind(kind), values=", ".join(values))

    def standing(self, key: str) -> str:
        """One of the game's own standing orders."""
        return self._entry(f"order.{key}")

    def label(self, move: Move, facts: Mapping[str, Fact], limit: int = BUTTON) -> str:
        """The whole move, short enough for a button, or for an entry of a list (`LABEL`)."""
        key, values = f"label.{move.kind}", {**facts, **_values(move)}
        label = self._tell(key, values)
        if len(label) > limit:
            label = self._brief._tell(key, values)
        return _cut(label, limit)

    def kind(self, kind: str) -> str:
        return self._entry(f"move.{kind}")

    def question(self, kind: str, field: str) -> str:
        return self._entry(f"field.{kind}.{field}.about")

    def value(self, kind: str, field: str, value: str, facts: Mapping[str, Fact]) -> str:
        """One entry of a choice; the value is written as in the notation of the move."""
        meant = read_value(value)
        said = self._said(_value_keys(kind, field, value), {**facts, field: meant})
        if said is None:
            report(self.locale.language, self._domain, f"no value.{kind}.{field} for {value}")
        label = said or self._render(field, meant)
        return _cut(label, LABEL)

    def label_speaks_of(self, move: Move, facts: Mapping[str, Fact]) -> tuple[str | int, ...]:
        """The components and seats on that label, the first named first, then the kind of the move."""
        key = f"label.{move.kind}"
        return (*self._subjects((key, f"{key}.bare"), {**facts, **_values(move)}), move.kind)

    def value_speaks_of(
        self, kind: str, field: str, value: str, facts: Mapping[str, Fact]
    ) -> tuple[str | int, ...]:
        """The same of an entry of a choice, then the value itself."""
        keys = _value_keys(kind, field, value)
        return (*self._subjects(keys, {**facts, field: read_value(value)}), value)

    def owes(self, owed: str) -> str:
        return self._entry(f"owes.{owed}")

    def option(self, field: str) -> str:
        return self._entry(f"option.{field}")

    def option_value(self, field: str, value: object) -> str:
        return self._entry(f"option.{field}.{word_of(value)}")

    def outcome(self, outcome: Outcome) -> str:
        """Why the game ended and who won it."""
        winners = outcome.ranking[0] if outcome.ranking else ()
        names = Said(self._people(winners))
        if outcome.reason == "resigned":
            reason = self.locale.t("{who} gives up.", who=self._people(outcome.ranking[-1]))
        elif outcome.reason == "agreed":
            reason = self.locale.t("The game ends by agreement, without a winner.")
        elif outcome.reason == "adjudicated":
            reason = self.locale.t("The month is over: time used decides, then how the game stands.")
        else:
            reason = self._tell(f"outcome.{outcome.reason}", {"winners": names})
        if not winners:
            return reason
        if len(outcome.ranking) == len(winners) == 1 and len(outcome.totals) == 1:
            home = self.locale.t(
                "{who} comes home with {n} {n:point|points}.", who=names, n=outcome.totals[0]
            )
            return f"{reason} {home}"  # there was nobody to win against
        result = self.locale.tn("{who} wins.", "{who} share the victory.", n=len(winners), who=names)
        return f"{reason} {result}"

    def category(self, row: ScoreRow) -> str:
        return self._tell(f"score.{row.category}", {"about": row.about})

    def word(self, field: str, value: object) -> str:
        """A word of this game that stands alone: the name of a success, of a title."""
        return self._render(field, value)

    def topics(self) -> list[tuple[str, str]]:
        """The chapters of the help, each with its title, in reading order."""
        return [(key, self._entry(f"topic.{key}.title")) for key in self.game.info.topics]

    def topic(self, key: str) -> tuple[str, str]:
        return self._entry(f"topic.{key}.title"), self._entry(f"topic.{key}.body")

    def topic_for(self, kinds: Iterable[str]) -> str | None:
        """The chapter that explains the decision at hand: the first of these kinds that has one."""
        chapters = self.game.info.topics.items()
        return next((key for kind in kinds for key, explained in chapters if kind in explained), None)

    def pieces(self) -> list[tuple[str, str]]:
        language = self.locale.language
        return [(key, _capital(name.say(language))) for key, name in self.game.names.items()]

    def piece(self, key: str) -> tuple[str, str]:
        """The name of a card or piece, and what it does."""
        name = _capital(self.game.names[key].say(self.locale.language))
        return name, self._tell(f"piece.{key}", printed(self.game, key))

    def hint(self, kind: str) -> str | None:
        return self._find(f"hint.{kind}")

    def lesson(self, step: str) -> str:
        return self._entry(f"lesson.{step}")

    def voyage(self, rounds: int) -> str:
        """What the end of a duel is about, of which so many rounds are left."""
        return self._tell("voyage", {"n": rounds})

    def part(self, key: str) -> str:
        """What a part of a picture is called."""
        return _capital(self._entry(f"part.{key}"))

    def closeup(self, key: str) -> str:
        """What else can be looked at."""
        return self._entry(f"closeup.{key}")

    def _tell(self, key: str, values: Mapping[str, object]) -> str:
        said = self._said((key, f"{key}.bare"), values)
        if said is not None:
            return said
        report(self.locale.language, self._domain, f"no {key} for {', '.join(values)}")
        told = ", ".join(self._render(name, value) for name, value in values.items())
        return f"{_plain(key)}: {told}" if told else _plain(key)

    def _said(self, keys: Iterable[str], values: Mapping[str, object]) -> str | None:
        """The first of these entries that asks for nothing but what is known."""
        text, said = self._chosen(keys, values)
        if text is None:
            return None
        first = next(iter(parts(text)), "")
        opens_with_thing = isinstance(first, Placeholder) and first.name not in self._people_fields
        return _capital(said) if opens_with_thing else said

    def _chosen(self, keys: Iterable[str], values: Mapping[str, object]) -> tuple[str | None, str]:
        """That entry, and the same filled in."""
        for text in filter(None, map(self._find, keys)):
            render = self._render if self._icon is None else _Illustrated(self._render, self._icon)
            try:
                return text, fill(text, values, render, is_one=self.locale.is_one)
            except Unfillable:
                continue
        return None, ""

    def _subjects(self, keys: Iterable[str], values: Mapping[str, object]) -> Iterator[str | int]:
        """What an entry speaks of: things and people in their order, then what is only counted."""
        text, _ = self._chosen(keys, values)
        names = [part.name for part in parts(text or "") if isinstance(part, Placeholder)]
        for name in names:
            value = values[name]
            if not isinstance(value, int) or name in self._seats:
                yield from named_in(value)
        for name in names:
            if isinstance(values[name], int) and name not in self._seats:
                yield from (name, name.removesuffix("s"))

    def _render(self, field: str, value: object, one: bool = True) -> str:
        if isinstance(value, int) and not isinstance(value, bool):
            return self._person(value) if field in self._seats else str(value)
        if isinstance(value, tuple | frozenset):
            return self.locale.listed(self._render(field, item) for item in value)
        if isinstance(value, Said):
            return value
        word = word_of(value)
        if said := self._find(f"word.{field}.{word}"):
            return said
        if named := self.game.names.get(word):
            return named.say(self.locale.language, one=one)
        if is_letter(word):
            return word.upper()
        report(self.locale.language, self._domain, f"no word.{field}.{word}")
        return word.replace("_", " ")

    def _people(self, seats: Iterable[int]) -> str:
        return self.locale.listed(self._person(seat) for seat in seats)

    def _person(self, seat: int) -> str:
        return self.people[seat] if 0 <= seat < len(self.people) else str(seat + 1)

    def _find(self, key: str) -> str | None:
        return entry(self.locale.language, self._domain, key) or entry(SOURCE, self._domain, key)

    def _entry(self, key: str) -> str:
        text = self._find(key)
        if text is None:
            report(self.locale.language, self._domain, f"no {key}")
            return _plain(key)
        return text


class _Illustrated:
    """Puts an icon before the first thing of one sentence that has one."""

    def __init__(self, render: Render, icon: Callable[[str], str]) -> None:
        self._render = render
        self._icon = icon
        self._done = False

    def __call__(self, field: str, value: object, one: bool) -> str:
        said = self._render(field, value, one)
        icons = (
            ()
            if self._done
            else filter(None, (self._icon(key) for key in named_in(value) if isinstance(key, str)))
        )
        icon = next(iter(icons), "")
        self._done = self._done or bool(icon)
        return f"{icon} {said}" if icon else said


def _value_keys(kind: str, field: str, value: str) -> tuple[str, str, str]:
    key = f"value.{kind}.{field}"
    return f"{key}.{word_of(value)}", key, f"{key}.bare"


def _values(record: Event | Move) -> dict[str, object]:
    return {name: value for name, value in record if name not in {"kind", "audience"}}


def _plain(key: str) -> str:
    """What is said for an entry that nobody wrote."""
    return _capital(key.partition(".")[2].replace(".", " ").replace("_", " "))


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _capital(text: str) -> str:
    icon = LEADING_ICON.match(text)
    start = icon.end() if icon else 0
    return text[:start] + text[start : start + 1].upper() + text[start + 1 :]
