// What somebody has not read yet, and who has been called by a message; read marks are kept for this browser tab.

import { later, state } from "./state.js";

const marks = JSON.parse(sessionStorage.getItem("teban.read") ?? "{}"); // "person:channel" -> id of the last message read

export const lastRead = (person, channel) => marks[`${person}:${channel}`] ?? "0";

export const isLookedAt = (person, channel) => person === state.me && channel === state.channel && !document.hidden;

/** message id -> channel id, of the calls that this person has not seen. */
export function pingsFor(person) {
  if (!state.pings.has(person)) state.pings.set(person, new Map());
  return state.pings.get(person);
}

export function pingCount(person, channel) {
  const all = [...pingsFor(person).values()];
  return channel ? all.filter((id) => id === channel).length : all.length;
}

export function notePing(person, message) {
  if (!isLookedAt(person, message.channel_id)) pingsFor(person).set(message.id, message.channel_id);
}

/** The message calls nobody any more, or only those who are named. */
export function forgetPings(messageId, still = []) {
  for (const [person, pings] of state.pings) if (!still.includes(person)) pings.delete(messageId);
}

/** The present person has now seen everything here. */
export function markRead() {
  state.fresh.delete(`${state.me}:${state.channel}`);
  const mine = pingsFor(state.me);
  for (const [message, channel] of mine) if (channel === state.channel) mine.delete(message);
  const newest = [...(state.logs.get(`${state.me}:${state.channel}`)?.keys() ?? [])].sort(later).at(-1);
  if (newest) marks[`${state.me}:${state.channel}`] = newest;
  sessionStorage.setItem("teban.read", JSON.stringify(marks));
}
