"""/club practice: retry the costly decisions of one's own games, then positions of computer players."""

from bot.chat.interactions import Request, on_component
from bot.chat.interactions.commands import CLUB, Arguments, Option, command, title_choices
from bot.chat.messages import PRIMARY, Button, CustomId, MessageBuilder, button, parse_number
from bot.i18n import N_
from bot.play.club import practice
from bot.play.club.positions import LoadedPosition
from bot.play.club.practice import Exercise, PracticeResult
from bot.views.positions import PositionView, position_view
from bot.views.standings_text import percent


@command(
    N_("practice"),
    N_("Try the costly decisions of your games again, and learn why"),
    Option("game", N_("game"), N_("Only positions of this game"), choices=title_choices),
    group=CLUB,
)
async def practice_command(request: Request, given: Arguments) -> None:
    await show_next(request, given.get("game"))


@on_component("practice", "look")
async def practice_button(request: Request, custom_id: CustomId) -> None:
    """Show the next position, first those of the game in the custom id, then of the title in its argument."""
    await show_next(request, custom_id.arg() or None, custom_id.game or None)


async def show_next(request: Request, title: str | None, game: str | None = None) -> None:
    found = await request.respond_after(
        practice.next_exercise(
            request.service, request.context.coach.reviews, request.actor.id, title=title, game=game
        ),
        request.locale.t("Looking for a position… This can take up to a minute."),
    )
    await practice.schedule_search(request.service, request.actor.id, title)
    note = repeat_line(request, found)
    if game is not None and found.position.row.game != game:
        note = request.locale.t("Nothing to retry from that game. Here's another position.")
    await _show_question(request, found.position, title, note)


async def _show_question(
    request: Request, position: LoadedPosition, title: str | None, note: str = ""
) -> None:
    view, t = _view(request, position), request.locale.t
    builder = MessageBuilder(view.reader.colour).text(
        note, f"### {t('What would you play?')}", origin_line(view)
    )
    builder.gallery(await view.picture())
    builder.buttons(*(_answer_button(view, number, title) for number in range(len(view.moves))))
    show = CustomId("practice-board", args=_position_args(position, title))
    await request.respond(builder.buttons(button(show, t("Show the whole table"))))


def _position_args(position: LoadedPosition, title: str | None) -> tuple[str, ...]:
    return (str(position.row.id), *([title] if title else []))


def _view(request: Request, position: LoadedPosition) -> PositionView:
    return position_view(request.reader_view(position.snapshot, position.row.seat), position)


def origin_line(view: PositionView) -> str:
    """Returns the game, the turn and whose seat it is."""
    t, names, seat = view.reader.locale.t, view.reader.game_text.player_names, view.position.row.seat
    parts = [f"**{view.reader.game_text.game_name}**", view.turn_text]
    if view.position.row.game is None:
        parts.append(t("You play {who}, in a game of computer players.", who=names[seat]))
    else:
        others = view.reader.locale.join_list(name for other, name in enumerate(names) if other != seat)
        parts.append(t("Your game against {others}", others=others))
    return " · ".join(filter(None, parts))


def repeat_line(request: Request, exercise: Exercise) -> str:
    if not exercise.is_repeated:
        return ""
    return request.locale.tn(
        "-# This one comes back, the last for today.",
        "-# This one comes back. {n} come back today.",
        n=exercise.due,
    )


def _answer_button(view: PositionView, index: int, title: str | None) -> Button:
    move = view.moves[index]
    args = (str(view.position.row.id), str(move.answer), *([title] if title else []))
    return button(CustomId("practice-answer", args=args), f"{move.number} · {move.label}")


@on_component("practice-board", "update")
async def board_button(request: Request, custom_id: CustomId) -> None:
    """Show all that the seat saw, in place of the question."""
    position = await _find_position(request, custom_id)
    view = _view(request, position)
    builder = MessageBuilder(view.reader.colour).text(origin_line(view))
    for picture in await view.board():
        builder.gallery(picture)
    back = CustomId("practice-back", args=_position_args(position, custom_id.arg(1)))
    await request.respond(builder.buttons(button(back, request.locale.t("Back"))))


@on_component("practice-back", "update")
async def back_button(request: Request, custom_id: CustomId) -> None:
    """Show the question again."""
    await _show_question(request, await _find_position(request, custom_id), custom_id.arg(1))


async def _find_position(request: Request, custom_id: CustomId) -> LoadedPosition:
    return await practice.find(request.service, request.actor.id, parse_number(custom_id.arg()))


@on_component("practice-answer", "update")
async def answer_button(request: Request, custom_id: CustomId) -> None:
    position, chosen = parse_number(custom_id.arg()), parse_number(custom_id.arg(1))
    result = await practice.answer(request.service, request.actor, position, chosen)
    view, t = _view(request, result.position), request.locale.t
    builder = MessageBuilder(view.reader.colour).text(
        verdict_heading(view, result, chosen), origin_line(view), return_line(request, result)
    )
    builder.gallery(await view.picture()).text(*view.result_lines())
    builder.text(played_line(view), t("-# An estimate, by what this seat could know."))
    buttons = [button(CustomId("practice", args=custom_id.args[2:]), t("Next position"), PRIMARY)]
    row = result.position.row
    if row.game is not None:
        play_on = CustomId("play-on", row.game, args=(str(row.ply), str(row.seat)))
        buttons.append(button(play_on, t("Play on from here")))
    await request.respond(builder.buttons(*buttons))


def verdict_heading(view: PositionView, result: PracticeResult, chosen: int) -> str:
    t, answers = view.reader.locale.t, view.position.answers
    number = view.number_of(chosen) or 0
    if result.is_right:
        return f"### {t('{number} is right', number=number)}"
    chance, best = percent(answers[chosen].chance), percent(answers[0].chance)
    text = t(
        "{number}: chances of {chance}%, with the best move {best}%", number=number, chance=chance, best=best
    )
    return f"### {text}"


def return_line(request: Request, result: PracticeResult) -> str:
    if result.due is None:
        return ""
    return request.locale.t("This position comes back <t:{when}:R>.", when=result.due // 1000)


def played_line(view: PositionView) -> str:
    """Returns which move the user played then, if it is one of those offered."""
    number = view.number_of(view.position.row.played)
    if view.position.row.game is None or number is None:
        return ""
    return view.reader.locale.t("In the game, **{number}** was played.", number=number)
