// The phone of a person: a lock screen with what each push shows, exactly, and how often it has buzzed for what.

import { avatar, el, fill, icon } from "./dom.js";
import { longDay, now, relative, timeOf } from "./times.js";

const SHOWN = 8;

export class Phone {
  constructor(pane) {
    this.pane = pane;
    this.whole = false;
    this.node = el("section.phone-box", { tabindex: "-1" });
    setInterval(() => this.tick(), 15_000);
  }

  listen(store, signal) {
    store.on("phone", () => { this.draw(); this.buzz(); }, signal);
    for (const event of ["clock", "channels", "person"]) store.on(event, () => this.draw(), signal);
  }

  buzz() {
    this.screen.classList.remove("buzzing");
    void this.screen.offsetWidth;
    this.screen.classList.add("buzzing");
  }

  tick() {
    if (this.pane.store && this.screen) this.drawTimes();
  }

  draw() {
    const { store, say } = this.pane;
    const { pushes, buzzes } = store.phone;
    const total = buzzes.reduce((sum, entry) => sum + entry.count, 0);
    const name = store.nameOf(store.person);
    const focused = this.node.contains(document.activeElement) ? document.activeElement.dataset.push : null;
    this.node.setAttribute("aria-label", say("phoneTitle", { name }));
    this.clock = el("time.lock-clock");
    this.day = el("span.lock-day");
    const shown = pushes.slice(0, this.whole ? pushes.length : SHOWN);
    this.screen = el("div.lock-screen", {},
      el("header.lock-head", {}, this.day, this.clock),
      el("ol.lock-list", { "aria-label": say("phoneTitle", { name }) }, shown.map((push) => el("li", {}, this.card(push)))),
      pushes.length ? null : el("p.lock-quiet", {}, say("phoneQuiet")),
      pushes.length > SHOWN ? el("button.lock-more", { type: "button", onclick: () => { this.whole = !this.whole; this.draw(); } },
        say(this.whole ? "phoneFewer" : "phoneMore", { count: pushes.length - SHOWN })) : null,
      el("span.lock-bar", { "aria-hidden": "true" }));
    fill(this.node,
      el("header.phone-title", {}, el("h2", {}, icon("bell"), say("phoneTitle", { name })),
        el("button.icon-button.phone-close", { type: "button", "aria-label": say("close"), onclick: () => this.pane.togglePhone(false) }, icon("close"))),
      this.screen,
      el("div.buzzes", {}, el("h3", {}, say("buzzes"), el("b.buzz-total", {}, String(total))),
        total ? el("ul", {}, buzzes.map((entry) => this.count(entry))) : el("p.empty", {}, say("noBuzzes"))));
    this.drawTimes();
    if (focused) this.node.querySelector(`[data-push="${focused}"]`)?.focus();
  }

  drawTimes() {
    const { store } = this.pane;
    fill(this.clock, timeOf(store.person, now()));
    fill(this.day, longDay(store.person, now()));
    for (const node of this.node.querySelectorAll("[data-when]")) {
      node.textContent = relative(store.person.locale, Math.min(0, Number(node.dataset.when) - now()));
    }
  }

  /** One push, with nothing but what a phone is sent. */
  card(push) {
    const { store, say, context } = this.pane;
    return el("button.push", { type: "button", data: { push: push.id }, onclick: () => context.go(push.channel, push.message) },
      avatar(store.botUser.global_name === push.author || store.app.name === push.author ? store.botUser : { username: push.author }, { size: 26 }),
      el("span.push-body", {},
        el("span.push-head", {}, el("b", {}, push.author), push.place ? el("span.push-place", {}, push.place) : null,
          el("span.push-when", { data: { when: String(new Date(push.when).getTime()) } })),
        push.text ? el("span.push-text", {}, push.text) : el("span.push-text.wordless", {}, say("pushWordless"))));
  }

  count(entry) {
    const { store, say } = this.pane;
    const name = entry.name ?? say("directMessages");
    const there = store.channels.has(entry.channel);
    const face = [icon(entry.name === null ? "chat" : entry.thread ? "thread" : "hash"), el("span.grow", {}, name), el("b", {}, String(entry.count))];
    return el("li", {}, there
      ? el("button.buzz", { type: "button", onclick: () => this.pane.go(entry.channel) }, face)
      : el("span.buzz", {}, face));
  }
}
