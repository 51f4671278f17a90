"""The catalogues are complete in every language, and whole games can be described with them."""

import logging
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from discord import Locale
from discord.app_commands import TranslationContext, TranslationContextLocation, locale_str

from bot.chat.messages.translator import CatalogueTranslator, localized_game_text
from bot.i18n import LANGUAGES, check, locale_for, update
from bot.i18n.catalogue import read_catalogue, warn_once
from bot.i18n.check import all_problems, game_problems, is_command_name, skald_problems
from bot.i18n.extract import command_names, source_texts
from bot.i18n.typography import typeset
from rules import GAMES
from rules.game import AnyGame, Outcome, kind_of
from tests.i18n.catalogue_writer import write_catalogue
from tests.i18n.told_games import LONG_NAMES, NAMES, game_texts


def test_every_catalogue_is_complete_and_in_order() -> None:
    assert list(all_problems()) == []


@pytest.mark.parametrize(("problems", "code"), [((), 0), (("fr: b", "fr: a", "fr: b"), 1)])
def test_problems_are_printed_once_in_order_and_fail_the_check(
    problems: tuple[str, ...], code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check, "all_problems", lambda: iter(problems))
    assert check.main() == code
    assert capsys.readouterr().out.splitlines() == sorted(set(problems))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_game_has_all_its_words(game: AnyGame) -> None:
    assert list(game_problems(game, catalogues(game))) == []


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 9), marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_whole_games_are_told_without_a_gap(
    game: AnyGame, seeds: range, caplog: pytest.LogCaptureFixture
) -> None:
    warn_once.cache_clear()
    told = [locale_for(language).game_text(game, LONG_NAMES) for language in LANGUAGES]
    kinds: set[str] = set()
    with caplog.at_level(logging.WARNING, "bot.i18n"):
        for seed in seeds:
            for sentence, max_chars in game_texts(game, told, seed, kinds):
                assert sentence
                assert len(sentence) <= max_chars, sentence
                assert "{" not in sentence
    assert [record.getMessage() for record in caplog.records] == []
    offered = {kind_of(move) for move in game.info.moves}
    assert kinds <= offered
    assert len(kinds) > len(offered) * 3 / 4  # The rest is too rare for a few games.


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_decision_opens_a_chapter_of_the_help(game: AnyGame) -> None:
    game_text = locale_for("fr").game_text(game, NAMES)
    for move in game.info.moves:
        assert game_text.topic_for_kinds([kind_of(move)]) in game.topics


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_a_victory_and_a_draw_are_told_in_every_language(game: AnyGame) -> None:
    for language in LANGUAGES:
        game_text = locale_for(language).game_text(game, NAMES)
        won = game_text.outcome_text(Outcome(game.info.reasons[0], ((1,), (0,))))
        drawn = game_text.outcome_text(Outcome(game.info.reasons[0], ((0, 1),)))
        assert "Bjørn" in won
        assert "Astrid" not in won
        assert "Bjørn" in drawn
        assert "Astrid" in drawn


def catalogues(game: AnyGame) -> dict[str, Catalog | None]:
    return {language: read_catalogue(language, game.info.key) for language in LANGUAGES}


def problems_after_changing(key: str, text: str, *, language: str = "fr") -> list[str]:
    """Returns the problems of Lofoten's catalogues after one entry is changed."""
    game = GAMES["lofoten"]
    written = catalogues(game)
    catalogue = written[language]
    assert catalogue is not None
    catalogue.delete(key)
    catalogue.add(key, text)
    return list(game_problems(game, written))


@pytest.mark.parametrize(
    ("key", "text", "complaint"),
    [
        ("command.side", "Carte latérale", "not a name"),
        ("command.side", "tourner", "used 2 times"),
        ("command.side.about", "x" * 101, "101 characters"),
        ("move.side", "x" * 35, "35 characters"),
        ("topic.aim.body", "x" * 1501, "1501 characters"),
        ("event.card_drawn", "{seat} pioche {what}.", "nobody knows {what}"),
        ("event.card_drawn", "{seat} pioche {.", "event.card_drawn"),
        ("event.card_drawn", "{seat} pioche une carte !", "exclamation"),
        ("field.side.card.about", "Quelle carte ?", "non-breaking"),
        ("field.side.card.about", "Quelle carte?", "non-breaking"),
        ("intent.place", "Placer {mystery}", "nobody knows {mystery}"),
        ("hint.nap", "Dormez.", "of no use"),
        ("hint.side", "", "empty"),
    ],
)
def test_the_check_finds(key: str, text: str, complaint: str) -> None:
    found = problems_after_changing(key, text)
    assert found
    assert all(complaint in problem for problem in found)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('Sag "nichts".', "quotation mark"),
        ("Sag “nichts”.", "quotation mark"),
        ("Sag „nichts.", "quotation mark"),
        ("50 % davon", "percent"),
        ("Wie geht's?", "apostrophe"),
    ],
)
def test_the_check_finds_german_typography(text: str, complaint: str) -> None:
    (problem,) = problems_after_changing("hint.side", text, language="de")
    assert complaint in problem


def test_german_is_typeset() -> None:
    assert typeset("de", 'Sag "nichts", z. B. wie 50 %. Geht\'s?') == (
        "Sag „nichts“, z.\N{NO-BREAK SPACE}B. wie 50\N{NO-BREAK SPACE}%. Geht’s?"
    )


def test_a_label_may_be_shortened_in_one_language_only() -> None:
    assert problems_after_changing("label.coin.short", "+1 ({coins})") == []
    assert problems_after_changing("label.coin.short", "+1 ({price})") == [
        "fr/lofoten: label.coin.short: nobody knows {price}"
    ]


@pytest.mark.parametrize("key", ["event.tile_loaded", "option.ties.both", "piece.mead", "word.effect.steal"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_check_reports_a_missing_entry(key: str, language: str) -> None:
    game = GAMES["lofoten"]
    written = catalogues(game)
    catalogue = written[language]
    assert catalogue is not None
    catalogue.delete(key)
    assert f"{language}/lofoten: {key} is missing" in list(game_problems(game, written))


@pytest.mark.parametrize("key", ["word.cart.no", "word.first.board", "shortcut.buy", "ends.turn"])
def test_the_check_finds_words_that_only_plans_and_orders_use(key: str) -> None:
    game = GAMES["shipwrights"]
    written = catalogues(game)
    french = written["fr"]
    assert french is not None
    french.delete(key)
    assert f"fr/shipwrights: {key} is missing" in list(game_problems(game, written))


def test_the_check_reports_untranslated_and_unused_texts() -> None:
    french = Catalog("fr")
    french.add("Leave", "Quitter")
    french.add(("{n} game", "{n} games"), ("{n} partie", "{m} parties"))
    assert sorted(skald_problems("fr", french, ["Join", ("{n} game", "{n} games")])) == [
        "fr/skald: not translated: Join",
        "fr/skald: said nowhere: Leave",
        "fr/skald: {n} game: nobody knows {m}",
    ]


def test_only_a_sentence_with_a_plural_may_count() -> None:
    french = Catalog("fr")
    french.add("Games end.", "{n} parties finissent.")
    french.add(("One game", "{who} has games"), ("{n} partie", "{who} a {n} parties"))
    assert list(skald_problems("fr", french, ["Games end.", ("One game", "{who} has games")])) == [
        "fr/skald: Games end.: nobody knows {n}"
    ]


def test_the_check_finds_a_command_whose_name_discord_would_not_take() -> None:
    french = Catalog("fr")
    french.add("hand", "Ma main")
    complaint = "fr/skald: hand: not a name for a command: Ma main"
    assert list(skald_problems("fr", french, ["hand"], ["hand"])) == [complaint]
    assert list(skald_problems("fr", french, ["hand"])) == []


def test_sentences_are_found_where_the_code_says_them(tmp_path: Path) -> None:
    (tmp_path / "table.py").write_text(
        'locale.t("It is {who}\'s turn.", who=who)\n'
        'locale.tn("{n} game", "{n} games", n=3)\n'
        'raise Denied(N_("Not "\n    "here."))\n'
        'locale_str("hand")\n'
        "title = f\"# {locale.t('Your games')}\"\n"
        "say(text)\n"
    )
    assert source_texts(tmp_path) == {
        "It is {who}'s turn.",
        ("{n} game", "{n} games"),
        "Not here.",
        "hand",
        "Your games",
    }
    assert command_names(tmp_path) == {"hand"}


def test_a_catalogue_is_brought_in_line_without_losing_a_translation(tmp_path: Path) -> None:
    games, wins = ("{n} game", "{n} games"), ("{n} win!", "{n} wins!")
    known = {"Who is it?": "Qui est-ce ?", "Gone": "Parti", wins: ("{n} victoire !", "{n} victoires !")}
    write_catalogue(tmp_path, "fr", "skald", known)
    update.write_catalogue(tmp_path, "fr", "skald", {"Who is it?", "New", games, wins})
    text = (tmp_path / "fr" / "skald.po").read_text(encoding="utf-8")
    assert 'msgstr "Qui est-ce\N{NO-BREAK SPACE}?"' in text
    assert 'msgid "New"\nmsgstr ""' in text
    assert 'msgid_plural "{n} games"' in text
    assert 'msgstr[1] "{n} victoires\N{NO-BREAK SPACE}!"' in text
    assert "Gone" not in text


async def localized(text: locale_str, locale: Locale) -> str | None:
    context: TranslationContext[Any, Any] = TranslationContext(TranslationContextLocation.other, None)
    return await CatalogueTranslator().translate(text, locale, context)


async def test_discord_is_given_french_names_beside_the_english_ones() -> None:
    side = localized_game_text("lofoten", "command.side")
    assert str(side) == "side"
    french = await localized(side, Locale.french)
    assert french
    assert is_command_name(french)
    assert french != "side"


async def test_discord_is_given_nothing_where_there_is_no_translation() -> None:
    side = localized_game_text("lofoten", "command.side")
    assert await localized(side, Locale.dutch) is None
    assert await localized(side, Locale.british_english) is None
    assert await localized(locale_str("nobody wrote this"), Locale.french) is None
