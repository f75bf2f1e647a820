// The page's copy of the fake Discord server's world, with the present person and channel. Views listen for named changes.

import { languageOf, say } from "./words.js";

export const EPHEMERAL = 64;
export const LOADING = 128;
export const COMPONENTS_V2 = 32768;
export const DM = 1;
const THREADS = new Set([10, 11, 12]);

export const state = {
  world: null, // the latest state from the server: commands
  bot: null,
  me: null, // id of the present person
  channel: null, // id of the present channel
  users: new Map(), // id -> user with locale, the bot too
  channels: new Map(), // id -> channel with seen_by, the people who see it
  logs: new Map(), // "person:channel" -> Map(id -> message), loaded on first sight
  pings: new Map(), // person -> Map(message id -> channel id), until read or deleted
  fresh: new Set(), // "person:channel" with unread messages
};

const listeners = new Map();

/** Changes: "here" (present person or channel), "people" (people or mentions), "channels", "names", "commands", "message", "link". */
export function on(change, listener) {
  if (!listeners.has(change)) listeners.set(change, []);
  listeners.get(change).push(listener);
}

export function emit(change, detail) {
  for (const listener of listeners.get(change) ?? []) listener(detail);
}

export const me = () => state.users.get(state.me);
export const lang = () => languageOf(me()?.locale);
export const locale = () => me()?.locale ?? "en-US";
export const t = (key, args) => say(lang(), key, args);
export const people = () => [...state.users.values()].filter((user) => !user.bot);
export const nameOf = (user) => user?.global_name ?? user?.username ?? t("unknown_person");
export const isThread = (channel) => THREADS.has(channel.type);
export const here = () => state.channels.get(state.channel);

/** Ids are snowflakes: longer is later, equal lengths compare as text. */
export function later(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

export function logOf(person, channel) {
  return state.logs.get(`${person}:${channel}`);
}

/** Channels that the present person can see: the server computes this from permissions and threads. */
export function visibleChannels() {
  return [...state.channels.values()].filter((channel) => channel.seen_by.includes(state.me));
}

/** Direct messages are always with the bot. */
export function channelName(channel) {
  if (!channel) return t("unknown_channel");
  return channel.type === DM ? nameOf(state.bot) : channel.name;
}
