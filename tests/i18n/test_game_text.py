"""Icons in texts and on labels of a game."""

import re
from collections.abc import Callable

import pytest

from bot.i18n import LANGUAGES, MAX_LABEL_CHARS, locale_for
from bot.i18n.values import RenderedText
from rules import GAMES
from rules.game import Fact

MARKUP = re.compile(r"<:skald_(\w+)_[0-9a-f]{8}:\d+> ")


def fake_icons(*keys: str) -> Callable[[str], str]:
    return lambda key: f"<:skald_{key}_00000000:1>" if key in keys else ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_carries_one_icon_before_the_first_thing_it_names(language: str) -> None:
    game = GAMES["shipwrights"]
    move = game.parse("merchant oak wool")
    plain = locale_for(language).game_text(game, ("Astrid",))
    decked = locale_for(language).game_text(game, ("Astrid",), icon=fake_icons("oak", "wool"))
    told = decked.intent_text(move, {})
    assert MARKUP.findall(told) == ["oak"]
    assert MARKUP.sub("", told) == plain.intent_text(move, {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_that_opens_with_a_thing_keeps_its_capital(language: str) -> None:
    game = GAMES["explorers"]
    move = game.parse("captain archer")
    plain = locale_for(language).game_text(game, ("Astrid",))
    decked = locale_for(language).game_text(game, ("Astrid",), icon=fake_icons("archer"))
    label, decked_label = (each.move_label(move, {}, MAX_LABEL_CHARS) for each in (plain, decked))
    assert MARKUP.sub("", decked_label) == label
    assert decked_label != label


@pytest.mark.parametrize(
    ("key", "notation", "facts", "subjects"),
    [
        (
            "lofoten",
            "slide",
            {"arrow": "right", "zone": "d", "good": "mead", "amount": 2},
            ("right", "d", "mead", "slide"),
        ),
        ("lofoten", "turn", {}, ("turn",)),
        ("lofoten", "coin", {"coins": 1}, ("coins", "coin")),
        ("shipwrights", "thief 1 wool", {"amount": 2}, ("wool", 1, "thief")),
        ("shipwrights", "end", {"cards": ("snekke", "thief", "church")}, ("end",)),
    ],
)
def test_a_label_speaks_of_what_stands_on_it_and_of_nothing_else(
    key: str, notation: str, facts: dict[str, Fact], subjects: tuple[str | int, ...]
) -> None:
    game = GAMES[key]
    game_text = locale_for("en").game_text(game, ("Astrid", "Bjørn"))
    spoken = game_text.label_subjects(game.parse(notation), facts)
    assert tuple(dict.fromkeys(each for each in spoken if each != "amount")) == subjects


def test_an_entry_for_a_person_carries_the_seat() -> None:
    game = GAMES["shipwrights"]
    game_text = locale_for("en").game_text(game, ("Astrid", "Bjørn"))
    assert game_text.value_subjects("thief", "player", "1", {})[0] == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("site", ["left", "middle", "right"])
@pytest.mark.parametrize("animal", ["arctic_fox", "harp_seal", "polar_bear", "puffin", "snowy_owl"])
def test_no_button_of_a_photograph_is_cut_off(language: str, site: str, animal: str) -> None:
    game_text = locale_for(language).game_text(GAMES["borealis"], ("Astrid", "Bjørn"))
    move = GAMES["borealis"].parse(f"observe 1 {site}")
    for vehicle in ("kayak", "skis", "sleigh", "submarine", "zeppelin"):
        label = game_text.move_label(move, {"animal": animal, "species": animal, "vehicle": vehicle})
        assert not label.endswith("…")


def test_a_label_without_room_is_cut_from_its_shortest_form() -> None:
    game_text = locale_for("en").game_text(GAMES["borealis"], ("Astrid", "Bjørn"))
    move = GAMES["borealis"].parse("observe 1 left")
    facts: dict[str, Fact] = {"animal": "polar_bear", "species": "polar_bear", "vehicle": "submarine"}
    whole, short = (game_text.move_label(move, facts, limit) for limit in (MAX_LABEL_CHARS, 20))
    assert len(short) < len(whole)
    cut = game_text.move_label(move, facts, 10)
    assert len(cut) <= 10
    assert short.startswith(cut.removesuffix("…"))
    assert not whole.startswith(cut.removesuffix("…"))


def test_a_value_that_is_a_text_already_stays_as_it_is() -> None:
    game_text = locale_for("en").game_text(GAMES["lofoten"], ("Astrid", "Bjørn"))
    assert game_text.value_name("good", RenderedText("two of these")) == "two of these"
