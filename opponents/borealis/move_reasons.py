"""Claims about a line of moves in Borealis: what it reaches, scores, or makes possible."""

from collections.abc import Iterator

from opponents.reasons import Claim, Line, claim
from rules.borealis import events, moves
from rules.borealis.components import Components
from rules.borealis.moves import POOL_CARDS, hand_indices
from rules.borealis.observation import choices as observations
from rules.borealis.observation import flag_advances, is_playable
from rules.borealis.pieces import SITES, Card
from rules.borealis.score_cards import SCORE_FUNCTIONS
from rules.borealis.scoring import score, species_points
from rules.borealis.state import Player, State

REASONS = (
    "objective", "ends_game", "group", "begins_group", "flag", "score_card", "to_camps", "prepares",
    "for_group", "for_flag", "for_later", "denies", "last_card", "unseen_card", "new_pool", "no_card",
    "brings_back", "new_cards", "one_site", "gathers",
)  # fmt: skip


class Reasons:
    """Finds what can be claimed of a line."""

    def __init__(self, components: Components) -> None:
        self._components = components

    def claims(self, line: Line) -> Iterator[Claim]:
        before, after = line.before.players[line.seat], line.after.players[line.seat]
        for reached in line.own_events(events.ObjectiveReached):
            yield claim(5 + reached.stars, "objective", objective=reached.objective)
        yield from self._score_card_claims(line, before, after)
        match move := line.moves[0]:
            case moves.Observe():
                yield from self._observe_claims(line, before, after, move)
            case moves.Take():
                yield from self._take_claims(line.before, line.seat, POOL_CARDS.index(move.card))
            case moves.Draw():
                yield claim(0, "unseen_card")
            case moves.Refresh():
                yield claim(0, "new_pool")
            case moves.Regroup():
                yield from _regroup_claims(line, before, len(hand_indices(move.cards)))
            case moves.Gather():
                yield claim(0.5, "gathers", count=_playable_count(after), site=move.site)

    def _score_card_claims(self, line: Line, before: Player, after: Player) -> Iterator[Claim]:
        for card in line.before.score_cards:
            points = [SCORE_FUNCTIONS[card](player, self._components) for player in (before, after)]
            if (gained := points[1] - points[0]) > 0:
                yield claim(gained, "score_card", card=card, points=gained)

    def _observe_claims(
        self, line: Line, before: Player, after: Player, move: moves.Observe
    ) -> Iterator[Claim]:
        """Yield the group that grows, the flag that moves, and what follows from it."""
        site = SITES.index(move.site)
        card = after.sites[site][-1]
        count = _count_species(after, site, card)
        points = [species_points(player.sites[site], self._components) for player in (before, after)]
        values: dict[str, str] = {"species": card.species, "site": move.site}
        if count == 1:
            yield claim(0.3, "begins_group", **values)
        else:
            yield claim(0.5 + points[1] - points[0], "group", count=count, **values)
        for flag in line.own_events(events.FlagAdvanced):
            yield claim(0.6 + flag.points / 3, "flag", site=flag.site, space=flag.space, points=flag.points)
        if line.own_events(events.LastRound) and self._is_leading(line.after, line.seat):
            yield claim(4, "ends_game", site=move.site)
        if (sent := after.in_camps - before.in_camps) > 0:
            yield claim(0.4, "to_camps", scientists=sent)
        if playable := _playable_count(after):
            yield claim(0.1, "prepares", count=playable)

    def _is_leading(self, state: State, seat: int) -> bool:
        totals = [score(state, each, self._components).total for each in range(len(state.players))]
        return all(totals[seat] > total for other, total in enumerate(totals) if other != seat)

    def _take_claims(self, state: State, seat: int, place: int) -> Iterator[Claim]:
        """Yield the group or the flag that a card of the pool is for, or the rival who would want it."""
        card, player = state.supply.pool[place], state.players[seat]
        if state.last_round:
            yield claim(9, "last_card")
            return
        largest, site = max((_count_species(player, site, card), -site) for site in range(len(SITES)))
        if largest:
            values = {"species": card.species, "site": SITES[-site], "count": largest + 1}
            yield claim(1 + largest, "for_group", **values)
        tracks = self._components.board_tracks[player.board]
        for number in range(len(SITES)):
            if flag_advances(card, number, player, tracks):
                yield claim(1.5, "for_flag", vehicle=card.vehicle, site=SITES[number])
        following = (seat + 1) % len(state.players)
        theirs = max(_count_species(state.players[following], number, card) for number in range(len(SITES)))
        if theirs > max(largest, 1):
            yield claim(0.9, "denies", seat=following, species=card.species)
        yield claim(0, "for_later", species=card.species)


def _regroup_claims(line: Line, before: Player, count: int) -> Iterator[Claim]:
    if next(iter(observations(before)), None) is None:
        yield claim(3, "no_card")
    for returned in line.own_events(events.ScientistsReturned):
        yield claim(returned.scientists, "brings_back", scientists=returned.scientists)
    if count:
        yield claim(0.5 * count, "new_cards", count=count)
    yield claim(0, "one_site")


def _count_species(player: Player, site: int, card: Card) -> int:
    return sum(other.species == card.species for other in player.sites[site])


def _playable_count(player: Player) -> int:
    """Return how many cards of the hand can be observed on some site."""
    return sum(any(is_playable(card, team) for team in player.teams) for card in player.hand)
