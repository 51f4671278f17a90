"""The view of Borealis: the information set of a seat or a spectator."""

from rules.borealis import scoring
from rules.borealis.components import Components
from rules.borealis.moves import hand_indices
from rules.borealis.observation import flag_advances, is_playable
from rules.borealis.pieces import (
    SITES,
    Board,
    Card,
    ObjectiveKey,
    ObjectiveKind,
    ScoreCardKey,
    Side,
    Site,
    Space,
    Team,
)
from rules.borealis.score_cards import SCORE_FUNCTIONS, flag_points
from rules.borealis.state import LEFT_CAMP, RIGHT_CAMP, Objective, Phase, Player, State
from rules.components import Name
from rules.game import FrozenModel, Seat


class SiteView(FrozenModel):
    """An observation site with its scientists and cards, and the exploration track beside it."""

    site: Site
    team: Team
    cards: tuple[Card, ...]  # the first played, at the bottom, first
    flag: int  # 0 to 7: the space the flag stands on
    track: tuple[Space, ...]  # 8 spaces, the start first
    species_points: int  # for the groups of one species on this site
    flag_points: int


class ScoreView(FrozenModel):
    """A player's score if the game ended now: the six rows of the score sheet."""

    species: int
    exploration: int
    bonus: int
    score_cards: tuple[int, int]  # in the order of the table's score cards
    tokens: int
    total: int


class PlayerView(FrozenModel):
    """The public part of a player's board."""

    seat: Seat
    board: Board
    sites: tuple[SiteView, SiteView, SiteView]  # left, middle, right
    left_camp: Team
    right_camp: Team
    stars: int  # tokens held
    hand_size: int
    objectives: tuple[ObjectiveKey, ...]  # reached, in that order
    score: ScoreView


class ObjectiveView(FrozenModel):
    """An objective card. It can be reached while open; once reached, it is removed after that round."""

    card: ObjectiveKey
    kind: ObjectiveKind
    open: bool
    reached_by: tuple[Seat, ...]
    stars: int
    number: int  # in its condition
    name: Name


class ScoreCardView(FrozenModel):
    """A score card, and the points each seat would get for it now."""

    card: ScoreCardKey
    points: tuple[int, ...]
    each: int  # for one of what it counts, or for the whole of it
    pair: int  # where a part of it counts too
    name: Name


class HandCardView(FrozenModel):
    """A card of the reader's hand: the sites where it is playable, and those where the flag would advance."""

    card: Card
    sites: tuple[Site, ...]
    advances: tuple[Site, ...]


class View(FrozenModel):
    """The whole table as one reader sees it."""

    seat: Seat | None
    phase: Phase
    to_act: frozenset[Seat]
    active: Seat
    first: Seat  # who holds the first player pawn
    round: int  # from 1; 0 during the opening exchange
    side: Side
    pool: tuple[Card, ...]  # A to D
    deck: int  # cards left to draw
    discards: tuple[Card, ...]  # face up, the latest last
    last_discarded: tuple[Card, ...]  # by the latest regrouping or exchange, even if shuffled in since
    score_cards: tuple[ScoreCardView, ScoreCardView]
    objectives: tuple[ObjectiveView, ObjectiveView, ObjectiveView]  # animal, scientist, vehicle
    players: tuple[PlayerView, ...]  # by seat
    hand: tuple[HandCardView, ...] | None  # the reader's own: cards 1 to 4, the latest last
    exchanging: tuple[int, ...] | None  # the reader's own choice of the opening, numbers of hand cards
    played: Site | None  # where the active player has just put a card, while they draw
    refreshed: bool  # the active player has already renewed the pool this turn
    last_round: bool  # a player has a seventh card on a site


def view_for(state: State, seat: Seat | None, to_act: frozenset[Seat], components: Components) -> View:
    """Return the view of a seat, or of a spectator (None)."""
    mine = None if seat is None else state.players[seat]
    animal, scientist, vehicle = (_objective(each, components) for each in state.objectives)
    first_card, second_card = (_score_card(state, card, components) for card in state.score_cards)
    return View(
        seat=seat,
        phase=state.phase,
        to_act=to_act,
        active=state.active,
        first=state.first,
        round=state.round,
        side=state.options.side,
        pool=state.supply.pool,
        deck=len(state.supply.deck),
        discards=state.supply.discards,
        last_discarded=state.supply.last_discarded,
        score_cards=(first_card, second_card),
        objectives=(animal, scientist, vehicle),
        players=tuple(_player(state, owner, components) for owner in range(len(state.players))),
        hand=mine and tuple(_hand_card(card, mine, components) for card in mine.hand),
        exchanging=_exchanging(mine),
        played=state.played,
        refreshed=state.refreshed,
        last_round=state.last_round,
    )


def _exchanging(mine: Player | None) -> tuple[int, ...] | None:
    if mine is None or mine.exchanging is None:
        return None
    return tuple(place + 1 for place in hand_indices(mine.exchanging))


def _objective(objective: Objective, components: Components) -> ObjectiveView:
    card = objective.card
    printed = components.objectives.of(card)
    return ObjectiveView(
        card=card,
        kind=printed.kind,
        open=objective.open,
        reached_by=objective.reached_by,
        stars=components.stars.objective,
        number=printed.number,
        name=printed.name,
    )


def _score_card(state: State, card: ScoreCardKey, components: Components) -> ScoreCardView:
    printed = components.score_cards.of(card)
    return ScoreCardView(
        card=card,
        points=tuple(SCORE_FUNCTIONS[card](player, components) for player in state.players),
        each=printed.points,
        pair=components.score_cards.level_pair,
        name=printed.name,
    )


def _player(state: State, seat: Seat, components: Components) -> PlayerView:
    player = state.players[seat]
    left, middle, right = (_site(player, site, components) for site in range(len(SITES)))
    return PlayerView(
        seat=seat,
        board=player.board,
        sites=(left, middle, right),
        left_camp=player.places[LEFT_CAMP],
        right_camp=player.places[RIGHT_CAMP],
        stars=player.stars,
        hand_size=len(player.hand),
        objectives=player.objectives,
        score=_score(state, seat, components),
    )


def _site(player: Player, site: int, components: Components) -> SiteView:
    return SiteView(
        site=SITES[site],
        team=player.teams[site],
        cards=player.sites[site],
        flag=player.flags[site],
        track=components.board_tracks[player.board][site],
        species_points=scoring.species_points(player.sites[site], components),
        flag_points=flag_points(player, components)[site],
    )


def _score(state: State, seat: Seat, components: Components) -> ScoreView:
    score = scoring.score(state, seat, components)
    return ScoreView(
        species=score.species,
        exploration=score.exploration,
        bonus=score.bonus,
        score_cards=(score.first_card, score.second_card),
        tokens=score.tokens,
        total=score.total,
    )


def _hand_card(card: Card, player: Player, components: Components) -> HandCardView:
    sites = [site for site, team in enumerate(player.teams) if is_playable(card, team)]
    tracks = components.board_tracks[player.board]
    return HandCardView(
        card=card,
        sites=tuple(SITES[site] for site in sites),
        advances=tuple(SITES[site] for site in sites if flag_advances(card, site, player, tracks)),
    )
