// A panel that floats beside its anchor inside one pane, and closes when attention goes elsewhere.

const GAP = 6;

/** Opens `panel` at `anchor`; returns a function that closes it. onClose hears why: "escape", "away" or "done". */
export function float(pane, anchor, panel, { onClose = () => {}, sameWidth = false, prefer = "below", align = "start" } = {}) {
  const stop = new AbortController();
  panel.classList.add("floating");
  pane.layer.append(panel);
  const place = () => position(pane.root, anchor, panel, { sameWidth, prefer, align });
  place();
  const close = (reason = "done") => {
    if (stop.signal.aborted) return;
    stop.abort();
    panel.remove();
    onClose(reason);
  };
  const { signal } = stop;
  document.addEventListener("pointerdown", (event) => {
    if (!panel.contains(event.target) && !anchor.contains(event.target)) close("away");
  }, { signal, capture: true });
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { event.stopPropagation(); close("escape"); }
  }, { signal });
  panel.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !panel.contains(event.relatedTarget) && !anchor.contains(event.relatedTarget)) close("away");
  }, { signal });
  window.addEventListener("resize", place, { signal });
  pane.root.addEventListener("scroll", (event) => {
    // Its own list scrolls by itself; to measure it anew would send it back to its beginning.
    if (!panel.contains(event.target)) place();
  }, { signal, capture: true });
  return close;
}

function position(root, anchor, panel, { sameWidth, prefer, align }) {
  const frame = root.getBoundingClientRect(), at = anchor.getBoundingClientRect();
  const above = at.top - frame.top - GAP * 2, below = frame.bottom - at.bottom - GAP * 2;
  panel.style.maxWidth = `${frame.width - GAP * 2}px`;
  panel.style.minWidth = sameWidth ? `${at.width}px` : "";
  panel.style.width = sameWidth ? `${Math.min(at.width, frame.width - GAP * 2)}px` : "";
  panel.style.maxHeight = "";
  const wanted = panel.offsetHeight;
  const under = prefer === "below" ? below >= Math.min(wanted, 260) || below >= above : above < Math.min(wanted, 260) && below > above;
  panel.style.maxHeight = `${Math.max(120, under ? below : above)}px`;
  const left = align === "end" ? at.right - panel.offsetWidth : at.left;
  panel.style.left = `${Math.max(GAP, Math.min(left - frame.left, frame.width - panel.offsetWidth - GAP))}px`;
  const top = under ? at.bottom - frame.top + GAP : at.top - frame.top - panel.offsetHeight - GAP;
  panel.style.top = `${Math.max(GAP, top)}px`;
}
