// The list of messages of the open channel: days, the unread line, waiting commands, and staying at the bottom.

import { announce, el, fill, focusable, icon } from "./dom.js";
import { isNotice, renderMessage, summary, thinking } from "./message.js";
import { FLAGS, isDm, isThread } from "./store.js";
import { dayOf, longDay, relative, now } from "./times.js";

const NEAR_BOTTOM = 80;
const NEAR_TOP = 200;

export class MessageList {
  constructor(pane) {
    this.pane = pane;
    this.stuck = true;
    this.list = el("div.messages", { role: "feed", tabindex: "0" });
    this.latest = el("button.latest", { type: "button", hidden: true, onclick: () => this.toBottom() }, icon("down"));
    this.scroller = el("div.scroller", { onscroll: () => this.scrolled() }, this.list);
    this.node = el("div.message-area", {}, this.scroller, this.latest);
    new ResizeObserver(() => { if (this.stuck) this.toBottom(); }).observe(this.list);
    new ResizeObserver(() => { if (this.stuck) this.toBottom(); }).observe(this.scroller);
    this.list.addEventListener("keydown", (event) => this.arrows(event));
    this.list.addEventListener("focusin", (event) => this.reachTools(event.target.closest("article")));
    setInterval(() => this.tick(), 15_000);
  }

  listen(store, signal) {
    const here = (channel) => channel === this.pane.channelId;
    store.on("create", ({ message }) => { if (here(message.channel_id)) this.append(message); }, signal);
    store.on("update", ({ message }) => {
      this.pane.forgetChoices(message.id);
      if (here(message.channel_id)) this.replace(message);
    }, signal);
    store.on("delete", ({ channelId }) => { if (here(channelId)) this.draw(); }, signal);
    store.on("waits", ({ wait }) => {
      if (!here(wait.channel)) return;
      const message = wait.message && store.message(wait.channel, wait.message);
      if (message) this.replace(message);
      else this.drawWaits();
    }, signal);
    for (const event of ["reload", "person", "clock"]) store.on(event, () => this.draw(), signal);
  }

  clear() {
    fill(this.list);
    this.waits = null;
  }

  async show(channelId) {
    const { store } = this.pane;
    this.clear();
    this.stuck = true;
    this.unreadBefore = store.unread.get(channelId)?.count ?? 0;
    await store.history(channelId);
    if (channelId !== this.pane.channelId) return;
    this.firstUnread = this.markUnread(channelId);
    this.draw();
    this.toBottom();
  }

  /** The first message that counts as unread; one's own, private answers and notices do not count. */
  markUnread(channelId) {
    const { store } = this.pane;
    const counted = store.histories.get(channelId).list.filter((message) =>
      message.author.id !== store.id && !isNotice(message) && !(message.flags & FLAGS.EPHEMERAL));
    return this.unreadBefore > 0 ? counted.at(-this.unreadBefore)?.id ?? null : null;
  }

  get history() {
    return this.pane.store.histories.get(this.pane.channelId);
  }

  draw() {
    const { pane } = this;
    const history = this.history;
    if (!history) return;
    const keep = this.scroller.scrollHeight - this.scroller.scrollTop;
    const rows = [];
    if (history.complete) rows.push(this.beginning());
    history.list.forEach((message, index) => rows.push(...this.rowsFor(message, history.list[index - 1])));
    this.waits = el("div.waits");
    fill(this.list, rows, this.waits);
    this.list.setAttribute("aria-label", pane.say("messagesIn", { name: pane.title() }));
    this.latest.setAttribute("aria-label", pane.say("jumpToLatest"));
    this.drawWaits();
    this.scroller.scrollTop = this.stuck ? this.scroller.scrollHeight : this.scroller.scrollHeight - keep;
  }

  rowsFor(message, previous) {
    const { pane } = this;
    const reader = pane.store.person;
    const newDay = !previous || dayOf(reader, new Date(previous.timestamp)) !== dayOf(reader, new Date(message.timestamp));
    const rows = [];
    if (newDay) rows.push(el("div.day", { role: "separator" }, el("span", {}, longDay(reader, new Date(message.timestamp)))));
    const isNew = message.id === this.firstUnread;
    if (isNew) rows.push(el("div.new-line", { role: "separator", "aria-label": pane.say("newMessages") }, el("span", {}, pane.say("newMessages"))));
    rows.push(renderMessage(message, newDay || isNew ? null : previous, pane.context));
    return rows;
  }

  beginning() {
    const { pane } = this;
    const channel = pane.store.channels.get(pane.channelId);
    const name = isDm(channel) || isThread(channel) ? pane.title() : `#${pane.title()}`;
    return el("div.beginning", {},
      el("span.beginning-mark", {}, icon(isDm(channel) ? "chat" : isThread(channel) ? "thread" : "hash")),
      el("h2", {}, isDm(channel) || isThread(channel) ? name : pane.say("startOf", { name })),
      el("p", {}, pane.say(isDm(channel) ? "startOfDm" : "startOfHint", { name })));
  }

  append(message) {
    const { pane } = this;
    // Not shown yet: the history that is on its way brings it along.
    if (!this.history || !this.waits) return;
    const list = this.history.list;
    this.waits.before(...this.rowsFor(message, list[list.indexOf(message) - 1]));
    if (message.author.id === pane.store.id) this.stuck = true;
    if (this.stuck) this.toBottom();
    else this.latest.hidden = false;
    pane.seen();
    // An answer that is still to come is announced when it is there.
    if (message.author.id !== pane.store.id && !(message.flags & FLAGS.LOADING)) this.announce(message);
  }

  replace(message) {
    const old = this.list.querySelector(`[data-id="${message.id}"]`);
    if (!old) return;
    const list = this.history.list;
    const fresh = renderMessage(message, old.classList.contains("grouped") ? list[list.indexOf(message) - 1] : null, this.pane.context);
    const hadFocus = old.contains(document.activeElement) ? document.activeElement : null;
    const place = hadFocus ? focusable(old).indexOf(hadFocus) : -1;
    old.replaceWith(fresh);
    if (hadFocus) this.restoreFocus(fresh, hadFocus, place);
    const ownAffair = message.flags & FLAGS.EPHEMERAL || hadFocus || old.querySelector(".thinking");
    if (ownAffair && !this.pane.store.waitOn(message.id)) this.announce(message);
  }

  /** The same control again, else the one in its place, else the message. */
  restoreFocus(fresh, former, place) {
    const same = former.dataset.customId && fresh.querySelector(`[data-custom-id="${CSS.escape(former.dataset.customId)}"]:not([disabled])`);
    (same || focusable(fresh)[place] || fresh).focus({ preventScroll: true });
  }

  drawWaits() {
    if (!this.waits) return;
    const { store, say } = this.pane;
    const open = [...store.waits.values()].filter((wait) => wait.command && wait.channel === this.pane.channelId);
    fill(this.waits, open.map((wait) => (wait.state === "failed"
      ? el("div.wait.failed", { role: "alert" }, icon("warn"), el("span", {}, `${wait.command}: ${wait.reason ?? say("noAnswer")}`),
        el("button.link", { type: "button", onclick: () => { store.waits.delete(wait.nonce); this.drawWaits(); } }, say("dismiss")))
      : el("div.wait", {}, thinking(say("sending", { command: wait.command }))))));
    if (this.stuck) this.toBottom();
  }

  announce(message) {
    const { pane } = this;
    announce(pane.live, `${pane.store.nameOf(message.author)}: ${summary(message, { ...pane.context, mentions: message.mentions })}`);
  }

  toBottom() {
    this.stuck = true;
    this.latest.hidden = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  async scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    // A scroll that comes with a new height is the layout's doing, not the reader's.
    const size = `${scrollHeight}/${clientHeight}`;
    if (size !== this.size) {
      this.size = size;
      if (this.stuck) this.toBottom();
      return;
    }
    this.stuck = scrollHeight - scrollTop - clientHeight < NEAR_BOTTOM;
    if (this.stuck) this.latest.hidden = true;
    if (scrollTop < NEAR_TOP && (await this.pane.store.older(this.pane.channelId))) this.draw();
  }

  /** Brings a message into view, loading older pages until it is there. */
  async jump(id) {
    const { store, channelId } = this.pane;
    while (!store.message(channelId, id) && (await store.older(channelId)));
    this.stuck = false;
    this.draw();
    const node = this.list.querySelector(`[data-id="${id}"]`);
    if (!node) return;
    node.scrollIntoView({ block: "center" });
    node.classList.add("found");
    node.focus({ preventScroll: true });
    setTimeout(() => node.classList.remove("found"), 2000);
  }

  arrows(event) {
    if (!["ArrowUp", "ArrowDown"].includes(event.key) || event.target.closest("[role=listbox],[role=combobox]")) return;
    const articles = [...this.list.querySelectorAll("article")];
    const within = document.activeElement.closest("article");
    const at = articles.indexOf(within);
    const next = within && within !== document.activeElement ? within : at < 0 ? articles.at(-1) : articles[at + (event.key === "ArrowUp" ? -1 : 1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  /** Only the message that has the focus has its small tools in the Tab order. */
  reachTools(article) {
    for (const button of this.list.querySelectorAll(".toolbar button")) button.tabIndex = article?.contains(button) ? 0 : -1;
  }

  tick() {
    for (const node of this.list.querySelectorAll("[data-relative]")) {
      node.textContent = relative(this.pane.store.person.locale, node.dataset.relative * 1000 - now());
    }
  }
}

