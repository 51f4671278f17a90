"""The sample world: one server, three channels, five people of different languages and time zones."""

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
JOINED = "2024-01-06T12:00:00.000000+00:00"

_PEOPLE = [
    ("1100000001000000010", "astrid", "Astrid", "en-GB", "Europe/London", "#56B4E9", True),
    ("1100000001100000011", "bjorn", "Bjørn", "en-US", "America/New_York", "#DDAA33", False),
    ("1100000001200000012", "chloe", "Chloé", "fr", "Europe/Paris", "#CC6677", False),
    ("1100000001300000013", "dag", "Dag", "fr", "America/Toronto", "#44AA99", False),
    ("1100000001400000014", "eira", "Eira", "en-US", "Asia/Tokyo", "#AA88DD", False),
]


def people() -> list[Json]:
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
            "manager": manager,
        }
        for key, username, name, locale, zone, colour, manager in _PEOPLE
    ]


def channels() -> list[Json]:
    topics = {
        "general": "What everybody talks about",
        "games": "Start a game here",
        "hall-of-fame": "Who won what",
    }
    return [
        {
            "id": key,
            "type": 0,
            "flags": 0,
            "guild_id": GUILD_ID,
            "name": name,
            "position": position,
            "parent_id": None,
            "rate_limit_per_user": 0,
            "topic": topics[name],
            "nsfw": False,
            "last_message_id": None,
            "permission_overwrites": [],
        }
        for position, (name, key) in enumerate(CHANNEL_IDS.items())
    ]


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
        "owner_id": _PEOPLE[0][0],
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
            _role(GUILD_ID, "@everyone", permissions.EVERYONE, 0),
            _role(MANAGER_ROLE_ID, "Jarl", permissions.MANAGER, 1, colour=0xE8A33D),
            _role(BOT_ROLE_ID, "Skald", permissions.BOT, 2, bot=True),
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
