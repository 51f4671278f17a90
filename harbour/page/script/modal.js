// A modal of the bot: a form over one person's pane.

import { el, icon, trapFocus, uid } from "./dom.js";
import { render } from "./markdown.js";
import { rangeWords, SELECT_TYPES, selectMenu } from "./selects.js";

const ROW = 1, TEXT_INPUT = 4, TEXT_DISPLAY = 10, LABEL = 18, RADIO = 21, CHECKS = 22, CHECK = 23;
const PARAGRAPH = 2;

/** detail: {interaction_id, modal: {custom_id, title, components}} */
export function showModal(pane, detail, signal) {
  const { store, say } = pane;
  const back = document.activeElement;
  const entries = [];
  const title = el("h2", { id: uid("modal") }, detail.modal.title);
  const error = el("p.problem", { role: "alert" });
  const submit = el("button.button.primary", { type: "submit" }, say("submit"));
  const form = el("form.modal", {
    role: "dialog", "aria-modal": "true", "aria-labelledby": title.id, novalidate: true,
    onkeydown: (event) => {
      if (event.key === "Escape") close();
      trapFocus(event, form);
    },
    onsubmit: (event) => { event.preventDefault(); send(); },
  },
  el("header.modal-head", {}, title, el("button.icon-button", { type: "button", "aria-label": say("close"), onclick: () => close() }, icon("close"))),
  el("div.modal-body", {}, detail.modal.components.map((component) => part(component, null))),
  error,
  el("footer.modal-foot", {}, el("button.button.secondary", { type: "button", onclick: () => close() }, say("cancel")), submit));

  function part(component, label) {
    if (component.type === ROW) return component.components.map((child) => part(child, null));
    if (component.type === TEXT_DISPLAY) return el("div.text", {}, render(component.content, pane.context));
    if (component.type === LABEL) return part(component.component, { text: component.label, description: component.description });
    const make = SELECT_TYPES.has(component.type) ? selectEntry : ENTRIES[component.type];
    if (!make) return null;
    const words = label ?? { text: component.label ?? "", description: null };
    const entry = make(component, words, pane);
    entry.component = component;
    entries.push(entry);
    return entry.node;
  }

  function send() {
    error.textContent = "";
    for (const entry of entries) {
      const problem = entry.problem();
      entry.node.classList.toggle("wrong", Boolean(problem));
      if (problem) {
        error.textContent = `${entry.name}: ${problem}`;
        entry.focus();
        return;
      }
    }
    submit.setAttribute("aria-busy", "true");
    submit.disabled = true;
    store.submit(detail, Object.fromEntries(entries.map((entry) => [entry.component.custom_id, entry.value()])));
  }

  const heard = new AbortController();
  store.on("waits", ({ wait }) => {
    if (wait.modal !== detail.interaction_id || wait.state === "sent") return;
    if (wait.state !== "failed") { close(); return; }
    submit.disabled = false;
    submit.removeAttribute("aria-busy");
    error.textContent = wait.reason ?? say("interactionFailed");
  }, heard.signal);
  signal.addEventListener("abort", () => close(), { once: true });

  const veil = el("div.modal-veil", { onpointerdown: (event) => { if (event.target === veil) close(); } }, form);

  function close() {
    if (heard.signal.aborted) return;
    heard.abort();
    veil.remove();
    pane.body.inert = false;
    if (back?.isConnected) back.focus();
    else pane.composer.field.focus();
  }

  pane.body.inert = true;
  pane.root.append(veil, pane.layer);
  (entries[0] ?? { focus: () => submit.focus() }).focus();
}

const ENTRIES = { [TEXT_INPUT]: textEntry, [RADIO]: radioEntry, [CHECKS]: checksEntry, [CHECK]: checkEntry };

function frame(words, required, say, field, id) {
  const describe = words.description ? el("span.entry-description", { id: `${id}-about` }, words.description) : null;
  return el("div.entry", {}, el("label.entry-label", { for: id }, words.text, star(required, say)), describe, field);
}

const star = (required, say) => (required ? el("span.star", { title: say("required"), "aria-hidden": "true" }, " *") : null);

function textEntry(component, words, { say }) {
  const id = uid("entry");
  const required = component.required ?? true;
  const least = component.min_length ?? 0, most = component.max_length ?? 4000;
  const tag = component.style === PARAGRAPH ? "textarea" : "input";
  const field = el(`${tag}.entry-field`, {
    id, placeholder: component.placeholder, maxlength: String(most), "aria-required": required ? "true" : null,
    "aria-describedby": words.description ? `${id}-about` : null, ...(tag === "input" ? { type: "text", autocomplete: "off" } : { rows: "4" }),
  });
  field.value = component.value ?? "";
  return {
    node: frame(words, required, say, field, id), name: words.text, focus: () => field.focus(), value: () => field.value,
    problem: () => {
      const length = field.value.length;
      if (!length) return required ? say("missing") : null;
      return length < least || length > most ? say("lengthOf", { min: least, max: most }) : null;
    },
  };
}

function selectEntry(component, words, pane) {
  const { say, store } = pane;
  const required = component.required ?? true;
  const min = required ? component.min_values ?? 1 : 0;
  const id = uid("entry");
  const field = selectMenu({ pane, store, say, component: { ...component, min_values: min }, label: words.text, describedBy: words.description ? `${id}-about` : null });
  field.id = id;
  return {
    node: frame(words, required, say, field, id), name: words.text, focus: () => field.focus(), value: () => field.values,
    problem: () => (field.values.length < min ? say("missing") : null),
  };
}

function group(component, words, say, type, required) {
  const name = uid("group");
  const boxes = (component.options ?? []).map((option) => {
    const input = el("input", { type, name, value: option.value, checked: option.default ?? false });
    return { input, node: el("label.tick-row", {}, input, el("span.choice-words", {}, el("span.choice-label", {}, option.label),
      option.description ? el("span.choice-description", {}, option.description) : null)) };
  });
  const node = el("fieldset.entry", {}, el("legend.entry-label", {}, words.text, star(required, say)),
    words.description ? el("span.entry-description", {}, words.description) : null, boxes.map((box) => box.node));
  const chosen = () => boxes.filter((box) => box.input.checked).map((box) => box.input.value);
  return { node, name: words.text, chosen, focus: () => (boxes.find((box) => box.input.checked) ?? boxes[0])?.input.focus() };
}

function radioEntry(component, words, { say }) {
  const required = component.required ?? true;
  const { chosen, ...entry } = group(component, words, say, "radio", required);
  return { ...entry, value: () => chosen()[0] ?? null, problem: () => (required && !chosen().length ? say("missing") : null) };
}

function checksEntry(component, words, { say }) {
  const required = component.required ?? true;
  const { chosen, ...entry } = group(component, words, say, "checkbox", required);
  const min = required ? component.min_values ?? 1 : 0, max = component.max_values ?? (component.options ?? []).length;
  return {
    ...entry, value: chosen,
    problem: () => {
      const count = chosen().length;
      return (count || required) && (count < min || count > max) ? rangeWords(say, min, max) : null;
    },
  };
}

function checkEntry(component, words) {
  const input = el("input", { type: "checkbox", checked: component.default ?? false });
  const node = el("div.entry", {}, el("label.tick-row", {}, input, el("span.choice-words", {}, el("span.choice-label", {}, words.text),
    words.description ? el("span.choice-description", {}, words.description) : null)));
  return { node, name: words.text, focus: () => input.focus(), value: () => input.checked, problem: () => null };
}
