"""The paper around the map of Explorers."""

from tests.render.drawing import draw_board
from tests.render.explorers_games import GAME, NAMES, PAINTER, states
from tests.render.sprite_recording import recording


def ornaments(state: object) -> set[str]:
    with recording() as asked:
        draw_board(PAINTER, GAME.view(state, None), NAMES[:2])  # type: ignore[arg-type]
    return {key.name for key in asked} & {"compass_rose", "sea_serpent"}


def test_a_rose_and_a_serpent_fill_the_empty_paper_of_a_small_map() -> None:
    assert ornaments(states(2)[0]) == {"compass_rose", "sea_serpent"}
