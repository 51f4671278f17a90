"""Skald's own sentences, in the reader's language."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from functools import cache

import babel
from babel.dates import format_timedelta
from babel.lists import format_list

from bot.i18n.catalogue import OWN, report, translations
from bot.i18n.formatting import Unfillable, fill
from bot.i18n.game_text import GameText
from bot.i18n.languages import language_of
from rules.game import AnyGame


def N_(text: str) -> str:  # noqa: N802 - the usual name with gettext
    """Mark a sentence for the catalogue where it is only named, to be said elsewhere."""
    return text


def locale_for(locale: str | None) -> "Locale":
    """The words for a Discord locale."""
    return _words(language_of(locale))


@cache
def _words(language: str) -> "Locale":
    return Locale(language)


class Locale:
    """One language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._locale = babel.Locale(language)

    def t(self, text: str, /, **values: object) -> str:
        translated = translations(self.language, OWN).gettext(text)
        return self._filled(translated, text, values)

    def tn(self, one: str, many: str, /, *, n: int, **values: object) -> str:
        """A sentence whose form depends on the number `n`."""
        translated = translations(self.language, OWN).ngettext(one, many, n)
        return self._filled(translated, one if n == 1 else many, {"n": n, **values})

    def listed(self, items: Iterable[str]) -> str:
        """Several things in a row: a, b and c."""
        return format_list(tuple(items), locale=self._locale)

    def span(self, milliseconds: int) -> str:
        """How long something takes, in the largest unit that says it well: 2 days, 5 hours."""
        return format_timedelta(timedelta(milliseconds=milliseconds), threshold=1.5, locale=self._locale)

    def is_one(self, number: int) -> bool:
        """Whether this language has so many in the singular."""
        return self._locale.plural_form(abs(number)) == "one"

    def game_text(
        self, game: AnyGame, names: Sequence[str], *, icon: Callable[[str], str] | None = None
    ) -> GameText:
        return GameText(self, game, names, icon)

    def _filled(self, text: str, source: str, values: Mapping[str, object]) -> str:
        for attempt in (text, source):
            try:
                return fill(attempt, values, lambda _, value, __: str(value), is_one=self.is_one)
            except Unfillable as problem:
                report(self.language, OWN, str(problem))
        return source
