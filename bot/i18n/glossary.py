"""Writes the glossary of `docs/style.md`: the names of all cards and pieces, a column per language.

Run as `python -m bot.i18n.glossary` after a change of `components.toml` or with a new language.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from bot.i18n.languages import LANGUAGES, language_names
from rules import GAMES
from rules.game import AnyGame

STYLE_PAGE = Path(__file__).parents[2] / "docs" / "style.md"
START, END = "<!-- glossary -->\n", "<!-- end of glossary -->"
NUMBERED_KEY = re.compile(r".*_\d+")


def main(page: Path = STYLE_PAGE) -> None:
    page.write_text(with_glossary(page.read_text(encoding="utf-8")), encoding="utf-8")


def with_glossary(text: str) -> str:
    """Returns the text of the page with a new glossary between its two marks."""
    before, start, rest = text.partition(START)
    _, end, after = rest.partition(END)
    if not (start and end):
        raise ValueError("the page has no marks for the glossary")
    return before + start + "\n" + "\n".join(glossary_lines()) + "\n" + end + after


def glossary_lines() -> Iterator[str]:
    names = language_names()
    for game in GAMES.values():
        yield f"### {game.info.key.capitalize()}"
        yield ""
        yield f"| {' | '.join(names[language] for language in LANGUAGES)} |"
        yield "|" + "---|" * len(LANGUAGES)
        yield from dict.fromkeys(_rows(game))
        yield ""


def _rows(game: AnyGame) -> Iterator[str]:
    """Yields a row per component, without those that only count, such as tiles by their number."""
    for key, name in game.names.items():
        if not NUMBERED_KEY.fullmatch(key):
            yield f"| {' | '.join(name.text(language) for language in LANGUAGES)} |"


if __name__ == "__main__":
    main()
