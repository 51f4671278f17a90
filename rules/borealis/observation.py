"""Observation: play a card on a site that holds both its scientists, move them, advance the flag.

In the last round the turn then ends: a card drawn now would never be played.
"""

from collections.abc import Iterator

from rules.borealis import objectives
from rules.borealis.components import Components, Tracks
from rules.borealis.events import CardPlayed, FlagAdvanced, LastRound
from rules.borealis.moves import HAND_CARDS, OBSERVE, BorealisMove, Observe
from rules.borealis.pieces import COLOURS, LAST_ROUND_CARDS, PLACES, SITES, Card, Team
from rules.borealis.state import Player, State
from rules.borealis.turn import end_turn
from rules.engine import StepRecorder
from rules.replace import replace

COLUMN = {colour: column for column, colour in enumerate(COLOURS)}
Places = tuple[Team, Team, Team, Team, Team]


def is_playable(card: Card, team: Team) -> bool:
    """True if both scientists of the card are on the site; a pair of one colour needs two."""
    left, right = COLUMN[card.left], COLUMN[card.right]
    if left == right:
        return team[left] >= 2
    return team[left] > 0 and team[right] > 0


def choices(player: Player) -> Iterator[BorealisMove]:
    teams = player.teams
    for card, moves in zip(player.hand, OBSERVE, strict=True):
        for team, move in zip(teams, moves, strict=True):
            if is_playable(card, team):
                yield move


def flag_advances(card: Card, site: int, player: Player, tracks: Tracks) -> bool:
    """True if the space after the flag shows the vehicle of the card."""
    following = player.flags[site] + 1
    track = tracks[site]
    return following < len(track) and card.vehicle in track[following].vehicles


def observe(state: State, move: Observe, components: Components, recorder: StepRecorder) -> State:
    player = state.player
    place, site = HAND_CARDS.index(move.card), SITES.index(move.site)
    card = player.hand[place]
    recorder.emit(
        CardPlayed(
            seat=state.active,
            species=card.species,
            vehicle=card.vehicle,
            site=move.site,
            left=card.left,
            left_to=PLACES[site],
            right=card.right,
            right_to=PLACES[site + 2],
        )
    )
    first, second, third = player.sites
    stack = (*player.sites[site], card)
    advanced = player._replace(
        hand=player.hand[:place] + player.hand[place + 1 :],
        sites=((stack, second, third), (first, stack, third), (first, second, stack))[site],
        places=places_after(player.places, site, card),
        flags=_flags_after(state, card, site, components, recorder),
    )
    state = replace(state, phase="draw", played=move.site, players=state.players_with(state.active, advanced))
    if len(stack) == LAST_ROUND_CARDS and not state.last_round:
        recorder.emit(LastRound(seat=state.active, site=move.site))
        state = replace(state, last_round=True)
    state = objectives.award(state, 0, components, recorder)
    return end_turn(state, recorder) if state.last_round else state


def places_after(places: Places, site: int, card: Card) -> Places:
    """Move one scientist to the place on the left of the site, the other to the place on the right."""
    teams = [*places]
    for colour, target in ((card.left, site), (card.right, site + 2)):
        teams[site + 1] = _team_with(teams[site + 1], COLUMN[colour], -1)
        teams[target] = _team_with(teams[target], COLUMN[colour], 1)
    first, second, third, fourth, fifth = teams
    return first, second, third, fourth, fifth


def _team_with(team: Team, column: int, by: int) -> Team:
    yellow, pink, blue = team
    if column == 0:
        return Team(yellow + by, pink, blue)
    return Team(yellow, pink + by, blue) if column == 1 else Team(yellow, pink, blue + by)


def _flags_after(
    state: State, card: Card, site: int, components: Components, recorder: StepRecorder
) -> tuple[int, int, int]:
    player = state.player
    tracks = components.board_tracks[player.board]
    if not flag_advances(card, site, player, tracks):
        return player.flags
    left, middle, right = player.flags
    space = player.flags[site] + 1
    points = tracks[site][space].points
    recorder.emit(FlagAdvanced(seat=state.active, site=SITES[site], space=space, points=points))
    return ((space, middle, right), (left, space, right), (left, middle, space))[site]
