"""Writes the documents that are made from the code: `python -m bot.app.documents`.

Whole files are the pages of the games and `.env.example`. In other documents, the text between
`<!-- begin: NAME -->` and `<!-- end: NAME -->` is replaced.
"""

import re
import tomllib
from argparse import _SubParsersAction
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import bot.chat.features  # noqa: F401 - declares all commands
from bot.app import gallery
from bot.app.command_line import build_parser
from bot.app.settings import Settings, environment_name
from bot.chat.interactions.commands import COMMAND_ORDER, COMMANDS, GAME_GROUPS, NEW
from bot.i18n import LANGUAGES, N_, SOURCE_LANGUAGE, GameText, Locale, locale_for
from bot.i18n.languages import language_names
from render import PAINTERS
from rules import GAMES
from rules.game import AnyGame

ROOT = Path(__file__).parents[2]
UNCERTAIN = ("source", "inferred", "reconstructed")
"""Origins of values that are not printed in a rulebook."""
HEADINGS = {
    "board": N_("The table"),
    "legend": N_("What is what"),
    "hand": N_("Your hand"),
    "question": N_("A decision, with numbered answers"),
    "score": N_("The final score"),
}
NUMBERED_KEY = re.compile(r".*_\d+")
COMMAND_NOTE = "<!-- Made by python -m bot.app.documents. -->"


def generate(root: Path) -> dict[Path, str]:
    """Returns the text of every document that is made from the code, by its path."""
    documents = {root / ".env.example": env_example()}
    regions = {
        root / "docs" / "settings.md": {"settings": settings_table()},
        root / "docs" / "command-line.md": {"commands": command_table()},
        root / "docs" / "values.md": {"values": values_table()},
        root / "docs" / "style.md": {"glossary": glossary()},
    }
    for language in LANGUAGES:
        locale = locale_for(language)
        regions[guide_path(root, language)] = {"commands": slash_command_table(locale)}
        for key, game in GAMES.items():
            documents[game_page_path(root, key, language)] = game_page(game, locale)
    for path, texts in regions.items():
        documents[path] = replace_regions(path.read_text(encoding="utf-8"), texts)
    return documents


def guide_path(root: Path, language: str) -> Path:
    suffix = "" if language == SOURCE_LANGUAGE else f".{language}"
    return root / "docs" / f"guide{suffix}.md"


def game_page_path(root: Path, key: str, language: str) -> Path:
    return root / "docs" / "games" / f"{key}.{language}.md"


def replace_regions(text: str, texts: Mapping[str, str]) -> str:
    """Replace the marked regions of a document.

    >>> replace_regions("<!-- begin: x -->old<!-- end: x -->", {"x": "new"})
    '<!-- begin: x -->\\nnew\\n<!-- end: x -->'
    """
    for name, content in texts.items():
        begin, end = f"<!-- begin: {name} -->", f"<!-- end: {name} -->"
        head, _, rest = text.partition(begin)
        if end not in rest:
            raise ValueError(f"there is no region {name}")
        text = f"{head}{begin}\n{content.strip()}\n{end}{rest.partition(end)[2]}"
    return text


def table(headings: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    lines = [headings, tuple("---" for _ in headings), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def settings_table() -> str:
    def rows() -> Iterator[tuple[str, ...]]:
        for name, field in Settings.model_fields.items():
            default = "" if field.default is None or field.is_required() else f"`{field.default}`"
            shown = default if field.default_factory is None else ""
            yield f"`{environment_name(name)}`", str(field.title), shown

    return table(("setting", "what it does", "default"), rows())


def env_example() -> str:
    """Returns an `.env` with every setting, all but the token commented out."""
    lines = [
        "# Copy to .env and fill in. All settings are optional; without a token Skald runs in its harbour.",
        "# Made by python -m bot.app.documents from bot/app/settings.py.",
    ]
    for name, field in Settings.model_fields.items():
        example = (field.examples or [field.default])[0]
        setting = f"{environment_name(name)}={'' if example is None else example}"
        lines += ["", f"# {field.title}", setting if name == "token" else f"#{setting}"]
    lines += [
        "",
        "# With compose.postgres.yaml: a password of letters and digits, and both files for docker compose.",
        "#POSTGRES_PASSWORD=",
        "#COMPOSE_FILE=compose.yaml:compose.postgres.yaml",
    ]
    return "\n".join(lines) + "\n"


def command_table() -> str:
    """Returns the commands of `skald` with their arguments, as `--help` explains them."""
    parser = build_parser()
    (commands,) = (action for action in parser._actions if isinstance(action, _SubParsersAction))
    helps = {choice.dest: choice.help for choice in commands._get_subactions()}

    def rows() -> Iterator[tuple[str, ...]]:
        yield "`skald`", "run: on Discord with a token, else in the harbour"
        for action in parser._actions:
            if action.option_strings and action.dest != "help":
                yield f"`skald {action.option_strings[-1]}`", str(action.help)
        for name, sub in commands.choices.items():
            if name in helps:
                usage = " ".join(sub.format_usage().replace(" [-h]", "").split()[1:])
                yield f"`{usage}`", str(helps[name])

    return table(("command", "what it does"), rows())


def slash_command_table(locale: Locale) -> str:
    """Returns all slash commands as Discord shows them in this language, in the order of their use."""

    def rows() -> Iterator[tuple[str, ...]]:
        for typed in COMMAND_ORDER:
            if typed == NEW.name:
                new = locale.t(str(NEW.name))
                yield " ".join(f"`/{new} {key}`" for key in GAMES), locale.t(str(NEW.description))
            elif typed == GAME_GROUPS:
                typing = " ".join(f"`/{key}`" for key in GAMES)
                yield typing, locale.t("A move you type instead of tapping")
            else:
                shown = " ".join(locale.t(name) for name in typed.split())
                yield f"`/{shown}`", locale.t(str(COMMANDS[typed].description))

    return table((locale.t("Command"), locale.t("What it does")), rows())


def values_table() -> str:
    """Returns the tables of components that are not printed in a rulebook, with their origin."""

    def rows() -> Iterator[tuple[str, ...]]:
        for key, game in GAMES.items():
            file = ROOT / "rules" / key / "components.toml"
            values = tomllib.loads(file.read_text(encoding="utf-8"))
            name = locale_for(SOURCE_LANGUAGE).game_text(game, ()).game_name
            for origin in UNCERTAIN:
                tables = [f"`{part}`" for part, content in values.items() if origin in origins_of(content)]
                if tables:
                    yield name, origin, ", ".join(tables)

    return table(("game", "origin", "tables of `components.toml`"), rows())


def origins_of(content: Any) -> frozenset[str]:
    """Returns the origins marked in a table of components and in the tables below it."""
    if not isinstance(content, dict):
        return frozenset()
    below = [origins_of(part) for part in content.values()]
    own = content.get("provenance")
    return frozenset({own} if isinstance(own, str) else ()).union(*below)


def glossary() -> str:
    """Returns the names of all cards and pieces, a column per language, without those that only count."""

    def rows(game: AnyGame) -> Iterator[tuple[str, ...]]:
        for key, name in game.names.items():
            if not NUMBERED_KEY.fullmatch(key):
                yield tuple(name.text(language) for language in LANGUAGES)

    headings = tuple(language_names()[language] for language in LANGUAGES)
    return "\n\n".join(
        f"### {game.info.key.capitalize()}\n\n{table(headings, iter(dict.fromkeys(rows(game))))}"
        for game in GAMES.values()
    )


def game_page(game: AnyGame, locale: Locale) -> str:
    """Returns the page of a game in one language: pictures, legend, rules by topic."""
    text, key = locale.game_text(game, ()), game.info.key
    least, most = game.info.seats
    players = str(least) if least == most else f"{least}–{most}"
    lines = [
        f"# {text.game_name}",
        "",
        " · ".join(_languages_of_page(key, locale)),
        "",
        f"*{text.tagline}* {locale.t('Players: {players}.', players=players)}",
        "",
    ]
    for kind, heading in HEADINGS.items():
        lines += [f"## {locale.t(heading)}", "", _picture(text, kind, locale), ""]
        if kind == "legend":
            parts = sorted({text.part_name(part) for part in PAINTERS[key].legend_parts})
            lines += [", ".join(parts) + ".", ""]
    for topic, _ in text.topic_titles():
        title, body = text.topic_page(topic)
        lines += [f"## {title}", "", body, ""]
    lines += [
        f"## {locale.t('Where the values come from')}",
        "",
        locale.t(
            "The rules here are in our own words. Which values are printed and which are reconstructed is "
            "listed in {page}.",
            page="[docs/values.md](../values.md)",
        ),
        "",
        COMMAND_NOTE,
    ]
    return "\n".join(lines) + "\n"


def _languages_of_page(key: str, locale: Locale) -> Iterator[str]:
    for language, name in language_names().items():
        yield name if language == locale.language else f"[{name}]({key}.{language}.md)"


def _picture(text: GameText, kind: str, locale: Locale) -> str:
    key = text.game.info.key
    alt = f"{text.game_name}: {locale.t(HEADINGS[kind])}"
    return f"![{alt}](../pictures/{gallery.file_name(key, kind, locale.language)})"


def main() -> None:
    for path, text in generate(ROOT).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
