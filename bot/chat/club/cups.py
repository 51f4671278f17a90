"""Cups: /club cup opens or lists them; the outbox delivers a cup's card and its podium."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from babel.dates import format_date

import db
from bot.chat.club.scheduled_events import request_update as request_event_update
from bot.chat.club.standings_card import format_number, podium_message, standings_picture
from bot.chat.interactions import Context, Request, on_component
from bot.chat.interactions.channel_checks import (
    channel_for_table,
    check_may_open_table,
    public_locale,
    require_server,
)
from bot.chat.interactions.commands import CLUB, Arguments, Option, command, title_choices
from bot.chat.messages import DANGER, SUCCESS, CustomId, MessageBuilder, button, option
from bot.chat.outbox import Messenger, delivers
from bot.i18n import N_, Locale, locale_for
from bot.play.club import cups
from bot.play.club.pairings import cup_tables, games_per_player
from bot.play.club.scheduled_events import cup_subject
from bot.play.core import Denied
from bot.play.core.outbox_messages import CupCard, CupOver
from bot.play.notify.cup_games import CupStandings, load_standings
from bot.standings.cups import CupLine, Score
from bot.standings.seasons import month_at
from bot.views.markup import mention
from bot.views.pace_text import AWAY_DAYS_RULE, TIMED_PACE_CHOICES, pace_line
from bot.views.standings_text import alt_text, labelled, title_name
from db.users import DisplayName
from render.standings.views import CupCell, CupRow, CupView, PodiumPlace, PodiumView, Taken

DEFAULT_CUP_SIZE = 5
MAX_GAME_LINKS = 28  # The largest cup has as many games.
MAX_LISTED = 25


@dataclass(frozen=True, slots=True)
class CupDetails:
    """Everything that the card of a cup shows."""

    standings: CupStandings
    names: Mapping[int | None, DisplayName]
    games: Mapping[str, db.Game]

    @property
    def row(self) -> db.Cup:
        return self.standings.cup


async def load_cup(reads: db.Reads, row: db.Cup) -> CupDetails:
    (standings,) = await load_standings(reads, row)
    names = await db.users.display_names(reads, [one.person for one in standings.entrants])
    return CupDetails(standings, names, await db.games.find_many(reads, standings.seats))


# Commands and buttons


@command(
    N_("cup"),
    N_("Open a small cup, or see the cups here"),
    Option("game", N_("game"), N_("Which game; leave empty to see the cups here"), choices=title_choices),
    Option(
        "size",
        N_("size"),
        N_("How many players take part"),
        choices=[(str(number), str(number)) for number in cups.SIZES],
    ),
    Option("pace", N_("pace"), N_("How much time players have"), choices=TIMED_PACE_CHOICES),
    group=CLUB,
)
async def cup(request: Request, given: Arguments) -> None:
    key = given.get("game")
    if key is None:
        await _show_cups(request)
        return
    server, channel = await channel_for_table(request)
    await check_may_open_table(request, server, channel)
    opened = await cups.open_cup(
        request.service,
        key,
        request.actor,
        server=server,
        channel=channel,
        size=int(given.get("size") or DEFAULT_CUP_SIZE),
        pace=given.get("pace"),
    )
    text = request.locale.t(
        "Your cup is open. Others join from its card. It starts when {n} players have joined.", n=opened.size
    )
    await request.respond_privately(text)


async def _show_cups(request: Request) -> None:
    """Show the open and running cups of the server, in private."""
    locale, server = request.locale, require_server(request, for_boards=True)
    found = (await db.cups.list_for_server(request.store, server, ("gathering", "running")))[:MAX_LISTED]
    builder = MessageBuilder().text(f"## {locale.t('Cups')}")
    if not found:
        builder.text(locale.t("No cup here right now. Open one with /club cup and a game."))
    else:
        titles = {one.code: title_name(locale, request.games, one.key) for one in found}
        entrants = Counter(one.cup for one in await db.cups.list_entrants(request.store, *titles))
        builder.text(
            *(
                labelled(
                    locale,
                    f"- {titles[one.code]} `{one.code}`",
                    status_text(locale, one, entrants[one.code]),
                )
                for one in found
            )
        )
        options = [option(code, f"{title} {code}") for code, title in titles.items()]
        builder.select(CustomId("cup-choose"), locale.t("View a cup"), options)
    await request.respond(builder)


def status_text(locale: Locale, row: db.Cup, entrants: int) -> str:
    link = f" · https://discord.com/channels/{row.server}/{row.channel}/{row.message}" if row.message else ""
    if row.status == "gathering":
        return locale.t("open, {n} {n:place|places} left", n=row.size - entrants) + link
    return locale.t("being played") + link


@on_component("cup-choose", "update")
async def choose_cup(request: Request, _: CustomId) -> None:
    await _show_cup(request, request.selected_value)


async def _show_cup(request: Request, code: str) -> None:
    builder = await _cup_card(
        request.context, request.locale, await _load_server_cup(request, code), buttons=False
    )
    builder.buttons(button(CustomId("cup-post", args=(code,)), request.locale.t("Post here")))
    await request.respond(builder)


@on_component("cup-post", "update")
async def post_here(request: Request, custom_id: CustomId) -> None:
    """Post the cup's standings in this channel, in the server's language."""
    details, locale = await _load_server_cup(request, custom_id.arg()), await public_locale(request)
    await request.post_publicly(await _cup_card(request.context, locale, details, buttons=False))


@on_component("cup-join", "update")
async def join_cup(request: Request, custom_id: CustomId) -> None:
    await cups.enter(request.service, custom_id.arg(), request.actor)


@on_component("cup-leave", "update")
async def leave_cup(request: Request, custom_id: CustomId) -> None:
    await cups.leave(request.service, custom_id.arg(), request.actor.id)


@on_component("cup-withdraw", "private")
async def confirm_withdrawal(request: Request, custom_id: CustomId) -> None:
    """Explain what withdrawing would cost and ask for confirmation."""
    locale, code = request.locale, custom_id.arg()
    details = await _load_server_cup(request, code)
    cups.require_active_entrant(details.row, details.standings.entrants, request.actor.id)
    line = next(one for one in details.standings.lines if one.user_id == request.actor.id)
    unfinished = line.games - line.played
    builder = MessageBuilder().text(
        locale.tn(
            "You'd resign the game you still play in this cup.",
            "You'd resign the {n} games you still play in this cup.",
            n=unfinished,
        ),
        locale.t("The games you finished still count: at least half of them are over.")
        if 2 * line.played >= line.games
        else locale.t("Fewer than half of your games are over, so none of them would count."),
    )
    confirm = button(CustomId("cup-withdrawn", args=(code,)), locale.t("Withdraw from the cup"), DANGER)
    await request.respond(builder.buttons(confirm))


@on_component("cup-withdrawn", "update")
async def withdraw(request: Request, custom_id: CustomId) -> None:
    await cups.withdraw(request.service, custom_id.arg(), request.actor.id)
    await request.respond(MessageBuilder().text(request.locale.t("You have withdrawn from the cup.")))


async def _load_server_cup(request: Request, code: str) -> CupDetails:
    async with request.store.read() as reads:
        row = await db.cups.find(reads, code)
        if row is None or row.server != request.server:
            raise Denied("cup_closed")
        return await load_cup(reads, row)


# Delivery


@delivers(CupCard)
async def deliver_cup(messenger: Messenger, post: db.Post, payload: CupCard) -> None:
    """Edit the cup's card, or post it if it is missing."""
    if post.followed:
        return
    context = messenger.context
    found = await _load_for_delivery(context, payload.cup)
    if found is None:
        return
    details, server = found
    row = details.row
    if row.division is None:
        await request_event_update(messenger, row.server, cup_subject(row))
    builder = await _cup_card(context, locale_for(server.language), details)
    if row.message is not None and await messenger.editor.try_edit(_card_message(row), builder):
        return
    if row.message is None or row.status in ("gathering", "running"):
        sent = await messenger.send(row.channel, builder, nonce=post.id, silent=True)
        await cups.record_posted(context.service, row, sent.message_id, sent.channel_id, dict(sent.files))
        if row.message is not None:
            await messenger.editor.delete(_card_message(row))


@delivers(CupOver)
async def deliver_podium(messenger: Messenger, post: db.Post, payload: CupOver) -> None:
    """Post the podium in the cup's channel and in the server's results channel."""
    found = await _load_for_delivery(messenger.context, payload.cup)
    if found is None:
        return
    details, server = found
    row = details.row
    builder = await cup_podium_message(messenger.context, locale_for(server.language), details)
    await messenger.send(row.channel, builder, nonce=post.id, silent=True)
    results = server.settings.results
    if results is not None and results != row.channel:
        nonce = f"{post.id}-results"
        await messenger.send(results, builder, nonce=nonce, silent=True)


async def _load_for_delivery(context: Context, code: str) -> tuple[CupDetails, db.Server] | None:
    async with context.store.read() as reads:
        row = await db.cups.find(reads, code)
        if row is None:
            return None
        return await load_cup(reads, row), await db.servers.get(reads, row.server)


def _card_message(row: db.Cup) -> db.Message:
    """Returns the cup's card in the form the messenger edits."""
    assert row.message is not None
    return db.Message(row.message, row.channel, game="", kind="cup", files=row.files)


async def _cup_card(
    context: Context, locale: Locale, details: CupDetails, *, buttons: bool = True
) -> MessageBuilder:
    row = details.row
    builder = MessageBuilder().text(f"## {cup_title(context, locale, row)}")
    if row.status == "closed":
        return builder.text(locale.t("This cup didn't fill and was closed. /club cup opens another."))
    if row.status == "gathering":
        return add_signup(builder, context, locale, details, buttons=buttons)
    view = cup_view(locale, title_name(locale, context.games, row.key), details)
    alt = cup_alt_text(locale, view, details.standings.lines)
    builder.gallery(await standings_picture(context, "cup", view, alt))
    builder.text(*game_lines(locale, details))
    if row.status == "running":
        builder.text(_rules_text(locale))
        if buttons:
            builder.buttons(
                button(CustomId("cup-withdraw", args=(row.code,)), locale.t("Withdraw from the cup"))
            )
    return builder


def add_signup(
    builder: MessageBuilder, context: Context, locale: Locale, details: CupDetails, *, buttons: bool
) -> MessageBuilder:
    row, seats = details.row, context.games[details.row.key].info.seats[1]
    entrants = details.standings.entrants
    builder.text(
        *(f"{number}. {mention(one.person)}" for number, one in enumerate(entrants, start=1)),
        locale.tn("-# {n} free place", "-# {n} free places", n=row.size - len(entrants)),
    )
    table_size = max(map(len, cup_tables(row.size, seats)))
    builder.text(
        locale.t(
            "It starts when {n} players have joined. Each plays {games} games, all at once, "
            "at tables of {seats}, and meets every opponent equally often.",
            n=row.size,
            games=games_per_player(row.size, seats),
            seats=table_size,
        ),
        f"-# {pace_line(row.pace, locale)}",
        _rules_text(locale),
        locale.t(AWAY_DAYS_RULE),
    )
    if buttons:
        builder.buttons(
            button(CustomId("cup-join", args=(row.code,)), locale.t("Join"), SUCCESS),
            button(CustomId("cup-leave", args=(row.code,)), locale.t("Leave")),
        )
    return builder


def _rules_text(locale: Locale) -> str:
    """Returns the rules that players accept by joining."""
    return locale.t(
        "-# You get one point for each player you beat at a table, half a point for a "
        "tie. Ties are broken by S-B: the points of the players you beat. Games are "
        "rated. If you withdraw, you resign your unfinished games; if fewer than half of "
        "your games are over, none of them counts."
    )


def game_lines(locale: Locale, details: CupDetails) -> Iterable[str]:
    """Yields the running and the finished games as links to their threads."""
    running, over = (
        [game for game in details.games.values() if (game.status == "over") is ended]
        for ended in (False, True)
    )
    if running:
        yield locale.t("Still being played: {games}", games=_game_links(running))
    if over:
        yield locale.t("-# Over: {games}", games=_game_links(over))


def _game_links(games: Sequence[db.Game]) -> str:
    return " ".join(f"<#{game.thread or game.channel}>" for game in games[:MAX_GAME_LINKS])


def cup_view(locale: Locale, title: str, details: CupDetails) -> CupView:
    """Build the crosstable for the painter."""
    lines, over = details.standings.lines, sum(game.status == "over" for game in details.games.values())
    order = [line.user_id for line in lines]
    return CupView(
        title=title,
        subtitle=f"{_subtitle(locale, details.row)} · {over}/{len(details.games)}",
        rows=tuple(
            CupRow(
                place=line.place,
                name=str(details.names[line.user_id]),
                cells=tuple(
                    None if other == line.user_id else cup_cell(locale, line.against.get(other, Score()))
                    for other in order
                ),
                points=format_number(locale, line.halves / 2),
                worth=format_number(locale, line.quarters / 4),
                played=f"{line.played}/{line.games}",
                struck=line.struck,
            )
            for line in lines
        ),
        worth=locale.t("S-B"),
        note=locale.t("S-B: the points of the players you beat, half for a tie"),
    )


def cup_cell(locale: Locale, score: Score) -> CupCell:
    if not score.over:
        return CupCell(text="·")
    taken: Taken = "level"
    if score.halves != score.over:
        taken = "more" if score.halves > score.over else "less"
    return CupCell(taken=taken, text="½" if score.halves == 1 else format_number(locale, score.halves / 2))


def cup_alt_text(locale: Locale, view: CupView, lines: Sequence[CupLine]) -> str:
    lines_text = [
        labelled(
            locale,
            f"{row.place}. {row.name}",
            locale.t("withdrawn")
            if row.struck
            else locale.tn(
                "{points} point, S-B {worth}, {played} games",
                "{points} points, S-B {worth}, {played} games",
                n=-(-line.halves // 2),
                points=row.points,
                worth=row.worth,
                played=row.played,
            ),
        )
        for row, line in zip(view.rows, lines, strict=True)
    ]
    return alt_text(f"{view.title}, {view.subtitle}", *lines_text)


async def cup_podium_message(context: Context, locale: Locale, details: CupDetails) -> MessageBuilder:
    title, is_league = title_name(locale, context.games, details.row.key), details.row.division is not None
    view = PodiumView(
        title=title,
        subtitle=_subtitle(locale, details.row),
        places=tuple(
            PodiumPlace(
                place=line.place,
                name=str(details.names[line.user_id]),
                points=format_number(locale, line.halves / 2),
                games=line.games,
            )
            for line in details.standings.lines
            if not line.struck
        ),
    )
    if is_league:
        heading = locale.t("{league} is over", league=cup_title(context, locale, details.row))
        note = locale.t("-# First place moves up, last place moves down. Join with /club league.")
    else:
        heading = locale.t("{game}: the cup is over", game=title)
        note = locale.t("-# Open another cup with /club cup. It starts when it is full.")
    return await podium_message(context, locale, heading, view, note)


def cup_title(context: Context, locale: Locale, row: db.Cup) -> str:
    title = title_name(locale, context.games, row.key)
    if row.division is None or row.month is None:
        return locale.t("{game}: a cup", game=title)
    month = format_date(month_at(row.month).first_day, "LLLL", locale=locale.language)
    return locale.t("{game}: division {n}, {month}", game=title, n=row.division, month=month)


def _subtitle(locale: Locale, row: db.Cup) -> str:
    """Returns the cup's name on pictures: its code, or its division in a league."""
    if row.division is None:
        return locale.t("Cup {code}", code=row.code)
    return locale.t("Division {n}", n=row.division)
