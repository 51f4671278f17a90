"""Alt texts of Lofoten: complete and within the length limit."""

from collections.abc import Iterable

import pytest

from render.lofoten.text_only import text_only_hand
from rules.game import Phrase
from tests.render.lofoten_games import GAME, PAINTER, find_view, views

ENGLISH = {
    "alt.zone": "{zone}: {amount} {good}.",
    "alt.zone_empty": "{zone}: empty.",
    "alt.player": "{seat}: fleet at {zone}, coins {coins}, points {points}.",
    "alt.ship_order": "{place}: order {good}.",
    "alt.ship_loaded": "{place}: carries {amount} {good}.",
    "alt.warehouse_empty": "Warehouse {warehouse} ({points}): empty.",
    "alt.warehouse_led": "Warehouse {warehouse} ({points}), {good}: {seat} leads {total} to {other}.",
    "alt.warehouse_tied": "Warehouse {warehouse} ({points}), {good}: tied at {total}.",
    "alt.stack_left": "Left stack: {count}, {good} on top.",
    "alt.stack_right": "Right stack: {count}, {good} on top.",
    "alt.stack_left_amount": "Left stack: {count}, {amount} {good} on top.",
    "alt.stack_right_amount": "Right stack: {count}, {amount} {good} on top.",
    "alt.stack_left_empty": "Left stack: empty.",
    "alt.stack_right_empty": "Right stack: empty.",
    "alt.supply": "Reserve: {coins}. Draw pile: {cards}.",
    "alt.in_play": "In play: {good} {value}, {left} left.",
    "alt.last_turn": "Last turn.",
    "alt.extra_turn": "{seat} has bought another turn.",
    "alt.card_left": "Left card: {good} {value}.",
    "alt.card_centre": "Centre card: {good} {value}.",
    "alt.card_right": "Right card: {good} {value}.",
    "alt.card": "Card: {good} {value}.",
    "alt.drawn": "Drawn, to be placed: {good} {value}.",
    "alt.dock_occupied": "The ship at the dock has an order: the centre card cannot be played.",
}
"""Sentences of a catalogue, for the length of a description."""


def as_text(phrases: Iterable[Phrase]) -> str:
    """The text, with the longest names Discord allows."""
    sentences = []
    for phrase in phrases:
        values = {
            key: "N" * 32 if key == "seat" else GAME.names[value].text("en") if value in GAME.names else value
            for key, value in phrase.values.items()
        }
        sentences.append(ENGLISH[phrase.key].format(**values))
    return " ".join(sentences)


@pytest.mark.parametrize("seat", [None, 1])
def test_descriptions_fit_an_alt_text(seat: int | None) -> None:
    longest = max((as_text(PAINTER.describe(view)) for view in views(seat)), key=len)
    assert len(longest) <= 1024
    assert all(len(as_text(PAINTER.describe_hand(view))) <= 1024 for view in views(seat))


def test_a_description_tells_every_tile_and_purse() -> None:
    view = views(0)[50]
    phrases = PAINTER.describe(view)
    tiles = [phrase.values for phrase in phrases if phrase.key == "alt.zone"]
    assert tiles == [
        {"zone": "ABCDE"[zone], "good": tile.good, "amount": tile.amount}
        for zone, tile in enumerate(view.market)
        if tile
    ]
    coins = {
        phrase.values["seat"]: phrase.values["coins"] for phrase in phrases if phrase.key == "alt.player"
    }
    assert coins == dict(enumerate(view.coins))


def test_a_hand_is_told_from_left_to_right() -> None:
    view = find_view("action", 1)
    cards = [phrase for phrase in PAINTER.describe_hand(view) if phrase.key.startswith("alt.card")]
    assert [phrase.key for phrase in cards] == ["alt.card_left", "alt.card_centre", "alt.card_right"]
    assert [(phrase.values["good"], phrase.values["value"]) for phrase in cards] == list(view.hand or ())


def test_a_hand_in_words_says_what_each_card_does_where_it_lies() -> None:
    view = find_view("action", 1)
    hand = view.hand or ()
    told = [[phrase.key for phrase in line] for line in text_only_hand(view)]
    assert [keys[0] for keys in told] == ["alt.card_left", "alt.card_centre", "alt.card_right"]
    assert [keys[1] for keys in told] == ["alt.steps_left", "alt.centre_effect", "alt.steps_right"]
    two = view.model_copy(update={"hand": hand[:2]})
    assert [[phrase.key for phrase in line] for line in text_only_hand(two)] == [["alt.card"]] * 2
