// The harbour's own tools, apart from the chat: the clock, and restarting the bot.

import { el, fill, icon } from "./dom.js";
import { fullTime, now, span } from "./times.js";

const HOUR = 3600, DAY = 86400;
const STEPS = [["hour", HOUR], ["hours", 6 * HOUR, 6], ["day", DAY], ["days", 3 * DAY, 3], ["days", 7 * DAY, 7]];

export class Drawer {
  /** first: gives the pane whose person reads the drawer. */
  constructor(first) {
    this.first = first;
    this.node = el("aside.drawer", { id: "drawer", hidden: true, onkeydown: (event) => { if (event.key === "Escape") this.toggle(false); } });
    setInterval(() => { if (!this.node.hidden) this.drawTime(); }, 1000);
  }

  toggle(show = this.node.hidden) {
    this.node.hidden = !show;
    this.opener?.setAttribute("aria-expanded", String(show));
    if (show) { this.draw(); this.node.querySelector("button").focus(); }
    else this.opener?.focus();
  }

  draw() {
    const { say, store } = this.first();
    const focused = [...this.node.querySelectorAll("button")].indexOf(document.activeElement);
    this.node.setAttribute("aria-label", say("drawerTitle"));
    this.time = el("p.drawer-time", { role: "status" });
    this.outcome = el("p.problem", { role: "alert" });
    fill(this.node,
      el("header", {}, icon("tools"), el("h2", {}, say("drawerTitle")),
        el("button.icon-button", { type: "button", "aria-label": say("close"), onclick: () => this.toggle(false) }, icon("close"))),
      el("p.drawer-note", {}, say("drawerNote")),
      el("section", {}, el("h3", {}, icon("clock"), say("moveClock")), this.time, el("p", {}, say("clockNote")),
        el("div.drawer-buttons", {}, STEPS.map(([word, seconds, count]) =>
          el("button.tool", { type: "button", onclick: () => this.run("clock", { advance: seconds }) }, say(word, { count }))))),
      el("section", {}, el("h3", {}, icon("restart"), say("restart"), el("span.lamp", { class: store.bot.online ? "on" : "" }, say(store.bot.online ? "online" : "offline"))),
        el("p", {}, say("restartNote")),
        el("div.drawer-buttons", {}, this.restartButton = el("button.tool", { type: "button", onclick: () => this.restart() }, say("restart")))),
      this.outcome);
    this.drawTime();
    this.node.querySelectorAll("button")[focused]?.focus();
  }

  drawTime() {
    const { say, store } = this.first();
    const ahead = store.clock?.offset ?? 0;
    fill(this.time, el("b", {}, fullTime(store.person, now())),
      el("span", {}, ahead >= 60 ? say("clockAhead", { time: span(store.person.locale, ahead) }) : say("clockLevel")));
  }

  async run(name, details) {
    const { store } = this.first();
    this.outcome.textContent = "";
    try {
      await store.act(name, details);
    } catch (error) {
      this.outcome.textContent = error.message;
    }
  }

  async restart() {
    this.restartButton.disabled = true;
    this.restartButton.textContent = this.first().say("restarting");
    await this.run("restart_bot", {});
    this.restartButton.disabled = false;
    this.restartButton.textContent = this.first().say("restart");
  }
}
