// The play page: tapping an answer sends it, and the next question comes in place.

import { announce, follow, swap, tellTimes, wordsOf } from "./live.js";
import { placeAnswers } from "./regions.js";
import { TAP_PX, stagesOf } from "./stage.js";

const MAX_FIRST_SCALE = 3;
let busy = false;
let waiting = false;

function start() {
  const main = document.getElementById("main");
  const stages = stagesOf(main, wordsOf());
  tellTimes(main);
  list(main);
  const boxes = placeAnswers(main, stages, aim);
  tidy(main);
  zoomTo(boxes);
  follow(main, refresh);
  return { main, boxes };
}

// Leads to the next question: keyboard and screen reader to its text, the screen to its picture.
function lead({ main, boxes }) {
  main.querySelector(".refusal, #question")?.focus({ preventScroll: true });
  const picture = boxes[0]?.stage.root ?? main.querySelector(".stage");
  const { top, bottom } = picture?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  if (top < 0 || (top > window.innerHeight / 2 && bottom > window.innerHeight)) picture.scrollIntoView();
}

// What an answer on the board means, beside the finger or the pointer.
function aim(stage, button, label) {
  stage.root.querySelector(".tip")?.remove();
  if (!button) return;
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.setAttribute("aria-hidden", "true");
  tip.textContent = label;
  const room = stage.root.getBoundingClientRect();
  const box = button.getBoundingClientRect();
  const below = box.top - room.top < 70;
  tip.classList.toggle("below", below);
  tip.style.left = `${Math.min(room.width - 90, Math.max(90, box.left + box.width / 2 - room.left))}px`;
  tip.style.top = `${(below ? box.bottom : box.top) - room.top}px`;
  stage.root.append(tip);
}

// Copies of the answers on the board in a list that is closed at first: for places where many lie together.
function list(main) {
  const group = main.querySelector(".answers:not(.pieces)");
  const answers = [...(group?.querySelectorAll("[data-outline]") ?? [])];
  if (!answers.length) return;
  const box = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = document.body.dataset.onBoard;
  box.className = "on-board";
  box.append(summary, ...answers.map((answer) => answer.cloneNode(true)));
  for (const copy of box.querySelectorAll("button")) for (const name of ["data-outline", "data-on"]) copy.removeAttribute(name);
  group.before(box);
}

// Answers that moved to the board leave an empty group behind.
function tidy(main) {
  for (const group of main.querySelectorAll(".answers")) if (!group.children.length) group.hidden = true;
}

// Begin with the part of the board where the answers are, if a finger could hardly hit them.
function zoomTo(boxes) {
  if (!boxes.length || window.innerWidth >= 900) return;
  const { stage } = boxes[0];
  const own = boxes.filter((box) => box.stage === stage);
  const margin = 0.06;
  const part = {
    left: Math.max(0, Math.min(...own.map((box) => box.left)) - margin),
    right: Math.min(1, Math.max(...own.map((box) => box.right)) + margin),
    top: Math.max(0, Math.min(...own.map((box) => box.top)) - margin),
    bottom: Math.min(1, Math.max(...own.map((box) => box.bottom)) + margin),
  };
  const sides = own.flatMap((box) => [(box.right - box.left) * stage.size.width, (box.bottom - box.top) * stage.size.height]);
  const scale = Math.min(MAX_FIRST_SCALE, TAP_PX / Math.min(...sides));
  if (scale > 1) stage.show(part, scale);
}

async function send(form, submitter) {
  busy = true;
  document.body.classList.add("busy");
  try {
    const body = new URLSearchParams(new FormData(form, submitter));
    if (await swap(form.action, { method: "POST", body })) {
      history.replaceState(null, "", form.action);
      lead(start());
      announce(document.querySelector(".note"));
    }
  } catch {
    location.reload();
  } finally {
    busy = false;
    document.body.classList.remove("busy");
    if (waiting) refresh();
  }
}

async function refresh() {
  if (busy) {
    waiting = true;
    return;
  }
  waiting = false;
  if (!await swap(location.href).catch(() => false)) return;
  start();
  announce(document.querySelector(".status"), document.querySelector(".note"));
}

document.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!busy) send(event.target, event.submitter);
});

start();
