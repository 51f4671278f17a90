// Short notices of mentions and private messages, with a way there.

import { el, icon } from "./dom.js";
import { isDm } from "./store.js";
import { summary } from "./message.js";

const LASTS = 9000;

export class Toasts {
  constructor(pane) {
    this.pane = pane;
    this.node = el("div.toasts", { role: "status", "aria-live": "polite" });
  }

  listen(store, signal) {
    const recent = new Map();
    store.on("create", ({ message }) => {
      recent.set(message.id, message);
      if (recent.size > 50) recent.delete(recent.keys().next().value);
    }, signal);
    store.on("mention", ({ channel_id: channelId, message_id: messageId }) => {
      // What is open before one's eyes needs no notice.
      if (channelId === this.pane.channelId) return;
      const channel = store.channels.get(channelId);
      const message = recent.get(messageId) ?? store.message(channelId, messageId);
      if (channel) this.show(channel, messageId, message);
    }, signal);
  }

  show(channel, messageId, message) {
    const { store, say, context } = this.pane;
    const name = message ? store.nameOf(message.author) : store.app.name;
    const title = isDm(channel) ? say("dmToast", { name }) : say("mentionToast", { name, channel: store.channelName(channel) });
    const close = () => { clearTimeout(timer); toast.remove(); };
    let timer = setTimeout(close, LASTS);
    const toast = el("div.toast", {
      data: { channel: channel.id },
      onpointerenter: () => clearTimeout(timer), onfocusin: () => clearTimeout(timer),
      onpointerleave: () => { timer = setTimeout(close, LASTS); },
    },
    el("button.toast-body", { type: "button", onclick: () => { close(); this.pane.go(channel.id, messageId); } },
      el("b", {}, title), message ? el("span", {}, summary(message, { ...context, mentions: message.mentions })) : null),
    el("button.icon-button", { type: "button", "aria-label": say("close"), onclick: close }, icon("close")));
    this.node.append(toast);
    while (this.node.children.length > 3) this.node.firstChild.remove();
  }

  /** Whoever has come to a channel needs no more notices of it; without one, all go. */
  clear(channelId = null) {
    for (const toast of [...this.node.children]) if (!channelId || toast.dataset.channel === channelId) toast.remove();
  }
}
