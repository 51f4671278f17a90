// Discord's markdown as DOM: blocks first, then what runs inside a line.

import { el } from "./dom.js";
import { emojiAddress, jumpTarget, safeLink } from "./addresses.js";
import { fullTime, timestamp } from "./times.js";

/**
 * context: {store, say, go(channel, message), mentions?}
 * Returns an array of nodes.
 */
export function render(text, context) {
  return blocks(String(text ?? "").replace(/\r\n?/g, "\n"), context);
}

/** For reply previews, toasts and live regions: one line of plain words. */
export function plain(text, context) {
  const holder = el("div", {}, render(text, context));
  for (const hidden of holder.querySelectorAll(".spoiler")) hidden.textContent = "▒▒▒";
  for (const line of holder.querySelectorAll(":scope > *, li, br")) line.after(" ");
  return holder.textContent.replace(/\s+/g, " ").trim();
}

// ---- blocks

const FENCE = /^```(?:([\w+-]+)\n)?\n*([\s\S]*?)\n*```/;
const HEADING = /^(#{1,3}) +(.+)/;
const SUBTEXT = /^-# +(.+)/;
const ITEM = /^( *)([-*]|\d+\.) +(.+)/;

function blocks(text, context) {
  const out = [];
  let paragraph = "";
  const flush = () => {
    const body = paragraph.replace(/^\n+|\n+$/g, "");
    if (body) out.push(el("p", {}, inline(body, context)));
    paragraph = "";
  };
  let rest = text;
  while (rest) {
    const atLineStart = paragraph === "" || paragraph.endsWith("\n");
    const found = atLineStart ? blockAt(rest, context) : null;
    if (found) {
      flush();
      out.push(found.node);
      rest = rest.slice(found.length).replace(/^\n/, "");
      continue;
    }
    const fence = FENCE.exec(rest);
    if (fence) {
      flush();
      out.push(codeBlock(fence));
      rest = rest.slice(fence[0].length).replace(/^\n/, "");
      continue;
    }
    // Up to the next line or the next fence, whichever comes first.
    const stop = rest.slice(1).search(/\n|```/);
    const length = stop < 0 ? rest.length : rest[stop + 1] === "\n" ? stop + 2 : stop + 1;
    paragraph += rest.slice(0, length);
    rest = rest.slice(length);
  }
  flush();
  return out;
}

function codeBlock([, language, body]) {
  return el("pre", {}, el("code", language ? { data: { language } } : {}, body));
}

function blockAt(text, context) {
  let match;
  if ((match = HEADING.exec(text))) {
    return { node: el(`h${match[1].length + 2}.h${match[1].length}`, {}, inline(match[2], context)), length: match[0].length };
  }
  if ((match = SUBTEXT.exec(text))) {
    return { node: el("small.subtext", {}, inline(match[1], context)), length: match[0].length };
  }
  if ((match = /^>>> ([\s\S]+)/.exec(text))) {
    return { node: el("blockquote", {}, blocks(match[1], context)), length: match[0].length };
  }
  if ((match = /^(?:> [^\n]*(?:\n|$))+/.exec(text))) {
    const body = match[0].replace(/^> /gm, "").replace(/\n$/, "");
    return { node: el("blockquote", {}, blocks(body, context)), length: match[0].replace(/\n$/, "").length };
  }
  if (ITEM.test(text)) return list(text, context);
  return null;
}

function list(text, context) {
  const lines = [];
  let length = 0;
  for (const line of text.split("\n")) {
    const match = ITEM.exec(line);
    const continues = !match && lines.length && /^ {2,}\S/.test(line);
    if (!match && !continues) break;
    const otherKind = match && lines.length && match[1].length <= lines[0].depth && /\d/.test(match[2]) !== lines[0].ordered;
    if (otherKind) break;
    if (match) lines.push({ depth: match[1].length, ordered: /\d/.test(match[2]), start: parseInt(match[2], 10), body: match[3] });
    else lines[lines.length - 1].body += `\n${line.trim()}`;
    length += line.length + 1;
  }
  return { node: nest(lines, context), length: length - 1 };
}

function nest(lines, context) {
  const { ordered, start, depth } = lines[0];
  const node = el(ordered ? "ol" : "ul", ordered && start !== 1 ? { start } : {});
  for (let index = 0; index < lines.length;) {
    let end = index + 1;
    while (end < lines.length && lines[end].depth > depth) end++;
    const children = lines.slice(index + 1, end);
    node.append(el("li", {}, inline(lines[index].body, context), children.length ? nest(children, context) : null));
    index = end;
  }
  return node;
}

// ---- inside a line

const RULES = [
  [/^\\([\\`*_~|<>#[\](){}:@.!-])/, ([, escaped]) => escaped],
  [/^(`+)([\s\S]*?[^`])\1(?!`)/, ([, , code]) => el("code.inline", {}, code.trim() || code)],
  [/^<@!?(\d+)>/, ([, id], context) => userMention(id, context)],
  [/^<@&(\d+)>/, ([, id], context) => roleMention(id, context)],
  [/^<#(\d+)>/, ([, id], context) => channelMention(id, null, context)],
  [/^<\/([^:>]+):(\d+)>/, ([, path], context) => commandMention(path, context)],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, ([written, seconds, style], context) => timeMention(Number(seconds), style, context, written)],
  [/^<(a?):(\w+):(\d+)>/, ([, animated, name, id]) => customEmoji({ id, name, animated: Boolean(animated) })],
  [/^<(https?:\/\/[^\s>]+)>/, ([, address], context) => link(address, [address], context)],
  [/^\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: +"([^"]*)")?\)/, ([, label, address, title], context) =>
    link(address, inline(label, context), context, title)],
  [/^https?:\/\/[^\s<>]*[^\s<>.,:;"')\]]/, ([address], context) => link(address, [address], context)],
  [/^\|\|([\s\S]+?)\|\|/, ([, body], context) => spoiler(inline(body, context), context)],
  [/^\*\*((?:\\.|[\s\S])+?)\*\*(?!\*)/, ([, body], context) => el("strong", {}, inline(body, context))],
  [/^__((?:\\.|[\s\S])+?)__(?!_)/, ([, body], context) => el("u", {}, inline(body, context))],
  [/^~~([\s\S]+?)~~/, ([, body], context) => el("s", {}, inline(body, context))],
  [/^\*(?=\S)((?:\*\*[\s\S]+?\*\*|\\.|[^*])+?)\*(?!\*)/, ([, body], context) => el("em", {}, inline(body, context))],
  [/^_((?:__[\s\S]+?__|\\.|[^_])+?)_(?![\p{L}\p{N}_])/u, ([, body], context) => el("em", {}, inline(body, context))],
  [/^@(everyone|here)\b/, ([text]) => el("span.mention", {}, text)],
  [/^\n/, () => el("br")],
];

function inline(text, context) {
  const out = [];
  let words = "";
  const flush = () => { if (words) { out.push(words); words = ""; } };
  let rest = text;
  while (rest) {
    const rule = RULES.map(([pattern, make]) => [pattern.exec(rest), make]).find(([match]) => match);
    // An underscore inside a word is not emphasis.
    if (rule && !(rest[0] === "_" && rest[1] !== "_" && /[\p{L}\p{N}]$/u.test(words))) {
      const made = rule[1](rule[0], context);
      if (typeof made === "string") words += made;
      else { flush(); out.push(made); }
      rest = rest.slice(rule[0][0].length);
      continue;
    }
    const next = /^[\s\S][^\\`<[h|*_~@\n]*/.exec(rest)[0];
    words += next;
    rest = rest.slice(next.length);
  }
  flush();
  return out;
}

function userMention(id, { store, say, mentions }) {
  const user = store.user(id) ?? mentions?.find((known) => known.id === id);
  const name = user ? store.nameOf(user) : say("unknownUser");
  return el("span.mention", { class: id === store.id ? "me" : "" }, `@${name}`);
}

function roleMention(id, { store, say }) {
  const role = store.guild?.roles?.find((known) => known.id === id);
  return el("span.mention", {}, `@${role?.name ?? say("unknownUser")}`);
}

function channelMention(id, message, { store, say, go }) {
  const channel = store.channels.get(id);
  if (!channel) return el("span.mention", {}, `#${say("unknownChannel")}`);
  const name = `${channel.type === 0 ? "#" : ""}${store.channelName(channel)}${message ? " › …" : ""}`;
  return el("button.mention", { type: "button", onclick: () => go(id, message) }, name);
}

function commandMention(path, { offer }) {
  if (!offer) return el("span.mention", {}, `/${path}`);
  return el("button.mention", { type: "button", onclick: () => offer(path) }, `/${path}`);
}

/** No calendar reaches further, and Discord shows such a time as it was written. */
const FURTHEST = 8.64e12;

function timeMention(seconds, style, { store }, written) {
  if (Math.abs(seconds) > FURTHEST) return written;
  const reader = store.person;
  const node = el("time.timestamp", { datetime: new Date(seconds * 1000).toISOString(), title: fullTime(reader, seconds * 1000) },
    timestamp(reader, seconds, style));
  if (style === "R") Object.assign(node.dataset, { relative: seconds });
  return node;
}

/** `beside` words that say it already, an emoji is an ornament: nobody needs it read aloud. */
export function customEmoji(emoji, className = "emoji", { beside = false } = {}) {
  if (!emoji.id) return el(`span.${className}`, { "aria-hidden": beside ? "true" : null }, emoji.name);
  const name = `:${emoji.name}:`;
  return el(`img.${className}`, { src: emojiAddress(emoji), alt: beside ? "" : name, title: beside ? null : name, draggable: "false" });
}

function link(address, label, context, title = null) {
  const target = jumpTarget(address);
  if (target) {
    if (label.length === 1 && label[0] === address) return channelMention(target.channel, target.message, context);
    return el("button.link", { type: "button", title, onclick: () => context.go(target.channel, target.message) }, label);
  }
  return el("a", { href: safeLink(address), target: "_blank", rel: "noreferrer noopener", title: title ?? address }, label);
}

function spoiler(children, { say }) {
  const body = el("span", { inert: true, "aria-hidden": "true" }, children);
  const box = el("span.spoiler", { role: "button", tabindex: "0", "aria-label": say("showSpoiler") }, body);
  const show = (event) => {
    if (box.classList.contains("shown") || (event.type === "keydown" && !["Enter", " "].includes(event.key))) return;
    event.preventDefault();
    box.classList.add("shown");
    body.inert = false;
    for (const name of ["role", "tabindex", "aria-label"]) box.removeAttribute(name);
    body.removeAttribute("aria-hidden");
  };
  box.addEventListener("click", show);
  box.addEventListener("keydown", show);
  return box;
}

const ONLY_EMOJI = /^(?:\s|<a?:\w+:\d+>|\p{Extended_Pictographic}(?:\uFE0F|\u200D\p{Extended_Pictographic}|[\u{1F3FB}-\u{1F3FF}])*)+$/u;
export const onlyEmoji = (text) => text.length < 200 && ONLY_EMOJI.test(text);
