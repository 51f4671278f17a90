// The list above the message box: commands, choices, people. The field keeps the focus; the list is its listbox.

import { el, fill, uid } from "./dom.js";

export class Suggestions {
  constructor() {
    this.head = el("div.suggestions-head");
    this.list = el("div.suggestions-list", { role: "listbox", id: uid("suggestions") });
    this.node = el("div.suggestions", { hidden: true, onpointerdown: (event) => event.preventDefault() }, this.head, this.list);
    this.items = [];
    this.active = -1;
    this.field = null;
  }

  /** items: [{face: nodes, pick()}]; an empty list shows `empty`. */
  show(field, { title, hint = null, items, empty = null, active = 0 }) {
    this.attach(field);
    this.items = items;
    fill(this.head, el("b", {}, title), hint ? el("span", {}, hint) : null);
    this.rows = items.map((item, index) => el("div.suggestion", {
      role: "option", id: uid("suggestion"), "aria-selected": "false",
      onclick: () => item.pick(),
      onpointermove: () => this.moveTo(index, false),
    }, item.face));
    fill(this.list, this.rows, !items.length && empty ? el("p.suggestions-empty", {}, empty) : null);
    this.list.setAttribute("aria-label", title);
    this.node.hidden = false;
    field.setAttribute("aria-expanded", "true");
    this.active = -1;
    field.removeAttribute("aria-activedescendant");
    if (items.length && active >= 0) this.moveTo(active);
  }

  attach(field) {
    if (this.field && this.field !== field) this.detach();
    this.field = field;
    field.setAttribute("aria-controls", this.list.id);
  }

  detach() {
    this.field?.setAttribute("aria-expanded", "false");
    this.field?.removeAttribute("aria-activedescendant");
    this.field = null;
  }

  hide() {
    this.detach();
    this.node.hidden = true;
    this.items = [];
    this.active = -1;
  }

  get open() {
    return !this.node.hidden;
  }

  get current() {
    return this.items[this.active] ?? null;
  }

  moveTo(index, scroll = true) {
    this.rows[this.active]?.setAttribute("aria-selected", "false");
    this.active = (index + this.items.length) % this.items.length;
    const row = this.rows[this.active];
    row.setAttribute("aria-selected", "true");
    this.field?.setAttribute("aria-activedescendant", row.id);
    if (scroll) row.scrollIntoView({ block: "nearest" });
  }

  /** True when the key was for the list. */
  key(event) {
    if (!this.open || !this.items.length || event.isComposing) return false;
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (!(event.key in steps)) return false;
    this.moveTo(this.active < 0 && event.key === "ArrowUp" ? -1 : this.active + steps[event.key]);
    event.preventDefault();
    return true;
  }
}
