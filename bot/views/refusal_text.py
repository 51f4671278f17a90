"""Texts of refusals: one sentence per code, with what the user can do instead."""

from collections.abc import Mapping

from bot.i18n import N_, Locale
from bot.play.core import Denied
from db import DatabaseError
from rules.game import Refusal

DENIED_TEXTS: Mapping[str, str] = {
    # At any table
    "no_game": N_("There's no game {code} here."),
    "components_gone": N_("Game {code} can't be opened: Skald no longer has that kind of game here."),
    "rules_unfit": N_("The rules have changed too much for this game to continue. You can still look at it."),
    "not_readable": N_(
        "The rules have changed since, so this moment can't be shown. /table log has the story."
    ),
    "not_started": N_("This game hasn't started yet."),
    "not_over": N_("This game isn't over yet."),
    "not_a_choice": N_("That isn't one of the choices."),
    "unknown_button": N_("This button no longer works. /play shows the table as it is now."),
    "command_changed": N_("This command has changed. Reload Discord and try again."),
    "too_fast": N_("That was a lot at once. Slow down for a few seconds, then try again."),
    "restarting": N_("Skald is restarting. Try again in a moment."),
    "no_game_going_on": N_("You have no running game for this command. /new opens a table."),
    "no_game_anywhere": N_(
        "You have no running game for this command. In your messages with Skald, or on a "
        "server with Skald, /new opens a table."
    ),
    "several_games": N_(
        "You have several running games: {codes}. Choose one with the option table; "
        "/next opens the most urgent."
    ),
    "not_skalds_message": N_("That message isn't from Skald. Try it on a card or a saga of a game."),
    "message_without_game": N_("That message belongs to no game. Try it on a card or a saga of a game."),
    "nothing_waits": N_("No game is waiting for you."),
    # In the browser
    "no_web_table": N_("There's no table at this address, or it isn't open to spectators."),
    "web_links_off": N_("The server of this table has turned web links off."),
    "web_link_expired": N_(
        "This link has expired or was closed. Tap Play in Discord, then Play in the browser, for a new one."
    ),
    "web_seat_only": N_(
        "Only the player of this seat sees this page. If that's you, tap Play in Discord, "
        "then Play in the browser."
    ),
    # Gathering
    "only_in_channel": N_("Open a table in a server's channel, or in your messages with Skald."),
    "alone_in_private": N_(
        "Here you play against computer players, unrated. To play with people, open a table on a server."
    ),
    "move_in_channel": N_("Type this in the server channel where the game should continue."),
    "lobby_stays": N_("A game that hasn't started stays on its server. /new opens a table here."),
    "rated_stays_visible": N_(
        "A rated game can only be played where all its players can see it, and <@{user}> "
        "can't see this channel."
    ),
    "table_unseen": N_(
        "You can't see the channel of this table, <#{channel}>, so you couldn't play there. Ask for access, "
        "or for a table elsewhere."
    ),
    "not_in_thread": N_("You can't open a table in a thread. Use the channel it belongs to."),
    "permissions_missing": N_(
        "Skald needs more permissions in this channel: {missing}. The channel's managers can grant them."
    ),
    "lobbies_elsewhere": N_("On this server tables are opened in <#{channel}>."),
    "managers_open": N_("On this server only its managers can open tables."),
    "role_opens": N_("On this server only members with <@&{role}> can open tables."),
    "too_many_tables": N_("You're already at {n} tables; finish or leave one first."),
    "table_closed": N_("This table was closed. /new opens another."),
    "table_full": N_("This table is full."),
    "started_already": N_("This game has already started."),
    "not_invited": N_("You aren't invited to this table, or you have already declined."),
    "bots_do_not_play": N_("Bots can't be invited, only people."),
    "takes_no_invitations": N_(
        "<@{user}> accepts no invitations. Open a table that others can join from its card."
    ),
    "invited_often": N_("You've invited <@{user}> {n} times today without an answer. Try again tomorrow."),
    "invites_too_many": N_("That's more than {n} invitations in an hour. Try again later."),
    "seated_already": N_("You're already at this table."),
    "not_at_table": N_("You aren't at this table."),
    "host_only": N_("Only the host, {host}, can do that."),
    "host_agrees": N_("Only the host can change the table's options."),
    "rated_needs_clock": N_("Only tables with a clock can be rated. Choose a pace first."),
    "rated_needs_people": N_("With a computer player at the table the game can't be rated."),
    "more_players_needed": N_("{n} players are needed. Others join from the card."),
    "only_players_again": N_("Only players of this game can ask for a rematch. /new opens a table for you."),
    "one_try": N_("One try each at the week's deal. /new opens a table of your own."),
    "goes_on_already": N_("This game is already running."),
    "paused": N_("The table is paused until <t:{at}:D>. Use /table pause to ask everyone to resume earlier."),
    "not_paused": N_("This table isn't paused."),
    "no_lesson": N_("This game isn't a lesson."),
    # Playing on from a position of a finished game
    "deal_still_played": N_("Others are still playing this deal. You can play on from it <t:{when}:R>."),
    "over_at_this_turn": N_("The game was over here. Choose an earlier turn to play on from."),
    "continued_already": N_("You've already played on from here: game `{code}`."),
    "position_challenge_over": N_("This challenge is closed: its card shows the results."),
    "challenge_elsewhere": N_("This challenge can be posted only on the server of its game."),
    # Ladders
    "ladder_needs_clock": N_("A ladder needs a clock: choose a pace."),
    "on_ladder_already": N_("You're already on this ladder."),
    "not_on_ladder": N_("You aren't on this ladder. Join it first: /club ladder."),
    "not_in_reach": N_("You can challenge players up to three rungs above you."),
    "challenges_already": N_(
        "You've already challenged <@{user}>. Wait for the answer, or withdraw the challenge."
    ),
    "challenged_already": N_("<@{user}> has another challenge to settle first."),
    "challenged_lately": N_(
        "You challenged <@{user}> less than a week ago. You can do it again from <t:{at}:f>."
    ),
    "ladder_game_first": N_("<@{user}> is still playing a game on this ladder. It has to end first."),
    "not_your_challenge": N_("This challenge is between two others."),
    "challenge_over": N_("This challenge is over."),
    # Cups
    "not_waiting": N_("You aren't on a waiting list here."),
    "nobody_called": N_("Skald pings no one for new tables here: /server settings has no role for it."),
    "role_out_of_reach": N_(
        "Skald can't give you <@&{role}>: it needs the permission “Manage Roles” and a role above it."
    ),
    "role_gives_rights": N_("<@&{role}> grants permissions. Choose a role without any."),
    "league_needs_clock": N_("A league is rated, so it needs a clock: choose another pace."),
    "signed_on_already": N_("You're already in: you play every month until you leave."),
    "not_signed_on": N_("You aren't in this league."),
    "cup_needs_clock": N_("A cup is rated, so it needs a clock: choose another pace."),
    "cup_open_already": N_("You're already in a cup of this game that hasn't started: `{code}`."),
    "cup_closed": N_("This cup was closed. /club cup opens another."),
    "cup_started": N_("This cup has already started."),
    "cup_not_running": N_("This cup isn't being played."),
    "in_cup_already": N_("You're in this cup already."),
    "not_in_cup": N_("You're not in this cup."),
    "withdrawn_already": N_("You've already withdrawn from this cup."),
    "too_many_for_cup": N_(
        "This cup means {more} games at once, and you're at {n} tables already; {most} is the limit."
    ),
    "dms_limited": N_(
        "Discord limits how many people Skald may write to at once. Please try again <t:{when}:R>."
    ),
    # The voyage of the week
    "no_voyage": N_("No voyage to see here yet."),
    "voyage_unplayable": N_(
        "The rules of this game changed during the week, so no one can set sail any "
        "more. The next voyage opens <t:{when}:R>."
    ),
    "voyage_not_open": N_("The next voyage opens <t:{when}:R>."),
    "sailed_already": N_("One try a week: you've already set sail."),
    "not_home_yet": N_("There's no result yet: your voyage has to be over first, and in time."),
    "voyage_needs_dm": N_(
        "The voyage is played in your direct messages. Allow them from this server, then set sail again."
    ),
    # Playing
    "other_game": N_("That command belongs to another game than `{code}`."),
    "no_hand": N_("Your hand is empty right now."),
    "nothing_closer": N_("Nothing else to look at in this game: the board shows it all."),
    "nothing_to_undo": N_("You can't undo this: it revealed new information."),
    "resigned_seat": N_("You resigned this game. The caretaker plays for you to the end."),
    "resigned_already": N_("You already resigned this game."),
    "no_orders_now": N_("You can give orders only in running games."),
    "order_too_long": N_("That move is too long for an order."),
    "plan_too_long": N_("A plan holds {n} moves at most."),
    "plan_is_empty": N_("There's nothing to save yet: choose a move first."),
    "plan_is_now": N_("It's your turn now. Play the plan instead of saving it."),
    "no_such_order": N_("You have no such order."),
    "too_many_orders": N_("You can have {n} orders at most. Delete one first."),
    "note_too_long": N_("A note holds {most} characters; this one has {n}. Skald kept your old note."),
    # The coach
    "no_advice_while_rated": N_(
        "This game is rated, so there's no advice while it runs. Once it's over, the "
        "coach looks back at it with you."
    ),
    "no_advice_on_voyage": N_("There is no advice on this voyage, for anyone: one deal, one try."),
    "no_advice_in_challenge": N_("There is no advice in a challenge, for anyone: one deal, one try each."),
    "nobody_to_compare": N_("You played alone: there are no chances to compare."),
    "too_short_to_review": N_("This game was too short to look back at."),
    "review_posted": N_("It's already posted at the table."),
    "daily_position_over": N_("This position is over: its card shows the chances and the answers."),
    "guess_not_own_game": N_("You play in this game. Guessing is for the others."),
    "nothing_to_guess": N_("There's nothing to guess right now. Try again on a later turn."),
    "nothing_to_practise": N_("You've tried every position there is. Play a game, and there will be more."),
    # Deciding together
    "unknown_vote": N_("There's no such vote here."),
    "vote_over": N_("This vote is over."),
    "asked_already": N_("A vote on this is already open."),
    "rated_goes_on": N_(
        "This game is rated, and there's no one else to agree to end it. It continues; you can resign."
    ),
    "nobody_to_ask": N_("There's no one to ask, so you can't undo this: it revealed new information."),
    "others_decide": N_("The others decide this."),
    "resigned_others_decide": N_("You resigned this game; the others decide."),
    "come_back_first": N_("Tap “I'm back” first; then you can vote."),
    "plays_already": N_("You're already playing this seat."),
    "seat_not_free": N_("This seat isn't free."),
    "seat_taken": N_("This seat is no longer free."),
    "no_opponent_here": N_("There's no computer player here whose seat you could offer."),
    "other_server": N_("Only members of this server can take the seat."),
    # Availability
    "no_such_zone": N_("There's no time zone {zone}. Choose one from the list."),
    "no_such_place": N_("Skald knows no country or large city called {place}. Try a larger city nearby."),
    "night_too_long": N_("Ten hours of sleep at most."),
    "too_many_rest_days": N_("At most {n} rest days a week."),
    "rest_needs_zone": N_("Set where you live first: your rest days follow your time zone."),
    "rest_changed_lately": N_(
        "You changed your rest days less than a week ago. You can choose other days from <t:{at}:f>."
    ),
    "days_away_between": N_("You can be away for 1 to {n} days at a time."),
    "days_away_within_a_year": N_("Days away start today or within a year."),
    "day_unreadable": N_("Write the day as year-month-day, or choose one from the list."),
    # Looking things up
    "no_such_title": N_("That game isn't played here."),
    "no_such_piece": N_("No piece in this game is called {name}."),
    "no_such_turn": N_("There's no such turn. The latest is: {last}."),
    "too_short_for_film": N_("A film needs at least two turns."),
    # Standings and kudos
    "boards_need_server": N_("Leaderboards belong to servers with Skald. Ask in one of their channels."),
    "profile_private": N_("{name}'s profile is private."),
    "did_not_sit": N_("You weren't at this table."),
    "rating_unchanged": N_("This game didn't change your rating."),
    "kudos_when_over": N_("You can give kudos when the game is over."),
    "kudos_players_only": N_("Only players of this game can give kudos for it."),
    "kudos_for_others": N_("You can give kudos only to the others."),
    "kudos_unreachable": N_("The player who sat there can no longer be reached."),
    "kudos_given": N_("You already gave {who} kudos for this game."),
    # Managing a server
    "only_on_server": N_("This only works on a server with Skald; use it in one of its channels."),
    "role_missing": N_("Choose the role whose members may open tables."),
    "managers_only": N_("Only members with the permission “Manage Server” can do that."),
}
"""By the code of a `Denied`."""

RULES_TEXTS: Mapping[str, str] = {
    "not_seated": N_("You aren't playing at this table."),
    "not_your_turn": N_("It isn't your turn."),
    "over": N_("This game is over."),
    "stale": N_("The game has moved on, so that had no effect."),
    "ambiguous": N_("That could mean several moves; choose one."),
    "unreadable": N_("That isn't a move of this game. Here's what you can do."),
    "illegal": N_("That move isn't possible now. Here's what you can do."),
}
"""By the code of a `Refusal`."""


def refusal_text(locale: Locale, refusal: Denied | Refusal | DatabaseError) -> str:
    """Returns the reason for a refusal, as one sentence that says what helps."""
    if isinstance(refusal, Denied):
        return locale.t(DENIED_TEXTS[refusal.code], **refusal.values)
    if isinstance(refusal, DatabaseError):
        return locale.t("Can't save right now, so nothing was changed. Please try again in a minute.")
    return locale.t(RULES_TEXTS[refusal.code])
