"""Focus pictures: what holds for those of Borealis and of Shipwrights alike."""

import pytest

from render.kit.sprite_cache import Sprite
from rules import GAMES
from tests.render import borealis_games, shipwrights_games
from tests.render.focus_checks import all_questions, bodies_outside, check_confirmations, focus_page
from tests.render.sprite_recording import Played

STATES = {"borealis": borealis_games.states, "shipwrights": shipwrights_games.states}
TABLES = [(key, players) for key in STATES for players in GAMES[key].info.seat_counts()]


def played_game(key: str, players: int) -> Played:
    return Played(GAMES[key], players, STATES[key](players))


@pytest.mark.usefixtures("named_sprites")
@pytest.mark.parametrize(("key", "players"), TABLES)
def test_every_move_to_confirm_has_a_landscape_picture(key: str, players: int) -> None:
    played, every = played_game(key, players), {"borealis": 3, "shipwrights": 8}[key]
    check_confirmations(played, range(0, len(played.states) - 1, every))


@pytest.mark.usefixtures("named_sprites")
@pytest.mark.parametrize(
    ("key", "plies"), [("borealis", slice(None, None, 12)), ("shipwrights", slice(20, 300, 40))]
)
def test_the_picture_shows_nothing_that_the_reader_cannot_know(key: str, plies: slice) -> None:
    """The picture of another deal that the reader cannot tell from this one has the same draw calls."""
    game = GAMES[key]
    for state in STATES[key](3)[plies]:
        for seat in sorted(game.to_act(state)):
            other = game.reshuffle(state, seat, b"another deal")
            here, there = (focus_page(key, game.view(each, seat)) for each in (state, other))
            assert here.draw_calls == there.draw_calls


@pytest.mark.parametrize(
    ("key", "players", "plies"),
    [
        ("borealis", 3, (0, 20, 60, 90)),
        ("shipwrights", 2, (0, 40, 150, 290)),
        ("shipwrights", 5, (0, 40, 150, 290)),
    ],
)
def test_no_piece_is_cut_at_the_edge(
    key: str, players: int, plies: tuple[int, ...], drawn_sprites: list[tuple[Sprite, float, float]]
) -> None:
    played = played_game(key, players)
    for state in (played.states[ply] for ply in plies):
        for seat in sorted(played.game.to_act(state))[:1]:
            for prompt in list(all_questions(played, state, seat))[:2]:
                drawn_sprites.clear()
                page = focus_page(key, played.game.view(state, seat), prompt=prompt)
                assert bodies_outside(page, drawn_sprites) == []
