"""The AI of Borealis: its simulator, its choices, its strength."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any, cast

import pytest

from bench.opponents import play
from opponents import LEVELS, Level, choose, explain, rank_moves
from opponents.borealis import create_ai
from opponents.borealis.encoding import KINDS, EncodedComponents, encode_card, encode_team
from opponents.borealis.encoding import Card as EncodedCard
from opponents.borealis.evaluation import card_values, remaining_share
from opponents.borealis.evaluation_terms import SCORE_CARD_TERMS
from opponents.borealis.scientists import ScientistValues
from opponents.borealis.simulator import Table
from opponents.borealis.weights import TUNED
from opponents.reasons import play_line
from rules.borealis.game import Borealis
from rules.borealis.moves import (
    GATHER,
    HAND_CARDS,
    POOL_CARDS,
    BorealisMove,
    Exchange,
    Gather,
    Observe,
    Refresh,
    Regroup,
    Take,
    hand_indices,
)
from rules.borealis.options import BorealisOptions
from rules.borealis.pieces import SITES, SPECIES, Card, Side, Team
from rules.borealis.state import State
from rules.chance import Chance
from rules.game import Move, Seat
from tests.plies import final_outcome, plies, random_plies
from tests.rules.borealis import states
from tests.rules.borealis.states import card

GAME = Borealis()
AI = create_ai(GAME)
COMPONENTS = EncodedComponents(GAME.components)
TABLES: list[tuple[int, Side]] = [(2, "i"), (3, "ii"), (4, "i"), (4, "ii")]


def deal(number: int, seats: int = 2, side: Side = "i") -> State:
    return GAME.setup(seats, BorealisOptions(side=side), sha256(f"deal {number}".encode()).digest())


class RulesShuffler(Random):
    """Shuffles as the rules would with the current state's chance."""

    chance: Chance
    shuffles = 0

    def shuffle(self, x: Any) -> None:
        x[:], self.chance = self.chance.shuffled(x)
        RulesShuffler.shuffles += 1


def apply_move(table: Table, move: BorealisMove, chosen: dict[Seat, Exchange], seat: Seat) -> None:
    match move:
        case Exchange():
            chosen[seat] = move
            if len(chosen) == len(table.boards):
                table.exchange([hand_indices(chosen[each].cards) for each in range(len(table.boards))])
        case Observe():
            table.observe(HAND_CARDS.index(move.card), SITES.index(move.site))
        case Take():
            table.take(POOL_CARDS.index(move.card))
        case Refresh():
            table.refresh()
        case Regroup():
            table.regroup(hand_indices(move.cards))
        case Gather():
            table.gather(GATHER.index(move))
        case _:
            table.draw()


def assert_equal_to_state(table: Table, state: State) -> None:
    supply = state.supply
    assert table.deck == [encode_card(card) for card in supply.deck]
    assert table.pool == [encode_card(card) for card in supply.pool]
    assert table.discards == [encode_card(card) for card in supply.discards]
    assert (table.active, table.last_round) == (state.active, state.last_round)
    assert table.refreshed == state.refreshed
    assert table.over == (state.phase == "over")
    assert table.tallest == max(len(site) for player in state.players for site in player.sites)
    goals = [(goal.card, goal.reached, goal.open) for goal in table.objectives]
    assert goals == [(each.card, frozenset(each.reached_by), each.open) for each in state.objectives]
    for board, player in zip(table.boards, state.players, strict=True):
        assert board.hand == [encode_card(card) for card in player.hand]
        assert board.stacks == [[SPECIES.index(card.species) for card in site] for site in player.sites]
        assert board.teams == [encode_team(team) for team in player.places]
        assert (tuple(board.flags), board.stars) == (player.flags, player.stars)
    assert tuple(table.score(board) for board in table.boards) == GAME.current_scores(state)


@pytest.mark.parametrize(("seats", "side"), TABLES)
def test_the_light_model_plays_as_the_rules_do(seats: int, side: Side) -> None:
    """Random games, with enough regroupings that the discards are shuffled into a new deck."""
    RulesShuffler.shuffles = 0
    for number in range(2):
        rng, shuffling = Random(number), RulesShuffler()
        state = deal(number, seats, side)
        table = Table(state, COMPONENTS, shuffling)
        chosen: dict[Seat, Exchange] = {}
        for before, seat, move, step in random_plies(GAME, state, rng):
            shuffling.chance = before.chance
            apply_move(table, cast(BorealisMove, move), chosen, seat)
            state = step.state
            assert_equal_to_state(table, state)
            assert_equal_to_state(Table(state, COMPONENTS, shuffling), state)
        outcome = final_outcome(GAME, state)
        merits = table.ranking_keys()
        assert tuple(seat for seat, merit in enumerate(merits) if merit == max(merits)) == outcome.ranking[0]
    assert RulesShuffler.shuffles


def random_tables() -> Iterator[Table]:
    """Yield the table at every turn of a random game."""
    rng = Random(1)

    def observe_if_possible(state: State, seat: Seat) -> Move:
        moves = GAME.legal(state, seat)
        return rng.choice([move for move in moves if isinstance(move, Observe)] or moves)

    for ply in plies(GAME, deal(1), observe_if_possible):
        if ply.before.phase == "action":
            yield Table(ply.before, COMPONENTS, rng)


def test_in_the_last_round_a_card_is_worth_the_points_it_makes() -> None:
    for table in random_tables():
        table.last_round, table.objectives = True, []
        for key in SCORE_CARD_TERMS:
            table.score_cards = (key,)
            board = table.boards[table.active]
            board.card_values = None
            animals, vehicles = card_values(table, board, TUNED)
            before = table.score(board)
            for site, stack in enumerate(board.stacks):
                for species, vehicle in itertools.product(KINDS, KINDS if len(stack) < 5 else ()):
                    after = table.copy(table.rng)
                    owner = after.boards[after.active]
                    owner.hand = [EncodedCard(species, vehicle, 0, 0)]
                    after.observe(0, site)
                    gained = after.score(owner) - before
                    assert animals[5 * site + species] + vehicles[5 * site + vehicle] == gained, (
                        key,
                        board.stacks,
                    )


def test_a_score_card_for_scientists_counts_in_full_only_in_the_last_round() -> None:
    """Before that it can still be lost, so it is worth less than its points."""
    nobody, pair = encode_team(Team()), encode_team(Team(2))
    points = COMPONENTS.points["farewell_party"]
    for table in random_tables():
        table.score_cards, table.objectives = ("farewell_party",), []
        values = ScientistValues(table, table.boards[table.active], TUNED)
        gained = values.value([nobody, pair, nobody, nobody, nobody]) - values.value([nobody] * 5)
        assert 0 < gained <= 2 * points
        assert (gained == 2 * points) is (remaining_share(table) == 0)


def sample_positions(
    seats: int, side: Side, every: int, number: int = 7
) -> Iterator[tuple[State, Seat, int]]:
    """Yield positions with a choice from a game of apprentices."""
    state, ply = deal(number, seats, side), 0
    while owing := GAME.to_act(state):
        seat = max(owing)
        if ply % every == 0 and len(GAME.legal(state, seat)) > 1:
            yield state, seat, ply
        state = GAME.apply(state, seat, choose_move(state, seat, "apprentice", f"AB2CD {ply}")).state
        ply += 1


def choose_move(state: State, seat: Seat, level: Level, salt: str = "AB2CD") -> Any:
    return choose(GAME, state, seat, level=level, salt=salt).move


@pytest.mark.parametrize(("seats", "side"), TABLES[:3])
def test_ideas_are_legal_and_follow_from_what_the_seat_may_know(seats: int, side: Side) -> None:
    for state, seat, ply in sample_positions(seats, side, every=5):
        for level in LEVELS[:2]:
            ideas = rank_moves(GAME, state, seat, level=level, salt=f"AB2CD {ply}")
            assert {idea.move for idea in ideas} <= set(GAME.legal(state, seat))
            other = GAME.reshuffle(state, seat, sha256(b"another deal").digest())
            assert GAME.dump(other) != GAME.dump(state)
            assert rank_moves(GAME, other, seat, level=level, salt=f"AB2CD {ply}") == ideas


def test_the_captain_knows_no_more_than_the_seat_may() -> None:
    *_, (state, seat, _) = (
        moment for moment in sample_positions(3, "ii", every=1) if moment[0].phase == "action"
    )
    ideas = rank_moves(GAME, state, seat, level="captain", salt="AB2CD")
    other = GAME.reshuffle(state, seat, sha256(b"another deal").digest())
    assert {idea.move for idea in ideas} <= set(GAME.legal(state, seat))
    assert rank_moves(GAME, other, seat, level="captain", salt="AB2CD") == ideas


def test_what_a_turn_goes_on_with_is_legal() -> None:
    for state, seat, ply in sample_positions(2, "i", every=3):
        idea = choose(GAME, state, seat, level="sailor", salt=f"AB2CD {ply}")
        step = GAME.apply(state, seat, idea.move)
        for move in idea.continuation:
            assert not step.barrier
            assert move in GAME.legal(step.state, seat)


def last_round_state() -> State:
    """The last turn of a game: what is done now is counted at once."""
    for number in range(10):
        for state, seat, _ in sample_positions(2, "i", 1, number):
            if state.phase == "action" and state.last_round and seat != state.first:
                return state
    raise AssertionError("no last turn")


def test_in_the_last_turn_the_most_points_are_taken() -> None:
    state = last_round_state()
    seat = state.active

    def points(move: BorealisMove) -> int:
        after = GAME.apply(state, seat, move).state
        if after.phase != "gather":
            return GAME.current_scores(after)[seat]
        return max(GAME.current_scores(GAME.apply(after, seat, there).state)[seat] for there in GATHER)

    best = max(map(points, GAME.legal(state, seat)))
    for level in LEVELS[1:]:
        assert points(choose_move(state, seat, level)) == best


def opening_state(cards: tuple[Card, ...], **changes: Any) -> State:
    """The first turn of the first round, with these cards in the hand of who moves."""
    state = replace(deal(1), phase="action", round=1, **changes)
    player = state.player._replace(hand=cards)
    return replace(state, players=state.players_with(state.active, player))


FOX = Card("arctic_fox", "kayak", "yellow", "pink")
OWL = Card("snowy_owl", "submarine", "yellow", "pink")
SEAL = Card("harp_seal", "kayak", "pink", "blue")
BEAR = Card("polar_bear", "kayak", "blue", "yellow")


@pytest.mark.parametrize("level", LEVELS[:2])
def test_a_great_group_is_grown(level: Level) -> None:
    """Four foxes on the left, and a fifth in hand."""
    state = opening_state((OWL, SEAL, FOX, BEAR), score_cards=("popular_vehicle", "safe_return"))
    seat = state.active
    player = state.player._replace(sites=((FOX,) * 4, (SEAL, OWL), (BEAR,)))
    state = replace(state, players=state.players_with(seat, player))
    idea = choose(GAME, state, seat, level=level, salt="AB2CD")
    assert str(idea.move) == "observe 3 left"
    reason = explain(GAME, state, seat, (idea.move,), salt="salt")
    assert (reason.key, reason.values.get("count")) in {("group", 5), ("objective", None)}


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_stands_still(level: Level) -> None:
    """All scientists are on the middle site, where a card would spoil two score cards: it plays anyway."""
    state = opening_state((FOX, OWL, SEAL, BEAR), score_cards=("farewell_party", "outer_lands"))
    nobody = Team()
    places = (nobody, nobody, Team(3, 3, 3), nobody, nobody)
    player = state.player._replace(places=places, sites=((OWL, FOX), (BEAR,), (SEAL, FOX)))
    state = replace(state, players=state.players_with(state.active, player))
    assert isinstance(choose_move(state, state.active, level), Observe)


def test_who_can_neither_play_nor_bring_anybody_back_changes_cards() -> None:
    pairs = (Card("puffin", "skis", "pink", "pink", 1),) * 4
    state = opening_state(pairs)
    for level in LEVELS:
        chosen = choose_move(state, state.active, level)
        assert isinstance(chosen, Regroup)
        assert chosen.cards != "none"
        assert explain(GAME, state, state.active, (chosen,), salt="salt").key == "no_card"


def test_nobody_is_said_to_come_back_from_empty_camps() -> None:
    state = opening_state((OWL, SEAL, FOX, BEAR))
    assert not state.player.in_camps
    reason = explain(GAME, state, state.active, (GAME.parse("regroup none"),), salt="salt")
    assert reason.key == "one_site"


def claims_of(state: State, *notations: str) -> dict[str, dict[str, Any]]:
    """Return the values of all claims about these moves of the active player, by key."""
    line = play_line(GAME, state, state.active, [GAME.parse(each) for each in notations])
    assert len(line.moves) == len(notations)
    return {each.phrase.key: dict(each.phrase.values) for each in AI.claims(line)}


def test_an_observation_is_told_with_its_group_its_flag_and_its_scientists() -> None:
    hand = (card("arctic_fox", "kayak"), card("arctic_fox"), card("puffin"), card("puffin", arrows="bb"))
    track = GAME.components.board_tracks["i"][0]
    leads = track[1].vehicles[0]
    hand = (card("arctic_fox", leads), *hand[1:])
    state = states.table(states.player("FB", "S", hand=hand))
    found = claims_of(state, "observe 1 left")
    assert found["group"] == {"species": "arctic_fox", "site": "left", "count": 2}
    assert found["flag"] == {"site": "left", "space": 1, "points": track[1].points}
    assert found["to_camps"] == {"scientists": 1}
    assert found["prepares"] == {"count": 2}, "two blue are nowhere together"
    assert "begins_group" not in found
    middle = claims_of(state, "observe 1 middle")
    assert middle["begins_group"] == {"species": "arctic_fox", "site": "middle"}
    assert not {"group", "to_camps"} & set(middle), "from the middle nobody goes to a camp"


@pytest.mark.parametrize(("stars", "is_told"), [(9, True), (-20, False)])
def test_who_ends_the_game_in_the_lead_is_told_so(stars: int, is_told: bool) -> None:
    owner = states.player("BBBBBB", hand=(card("polar_bear"),) * 4, stars=10 + stars)
    found = claims_of(states.table(owner, states.player(stars=30)), "observe 1 left")
    assert ("ends_game" in found) is is_told
    assert not is_told or found["ends_game"] == {"site": "left"}
    early = states.player("BBBBB", hand=(card("polar_bear"),) * 4, stars=40)
    assert "ends_game" not in claims_of(states.table(early), "observe 1 left")


def test_a_card_of_the_pool_is_told_by_who_wants_it() -> None:
    pool = (card("arctic_fox", "submarine"), card("puffin"), card("snowy_owl"), card("harp_seal"))
    own, rival = states.player("F", "FF", "O"), states.player("SSS", "O")
    state = states.table(own, rival, phase="draw", supply=states.supply(pool=pool))
    assert claims_of(state, "take a")["for_group"] == {"species": "arctic_fox", "site": "middle", "count": 3}
    assert claims_of(state, "take c")["for_group"]["count"] == 2
    seals = claims_of(state, "take d")
    assert seals["denies"] == {"seat": 1, "species": "harp_seal"}
    assert "for_group" not in seals
    assert "denies" not in claims_of(state, "take c"), "one owl is no group"
    assert claims_of(state, "take b")["for_later"] == {"species": "puffin"}
    tracks = GAME.components.board_tracks["i"]
    for move, wanted in zip("abcd", pool, strict=True):
        helped = any(wanted.vehicle in track[1].vehicles for track in tracks)
        assert ("for_flag" in claims_of(state, f"take {move}")) is helped
    assert set(claims_of(state, "draw")) == {"unseen_card"}
    assert set(claims_of(state, "refresh")) == {"new_pool"}


def test_a_regrouping_is_told_with_who_comes_back_and_what_is_new() -> None:
    places = (Team(2), Team(), Team(1, 1), Team(), Team(0, 1))
    state = states.table(states.player(places=places))
    found = claims_of(state, "regroup 12")
    assert found["brings_back"] == {"scientists": 3}
    assert found["new_cards"] == {"count": 2}
    assert "no_card" not in found
    assert "new_cards" not in claims_of(state, "regroup none")
    pairs = states.player(places=places, hand=(card(arrows="bb"),) * 4)
    assert "no_card" in claims_of(states.table(pairs), "regroup none")
    there = GAME.apply(state, 0, GAME.parse("regroup none")).state
    assert claims_of(there, "gather left")["gathers"] == {"count": 4, "site": "left"}


def test_a_score_card_is_told_with_what_it_gains() -> None:
    state = states.table(states.player("B", "F", "B"), score_cards=("outer_lands", "safe_return"))
    points = GAME.components.score_cards.outer_lands.points
    found = claims_of(state, "observe 1 left")
    assert found["score_card"] == {
        "card": "safe_return",
        "points": GAME.components.score_cards.safe_return.points,
    }
    lower = states.table(states.player("B", "F", "B"), score_cards=("outer_lands", "expansive_species"))
    assert claims_of(lower, "observe 1 left")["score_card"] == {"card": "outer_lands", "points": points}


def test_games_of_apprentices_end_before_long() -> None:
    for seats in (2, 4):
        for number in range(2):
            played = play("borealis", seats, {"side": "ii"}, "apprentice", "apprentice", number)
            assert played.plies < 80 * seats


def test_the_sailor_beats_one_who_looks_one_ply_ahead() -> None:
    won = sum(play("borealis", 2, {}, "sailor", "greedy", number).won for number in range(12))
    assert won >= 8


def test_the_sailor_beats_the_apprentice() -> None:
    won = sum(play("borealis", 2, {}, "sailor", "apprentice", number).won for number in range(12))
    assert won >= 8


def test_chances_add_up_and_follow_the_points() -> None:
    state = deal(3, 3)
    first = AI.win_probabilities(state, Random(1))
    assert sum(first) == pytest.approx(1)
    assert max(first) < 0.6
    rich = state.players[2]._replace(stars=60)
    assert AI.win_probabilities(replace(state, players=state.players_with(2, rich)), Random(1))[2] > 0.95


def test_chances_are_known_in_the_middle_of_a_turn() -> None:
    phases = {}
    for state, _, _ in sample_positions(2, "i", every=1):
        phases.setdefault(state.phase, state)
    assert set(phases) >= {"exchange", "action", "draw", "gather"}
    for state in phases.values():
        rich = state.players[1]._replace(stars=60)
        chances = AI.win_probabilities(replace(state, players=state.players_with(1, rich)), Random(1))
        assert chances[1] > 0.95


def test_at_the_end_the_winner_has_all_of_the_chances() -> None:
    *_, (state, seat, _) = sample_positions(2, "i", every=1)
    while owing := GAME.to_act(state):
        seat = min(owing)
        state = GAME.apply(state, seat, choose_move(state, seat, "apprentice")).state
    outcome = final_outcome(GAME, state)
    chances = AI.win_probabilities(state, Random(1))
    assert chances[outcome.ranking[0][0]] == pytest.approx(1)
