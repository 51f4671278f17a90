// Left of the chat: servers, channels with their threads, direct conversations.

import { avatar, el, fill, icon } from "./dom.js";
import { isDm, isThread } from "./store.js";

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
      this.railButton("guild", store.guild.name, [...store.guild.name].slice(0, 2).join(""), totals.guild));
    fill(this.panel, this.place === "guild" ? this.guildPanel() : this.dmPanel());
    if (focused) this.node.querySelector(`[data-place="${focused}"]`)?.focus();
  }

  totals() {
    const sum = { dms: { count: 0, mentions: 0 }, guild: { count: 0, mentions: 0 } };
    for (const [id, mark] of this.pane.store.unread) {
      const channel = this.pane.store.channels.get(id);
      if (!channel) continue;
      const side = isDm(channel) ? sum.dms : sum.guild;
      side.count += mark.count;
      side.mentions += isDm(channel) ? mark.count : mark.mentions;
    }
    return sum;
  }

  railButton(place, name, face, mark) {
    return el("button.rail-button", {
      type: "button", title: name, data: { place: `rail-${place}` }, class: mark.count ? "unread" : "",
      "aria-label": mark.mentions ? `${name}, ${this.pane.say("mentionCount", { count: mark.mentions })}` : name,
      "aria-current": this.place === place ? "true" : null,
      onclick: () => { this.place = place; this.draw(); },
    }, face, badge(mark.mentions));
  }

  guildPanel() {
    const { store, say } = this.pane;
    const all = [...store.channels.values()].filter((channel) => !isDm(channel));
    const byPosition = (a, b) => (a.position ?? 0) - (b.position ?? 0) || a.id.localeCompare(b.id);
    const channels = all.filter((channel) => !isThread(channel) && channel.type !== 4).sort(byPosition);
    const threadsOf = (id) => all.filter((channel) => isThread(channel) && channel.parent_id === id
      && (!channel.thread_metadata?.archived || channel.id === this.pane.channelId));
    return [
      el("h2.sidebar-title", {}, store.guild.name),
      el("h3.sidebar-group", {}, say("textChannels")),
      el("ul", {}, channels.map((channel) => {
        const threads = threadsOf(channel.id);
        return el("li", {}, this.entry(channel, "hash"),
          threads.length ? el("ul.threads", { "aria-label": say("threads") }, threads.map((thread) => el("li", {}, this.entry(thread, "thread")))) : null);
      })),
    ];
  }

  dmPanel() {
    const { store, say } = this.pane;
    const dms = [...store.channels.values()].filter(isDm);
    return [
      el("h2.sidebar-title", {}, say("directMessages")),
      dms.length
        ? el("ul", {}, dms.map((channel) => el("li", {}, this.entry(channel, null))))
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
      channel.thread_metadata?.archived ? say("archived") : null];
    return el("button.channel", {
      type: "button", class: count ? "unread" : "", data: { place: channel.id }, "aria-label": notes.filter(Boolean).join(", "),
      "aria-current": channel.id === this.pane.channelId ? "page" : null,
      onclick: () => this.pane.go(channel.id),
    }, mark ? icon(mark) : avatar(store.companion(channel), { size: 28 }), el("span.channel-name", {}, name), badge(urgent));
  }
}

export const badge = (count) => (count ? el("span.badge", { "aria-hidden": "true" }, count > 99 ? "99+" : String(count)) : null);
