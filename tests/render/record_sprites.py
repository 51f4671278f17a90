"""Records the sprites that pictures need: `python -m tests.render.record_sprites` writes each `sprites.json`.

Draws positions of the recorded games and of seeded ones, with the questions on the way to a move, and
pictures that games seldom show. Nothing is painted, only asked for. A sprite of one piece is recorded for all
pieces of its kind, so that the record does not depend on luck.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from itertools import product
from sys import argv, modules
from typing import Any

from render import FACES, PAINTERS
from render.explorers import layout, map_background
from render.explorers.banners import banner_width
from render.kit.sprite_cache import SpriteKey
from render.kit.sprite_manifest import manifest_file
from render.shipwrights.portraits import sign_of
from render.standings import draw_standings, leaderboard
from rules import GAMES
from rules.borealis.pieces import COLOURS, SPECIES, VEHICLES
from rules.explorers.pieces import ANIMALS, CAPTAINS, VIKINGS_PER_PLAYER
from rules.lofoten.pieces import GOODS as LOFOTEN_GOODS
from rules.lofoten.pieces import JARLS
from rules.shipwrights.pieces import BUILDINGS, CRAFTSMEN, SHIPS, TOOLS, VILLAGERS
from rules.shipwrights.pieces import GOODS as SHIPWRIGHTS_GOODS
from tests.render.sprite_recording import draw_position, recorded_games, recording, seeded_games
from tests.render.staged_pictures import STAGES, draw_contact_sheets, draw_score_sheets, standings_views

STRIDE = {"lofoten": 14, "borealis": 9, "shipwrights": 13, "explorers": 23}
"""Distance, in plies, of the positions that are drawn; by default ten."""
SEEDED_GAMES = {"lofoten": 4, "borealis": 3}
"""Games beside the recorded ones, for each number of players."""
MAX_ANSWERS = 25

Family = Collection[Any]
COMMON_FAMILIES: dict[str, tuple[Family, ...]] = {
    "choice_plate.number": (range(1, MAX_ANSWERS + 1),),
    "face.who": (FACES,),
}
FAMILIES: dict[str, dict[str, tuple[Family, ...]]] = {
    "lofoten": {
        "seat": (range(2),),
        "good": (LOFOTEN_GOODS,),
        "amount": (range(1, 4),),
        "icon.name": (LOFOTEN_GOODS, [f"jarl_{jarl}" for jarl in JARLS]),
    },
    "borealis": {
        "seat_mark.seat": (range(4),),
        "reached": (range(8),),
        "species": (SPECIES,),
        "vehicle": (VEHICLES,),
        "scientist.colour": (COLOURS,),
        "scientist_arrow.colour": (COLOURS,),
    },
    "shipwrights": {
        "seat": (range(5),),
        "card": (SHIPS, CRAFTSMEN, VILLAGERS, TOOLS, BUILDINGS),
        "stone.number": (range(13),),
        "icon.name": (
            CRAFTSMEN,
            TOOLS,
            SHIPWRIGHTS_GOODS,
            SHIPS,
            BUILDINGS,
            [sign_of(card) for card in VILLAGERS],
        ),
    },
    "explorers": {
        "seat": (range(4),),
        "animal": (ANIMALS,),
        "strength": (range(2, 6),),
        "count": (range(1, VIKINGS_PER_PLAYER + 1),),
        "banner.width": ([banner_width(size, holders) for size in (1, 10) for holders in range(5)],),
        "icon.name": ([f"captain_{captain}" for captain in CAPTAINS],),
        "parchment.height": (layout.HEIGHTS,),
        "compass_rose.radius": (map_background.ROSE_RADII,),
        "sea_serpent.width": (map_background.SERPENT_WIDTHS,),
    },
    "standings": {
        "seat": (range(5),),
        "uncertainty.width": (leaderboard.BAR_WIDTHS,),
        "uncertainty.sure": ((False, True),),
    },
}
"""Values that a parameter of a sprite takes alike, by its name, or by those of painter and parameter."""


def record(folder: str) -> set[SpriteKey]:
    """Returns the sprites of a game, or of `standings`."""
    with recording() as asked:
        if folder == "standings":
            for view in standings_views():
                draw_standings(view)
            draw_contact_sheets()
        else:
            _draw_game(folder)
    return {key for key in _with_families(asked, FAMILIES.get(folder, {})) if not is_turned_tile(key)}


def _draw_game(key: str) -> None:
    games, stride = [*recorded_games(key), *seeded_games(key, SEEDED_GAMES.get(key, 0))], STRIDE.get(key, 10)
    for number, played in enumerate(games):
        for ply in range(number % stride, len(played.states), stride):
            draw_position(played, ply)
    draw_score_sheets(key, games)
    if key in STAGES:
        STAGES[key](games)


def painter_parameters(key: SpriteKey) -> Collection[str]:
    """Names of the parameters of the function that paints a sprite."""
    return [*getattr(modules[key.module], key.name)._signature.parameters]


def _with_families(
    asked: Iterable[SpriteKey], families: dict[str, tuple[Family, ...]]
) -> Iterator[SpriteKey]:
    known = COMMON_FAMILIES | families
    for key in asked:
        parameters = painter_parameters(key)
        alike = [
            next(
                (
                    each
                    for each in (*known.get(name, ()), *known.get(f"{key.name}.{name}", ()))
                    if value in each
                ),
                (value,),
            )
            for name, value in zip(parameters, key.values, strict=True)
        ]
        for values in product(*alike):
            yield SpriteKey(key.module, key.name, values)


def is_turned_tile(key: SpriteKey) -> bool:
    """True for a face of a turned tile: these would take as long to bake as all other sprites together."""
    if key.name != "tile_face":
        return False
    number, land, *_ = key.values
    return land != GAMES["explorers"].components.tile[number].land  # type: ignore[attr-defined]


def format_manifest(keys: Iterable[SpriteKey]) -> str:
    """Returns the sprites as JSON, sorted: for each painter function a line for each of its calls."""
    calls = defaultdict(list)
    for key in keys:
        calls[f"{key.module}.{key.name}"].append(json.dumps(key.values))
    parts = (f'"{painter}": [\n' + ",\n".join(sorted(calls[painter])) + "\n]" for painter in sorted(calls))
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> None:
    for folder in argv[1:] or (*PAINTERS, "standings"):
        manifest_file(folder).write_text(format_manifest(record(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
