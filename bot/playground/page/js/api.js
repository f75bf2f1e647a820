// Client of the playground server: loads the world, receives events (over a WebSocket), and sends actions.

import { emit, later, state } from "./state.js";
import { setAhead } from "./time.js";
import { forgetPings, isLookedAt, lastRead, notePing, pingsFor } from "./unread.js";

async function request(path, options) {
  const answer = await fetch(`/play/api/${path}`, options);
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error ?? answer.statusText);
  return body;
}

export function get(path) {
  return request(path);
}

export function post(path, body) {
  return request(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

export async function loadWorld() {
  takeWorld(await request("world"));
  state.logs.clear();
  for (const { id, channel_id, users } of state.world.pings) {
    for (const user of users) if (later(id, lastRead(user, channel_id)) > 0) pingsFor(user).set(id, channel_id);
  }
}

/** Reload people and visibility now, because the event about a change may arrive after its HTTP response. */
export async function refreshWorld() {
  takeWorld(await request("world"));
}

/** People, channels and commands, at the start and whenever one of them has changed. */
function takeWorld(world) {
  const commandsChanged = JSON.stringify(world.commands) !== JSON.stringify(state.world?.commands);
  state.world = world;
  setAhead(world.ahead);
  state.bot = world.bot;
  state.users = new Map(world.users.map((user) => [user.id, user]));
  state.channels = new Map(world.channels.map((channel) => [channel.id, channel]));
  return commandsChanged;
}

let socket = null;
const here = new Map(); // person played by this page -> {heard, tell, told}: resolved when the server starts sending their private events

/** Resolves when events include the private messages of this person. */
function heardAs(person) {
  if (!here.has(person)) {
    let tell;
    const heard = new Promise((resolve) => (tell = resolve));
    here.set(person, { heard, tell, told: false });
    if (socket?.readyState === WebSocket.OPEN) askAs(person);
  }
  return here.get(person).heard;
}

const askAs = (person) => socket.send(JSON.stringify({ as: person }));

const loading = new Map();
const early = new Map(); // "person:channel" -> events received while its log was being loaded

/** The messages that this person sees in this channel, oldest first; loaded once, then kept current by events. */
export function loadLog(person, channel) {
  const key = `${person}:${channel}`;
  if (state.logs.has(key)) return state.logs.get(key);
  if (!loading.has(key)) {
    early.set(key, []);
    const load = heardAs(person).then(() => request(`channels/${channel}/messages?as=${person}`)).then((messages) => {
      messages.sort((a, b) => later(a.id, b.id));
      state.logs.set(key, new Map(messages.map((message) => [message.id, message])));
      for (const change of early.get(key)) change(state.logs.get(key));
      return state.logs.get(key);
    });
    loading.set(key, load.finally(() => loading.delete(key) && early.delete(key)));
  }
  return loading.get(key);
}

/** Follow events for ever. After a lost connection everything is loaded again, since events may have been missed. */
export function followEvents() {
  let patience = 250;
  let lost = false;
  const connect = () => {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/play/api/events`);
    socket.onopen = async () => {
      patience = 250;
      for (const person of here.keys()) askAs(person);
      if (!lost) return;
      await loadWorld();
      lost = false;
      emit("link", true);
    };
    socket.onmessage = ({ data }) => receive(JSON.parse(data));
    socket.onclose = () => {
      for (const [person, { told }] of here) if (told) here.delete(person); // asked again with the log
      lost = true;
      emit("link", false);
      setTimeout(connect, patience);
      patience = Math.min(patience * 2, 4000);
    };
  };
  connect();
}

/** Change a person's log of a channel; if the log is still loading, as soon as it is there. */
function changeLog(person, channel, change) {
  const key = `${person}:${channel}`;
  const log = state.logs.get(key);
  if (log) change(log);
  else early.get(key)?.push(change);
}

/** One event {t, d, to}: gateway shape, and the people who receive it (null: everybody). */
function receive({ t, d, to }) {
  if (t === "PLAYGROUND_HERE") {
    const asked = here.get(d.as);
    if (asked) asked.told = true;
    asked?.tell();
  } else if (t === "MESSAGE_CREATE") {
    for (const person of to) {
      changeLog(person, d.channel_id, (log) => log.set(d.id, d));
      if (!isLookedAt(person, d.channel_id) && d.author.id !== person) state.fresh.add(`${person}:${d.channel_id}`);
    }
    for (const user of d.mentions) if (user.id !== d.author.id && to.includes(user.id)) notePing(user.id, d);
  } else if (t === "MESSAGE_UPDATE") {
    for (const person of to) changeLog(person, d.channel_id, (log) => log.set(d.id, d));
    forgetPings(d.id, d.mentions.map((user) => user.id)); // an edit notifies nobody, but it can remove a mention
  } else if (t === "MESSAGE_DELETE") {
    for (const person of to) changeLog(person, d.channel_id, (log) => log.delete(d.id));
    forgetPings(d.id);
  } else if (/^(CHANNEL|THREAD)_(CREATE|UPDATE)$/.test(t)) {
    state.channels.set(d.id, d);
    emit("channels");
  } else if (/^(CHANNEL|THREAD)_DELETE$/.test(t)) {
    state.channels.delete(d.id);
    emit("channels");
  } else if (t === "PLAYGROUND_WORLD") {
    const commandsChanged = takeWorld(d);
    emit("people");
    emit("channels");
    emit("names");
    if (commandsChanged) emit("commands");
  }
  if (t.startsWith("MESSAGE_")) {
    emit("message", { id: d.id, channel: d.channel_id, to });
    emit("people");
  }
}
