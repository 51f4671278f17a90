"""The pictures of the example game, and that Skald does not start without them."""

from collections.abc import Mapping
from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image

from bot.app import command_line, installation_check
from render import PAINTERS, Picture
from render.kit.icons import ICONS
from render.painter import Offer, Prompt
from rules.game import AnyGame
from tests.contract.contract_checks import GameRecord, play_random, seed_from
from tests.example_game.example import GAME, KEY, PAINTER
from tests.example_game.rules.moves import Lay
from tests.render.drawing import draw_board, draw_hand, draw_score_sheet

NAMES = ("Astrid", "Bjørn", "Chloé")


def states(seats: int, number: int = 0) -> list[Any]:
    log = GameRecord(GAME, seats, GAME.info.options(), seed_from("pictures", number))
    dealt = GAME.setup(seats, log.options, log.seed)
    return [dealt, *(ply.step.state for ply in play_random(log, Random(number)))]


def suits_a_phone(picture: Picture | None) -> bool:
    return picture is not None and Image.open(BytesIO(picture.data)).size == (1200, picture.height)


def test_board_hand_and_sheet_are_drawn() -> None:
    played = states(3)
    view, before, move = (
        GAME.view(played[4], 0),
        GAME.view(played[1], 0),
        Lay(stone=played[4].players[0].hand[0]),
    )
    assert suits_a_phone(draw_board(PAINTER, view, NAMES, since=before, intention=move))
    assert suits_a_phone(draw_hand(PAINTER, view, NAMES, intention=move))
    assert draw_board(PAINTER, view, NAMES) != draw_board(PAINTER, view, NAMES, since=before)
    assert draw_hand(PAINTER, view, NAMES) != draw_hand(PAINTER, view, NAMES, intention=move)
    assert draw_hand(PAINTER, GAME.view(played[4], None), NAMES) is None
    outcome = GAME.outcome(played[-1])
    assert outcome is not None
    assert suits_a_phone(draw_score_sheet(PAINTER, GAME.view(played[-1], None), outcome, NAMES))


def test_each_stone_to_choose_has_a_region_in_the_hand() -> None:
    state = states(2)[0]
    view, moves = GAME.view(state, 0), GAME.legal(state, 0)
    offers = tuple(Offer(str(move), (move,), number) for number, move in enumerate(moves, 1))
    hand = draw_hand(PAINTER, view, NAMES[:2], prompt=Prompt((), offers))
    assert hand is not None
    assert [region.token for region in hand.regions] == [offer.token for offer in offers]
    lefts = [min(x for x, _ in region.outline) for region in hand.regions]
    assert len(set(lefts)) == len(offers)


def test_every_rune_has_an_emoji() -> None:
    assert set(GAME.names) <= set(PAINTER.emoji())
    assert set(PAINTER.emoji().values()) <= ICONS.keys()


def test_skald_does_not_start_without_its_painter(
    games: Mapping[str, AnyGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installation_check, "GAMES", games)
    command_line.check_painters()
    monkeypatch.delitem(PAINTERS, KEY)
    with pytest.raises(command_line.CommandFailed, match=f"^the game {KEY} has no painter in render/$"):
        command_line.check_painters()
