// Select menus of messages and modals: a button that opens a listbox.

import { avatar, el, fill, icon, uid } from "./dom.js";
import { customEmoji } from "./markdown.js";
import { float } from "./floating.js";
import { isDm } from "./store.js";

const STRING = 3, USER = 5, ROLE = 6, MENTIONABLE = 7, CHANNEL = 8;
export const SELECT_TYPES = new Set([STRING, USER, ROLE, MENTIONABLE, CHANNEL]);

const TYPEAHEAD_PAUSE = 700;

/** What a select of any kind offers: [{value, label, description?, picture?}] */
export function choicesOf(component, store) {
  if (component.type === STRING) {
    return (component.options ?? []).map((option) => ({
      value: option.value, label: option.label, description: option.description,
      picture: option.emoji ? () => customEmoji(option.emoji, "choice-emoji", { beside: true }) : null,
    }));
  }
  const people = () => [...store.people.values(), store.botUser].map((user) => ({
    value: user.id, label: store.nameOf(user), picture: () => avatar(user, { size: 24 }),
  }));
  const roles = () => (store.guild?.roles ?? []).filter((role) => role.id !== store.guild.id)
    .map((role) => ({ value: role.id, label: `@${role.name}` }));
  const channels = () => [...store.channels.values()]
    .filter((channel) => !isDm(channel) && (!component.channel_types?.length || component.channel_types.includes(channel.type)))
    .map((channel) => ({ value: channel.id, label: channel.name, picture: () => icon({ 0: "hash", 15: "forum" }[channel.type] ?? "thread") }));
  if (component.type === USER) return people();
  if (component.type === ROLE) return roles();
  if (component.type === MENTIONABLE) return [...people(), ...roles()];
  return channels();
}

export function defaultsOf(component) {
  if (component.type === STRING) return (component.options ?? []).filter((option) => option.default).map((option) => option.value);
  return (component.default_values ?? []).map((value) => String(value.id));
}

/**
 * options: {pane, store, say, component, chosen, label?, describedBy?, busy?, onDone(values)}
 * The node has `values` with what is chosen now.
 */
export function selectMenu(options) {
  const { pane, store, say, component, label = null, describedBy = null, busy = false, onDone } = options;
  const choices = choicesOf(component, store);
  const min = component.min_values ?? 1, max = component.max_values ?? 1;
  let values = [...(options.chosen ?? defaultsOf(component))];
  let close = null;

  const shown = el("span.select-shown");
  const trigger = el("button.select", {
    type: "button", role: "combobox", "aria-haspopup": "listbox", "aria-expanded": "false",
    "aria-busy": busy ? "true" : null, "aria-describedby": describedBy, disabled: component.disabled ?? false,
    data: { customId: component.custom_id },
    onclick: () => (close ? close("done") : open()),
    onkeydown: (event) => {
      if (!close && ["ArrowDown", "ArrowUp"].includes(event.key)) { event.preventDefault(); open(); }
    },
  }, shown, icon("down"));
  trigger.values = values;

  const show = (current) => {
    trigger.values = current;
    const picked = current.map((value) => choices.find((choice) => choice.value === value)).filter(Boolean);
    const placeholder = component.placeholder || say("choose");
    fill(shown, picked.length
      ? picked.map((choice) => el("span", { class: max > 1 ? "pill" : "picked" }, choice.picture?.(), el("span", {}, choice.label)))
      : el("span.placeholder", {}, placeholder));
    trigger.setAttribute("aria-label", [label ?? placeholder, ...picked.map((choice) => choice.label)].join(", "));
  };
  show(values);

  function open() {
    let draft = [...values];
    const list = listbox({ choices, multiple: max > 1, label: label ?? (component.placeholder || say("choose")), isChosen: (value) => draft.includes(value), pick });
    const hint = el("span.select-hint", { "aria-live": "polite" }, rangeWords(say, min, max));
    const done = el("button.small.primary", { type: "button", onclick: () => close("done") }, say("done"));
    const panel = el("div.select-panel", {}, list.node, max > 1 ? el("div.select-foot", {}, hint, done) : null);
    const fits = () => draft.length >= min && draft.length <= max;
    const judge = () => { done.disabled = !fits(); };

    function pick(value) {
      if (max === 1) {
        draft = draft.includes(value) && min === 0 ? [] : [value];
        list.refresh();
        close("done");
        return;
      }
      if (draft.includes(value)) draft = draft.filter((known) => known !== value);
      else if (draft.length < max) draft = [...draft, value];
      list.refresh();
      judge();
    }

    judge();
    trigger.setAttribute("aria-expanded", "true");
    close = float(pane, trigger, panel, {
      sameWidth: true,
      onClose: (reason) => {
        close = null;
        trigger.setAttribute("aria-expanded", "false");
        if (reason !== "away") trigger.focus();
        const changed = draft.length !== values.length || draft.some((value, index) => value !== values[index]);
        // A single choice made again is still a choice, as in the chat people know.
        if (reason === "escape" || !fits() || (!changed && !(max === 1 && reason === "done" && draft.length))) return;
        values = draft;
        show(values);
        onDone?.(values);
      },
    });
    list.node.focus();
    list.moveTo(Math.max(0, choices.findIndex((choice) => draft.includes(choice.value))));
  }

  return trigger;
}

export function rangeWords(say, min, max) {
  if (min === max) return say("chooseExactly", { min });
  return min ? say("chooseRange", { min, max }) : say("chooseUpTo", { max });
}

/** A keyboard listbox: arrows, Home, End, letters, Enter or Space. */
function listbox({ choices, multiple, label, isChosen, pick }) {
  let active = 0, typed = "", typedAt = 0;
  const rows = choices.map((choice, index) => el("div.choice", {
    role: "option", id: uid("choice"), data: { value: choice.value },
    onclick: () => { moveTo(index); pick(choice.value); },
    onpointermove: () => moveTo(index, false),
  }, choice.picture?.(), el("span.choice-words", {}, el("span.choice-label", {}, choice.label),
    choice.description ? el("span.choice-description", {}, choice.description) : null), icon("check", "tick")));
  const node = el("div.listbox", { role: "listbox", tabindex: "0", "aria-label": label, "aria-multiselectable": multiple ? "true" : null }, rows);

  function moveTo(index, scroll = true) {
    if (!rows.length) return;
    rows[active]?.classList.remove("active");
    active = Math.max(0, Math.min(index, rows.length - 1));
    rows[active].classList.add("active");
    node.setAttribute("aria-activedescendant", rows[active].id);
    if (scroll) rows[active].scrollIntoView({ block: "nearest" });
  }

  function refresh() {
    rows.forEach((row, index) => row.setAttribute("aria-selected", String(isChosen(choices[index].value))));
  }

  node.addEventListener("keydown", (event) => {
    const moves = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: rows.length - 1, PageDown: active + 8, PageUp: active - 8 };
    if (event.key in moves) moveTo(moves[event.key]);
    else if (event.key === "Enter" || event.key === " ") { if (choices[active]) pick(choices[active].value); }
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      typed = event.timeStamp - typedAt < TYPEAHEAD_PAUSE ? typed + event.key : event.key;
      typedAt = event.timeStamp;
      const found = choices.findIndex((choice) => choice.label.toLocaleLowerCase().startsWith(typed.toLocaleLowerCase()));
      if (found >= 0) moveTo(found);
    } else return;
    event.preventDefault();
  });
  refresh();
  return { node, moveTo, refresh };
}
