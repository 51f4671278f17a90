// The harbour's own tools, apart from the chat: the clock, restarting the bot, its rights, and closing threads.

import { el, fill, icon } from "./dom.js";
import { fullTime, now, span } from "./times.js";
import { isForum, isThread } from "./store.js";

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
      this.rights(), this.threads(), this.doors(),
      this.outcome);
    this.drawTime();
    this.node.querySelectorAll("button")[focused]?.focus();
  }

  /** What the bot may do, in one channel with its threads or in all of them. */
  rights() {
    const { say, store } = this.first();
    const { names, held } = store.rights;
    const channels = [...store.channels.values()].filter((channel) => channel.id in held);
    if (this.place && !(this.place in held)) this.place = "";
    const places = el("select.tool-select", { "aria-label": say("rightsWhere"), onchange: () => { this.place = places.value; this.draw(); } },
      el("option", { value: "", selected: !this.place }, say("rightsEverywhere")),
      channels.map((channel) => el("option", { value: channel.id, selected: channel.id === this.place }, `${isForum(channel) ? "" : "#"}${channel.name}`)));
    const has = (name) => (this.place ? held[this.place].includes(name) : Object.values(held).every((rights) => rights.includes(name)));
    return el("section", {}, el("h3", {}, icon("lock"), say("rights", { name: store.app.name })), el("p", {}, say("rightsNote")), places,
      el("div.right-list", {}, names.map((name) => {
        const box = el("input", { type: "checkbox", role: "switch", checked: has(name), data: { right: name },
          onchange: () => this.run(box.checked ? "give_right" : "take_right", { right: name, channel: this.place || "" }) });
        return el("label.right", {}, el("span", {}, say(`right_${name}`)), box);
      })));
  }

  /** Threads as a moderator closes and opens them: the one that is open in the chat. */
  threads() {
    const { say, store, channelId } = this.first();
    const channel = store.channels.get(channelId);
    const thread = isThread(channel) ? channel : null;
    const button = (key, word) => el("button.tool", { type: "button", data: { thread: word },
      onclick: () => this.run("thread", { channel: thread.id, [key]: !thread.thread_metadata[key] }) }, say(word));
    return el("section", {}, el("h3", {}, icon("thread"), say("closeThreads")),
      el("p", {}, thread ? say("closeThreadsNote", { name: thread.name }) : say("noThreadOpen")),
      thread ? el("div.drawer-buttons", {},
        button("locked", thread.thread_metadata.locked ? "unlock" : "lock"),
        button("archived", thread.thread_metadata.archived ? "unarchive" : "archive")) : null);
  }

  doors() {
    const { say, store } = this.first();
    const left = store.rights.refused_doors;
    return el("section", {}, el("h3", {}, icon("chat"), say("refuseDoors")), el("p", {}, say("refuseDoorsNote")),
      left ? el("p", { role: "status" }, say("refusedDoors", { count: left })) : null,
      el("div.drawer-buttons", {}, [1, 5].map((times) => el("button.tool", { type: "button", onclick: () => this.run("refuse_doors", { times }) }, say("refuseNext", { count: times }))),
        left ? el("button.tool", { type: "button", onclick: () => this.run("refuse_doors", { times: 0 }) }, say("refuseNone")) : null));
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
