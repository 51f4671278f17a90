// Follows the events of a page, and fetches it again when it has changed.

let source = null;

export function follow(main, refresh) {
  source?.close();
  source = null;
  const path = main.dataset.live;
  if (!path) return;
  const address = new URL(path, location.href);
  address.searchParams.set("mark", main.dataset.mark);
  source = new EventSource(address);
  source.addEventListener("message", (event) => {
    if (event.data !== document.getElementById("main").dataset.mark) refresh();
  });
}

// Says something to readers who do not see the page.
export const announce = (...parts) => {
  document.getElementById("news").textContent = parts.map((part) => part?.textContent.trim()).filter(Boolean).join(" ");
};

const UNITS = [["day", 86400, 1.5], ["hour", 3600, 1.5], ["minute", 60, 1.5], ["second", 1, 0]];

// Writes times as this reader tells them: in their time zone, and counting down.
export function tellTimes(root, style = "") {
  const language = document.documentElement.lang;
  for (const time of root.querySelectorAll(`time[data-style${style && `="${style}"`}]`)) {
    const at = new Date(time.dateTime);
    const seconds = (at - Date.now()) / 1000;
    const [unit, length] = UNITS.find(([, size, least]) => Math.abs(seconds) >= size * least);
    time.textContent = time.dataset.style === "R"
      ? new Intl.RelativeTimeFormat(language).format(Math.round(seconds / length), unit)
      : at.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  }
}
setInterval(() => tellTimes(document, "R"), 1000);

// Fetches a page and puts its main part in place of the present one. Returns False if there is none.
export async function swap(address, options = {}) {
  const response = await fetch(address, { credentials: "same-origin", ...options });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const next = page.getElementById("main");
  if (!next) return false;
  await decoded(next);
  const focused = document.activeElement?.id;
  document.getElementById("main").replaceWith(next);
  document.title = page.title;
  if (focused) document.getElementById(focused)?.focus();
  return true;
}

// Waits for the pictures, so that the board does not flicker.
const decoded = (main) => Promise.race([
  Promise.allSettled([...main.querySelectorAll("img:not([loading])")].map((image) => image.decode())),
  new Promise((resolve) => setTimeout(resolve, 1500)),
]);

export const wordsOf = () => ({ zoomIn: document.body.dataset.zoomIn ?? "+", zoomOut: document.body.dataset.zoomOut ?? "−" });
