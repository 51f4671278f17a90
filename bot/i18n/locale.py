"""Translates Skald's own texts and formats values for one language."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import cache

import babel
from babel.dates import format_datetime, format_timedelta
from babel.lists import format_list

from bot.i18n.catalogue import SKALD_DOMAIN, translations, warn_once
from bot.i18n.formatting import FormatError, format_template
from bot.i18n.game_text import GameText
from bot.i18n.languages import language_for
from bot.i18n.typography import FIRST_OF_MONTH, elide, typeset
from rules.game import AnyGame


def N_(text: str) -> str:  # noqa: N802 - the usual name with gettext
    """Mark a text for extraction where it is defined; `Locale.t` translates it where it is used."""
    return text


def locale_for(locale: str | None) -> "Locale":
    """Returns the cached Locale for a Discord locale such as `en-GB`."""
    return _cached_locale(language_for(locale))


@cache
def _cached_locale(language: str) -> "Locale":
    return Locale(language)


class Locale:
    """Texts and formats of one language (gettext and Babel)."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._locale = babel.Locale(language)

    def t(self, text: str, /, **values: object) -> str:
        """Translate a text and insert the values (gettext)."""
        translated = translations(self.language, SKALD_DOMAIN).gettext(text)
        return self._format(translated, text, values)

    def tn(self, one: str, many: str, /, *, n: int, **values: object) -> str:
        """Translate a text whose form depends on the number `n` (ngettext)."""
        translated = translations(self.language, SKALD_DOMAIN).ngettext(one, many, n)
        return self._format(translated, one if n == 1 else many, {"n": n, **values})

    def join_list(self, items: Iterable[str]) -> str:
        """Join items as an enumeration of this language: a, b and c."""
        return format_list(tuple(items), locale=self._locale)

    def percent(self, number: int) -> str:
        return self.t("{n}%", n=number)

    def duration(self, milliseconds: int) -> str:
        """Format a duration in its largest fitting unit: 2 days, 5 hours, at least a minute."""
        duration = max(timedelta(milliseconds=milliseconds), timedelta(minutes=1))
        return format_timedelta(duration, granularity="minute", threshold=1.5, locale=self._locale)

    def date(self, at: date, pattern: str) -> str:
        """Format a date or a time by a pattern of Babel, with the day as this language writes it.

        >>> [locale_for(language).date(date(2026, 12, 1), "EEEE d MMMM") for language in ("de", "fr")]
        ['Dienstag, 1. Dezember', 'mardi 1er décembre']
        """
        if "d." in self._locale.datetime_skeletons["MMMMd"].pattern:
            pattern = pattern.replace("EEEE d", "EEEE, d").replace("d M", "d. M")
        elif at.day == 1 and (first := FIRST_OF_MONTH.get(self.language)):
            pattern = pattern.replace("d M", f"'{first}' M")
        return format_datetime(at, pattern, locale=self._locale)

    def is_singular(self, number: int) -> bool:
        """True if this language uses the singular for `number`."""
        return self._locale.plural_form(abs(number)) == "one"

    def elide(self, before: str, value: str) -> str:
        """Returns the text before an inserted value, with the elision this language asks for."""
        return elide(self.language, before, value)

    def game_text(
        self,
        game: AnyGame,
        names: Sequence[str],
        *,
        icon: Callable[[str], str] | None = None,
        spoken: bool = False,
    ) -> GameText:
        return GameText(self, game, names, icon, spoken=spoken)

    def _format(self, text: str, source: str, values: Mapping[str, object]) -> str:
        for attempt in (text, source):
            try:
                return format_template(
                    typeset(self.language, attempt),
                    values,
                    lambda _, value, __: str(value),
                    is_one=self.is_singular,
                    elide=self.elide,
                )
            except FormatError as problem:
                warn_once(self.language, SKALD_DOMAIN, str(problem))
        return source
