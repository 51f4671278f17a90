"""Contents of Borealis' pictures: totals, counts, names and numbers, and their positions."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.i18n import LANGUAGES, locale_for
from render.borealis import board, card_strips, hand, pieces, spectator_board, table_parts
from render.borealis.painter import BorealisPainter
from render.kit.page import Page
from rules.borealis.game import Borealis
from rules.borealis.pieces import COLOURS, LAST_ROUND_CARDS, SITES
from rules.borealis.view import PlayerView
from rules.game import Phrase
from tests.render.borealis_games import (
    GAME,
    NAMES,
    PAINTER,
    active_view,
    prompts,
    states,
    texts_in_box,
    under_way,
    within,
)
from tests.render.drawing import draw_board, draw_closeup, draw_hand, draw_score_sheet


def site_frame(place: int) -> tuple[float, float]:
    """The left and right edge of a site on a board."""
    left = board.SITE_LEFTS[place]
    return left, left + board.CREW[0]


def check_board(page: Page, player: PlayerView) -> None:
    """Check a player's stars, total, stacks, tracks and scientists."""
    assert texts_in_box(page, 900, 0, 1010, 80) == [str(player.stars)]
    assert texts_in_box(page, 1080, 0, 1200, 80) == [str(player.score.total)]
    for place, site in enumerate(player.sites):
        left, right = site_frame(place)
        top, bottom = board.SITE_TOP, board.SITE_TOP + board.WELL[1] + 10
        cards = sorted(within(page, "stack_card", left, top - 20, right, bottom), key=lambda card: -card.y)
        assert [card.values[0] for card in cards] == [card.species for card in site.cards]
        crafts = sorted(within(page, "stack_vehicle", left, top, right, bottom), key=lambda craft: -craft.y)
        assert [craft.values[0] for craft in crafts] == [card.vehicle for card in site.cards]
        points = sorted(within(page, "text", left, top, right, bottom), key=lambda text: -text.y)
        assert [text.values[0] for text in points] == [str(space.points) for space in site.track[1:]]
        (flag,) = (
            each for each in within(page, "icon", left, top, right, bottom) if each.values[0] == "flag"
        )
        middle = top + board.WELL[1] - 4 - pieces.SPACE[1] / 2 - site.flag * board.TRACK_STEP
        assert abs(flag.y - middle) < 20
        crew = texts_in_box(page, left, board.CREW_TOP, right, board.CREW_TOP + board.CREW[1])
        assert crew == [str(count) for count in site.team if count]
        present = within(page, "scientist", left, board.CREW_TOP, right, board.CREW_TOP + board.CREW[1])
        colours = {str(each.values[0]) for each in present if not each.values[2]}
        assert colours == {colour for colour, count in zip(COLOURS, site.team, strict=True) if count}
    camps = board.CAMP_TOP, board.CAMP_TOP + board.CAMP[1]
    for (left, right), team in (((20, 454), player.left_camp), ((746, 1180), player.right_camp)):
        assert texts_in_box(page, left, camps[0], right, camps[1]) == [str(count) for count in team if count]
    resting = sum(player.left_camp) + sum(player.right_camp)
    assert texts_in_box(page, 474, camps[0], 726, camps[1]) == [f"+{resting}"]


@pytest.mark.parametrize("side", ["i", "ii"])
def test_a_board_shows_its_owner_and_nobody_else(pages: list[Page], side: str) -> None:
    played = states(3, side=side)
    for state in (played[30], played[70], played[-1]):
        for seat in range(3):
            view = GAME.view(state, seat)
            draw_board(PAINTER, view, NAMES)
            check_board(pages[-1], view.players[seat])
            assert NAMES[seat] in texts_in_box(pages[-1], 100, 0, 370, 80)


def test_everybody_can_look_at_every_board(pages: list[Page]) -> None:
    state = states(4)[-1]
    assert PAINTER.closeups(GAME.view(state, None)) == (*(f"seat.{seat}" for seat in range(4)), "discards")
    for reader in (None, 2):
        view = GAME.view(state, reader)
        assert f"seat.{reader}" not in PAINTER.closeups(view)
        for owner in range(4):
            draw_closeup(PAINTER, view, NAMES, f"seat.{owner}")
            check_board(pages[-1], view.players[owner])
            scores = [
                texts_in_box(pages[-1], 1050, y, 1200, y + card_strips.STRIP_HEIGHT)
                for y in (board.SCORES_TOP, board.SCORES_TOP + table_parts.STRIP_STEP)
            ]
            assert scores == [[str(card.points[owner])] for card in view.score_cards]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_table_shows_each_player_in_their_row(pages: list[Page], seats: int) -> None:
    for state in states(seats)[20::25]:
        view = GAME.view(state, None)
        draw_board(PAINTER, view, NAMES)
        page = pages[-1]
        for seat, player in enumerate(view.players):
            top = spectator_board.PLAYERS_TOP + seat * spectator_board.ROW
            row = 0, top, 1200, top + spectator_board.PANEL[1]
            assert texts_in_box(page, 1080, top, 1200, top + 90) == [str(player.stars)]
            assert texts_in_box(page, 1080, top + 90, 1200, row[3]) == [str(player.score.total)]
            backs = [each for each in within(page, "icon", *row) if each.values[0] == "card_back"]
            assert len(backs) == player.hand_size
            assert (seat == view.first) == any(
                each.values[0] == "pawn" for each in within(page, "icon", *row)
            )
            for place, site in enumerate(player.sites):
                left = spectator_board.SITES_LEFT + place * spectator_board.SITE_STEP
                frame = left, top, left + 240, row[3]
                chips = sorted(within(page, "animal_chip", *frame), key=lambda chip: (chip.y, chip.x))
                assert [chip.values[0] for chip in chips] == [card.species for card in site.cards]
                assert len(within(page, "empty_chip", *frame)) == LAST_ROUND_CARDS - len(site.cards)
                assert [gauge.values for gauge in within(page, "flag_gauge", *frame)] == [(site.flag,)]
                assert texts_in_box(page, *frame) == [str(site.flag_points)]
        for place, card in enumerate(view.score_cards):
            y = (
                spectator_board.SCORES_TOP
                + place * (table_parts.TALL_STRIP_HEIGHT + 8)
                + card_strips.STRIP_HEIGHT
            )
            initials_and_points = texts_in_box(page, 0, y, 1200, y + 50)
            assert initials_and_points[1::2] == [str(points) for points in card.points]


def test_a_flag_stands_at_its_place_and_its_points_beside_it(pages: list[Page]) -> None:
    view = GAME.view(states(2)[40], None)
    worth = [[70 + 10 * seat + place for place in range(len(SITES))] for seat in range(2)]
    players = tuple(
        player.model_copy(
            update={
                "sites": tuple(
                    site.model_copy(update={"flag_points": points})
                    for site, points in zip(player.sites, worth[seat], strict=True)
                )
            }
        )
        for seat, player in enumerate(view.players)
    )
    draw_board(PAINTER, view.model_copy(update={"players": players}), NAMES)
    for seat, player in enumerate(players):
        top = spectator_board.PLAYERS_TOP + seat * spectator_board.ROW
        for place, site in enumerate(player.sites):
            left = spectator_board.SITES_LEFT + place * spectator_board.SITE_STEP
            frame = left, top, left + 240, top + spectator_board.PANEL[1]
            assert texts_in_box(pages[-1], *frame) == [str(worth[seat][place])]
            assert [gauge.values for gauge in within(pages[-1], "flag_gauge", *frame)] == [(site.flag,)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_five_cards_that_decide_the_game_bear_their_names(pages: list[Page], language: str) -> None:
    state = under_way("action")
    for view in (GAME.view(state, None), GAME.view(state, 1)):
        draw_board(PAINTER, view, NAMES, language=language)
        wanted = [card.name.text(language) for card in (*view.objectives, *view.score_cards)]
        written = [
            (each.y, str(each.values[0]))
            for each in pages[-1].draw_calls
            if each.what == "text" and each.values[0] in wanted
        ]
        assert [name for _, name in sorted(written)] == wanted
    outcome = GAME.outcome(states(3)[-1])
    assert outcome is not None
    view = GAME.view(states(3)[-1], None)
    called = tuple(map(locale_for(language).game_text(GAME, NAMES).score_category, outcome.sheet))
    draw_score_sheet(PAINTER, view, outcome, NAMES, called)
    written_names = {str(each.values[0]) for each in pages[-1].draw_calls if each.what == "text"}
    assert {card.name.text(language) for card in view.score_cards} <= written_names
    assert set(called) <= written_names


def test_every_name_fits_its_strip_whole(pages: list[Page]) -> None:
    view = active_view("action")
    assert isinstance(GAME, Borealis)
    for language in LANGUAGES:
        for card in view.objectives:
            for key in GAME.components.objectives_of(card.kind):
                name = GAME.components.objectives.of(key).name
                objectives = (card.model_copy(update={"name": name}), *view.objectives[1:])
                draw_board(
                    PAINTER, view.model_copy(update={"objectives": objectives}), NAMES, language=language
                )
                assert any(each.values == (name.text(language),) for each in pages[-1].draw_calls)


def test_the_round_and_the_last_one_are_told(pages: list[Page]) -> None:
    for language, word in (("en", "Round"), ("fr", "Manche")):
        for seat in (None, 0):
            view = GAME.view(states(3)[-2], seat)
            draw_board(PAINTER, view, NAMES, language=language)
            assert f"{word} {view.round}" in texts_in_box(pages[-1], 0, 0, 1200, 80)
            icons = {each.values[0] for each in within(pages[-1], "icon", 0, 0, 1200, 80)}
            assert ("hourglass" in icons) == view.last_round is True
            start = GAME.view(states(3)[0], seat)
            draw_board(PAINTER, start, NAMES, language=language)
            assert not any(text.startswith(word) for text in texts_in_box(pages[-1], 0, 0, 1200, 80))


def test_objectives_show_who_reached_them(pages: list[Page]) -> None:
    view = GAME.view(states(4)[-1], None)
    assert any(objective.reached_by for objective in view.objectives)
    draw_board(PAINTER, view, NAMES)
    for place, objective in enumerate(view.objectives):
        y = spectator_board.OBJECTIVES_TOP + place * table_parts.STRIP_STEP
        marks = within(pages[-1], "seat_mark", 0, y, 1200, y + card_strips.STRIP_HEIGHT)
        assert [mark.values[0] for mark in marks] == list(objective.reached_by)


def test_what_a_pack_prints_is_what_is_drawn(pages: list[Page], tmp_path: Path) -> None:
    """The painter was given the cards of the box: the view brings those of the table."""
    (tmp_path / "borealis.toml").write_text(
        "[stars]\nobjective = 7\n[score_cards]\nlevel_pair = 4\n"
        + "".join(
            f'[score_cards.{key}]\npoints = 9\nname = {{ en = "Nine", fr = "Neuf" }}\n'
            for key in ("safe_return", "outer_lands", "farewell_party", "mating_season", "untrodden_path")
        )
    )
    packed = Borealis(tmp_path)
    assert isinstance(GAME, Borealis)
    painter = BorealisPainter(GAME.components)
    dealt = packed.setup(2, packed.info.options(), bytes(32))
    dealt = replace(dealt, score_cards=("safe_return", "common_destination"))
    draw_board(painter, packed.view(dealt, 0), NAMES, language="fr")
    strips = [each.values for each in pages[-1].draw_calls if each.what == "score_strip"]
    assert [values[:3] for values in strips] == [("safe_return", 9, 4), ("common_destination", 12, 4)]
    assert {each.values[3] for each in pages[-1].draw_calls if each.what == "objective_strip"} == {7}
    assert "Neuf" in {each.values[0] for each in pages[-1].draw_calls}


def test_numbers_on_the_pictures_are_those_of_the_answers(pages: list[Page]) -> None:
    asked = 0
    for state in (*states(2)[::9], *states(4, side="ii")[::23]):
        for seat in GAME.to_act(state):
            view = GAME.view(state, seat)
            for prompt in prompts(state, seat):
                draw_board(PAINTER, view, NAMES, prompt=prompt)
                draw_hand(PAINTER, view, NAMES, prompt=prompt)
                on_board, in_hand = (
                    [each.values[0] for each in page.draw_calls if each.what == "choice_plate"]
                    for page in pages[-2:]
                )
                given = {offer.number for offer in prompt.offers if offer.number is not None}
                assert set(on_board) | set(in_hand) == given
                assert len(set(on_board)) == len(on_board)
                assert len(set(in_hand)) == len(in_hand)
                assert not any(each.what == "tab_plate" for page in pages[-2:] for each in page.draw_calls)
                asked += bool(given)
                pages.clear()
    assert asked > 30


def test_an_observation_is_numbered_under_its_card_at_its_site(pages: list[Page]) -> None:
    state = under_way("action")
    view, prompt = GAME.view(state, state.active), prompts(state, state.active)[0]
    draw_hand(PAINTER, view, NAMES, prompt=prompt)
    for offer in prompt.offers:
        if offer.number is not None:
            move = offer.moves[0]
            x = hand.LEFT + (int(move.tokens()[1]) - 1) * hand.STEP + 52
            x += SITES.index(move.tokens()[2]) * hand.CELL_STEP  # type: ignore[arg-type]
            found = within(pages[-1], "choice_plate", x - 4, hand.SHELF_TOP, x + 4, hand.HEIGHT)
            assert [plate.values[0] for plate in found] == [offer.number]


def test_sites_and_pool_are_numbered_from_left_to_right(pages: list[Page]) -> None:
    for phase, count in (("gather", 3), ("draw", 4)):
        state = under_way(phase, after=0)
        prompt = prompts(state, state.active)[0]
        draw_board(PAINTER, GAME.view(state, state.active), NAMES, prompt=prompt)
        plates = within(pages[-1], "choice_plate", 0, 0, 1200, 1600)
        assert [plate.values[0] for plate in plates] == list(range(1, count + 1))


def test_all_discards_lie_open(pages: list[Page]) -> None:
    view = GAME.view(states(3)[-1], None)
    draw_closeup(PAINTER, view, NAMES, "discards")
    page = pages[-1]
    assert str(len(view.discards)) in texts_in_box(page, 900, 0, 1200, 80)
    assert len([each for each in page.draw_calls if each.what == "slip"]) == len(view.discards) > 5
    colours = [str(each.values[0]) for each in page.draw_calls if each.what == "scientist"]
    for colour in COLOURS:
        assert colours.count(colour) == sum((card.left, card.right).count(colour) for card in view.discards)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_parts_of_the_pictures_are_called_by_name(pages: list[Page], language: str) -> None:
    game_text = locale_for(language).game_text(GAME, NAMES)
    captions = {part: game_text.phrase_text(Phrase(key=f"part.{part}")) for part in PAINTER.legend_parts}
    last = states(3)[-2]
    seen: set[str] = set()
    for state, seat in ((last, None), (last, last.first), (last, last.active)):
        view = GAME.view(state, seat)
        draw_board(PAINTER, view, NAMES, language=language, captions=captions)
        if view.hand:
            draw_hand(PAINTER, view, NAMES, language=language, captions=captions)
    for page in pages:
        written = {str(each.values[0]) for each in page.draw_calls if each.what == "text"}
        for part in page.parts:
            assert " ".join(captions[part.key].split()) in written
            seen.add(part.key)
    assert seen == set(PAINTER.legend_parts)


def test_the_cards_in_sight_have_a_text_and_the_deciding_ones_come_first() -> None:
    view = active_view("action")
    found = PAINTER.visible_components(view)
    opened = [card.card for card in view.objectives if card.open] + [card.card for card in view.score_cards]
    assert list(found[: len(opened)]) == opened
    assert {held.card.species for held in view.hand or ()} <= set(found) <= set(GAME.names)
    assert len(found) == len(set(found)) <= 12


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_card_of_a_hand_bears_the_name_of_its_animal(pages: list[Page], language: str) -> None:
    view = active_view("action")
    draw_hand(PAINTER, view, NAMES, language=language)
    told = " ".join(str(drawn.values[0]) for drawn in pages[0].draw_calls if drawn.what == "text")
    for held in view.hand:
        name = GAME.names[held.card.species].text(language)
        assert name[:1].upper() + name[1:] in told
