"""Web links: keys that open a table or a seat in the browser, stored hashed, revoked with the seat."""

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

import db
from bot.play.core.authorization import require_seat
from bot.play.core.game_service import GameService
from bot.play.core.snapshot import GameSnapshot
from db.clock import DAY
from db.web_links import LinkKind

KEY_BYTES = 16
KEY_CHARS = 22
SEAT_LINK_MS = DAY
SESSION_MS = 30 * DAY
MAX_LINKS, MAX_SESSIONS = 3, 10  # Per player and game; the oldest are dropped.


def new_key() -> str:
    """Returns 128 random bits as text for an address."""
    return urlsafe_b64encode(secrets.token_bytes(KEY_BYTES)).decode().rstrip("=")


def hash_key(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def may_have_links(snapshot: GameSnapshot) -> bool:
    """True unless the managers of the server have turned web links off."""
    return snapshot.server is None or snapshot.server.settings.web_links


def is_public(snapshot: GameSnapshot) -> bool:
    """True if everybody with the address of the table may watch.

    Private games have no spectators. A sealed deal is still being played by others.
    """
    return not snapshot.is_private and snapshot.row.sealed_until is None and may_have_links(snapshot)


def owns_seat(snapshot: GameSnapshot, user_id: int) -> bool:
    """True if the user may open their seat in the browser."""
    seat = snapshot.seat_of(user_id)
    return seat is not None and not snapshot.players[seat].resigned and may_have_links(snapshot)


async def find_valid(reads: db.Reads, key: str, *kinds: LinkKind) -> db.WebLink | None:
    """Find the link of a key that has not expired."""
    wanted = hash_key(key)
    link = await db.web_links.find(reads, wanted)
    if link is None or not hmac.compare_digest(link.key_hash, wanted):
        return None
    if link.kind not in kinds or (link.expires is not None and link.expires <= reads.now):
        return None
    return link


async def table_address(service: GameService, code: str) -> str:
    """Returns the key in the address of a table. Creates it for the first link."""
    link = await db.web_links.find_address(service.store, code)
    if link is None:
        async with service.store.write() as tx:
            link = await db.web_links.find_address(tx, code)
            if link is None:
                key = new_key()
                link = db.WebLink(hash_key(key), code, "table", None, tx.now, None, key)
                await db.web_links.insert(tx, link)
    assert link.key is not None
    return link.key


async def create_seat_link(service: GameService, snapshot: GameSnapshot, user_id: int) -> str:
    """Create a key that opens the user's own seat. Raises Refusal if they have none."""
    require_seat(snapshot, user_id)
    return await _create(service, snapshot.code, user_id, "seat", SEAT_LINK_MS, MAX_LINKS)


async def create_session(service: GameService, link: db.WebLink) -> str:
    """Exchange a seat link for the key of a browser session."""
    assert link.person is not None
    return await _create(service, link.game, link.person, "session", SESSION_MS, MAX_SESSIONS)


async def _create(
    service: GameService, code: str, user_id: int, kind: LinkKind, lifetime_ms: int, max_count: int
) -> str:
    key = new_key()
    async with service.store.write() as tx:
        expires = tx.now + lifetime_ms
        await db.web_links.insert(tx, db.WebLink(hash_key(key), code, kind, user_id, tx.now, expires))
        await db.web_links.keep_newest(tx, code, user_id, kind, max_count)
        await db.web_links.delete_expired(tx)
    return key


async def close_all(service: GameService, user_id: int) -> int:
    """Revoke all of a user's links and sessions. Returns how many there were."""
    async with service.store.write() as tx:
        return await db.web_links.delete(tx, person=user_id)
