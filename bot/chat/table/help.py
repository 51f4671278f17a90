"""/rules and /help: chapters of the rules, texts of pieces, first steps, and the list of commands."""

from collections.abc import Iterator, Sequence

import db
from bot.chat.interactions import Request, on_component, on_game_component, resolve_game
from bot.chat.interactions.channel_checks import is_dm
from bot.chat.interactions.commands import (
    CLUB,
    COMMAND_ORDER,
    COMMANDS,
    GAME_GROUPS,
    MESSAGE_COMMANDS,
    NEW,
    Arguments,
    Option,
    Scope,
    command,
    command_link,
    match_choice,
    matching_choices,
    title_choices,
)
from bot.chat.messages import PRIMARY, SUCCESS, Button, CustomId, MessageBuilder, button, option
from bot.chat.table.looks import back_buttons, look_id
from bot.i18n import N_, GameText
from bot.play.account import preferences
from bot.play.core import Denied, GameSnapshot
from bot.play.notify.turn_notifications import games_waiting_for
from bot.views.markup import clip
from bot.views.standings_text import labelled
from rules.game import AnyGame

MAX_GAME_BUTTONS = 9


async def _topic_choices(request: Request, typed: str, given: Arguments) -> Sequence[tuple[str, str]]:
    game, _ = await _resolve_title(request, given.get("game"))
    return matching_choices(request.locale.game_text(game, ()).topic_titles(), typed)


async def _piece_choices(request: Request, typed: str, given: Arguments) -> Sequence[tuple[str, str]]:
    game, _ = await _resolve_title(request, given.get("game"))
    return matching_choices(request.locale.game_text(game, ()).component_names(), typed)


@command(
    N_("rules"),
    N_("Explain the decision you face, a chapter of the rules, or a card or piece"),
    Option("topic", N_("topic"), N_("A chapter of the rules"), autocomplete=_topic_choices),
    Option("piece", N_("piece"), N_("A card or a piece"), autocomplete=_piece_choices),
    Option("game", N_("game"), N_("Which game's rules"), choices=title_choices),
)
async def rules_command(request: Request, given: Arguments) -> None:
    game, snapshot = await _resolve_title(request, given.get("game"))
    if piece := given.get("piece"):
        await _show_piece(request, game, piece)
    else:
        await _show_chapter(request, game, given.get("topic", ""), snapshot)


@on_game_component("rules", "look")
async def show_rules(request: Request, snapshot: GameSnapshot) -> None:
    await _show_chapter(request, snapshot.game, "", snapshot)


@on_component("topic", "update")
async def topic_select(request: Request, custom_id: CustomId) -> None:
    game = request.games.get(custom_id.game)
    if game is None:
        raise Denied("no_such_title")
    await _show_chapter(request, game, request.selected_value)


@on_game_component("chapter", "update")
async def chapter_select(request: Request, snapshot: GameSnapshot) -> None:
    """Show another chapter in place of the panel."""
    await _show_chapter(request, snapshot.game, request.selected_value, snapshot)


async def _show_chapter(
    request: Request, game: AnyGame, topic: str, snapshot: GameSnapshot | None = None
) -> None:
    """Show a chapter: the given one, else the one on the current decision."""
    game_text = request.locale.game_text(game, snapshot.names if snapshot else ())
    if not topic and snapshot is not None:
        seat = snapshot.seat_of(request.actor.id)
        kinds = [move.kind for move in snapshot.legal(seat)] if seat is not None else []
        topic = game_text.topic_for_kinds(kinds) or ""
    known = dict(game_text.topic_titles())
    if topic not in known:
        topic = next(iter(known))
    title, body = game_text.topic_page(topic)
    builder = MessageBuilder().text(f"-# {game_text.game_name}", f"### {title}\n{body}")
    custom_id, back = CustomId("topic", game.info.key), tuple[Button, ...]()
    if request.is_update and snapshot is not None:
        custom_id, back = look_id(request, snapshot, "chapter"), back_buttons(request, snapshot)
    await request.respond(_add_chapters(builder, request, game_text, custom_id, topic).buttons(*back))


async def _show_piece(request: Request, game: AnyGame, typed: str) -> None:
    game_text = request.locale.game_text(game, ())
    key = match_choice(dict(game_text.component_names()), typed)
    if key is None:
        raise Denied("no_such_piece", name=clip(typed, 40))
    name, text = game_text.component_help(key)
    builder = MessageBuilder().text(f"-# {game_text.game_name}", f"### {name}\n{text}")
    await request.respond(_add_chapters(builder, request, game_text, CustomId("topic", game.info.key)))


def _add_chapters(
    builder: MessageBuilder, request: Request, game_text: GameText, custom_id: CustomId, topic: str = ""
) -> MessageBuilder:
    options = [option(key, title, default=key == topic) for key, title in game_text.topic_titles()]
    return builder.select(custom_id, request.locale.t("Other chapters"), options)


@command(N_("help"), N_("What to do now, and how to play with Skald"))
async def help_command(request: Request, _: Arguments) -> None:
    locale, t = request.locale, request.locale.t
    games = locale.join_list(locale.game_text(game, ()).game_name for game in request.games.values())
    waiting = await games_waiting_for(request.service, request.actor.id)

    def link(typed: str) -> str:
        return command_link(request.context, locale, typed)

    builder = MessageBuilder().text(
        f"## {t('Skald')}", t("Board games by chat, over days: {games}.", games=games)
    )
    builder.text(f"### {t('What do I do now?')}", await _next_step_text(request, len(waiting)))
    builder.text(
        f"### {t('How it works')}",
        t("**Open**: /new posts a card in the channel. Others tap Join; the host taps Start."),
        t(
            "**Play**: Skald pings you when it's your turn. Tap Play on the card to see the "
            "board and everything you can do. A move you can undo is played with one tap. A "
            "final move asks you to confirm, or is played a few seconds after you tap; Back "
            "cancels it."
        ),
        t("**Learn**: {learn} teaches you a game in ten minutes, one idea at a time.", learn=link("learn")),
        t(
            "**Get better**: after a game, see what decided it, and play on from any turn of its replay. "
            "{practice} brings your costly decisions back.",
            practice=link("club practice"),
        ),
        t(
            "**Watch**: tap Guess the move on the card of a game you don't play in. {guesses} shows who "
            "guesses best.",
            guesses=link("club guesses"),
        ),
        t(
            "**Stuck**: {rules} explains the decision you face, and what any card or piece does.",
            rules=link("rules"),
        ),
        t(
            "**Short of time**: set your sleep hours and notifications in {settings}, your "
            "days away in {away}.",
            settings=link("settings"),
            away=link("away"),
        ),
        t(
            "**Screen reader or slow network?** “Words first” in {settings} sends you text in place of "
            "pictures.",
            settings=link("settings"),
        ),
        t("**No message?** Look under Message Requests in Discord and accept Skald's."),
    )
    builder.text(f"### {t('Play now')}", t("Against a computer player, in your messages with Skald:"))
    builder.buttons(
        *(
            button(CustomId("play-now", args=(key,)), locale.game_text(game, ()).game_name, SUCCESS)
            for key, game in list(request.games.items())[:MAX_GAME_BUTTONS]
        )
    )
    buttons = [
        button(CustomId("commands"), t("All commands")),
        button(CustomId("settings"), t("Open settings")),
        button(CustomId("guide"), t("Turn hints on again")),
        button(CustomId("privacy"), t("See my data")),
    ]
    if waiting:
        buttons.insert(0, button(CustomId("play", waiting[0].snapshot.code), t("Play"), PRIMARY))
    pages = request.context.links
    addresses = {t("Privacy"): pages.privacy, t("Terms"): pages.terms}
    links = [Button(label=label, url=url) for label, url in addresses.items() if url]
    await request.respond(builder.buttons(*buttons).buttons(*links))


@on_component("commands", "private")
async def commands_button(request: Request, _: CustomId) -> None:
    """List the commands available to the user here, each as a link. Those of the club are on another page."""
    more = button(CustomId("commands-club"), request.locale.t("See the commands of the club"))
    await request.respond(_command_page(request, is_club=False).buttons(more))


@on_component("commands-club", "update")
async def club_commands_button(request: Request, _: CustomId) -> None:
    await request.respond(_command_page(request, is_club=True))


def _command_page(request: Request, *, is_club: bool) -> MessageBuilder:
    builder = MessageBuilder().text(f"### {request.locale.t('Commands')}")
    return builder.text(*command_lines(request, is_club=is_club))


def command_lines(request: Request, *, is_club: bool) -> Iterator[str]:
    """Yields the commands of the club, or all others: together they would be too long for one message."""
    locale, context = request.locale, request.context
    for typed in COMMAND_ORDER:
        if typed.startswith(f"{CLUB.name} ") != is_club:
            continue
        planned = COMMANDS.get(typed)
        if typed == NEW.name and _is_available(request, NEW.scope):
            openings = (command_link(context, locale, f"{typed} {key}") for key in request.games)
            yield labelled(locale, " ".join(openings), locale.t(str(NEW.description)))
        elif typed == GAME_GROUPS:
            typing = " ".join(f"**/{key}**" for key in request.games)
            yield labelled(locale, typing, locale.t("A move you type instead of tapping"))
        elif planned is not None and _is_available(request, (planned.group or planned).scope):
            link = command_link(context, locale, typed)
            yield labelled(locale, link, locale.t(str(planned.description)))
    if is_club:
        return
    names = " ".join(f"**{locale.t(name)}**" for name in MESSAGE_COMMANDS)
    yield labelled(locale, names, locale.t("On a message of Skald, under Apps"))


async def _next_step_text(request: Request, waiting: int) -> str:
    locale = request.locale
    if waiting:
        return locale.tn(
            "It's your move in {n} game. {next} opens it.",
            "It's your move in {n} games. {next} opens the most urgent.",
            n=waiting,
            next=command_link(request.context, locale, "next"),
        )
    if await db.players.list_games(request.store, request.actor.id):
        return locale.t(
            "No game is waiting for you right now. {games} lists your games.",
            games=command_link(request.context, locale, "games"),
        )
    if request.server is None:
        return locale.t(
            "Play now against a computer player, or open a table with /new on a server with Skald."
        )
    return locale.t("Open a table with /new, or tap Join on the card of an open one.")


def _is_available(request: Request, scope: Scope) -> bool:
    if scope.managers_only and not request.interaction.permissions.manage_guild:
        return False
    return scope.user_installable or request.server is not None or (scope.in_dms and is_dm(request))


@on_component("guide", "private")
async def restart_hints_button(request: Request, _: CustomId) -> None:
    await preferences.restart_hints(request.service, request.actor.id)
    await request.respond_privately(request.locale.t("You'll get a hint at each new kind of decision."))


async def _resolve_title(request: Request, title: str | None) -> tuple[AnyGame, GameSnapshot | None]:
    """Returns the title asked for, else that of the current game, else the first."""
    games = request.games
    try:
        snapshot = await resolve_game(request, None, key=title)
    except Denied:
        return games.get(title or "") or next(iter(games.values())), None
    return snapshot.game, snapshot
