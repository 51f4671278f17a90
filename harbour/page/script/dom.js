// Builds DOM nodes without ever parsing strings as HTML, so that no message can inject markup.

const SVG = "http://www.w3.org/2000/svg";

/** el("button.plain.small", {onclick, "aria-label": …}, child, …) */
export function el(selector, props = {}, ...children) {
  const [tag, ...classes] = selector.split(".");
  const node = document.createElement(tag || "div");
  if (classes.length) node.className = classes.join(" ");
  setProps(node, props);
  node.append(...flat(children));
  return node;
}

function setProps(node, props) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.classList.add(...String(value).split(" ").filter(Boolean));
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "style") for (const [key, text] of Object.entries(value)) node.style.setProperty(key, text);
    else if (name === "value" || name === "checked") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
}

function flat(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== "");
}

export function fill(node, ...children) {
  node.replaceChildren(...flat(children));
  return node;
}

// 24 × 24 outlines drawn for this page.
const SHAPES = {
  hash: "M5 9h15M4 15h15M10 4 8 20M16 4l-2 16",
  thread: "M5 5v7a4 4 0 0 0 4 4h9m-4-4 4 4-4 4",
  chat: "M4 5h16v11H10l-5 4v-4H4z",
  pin: "M9 3h6l-1 6 4 4H6l4-4zM12 13v8",
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M6 6l12 12M18 6 6 18",
  down: "M6 9l6 6 6-6",
  right: "M9 6l6 6-6 6",
  left: "M15 6l-6 6 6 6",
  split: "M4 5h16v14H4zM12 5v14",
  phone: "M8 3h8v18H8zM11 18h2",
  moon: "M19 14A8 8 0 0 1 10 5a8 8 0 1 0 9 9z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  tools: "M4 7h10M18 7h2M4 17h2M10 17h10M16 4v6M8 14v6",
  help: "M9 9a3 3 0 1 1 4 3c-1 .6-1 1-1 2M12 18v.5",
  reply: "M10 6 4 12l6 6M4 12h9a7 7 0 0 1 7 7",
  eye: "M2 12s4-6 10-6 10 6 10 6-4 6-10 6S2 12 2 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  external: "M13 5h6v6M19 5l-9 9M10 6H5v13h13v-5",
  file: "M7 3h7l4 4v14H7zM14 3v5h4",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2",
  restart: "M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5",
  people: "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19a6 6 0 0 1 12 0M16 5a3 3 0 0 1 0 6M17 14a6 6 0 0 1 4 5",
  slash: "M15 5 9 19M4 4h16v16H4z",
  send: "M4 12 20 4l-5 16-4-7z",
  settings: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1",
  silent: "M6 16h12l-2-3V9a4 4 0 0 0-8 0v4zM10 19h4M4 4l16 16",
  check: "M5 12l5 5 9-10",
  warn: "M12 4 3 20h18zM12 10v5M12 17.5v.5",
  plus: "M12 5v14M5 12h14",
  forum: "M4 5h16v11H10l-5 4v-4H4zM8 9h8M8 12h5",
  bell: "M6 16h12l-2-3V9a4 4 0 0 0-8 0v4zM10 19h4",
  lock: "M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3",
  sail: "M12 3v12M12 5l7 8h-7M5 17h14l-2 4H7z",
};

export function icon(name, className = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon ${className}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

export function avatar(user, { size = 40, colour = user.colour, address = user.avatarAddress ?? null } = {}) {
  const style = { "--size": `${size}px` };
  if (colour) Object.assign(style, { "--colour": colour, "--ink": isLight(colour) ? "#13202b" : "#fff" });
  const name = user.global_name ?? user.username ?? user.name ?? "?";
  if (address) return el("img.avatar", { src: address, alt: "", style });
  const mark = user.bot ? icon("sail") : [...name][0];
  return el("span.avatar", { style, "aria-hidden": "true", class: user.bot ? "bot" : "" }, mark);
}

function isLight(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 140;
}

let serial = 0;
/** An id for aria-labelledby and friends, unique in the page. */
export const uid = (prefix) => `${prefix}-${++serial}`;

export const nonce = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;

export function announce(region, text) {
  // A changed text is only read aloud when the region was empty before.
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = text; });
}

/** Keeps Tab inside a dialog. */
export function trapFocus(event, box) {
  if (event.key !== "Tab") return;
  const stops = focusable(box);
  if (!stops.length) return;
  const first = stops[0], last = stops[stops.length - 1];
  if (event.shiftKey && (document.activeElement === first || document.activeElement === box)) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && document.activeElement === last) {
    event.preventDefault();
    first.focus();
  }
}

export const focusable = (box) =>
  [...box.querySelectorAll("a[href],button:not([disabled]),input:not([disabled]),textarea,select,[tabindex='0']")]
    .filter((node) => node.offsetParent !== null);
