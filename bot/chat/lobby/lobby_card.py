"""Builds the lobby card: players, settings and buttons; after the game, its result."""

from collections.abc import Iterable

import db
from bot.chat.messages import PRIMARY, SUCCESS, CustomId, MessageBuilder, button
from bot.i18n import Locale
from bot.play.core import GameSnapshot
from bot.views.emoji import EmojiRegistry
from bot.views.game_labels import name_with_level
from bot.views.markup import mention, plain_name
from bot.views.pace_text import pace_line, pause_text, rated_line, rest_days_lines
from db.invitations import Guests
from rules.game import Outcome, Seat

NO_GUESTS = Guests()


def lobby_card(
    snapshot: GameSnapshot,
    locale: Locale,
    *,
    emoji: EmojiRegistry | None = None,
    guests: Guests = NO_GUESTS,
    saga: db.Message | None = None,
    warning: str = "",
    watch_url: str | None = None,
) -> MessageBuilder:
    """Build the card for the table's current status: lobby, running, archived, over or closed."""
    row, game_text = snapshot.row, locale.game_text(snapshot.game, ())
    builder = MessageBuilder().text(f"## {game_text.game_name}", game_text.tagline)
    outcome = snapshot.outcome()
    if outcome is not None:
        return builder.text(*_result_lines(snapshot, outcome, locale, emoji)).text(
            _links(snapshot, saga, watch_url, locale)
        )
    if row.status == "closed":
        return builder.text(_closed_text(snapshot, locale))
    free_seats = snapshot.game.info.seats[1] - len(snapshot.players) if row.status == "lobby" else 0
    builder.text(
        *(f"{seat + 1}. {_name_at(snapshot, seat, locale, emoji)}" for seat in snapshot.seats),
        locale.tn("-# {n} free place", "-# {n} free places", n=free_seats) if free_seats else "",
        *_guest_lines(guests, locale),
    )
    builder.text(*_settings_lines(snapshot, locale))
    if row.status == "lobby":
        return _add_lobby_controls(builder, snapshot, locale)
    status_text = _status_text(snapshot, locale)
    return builder.text(
        " ".join(filter(None, (status_text, _links(snapshot, None, watch_url, locale)))), warning
    )


def _status_text(snapshot: GameSnapshot, locale: Locale) -> str:
    if snapshot.is_running:
        return locale.t("The game has begun.")
    return pause_text(snapshot, locale) or locale.t("This game is archived.")


def _add_lobby_controls(builder: MessageBuilder, snapshot: GameSnapshot, locale: Locale) -> MessageBuilder:
    """Add how many players are missing, and the lobby's buttons."""
    code, missing = snapshot.code, snapshot.game.info.seats[0] - len(snapshot.players)
    if missing > 0:
        builder.text(locale.tn("One more player is needed.", "{n} more players are needed.", n=missing))
    elif len(snapshot.players) == 1:
        builder.text(
            locale.t(
                "{host} can start now and play alone, or wait for others.", host=mention(snapshot.row.host)
            )
        )
    else:
        builder.text(locale.t("Ready: {host} can start.", host=mention(snapshot.row.host)))
    full = snapshot.is_full and not snapshot.opponent_seats
    join = button(CustomId("join", code), locale.t("Join"), SUCCESS, disabled=full)
    return builder.buttons(
        *([] if snapshot.is_private else [join]),
        button(CustomId("leave", code), locale.t("Leave")),
        button(CustomId("options", code), locale.t("Change options")),
        button(CustomId("company", code), locale.t("Add opponent")),
        button(CustomId("start", code), locale.t("Start"), PRIMARY, disabled=missing > 0),
        button(CustomId("learn", args=(snapshot.game.info.key,)), locale.t("Learn this game")),
    )


def _settings_lines(snapshot: GameSnapshot, locale: Locale) -> list[str]:
    """Returns the options that differ from the box, and the terms of the table."""
    row, game_text = snapshot.row, locale.game_text(snapshot.game, ())
    lines = [
        locale.t(
            "{what}: {values}",
            what=game_text.option_label(field),
            values=game_text.option_value_label(field, value),
        )
        for field, value in snapshot.options()
        if value != snapshot.game.info.options.model_fields[field].default
    ]
    lines += [pace_line(row.pace, locale), *rest_days_lines(snapshot, locale), rated_line(row, locale)]
    if row.status == "lobby" and row.starts == "full":
        lines.append(locale.t("Starts when the table is full"))
    return [f"-# {line}" for line in lines]


def _guest_lines(guests: Guests, locale: Locale) -> Iterable[str]:
    """Yields the invited users without an answer, then the users who declined."""
    if guests.awaited:
        who = locale.join_list(map(mention, guests.awaited))
        yield "-# " + locale.t("Invited, no answer yet: {who}", who=who)
    if guests.declined:
        yield "-# " + locale.t("Can't make it: {who}", who=locale.join_list(map(mention, guests.declined)))


def _name_at(snapshot: GameSnapshot, seat: Seat, locale: Locale, emoji: EmojiRegistry | None = None) -> str:
    """Returns a player's name; that of a computer player with its face and level."""
    face = None if emoji is None else emoji.opponent(snapshot.names[seat])
    return f"{face or ''} {name_with_level(snapshot, seat, locale)}".lstrip()


def name_with_face(name: str, emoji: EmojiRegistry | None) -> str:
    """Returns the name, for computer players with their face emoji in front."""
    face = None if emoji is None else emoji.opponent(name)
    return plain_name(name) if face is None else f"{face} {plain_name(name)}"


def _result_lines(
    snapshot: GameSnapshot, outcome: Outcome, locale: Locale, emoji: EmojiRegistry | None = None
) -> Iterable[str]:
    """Yields the outcome, then all players with rank and points, winners first."""
    names = tuple(name_with_face(name, emoji) for name in snapshot.names)
    yield f"**{locale.game_text(snapshot.game, names).outcome_text(outcome)}**"
    for seat, rank in _seats_by_rank(snapshot, outcome):
        points = f" · {outcome.totals[seat]}" if outcome.totals else ""
        yield (f"{rank}\\. " if rank else "") + names[seat] + points


def _seats_by_rank(snapshot: GameSnapshot, outcome: Outcome) -> Iterable[tuple[Seat, int]]:
    """Yields seats with their ranks; rank 0 if the outcome has no ranking."""
    if not outcome.ranking:
        yield from ((seat, 0) for seat in snapshot.seats)
    ahead = 0
    for group in outcome.ranking:
        yield from ((seat, ahead + 1) for seat in group)
        ahead += len(group)


def _links(snapshot: GameSnapshot, saga: db.Message | None, watch_url: str | None, locale: Locale) -> str:
    """Returns links to the thread, to the saga, and to the web board."""
    row, links = snapshot.row, []
    if row.thread is not None:
        links.append(f"<#{row.thread}>")
    if saga is not None and saga.person is None:
        link = f"https://discord.com/channels/{row.server or '@me'}/{saga.channel}/{saga.message}"
        links.append(f"[{locale.t('The saga')}]({link})")
    if watch_url is not None:
        links.append(f"[{locale.t('Watch in the browser')}]({watch_url})")
    return " · ".join(links)


def _closed_text(snapshot: GameSnapshot, locale: Locale) -> str:
    if snapshot.players:
        return locale.t("This table was closed: nobody started the game. /new opens another.")
    return locale.t("Nobody is left at this table. /new opens another.")
