// A page of this machine that a link button opens: beside the chat where there is room, else in a tab.

import { el, icon } from "./dom.js";

const ROOM_PX = 1400;

/** Opens a page of this machine beside the chat. Returns false where it belongs in a tab. */
export function openBeside(address, say) {
  if (new URL(address).hostname !== location.hostname || window.innerWidth < ROOM_PX || document.body.classList.contains("phone")) return false;
  document.querySelector(".beside")?.remove();
  const close = el("button.icon-button", { type: "button", title: say("close"), "aria-label": say("close"), onclick: () => box.remove() }, icon("close"));
  const box = el("aside.beside", {}, el("div.beside-bar", {}, close), el("iframe", { src: address, title: new URL(address).host }));
  document.querySelector(".panes").append(box);
  return true;
}
