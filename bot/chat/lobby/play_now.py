"""Play now: starts a private game or a lesson against a computer player in the user's DMs."""

import db
from bot.chat.interactions import Request, on_component, on_game_component
from bot.chat.interactions.channel_checks import dm_channel_id, is_dm
from bot.chat.interactions.commands import NEW, Arguments, Option, command, title_choices
from bot.chat.messages import PRIMARY, CustomId, MessageBuilder, button
from bot.chat.table.panel import show_panel
from bot.i18n import N_
from bot.play.core import Denied, GameSnapshot, lessons, require_seat
from bot.play.lobby import archive, lobby
from bot.views.pace_text import LEVEL_LABELS
from rules.game import Lesson

DEFAULT_LEVEL = "apprentice"


@command(
    N_("now"),
    N_("Play right now, against a computer player"),
    Option("game", N_("game"), N_("Which game (default: the first)"), choices=title_choices),
    Option(
        "level",
        N_("level"),
        N_("How strong the computer player is"),
        choices=[(label, value) for value, label in LEVEL_LABELS.items()],
    ),
    group=NEW,
)
async def play_now_command(request: Request, given: Arguments) -> None:
    await _start_private_game(
        request, given.get("game") or next(iter(request.games)), given.get("level", DEFAULT_LEVEL)
    )


@on_component("play-now", "private")
async def play_now_button(request: Request, custom_id: CustomId) -> None:
    await _start_private_game(request, custom_id.arg(), DEFAULT_LEVEL)


@command(
    N_("learn"),
    N_("Learn a game by playing: ten minutes, one idea at a time"),
    Option("game", N_("game"), N_("Which game"), choices=title_choices),
)
async def learn_command(request: Request, given: Arguments) -> None:
    if title := given.get("game"):
        await _open_lesson(request, title)
    else:
        await _ask_for_lesson(request)


@on_component("learn", "private")
async def learn_button(request: Request, custom_id: CustomId) -> None:
    await _open_lesson(request, custom_id.arg())


@on_component("lesson", "update")
async def choose_lesson(request: Request, custom_id: CustomId) -> None:
    """Open the lesson of the chosen game in place of the question."""
    if custom_id.args:
        await _open_lesson(request, custom_id.args[0])
    else:
        await _ask_for_lesson(request)


async def _ask_for_lesson(request: Request) -> None:
    t, opened = request.locale.t, {each.row.key for each in await _open_lessons(request)}
    builder = MessageBuilder().text(
        f"### {t('Which game would you like to learn?')}",
        t("You play your first turns against a computer player, one idea at a time. It takes ten minutes."),
    )
    buttons = []
    for key, game in request.games.items():
        name = request.locale.game_text(game, ()).game_name
        label = t("Continue {game}", game=name) if key in opened else name
        buttons.append(button(CustomId("lesson", args=(key,)), label, PRIMARY))
    await request.respond(builder.buttons(*buttons))


async def _open_lessons(request: Request) -> list[GameSnapshot]:
    """Returns the lessons the user has begun and not left."""
    games = await db.players.list_games(request.store, request.actor.id, ("running",))
    snapshots = [await request.snapshot(game.code) for game in games if game.server is None]
    return [each for each in snapshots if await lessons.find_progress(request.store, each)]


async def _open_lesson(request: Request, key: str) -> None:
    """Show the panel of the user's lesson in this game, which begins if there is none."""
    if key not in request.games:
        raise Denied("no_such_title")
    for snapshot in await _open_lessons(request):
        if snapshot.row.key == key:
            await show_panel(request, snapshot, note=request.locale.t("Your lesson continues."))
            return
    await _start_private_game(request, key, DEFAULT_LEVEL, lesson=request.games[key].info.lesson)


@on_game_component("lesson-leave", "update")
async def leave_lesson(request: Request, snapshot: GameSnapshot) -> None:
    """End the lesson without a result, and offer what to do next."""
    await archive.leave_lesson(request.service, snapshot.code, request.actor)
    t, key = request.locale.t, snapshot.row.key
    name = request.locale.game_text(snapshot.game, ()).game_name
    builder = MessageBuilder().text(
        f"### {t('You left the lesson')}",
        t("It doesn't count. To play with friends, open a table with `/new` on your server."),
    )
    await request.respond(
        builder.buttons(
            button(CustomId("play-now", args=(key,)), t("Play {game} now", game=name), PRIMARY),
            button(CustomId("lesson"), t("Learn another game")),
        )
    )


async def _start_private_game(request: Request, key: str, level: str, lesson: Lesson | None = None) -> None:
    """Start a game in the user's DMs and show the panel for the first decision."""
    if key not in request.games:
        raise Denied("no_such_title")
    channel = await dm_channel_id(request)
    snapshot = await lobby.play_now(
        request.service, key, request.actor, channel=channel, level=level, lesson=lesson
    )
    notes = []
    if snapshot.opponent_seats:
        who = snapshot.names[min(snapshot.opponent_seats)]
        notes.append(request.locale.t("You play against {who}.", who=who))
    own_seat = require_seat(snapshot, request.actor.id)
    if lesson is None and not is_dm(request) and not snapshot.users[own_seat].preferences.dms_closed:
        notes.append(request.locale.t("If your direct messages are open, Skald sends the board there too."))
    await show_panel(request, snapshot, note=" ".join(notes))
