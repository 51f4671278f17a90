"""The ten score cards: the points each gives for a player's board."""

from collections import Counter
from collections.abc import Callable
from itertools import groupby

from rules.borealis.components import Components
from rules.borealis.pieces import ScoreCardKey
from rules.borealis.state import Cards, Player

ScoreFunction = Callable[[Player, Components], int]


def territorial_animals(player: Player, components: Components) -> int:
    """For each site where no two neighbouring cards show the same species."""
    return _card_points(components, "territorial_animals") * sum(
        all(length == 1 for length in _run_lengths(site)) for site in player.sites
    )


def common_destination(player: Player, components: Components) -> int:
    """For three level flags; fewer points for two."""
    different = len(set(player.flags))
    if different == 1:
        return _card_points(components, "common_destination")
    return components.score_cards.level_pair if different == 2 else 0


def expansive_species(player: Player, components: Components) -> int:
    """For each row of three animals of one species, at the same height on every site."""
    rows = zip(*player.sites, strict=False)  # a row ends where the shortest site does
    return _card_points(components, "expansive_species") * sum(
        len({card.species for card in row}) == 1 for row in rows
    )


def untrodden_path(player: Player, components: Components) -> int:
    """A multiple of the points of the flag that scores least."""
    return _card_points(components, "untrodden_path") * min(flag_points(player, components))


def farewell_party(player: Player, components: Components) -> int:
    """For each scientist on the site with most scientists."""
    return _card_points(components, "farewell_party") * max(map(sum, player.teams))


def interspecies_relationships(player: Player, components: Components) -> int:
    """For each site with exactly two species."""
    return _card_points(components, "interspecies_relationships") * sum(
        len({card.species for card in site}) == 2 for site in player.sites
    )


def safe_return(player: Player, components: Components) -> int:
    """For each scientist in the camps."""
    return _card_points(components, "safe_return") * player.in_camps


def mating_season(player: Player, components: Components) -> int:
    """For each run of exactly two neighbouring cards of one species."""
    return _card_points(components, "mating_season") * sum(
        length == 2 for site in player.sites for length in _run_lengths(site)
    )


def outer_lands(player: Player, components: Components) -> int:
    """For each side site with more cards than the middle one."""
    left, middle, right = map(len, player.sites)
    return _card_points(components, "outer_lands") * ((left > middle) + (right > middle))


def popular_vehicle(player: Player, components: Components) -> int:
    """For each card with the player's most frequent vehicle."""
    vehicles = Counter(card.vehicle for card in player.cards_in_play)
    return _card_points(components, "popular_vehicle") * max(vehicles.values(), default=0)


SCORE_FUNCTIONS: dict[ScoreCardKey, ScoreFunction] = {
    "territorial_animals": territorial_animals,
    "common_destination": common_destination,
    "expansive_species": expansive_species,
    "untrodden_path": untrodden_path,
    "farewell_party": farewell_party,
    "interspecies_relationships": interspecies_relationships,
    "safe_return": safe_return,
    "mating_season": mating_season,
    "outer_lands": outer_lands,
    "popular_vehicle": popular_vehicle,
}


def flag_points(player: Player, components: Components) -> tuple[int, ...]:
    """Return the points of the spaces that the three flags have reached."""
    tracks = components.board_tracks[player.board]
    return tuple(track[flag].points for track, flag in zip(tracks, player.flags, strict=True))


def _card_points(components: Components, card: ScoreCardKey) -> int:
    return components.score_cards.of(card).points


def _run_lengths(site: Cards) -> list[int]:
    """Return the lengths of the runs of one species, from the first card to the last."""
    return [len(list(run)) for _, run in groupby(card.species for card in site)]
