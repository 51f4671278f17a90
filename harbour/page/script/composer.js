// The message box: plain messages with mentions, and the door to slash commands.

import { avatar, el, fill, icon } from "./dom.js";
import { CommandLine } from "./commandline.js";
import { Suggestions } from "./suggestions.js";
import { commandOf, leaves, matching, typedOptions } from "./slash.js";
import { isDm, isThread } from "./store.js";

const LONGEST = 2000;
const TALLEST = 180;
// Nobody means to say "/nwe" aloud.
const MISTYPED = /^\/[\p{L}-]+(\s|$)/u;
const SHOWN_COMMANDS = 50;
export const FIRST_COMMAND = "new";
export const PLAY_COMMAND = "new now";
export const LEARN_COMMAND = "learn";
const STARTED = "harbour.started";
const isFirst = (command) => command.base.split(" ")[0] === FIRST_COMMAND;

export class Composer {
  constructor(pane) {
    this.pane = pane;
    this.suggestions = new Suggestions();
    this.field = el("textarea.composer-field", {
      rows: "1", autocomplete: "off", spellcheck: "true", role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-haspopup": "listbox",
      oninput: () => this.typed(), onkeydown: (event) => this.key(event), onblur: () => this.suggestions.hide(), onfocus: () => this.typed(),
    });
    this.sendButton = el("button.icon-button.send", { type: "button", onclick: () => this.send() }, icon("send"));
    this.over = el("span.over");
    this.box = el("div.composer-box", { onkeydown: (event) => this.boxKey(event) }, this.field, this.over, this.sendButton);
    this.replyBar = el("div.reply-bar", { hidden: true });
    this.offerBar = el("div.offer-bar", { hidden: true });
    this.notice = el("div.composer-notice", { role: "status" });
    this.problem = el("p.problem", { role: "alert" });
    this.commandLine = new CommandLine(this);
    this.node = el("section.composer", {}, this.suggestions.node, this.offerBar, this.replyBar, this.notice, this.box, this.problem);
  }

  listen(store, signal) {
    store.on("world", () => this.newCommands(), signal);
    for (const event of ["status", "preparation"]) store.on(event, () => this.drawNotice(), signal);
    store.on("autocomplete", (detail) => this.commandLine.answered(detail), signal);
    store.on("channels", () => this.draw(), signal);
  }

  get channel() {
    return this.pane.store.channels.get(this.pane.channelId);
  }

  get commands() {
    const { store } = this.pane;
    return leaves(store.commandsIn(this.channel), store.person.locale);
  }

  /** A new channel or person: nothing half-written goes along. */
  reset() {
    this.field.value = "";
    this.commandLine.close();
    this.replyTo = null;
    this.problem.textContent = "";
    this.suggestions.hide();
    this.draw();
    this.grow();
  }

  draw() {
    const { say } = this.pane;
    const name = `${this.channel?.type === 0 ? "#" : ""}${this.pane.title()}`;
    this.node.setAttribute("aria-label", say("composer", { name }));
    this.field.setAttribute("aria-label", say("composer", { name }));
    this.field.placeholder = say("composer", { name });
    this.sendButton.setAttribute("aria-label", say("send"));
    this.drawOffer();
    this.drawReply();
    this.drawNotice();
  }

  drawOffer() {
    const { say } = this.pane;
    const first = this.firstCommand();
    const done = localStorage.getItem(STARTED) === "yes";
    this.offerBar.hidden = !first || done || this.commandLine.isOpen || isThread(this.channel);
    if (this.offerBar.hidden) return;
    fill(this.offerBar, el("button.offer", { type: "button", onclick: () => this.offer(first) },
      icon("slash"), el("span", {}, say("tryFirst", { command: `/${first}` }))));
  }

  /** How this person spells the command to begin with, once the bot has it; it may have subcommands. */
  firstCommand() {
    const command = this.commands.find(isFirst);
    return command ? command.name.split(" ")[0] : null;
  }

  /** Whether the bot has a command, or may still bring it. */
  mayRun(base) {
    return !this.commands.length || this.commands.some((candidate) => candidate.base === base);
  }

  /** Sends a command as it is; one that the bot has not brought yet is sent when it comes. */
  run(base) {
    const command = this.commands.find((candidate) => candidate.base === base);
    this.wanted = command ? null : base;
    if (!command) return;
    this.openCommand(command);
    this.commandLine.send();
  }

  /** Commands may arrive while somebody is already typing one, or waits for one. */
  newCommands() {
    this.drawOffer();
    if (this.wanted) this.run(this.wanted);
    if (document.activeElement === this.field && this.field.value.startsWith("/")) this.typed();
  }

  drawReply() {
    const { say, store } = this.pane;
    this.replyBar.hidden = !this.replyTo;
    if (!this.replyTo) return;
    fill(this.replyBar, el("span", {}, say("replyingTo", { name: store.nameOf(this.replyTo.author) })),
      el("button.icon-button", { type: "button", "aria-label": say("cancelReply"), onclick: () => { this.replyTo = null; this.drawReply(); this.field.focus(); } }, icon("close")));
  }

  drawNotice() {
    const { say, store } = this.pane;
    const words = !store.connected ? say("lost")
      : !store.bot.online ? say("botOffline", { name: store.app.name })
        : this.channel?.thread_metadata?.locked ? say("composerLocked")
          : this.channel?.thread_metadata?.archived ? say("composerArchived")
            : store.preparation < 100 ? say("preparing", { name: store.app.name, percent: store.preparation }) : "";
    this.notice.hidden = !words;
    fill(this.notice, words ? [icon("warn"), el("span", {}, words)] : null);
  }

  reply(message) {
    this.replyTo = message;
    this.drawReply();
    this.field.focus();
  }

  /** Puts a command into the box, as a command mention or the first-visit offer does. */
  offer(path) {
    const command = this.commands.find((candidate) => candidate.base === path || candidate.name === path);
    if (command) this.openCommand(command);
    else {
      this.field.value = `/${path} `;
      this.field.focus();
      this.typed();
    }
  }

  openCommand(command, values = {}) {
    this.suggestions.hide();
    this.problem.textContent = "";
    this.field.value = "";
    this.grow();
    this.field.hidden = true;
    this.commandLine.open(command, values);
    this.drawOffer();
  }

  /** Back from a command to plain text. */
  closeCommand(text = "") {
    this.commandLine.close();
    this.field.hidden = false;
    this.field.value = text;
    this.problem.textContent = "";
    this.field.focus();
    this.typed();
    this.drawOffer();
  }

  // ---- plain text

  grow() {
    this.field.style.height = "";
    if (this.field.value) this.field.style.height = `${Math.min(this.field.scrollHeight, TALLEST)}px`;
    const left = LONGEST - this.field.value.length;
    this.over.textContent = left < 200 ? String(left) : "";
    this.over.classList.toggle("too-long", left < 0);
  }

  typed() {
    this.grow();
    this.problem.textContent = "";
    const text = this.field.value;
    if (text.startsWith("/")) {
      const commands = this.commands;
      const whole = commandOf(commands, text);
      if (whole) this.openCommand(whole.command, typedOptions(whole.command, whole.rest));
      else this.suggestCommands(commands, text.slice(1));
      return;
    }
    const mention = /(?:^|\s)([@#])([\p{L}\p{N}_-]*)$/u.exec(text.slice(0, this.field.selectionStart));
    if (mention) this.suggestNames(mention[1], mention[2]);
    else this.suggestions.hide();
  }

  suggestCommands(commands, typed) {
    const { say } = this.pane;
    const found = matching(commands, typed).slice(0, SHOWN_COMMANDS);
    this.suggestions.show(this.field, {
      title: say("commands"),
      empty: commands.length ? say("noCommand") : say("noCommands"),
      items: found.map((command) => ({
        command,
        face: [icon("slash"), el("span.suggestion-words", {},
          el("span.suggestion-name", {}, el("b", {}, `/${command.name}`),
            command.options.map((option) => el("span.option-name", { class: option.required ? "" : "optional" }, option.label))),
          el("span.suggestion-hint", {}, command.description)),
        el("span.suggestion-app", {}, this.pane.store.app.name)],
        pick: () => this.openCommand(command),
      })),
    });
  }

  suggestNames(mark, typed) {
    const { store, say } = this.pane;
    const wanted = typed.toLocaleLowerCase();
    const entries = mark === "@"
      ? [...store.people.values(), store.botUser].map((user) => ({ name: store.nameOf(user), picture: avatar(user, { size: 24 }) }))
      : [...store.channels.values()].filter((channel) => !isDm(channel)).map((channel) => ({ name: channel.name, picture: icon("hash") }));
    const found = entries.filter((entry) => entry.name.toLocaleLowerCase().startsWith(wanted)).slice(0, 10);
    if (!found.length) { this.suggestions.hide(); return; }
    this.suggestions.show(this.field, {
      title: say(mark === "@" ? "members" : "channels"),
      items: found.map((entry) => ({ face: [entry.picture, el("span", {}, entry.name)], pick: () => this.insertName(mark, typed, entry.name) })),
    });
  }

  insertName(mark, typed, name) {
    const at = this.field.selectionStart;
    this.field.setRangeText(`${mark}${name} `, at - typed.length - 1, at, "end");
    this.suggestions.hide();
    this.grow();
  }

  /** @Astrid and #games as Discord writes them. */
  encode(text) {
    const { store } = this.pane;
    const swap = (source, mark, name, code) => source.replaceAll(`${mark}${name}`, code);
    let out = text;
    for (const user of [...store.people.values(), store.botUser]) out = swap(out, "@", store.nameOf(user), `<@${user.id}>`);
    for (const channel of store.channels.values()) if (channel.name) out = swap(out, "#", channel.name, `<#${channel.id}>`);
    return out;
  }

  key(event) {
    if (event.isComposing) return;
    if (this.suggestions.key(event)) return;
    const current = this.suggestions.open ? this.suggestions.current : null;
    if (event.key === "Escape" && this.suggestions.open) {
      event.preventDefault();
      this.suggestions.hide();
    } else if (event.key === "Escape" && this.replyTo) {
      this.replyTo = null;
      this.drawReply();
    } else if ((event.key === "Enter" || event.key === "Tab") && current && !event.shiftKey) {
      event.preventDefault();
      current.pick();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.send();
    }
  }

  /** Leaving a command from its buttons. */
  boxKey(event) {
    if (!this.commandLine.isOpen || event.defaultPrevented || event.target.tagName === "INPUT") return;
    if (event.key === "Escape" || event.key === "Backspace") {
      event.preventDefault();
      this.closeCommand(event.key === "Backspace" ? `/${this.commandLine.command.name}` : "");
    }
  }

  async send() {
    if (this.commandLine.isOpen) { this.commandLine.send(); return; }
    const text = this.field.value.trim();
    if (!text || text.length > LONGEST) return;
    const { store, channelId, say } = this.pane;
    if (MISTYPED.test(text)) {
      this.problem.textContent = say("noCommand");
      return;
    }
    const replyTo = this.replyTo?.id ?? null;
    this.field.value = "";
    this.replyTo = null;
    this.drawReply();
    this.grow();
    this.suggestions.hide();
    this.problem.textContent = "";
    try {
      await store.send(channelId, this.encode(text), replyTo);
    } catch (error) {
      this.field.value = text;
      this.grow();
      this.problem.textContent = error.message || say("lost");
    }
  }

  /** Called by the command line with everything filled in. */
  sendCommand(command, options, text) {
    if (isFirst(command)) localStorage.setItem(STARTED, "yes");
    const { store, channelId } = this.pane;
    this.closeCommand();
    this.pane.messages.toBottom();
    store.slash(channelId, command, options, text);
  }
}
