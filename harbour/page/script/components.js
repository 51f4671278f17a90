// Message components, legacy rows and the V2 layout.

import { openBeside } from "./beside.js";
import { el, icon } from "./dom.js";
import { customEmoji, render } from "./markdown.js";
import { fileName, fileSize, jumpTarget, mediaAddress, safeLink } from "./addresses.js";
import { SELECT_TYPES, selectMenu } from "./selects.js";
import { showPictures } from "./lightbox.js";

const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "linking", 6: "primary" };

/** context: {pane, store, say, go, message, mentions} */
export function renderComponents(components, context) {
  return components.map((component) => renderComponent(component, context));
}

function renderComponent(component, context) {
  if (SELECT_TYPES.has(component.type)) return messageSelect(component, context);
  return DRAW[component.type]?.(component, context) ?? null;
}

const DRAW = {
  1: (row, context) => el("div.row", {}, renderComponents(row.components, context)),
  2: button,
  9: (section, context) => el("div.section", {},
    el("div.section-words", {}, renderComponents(section.components, context)),
    el("div.section-accessory", {}, renderComponent(section.accessory, context))),
  10: (text, context) => el("div.text", {}, render(text.content, context)),
  11: (thumbnail, context) => el("div.thumbnail", {}, picture(
    { ...thumbnail.media, description: thumbnail.description, spoiler: thumbnail.spoiler }, context)),
  12: (gallery, context) => pictureGrid(gallery.items.map((item) => ({ ...item.media, description: item.description, spoiler: item.spoiler })), context),
  13: (file, context) => fileCard({ url: file.file.url, filename: file.name, size: file.size, spoiler: file.spoiler }, context),
  14: (separator) => el("hr.separator", { class: `${separator.divider === false ? "bare" : ""} ${separator.spacing === 2 ? "large" : ""}` }),
  17: container,
};

function container(component, context) {
  const colour = component.accent_color ?? null;
  const style = colour === null ? {} : { "--accent-bar": `#${colour.toString(16).padStart(6, "0")}` };
  const box = el("div.container", { style, class: colour === null ? "" : "accented" }, renderComponents(component.components, context));
  return component.spoiler ? veil(box, context.say) : box;
}

function button(component, { store, say, go, message }) {
  const style = BUTTON_STYLES[component.style] ?? "secondary";
  const face = [component.emoji ? customEmoji(component.emoji, "button-emoji", { beside: Boolean(component.label) }) : null, component.label ? el("span", {}, component.label) : null];
  const name = component.label ? null : component.emoji?.name;
  if (component.url) {
    const target = jumpTarget(component.url);
    if (target) {
      return el("button.button", { type: "button", class: style, disabled: component.disabled, "aria-label": name,
        onclick: () => go(target.channel, target.message) }, face, icon("right"));
    }
    return el("a.button", { class: `${style}${component.disabled ? " disabled" : ""}`, href: component.disabled ? null : safeLink(component.url),
      onclick: (event) => { if (openBeside(component.url, say)) event.preventDefault(); },
      target: "_blank", rel: "noreferrer noopener", title: say("opensOutside"), "aria-disabled": component.disabled ? "true" : null,
      "aria-label": name }, face, icon("external"));
  }
  const wait = store.waitOn(message.id);
  const busy = wait?.state === "sent" && wait.customId === component.custom_id;
  return el("button.button", {
    type: "button", class: style, disabled: component.disabled ?? false, "aria-busy": busy ? "true" : null, "aria-label": name,
    data: { customId: component.custom_id },
    onclick: () => { if (!busy) store.press(message, component.custom_id); },
  }, face);
}

function messageSelect(component, { pane, store, say, message }) {
  const wait = store.waitOn(message.id);
  const key = `${message.id}/${component.custom_id}`;
  return selectMenu({
    pane, store, say, component, chosen: pane.chosen.get(key),
    busy: wait?.state === "sent" && wait.customId === component.custom_id,
    onDone: (values) => {
      pane.chosen.set(key, values);
      store.select(message, component.custom_id, values);
    },
  });
}

// ---- pictures and files

const SHOWN_AT_ONCE = 10;

export function pictureGrid(items, context) {
  const shown = items.slice(0, SHOWN_AT_ONCE);
  return el("div.gallery", { data: { count: shown.length } }, shown.map((item) => picture(item, context, items)));
}

function picture(item, { pane, say }, siblings = [item]) {
  const words = item.description || say("picture");
  const image = el("img", { src: mediaAddress(item.url), alt: words, loading: "lazy",
    width: item.width, height: item.height, draggable: "false" });
  const open = el("button.picture", {
    type: "button", "aria-label": say("enlarge", { text: words }),
    style: item.width && item.height ? { "--ratio": String(item.width / item.height), "--natural": `${item.width}px` } : {},
    onclick: () => showPictures(siblings, siblings.indexOf(item), say, pane),
  }, image);
  return item.spoiler ? veil(open, say) : open;
}

export function fileCard(file, { say, store }) {
  const name = file.filename ?? fileName(file.url);
  const card = el("a.file", { href: mediaAddress(file.url), download: name, "aria-label": say("download", { name }) },
    icon("file"), el("span.file-words", {}, el("span.file-name", {}, name), el("span.file-size", {}, fileSize(store.person.locale, file.size))));
  return file.spoiler ? veil(card, say) : card;
}

function veil(content, say) {
  content.inert = true;
  const cover = el("button.veil-cover", { type: "button", onclick: () => { content.inert = false; cover.remove(); box.classList.add("shown"); } }, say("spoiler"));
  const box = el("div.veil", {}, content, cover);
  return box;
}

/** All the words of a layout, for announcements and previews. */
export function textOf(components = []) {
  return components.flatMap((component) => [
    component.content ?? [], textOf(component.components), component.accessory ? textOf([component.accessory]) : [],
  ]).flat().filter((text) => typeof text === "string");
}
