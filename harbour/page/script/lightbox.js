// Pictures at full size, over everything.

import { el, icon } from "./dom.js";
import { mediaAddress } from "./addresses.js";

export function showPictures(items, start, say, pane) {
  let index = start;
  const back = document.activeElement;
  const image = el("img", { onclick: () => zoom() });
  const stage = el("div.lightbox-stage", { onclick: (event) => { if (event.target === stage) box.close(); } }, image);
  const caption = el("p.lightbox-caption");
  const count = el("span.lightbox-count");
  const size = el("button.icon-button", { type: "button", onclick: () => zoom() }, icon("plus"));
  const step = (way) => { index = (index + way + items.length) % items.length; show(); };
  const arrow = (name, way) => items.length > 1
    ? el("button.icon-button.lightbox-arrow", { type: "button", class: name, "aria-label": say(way < 0 ? "previous" : "next"), onclick: () => step(way) },
      icon(way < 0 ? "left" : "right")) : null;
  const box = el("dialog.lightbox", {
    "aria-label": say("picture"),
    onclose: () => { box.remove(); back?.focus(); },
    onkeydown: (event) => {
      if (event.key === "ArrowLeft") step(-1);
      if (event.key === "ArrowRight") step(1);
    },
  },
  el("div.lightbox-bar", {}, count, el("span.grow"), size,
    el("button.icon-button", { type: "button", "aria-label": say("close"), onclick: () => box.close() }, icon("close"))),
  stage, arrow("before", -1), arrow("after", 1), caption);

  function zoom() {
    const large = stage.classList.toggle("actual");
    size.setAttribute("aria-label", say(large ? "fit" : "actualSize"));
    size.setAttribute("aria-pressed", String(large));
  }

  function show() {
    const item = items[index];
    stage.classList.add("actual");
    zoom();
    image.src = mediaAddress(item.url);
    image.alt = item.description || say("picture");
    caption.textContent = item.description ?? "";
    caption.hidden = !item.description;
    count.textContent = items.length > 1 ? say("pictureOf", { index: index + 1, count: items.length }) : "";
  }

  show();
  (pane?.root.closest(".panes") ?? document.body).append(box);
  box.showModal();
}
