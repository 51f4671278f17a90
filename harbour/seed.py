"""Seed data: a guild with three channels and a forum, six users of different locales and time zones.

In addition a second guild and a group DM without the bot.
"""

from harbour import permissions
from harbour.errors import Json

GUILD_ID = "1100000000000000001"
APP_ID = "1100000000100000002"
MANAGER_ROLE_ID = "1100000000200000003"
BOT_ROLE_ID = "1100000000300000004"
CHANNEL_IDS = {
    "general": "1100000000400000005",
    "games": "1100000000500000006",
    "hall-of-fame": "1100000000600000007",
}
FORUM_ID = "1100000000700000008"
FORUM_TAGS = {"1100000000710000008": "lofoten", "1100000000720000008": "looking for players"}
# The bot is not a member here: only users who installed the app have its commands.
OTHER_GUILD_ID = "1100000000800000009"
OTHER_CHANNEL_ID = "1100000000810000009"
GROUP_DM_ID = "1100000000820000009"
OTHER_GUILD_NAME = "Nidaros"
JOINED_AT = "2024-01-06T12:00:00.000000+00:00"

_USERS = [
    ("1100000001000000010", "astrid", "Astrid", "en-GB", "Europe/London", "#56B4E9", True),
    ("1100000001100000011", "bjorn", "Bjørn", "en-US", "America/New_York", "#DDAA33", False),
    ("1100000001200000012", "chloe", "Chloé", "fr", "Europe/Paris", "#CC6677", False),
    ("1100000001300000013", "dag", "Dag", "fr", "America/Toronto", "#44AA99", False),
    ("1100000001400000014", "eira", "Eira", "en-US", "Asia/Tokyo", "#AA88DD", False),
    ("1100000001500000015", "falk", "Falk", "de", "Europe/Berlin", "#88AA44", False),
]


def users() -> list[Json]:
    return [
        {
            "id": key,
            "username": username,
            "global_name": name,
            "locale": locale,
            "timezone": zone,
            "avatar": None,
            "colour": colour,
            "dms_closed": False,
            "installed": False,
            "manager": manager,
        }
        for key, username, name, locale, zone, colour, manager in _USERS
    ]


def channels() -> list[Json]:
    named = enumerate(CHANNEL_IDS.items())
    text = [_text_channel(GUILD_ID, key, name, position, TOPICS[name]) for position, (name, key) in named]
    other_channel = _text_channel(OTHER_GUILD_ID, OTHER_CHANNEL_ID, "tavern", 0, "A server without the bot")
    return [*text, _forum_channel(len(text)), other_channel, _group_dm()]


TOPICS = {
    "general": "What everybody talks about",
    "games": "Start a game here",
    "hall-of-fame": "Who won what",
}


def _text_channel(guild_id: str, key: str, name: str, position: int, topic: str) -> Json:
    return {
        "id": key,
        "type": 0,
        "flags": 0,
        "guild_id": guild_id,
        "name": name,
        "position": position,
        "parent_id": None,
        "rate_limit_per_user": 0,
        "topic": topic,
        "nsfw": False,
        "last_message_id": None,
        "permission_overwrites": [],
    }


def _forum_channel(position: int) -> Json:
    return {
        **_text_channel(GUILD_ID, FORUM_ID, "tables", position, "One post for each game"),
        "type": 15,
        "default_auto_archive_duration": 10080,
        "default_thread_rate_limit_per_user": 0,
        "default_reaction_emoji": None,
        "default_sort_order": None,
        "default_forum_layout": 1,
        "available_tags": [
            {"id": key, "name": name, "moderated": False, "emoji_id": None, "emoji_name": None}
            for key, name in FORUM_TAGS.items()
        ],
    }


def _group_dm() -> Json:
    return {
        "id": GROUP_DM_ID,
        "type": 3,
        "flags": 0,
        "name": "Friday crew",
        "icon": None,
        "owner_id": _USERS[0][0],
        "last_message_id": None,
        "recipient_ids": [user[0] for user in _USERS],
    }


def _role(key: str, name: str, bits: int, position: int, *, colour: int = 0, bot: bool = False) -> Json:
    role: Json = {
        "id": key,
        "name": name,
        "permissions": str(bits),
        "position": position,
        "color": colour,
        "colors": {"primary_color": colour, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": bot,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    if bot:
        role["tags"] = {"bot_id": APP_ID}
    return role


def guild() -> Json:
    return {
        "id": GUILD_ID,
        "name": "Skaldheim",
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "features": [],
        "banner": None,
        "owner_id": _USERS[0][0],
        "application_id": None,
        "region": "rotterdam",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 1,
        "roles": [
            _role(GUILD_ID, "@everyone", permissions.EVERYONE_ROLE, 0),
            _role(MANAGER_ROLE_ID, "Jarl", permissions.MANAGER_ROLE, 1, colour=0xE8A33D),
            _role(BOT_ROLE_ID, "Skald", permissions.BOT_ROLE, 2, bot=True),
        ],
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": "en-US",
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "incidents_data": None,
    }
