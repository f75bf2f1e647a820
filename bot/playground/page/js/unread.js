// Unread messages and mentions of each person; read marks are kept for this browser tab.

import { later, state } from "./state.js";

const marks = JSON.parse(sessionStorage.getItem("teban.read") ?? "{}"); // "person:channel" -> id of the last message read

export const lastRead = (person, channel) => marks[`${person}:${channel}`] ?? "0";

export const isLookedAt = (person, channel) => person === state.me && channel === state.channel && !document.hidden;

/** message id -> channel id, for the unread mentions of this person. */
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

/** Remove the mentions of a message, except those of the given people. */
export function forgetPings(messageId, still = []) {
  for (const [person, pings] of state.pings) if (!still.includes(person)) pings.delete(messageId);
}

/** Mark everything in this channel as read by the present person. */
export function markRead() {
  state.fresh.delete(`${state.me}:${state.channel}`);
  const mine = pingsFor(state.me);
  for (const [message, channel] of mine) if (channel === state.channel) mine.delete(message);
  const newest = [...(state.logs.get(`${state.me}:${state.channel}`)?.keys() ?? [])].sort(later).at(-1);
  if (newest) marks[`${state.me}:${state.channel}`] = newest;
  sessionStorage.setItem("teban.read", JSON.stringify(marks));
}
