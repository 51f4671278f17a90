"""Texts in the reader's language: translation, plurals, placeholders and the texts of a game."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest

from bot.i18n import N_, GameText, Locale, locale_for
from bot.i18n.catalogue import add_folder
from bot.i18n.extract import SourceText
from rules.components import Name
from rules.game import AnyGame, Event, Info, Move, Options, Outcome, Phrase, PlayerEvent, ScoreRow, Seat
from tests.i18n.catalogue_writer import write_catalogue

ENGLISH: dict[SourceText, str] = {
    "game.name": "Barter",
    "option.tie": "When tied",
    "option.tie.both": "Both score",
    "move.trade": "Trade",
    "field.trade.good.about": "Which good?",
    "value.trade.good": "{good}, {amount} in store",
    "value.trade.good.none": "Nothing",
    "intent.trade": "Trade {amount} {good:amount} with {partner}, {steps} {steps:step|steps}",
    "owes.trade": "make a trade",
    "event.traded": "{seat} gives {amount} {good:amount} to {partner} in zone {zone}, on the {hand}.",
    "event.gifts": "{good} arrives.",
    "outcome.empty": "The store is empty.",
    "score.goods": "{about}",
    "topic.trading.title": "Trading",
    "topic.trading.body": "Give and take.",
    "piece.fish": "It smells.",
    "hint.trade": "Look at the store first.",
    "word.hand.left": "left side",
}
FRENCH: dict[SourceText, str] = {
    "game.name": "Troc",
    "value.trade.good": "{good}\N{NO-BREAK SPACE}: {amount} en réserve",
    "event.traded": "{seat} donne {amount} {good:amount} à {partner}, zone {zone}, à {hand}.",
    "intent.trade": "Échanger {amount} {good:amount}, {steps} {steps:pas|pas}",
    "word.hand.left": "gauche",
}


class Trade(Move):
    good: str | None
    partner: Seat


class Traded(PlayerEvent):
    partner: Seat | None
    good: str
    amount: int
    zone: str = "c"
    hand: str = "left"


class Gifts(Event):
    good: tuple[str, ...]


class WithoutEntry(Event, kind="untold_thing"):
    good: str = "fish"


@dataclass
class Barter:
    """A fake game with the attributes that GameText uses."""

    info: Info
    names: dict[str, Name] = field(default_factory=dict)
    topics: dict[str, tuple[str, ...]] = field(default_factory=lambda: {"opening": (), "trading": ("trade",)})

    def printed_values(self, _: str) -> dict[str, str]:
        return {}


@pytest.fixture
def game(tmp_path: Path) -> Iterator[AnyGame]:
    write_catalogue(tmp_path, "en", "barter", ENGLISH)
    write_catalogue(tmp_path, "fr", "barter", FRENCH)
    info = Info(
        key="barter",
        seats=(2, 2),
        rules_version=1,
        options=Options,
        moves=(Trade,),
        owed=("trade",),
        events=(Traded, Gifts, WithoutEntry),
        reasons=("empty",),
        categories=("goods",),
    )
    names = {
        "fish": Name({"en": ("dried fish", "dried fish"), "fr": ("poisson séché", "poissons séchés")}),
        "coffer": Name({"en": ("coffer", "coffers"), "fr": ("coffre", "coffres")}),
    }
    with add_folder(tmp_path):
        yield cast(AnyGame, Barter(info, names))


@pytest.fixture
def english(game: AnyGame) -> GameText:
    return locale_for("en-GB").game_text(game, ["Astrid", "bjørn"])


@pytest.fixture
def french(game: AnyGame) -> GameText:
    return locale_for("fr").game_text(game, ["Astrid", "bjørn"])


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("fr", "fr"),
        ("fr-FR", "fr"),
        ("fr-CA", "fr"),
        ("en-US", "en"),
        ("de", "de"),
        ("nl", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_a_locale_is_read_in_its_language_or_else_in_english(locale: str | None, language: str) -> None:
    assert locale_for(locale).language == language


def test_a_sentence_is_filled_with_its_values() -> None:
    locale = locale_for("en-US")
    assert locale.t("It is {who}'s turn, ply {n}.", who="Astrid", n=3) == "It is Astrid’s turn, ply 3."
    assert N_("Only named") == "Only named"


@pytest.mark.parametrize(("n", "said"), [(0, "0 games"), (1, "1 game"), (2, "2 games")])
def test_english_counts_nothing_as_many(n: int, said: str) -> None:
    assert locale_for("en").tn("{n} game", "{n} games", n=n) == said


def test_french_counts_nothing_as_one() -> None:
    french = Locale("fr")
    assert [french.is_singular(n) for n in (0, 1, 2)] == [True, True, False]


def test_what_a_person_is_called_is_never_read_as_a_placeholder() -> None:
    assert locale_for("en").t("{who} joins.", who="{0.__class__} %s {who}") == "{0.__class__} %s {who} joins."


def test_a_value_that_is_missing_leaves_a_readable_sentence_and_a_line_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING, "bot.i18n"):
        assert locale_for("en").t("Nobody said {what}.") == "Nobody said {what}."
    assert "what" in caplog.text


def test_an_event_names_people_goods_and_zones(english: GameText, french: GameText) -> None:
    traded = Traded(seat=0, partner=1, good="coffer", amount=2)
    assert english.event_text(traded) == "Astrid gives 2 coffers to bjørn in zone C, on the left side."
    assert french.event_text(traded) == "Astrid donne 2 coffres à bjørn, zone C, à gauche."


def test_a_name_agrees_with_its_number_as_the_language_has_it(english: GameText, french: GameText) -> None:
    nothing = Traded(seat=0, partner=1, good="coffer", amount=0)
    assert "0 coffers" in english.event_text(nothing)
    assert "0 coffre à" in french.event_text(nothing)


def test_a_sentence_that_begins_with_a_thing_begins_with_a_capital(english: GameText) -> None:
    assert english.event_text(Gifts(good=("fish", "coffer"))) == "Dried fish and coffer arrives."


def test_a_sentence_that_begins_with_a_person_leaves_the_name_alone(english: GameText) -> None:
    assert english.event_text(Traded(seat=1, partner=0, good="fish", amount=1)).startswith("bjørn gives")


def test_a_move_is_put_into_words_with_the_facts_about_it(english: GameText, french: GameText) -> None:
    move = Trade(good="fish", partner=1)
    assert english.intent_text(move, {"amount": 2, "steps": 1}) == "Trade 2 dried fish with bjørn, 1 step"
    assert french.intent_text(move, {"amount": 2, "steps": 2}) == "Échanger 2 poissons séchés, 2 pas"


def test_the_values_of_a_field_are_labelled(english: GameText, french: GameText) -> None:
    assert english.value_label("trade", "good", "coffer", {"amount": 3}) == "Coffer, 3 in store"
    assert english.value_label("trade", "good", "-", {}) == "Nothing"
    assert english.value_label("trade", "partner", "1", {}) == "bjørn"
    assert (
        french.value_label("trade", "good", "fish", {"amount": 3})
        == "Poisson séché\N{NO-BREAK SPACE}: 3 en réserve"
    )


def test_a_label_fits_into_a_select(game: AnyGame) -> None:
    game_text = locale_for("en").game_text(game, ["A", "B" * 300])
    assert len(game_text.value_label("trade", "partner", "1", {})) == 100


def test_entries_without_values(english: GameText) -> None:
    assert english.game_name == "Barter"
    assert english.kind_label("trade") == "Trade"
    assert english.field_question("trade", "good") == "Which good?"
    assert english.owed_text("trade") == "make a trade"
    assert english.hint_text("trade") == "Look at the store first."
    assert english.hint_text("nap") is None
    assert english.option_label("tie") == "When tied"
    assert english.option_value_label("tie", "both") == "Both score"
    assert english.component_help("fish") == ("Dried fish", "It smells.")
    assert english.component_names() == [("fish", "Dried fish"), ("coffer", "Coffer")]


def test_help_opens_at_the_decision_at_hand(english: GameText) -> None:
    assert english.topic_for_kinds(["nap", "trade"]) == "trading"
    assert english.topic_for_kinds(["nap"]) is None
    assert english.topic_page("trading") == ("Trading", "Give and take.")
    assert [key for key, _ in english.topic_titles()] == ["opening", "trading"]


@pytest.mark.parametrize(
    ("ranking", "said"),
    [
        (((1,), (0,)), "The store is empty. bjørn wins."),
        (((0, 1),), "The store is empty. Astrid and bjørn share the victory."),
    ],
)
def test_an_outcome_says_why_and_who(english: GameText, ranking: Any, said: str) -> None:
    assert english.outcome_text(Outcome("empty", ranking)) == said


def test_a_game_that_the_end_of_the_month_decided_or_the_table_ended_says_so(english: GameText) -> None:
    decided = "The month is over: time used decides, then the position. bjørn wins."
    assert english.outcome_text(Outcome("adjudicated", ((1,), (0,)))) == decided
    assert english.outcome_text(Outcome("agreed", ())) == "The game ends by agreement, without a winner."


def test_who_gives_up_is_named_and_so_is_who_wins_by_it(english: GameText) -> None:
    assert english.outcome_text(Outcome("resigned", ((1,), (0,)))) == "Astrid resigns. bjørn wins."


def test_a_line_of_the_score_sheet_names_the_piece_it_is_about(french: GameText) -> None:
    assert french.score_category(ScoreRow("goods", (1, 2), about="fish")) == "Poisson séché"


def test_a_phrase_is_said_like_an_event(english: GameText) -> None:
    values: dict[str, str | int] = {
        "seat": 1,
        "partner": 0,
        "good": "fish",
        "amount": 1,
        "zone": "a",
        "hand": "x_y",
    }
    said = english.phrase_text(Phrase(key="event.traded", values=values))
    assert said == "bjørn gives 1 dried fish to Astrid in zone A, on the x y."


def test_french_falls_back_on_english_and_then_on_something_readable(
    french: GameText, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "bot.i18n"):
        assert french.owed_text("trade") == "make a trade"
        assert french.owed_text("take_a_nap") == "Take a nap"
        assert french.event_text(WithoutEntry()) == "Untold thing: poisson séché"
    assert "no event.untold_thing" in caplog.text
