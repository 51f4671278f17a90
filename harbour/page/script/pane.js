// One person's chat: who he is, his channels, the open one, and what floats above it.

import { avatar, el, fill, icon } from "./dom.js";
import { Composer } from "./composer.js";
import { MessageList } from "./messages.js";
import { Sidebar } from "./sidebar.js";
import { Strip } from "./strip.js";
import { Toasts } from "./toasts.js";
import { float } from "./floating.js";
import { isDm, isForum, isGroup, isThread, storeOf } from "./store.js";
import { Phone } from "./phone.js";
import { forumPage } from "./forum.js";
import { showModal } from "./modal.js";
import { speaker } from "./words.js";
import { summary } from "./message.js";
import { fullTime, messageTime } from "./times.js";

const opened = new Map();   // person → the channel he last had open

export class Pane extends EventTarget {
  constructor(key) {
    super();
    this.key = key;
    this.chosen = new Map();
    this.channelId = null;
    this.sidebar = new Sidebar(this);
    this.messages = new MessageList(this);
    this.composer = new Composer(this);
    this.strip = new Strip(this);
    this.toasts = new Toasts(this);
    this.live = el("div.visually-hidden", { "aria-live": "polite", "aria-atomic": "true" });
    this.header = el("header.chat-head");
    this.phone = new Phone(this);
    this.members = el("section.members");
    this.aside = el("aside.side-column", { id: `${key}-side` }, this.phone.node, this.members);
    this.posts = el("div.posts", { hidden: true });
    this.main = el("main.chat", {}, this.header, this.posts, this.messages.node, this.composer.node);
    this.scrim = el("div.scrim", { onclick: () => { this.toggleSidebar(false); this.togglePhone(false); } });
    this.body = el("div.pane-body", {}, this.sidebar.node, this.scrim, this.main, this.aside);
    this.layer = el("div.layer");
    this.root = el("section.pane", { data: { pane: key } }, this.strip.node, this.body, this.toasts.node, this.layer, this.live);
    this.root.addEventListener("keydown", (event) => this.shortcut(event));
  }

  async become(personId) {
    if (this.store?.id === personId) return;
    this.stop?.abort();
    this.stop = new AbortController();
    const { signal } = this.stop;
    const focusStrip = this.strip.node.contains(document.activeElement);
    const store = await storeOf(personId);
    if (signal.aborted) return;
    this.store = store;
    this.channelId = null;
    this.chosen.clear();
    this.toasts.clear();
    this.speak();
    for (const part of [this.sidebar, this.messages, this.composer, this.toasts, this.strip, this.phone]) part.listen(store, signal);
    store.on("modal", (detail) => showModal(this, detail, signal), signal);
    store.on("person", ({ id }) => { if (id === store.id) this.relabel(); }, signal);
    store.on("channels", ({ deleted }) => {
      if (deleted === this.channelId) this.go(this.firstChannel());
      else this.drawHeader();
    }, signal);
    store.on("world", () => { this.drawHeader(); this.phone.draw(); }, signal);
    store.on("unread", ({ channelId }) => {
      if (channelId === this.channelId) this.seen();
      else this.drawHeader();
    }, signal);
    store.on("status", () => this.drawMembers(), signal);
    this.strip.draw();
    this.phone.draw();
    this.drawMembers();
    this.dispatchEvent(new Event("person"));
    await this.go(opened.get(personId) ?? this.firstChannel());
    if (focusStrip) this.strip.node.querySelector("[aria-checked=true]")?.focus();
  }

  /** Nobody looks through this pane any more. */
  leave() {
    this.stop?.abort();
    this.root.remove();
    this.messages.clear();
    this.store = null;
  }

  speak() {
    const { locale } = this.store.person;
    this.say = speaker(locale);
    this.root.lang = locale;
    this.root.setAttribute("aria-label", this.store.nameOf(this.store.person));
    this.context = {
      pane: this, store: this.store, say: this.say,
      go: (channel, message) => this.go(channel, message),
      offer: (path) => this.composer.offer(path),
      reply: (message) => this.composer.reply(message),
    };
  }

  /** The person now reads another language. */
  relabel() {
    this.speak();
    this.sidebar.draw();
    this.strip.draw();
    this.drawHeader();
    this.phone.draw();
    this.drawMembers();
    this.composer.reset();
    this.messages.draw();
    this.dispatchEvent(new Event("person"));
  }

  firstChannel() {
    const text = [...this.store.channels.values()].filter((channel) => channel.type === 0);
    return (text.find((channel) => channel.name === "games") ?? text[0])?.id ?? null;
  }

  title() {
    return this.store.channelName(this.store.channels.get(this.channelId));
  }

  async go(channelId, messageId = null) {
    const channel = this.store.channels.get(channelId);
    if (!channel) return;
    if (channelId !== this.channelId) {
      this.channelId = channelId;
      opened.set(this.store.id, channelId);
      this.sidebar.place = this.sidebar.placeOf(channel);
      this.store.emit("channel");
      this.composer.reset();
      this.drawHeader();
      await this.messages.show(channelId);
    }
    const typing = this.invitesTyping();
    this.toasts.clear(channelId);
    this.toggleSidebar(false);
    this.togglePhone(false);
    this.sidebar.draw();
    this.drawMembers();
    this.seen();
    if (messageId) await this.messages.jump(messageId);
    else if (typing) this.composer.field.focus();
  }

  /** With a keyboard at hand one types at once; on a touch screen that would cover half the chat. */
  invitesTyping() {
    const here = document.activeElement === document.body || this.body.contains(document.activeElement);
    return here && window.matchMedia("(hover: hover)").matches;
  }

  async openDm() {
    const { channel } = await this.store.act("open_dm");
    const id = channel?.id ?? channel;
    if (channel?.id) this.store.channels.set(id, { ...this.store.channels.get(id), ...channel });
    if (!this.store.channels.has(id)) await this.store.refresh();
    await this.go(id);
  }

  seen() {
    if (document.visibilityState === "visible") this.store.read(this.channelId);
  }

  forgetChoices(messageId) {
    for (const key of this.chosen.keys()) if (key.startsWith(`${messageId}/`)) this.chosen.delete(key);
  }

  toggleSidebar(show) {
    this.root.classList.toggle("sidebar-shown", show);
    this.burger?.setAttribute("aria-expanded", String(this.root.classList.contains("sidebar-shown")));
    if (show) this.sidebar.node.querySelector("[aria-current=page]")?.focus();
  }

  togglePhone(show = !this.root.classList.contains("phone-shown")) {
    if (show === this.root.classList.contains("phone-shown")) return;
    this.root.classList.toggle("phone-shown", show);
    this.strip.draw();
    if (show) this.phone.node.focus();
  }

  shortcut(event) {
    if (event.key === "Escape" && this.root.classList.contains("phone-shown")) {
      this.togglePhone(false);
      this.strip.node.querySelector(".phone-button").focus();
    }
    if (event.key === "Escape" && this.root.classList.contains("sidebar-shown")) {
      this.toggleSidebar(false);
      this.burger.focus();
    }
    if (!event.altKey || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    const places = [...this.sidebar.panel.querySelectorAll(".channel")].map((node) => node.dataset.place);
    const next = places[places.indexOf(this.channelId) + (event.key === "ArrowDown" ? 1 : -1)];
    if (next) this.go(next);
  }

  // ---- the head of the chat

  drawHeader() {
    const { store, say } = this;
    const channel = store.channels.get(this.channelId);
    if (!channel) return;
    const elsewhere = [...store.unread].some(([id, mark]) => id !== this.channelId && mark.mentions);
    this.burger = el("button.icon-button.burger", { type: "button", "aria-label": say("showChannels"), "aria-controls": this.sidebar.node.id,
      "aria-expanded": "false", class: elsewhere ? "marked" : "", onclick: () => this.toggleSidebar(true) }, icon("menu"));
    const parent = isThread(channel) ? store.channels.get(channel.parent_id) : null;
    this.main.setAttribute("aria-label", store.channelName(channel));
    this.drawPosts(channel);
    fill(this.header, this.burger,
      isDm(channel) && !isGroup(channel) ? avatar(store.companion(channel), { size: 26 }) : icon(markOf(channel)),
      el("div.chat-title", {},
        parent ? el("button.crumb", { type: "button", onclick: () => this.go(parent.id) }, parent.name) : null,
        parent ? el("span.crumb-mark", { "aria-hidden": "true" }, "›") : null,
        el("h1", {}, store.channelName(channel))),
      channel.topic ? el("p.topic", { title: channel.topic }, channel.topic) : el("span.grow"),
      channel.thread_metadata?.locked ? el("span.locked-tag", { title: say("lockedThread") }, icon("lock"), el("span", {}, say("lockedThread"))) : null,
      isThread(channel) ? this.joinButton(channel) : null,
      channel.type === 0 ? this.panelButton("bell", say("events"), () => this.eventPanel()) : null,
      channel.type === 0 ? this.panelButton("thread", say("threads"), () => this.threadPanel()) : null,
      isForum(channel) ? null : this.panelButton("pin", say("pins"), () => this.pinPanel()));
  }

  /** A forum has posts where other channels have messages. */
  drawPosts(channel) {
    const forum = isForum(channel);
    this.posts.hidden = !forum;
    this.messages.node.hidden = forum;
    this.composer.node.hidden = forum;
    if (forum) forumPage(this, channel, this.posts);
  }

  joinButton(thread) {
    const joined = Boolean(thread.member);
    const name = this.say(joined ? "leaveThread" : "joinThread");
    return el("button.small.thread-button", { type: "button", class: joined ? "secondary" : "primary", title: name, "aria-label": name,
      onclick: () => this.store.act(joined ? "leave_thread" : "join_thread", { channel: thread.id }).catch(() => {}) },
    icon(joined ? "close" : "plus"), el("span", {}, name));
  }

  panelButton(mark, name, content) {
    const button = el("button.icon-button", { type: "button", title: name, "aria-label": name, "aria-haspopup": "dialog",
      onclick: async () => {
        const panel = el("div.list-panel", { role: "dialog", "aria-label": name, tabindex: "-1" }, el("h2", {}, name));
        const close = float(this, button, panel, { align: "end", onClose: (reason) => { if (reason === "escape") button.focus(); } });
        panel.close = close;
        panel.focus();
        panel.append(...[await content(close)].flat());
      } }, icon(mark));
    return button;
  }

  eventPanel() {
    const { store, say } = this;
    const events = store.scheduledEvents;
    if (!events.length) return [el("p.empty", {}, say("noEvents"))];
    return events.map((event) => el("div.list-entry", {}, el("span.grow", {}, el("b", {}, event.name),
      el("small", {}, ` ${fullTime(store.person, new Date(event.scheduled_start_time))}`), el("p", {}, event.description ?? ""))));
  }

  threadPanel() {
    const { store, say } = this;
    const threads = [...store.channels.values()].filter((channel) => isThread(channel) && channel.parent_id === this.channelId);
    if (!threads.length) return [el("p.empty", {}, say("noThreads"))];
    return threads.map((thread) => el("button.list-entry", { type: "button", onclick: (event) => { event.currentTarget.closest(".list-panel").close(); this.go(thread.id); } },
      icon("thread"), el("span.grow", {}, thread.name), thread.thread_metadata?.archived ? el("small", {}, say("archived")) : null));
  }

  async pinPanel() {
    const { store, say } = this;
    const history = await store.history(this.channelId);
    while (!history.complete && (await store.older(this.channelId)));
    const pins = history.list.filter((message) => message.pinned).reverse();
    if (!pins.length) return [el("p.empty", {}, say("noPins"))];
    return pins.map((message) => el("button.list-entry.pin", { type: "button", onclick: (event) => { event.currentTarget.closest(".list-panel").close(); this.go(this.channelId, message.id); } },
      el("span.grow", {}, el("b", {}, store.nameOf(message.author)), el("small", {}, ` ${messageTime(store.person, say, new Date(message.timestamp))}`),
        el("span.pin-words", {}, summary(message, { ...this.context, mentions: message.mentions })))));
  }

  drawMembers() {
    const { store, say } = this;
    const row = (user, note) => el("li.member", {}, avatar(user, { size: 30 }), el("span", {}, el("b", {}, store.nameOf(user)), note ? el("small", {}, note) : null));
    this.aside.setAttribute("aria-label", say("sideColumn"));
    this.members.setAttribute("aria-label", say("members"));
    fill(this.members, el("h2", {}, say("members")), el("ul", {},
      this.sidebar.place === "foreign" ? null : row(store.botUser, `${say("app")} · ${say(store.bot.online ? "online" : "offline")}`),
      [...store.people.values()].map((person) => row(person, person.manager ? say("manager") : null))));
  }
}

function markOf(channel) {
  if (isGroup(channel)) return "people";
  if (isForum(channel)) return "forum";
  return isThread(channel) ? "thread" : "hash";
}
