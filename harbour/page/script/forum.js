// A forum: its posts, newest first, and a form for a new one. Nothing is said in the forum itself.

import { el, fill, icon, uid } from "./dom.js";
import { isThread } from "./store.js";
import { messageTime } from "./times.js";

const DISCORD_EPOCH = 1_420_070_400_000;
const born = (id) => new Date(Number(BigInt(id) >> 22n) + DISCORD_EPOCH);

export function forumPage(pane, forum, node) {
  const { store } = pane;
  if (node.dataset.forum === `${store.id}/${forum.id}` && node.querySelector("form")?.contains(document.activeElement)) {
    // Somebody is writing: only the posts change.
    fill(node.querySelector(".post-list"), postCards(pane, forum));
    return;
  }
  node.dataset.forum = `${store.id}/${forum.id}`;
  fill(node, el("div.posts-inner", {}, newPost(pane, forum),
    el("div.post-list", {}, postCards(pane, forum))));
}

function postCards(pane, forum) {
  const { store, say } = pane;
  const posts = [...store.channels.values()].filter((channel) => isThread(channel) && channel.parent_id === forum.id)
    .sort((a, b) => (BigInt(b.last_message_id ?? b.id) > BigInt(a.last_message_id ?? a.id) ? 1 : -1));
  if (!posts.length) return el("p.empty", {}, say("noPosts"));
  const tags = new Map((forum.available_tags ?? []).map((tag) => [tag.id, tag.name]));
  return posts.map((post) => {
    const { archived, locked } = post.thread_metadata;
    const unread = store.unread.get(post.id)?.count ?? 0;
    return el("button.post-card", { type: "button", class: [archived && "archived", unread && "unread"].filter(Boolean).join(" "), data: { post: post.id },
      onclick: () => pane.go(post.id) },
    el("span.post-title", {}, locked ? icon("lock") : null, el("b", {}, post.name)),
    el("span.post-facts", {},
      (post.applied_tags ?? []).map((id) => el("span.tag", {}, tags.get(id) ?? id)),
      el("span", {}, say("messageCount", { count: post.message_count ?? 0 })),
      el("span", {}, messageTime(store.person, say, born(post.last_message_id ?? post.id))),
      archived ? el("span", {}, say("archived")) : null));
  });
}

function newPost(pane, forum) {
  const { store, say } = pane;
  const id = uid("post");
  const title = el("input.entry-field", { id, type: "text", maxlength: "100", autocomplete: "off" });
  const words = el("textarea.entry-field", { id: `${id}-words`, rows: "2", maxlength: "2000" });
  const problem = el("p.problem", { role: "alert" });
  const form = el("form.new-post", { novalidate: true, oninput: () => { problem.textContent = ""; }, onsubmit: async (event) => {
    event.preventDefault();
    problem.textContent = "";
    if (!title.value.trim() || !words.value.trim()) {
      problem.textContent = say("missing");
      (title.value.trim() ? words : title).focus();
      return;
    }
    try {
      const { channel } = await store.act("post", { channel: forum.id, name: title.value.trim(), content: words.value.trim() });
      title.value = words.value = "";
      if (!store.channels.has(channel.id)) store.channels.set(channel.id, channel);
      await pane.go(channel.id);
    } catch (error) {
      problem.textContent = error.message;
    }
  } },
  el("label.entry-label", { for: id }, say("postTitle")), title,
  el("label.entry-label", { for: `${id}-words` }, say("postWords")), words,
  problem,
  el("div.new-post-foot", {}, el("button.button.primary", { type: "submit" }, say("openPost"))));
  return el("details.new-post-box", {}, el("summary", {}, icon("plus"), say("newPost")), form);
}
