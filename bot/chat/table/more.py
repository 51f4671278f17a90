"""The page behind *More…* on a panel: everything that is not needed for each decision."""

from collections.abc import Iterator

from bot.chat.interactions import Request, on_component
from bot.chat.messages import Button, CustomId, MessageBuilder, button, choice_id
from bot.chat.table.looks import back_buttons
from bot.chat.table.panel import load_own_state, selection_of, tool_id
from bot.play.core import lessons
from bot.views.answers_text import blocked_lines
from bot.views.panel import PanelState, owed_line


@on_component("more", "look")
async def show_more(request: Request, custom_id: CustomId) -> None:
    """Show the tools in place of the panel, and why some kinds of move are not possible."""
    snapshot = await request.snapshot(custom_id.game)
    state = await load_own_state(request, snapshot, selection_of(request, snapshot, custom_id))
    reader = state.reader
    builder = MessageBuilder(reader.colour).text(f"{reader.title} · {owed_line(reader, state.seat)}")
    if state.question is not None:
        builder.text(*(f"-# {line}" for line in blocked_lines(reader, state.question)))
    builder.buttons(*_tools(state))
    await request.respond(builder.buttons(*back_buttons(request, snapshot)))


def _tools(state: PanelState) -> Iterator[Button]:
    reader, snapshot, t = state.reader, state.reader.snapshot, state.reader.locale.t
    player, is_owing = snapshot.players[state.seat], state.seat in snapshot.owing_seats()
    is_playing = snapshot.is_running and not player.resigned
    may_ask_coach = not snapshot.row.rated and snapshot.row.sealed_until is None
    if state.since_last.undos > 1:
        yield button(choice_id(state.choices, "reset"), t("Reset my turn"))
    if state.plan_preview is not None:
        label = t("Try it out") if is_owing else t("Prepare my turn")
        yield button(CustomId("ahead", snapshot.code), label)
    was_lesson = state.lesson is None and lessons.is_lesson(snapshot)  # The panel itself offers it before.
    for verb, label, is_shown in (
        ("advice", t("Get advice"), is_playing and may_ask_coach and is_owing),
        ("hand", t("See my hand"), True),
        ("recap", t("See what changed"), state.since_last.missed),
        ("what", t("What is this?"), True),
        ("look", t("Look closer"), bool(reader.closeups())),
        ("rules", t("Read the rules"), True),
        ("note", t("Open my notes"), True),
        ("orders", t("Give orders"), is_playing),
        ("hints", t("Turn hints off"), state.hint is not None),
        ("lesson-leave", t("Leave this lesson"), was_lesson),
    ):
        if is_shown:
            yield button(tool_id(state, verb), label)
