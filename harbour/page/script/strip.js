// Who you are: the row of people above a pane, and the settings of the one you are.

import { avatar, el, fill, icon } from "./dom.js";
import { badge } from "./sidebar.js";
import { float } from "./floating.js";
import { LOCALES } from "./words.js";
import { storeOf } from "./store.js";

export class Strip {
  constructor(pane) {
    this.pane = pane;
    this.node = el("div.strip", { role: "region" });
  }

  async listen(store, signal) {
    for (const event of ["person", "world", "phone"]) store.on(event, () => this.draw(), signal);
    // The others' unread marks stand on their pictures: whose turn it is shows from afar.
    for (const id of store.people.keys()) {
      const other = await storeOf(id);
      if (signal.aborted) return;
      for (const event of ["unread", "create"]) other.on(event, () => this.draw(), signal);
    }
    this.others = new Map(await Promise.all([...store.people.keys()].map(async (id) => [id, await storeOf(id)])));
    if (!signal.aborted) this.draw();
  }

  draw() {
    const { store, say } = this.pane;
    const at = this.node.contains(document.activeElement) ? document.activeElement : null;
    const hadFocus = at ? at.dataset.person ?? (at.matches(".phone-button") ? "phone" : "settings") : null;
    const me = store.person;
    this.node.setAttribute("aria-label", say("youAre"));
    fill(this.node,
      el("span.strip-label", {}, say("youAre")),
      el("div.people", { role: "radiogroup", "aria-label": say("youAre"), onkeydown: (event) => this.arrows(event) },
        [...store.people.values()].map((person) => this.face(person))),
      el("span.grow"),
      this.phoneButton(),
      el("span.strip-facts", {}, `${LOCALES[me.locale] ?? me.locale} · ${me.timezone.split("/").pop().replaceAll("_", " ")}`),
      el("button.icon-button.settings", { type: "button", title: say("settingsOf", { name: store.nameOf(me) }), "aria-haspopup": "dialog",
        "aria-label": say("settingsOf", { name: store.nameOf(me) }), class: me.dms_closed ? "dms-closed" : "",
        onclick: (event) => this.openSettings(event.currentTarget) }, icon("settings")));
    if (hadFocus === "phone") this.node.querySelector(".phone-button").focus();
    else if (hadFocus) (this.node.querySelector(`[data-person="${hadFocus}"]`) ?? this.node.querySelector(".settings"))?.focus();
  }

  /** What has reached the phone; where there is room the phone stands open beside the chat anyway. */
  phoneButton() {
    const { store, say } = this.pane;
    const count = store.phone.buzzes.reduce((sum, entry) => sum + entry.count, 0);
    const name = say("phoneOf", { name: store.nameOf(store.person), count });
    return el("button.icon-button.phone-button", { type: "button", title: name, "aria-label": name,
      "aria-expanded": String(this.pane.root.classList.contains("phone-shown")),
      onclick: () => this.pane.togglePhone() }, icon("bell"), badge(count));
  }

  face(person) {
    const { store, say, key } = this.pane;
    const mine = person.id === store.id;
    const { count, mentions } = (mine ? null : this.others?.get(person.id)?.waiting) ?? { count: 0, mentions: 0 };
    const name = store.nameOf(person);
    return el("button.face", {
      type: "button", role: "radio", "aria-checked": String(mine), tabindex: mine ? "0" : "-1", title: name, data: { person: person.id, pane: key },
      "aria-label": [name, person.manager ? say("manager") : null, count ? say("waiting", { count }) : null].filter(Boolean).join(", "),
      onclick: () => this.pane.become(person.id),
    }, avatar(person, { size: 26 }), el("span.face-name", {}, name), badge(mentions) ?? (count ? el("span.dot", { "aria-hidden": "true" }) : null));
  }

  arrows(event) {
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const ids = [...this.pane.store.people.keys()];
    const at = ids.indexOf(document.activeElement.dataset.person);
    this.pane.become(ids[(at + way + ids.length) % ids.length]);
  }

  openSettings(anchor) {
    const { store, say } = this.pane;
    const me = store.person;
    const set = (change) => store.act("person", change).catch(() => {});
    const locales = Object.entries(LOCALES).concat(me.locale in LOCALES ? [] : [[me.locale, me.locale]]);
    const language = el("select", { onchange: () => { close(); set({ locale: language.value }); } },
      locales.map(([code, name]) => el("option", { value: code, selected: code === me.locale }, name)));
    const closed = el("input", { type: "checkbox", role: "switch", checked: me.dms_closed, onchange: () => set({ dms_closed: closed.checked }) });
    const installed = el("input", { type: "checkbox", role: "switch", checked: me.installed, onchange: () => set({ installed: installed.checked }) });
    const panel = el("div.settings-panel", { role: "dialog", "aria-label": say("settingsOf", { name: store.nameOf(me) }) },
      el("h2", {}, avatar(me, { size: 28 }), store.nameOf(me)),
      el("label", {}, el("span", {}, say("language")), language),
      el("label", {}, el("span", {}, say("dmsClosed"), el("small", {}, say("dmsClosedHint", { name: store.nameOf(me) }))), closed),
      el("label", {}, el("span", {}, say("installed"), el("small", {}, say("installedHint"))), installed),
      el("p", {}, say("timezone", { zone: me.timezone }), me.manager ? ` · ${say("manager")}` : ""));
    const close = float(this.pane, anchor, panel, { align: "end", onClose: (reason) => { if (reason === "escape") anchor.focus(); } });
    language.focus();
  }
}
