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
