// What one person knows: channels, messages, commands, unread marks; kept current by the person's frames.

import { act, follow, getMessages, getWorld } from "./wire.js";
import { setOffset } from "./times.js";
import { nonce } from "./dom.js";

export const FLAGS = { EPHEMERAL: 64, LOADING: 128, SILENT: 4096, V2: 32768 };
export const THREADS = new Set([10, 11, 12]);
export const isThread = (channel) => THREADS.has(channel?.type);
export const isDm = (channel) => channel?.type === 1 || channel?.type === 3;
export const isGroup = (channel) => channel?.type === 3;
export const isForum = (channel) => channel?.type === 15;

const PAGE = 50;
const SHOWN_PUSHES = 50;

export class Store extends EventTarget {
  constructor(personId) {
    super();
    this.id = personId;
    this.channels = new Map();
    this.people = new Map();
    this.commands = [];
    this.unread = new Map();
    this.histories = new Map();   // channel → {list, complete}
    this.arriving = new Map();    // channel → messages that come while its history is fetched
    this.waits = new Map();       // nonce → {channel, message?, customId?, command?, state}
    this.connected = true;
    this.bot = { online: true };
    this.preparation = 100;
    this.phone = { pushes: [], buzzes: [] };
    this.scheduledEvents = [];
    this.rights = { names: [], held: {}, refused_doors: 0 };
  }

  emit(type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  on(type, listener, signal) {
    this.addEventListener(type, (event) => listener(event.detail), { signal });
  }

  async open() {
    await this.refresh();
    let first = true;
    follow(this.id, (frame) => this.receive(frame), async (connected) => {
      this.connected = connected;
      this.emit("status");
      if (connected && !first) await this.catchUp();
      if (connected) first = false;
    });
    return this;
  }

  /** The whole world again. Frames that arrive meanwhile are newer than it, and wait their turn. */
  async refresh() {
    const held = (this.held ??= []);
    const world = await getWorld(this.id).catch((error) => {
      this.release(held);
      throw error;
    });
    this.app = world.app;
    this.guild = world.guild;
    this.foreign = world.foreign;
    this.phone = world.phone;
    this.rights = world.rights;
    this.scheduledEvents = world.scheduled_events;
    this.channels = new Map(world.channels.map((channel) => [channel.id, channel]));
    this.people = new Map(world.people.map((person) => [person.id, person]));
    this.commands = world.commands;
    this.unread = new Map(Object.entries(world.unread ?? {}));
    this.bot = world.bot ?? { online: true };
    this.preparation = world.preparation ?? 100;
    this.setClock(world.clock);
    this.emit("world");
    this.release(held);
  }

  release(held) {
    if (this.held !== held) return;
    this.held = null;
    for (const frame of held) this.receive(frame);
  }

  /** After a lost connection: the world again, and every history that was open. */
  async catchUp() {
    const open = [...this.histories.keys()];
    this.histories.clear();
    // Nobody will say any more how these went.
    this.waits.clear();
    await this.refresh();
    await Promise.all(open.filter((id) => this.channels.has(id)).map((id) => this.history(id)));
    this.emit("reload");
  }

  get person() {
    return this.people.get(this.id);
  }

  get botUser() {
    return { id: this.app.id, username: this.app.name, bot: true, ...this.app.user };
  }

  user(id) {
    return this.people.get(id) ?? (id === this.botUser.id ? this.botUser : null);
  }

  nameOf(user) {
    const known = this.people.get(user?.id) ?? user;
    return known?.global_name ?? known?.username ?? "?";
  }

  channelName(channel) {
    if (!channel) return "";
    if (isDm(channel) && !isGroup(channel)) return this.nameOf(this.companion(channel));
    return channel.name;
  }

  /** The other side of a direct conversation. */
  companion(channel) {
    return channel.recipients?.find((user) => user.id !== this.id) ?? this.botUser;
  }

  commandsIn(channel) {
    const usable = new Set(channel?.usable_commands ?? []);
    return this.commands.filter((command) => usable.has(command.id));
  }

  setClock(clock) {
    if (!clock) return;
    this.clock = clock;
    setOffset(clock.offset ?? 0);
  }

  // ---- messages

  async history(channelId) {
    if (this.histories.has(channelId)) return this.histories.get(channelId);
    // What is said while the history is on its way may be missing in it.
    const meanwhile = this.arriving.get(channelId) ?? [];
    this.arriving.set(channelId, meanwhile);
    const list = await getMessages(this.id, channelId, { limit: PAGE });
    const history = { list, complete: list.length < PAGE };
    list.push(...meanwhile.filter((message) => !list.some((known) => known.id === message.id)));
    this.arriving.delete(channelId);
    this.histories.set(channelId, history);
    return history;
  }

  async older(channelId) {
    const history = this.histories.get(channelId);
    if (!history || history.complete || history.busy) return false;
    history.busy = true;
    const earlier = await getMessages(this.id, channelId, { limit: PAGE, before: history.list[0].id });
    history.list.unshift(...earlier);
    history.complete = earlier.length < PAGE;
    history.busy = false;
    return earlier.length > 0;
  }

  message(channelId, id) {
    return this.histories.get(channelId)?.list.find((message) => message.id === id) ?? null;
  }

  // ---- frames

  receive(frame) {
    if (this.held) this.held.push(frame);
    else FRAMES[frame.t]?.(this, frame.d);
  }

  // ---- acts

  act(name, details) {
    return act(this.id, name, details);
  }

  send(channel, content, replyTo = null) {
    return this.act("send", { channel, content, ...(replyTo ? { reply_to: replyTo } : {}) });
  }

  /** Starts an interaction and remembers it until the harbour says how it went. */
  async interact(name, details, wait) {
    const key = nonce();
    this.waits.set(key, { ...wait, state: "sent", nonce: key });
    this.emit("waits", { wait });
    try {
      return await this.act(name, { ...details, nonce: key });
    } catch (error) {
      this.settle(key, "failed", error.message);
      return null;
    }
  }

  slash(channel, command, options, text) {
    return this.interact("slash", { channel, command_id: command.id, path: command.path, options }, { channel, command: text });
  }

  useMessageCommand(message, command) {
    return this.interact("message_command", { channel: message.channel_id, message: message.id, command_id: command.id },
      { channel: message.channel_id, message: message.id });
  }

  press(message, customId) {
    return this.interact("press", { channel: message.channel_id, message: message.id, custom_id: customId },
      { channel: message.channel_id, message: message.id, customId });
  }

  select(message, customId, values) {
    return this.interact("select", { channel: message.channel_id, message: message.id, custom_id: customId, values },
      { channel: message.channel_id, message: message.id, customId });
  }

  submit(modal, values) {
    return this.interact("modal", { interaction_id: modal.interaction_id, custom_id: modal.modal.custom_id, values },
      { modal: modal.interaction_id });
  }

  autocomplete(channel, command, options, focused) {
    const key = nonce();
    this.act("autocomplete", { channel, command_id: command.id, path: command.path, options, focused, nonce: key })
      .catch(() => this.emit("autocomplete", { nonce: key, choices: [] }));
    return key;
  }

  settle(key, state, reason = null) {
    const wait = this.waits.get(key);
    if (!wait) return;
    wait.state = state;
    wait.reason = reason;
    if (state !== "failed") this.waits.delete(key);
    this.emit("waits", { wait });
  }

  /** The newest open or failed interaction on a message. */
  waitOn(messageId) {
    return [...this.waits.values()].filter((wait) => wait.message === messageId).pop() ?? null;
  }

  forgetFailures(test) {
    for (const [key, wait] of this.waits) if (wait.state === "failed" && test(wait)) this.waits.delete(key);
  }

  read(channelId) {
    if (!this.unread.get(channelId)?.count) return;
    this.unread.set(channelId, { count: 0, mentions: 0 });
    this.emit("unread");
    this.act("read", { channel: channelId }).catch(() => {});
  }

  get waiting() {
    let count = 0, mentions = 0;
    for (const mark of this.unread.values()) { count += mark.count; mentions += mark.mentions; }
    return { count, mentions };
  }
}

function upsertChannel(store, channel) {
  const known = store.channels.get(channel.id);
  store.channels.set(channel.id, { usable_commands: known?.usable_commands, ...channel });
  store.emit("channels");
  // Which commands can be used in a new place, only the harbour knows.
  if (!known) store.refresh().catch(() => {});
}

function dropChannel(store, { id }) {
  store.channels.delete(id);
  store.histories.delete(id);
  store.emit("channels", { deleted: id });
}

const FRAMES = {
  MESSAGE_CREATE(store, message) {
    const history = store.histories.get(message.channel_id);
    if (history && !history.list.some((known) => known.id === message.id)) {
      history.list.push(message);
    }
    store.arriving.get(message.channel_id)?.push(message);
    store.emit("create", { message });
  },
  MESSAGE_UPDATE(store, change) {
    const history = store.histories.get(change.channel_id);
    const index = history?.list.findIndex((known) => known.id === change.id) ?? -1;
    if (index < 0) return;
    history.list[index] = { ...history.list[index], ...change };
    store.forgetFailures((wait) => wait.message === change.id);
    store.emit("update", { message: history.list[index] });
  },
  MESSAGE_DELETE(store, { id, channel_id: channelId }) {
    const history = store.histories.get(channelId);
    if (history) history.list = history.list.filter((known) => known.id !== id);
    store.emit("delete", { id, channelId });
  },
  CHANNEL_CREATE: upsertChannel,
  CHANNEL_UPDATE: upsertChannel,
  CHANNEL_DELETE: dropChannel,
  THREAD_CREATE: upsertChannel,
  THREAD_UPDATE: upsertChannel,
  THREAD_DELETE: dropChannel,
  COMMANDS(store) { store.refresh().catch(() => {}); },
  UNREAD(store, { channel_id: channelId, count, mentions }) {
    store.unread.set(channelId, { count, mentions });
    store.emit("unread", { channelId });
  },
  MENTION(store, detail) { store.emit("mention", detail); },
  MODAL(store, detail) {
    store.settle(detail.nonce, "answered");
    store.emit("modal", detail);
  },
  AUTOCOMPLETE(store, detail) { store.emit("autocomplete", detail); },
  INTERACTION(store, { nonce: key, state }) {
    if (state === "sent") return;
    // A search that failed has found nothing.
    if (state === "failed" && !store.waits.has(key)) store.emit("autocomplete", { nonce: key, choices: [] });
    store.settle(key, state);
  },
  PERSON(store, person) {
    store.people.set(person.id, { ...store.people.get(person.id), ...person });
    store.emit("person", { id: person.id });
  },
  CLOCK(store, clock) {
    store.setClock(clock);
    store.emit("clock");
  },
  PUSH(store, { push, buzzes }) {
    // A world that was fetched meanwhile may hold it already.
    if (store.phone.pushes.some((known) => known.id === push.id)) return;
    store.phone = { pushes: [push, ...store.phone.pushes].slice(0, SHOWN_PUSHES), buzzes };
    store.emit("phone", { push });
  },
  SCHEDULED_EVENTS(store, events) { store.scheduledEvents = events; },
  RIGHTS(store, rights) {
    store.rights = rights;
    store.emit("rights");
  },
  DOORS(store, { refused_doors: left }) {
    store.rights = { ...store.rights, refused_doors: left };
    store.emit("rights");
  },
  BOT(store, bot) {
    store.bot = bot;
    store.emit("status");
  },
  PREPARATION(store, { percent }) {
    store.preparation = percent;
    store.emit("preparation");
  },
};

const stores = new Map();

/** One store a person, shared by the panes that show him. */
export function storeOf(personId) {
  if (!stores.has(personId)) stores.set(personId, new Store(personId).open());
  return stores.get(personId);
}
