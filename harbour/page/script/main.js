// Starts the page: the bar of the harbour, one pane or two, the drawer and the first-visit note.

import { el, fill, icon } from "./dom.js";
import { Drawer } from "./drawer.js";
import { Pane } from "./pane.js";
import { getWorld } from "./wire.js";
import { isFirstVisit, showWelcome } from "./welcome.js";
import { speaker } from "./words.js";

const kept = {
  get: (key, otherwise) => localStorage.getItem(`harbour.${key}`) ?? otherwise,
  set: (key, value) => localStorage.setItem(`harbour.${key}`, value),
};

const bar = el("header.bar");
const holder = el("div.panes");
const panes = [new Pane("first"), new Pane("second")];
const drawer = new Drawer(() => panes[0]);
const isSplit = () => document.body.classList.contains("split");

/** `state` is aria-pressed for what stays on, null for what merely acts. */
function barButton(tool, mark, name, state, act) {
  return el("button.icon-button", { type: "button", title: name, "aria-label": name, "aria-pressed": state === null ? null : String(state),
    data: { tool }, onclick: act }, icon(mark));
}

function drawBar() {
  const { say, store } = panes[0];
  document.documentElement.lang = store.person.locale;
  const dark = document.documentElement.dataset.theme === "dark";
  const focused = [...bar.querySelectorAll("button")].indexOf(document.activeElement);
  const phone = document.body.classList.contains("phone");
  drawer.opener = barButton("drawer", "tools", say("tools"), null, () => drawer.toggle());
  drawer.opener.setAttribute("aria-expanded", String(!drawer.node.hidden));
  drawer.opener.setAttribute("aria-controls", drawer.node.id);
  fill(bar,
    el("a.skip", { href: "#", onclick: (event) => { event.preventDefault(); panes[0].composer.field.focus(); } }, say("skip")),
    el("span.brand", {}, icon("sail"), el("b", {}, say("harbour")), el("span.brand-note", {}, say("notDiscord"))),
    el("span.grow"),
    barButton("split", "split", say("split"), isSplit(), () => setSplit(!isSplit())),
    barButton("phone", "phone", say("phone"), phone, () => setPhone(!phone)),
    barButton("theme", dark ? "sun" : "moon", say(dark ? "toLight" : "toDark"), null, () => setTheme(dark ? "light" : "dark")),
    barButton("about", "help", say("about"), null, () => showWelcome(panes[0])),
    drawer.opener);
  if (focused >= 0) bar.querySelectorAll("button")[focused]?.focus();
  drawTitle();
}

function drawTitle() {
  const { store, say } = panes[0];
  const { mentions } = store.waiting;
  document.title = `${mentions ? `(${mentions}) ` : ""}${say("harbour")} · ${store.nameOf(store.person)}`;
}

function setTheme(theme) {
  kept.set("theme", theme);
  document.documentElement.dataset.theme = theme;
  drawBar();
}

function setPhone(on) {
  kept.set("phone", on ? "yes" : "no");
  document.body.classList.toggle("phone", on);
  drawBar();
}

async function setSplit(on) {
  kept.set("split", on ? "yes" : "no");
  document.body.classList.toggle("split", on);
  if (on) {
    holder.append(panes[1].root);
    const others = [...panes[0].store.people.keys()].filter((id) => id !== panes[0].store.id);
    const wanted = kept.get("second", null);
    await panes[1].become(others.includes(wanted) ? wanted : others[0]);
  } else panes[1].leave();
  drawBar();
}

async function start() {
  const dark = !window.matchMedia("(prefers-color-scheme: light)").matches;
  document.documentElement.dataset.theme = kept.get("theme", dark ? "dark" : "light");
  const guess = speaker(navigator.language);
  const waiting = el("p.opening", { role: "status" }, guess("loadingWorld"));
  document.body.append(waiting);
  let world;
  try {
    world = await getWorld(null);
  } catch {
    waiting.textContent = guess("locked");
    return;
  }
  const ids = world.people.map((person) => person.id);
  const wanted = new URLSearchParams(location.search).get("person") ?? kept.get("person", null);
  holder.append(panes[0].root);
  for (const [index, pane] of panes.entries()) {
    pane.addEventListener("person", () => {
      kept.set(index ? "second" : "person", pane.store.id);
      if (index) return;
      drawBar();
      if (!drawer.node.hidden) drawer.draw();
      for (const event of ["status", "clock", "rights", "channels", "channel"]) pane.store.on(event, () => { if (!drawer.node.hidden) drawer.draw(); }, pane.stop.signal);
      pane.store.on("unread", drawTitle, pane.stop.signal);
    });
  }
  await panes[0].become(ids.includes(wanted) ? wanted : ids[0]);
  waiting.remove();
  document.body.append(bar, holder, drawer.node);
  if (kept.get("phone", "no") === "yes") setPhone(true);
  if (kept.get("split", "no") === "yes") await setSplit(true);
  document.addEventListener("visibilitychange", () => { for (const pane of panes) if (pane.store) pane.seen(); });
  document.body.dataset.ready = "yes";
  if (isFirstVisit()) showWelcome(panes[0]);
}

start();
