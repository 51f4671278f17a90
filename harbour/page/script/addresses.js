// Where things in a message point: attachments and emoji of this harbour, jumps inside it, the world outside.

const JUMP = /^https?:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/channels\/(@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/;

/** An attachment's address on this origin, whatever host name the harbour gave it. */
export function mediaAddress(address) {
  try {
    const url = new URL(address, location.href);
    return isLoopback(url) ? url.pathname + url.search : address;
  } catch {
    return address;
  }
}

const isLoopback = (url) => url.host === location.host || ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);

/** {channel, message} when an address is a place in this chat. */
export function jumpTarget(address) {
  const match = JUMP.exec(address);
  return match && { channel: match[2], message: match[3] ?? null };
}

export const emojiAddress = (emoji) => `/emojis/${emoji.id}.${emoji.animated ? "gif" : "png"}`;

export function safeLink(address) {
  try {
    return ["http:", "https:"].includes(new URL(address).protocol) ? address : null;
  } catch {
    return null;
  }
}

export const fileName = (address) => decodeURIComponent(new URL(address, location.href).pathname.split("/").pop() ?? "");

export function fileSize(locale, bytes) {
  if (!Number.isFinite(bytes)) return "";
  const [unit, value] = bytes >= 1_048_576 ? ["megabyte", bytes / 1_048_576] : bytes >= 1024 ? ["kilobyte", bytes / 1024] : ["byte", bytes];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: unit === "byte" ? "long" : "short", maximumFractionDigits: 1 }).format(value);
}
