// Left of the chat: servers, channels with their threads, direct conversations.

import { avatar, el, fill, icon } from "./dom.js";
import { isDm, isForum, isGroup, isThread } from "./store.js";

export class Sidebar {
  constructor(pane) {
    this.pane = pane;
    this.place = "guild";
    this.rail = el("nav.rail");
    this.panel = el("nav.channels");
    this.node = el("div.sidebar", { id: `${pane.key}-sidebar` }, this.rail, this.panel);
  }

  listen(store, signal) {
    for (const event of ["channels", "unread", "person", "world", "status"]) store.on(event, () => this.draw(), signal);
  }

  draw() {
    const { store, say } = this.pane;
    const focused = this.node.contains(document.activeElement) ? document.activeElement.dataset.place : null;
    this.rail.setAttribute("aria-label", say("servers"));
    this.panel.setAttribute("aria-label", say("channels"));
    const totals = this.totals();
    fill(this.rail,
      this.railButton("dms", say("directMessages"), icon("chat"), totals.dms),
      el("hr"),
      this.railButton("guild", store.guild.name, [...store.guild.name].slice(0, 2).join(""), totals.guild),
      this.railButton("foreign", store.foreign.name, [...store.foreign.name].slice(0, 2).join(""), totals.foreign));
    fill(this.panel, this.place === "dms" ? this.dmPanel() : this.guildPanel(this.place === "guild" ? store.guild : store.foreign));
    if (focused) this.node.querySelector(`[data-place="${focused}"]`)?.focus();
  }

  totals() {
    const sum = { dms: { count: 0, mentions: 0 }, guild: { count: 0, mentions: 0 }, foreign: { count: 0, mentions: 0 } };
    for (const [id, mark] of this.pane.store.unread) {
      const channel = this.pane.store.channels.get(id);
      if (!channel) continue;
      const side = sum[this.placeOf(channel)];
      side.count += mark.count;
      side.mentions += isDm(channel) ? mark.count : mark.mentions;
    }
    return sum;
  }

  placeOf(channel) {
    if (isDm(channel)) return "dms";
    return channel.guild_id === this.pane.store.foreign.id ? "foreign" : "guild";
  }

  railButton(place, name, face, mark) {
    return el("button.rail-button", {
      type: "button", title: name, data: { place: `rail-${place}` }, class: mark.count ? "unread" : "",
      "aria-label": mark.mentions ? `${name}, ${this.pane.say("mentionCount", { count: mark.mentions })}` : name,
      "aria-current": this.place === place ? "true" : null,
      onclick: () => { this.place = place; this.draw(); },
    }, face, badge(mark.mentions));
  }

  guildPanel(guild) {
    const { store, say } = this.pane;
    const all = [...store.channels.values()].filter((channel) => channel.guild_id === guild.id);
    const byPosition = (a, b) => (a.position ?? 0) - (b.position ?? 0) || a.id.localeCompare(b.id);
    const channels = all.filter((channel) => !isThread(channel) && channel.type !== 4).sort(byPosition);
    const threadsOf = (id) => all.filter((channel) => isThread(channel) && channel.parent_id === id
      && (!channel.thread_metadata?.archived || channel.id === this.pane.channelId));
    return [
      el("h2.sidebar-title", {}, guild.name),
      guild === store.foreign ? el("p.sidebar-note", {}, say("foreignNote", { name: store.app.name })) : null,
      el("h3.sidebar-group", {}, say("textChannels")),
      el("ul", {}, channels.map((channel) => {
        const threads = threadsOf(channel.id);
        return el("li", {}, this.entry(channel, isForum(channel) ? "forum" : "hash"),
          threads.length ? el("ul.threads", { "aria-label": say("threads") }, threads.map((thread) => el("li", {}, this.entry(thread, "thread")))) : null);
      })),
    ];
  }

  dmPanel() {
    const { store, say } = this.pane;
    const dms = [...store.channels.values()].filter(isDm);
    return [
      el("h2.sidebar-title", {}, say("directMessages")),
      el("ul", {}, dms.map((channel) => el("li", {}, this.entry(channel, isGroup(channel) ? "people" : null)))),
      dms.some((channel) => !isGroup(channel))
        ? null
        : el("div.empty", {}, el("p", {}, say("noDms")),
          el("button.button.secondary", { type: "button", onclick: () => this.pane.openDm() }, say("openDm", { name: store.app.name }))),
    ];
  }

  entry(channel, mark) {
    const { store, say } = this.pane;
    const { count, mentions } = store.unread.get(channel.id) ?? { count: 0, mentions: 0 };
    const urgent = isDm(channel) ? count : mentions;
    const name = store.channelName(channel);
    const notes = [name, count ? say("unreadCount", { count }) : null, urgent ? say("mentionCount", { count: urgent }) : null,
      channel.thread_metadata?.archived ? say("archived") : null, channel.thread_metadata?.locked ? say("lockedThread") : null];
    return el("button.channel", {
      type: "button", class: count ? "unread" : "", data: { place: channel.id }, "aria-label": notes.filter(Boolean).join(", "),
      "aria-current": channel.id === this.pane.channelId ? "page" : null,
      onclick: () => this.pane.go(channel.id),
    }, mark ? icon(mark) : avatar(store.companion(channel), { size: 28 }), el("span.channel-name", {}, name),
    channel.thread_metadata?.locked ? icon("lock", "lock-mark") : null, badge(urgent));
  }
}

export const badge = (count) => (count ? el("span.badge", { "aria-hidden": "true" }, count > 99 ? "99+" : String(count)) : null);
