"""Ladders: /club ladder lists them and shows one, with buttons to join and a list of players to challenge."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import db
from bot.chat.club.clubs_list import list_clubs
from bot.chat.interactions import Request, on_component
from bot.chat.interactions.channel_checks import (
    channel_for_table,
    check_may_open_table,
    public_locale,
    require_server,
)
from bot.chat.interactions.commands import CLUB, Arguments, club_options, command
from bot.chat.messages import SUCCESS, CustomId, MessageBuilder, button, option, parse_digits, parse_number
from bot.chat.outbox import Messenger, delivers
from bot.i18n import N_, Locale, locale_for
from bot.play.club import ladder
from bot.play.core import Denied
from bot.play.core.outbox_messages import LadderChallengeCard
from bot.standings.ladder import rivals_above
from bot.standings.ratings import Skill
from bot.views.markup import mention, plain_name, relative_time
from bot.views.pace_text import pace_line
from bot.views.standings_text import title_name
from db.users import DisplayName

MAX_RUNGS_SHOWN = 25
RESULT_TEXTS: Mapping[str, str] = {
    ladder.ACCEPTED: N_("{who} takes on {rival}."),
    ladder.DECLINED: N_("{rival} declined the challenge of {who}."),
    ladder.WITHDRAWN: N_("The challenge of {who} to {rival} was withdrawn."),
    ladder.EXPIRED: N_("{rival} didn't answer the challenge of {who} in time."),
}


@command(
    N_("ladder"),
    N_("Duels on a ladder: climb past the players you beat"),
    *club_options(N_("Which game; leave empty to see the ladders here")),
    group=CLUB,
)
async def ladder_command(request: Request, given: Arguments) -> None:
    key, t = given.get("game"), request.locale.t
    if key is not None:
        await _show_ladder(request, key, given.get("pace"))
    else:
        none = t("No ladder here yet. Start one with /club ladder and a game.")
        await list_clubs(request, db.ladder.clubs, t("Ladders"), none, CustomId("ladder-choose"))


@on_component("ladder-choose", "update")
async def choose_ladder(request: Request, _: CustomId) -> None:
    await _show_ladder(request, request.selected_value, None)


@dataclass(frozen=True, slots=True)
class LadderDetails:
    """A ladder as shown: its members in order, the top first, and the open challenges."""

    pace: str
    order: tuple[int, ...]
    challenges: tuple[db.LadderChallenge, ...]
    names: Mapping[int | None, DisplayName]
    ratings: Mapping[int, int]


async def _load(store: db.Store, server: int, key: str, pace: str | None) -> LadderDetails:
    """Load a ladder. `pace` applies only if it does not exist yet."""
    async with store.read() as reads:
        pace = await db.ladder.clubs.pace(reads, server, key, pace)
        order = tuple(one.person for one in await db.ladder.list_members(reads, server, key))
        challenges = await db.ladder.list_challenges(reads, server, key)
        names = await db.users.display_names(reads, order)
        ratings = {
            one.person: Skill(one.mu, one.sigma).displayed
            for one in await db.ratings.list_for_users(reads, server, (key,), order)
        }
    return LadderDetails(pace, order, challenges, names, ratings)


async def _show_ladder(request: Request, key: str, pace: str | None, *, note: str = "") -> None:
    """Show a ladder in private, with its controls."""
    if key not in request.games:
        raise Denied("not_a_choice")
    locale, me = request.locale, request.actor.id
    details = await _load(request.store, require_server(request), key, pace)
    builder = ladder_card(locale, title_name(locale, request.games, key), details, me)
    builder.text(note)
    own = next((one for one in details.challenges if one.person == me), None)
    if own is not None:
        withdraw = CustomId("ladder-decline", args=(str(own.id),))
        builder.buttons(button(withdraw, locale.t("Withdraw my challenge")))
    elif me in details.order and (rivals := rivals_above(details.order, me)):
        options = [
            option(str(each), f"{details.order.index(each) + 1}. {details.names[each]}")
            for each in reversed(rivals)
        ]
        builder.select(CustomId("ladder-challenge", args=(key,)), locale.t("Challenge"), options)
    if me in details.order:
        membership = button(CustomId("ladder-leave", args=(key,)), locale.t("Leave the ladder"))
    else:
        join = CustomId("ladder-join", args=(key, *([pace] if pace else [])))
        membership = button(join, locale.t("Join the ladder"), SUCCESS)
    builder.buttons(membership)
    if details.order:
        builder.buttons(button(CustomId("ladder-post", args=(key,)), locale.t("Post here")))
    await request.respond(builder)


def ladder_card(locale: Locale, title: str, details: LadderDetails, me: int | None) -> MessageBuilder:
    t = locale.t
    builder = MessageBuilder().text(f"## {t('{game}: the ladder', game=title)}")
    builder.text(*_rung_lines(locale, details, me) or [t("Nobody is on this ladder yet.")])
    builder.text(
        *(
            t(
                "-# {who} has challenged {rival}, until {when}.",
                who=plain_name(str(details.names[one.person])),
                rival=plain_name(str(details.names[one.rival])),
                when=relative_time(one.closes),
            )
            for one in details.challenges
            if {one.person, one.rival} <= {*details.order}
        )
    )
    return builder.text(
        f"-# {pace_line(details.pace, locale)}",
        t(
            "-# Challenge a player up to three rungs above you. Beat them, and you take "
            "their rung. Games are rated. After a month without a game you drop one rung a "
            "week; after three months you leave the ladder. A challenge waits five days for "
            "an answer, not counting rest days and away days."
        ),
    )


def _rung_lines(locale: Locale, details: LadderDetails, me: int | None) -> Sequence[str]:
    lines, more = [*_numbered(details, me)], len(details.order) - MAX_RUNGS_SHOWN
    return [*lines, locale.t("-# … and {n} more", n=more)] if more > 0 else lines


def _numbered(details: LadderDetails, me: int | None) -> Iterator[str]:
    for rung, user_id in enumerate(details.order[:MAX_RUNGS_SHOWN], start=1):
        name = plain_name(str(details.names[user_id]))
        rating = details.ratings.get(user_id)
        line = f"{rung}\\. " + (f"**{name}**" if user_id == me else name)
        yield line if rating is None else f"{line} · {rating}"


@on_component("ladder-join", "update")
@on_component("ladder-enter", "private")  # on a public post, which stays as it is
async def join(request: Request, custom_id: CustomId) -> None:
    server, channel = await channel_for_table(request)
    key, pace = custom_id.arg(), custom_id.arg(1)
    if await db.ladder.find(request.store, server, key) is None:
        await check_may_open_table(request, server, channel)
    await ladder.join(request.service, key, request.actor, server=server, channel=channel, pace=pace or None)
    await _show_ladder(request, key, pace or None)


@on_component("ladder-leave", "update")
async def leave(request: Request, custom_id: CustomId) -> None:
    await ladder.leave(request.service, custom_id.arg(), request.actor.id, server=require_server(request))
    await _show_ladder(request, custom_id.arg(), None)


@on_component("ladder-challenge", "update")
async def challenge(request: Request, custom_id: CustomId) -> None:
    rival, key = parse_digits(request.selected_value, 19), custom_id.arg()
    if rival is None:
        raise Denied("not_a_choice")
    await ladder.challenge(request.service, key, request.actor, rival, server=require_server(request))
    note = request.locale.t("Challenge sent. The game starts when {rival} accepts.", rival=mention(rival))
    await _show_ladder(request, key, None, note=note)


@on_component("ladder-post", "update")
async def post_here(request: Request, custom_id: CustomId) -> None:
    """Post the ladder in this channel, in the server's language, with a button to join."""
    key = custom_id.arg()
    if key not in request.games:
        raise Denied("not_a_choice")
    locale = await public_locale(request)
    details = await _load(request.store, require_server(request), key, None)
    builder = ladder_card(locale, title_name(locale, request.games, key), details, None)
    enter = CustomId("ladder-enter", args=(key,))
    await request.post_publicly(builder.buttons(button(enter, locale.t("Join the ladder"), SUCCESS)))


# Challenges


@on_component("ladder-accept", "private")
async def accept(request: Request, custom_id: CustomId) -> None:
    number = parse_number(custom_id.arg())
    snapshot = await ladder.accept(request.service, number, request.actor)
    await request.respond_privately(request.locale.t("Game `{code}` starts.", code=snapshot.code))


@on_component("ladder-decline", "private")
async def decline(request: Request, custom_id: CustomId) -> None:
    await ladder.decline(request.service, parse_number(custom_id.arg()), request.actor)
    await request.respond_privately(request.locale.t("This challenge is over."))


@delivers(LadderChallengeCard)
async def deliver_challenge(messenger: Messenger, post: db.Post, payload: LadderChallengeCard) -> None:
    """Post a challenge in the channel of its ladder, or show its result."""
    context = messenger.context
    async with context.store.read() as reads:
        found = await db.ladder.find_challenge(reads, payload.challenge)
        place = None if found is None else await db.ladder.find(reads, found.server, found.key)
        if found is None or place is None:
            return
        server = await db.servers.get(reads, found.server)
    locale = locale_for(server.language)
    title = title_name(locale, context.games, found.key)
    builder = challenge_card(locale, title, found, quiet=server.settings.quiet)
    if found.message is not None:
        # It was sent with a sentence that notifies, so it is a classic message.
        card = db.Message(found.message, place.channel, "", LadderChallengeCard.kind, classic=True)
        await messenger.editor.try_edit(card, builder)
    elif found.result is None:
        sent = await messenger.send(place.channel, builder, nonce=post.id, silent=not builder.mentions)
        await ladder.record_posted(context.service, found, sent.message_id)


def challenge_card(
    locale: Locale, title: str, challenge: db.LadderChallenge, *, quiet: bool = False
) -> MessageBuilder:
    """Build the message of a challenge: the question with its buttons, or the result."""
    t, who, rival = locale.t, mention(challenge.person), mention(challenge.rival)
    if challenge.result is not None:
        return MessageBuilder(notification=t(RESULT_TEXTS[challenge.result], who=who, rival=rival))
    question = t(
        "{rival}: {who} challenges you on the ladder of {game}. Do you accept?",
        rival=rival,
        who=who,
        game=title,
    )
    number = str(challenge.id)
    builder = MessageBuilder(notification=question, mentions=[] if quiet else [challenge.rival])
    builder.text(t("-# The challenge ends {when}.", when=relative_time(challenge.closes)))
    return builder.buttons(
        button(CustomId("ladder-accept", args=(number,)), t("Accept"), SUCCESS),
        button(CustomId("ladder-decline", args=(number,)), t("Decline")),
    )
