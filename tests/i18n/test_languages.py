"""A language is a folder of catalogues and a column in the data files, and no code names it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from discord import Locale
from discord.app_commands import TranslationContext, TranslationContextLocation, locale_str

from bot.chat.messages.translator import CatalogueTranslator, localized_game_text
from bot.i18n import LANGUAGES, SKALD_DOMAIN, SOURCE_LANGUAGE, locale_for, update
from bot.i18n.catalogue import add_folder, find_entry, read_catalogue
from bot.i18n.check import all_problems, game_problems
from bot.i18n.extract import SourceText
from bot.i18n.languages import available_languages, language_for, language_names
from rules import GAMES, load_pack
from rules.game import AnyGame, Outcome
from rules.lofoten.events import TileLoaded
from tests.i18n.catalogue_writer import write_catalogue

ROOT = Path(__file__).parents[2]
NAMES = ("Astrid", "Bjørn")

ESPERANTO_COLUMN = """
[goods]
mead = { eo = "medo" }
coffer = { eo = ["kesto", "kestoj"] }

[warehouses]
name = { eo = "magazeno de {points} poentoj" }

[demands.names]
goods_of = { eo = "{number} {good} en stoko" }
"""


@pytest.fixture
def esperanto(tmp_path: Path) -> Iterator[AnyGame]:
    """Lofoten with an incomplete new language."""
    write_catalogue(tmp_path, "eo", SKALD_DOMAIN, {"{who} resigns.": "{who} rezignas."})
    lofoten: dict[SourceText, str | tuple[str, ...]] = {
        "game.name": "Lofotoj",
        "piece.mead": "Trinkaĵo.",
        "event.tile_loaded": "{seat} ŝarĝas {amount} {good:amount} en zono {zone}.",
    }
    write_catalogue(tmp_path, "eo", "lofoten", lofoten)
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "lofoten.toml").write_text(ESPERANTO_COLUMN, encoding="utf-8")
    with add_folder(tmp_path):
        yield load_pack(tmp_path / "pack")["lofoten"]


def test_the_languages_skald_comes_with() -> None:
    assert available_languages() == LANGUAGES == ("en", "de", "fr")
    assert language_names() == {"en": "English", "de": "Deutsch", "fr": "français"}


def test_a_new_language_is_found_and_is_gone_with_its_folder(tmp_path: Path) -> None:
    write_catalogue(tmp_path, "eo", SKALD_DOMAIN, {"Join": "Aliĝi"})
    (tmp_path / "__pycache__").mkdir()
    with add_folder(tmp_path):
        assert available_languages() == ("en", "de", "eo", "fr")
        assert language_names()["eo"] == "Esperanto"
        assert language_for("eo") == "eo"
        assert locale_for("eo").t("Join") == "Aliĝi"
    assert available_languages() == LANGUAGES
    assert locale_for("eo").language == SOURCE_LANGUAGE
    assert find_entry("eo", SKALD_DOMAIN, "Join") is None


def test_skald_speaks_a_new_language_and_else_its_own(esperanto: AnyGame) -> None:
    locale = locale_for("eo")
    assert locale.t("{who} resigns.", who="Astrid") == "Astrid rezignas."
    assert locale.t("Nobody translated this to {what}.", what="it") == "Nobody translated this to it."
    assert locale.join_list(NAMES) == "Astrid kaj Bjørn"
    told = locale.game_text(esperanto, NAMES).outcome_text(Outcome("resigned", ((1,), (0,))))
    assert told == "Astrid rezignas. Bjørn wins."


def test_components_are_named_in_a_new_language_and_else_by_the_first_column(esperanto: AnyGame) -> None:
    game_text = locale_for("eo").game_text(esperanto, NAMES)
    assert game_text.game_name == "Lofotoj"
    assert game_text.component_help("mead") == ("Medo", "Trinkaĵo.")
    pieces = dict(game_text.component_names())
    assert pieces["coffer"] == "Kesto"
    assert (
        game_text.event_text(TileLoaded(seat=0, ship="a", zone="b", good="coffer", amount=2))
        == "Astrid ŝarĝas 2 kestoj en zono B."
    )
    assert (
        pieces["fish"]
        == dict(locale_for(SOURCE_LANGUAGE).game_text(GAMES["lofoten"], NAMES).component_names())["fish"]
    )


def test_names_made_from_others_are_made_in_a_new_language_too(esperanto: AnyGame) -> None:
    names = esperanto.names
    assert names["demand_goods_of_coffer"].text("eo") == "6 kestoj en stoko"
    assert names["demand_goods_of_coffer"].text("fr") == GAMES["lofoten"].names[
        "demand_goods_of_coffer"
    ].text("fr")
    assert names["warehouse_1"].text("eo") == "magazeno de 4 poentoj"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("eo", ["0 ludoj", "1 ludo", "2 ludoj"]),
        ("fr", ["0 partie", "1 partie", "2 parties"]),
        ("pl", ["0 gier", "1 gra", "2 gry"]),
        ("ja", ["0ゲーム", "1ゲーム", "2ゲーム"]),
    ],
)
def test_every_language_has_its_own_plurals(language: str, said: list[str], tmp_path: Path) -> None:
    forms = {
        "eo": ("{n} ludo", "{n} ludoj"),
        "fr": ("{n} partie", "{n} parties"),
        "pl": ("{n} gra", "{n} gry", "{n} gier"),
        "ja": ("{n}ゲーム",),
    }
    write_catalogue(tmp_path, language, SKALD_DOMAIN, {("{n} game", "{n} games"): forms[language]})
    with add_folder(tmp_path):
        locale = locale_for(language)
        assert [locale.tn("{n} game", "{n} games", n=n) for n in range(3)] == said


def test_one_and_several_of_a_piece_are_told_apart_as_babel_has_it(esperanto: AnyGame) -> None:
    counted = {
        language: [
            esperanto.names["coffer"].text(language, one=locale_for(language).is_singular(n))
            for n in (0, 1, 2)
        ]
        for language in ("en", "eo", "fr")
    }
    assert counted == {
        "en": ["coffers", "coffer", "coffers"],
        "eo": ["kestoj", "kesto", "kestoj"],
        "fr": ["coffre", "coffre", "coffres"],
    }


async def localized(text: locale_str, locale: Locale) -> str | None:
    context: TranslationContext[Any, Any] = TranslationContext(TranslationContextLocation.other, None)
    return await CatalogueTranslator().translate(text, locale, context)


async def test_discord_is_offered_a_new_language_where_it_knows_it(tmp_path: Path) -> None:
    write_catalogue(tmp_path, "nl", "lofoten", {"command.side": "zijde"})
    write_catalogue(tmp_path, "sv", SKALD_DOMAIN, {"hand": "handen"})
    side, hand = localized_game_text("lofoten", "command.side"), locale_str("hand")
    with add_folder(tmp_path):
        assert await localized(side, Locale.dutch) == "zijde"
        assert await localized(hand, Locale.dutch) is None
        assert await localized(hand, Locale.swedish) == "handen"
        assert await localized(side, Locale.polish) is None
    assert await localized(side, Locale.dutch) is None


def test_a_language_is_begun_with_empty_catalogues_that_the_check_finds_wanting(tmp_path: Path) -> None:
    update.main(["nl"], tmp_path)
    (tmp_path / "new").mkdir()
    (tmp_path / "nl").rename(tmp_path / "new" / "nl")
    with add_folder(tmp_path / "new"):
        assert available_languages() == ("en", "de", "fr", "nl")
        assert locale_for("nl").game_text(GAMES["lofoten"], NAMES).game_name == "Lofoten"
        found = set(all_problems())
        assert "nl/lofoten: empty: event.tile_loaded" in found
        assert "nl/lofoten: the components have no name for mead" in found


def test_the_check_is_content_with_a_column_in_every_language(tmp_path: Path) -> None:
    game = GAMES["lofoten"]
    written = {language: read_catalogue(language, "lofoten") for language in LANGUAGES}
    assert list(game_problems(game, written)) == []
    (tmp_path / "lofoten.toml").write_text('[names]\nraft = { en = "raft" }\n', encoding="utf-8")
    found = list(game_problems(load_pack(tmp_path)["lofoten"], written))
    assert "fr/lofoten: the components have no name for raft" in found
    assert "en/lofoten: the components have no name for raft" not in found


def source_files() -> Iterator[Path]:
    """Yields the files that must not name a language. The harbour may, because it imitates Discord."""
    for package in ("bot", "rules", "render", "db", "opponents"):
        for file in (ROOT / package).rglob("*.py"):
            if not file.is_relative_to(ROOT / "bot" / "i18n"):
                yield file


def lines_naming_a_language(text: str) -> Iterator[int]:
    if not re.search(rf"\b(?:{'|'.join(LANGUAGES)})\b", text):
        return  # Parsing takes a hundred times as long.
    for node in ast.walk(ast.parse(text)):
        match node:
            case (
                ast.Constant(value=name, lineno=line)
                | ast.Attribute(attr=name, lineno=line)
                | ast.keyword(arg=name, lineno=line)
            ) if name in LANGUAGES:
                yield line


def test_no_code_names_a_language() -> None:
    found = {
        f"{file.relative_to(ROOT)}:{line}"
        for file in source_files()
        for line in lines_naming_a_language(file.read_text(encoding="utf-8"))
    }
    assert found == set()


def test_a_language_named_in_code_would_be_found() -> None:
    written = 'a = name.say("fr")\nb = Name(en="x")\nc = name.fr\nd = "french"\n'
    assert sorted(lines_naming_a_language(written)) == [1, 2, 3]
