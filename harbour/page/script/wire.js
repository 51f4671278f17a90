// The page's line to the harbour: JSON over fetch, and one WebSocket a person.

async function reply(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.error ?? body.message ?? `${response.status} ${response.statusText}`);
  return body;
}

export const getWorld = async (person) =>
  reply(await fetch(person ? `/page/world?person=${person}` : "/page/world"));

export const getMessages = async (person, channel, { limit = 50, before = null } = {}) => {
  const query = new URLSearchParams({ person, limit: String(limit) });
  if (before) query.set("before", before);
  return reply(await fetch(`/page/channels/${channel}/messages?${query}`));
};

/** Does something as a person; a refusal by the harbour is thrown as an Error. */
export async function act(person, name, details = {}) {
  const response = await fetch("/page/act", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ person, act: name, ...details }),
  });
  const body = await reply(response);
  if (body.ok === false) throw new Error(body.error ?? "refused");
  return body;
}

const LONGEST_WAIT = 4000;

/** Follows a person's frames for ever, reconnecting; onState hears true and false. */
export function follow(person, onFrame, onState) {
  let wait = 250;
  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/page/ws?person=${person}`);
    socket.onopen = () => { wait = 250; onState(true); };
    socket.onmessage = (event) => onFrame(JSON.parse(event.data));
    socket.onclose = () => {
      onState(false);
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    };
  };
  connect();
}
