// Switching the present person or channel, remembered for this browser tab.

import { emit, here, state, visibleChannels, people, DM } from "./state.js";

export function be(person) {
  state.me = person;
  if (!here()?.seen_by.includes(person)) state.channel = home();
  settle();
}

export function goTo(channel) {
  state.channel = channel;
  settle();
}

function settle() {
  sessionStorage.setItem("teban.here", JSON.stringify([state.me, state.channel]));
  emit("here");
}

/** After loading: restore the last person and channel, if they still exist. */
export function arrive() {
  const [person, channel] = JSON.parse(sessionStorage.getItem("teban.here") ?? "[null, null]");
  state.me = people().some((user) => user.id === person) ? person : preferred();
  state.channel = visibleChannels().some((one) => one.id === channel) ? channel : home();
  settle();
}

/** The first person who reads the browser's language. */
function preferred() {
  const japanese = navigator.language.startsWith("ja");
  return (people().find((user) => (user.locale === "ja") === japanese) ?? people()[0]).id;
}

function home() {
  return visibleChannels().find((channel) => channel.type !== DM)?.id ?? null;
}
