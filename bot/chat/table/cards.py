"""What stands in the open while a game is played: the turn card, and the final card."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import discord

import db
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.chat.outbox.permissions import NowhereError
from bot.chat.table import saga
from bot.chat.table.ratings import add_ratings
from bot.chat.table.recap import boards_in, film_of, stops_in
from bot.chat.table.successes import announced
from bot.i18n import Words, mark
from bot.play.core import outbox_messages
from bot.play.core.snapshot import Position
from bot.play.history import story
from bot.play.history.story import Passage
from bot.play.notify import deliveries, turn_notifications
from bot.views import notification_text
from bot.views.markup import mention, relative_time
from bot.views.pace_text import clock_line
from bot.views.reader_view import NEUTRAL, Scene
from rules.game import Deciding, Seat

log = logging.getLogger(__name__)

LINES_ON_CARD = 10
LINES_OF_SAIL = 20
SAIL = 2
"""From so many turns on that were played as they had been prepared, a card tells them as one stretch."""
_SEALED = mark("-# Shuffle sealed as `{commitment}`: the seed is revealed when the game ends.")
_SEALED_VOYAGE = mark("-# Shuffle sealed as `{commitment}`: the seed is revealed when the voyage closes.")
_CARETAKER = mark("-# The caretaker for {who}: {owed}.")
_OPPONENT = mark("-# {who} is thinking: {owed}.")


async def turn_card(
    scene: Scene,
    passage: Passage,
    *,
    closed_dms: Sequence[int] = (),
    deadlines: Mapping[Seat, int] = MappingProxyType({}),
    now: int = 0,
    current: bool = True,
    board: bool = True,
) -> Draft:
    """Who owes what, what happened, the board. A card that is no longer the latest has no buttons."""
    position, words = scene.position, scene.words
    draft = Draft(scene.colour)
    if current:
        _call(draft, scene, deadlines, now)
    sailed = passage.turns_in_advance() if passage.before is not None else 0
    if sailed >= SAIL:
        stops = stops_in(scene, passage)
        draft.text(words.say("-# {n} turns were played as they had been prepared:", n=sailed))
        draft.text(scene.told(passage.events, LINES_OF_SAIL))
        draft.gallery(await boards_in(scene, passage, stops) if board else None)
    else:
        draft.text(scene.told(passage.events, LINES_ON_CARD))
        draft.gallery(await scene.board(state=passage.after, since=passage.before) if board else None)
    if not current:
        return draft
    draft.text(clock_line(scene, deadlines), _absent(scene))
    for person in closed_dms:
        draft.text(words.say("-# <@{person}>: your direct messages are closed; tap My hand.", person=person))
    buttons = table_buttons(position, words)
    if any(_may_come_back(position, player) for player in position.players):
        buttons += (button(Tap("back", position.code), words.say("I'm back")),)
    if position.row.ply > position.row.begins:
        buttons += (button(Tap("recap", position.code), words.say("Since my last move")),)
    if sailed >= SAIL:
        film = film_of(position.code, passage.beats[0].entry.ply - 1, passage.beats[-1].entry.ply)
        buttons += (button(film, words.say("Film")),)
    return draft.buttons(*buttons)


def table_buttons(position: Position, words: Words) -> tuple[discord.ui.Button[discord.ui.LayoutView], ...]:
    return (
        button(Tap("play", position.code), words.say("Play"), discord.ButtonStyle.primary),
        button(Tap("hand", position.code), words.say("My hand")),
        button(Tap("board", position.code), words.say("Board")),
        button(Tap("what", position.code), words.say("What is this?")),
    )


def first_words(scene: Scene) -> Iterator[str]:
    """How a game opens: what this table plays for, and the promise that its shuffle can be checked."""
    game, state, row = scene.position.game, scene.position.state, scene.position.row
    if isinstance(game, Deciding):
        for name, text in map(scene.teller.piece, game.deciding(state)):
            yield scene.words.say("**{name}**: {text}", name=name, text=text)
    sealed = _SEALED if row.sealed_until is None else _SEALED_VOYAGE
    yield scene.words.say(sealed, commitment=(row.commitment or "")[:16])


async def final_card(scene: Scene, passage: Passage, achieved: Sequence[str]) -> Draft:
    """How the game ended: who won, what was achieved, the score sheet, the seed.

    The last board stands on the poster of the saga; where none follows, here.
    """
    position, words = scene.position, scene.words
    outcome = position.outcome()
    assert outcome is not None
    people = position.people_at(position.seats)
    pings = " ".join(mention(person) for person in people)
    draft = Draft(NEUTRAL, f"{pings} {notification_text.over(scene, outcome)}", mentions=people)
    draft.text(scene.told(passage.events, LINES_ON_CARD))
    draft.text(*achieved)
    draft.gallery(await scene.score_sheet())
    if not saga.is_told(position):
        draft.gallery(await scene.board(state=passage.after, since=passage.before))
    seed = position.row.seed.hex() if position.row.seed else ""
    if position.row.sealed_until is not None:
        return draft.text(_still_sealed(position.row, words))
    ways = [
        button(Tap("rematch", position.code), words.say("Another round")),
        button(Tap("board", position.code), words.say("Board")),
    ]
    if len(position.players) > 1:
        ways.insert(1, button(Tap("decided", position.code), words.say("What decided it?")))
    draft.buttons(*ways)
    return draft.text(
        words.say(
            "-# Sealed as `{commitment}`; the seed was `{seed}`.",
            commitment=position.row.commitment or "",
            seed=seed,
        )
    )


def _still_sealed(row: db.Game, words: Words) -> str:
    """Others still play the same deal."""
    return words.say(
        "-# Sealed as `{commitment}`; you get the seed when the voyage closes, {when}. "
        "No spoilers till then.",
        commitment=row.commitment or "",
        when=relative_time(row.sealed_until or 0),
    )


def _may_come_back(position: Position, player: db.Player) -> bool:
    return player.caretaker and not player.resigned and player.seat not in position.opponents


def _absent(scene: Scene) -> str:
    """For whom the caretaker plays, apart from the moves it owes just now."""
    position, people = scene.position, scene.teller.people
    told = position.owing() | position.opponents
    names = [people[each.seat] for each in position.players if each.caretaker and each.seat not in told]
    return (
        scene.words.say("-# The caretaker plays for {who}.", who=scene.words.listed(names)) if names else ""
    )


def _call(draft: Draft, scene: Scene, deadlines: Mapping[Seat, int], now: int) -> None:
    """The sentence by which a card calls, and who else is at it; what happened comes next."""
    position, owing = scene.position, sorted(scene.position.owing())
    own = [seat for seat in owing if not position.players[seat].caretaker]
    draft.call = notification_text.awaited(scene, own, deadlines, now) or scene.title
    for seat in owing:
        if seat not in own:
            who, owed = scene.teller.people[seat], scene.owed_by(seat)
            text = _OPPONENT if seat in position.opponents else _CARETAKER
            draft.text(scene.words.say(text, who=who, owed=owed))


# How they reach the table. A card shows the table as it stands when it is delivered, so of several that wait
# the last one will do.


@delivers(outbox_messages.Card)
async def deliver_card(messenger: Messenger, post: db.Post, card: outbox_messages.Card) -> bool:
    """A new card at a handover, unless one shows that much already; those before it lose their buttons."""
    if post.followed:
        return False
    position = await messenger.position(post)
    cards = await _cards(messenger, position)
    passage = await _story(messenger, position, cards)
    if not cards or (cards[-1].ply or 0) < card.ply:
        await _post_anew(messenger, post, position, cards, passage, fresh=True)
    else:
        cards = cards[:-1]  # it was posted, and the process died before the others were put out
    await _put_out(messenger, post, position, cards)
    return True


@delivers(outbox_messages.Refresh)
async def refresh_card(messenger: Messenger, post: db.Post, card: outbox_messages.Refresh) -> bool:
    """The latest card brought up to date; posted anew where it is gone or too old."""
    if post.followed:
        return False
    position = await messenger.position(post)
    cards = await _cards(messenger, position)
    is_editable = bool(cards) and messenger.is_fresh(cards[-1])
    if card.quietly and not is_editable:
        return False
    passage = await _story(messenger, position, cards)
    if is_editable:
        draft = await _shown(messenger, position, passage)
        if await messenger.edit_if_possible(cards[-1], draft) or card.quietly:
            await _put_out(messenger, post, position, cards[:-1])
            return True
    await _post_anew(messenger, post, position, cards, passage, fresh=False)
    await _put_out(messenger, post, position, cards)
    return True


async def show_again(messenger: Messenger, post: db.Post, position: Position) -> None:
    """The latest card once more as a new message, in place of one that had to do without something."""
    cards = await _cards(messenger, position)
    await _post_anew(messenger, post, position, cards, await _story(messenger, position, cards), fresh=False)
    await _put_out(messenger, post, position, cards)


async def _cards(messenger: Messenger, position: Position) -> tuple[db.Message, ...]:
    return await db.messages.of_game(messenger.context.store, position.code, kind="card")


async def _story(messenger: Messenger, position: Position, cards: Sequence[db.Message]) -> Passage:
    """What the latest card has told and all that came after it."""
    start = (cards[-2].ply or 1) if len(cards) > 1 else position.row.begins
    return await story.passage(messenger.context.store, position, start, position.row.ply)


async def _post_anew(
    messenger: Messenger,
    post: db.Post,
    position: Position,
    cards: Sequence[db.Message],
    passage: Passage,
    *,
    fresh: bool,
) -> None:
    """A further card. At a handover it tells what came after the latest one, else that one's story again."""
    context, latest = messenger.context, cards[-1] if cards else None
    told = passage.since(latest.ply or 1) if fresh and latest is not None else passage
    draft = await _shown(messenger, position, told, opening=latest is None)
    called = await turn_notifications.summonses(context.store, position)
    if position.over:
        draft.mentions = await turn_notifications.reachable(
            context.store, position, draft.mentions if fresh else []
        )
    else:
        draft.mentions = [each.person for each in called if each.mention]
    sent = await messenger.send(messenger.table(position), draft, nonce=post.id, silent=not draft.mentions)
    await deliveries.card_posted(context.tables, position, called, sent)


async def _shown(
    messenger: Messenger, position: Position, passage: Passage, *, opening: bool = False
) -> Draft:
    context = messenger.context
    scene = context.scene(position, None, context.words_of(position))
    if position.over:
        card = await final_card(scene, passage, await announced(scene, context.store))
        await add_ratings(card, scene, context.store)
        return card
    closed = [
        person
        for seat in sorted(position.owing())
        if position.people[seat].preferences.dms_closed
        and (person := position.players[seat].person) is not None
    ]
    deadlines = await turn_notifications.deadlines(context.store, position)
    now = context.tables.now()
    draft = await turn_card(scene, passage, closed_dms=closed, deadlines=deadlines, now=now)
    return draft.text(*first_words(scene)) if opening else draft


async def _put_out(
    messenger: Messenger, post: db.Post, position: Position, cards: Sequence[db.Message]
) -> None:
    """Take the buttons off cards that are no longer the latest; their story and their picture stay. Now that
    the latest stands there, the panels of those whom it calls go on."""
    context = messenger.context
    out = [card for card in cards if card.live and await _retired(messenger, position, card, cards)]
    await deliveries.cards_put_out(context.tables, post, out)
    called = position.seats if position.over else sorted(position.owing())
    context.on_hold.turn_came(context.tables.now(), position.code, position.people_at(called))


async def _retired(
    messenger: Messenger, position: Position, card: db.Message, cards: Sequence[db.Message]
) -> bool:
    """One that cannot be edited is tried again whenever a later one is shown; its buttons still answer."""
    context, end = messenger.context, card.ply or 1
    start = max((other.ply or 1 for other in cards if (other.ply or 1) < end), default=position.row.begins)
    passage = await story.passage(context.store, position, start, end)
    scene = context.scene(position, None, context.words_of(position))
    try:
        # A picture below plain words stays; one in a layout must be named again.
        draft = await turn_card(scene, passage, current=False, board=not card.classic)
        await messenger.edit(card, draft, keep_pictures=card.classic)
    except (discord.HTTPException, NowhereError) as problem:
        if isinstance(problem, discord.HTTPException) and problem.status >= 500:
            raise  # an outage passes, and the post is tried again
        log.info("an old card keeps its buttons: %s", problem)
        return isinstance(problem, discord.NotFound)
    return True
