"""Texts of a game in one language: moves, events, outcomes, components and rules, for one table."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from bot.i18n.catalogue import find_entry, warn_once
from bot.i18n.formatting import FormatError, Placeholder, RenderValue, format_template, parse_template
from bot.i18n.languages import SOURCE_LANGUAGE
from bot.i18n.values import RenderedText, is_letter, key_part, parse_value, seat_fields, subjects_in
from rules.game import AnyGame, Event, Fact, Move, Outcome, Phrase, ScoreRow, kind_of

if TYPE_CHECKING:
    from bot.i18n.locale import Locale

MAX_ALT_CHARS = 1024
MAX_LABEL_CHARS = 100  # An entry of a select or an autocomplete.
MAX_BUTTON_CHARS = 34  # A phone shows no more of a button's label.
MAX_BUTTON_NAME_CHARS = 12  # A player's name on a button whose label would be too long.
SPOKEN = ".spoken"
"""After the key of an entry that replaces another one for readers without pictures."""
SUBJECT = "{seat} "
"""The beginning of an event's sentence that is about its player."""
BREAK_IN_SENTENCE = re.compile(r"[:;.]\s")
LEADING_ICON = re.compile(r"<:\w+:\d+> ")


class GameText:
    """Formats the catalogue entries of a game, for the players of one table.

    `names` are the players' names by seat. `icon` returns the emoji of a component, or an empty string.
    Each text shows the icon of the first component it names. `spoken` prefers entries with `.spoken` after
    their key, which have words in place of arrows and other signs.
    """

    def __init__(
        self,
        locale: "Locale",
        game: AnyGame,
        names: Sequence[str],
        icon: Callable[[str], str] | None = None,
        *,
        spoken: bool = False,
    ) -> None:
        self.locale = locale
        self._icon = icon
        self._spoken = spoken
        self.game = game
        self.player_names = tuple(names)
        self._domain = game.info.key
        self._seat_fields = seat_fields(game)
        self._player_fields = self._seat_fields | {"winners"}

    @cached_property
    def _with_short_names(self) -> "GameText":
        """Texts with long player names truncated, for buttons."""
        names = tuple(_truncate(name, MAX_BUTTON_NAME_CHARS) for name in self.player_names)
        return GameText(self.locale, self.game, names, spoken=self._spoken)

    @property
    def game_name(self) -> str:
        return self._entry_or_key("game.name")

    @property
    def tagline(self) -> str:
        return self._entry_or_key("game.tagline")

    def event_text(self, event: Event) -> str:
        return self._format_entry(f"event.{event.kind}", _content_fields(event))

    def deed_text(self, event: Event, n: int = 1) -> str:
        """Returns an event without its player, as a clause after the player's name: "sails to D8".

        For `n` similar events in a row, of which this is the last: "sails 3 times, to D8". Empty if the event
        is no clause of this kind, or has no text for several.
        """
        values = _content_fields(event)
        if n > 1:
            return self._first_formattable((f"deed.{event.kind}.many",), {**values, "n": n})[1]
        if text := self._first_formattable((f"deed.{event.kind}",), values)[1]:
            return text
        sentence = self._find_entry(f"event.{event.kind}") or ""
        clause = sentence.removeprefix(SUBJECT).removesuffix(".")
        if not sentence.startswith(SUBJECT) or BREAK_IN_SENTENCE.search(clause):
            return ""
        return self._formatted(clause, values) or ""

    def turn_text(self, label: Phrase | None, number: int) -> str:
        """Returns a turn as the table counts it, or its number in the order of play: "Turn 22 of 48"."""
        if label is None:
            return self.locale.t("Turn {turn}", turn=number)
        return _capitalize(self.phrase_text(label))

    def turn_adverb(self, label: Phrase | None, number: int) -> str:
        """Returns the same inside a sentence: "on turn 22 of 48"."""
        if label is None:
            return self.locale.t("on turn {turn}", turn=number)
        return self.phrase_text(label.model_copy(update={"key": f"{label.key}.on"}))

    def has_phrase(self, key: str) -> bool:
        return self._find_entry(key) is not None

    def phrase_text(self, phrase: Phrase) -> str:
        text = self._format_entry(phrase.key, phrase.values)
        return ", ".join((text, *map(self.phrase_text, phrase.parts)))

    def alt_text(self, phrases: Iterable[Phrase]) -> str:
        """Join the phrases that describe a picture.

        If the text is too long, truncates long names, then drops the last phrases: painters put the least
        important ones last.
        """
        included = [*phrases]
        text = " ".join(map(self.phrase_text, included))
        while len(text) > MAX_ALT_CHARS:
            text = " ".join(map(self._with_short_names.phrase_text, included))
            included.pop()
        return text

    def intent_text(self, move: Move, facts: Mapping[str, Fact]) -> str:
        """Returns the full text of a move, shown before it is confirmed."""
        return self._format_entry(f"intent.{move.kind}", {**facts, **_content_fields(move)})

    def partial_move_text(self, tokens: Sequence[str]) -> str:
        """Describe a move by the first tokens of its notation, without facts from a board or defaults."""
        kind, *given = tokens
        model = next(model for model in self.game.info.moves if kind_of(model) == kind)
        fields = zip(model.choice_fields(), map(parse_value, given), strict=False)
        values = [
            self.value_name(name, value)
            for name, value in fields
            if value is not None and value != model.model_fields[name].default
        ]
        if not values:
            return self.kind_label(kind)
        return self.locale.t("{what}: {values}", what=self.kind_label(kind), values=", ".join(values))

    def standing_order_name(self, key: str) -> str:
        return self._entry_or_key(f"order.{key}")

    def move_label(self, move: Move, facts: Mapping[str, Fact], limit: int = MAX_BUTTON_CHARS) -> str:
        """Returns the label of a whole move. Use `MAX_LABEL_CHARS` as the limit for an entry of a list."""
        key, values = f"label.{move.kind}", {**facts, **_content_fields(move)}
        short = self._with_short_names
        texts = [
            self._format_entry(key, values),
            short._format_entry(key, values),
            short._format_first((f"{key}.short",), values),
        ]
        labels = [self._with_ending(text, values) for text in texts if text is not None]
        fitting = (label for label in (*labels, *filter(None, texts)) if len(label) <= limit)
        return next(fitting, _truncate(labels[-1], limit))

    def _with_ending(self, label: str, values: Mapping[str, object]) -> str:
        """Add what a move ends (the fact `ends`), if the catalogue has an entry for it."""
        key = f"ends.{values.get('ends')}"
        ending = self._format_first((key, f"{key}.bare"), values)
        return label if ending is None else f"{label}, {ending}"

    def kind_label(self, kind: str) -> str:
        return self._entry_or_key(f"move.{kind}")

    def field_question(self, kind: str, field: str) -> str:
        return self._entry_or_key(f"field.{kind}.{field}.about")

    def value_label(self, kind: str, field: str, value: str, facts: Mapping[str, Fact]) -> str:
        """Returns the label of one value of a field; `value` is a token of the move's notation."""
        parsed = parse_value(value)
        text = self._format_first(_value_keys(kind, field, value), {**facts, field: parsed})
        if text is None:
            warn_once(self.locale.language, self._domain, f"no value.{kind}.{field} for {value}")
        label = text or self.value_name(field, parsed)
        return _truncate(label, MAX_LABEL_CHARS)

    def label_subjects(self, move: Move, facts: Mapping[str, Fact]) -> tuple[str | int, ...]:
        """Returns the components and seats on a move's label in order, then the kind of the move."""
        key = f"label.{move.kind}"
        return (*self._subjects((key, f"{key}.bare"), {**facts, **_content_fields(move)}), move.kind)

    def value_subjects(
        self, kind: str, field: str, value: str, facts: Mapping[str, Fact]
    ) -> tuple[str | int, ...]:
        """Returns the components and seats on a value's label in order, then the value itself."""
        keys = _value_keys(kind, field, value)
        return (*self._subjects(keys, {**facts, field: parse_value(value)}), value)

    def owed_text(self, owed: str) -> str:
        return self._entry_or_key(f"owes.{owed}")

    def option_label(self, field: str) -> str:
        return self._entry_or_key(f"option.{field}")

    def option_value_label(self, field: str, value: object) -> str:
        return self._entry_or_key(f"option.{field}.{key_part(value)}")

    def outcome_text(self, outcome: Outcome) -> str:
        t, winners = self.locale.t, outcome.ranking[0] if outcome.ranking else ()
        names = RenderedText(self._names_of(winners))
        match outcome.reason:
            case "resigned":
                reason = t("{who} resigns.", who=self._names_of(outcome.ranking[-1]))
            case "agreed":
                reason = t("The game ends by agreement, without a winner.")
            case "adjudicated":
                reason = t("The month is over: time used decides, then the position.")
            case _:
                reason = self._format_entry(f"outcome.{outcome.reason}", {"winners": names})
        if not winners:
            return reason
        if len(outcome.ranking) == len(winners) == len(outcome.totals) == 1:
            # A voyage has no opponent to win against.
            result = t("{who} comes home with {n} {n:point|points}.", who=names, n=outcome.totals[0])
        else:
            result = self.locale.tn("{who} wins.", "{who} share the victory.", n=len(winners), who=names)
        return f"{reason} {result}"

    def score_category(self, row: ScoreRow) -> str:
        return self._format_entry(f"score.{row.category}", {"about": row.about})

    def topic_titles(self) -> list[tuple[str, str]]:
        """Returns (key, title) of each chapter of the help, in reading order."""
        return [(key, self._entry_or_key(f"topic.{key}.title")) for key in self.game.topics]

    def topic_page(self, key: str) -> tuple[str, str]:
        return self._entry_or_key(f"topic.{key}.title"), self._entry_or_key(f"topic.{key}.body")

    def topic_for_kinds(self, kinds: Iterable[str]) -> str | None:
        """Returns the chapter that explains the first of these kinds of move that has one."""
        chapters = self.game.topics.items()
        return next((key for kind in kinds for key, explained in chapters if kind in explained), None)

    def component_names(self) -> list[tuple[str, str]]:
        """Returns (key, name) of every card and piece."""
        language = self.locale.language
        return [(key, _capitalize(name.text(language))) for key, name in self.game.names.items()]

    def component_help(self, key: str) -> tuple[str, str]:
        """Returns the name of a card or piece, and the text on what it does."""
        name = _capitalize(self.game.names[key].text(self.locale.language))
        return name, self._format_entry(f"piece.{key}", self.game.printed_values(key))

    def hint_text(self, kind: str) -> str | None:
        return self._find_entry(f"hint.{kind}")

    def lesson_text(self, step: str) -> str:
        return self._entry_or_key(f"lesson.{step}")

    def voyage_text(self, rounds: int) -> str:
        return self._format_entry("voyage", {"n": rounds})

    def part_name(self, key: str) -> str:
        """Returns the caption of a part of a picture."""
        return _capitalize(self._entry_or_key(f"part.{key}"))

    def closeup_name(self, key: str) -> str:
        return self._entry_or_key(f"closeup.{key}")

    def _format_entry(self, key: str, values: Mapping[str, object]) -> str:
        """Format an entry or its `.bare` variant. Falls back to the key and the values."""
        text = self._format_first((key, f"{key}.bare"), values)
        if text is not None:
            return text
        warn_once(self.locale.language, self._domain, f"no {key} for {', '.join(values)}")
        rendered = ", ".join(self.value_name(name, value) for name, value in values.items())
        return f"{_key_as_text(key)}: {rendered}" if rendered else _key_as_text(key)

    def _format_first(self, keys: Iterable[str], values: Mapping[str, object]) -> str | None:
        """Format the first entry whose values are all known. Returns None if there is none."""
        template, formatted = self._first_formattable(keys, values)
        if template is None:
            return None
        first = next(iter(parse_template(template)), "")
        opens_with_thing = isinstance(first, Placeholder) and first.name not in self._player_fields
        return _capitalize(formatted) if opens_with_thing else formatted

    def _first_formattable(self, keys: Iterable[str], values: Mapping[str, object]) -> tuple[str | None, str]:
        """Returns the first entry whose values are all known, as template and formatted, or (None, "")."""
        for text in filter(None, map(self._find_entry, keys)):
            if (formatted := self._formatted(text, values)) is not None:
                return text, formatted
        return None, ""

    def _formatted(self, template: str, values: Mapping[str, object]) -> str | None:
        """Format a template. Returns None if one of its values is unknown."""
        render = _IconInserter(self.value_name, self._icon) if self._icon else self.value_name
        try:
            return format_template(
                template, values, render, is_one=self.locale.is_singular, elide=self.locale.elide
            )
        except FormatError:
            return None

    def _subjects(self, keys: Iterable[str], values: Mapping[str, object]) -> Iterator[str | int]:
        """Yields the subjects of an entry: components and seats in order, then the names of counts."""
        text, _ = self._first_formattable(keys, values)
        names = [part.name for part in parse_template(text or "") if isinstance(part, Placeholder)]
        for name in names:
            value = values[name]
            if not isinstance(value, int) or name in self._seat_fields:
                yield from subjects_in(value)
        for name in names:
            if isinstance(values[name], int) and name not in self._seat_fields:
                yield from (name, name.removesuffix("s"))

    def value_name(self, field: str, value: object, one: bool = True) -> str:
        """Returns the text of a single value, such as a component, a player, a success or a title."""
        if isinstance(value, int) and not isinstance(value, bool):
            return self._name_of(value) if field in self._seat_fields else str(value)
        if isinstance(value, tuple | frozenset):
            return self.locale.join_list(self.value_name(field, item) for item in value)
        if isinstance(value, RenderedText):
            return value
        key = key_part(value)
        if text := self._find_entry(f"word.{field}.{key}"):
            return text
        if named := self.game.names.get(key):
            return named.text(self.locale.language, one=one)
        if is_letter(key):
            return key.upper()
        warn_once(self.locale.language, self._domain, f"no word.{field}.{key}")
        return key.replace("_", " ")

    def _names_of(self, seats: Iterable[int]) -> str:
        return self.locale.join_list(self._name_of(seat) for seat in seats)

    def _name_of(self, seat: int) -> str:
        return self.player_names[seat] if 0 <= seat < len(self.player_names) else str(seat + 1)

    def _find_entry(self, key: str) -> str | None:
        keys = (f"{key}{SPOKEN}", key) if self._spoken else (key,)
        for language in (self.locale.language, SOURCE_LANGUAGE):
            for each in keys:
                if found := find_entry(language, self._domain, each):
                    return found
        return None

    def _entry_or_key(self, key: str) -> str:
        text = self._find_entry(key)
        if text is None:
            warn_once(self.locale.language, self._domain, f"no {key}")
        return text or _key_as_text(key)


class _IconInserter:
    """Renders values, with an icon before the first one that has one."""

    def __init__(self, render: RenderValue, icon: Callable[[str], str]) -> None:
        self._render = render
        self._icon = icon
        self._done = False

    def __call__(self, field: str, value: object, one: bool) -> str:
        text = self._render(field, value, one)
        keys = () if self._done else (key for key in subjects_in(value) if isinstance(key, str))
        icon = next(filter(None, map(self._icon, keys)), "")
        self._done = self._done or bool(icon)
        return f"{icon} {text}" if icon else text


def _value_keys(kind: str, field: str, value: str) -> tuple[str, str, str]:
    key = f"value.{kind}.{field}"
    return f"{key}.{key_part(value)}", key, f"{key}.bare"


def _content_fields(model: Event | Move) -> dict[str, object]:
    return {name: value for name, value in model if name not in {"kind", "audience"}}


def _key_as_text(key: str) -> str:
    """Returns a readable form of a key, as a fallback for a missing entry."""
    return _capitalize(key.partition(".")[2].replace(".", " ").replace("_", " "))


def _truncate(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _capitalize(text: str) -> str:
    icon = LEADING_ICON.match(text)
    start = icon.end() if icon else 0
    return text[:start] + text[start : start + 1].upper() + text[start + 1 :]
