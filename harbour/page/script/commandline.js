// A slash command being filled in: one chip an option, suggestions for the chip that has the focus.

import { avatar, el, fill, icon } from "./dom.js";
import { matchingChoices, TYPES, valueOf } from "./slash.js";
import { isDm } from "./store.js";

const ASK_AFTER = 120;

export class CommandLine {
  constructor(composer) {
    this.composer = composer;
    this.node = el("div.command-line", { role: "group" });
    this.command = null;
  }

  get pane() { return this.composer.pane; }
  get isOpen() { return this.command !== null; }

  open(command, values) {
    this.command = command;
    this.fields = new Map(command.options.map((option) => [option.name, this.makeField(option, values[option.name] ?? "")]));
    for (const field of this.fields.values()) field.shown = field.option.required || field.text !== "";
    this.more = el("button.more", {
      type: "button", "aria-haspopup": "listbox", "aria-expanded": "false",
      onclick: () => this.offerMore(), onfocus: () => this.offerMore(),
      onkeydown: (event) => this.moreKey(event), onblur: () => this.composer.suggestions.hide(),
    });
    this.cancelButton = el("button.icon-button", { type: "button", "aria-label": this.pane.say("cancelCommand"), onclick: () => this.composer.closeCommand() }, icon("close"));
    this.pill = el("span.command-pill", {}, `/${command.name}`);
    this.node.setAttribute("aria-label", `/${command.name}: ${command.description}`);
    this.composer.box.prepend(this.node);
    this.draw();
    const first = this.shownFields.find((field) => !field.text) ?? this.shownFields.at(-1);
    if (first) first.input.focus();
    else this.focusEnd();
  }

  close() {
    clearTimeout(this.timer);
    this.command = null;
    this.node.remove();
    this.composer.field.hidden = false;
    this.composer.suggestions.hide();
  }

  get shownFields() {
    return [...this.fields.values()].filter((field) => field.shown);
  }

  get hiddenFields() {
    return [...this.fields.values()].filter((field) => !field.shown);
  }

  draw() {
    const { say } = this.pane;
    const hidden = this.hiddenFields.length;
    fill(this.more, icon("plus"), say("moreOptions", { count: hidden }));
    this.more.setAttribute("aria-label", `${say("optionalOptions")}: ${hidden}`);
    fill(this.node, this.pill, this.shownFields.map((field) => field.node), hidden ? this.more : null,
      this.fields.size ? null : el("span.command-hint", {}, this.command.description), this.cancelButton);
  }

  makeField(option, text) {
    const { say } = this.pane;
    const field = { option, text, picked: null, offered: null };
    field.input = el("input.chip-input", {
      type: "text", value: text, autocomplete: "off", spellcheck: "false", role: "combobox", "aria-autocomplete": "list",
      "aria-expanded": "false", "aria-required": option.required ? "true" : null, "aria-label": `${option.label}, ${say(option.required ? "required" : "optional")}`,
      inputmode: option.type === TYPES.INTEGER ? "numeric" : option.type === TYPES.NUMBER ? "decimal" : null,
      data: { option: option.name, kind: option.autocomplete ? "asked" : this.ownChoices(option) ? "listed" : "free" },
      oninput: () => { field.text = field.input.value; field.picked = null; field.wandered = false; this.size(field); this.suggest(field); },
      onfocus: () => this.suggest(field),
      onblur: () => this.left(field),
      onkeydown: (event) => this.key(event, field),
    });
    field.node = el("label.chip", { class: option.required ? "" : "optional" }, el("span.chip-name", {}, option.label), field.input);
    this.size(field);
    return field;
  }

  size(field) {
    field.input.size = Math.max(4, Math.min(field.text.length + 1, 32));
    field.node.classList.remove("wrong");
    field.input.removeAttribute("aria-invalid");
    this.composer.problem.textContent = "";
  }

  left(field) {
    clearTimeout(this.timer);
    this.composer.suggestions.hide();
    if (this.command && field.text && valueOf(field.option, field).problem) this.complain(field, false);
  }

  // ---- suggestions

  suggest(field) {
    const { option } = field;
    const own = this.ownChoices(option);
    field.offered = own;
    clearTimeout(this.timer);
    if (option.autocomplete) {
      this.show(field, null);
      this.timer = setTimeout(() => this.ask(field), field.text ? ASK_AFTER : 0);
    } else {
      this.show(field, own && (field.picked ? own : matchingChoices(own, field.text)));
    }
  }

  ask(field) {
    const { store, channelId } = this.pane;
    const options = { ...this.values().options, [field.option.name]: field.text };
    this.asked = { field, nonce: store.autocomplete(channelId, this.command, options, field.option.name) };
  }

  answered({ nonce, choices }) {
    if (!this.command || this.asked?.nonce !== nonce || document.activeElement !== this.asked.field.input) return;
    const { locale } = this.pane.store.person;
    this.show(this.asked.field, choices.map((choice) => ({ ...choice, name: choice.name_localizations?.[locale] ?? choice.name })));
  }

  ownChoices(option) {
    const { store, say } = this.pane;
    const people = () => [...store.people.values(), store.botUser].map((user) => ({ name: store.nameOf(user), value: user.id, picture: avatar(user, { size: 22 }) }));
    const roles = () => (store.guild?.roles ?? []).map((role) => ({ name: role.name, value: role.id }));
    if (option.choices.length) return option.choices;
    if (option.type === TYPES.BOOLEAN) return [{ name: say("yes"), value: true }, { name: say("no"), value: false }];
    if (option.type === TYPES.USER) return people();
    if (option.type === TYPES.ROLE) return roles();
    if (option.type === TYPES.MENTIONABLE) return [...people(), ...roles()];
    if (option.type === TYPES.CHANNEL) {
      return [...store.channels.values()]
        .filter((channel) => !isDm(channel) && (!option.channel_types?.length || option.channel_types.includes(channel.type)))
        .map((channel) => ({ name: channel.name, value: channel.id, picture: icon(channel.type === 0 ? "hash" : "thread") }));
    }
    return null;
  }

  /** choices null: nothing to choose from (yet); the option still explains itself. */
  show(field, choices) {
    const { say } = this.pane;
    const { option } = field;
    this.composer.suggestions.show(field.input, {
      title: option.label,
      hint: `${option.hint}${option.required ? "" : ` · ${say("optional")}`}`,
      empty: choices ? say("noChoices") : option.autocomplete ? say("loading") : null,
      active: field.picked ? (choices ?? []).findIndex((choice) => choice.value === field.picked.value) : 0,
      items: (choices ?? []).map((choice) => ({
        choice,
        face: [choice.picture, el("span", {}, choice.name)],
        pick: () => this.pick(field, choice),
      })),
    });
  }

  pick(field, choice) {
    field.picked = choice;
    field.text = choice.name;
    field.input.value = choice.name;
    this.size(field);
    this.composer.suggestions.hide();
    const next = this.shownFields.find((candidate) => candidate.option.required && !candidate.text);
    (next ?? field).input.focus();
    if (!next) this.composer.suggestions.hide();
  }

  offerMore() {
    const { say } = this.pane;
    this.composer.suggestions.show(this.more, {
      title: say("optionalOptions"),
      items: this.hiddenFields.map((field) => ({
        face: el("span.suggestion-words", {}, el("b", {}, field.option.label), el("span.suggestion-hint", {}, field.option.hint)),
        pick: () => this.reveal(field),
      })),
    });
  }

  reveal(field) {
    field.shown = true;
    this.draw();
    field.input.focus();
  }

  // ---- keys

  moreKey(event) {
    const { suggestions } = this.composer;
    if (suggestions.key(event)) return;
    if ((event.key === "Enter" || event.key === " ") && suggestions.current) {
      event.preventDefault();
      suggestions.current.pick();
    } else if (event.key === "Escape") this.composer.closeCommand();
  }

  key(event, field) {
    const { suggestions } = this.composer;
    if (event.isComposing) return;
    if (suggestions.key(event)) { field.wandered = true; return; }
    const offer = suggestions.open ? suggestions.current : null;
    if (event.key === "Enter") {
      event.preventDefault();
      if (offer && !field.picked && (field.text || field.option.required || field.wandered)) offer.pick();
      else if (offer && field.wandered) { field.wandered = false; offer.pick(); }
      else this.send();
    } else if (event.key === "Tab") {
      // The highlighted choice is taken along; the focus then moves on by itself.
      if (!event.shiftKey && offer && !field.picked && (field.text || field.wandered)) {
        field.picked = offer.choice;
        field.text = field.input.value = offer.choice.name;
        this.size(field);
      }
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (suggestions.open && suggestions.items.length) suggestions.hide();
      else this.composer.closeCommand();
    } else if (event.key === "Backspace" && !field.input.value) this.stepBack(event, field);
    else if (event.key === "ArrowLeft" && field.input.selectionEnd === 0) this.neighbour(field, -1);
    else if (event.key === "ArrowRight" && field.input.selectionStart === field.input.value.length) this.neighbour(field, 1);
  }

  neighbour(field, way) {
    const fields = this.shownFields;
    fields[fields.indexOf(field) + way]?.input.focus();
  }

  stepBack(event, field) {
    event.preventDefault();
    const fields = this.shownFields;
    const before = fields[fields.indexOf(field) - 1];
    if (!field.option.required) {
      field.shown = false;
      this.draw();
    }
    if (before) before.input.focus();
    else if (field.option.required) this.composer.closeCommand(`/${this.command.name}`);
    else this.focusEnd();
  }

  focusEnd() {
    this.composer.suggestions.hide();
    this.composer.sendButton.focus();
  }

  // ---- sending

  values() {
    const options = {};
    let wrong = null;
    for (const field of this.shownFields) {
      const { value, problem } = valueOf(field.option, field);
      if (problem) wrong ??= field;
      else if (value !== undefined) options[field.option.name] = value;
    }
    return { options, wrong };
  }

  complain(field, take = true) {
    const [word, params] = valueOf(field.option, field).problem;
    if (take) field.input.focus();
    field.node.classList.add("wrong");
    field.input.setAttribute("aria-invalid", "true");
    this.composer.problem.textContent = `${field.option.label}: ${this.pane.say(word, params)}`;
  }

  send() {
    const { options, wrong } = this.values();
    if (wrong) { this.complain(wrong); return; }
    const words = this.shownFields.filter((field) => field.text).map((field) => `${field.option.label}:${field.text}`);
    this.composer.sendCommand(this.command, options, [`/${this.command.name}`, ...words].join(" "));
  }
}
