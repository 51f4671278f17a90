// The note of the first visit: what this is, what it is not, and how to begin: with one tap, or by typing.

import { el, icon } from "./dom.js";
import { FIRST_COMMAND, LEARN_COMMAND, PLAY_COMMAND } from "./composer.js";

const SEEN = "harbour.welcomed";

export const isFirstVisit = () => localStorage.getItem(SEEN) !== "yes";

export function showWelcome(pane) {
  const { say, store } = pane;
  const first = pane.composer.firstCommand() ?? FIRST_COMMAND;
  const command = `/${first}`;
  const [before, after] = say("welcomeFirst", { command: "\u0000" }).split("\u0000");
  const playable = pane.composer.mayRun(PLAY_COMMAND);
  const taught = pane.composer.mayRun(LEARN_COMMAND);
  const box = el("dialog.welcome", {
    "aria-labelledby": "welcome-title", lang: store.person.locale,
    onclose: () => {
      localStorage.setItem(SEEN, "yes");
      box.remove();
      if (box.returnValue === "play") pane.composer.run(PLAY_COMMAND);
      else if (box.returnValue === "learn") pane.composer.run(LEARN_COMMAND);
      else if (box.returnValue === "go") pane.composer.offer(first);
      else pane.composer.field.focus();
    },
  },
  el("span.welcome-mark", {}, icon("sail")),
  el("h2", { id: "welcome-title" }, say("welcomeTitle")),
  el("p", {}, say("welcomeWhat", { bot: store.app.name })),
  el("p", {}, el("strong", {}, say("welcomeNot"))),
  el("p", {}, say("welcomePeople")),
  el("p.welcome-first", {}, before, el("kbd", {}, command), after, playable ? ` ${say("welcomeNow")}` : null, taught ? ` ${say("welcomeTaught")}` : null),
  el("div.welcome-buttons", {},
    el("button.button.secondary", { type: "button", onclick: () => box.close("") }, say("welcomeClose")),
    el(`button.button.${playable ? "secondary" : "primary"}`, { type: "button", autofocus: !playable, onclick: () => box.close("go") }, say("welcomeGo", { command })),
    taught ? el("button.button.secondary", { type: "button", onclick: () => box.close("learn") }, say("welcomeLearn")) : null,
    playable ? el("button.button.primary", { type: "button", autofocus: true, onclick: () => box.close("play") }, say("welcomePlay")) : null));
  document.body.append(box);
  box.showModal();
}
