// The watch page: follows the table live, and moves through its turns.

import { announce, follow, swap, tellTimes, wordsOf } from "./live.js";
import { stagesOf } from "./stage.js";

const TURN_MS = 1400;
let playing = null;
let wanted = null;
let loading = false;

function start() {
  const main = document.getElementById("main");
  stagesOf(main, wordsOf());
  tellTimes(main);
  follow(main, () => swap(location.href).then((done) => done && announce(start().querySelector(".status"))));
  const range = main.querySelector(".slider input");
  if (!range) return main;
  range.disabled = false;
  range.addEventListener("input", () => { stop(); show(Number(range.value)); });
  for (const link of main.querySelectorAll(".slider a[href]")) link.addEventListener("click", (event) => {
    event.preventDefault();
    stop();
    show(pathsOf(range).indexOf(link.getAttribute("href")));
  });
  const toggle = main.querySelector(".play-pause");
  toggle.hidden = false;
  label(toggle);
  toggle.addEventListener("click", () => { playing ? stop() : play(); label(toggle); });
  return main;
}

const pathsOf = (range) => range.dataset.paths.split(" ");

function label(toggle) {
  toggle.classList.toggle("playing", Boolean(playing));
  toggle.setAttribute("aria-label", playing ? toggle.dataset.pause : toggle.dataset.play);
}

function play() {
  const range = document.querySelector(".slider input");
  if (Number(range.value) >= Number(range.max)) show(0);
  playing = setInterval(() => {
    const now = document.querySelector(".slider input");
    if (Number(now.value) >= Number(now.max)) stop();
    else if (!loading) show(Number(now.value) + 1);
  }, TURN_MS);
}

function stop() {
  clearInterval(playing);
  playing = null;
  const toggle = document.querySelector(".play-pause");
  if (toggle) label(toggle);
}

// Shows a turn. While one is loading only the last one asked for is remembered.
async function show(turn) {
  wanted = turn;
  if (loading || turn < 0) return;
  loading = true;
  try {
    while (wanted !== null) {
      const range = document.querySelector(".slider input");
      const path = pathsOf(range)[wanted];
      const focused = document.activeElement === range ? "input" : document.activeElement?.closest(".step")?.className;
      wanted = null;
      if (await swap(path)) {
        history.replaceState(null, "", path);
        start();
        if (focused) document.querySelector(focused === "input" ? ".slider input" : `.${focused.split(" ").join(".")}`)?.focus();
      }
    }
  } finally {
    loading = false;
  }
}

start();
