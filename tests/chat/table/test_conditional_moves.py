"""Plans on the panel: previewed, activated, played when the turn comes, and hidden from others.

Covers `bot/chat/table/plan_conditions.py`, `bot/views/plan_text.py`.
"""

from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.messages import MessageBuilder
from bot.chat.table.conditional_moves import (
    OwnPlan,
    ask_after_reveal,
    plan_buttons,
    plan_heading,
    status_line,
)
from bot.chat.table.plan_conditions import (
    MAX_LISTS,
    condition_buttons,
    condition_description,
    group_by_kind,
    line_options,
)
from bot.i18n import locale_for
from bot.play.core.game_log import BY_PLAN
from bot.play.core.snapshot import GameSnapshot
from bot.play.planning import conditional_moves
from bot.play.planning.conditional_moves import Condition, Line, PreparedTurn
from bot.play.planning.lookahead import OpponentMove, event_digest
from bot.views.choices import MAX_BUTTONS
from rules import GAMES
from rules.game import Seat
from tests.chat.components import enabled_components, find_custom_id, walk_components
from tests.chat.discord_driver import Chat, text_of
from tests.chat.panel_driver import open_tool, play_step
from tests.chat.story_fixtures import view_of_table
from tests.views.views_in_memory import reader_view_at

MINUTE_S = 60
MAX_CONTROLS = 8


async def start_waiting(chat: Chat, game: str = "borealis") -> tuple[str, Any, int]:
    """Returns a game, a waiting player with a turn to prepare, and their seat."""
    code = await chat.start_game("astrid", "bjorn", game=game, pace="none")
    while True:
        snapshot = await chat.snapshot(code)
        for actor in chat.users.values():
            seat = snapshot.seat_of(actor.id)
            if (
                seat is not None
                and seat not in snapshot.owing_seats()
                and conditional_moves.preview_line(snapshot, seat, PreparedTurn())
            ):
                return code, actor, seat
        await play_step(chat, code)


async def choose_next(panel: Any, actor: Any, which: int) -> Any:
    """Choose one more token for the coming turn, by button or in a list. Returns the panel."""
    ways = [
        name
        for name in enabled_components(panel)
        if "~" in name and name.startswith(("skald:pick:", "skald:short:"))
    ]
    if ways:
        return (await actor.click(panel.message, custom_id=ways[which])).response
    menu = next(
        part
        for part in walk_components(panel)
        if "~" in part.get("custom_id", "") and part["custom_id"].startswith("skald:choose:")
    )
    chosen = menu["options"][which]["value"]
    return (await actor.select(panel.message, [chosen], custom_id=menu["custom_id"])).response


async def panel_with_plan(chat: Chat, actor: Any) -> Any:
    """Returns the panel of a player who has planned a first move."""
    panel = (await actor.slash(chat.thread(), "play")).response
    panel = await open_tool(actor, panel, "Prepare my turn")
    assert "prepare your turn" in text_of(panel)
    for _ in range(6):
        if "1. " in text_of(panel):
            return panel
        panel = await choose_next(panel, actor, 0)
    raise AssertionError("no move was put together")


async def test_a_turn_is_prepared_by_taps_kept_and_played_when_it_comes(chat: Chat) -> None:
    code, actor, seat = await start_waiting(chat)
    panel = await panel_with_plan(chat, actor)
    conditions = (await actor.click(panel.message, label="Add conditions…")).response
    care = find_custom_id(conditions, "plan-care")
    conditions = (await actor.select(conditions.message, ["legal"], custom_id=care)).response
    conditions = (await actor.click(conditions.message, label="Play without delay")).response
    conditions = (await actor.click(conditions.message, label="Wait a little first")).response
    assert "Play without delay" in enabled_components(conditions).values()
    panel = (await actor.click(conditions.message, label="Back")).response
    kept = (await actor.click(panel.message, label="Save the plan")).response
    assert "Plan saved." in text_of(kept)
    assert "Your turn is prepared:" in text_of(kept)
    await chat.restart()
    while seat not in (await chat.snapshot(code)).owing_seats():
        await play_step(chat, code)
    before = (await chat.snapshot(code)).row.ply
    await chat.env.advance_time(6 * MINUTE_S)
    entries = await db.entries.read_log(chat.store, code, since=before)
    assert entries
    assert entries[0].by == BY_PLAN
    assert await db.conditional_moves.find(chat.store, code, actor.id) is None


async def test_a_simple_plan_is_chosen_and_kept_on_a_short_view(chat: Chat) -> None:
    _, actor, _ = await start_waiting(chat)
    panel = await panel_with_plan(chat, actor)
    labels = [label for name, label in enabled_components(panel).items() if "~" not in name]
    assert labels == ["Save the plan", "Back", "Add conditions…", "Back to the table"]
    conditions = (await actor.click(panel.message, label="Add conditions…")).response
    assert len(enabled_components(conditions)) <= MAX_CONTROLS


async def test_nobody_else_learns_of_a_plan(chat: Chat) -> None:
    _, actor, _ = await start_waiting(chat)
    before = [text_of(message) for message in chat.thread().history()]
    panel = await panel_with_plan(chat, actor)
    await actor.click(panel.message, label="Save the plan")
    assert [text_of(message) for message in chat.thread().history()] == before
    other = next(one for one in chat.users.values() if one.id != actor.id)
    theirs = text_of((await other.slash(chat.thread(), "play")).response)
    assert "prepared" not in theirs
    assert "Your plan" not in theirs


async def test_a_plan_is_shortened_and_dropped(chat: Chat) -> None:
    code, actor, _ = await start_waiting(chat)
    panel = await panel_with_plan(chat, actor)
    shorter = (await actor.click(panel.message, label="Back")).response
    assert "1. " not in text_of(shorter)
    panel = await panel_with_plan(chat, actor)
    panel = (await actor.click(panel.message, label="Add conditions…")).response
    gone = (await actor.click(panel.message, label="Delete the plan")).response
    assert "Plan deleted." in text_of(gone)
    assert await db.conditional_moves.find(chat.store, code, actor.id) is None


async def test_at_ones_turn_things_can_be_tried_out_and_then_played(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", game="lofoten", pace="none")
    actor = await chat.player_to_move(code)
    before = (await chat.snapshot(code)).row.ply
    panel = (await actor.slash(chat.thread(), "play")).response
    panel = await open_tool(actor, panel, "Try it out")
    assert "Nothing is played until you tap Play this plan." in text_of(panel)
    while "1. " not in text_of(panel):
        pick = next(
            name for name in enabled_components(panel) if "~" in name and name.startswith("skald:pick:")
        )
        panel = (await actor.click(panel.message, custom_id=pick)).response
    assert (await chat.snapshot(code)).row.ply == before, "nothing is played yet"
    await actor.click(panel.message, label="Play this plan")
    assert (await chat.snapshot(code)).row.ply > before


async def test_what_another_player_does_first_gets_a_line_of_its_own(chat: Chat) -> None:
    code, actor, _ = await start_waiting(chat, "explorers")
    await play_step(chat, code)
    panel = (await actor.slash(chat.thread(), "play")).response
    panel = await open_tool(actor, panel, "Prepare my turn")
    panel = (await actor.click(panel.message, label="Add conditions…")).response
    asked = (await actor.click(panel.message, label="If another player…")).response
    menu = next(
        part for part in walk_components(asked) if part.get("custom_id", "").startswith("skald:plan-when:")
    )
    chosen = menu["options"][0]["value"]
    panel = (await actor.select(asked.message, [chosen], custom_id=menu["custom_id"])).response
    assert "does this" in text_of(panel)
    plan = await conditional_moves.find(chat.store, await chat.snapshot(code), actor.id)
    assert plan is not None
    (condition,) = plan.conditions
    assert f"{condition.seat} {condition.move}" == chosen
    for _ in range(6):
        if "Save the plan" in enabled_components(panel).values():
            break
        panel = await choose_next(panel, actor, 0)
    kept = (await actor.click(panel.message, label="Save the plan")).response
    assert {"Change the plan", "Delete the plan"} <= set(enabled_components(kept).values())
    assert "Prepare my turn" not in enabled_components(kept).values()
    assert "↳ if bjorn does this: " in text_of(kept) or "↳ if astrid does this: " in text_of(kept)


async def plan_up_to_a_draw(chat: Chat, game: str = "lofoten") -> tuple[str, Any, Any]:
    """Returns a game, a player, and their panel with a plan up to the first reveal."""
    code, actor, _ = await start_waiting(chat, game)
    panel = (await actor.slash(chat.thread(), "play")).response
    panel = await open_tool(actor, panel, "Prepare my turn")
    for _ in range(20):
        if "Something is revealed" in text_of(panel):
            return code, actor, panel
        panel = await choose_next(panel, actor, -1)
    raise AssertionError("nothing is ever revealed")


async def choose_reveal(panel: Any, actor: Any, label: str) -> Any:
    """Begin the line for when the last move shows this. Returns the panel."""
    panel = (await actor.click(panel.message, label="Add conditions…")).response
    asked = (await actor.click(panel.message, label="If it shows…")).response
    menu = next(
        part for part in walk_components(asked) if part.get("custom_id", "").startswith("skald:plan-shown:")
    )
    labels = [option["label"] for option in menu["options"]]
    assert len(set(labels)) == len(labels)
    (chosen,) = (option["value"] for option in menu["options"] if option["label"] == label)
    return (await actor.select(asked.message, [chosen], custom_id=menu["custom_id"])).response


async def test_all_that_a_draw_may_show_of_one_kind_gets_one_line(chat: Chat) -> None:
    code, actor, panel = await plan_up_to_a_draw(chat)
    panel = await choose_reveal(panel, actor, "You draw mead (any)")
    assert "if it shows “You draw mead (any)”" in text_of(panel)
    assert "played in this case" in text_of(panel)
    panel = (await actor.click(panel.message, label="Place the drawn card: left")).response
    panel = (await actor.click(panel.message, label="In all other cases")).response
    panel = (await actor.click(panel.message, label="Place the drawn card: right")).response
    kept = (await actor.click(panel.message, label="Save the plan")).response
    branch = "↳ if it shows “You draw mead (any)”: Place the drawn card: left"
    lines = text_of(kept).splitlines()
    place = lines.index(branch)
    assert lines[place + 1].endswith(". else: Place the drawn card: right")
    snapshot, seat, plan = await find_plan(chat, code, actor)
    assert plan.kept
    assert plan.line.moves[-1] == "place right"
    (condition,) = plan.conditions
    events = conditional_moves.possible_reveals(snapshot, seat, plan, condition.after)
    assert set(condition.seen) == {event_digest(event) for event in events if event.good == "mead"}
    assert condition.line.moves == ("place left",)


async def find_plan(chat: Chat, code: str, actor: Any) -> tuple[GameSnapshot, Seat, PreparedTurn]:
    snapshot = await chat.snapshot(code)
    seat = snapshot.seat_of(actor.id)
    plan = await conditional_moves.find(chat.store, snapshot, actor.id)
    assert seat is not None
    assert plan is not None
    return snapshot, seat, plan


async def test_a_line_for_several_cards_is_shown_on_the_board_before_the_draw(chat: Chat) -> None:
    code, actor, panel = await plan_up_to_a_draw(chat)
    await choose_reveal(panel, actor, "You draw mead (any)")
    snapshot, seat, plan = await find_plan(chat, code, actor)
    found = conditional_moves.last_certain_move(snapshot, seat, plan)
    assert found is not None
    assert str(found[1]) == plan.line.moves[-1]
    main_line = plan.model_copy(update={"editing": None})
    assert found == conditional_moves.last_certain_move(snapshot, seat, main_line)


async def test_a_line_for_one_card_is_planned_with_that_card_in_hand(chat: Chat) -> None:
    code, actor, panel = await plan_up_to_a_draw(chat)
    panel = await choose_reveal(panel, actor, "You draw mead, value 2")
    assert "revealed" not in text_of(panel)
    snapshot, seat, plan = await find_plan(chat, code, actor)
    preview = conditional_moves.preview_line(snapshot, seat, plan)
    assert preview is not None
    assert not preview.is_uncertain
    assert snapshot.game.view(preview.state, seat).drawn == ("mead", 2)


async def test_a_move_that_may_fail_gets_another_way(chat: Chat) -> None:
    _, actor, _ = await start_waiting(chat)
    panel = await panel_with_plan(chat, actor)
    panel = (await actor.click(panel.message, label="Add conditions…")).response
    panel = (await actor.click(panel.message, label="If that’s impossible…")).response
    assert "is no longer possible" in text_of(panel)
    panel = (await actor.click(panel.message, label="In all other cases")).response
    assert "prepare your turn" in text_of(panel)
    assert "1. " in text_of(panel)


async def test_nothing_that_is_imagined_is_shown_as_if_it_were_so(chat: Chat) -> None:
    """After a reveal, picture and texts show the state before it."""
    code, actor, panel = await plan_up_to_a_draw(chat)
    snapshot = await chat.snapshot(code)
    seat = snapshot.seat_of(actor.id)
    assert seat is not None
    plan = await conditional_moves.find(chat.store, snapshot, actor.id)
    assert plan is not None
    trial = conditional_moves.preview_line(snapshot, seat, plan)
    assert trial is not None
    assert trial.is_uncertain
    shown = conditional_moves.possible_reveals(snapshot, seat, plan, len(plan.line.moves))
    game_text = locale_for("en").game_text(snapshot.game, snapshot.names)
    for event in shown:
        assert game_text.event_text(event) not in text_of(panel)
    assert snapshot.game.view(trial.state, seat) == snapshot.game.view(trial.before[-1].state, seat)


@pytest.mark.parametrize(
    ("is_uncertain", "goes_on", "is_offered"),
    [(True, True, True), (True, False, False), (False, True, False), (False, False, False)],
)
def test_a_reveal_is_asked_for_where_one_is_to_come_and_moves_follow(
    is_uncertain: bool, goes_on: bool, is_offered: bool
) -> None:
    move = GAMES["lofoten"].parse("centre")
    own: Any = SimpleNamespace(
        plan=PreparedTurn(line=Line(moves=("centre",))),
        preview=SimpleNamespace(moves=(move,), is_uncertain=is_uncertain),
        legal_next=lambda: (move,) if goes_on else (),
        is_waiting=False,
        reader=SimpleNamespace(locale=locale_for("en"), snapshot=SimpleNamespace(code="ABCDE")),
    )
    labels = [shown.label for shown in condition_buttons(own)]
    assert ("If it shows…" in labels) is is_offered
    assert "If that’s impossible…" in labels


MOVE = Line(moves=("draw",))
REPLY = Condition(seat=1, move="draw", line=MOVE)


def own_plan(plan: PreparedTurn, *, is_waiting: bool = True) -> OwnPlan:
    return OwnPlan(view_of_table(0, owing=[1] if is_waiting else [0]), 0, plan)


@pytest.mark.parametrize(
    ("plan", "is_waiting", "moves", "text"),
    [
        (PreparedTurn(line=MOVE, kept=True), True, 1, "-# Plan saved. It’s played when your turn comes."),
        (PreparedTurn(line=MOVE, misfit="table"), True, 1, "-# Your turn came, but the table had changed"),
        (PreparedTurn(line=MOVE, misfit="impossible", misfit_at=2), True, 1, "move 2 wasn’t possible"),
        (PreparedTurn(line=MOVE, misfit="different", misfit_at=2), True, 1, "move 2 would do something else"),
        (PreparedTurn(), True, 0, "-# Only you see this. Nothing is played until you save the plan."),
        (PreparedTurn(), False, 0, "-# Try moves here and see where they lead."),
        (PreparedTurn(line=MOVE), True, 1, ""),
        (PreparedTurn(conditions=(REPLY,), editing=0), True, 0, ""),
    ],
)
def test_the_plan_panel_says_what_becomes_of_the_plan(
    plan: PreparedTurn, is_waiting: bool, moves: int, text: str
) -> None:
    preview: Any = SimpleNamespace(moves=(None,) * moves)
    status = status_line(own_plan(plan, is_waiting=is_waiting), preview)
    assert text in status
    assert bool(status) is bool(text)


@pytest.mark.parametrize(
    ("plan", "is_waiting", "labels"),
    [
        (PreparedTurn(), True, ["Add conditions…"]),
        (PreparedTurn(), False, []),
        (PreparedTurn(line=MOVE), True, ["Save the plan", "Back", "Add conditions…"]),
        (PreparedTurn(line=MOVE, kept=True), True, ["Back", "Add conditions…"]),
        (
            PreparedTurn(conditions=(REPLY,), editing=0),
            True,
            ["Save the plan", "In all other cases"],
        ),
        (
            PreparedTurn(conditions=(REPLY.model_copy(update={"line": Line()}),), editing=0),
            True,
            ["In all other cases"],
        ),
    ],
)
def test_the_plan_panel_offers_what_fits_the_plan(
    plan: PreparedTurn, is_waiting: bool, labels: list[str]
) -> None:
    preview: Any = SimpleNamespace(moves=plan.current_line.moves if plan.editing is None else ())
    own = own_plan(plan, is_waiting=is_waiting)
    shown = [each.label for each in plan_buttons(own, preview, None)]
    assert shown == [*labels, "Back to the table"]


def test_a_line_of_a_plan_is_chosen_by_its_condition() -> None:
    main = PreparedTurn(line=MOVE, conditions=(REPLY,))
    default, reply = line_options(own_plan(main))
    assert (default.value, default.label, default.default) == ("otherwise", "in all other cases", True)
    assert (reply.value, reply.default) == ("0", False)
    assert default.description == reply.description
    assert "Bjorn" in reply.label
    default, reply = line_options(own_plan(main.model_copy(update={"editing": 0})))
    assert (default.default, reply.default) == (False, True)
    assert plan_heading(own_plan(main)) == "prepare your turn"
    assert plan_heading(own_plan(main, is_waiting=False)) == "try it out"
    assert plan_heading(own_plan(main.model_copy(update={"editing": 0}))) == reply.label


def test_moves_of_others_say_what_they_cost_and_which_are_prepared_for() -> None:
    reader, move = view_of_table(0), GAMES["borealis"].parse("draw")
    harmless, harmful = OpponentMove(1, (move,)), OpponentMove(1, (move,), causes_loss=True)
    assert condition_description(reader, harmless, set()) is None
    assert condition_description(reader, harmful, set()) == "you lose something"
    assert condition_description(reader, harmful, {(1, "draw")}) == "prepared"
    assert condition_description(reader, harmful, {(2, "draw")}) == "you lose something"


def test_kinds_with_few_moves_share_a_list_and_the_others_have_one_each() -> None:
    reader, game = view_of_table(0), GAMES["borealis"]
    state = game.setup(3, game.info.options(), bytes(32))
    seat = min(game.to_act(state))
    kinds: dict[str, list[Any]] = {}
    for move in game.legal(state, seat):
        kinds.setdefault(move.kind, []).append(move)
    many = max(kinds.values(), key=len)[:5]
    moves = [OpponentMove(1, (move,)) for move in many] + [OpponentMove(2, (many[0],))]
    (few_heading, few), (heading, group) = group_by_kind(reader, moves)
    assert (few_heading, [each.seat for each in few]) == ("If another player…", [2])
    assert heading.startswith("if Bjorn: ")
    assert group == moves[:5]
    ((only, all_few),) = group_by_kind(reader, moves[:4])
    assert (only, all_few) == ("If another player…", moves[:4])
    crowd = [OpponentMove(seat, (move,)) for seat in range(3) for move in many] * 3
    assert len(group_by_kind(reader, crowd)) <= MAX_LISTS


def ask_on_plan(
    count: int, *, key: str = "lofoten", editing: int | None = None, chosen: tuple[str, ...] = ()
) -> Any:
    """Ask for one of so many moves after a reveal. Returns the message and the custom id of Back."""
    game = GAMES[key]
    state = game.setup(2, game.info.options(), bytes(32))
    seat = min(game.to_act(state))
    reader = reader_view_at(game, state, seat, 2, "en")
    moves = game.legal(state, seat)[:count]
    own: Any = SimpleNamespace(plan=PreparedTurn(editing=editing), legal_next=lambda: moves)
    choices: Any = SimpleNamespace(reader=reader, fingerprint=None, token_prefix=("~", "2"))
    builder = MessageBuilder()
    back = ask_after_reveal(builder, choices, own, chosen)
    rows = [part for part in builder.parts if isinstance(part, list)]
    return str(builder.parts[0]), [control for row in rows for control in row], back, moves


def test_after_a_reveal_moves_are_asked_for_by_name() -> None:
    text, controls, back, _ = ask_on_plan(0)
    assert "so your plan stops and you decide" in text
    assert (controls, back) == ([], None)
    text, controls, back, moves = ask_on_plan(2)
    assert "played whatever turns up" in text
    assert [each.custom_id for each in controls] == [f"skald:pick:ABCDE::~ 2 {move}" for move in moves]
    assert back is None
    text, _, back, _ = ask_on_plan(2, editing=0, chosen=(moves[0].kind,))
    assert "played in this case" in text
    assert str(back) == "skald:pick:ABCDE::~ 2"
    _, (menu,), _, moves = ask_on_plan(MAX_BUTTONS + 1, key="borealis")
    assert menu.placeholder == "Add: whatever turns up…"
    assert [each.value for each in menu.options] == [str(move) for move in moves]
