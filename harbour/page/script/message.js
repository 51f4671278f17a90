// One message as people see it: who, when, what it answers, words, pictures, components, and its small print.

import { avatar, el, icon } from "./dom.js";
import { onlyEmoji, plain, render } from "./markdown.js";
import { fileCard, pictureGrid, renderComponents, textOf } from "./components.js";
import { messageCommands } from "./slash.js";
import { FLAGS, isThread } from "./store.js";
import { fullTime, messageTime, timeOf } from "./times.js";

const TYPE = { DEFAULT: 0, RENAMED: 4, PINNED: 6, THREAD_CREATED: 18, REPLY: 19, COMMAND: 20, THREAD_STARTER: 21 };
const GROUP_WITHIN = 7 * 60_000;

/** What the chat itself says: pins, new threads, new names. */
export const isNotice = (message) => [TYPE.RENAMED, TYPE.PINNED, TYPE.THREAD_CREATED].includes(message.type);

/** Does this message continue the one above without a heading of its own? */
export function continues(message, previous) {
  return Boolean(previous)
    && previous.author.id === message.author.id
    && !isNotice(message) && !isNotice(previous)
    && !message.message_reference && !commandLine(message)
    && (message.flags & FLAGS.EPHEMERAL) === (previous.flags & FLAGS.EPHEMERAL)
    && new Date(message.timestamp) - new Date(previous.timestamp) < GROUP_WITHIN;
}

const commandLine = (message) => {
  const meta = message.interaction_metadata;
  return meta?.type === 2 ? { user: meta.user, name: message.interaction?.name ?? meta.name ?? null } : null;
};

/** The message as one plain line. */
export function summary(message, context) {
  const words = [message.content, ...textOf(message.components)].filter(Boolean).map((text) => plain(text, context)).join(" · ");
  const pictures = message.attachments?.length ? context.say("picture") : "";
  return (words || pictures).slice(0, 400);
}

/** context: {pane, store, say, go, offer, reply, openThread}. One that cannot be shown must not hide the others. */
export function renderMessage(message, previous, shared) {
  try {
    return closeHeadingGaps(whole(message, previous, shared));
  } catch (trouble) {
    console.warn("a message cannot be shown", trouble);
    return el("article.message", { tabindex: "-1", data: { id: message.id } }, el("p.faint", {}, shared.say("notShown")));
  }
}

/** Screen readers expect no gap between levels of headings, whatever sizes a message writes them in. */
function closeHeadingGaps(article) {
  const headings = [...article.querySelectorAll("h3, h4, h5")];
  const sizes = [...new Set(headings.map((heading) => heading.tagName))].sort();
  for (const heading of headings) {
    const level = 3 + sizes.indexOf(heading.tagName);
    heading.replaceWith(el(`h${level}.${heading.className}`, {}, [...heading.childNodes]));
  }
  return article;
}

function whole(message, previous, shared) {
  const context = { ...shared, message, mentions: message.mentions };
  const { store, say } = context;
  if (isNotice(message)) return systemMessage(message, context);
  const original = message.type === TYPE.THREAD_STARTER ? startOfThread(message, store) : null;
  if (original) return whole({ ...original, id: message.id, components: [], thread: null }, previous, shared);
  const author = authorOf(message, store);
  const name = store.nameOf(author);
  const grouped = continues(message, previous);
  const when = new Date(message.timestamp);
  const ephemeral = (message.flags & FLAGS.EPHEMERAL) !== 0;
  const loading = (message.flags & FLAGS.LOADING) !== 0;
  const reader = store.person;
  const wait = store.waitOn(message.id);
  return el("article.message", {
    class: [grouped && "grouped", ephemeral && "ephemeral", mentionsMe(message, store) && "mentions-me"].filter(Boolean).join(" "),
    tabindex: "-1", data: { id: message.id },
    "aria-label": `${name}, ${fullTime(reader, when)}`,
  },
  aboveLine(message, context),
  grouped
    ? el("time.side-time", { datetime: message.timestamp, title: fullTime(reader, when) }, timeOf(reader, when))
    : el("div.message-avatar", {}, avatar(author)),
  el("div.message-body", {},
    grouped ? null : el("header.message-head", {},
      el("strong.author", { style: author.colour ? { "--colour": author.colour } : {} }, name),
      author.bot ? el("span.app-tag", {}, say("app")) : null,
      el("time.when", { datetime: message.timestamp, title: fullTime(reader, when) }, messageTime(reader, say, when)),
      (message.flags & FLAGS.SILENT) ? el("span.silent", { title: say("silent"), role: "img", "aria-label": say("silent") }, icon("silent")) : null),
    loading ? thinking(say("thinking", { name })) : contents(message, context),
    wait?.state === "failed" ? el("p.failed", { role: "alert" }, icon("warn"), wait.reason ?? say("interactionFailed")) : null,
    ephemeral ? smallPrint(message, context) : null,
    threadCard(message, context)),
  ephemeral ? null : toolbar(message, context));
}

export const thinking = (words) => el("p.thinking", { role: "status" }, el("span.dots", { "aria-hidden": "true" }, el("i"), el("i"), el("i")), words);

/** A thread opened on a message shows that message first. */
const startOfThread = (message, store) => message.referenced_message
  ?? store.message(message.message_reference?.channel_id, message.message_reference?.message_id);

function authorOf(message, store) {
  const person = store.people.get(message.author.id);
  return person ?? { ...message.author, bot: message.author.bot ?? false };
}

function mentionsMe(message, store) {
  if (message.author.id === store.id) return false;
  return Boolean(message.mention_everyone || message.mentions?.some((user) => user.id === store.id));
}

/** What stands above the heading: the message answered, or the command used. */
function aboveLine(message, context) {
  const { store, say, go } = context;
  const command = commandLine(message);
  if (command?.user) {
    const words = say(command.name ? "used" : "usedACommand", { name: "\u0000", command: "\u0001" });
    const user = store.user(command.user.id) ?? command.user;
    return el("div.above", {}, avatar(user, { size: 18 }), el("span", {}, words.split(/([\u0000\u0001])/).map((part) => {
      if (part === "\u0000") return el("b", {}, store.nameOf(user));
      return part === "\u0001" ? el("span.mention", {}, `/${command.name}`) : part;
    })));
  }
  if (message.type !== TYPE.REPLY && !message.referenced_message) return null;
  if (!message.message_reference) return null;
  const original = message.referenced_message ?? store.message(message.channel_id, message.message_reference.message_id);
  if (!original) return el("div.above", {}, icon("reply"), el("i", {}, say("repliedGone")));
  const author = authorOf(original, store);
  return el("button.above", { type: "button", onclick: () => go(original.channel_id ?? message.channel_id, original.id) },
    avatar(author, { size: 18 }), el("b", {}, store.nameOf(author)), el("span.above-words", {}, summary(original, context)));
}

function contents(message, context) {
  const { say } = context;
  const isV2 = (message.flags & FLAGS.V2) !== 0;
  const edited = message.edited_timestamp && !(message.flags & FLAGS.EPHEMERAL)
    ? el("span.edited", { title: fullTime(context.store.person, new Date(message.edited_timestamp)) }, `(${say("edited")})`) : null;
  const components = message.components ?? [];
  if (isV2) return [el("div.layout", {}, renderComponents(components, context)), edited];
  const files = message.attachments ?? [];
  const isPicture = (file) => file.content_type?.startsWith("image/") || /\.(png|jpe?g|gif|webp)$/i.test(file.filename);
  const pictures = files.filter(isPicture).map((file) => ({ ...file, spoiler: file.filename.startsWith("SPOILER_") }));
  const words = render(message.content, context);
  if (edited) {
    const last = words.at(-1);
    if (last?.tagName === "P") last.append(" ", edited);
    else words.push(edited);
  }
  return [
    el("div.text", { class: onlyEmoji(message.content ?? "") ? "jumbo" : "" }, words),
    pictures.length ? pictureGrid(pictures, context) : null,
    files.filter((file) => !isPicture(file)).map((file) => fileCard(file, context)),
    components.length ? el("div.layout.legacy", {}, renderComponents(components, context)) : null,
  ];
}

function smallPrint(message, { say, store }) {
  return el("p.small-print", {}, icon("eye"), el("span", {}, say("onlyYou")), el("span", { "aria-hidden": "true" }, "·"),
    el("button.link", { type: "button", onclick: () => store.act("dismiss", { channel: message.channel_id, message: message.id }) }, say("dismiss")));
}

function threadCard(message, { store, say, go }) {
  const thread = store.channels.get(message.thread?.id ?? message.id);
  if (!isThread(thread) || thread.id === message.channel_id) return null;
  return el("button.thread-card", { type: "button", onclick: () => go(thread.id) },
    icon("thread"), el("b", {}, thread.name), el("span", {}, say("messageCount", { count: thread.message_count ?? 0 })), icon("right"));
}

function toolbar(message, { say, store, reply, pane }) {
  const apps = pane.panelButton("sail", say("apps"), (close) => appEntries(message, close, { say, store }));
  apps.tabIndex = -1;
  const act = message.pinned ? "unpin" : "pin";
  return el("div.toolbar", {},
    el("button.icon-button", { type: "button", tabindex: "-1", title: say("reply"), "aria-label": say("reply"), onclick: () => reply(message) }, icon("reply")),
    el("button.icon-button", { type: "button", tabindex: "-1", title: say(act), "aria-label": say(act), "aria-pressed": String(Boolean(message.pinned)),
      onclick: () => store.act(act, { channel: message.channel_id, message: message.id }).catch(() => {}) }, icon("pin")),
    apps);
}

/** The message commands of the bot, as Discord lists them under Apps. */
function appEntries(message, close, { say, store }) {
  const commands = messageCommands(store.commandsIn(store.channels.get(message.channel_id)), store.person.locale);
  if (!commands.length) return [el("p.empty", {}, say("noApps"))];
  return commands.map((command) => el("button.list-entry", { type: "button",
    onclick: () => { close(); store.useMessageCommand(message, command); } }, icon("sail"), el("span.grow", {}, command.name)));
}

function systemMessage(message, { store, say, go }) {
  const name = store.nameOf(authorOf(message, store));
  const when = new Date(message.timestamp);
  const thread = message.content;
  const words = {
    [TYPE.PINNED]: say("pinned", { name }),
    [TYPE.THREAD_CREATED]: say("startedThread", { name, thread }),
    [TYPE.RENAMED]: say("renamed", { name, thread }),
  }[message.type];
  const target = message.message_reference;
  const mark = { [TYPE.PINNED]: "pin", [TYPE.THREAD_CREATED]: "thread", [TYPE.RENAMED]: "hash" }[message.type];
  return el("article.message.system", { tabindex: "-1", data: { id: message.id } },
    icon(mark), el("div.message-body", {}, el("span", {}, words, " "),
      target ? el("button.link", { type: "button", onclick: () => go(target.channel_id, target.message_id) },
        say(message.type === TYPE.THREAD_CREATED ? "openThread" : "jump")) : null, " ",
      el("time.when", { datetime: message.timestamp }, messageTime(store.person, say, when))));
}
