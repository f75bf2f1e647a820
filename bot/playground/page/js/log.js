// The messages of the channel, newest at the bottom. A changed message is replaced in place: focus, scroll and pictures stay.

import { loadLog } from "./api.js";
import { fill, h, icon } from "./dom.js";
import { EPHEMERAL, channelName, emit, here, isThread, later, logOf, on, state, t } from "./state.js";
import { continues, isShown, messageNode } from "./message.js";
import { markRead } from "./unread.js";
import { welcome } from "./welcome.js";

const NEAR = 120; // px from the bottom that still count as "reading the newest"
const CLICK_MS = 50; // time after releasing a finger or the mouse in which its click event arrives
const NEXT_PICTURE_MS = 1200; // how long a picture removed by an edit stays until its replacement is loaded

const dismissed = new Set(JSON.parse(sessionStorage.getItem("teban.dismissed") ?? "[]"));
const failed = new Set();
const held = new Set(); // messages that changed while something was pressed
let pressed = false;
let headed = null; // the message that has been scrolled to its top since the last press; its picture may load later

const list = h("div", { class: "messages", role: "log", "aria-live": "polite" });
/** Button that scrolls to the newest messages; it is beside the input line, where it covers nothing. */
export const newest = h("button", { class: "icon-button newest", type: "button", hidden: true, onclick: () => toBottom() }, icon("down"));
const scroller = h("div", { class: "scroller", tabindex: "-1" }, list);
let following = true;

export function mountLog(place) {
  fill(place, scroller);
  scroller.addEventListener("scroll", () => {
    noticePlace();
  });
  list.addEventListener("pointerdown", () => ([pressed, headed] = [true, null]));
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => setTimeout(release, CLICK_MS));
  new ResizeObserver(() => following && toBottom()).observe(list);
  new ResizeObserver(() => following && toBottom()).observe(scroller);
  on("here", showAll);
  on("names", () => here() && draw());
  on("message", ({ id, channel, to }) => {
    if (channel === state.channel && (!to || to.includes(state.me))) showOne(id);
  });
  document.addEventListener("answered", ({ detail }) => {
    if (failed.has(detail.message) === detail.failed) return;
    failed[detail.failed ? "add" : "delete"](detail.message);
    showOne(detail.message);
  });
  document.addEventListener("visibilitychange", read);
}

function read() {
  if (document.hidden) return;
  markRead();
  emit("people");
}

/** Scroll my panel to its top, where the question is, if it is higher than the window; else scroll to the newest message. */
function reveal(node) {
  const [box, view] = [node.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (!node.classList.contains("secret") || (box.height <= view.height && node === list.lastElementChild)) return toBottom();
  if (box.height <= view.height && box.top >= view.top && box.bottom <= view.bottom) return;
  headed = node.id;
  scroller.scrollTop += box.top - view.top;
  noticePlace();
}

function noticePlace() {
  following = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
  noticeNewest();
}

/** Hide the button to the newest messages while my latest panel is in sight: its question comes first. */
function noticeNewest() {
  const asked = [...list.querySelectorAll(".message.secret:has([data-key])")].at(-1);
  newest.hidden = following || (asked !== undefined && inSight(asked));
}

/** The question on it. */
const question = (node) => node.querySelector("h2, h3, h4, h5, h6")?.textContent ?? "";

function inSight(node) {
  const [box, view] = [node.getBoundingClientRect(), scroller.getBoundingClientRect()];
  return box.bottom > view.top && box.top < view.bottom;
}

function toBottom() {
  following = true;
  newest.hidden = true;
  scroller.scrollTop = scroller.scrollHeight;
}

/** The messages that the present person sees here, without dismissed ephemeral ones. */
function visible() {
  const log = logOf(state.me, state.channel);
  return [...(log?.values() ?? [])].filter((message) => isShown(message) && !dismissed.has(message.id)).sort((a, b) => later(a.id, b.id));
}

async function showAll() {
  const [person, channel] = [state.me, state.channel];
  await loadLog(person, channel);
  if (person !== state.me || channel !== state.channel) return; // the person or channel was switched meanwhile
  draw();
  toBottom();
  read();
}

function draw() {
  const messages = visible();
  list.setAttribute("aria-label", t("messages", { channel: channelName(here()) }));
  newest.title = t("newest");
  newest.setAttribute("aria-label", t("newest"));
  fill(list, beginning(messages.length), messages.map((message, i) => node(message, messages[i - 1])));
}

function beginning(count) {
  const channel = here();
  if (isHome(channel)) return welcome(count === 0);
  const parent = isThread(channel) && state.channels.get(channel.parent_id);
  const line = parent ? t("thread_start", { channel: `#${parent.name}` }) : t("channel_start", { channel: channelName(channel) });
  const lines = channel.type === 0 && count === 0 ? [line, t("open_here")] : [line];
  return h("header", { class: "beginning" }, h("h2", {}, channelName(channel)), lines.map((one) => h("p", { class: "quiet" }, one)));
}

/** The first channel of the server greets newcomers. */
function isHome(channel) {
  return channel.id === [...state.channels.values()].find((one) => one.type === 0)?.id;
}

function node(message, before) {
  return messageNode(message, { joined: continues(message, before), failed: failed.has(message.id), ondismiss: () => dismiss(message.id) });
}

function dismiss(id) {
  dismissed.add(id);
  sessionStorage.setItem("teban.dismissed", JSON.stringify([...dismissed].slice(-500)));
  showOne(id);
  scroller.focus();
}

/** A control that moves away under a finger gets no click, so changes are shown only after the finger is lifted. */
function release() {
  pressed = false;
  const ids = [...held];
  held.clear();
  for (const id of ids) showOne(id);
}

function showOne(id) {
  if (!logOf(state.me, state.channel)) return; // showAll is on its way
  if (pressed) return held.add(id);
  const messages = visible();
  const at = messages.findIndex((message) => message.id === id);
  const old = document.getElementById(`m${id}`);
  const wasFollowing = following;
  const asked = old?.classList.contains("secret") && inSight(old) ? question(old) : null;
  if (at < 0) {
    old?.remove();
  } else {
    const fresh = node(messages[at], messages[at - 1]);
    if (old) replace(old, fresh);
    else insert(fresh, messages[at + 1]);
  }
  const after = messages[at < 0 ? messages.findIndex((message) => later(message.id, id) > 0) : at + 1];
  const below = after && document.getElementById(`m${after.id}`);
  if (below && (at < 0 || !old)) replace(below, node(after, messages[messages.indexOf(after) - 1])); // it has a new neighbour
  const shown = document.getElementById(`m${id}`);
  const asksAnew = asked !== null && shown && question(shown) !== asked;
  if (wasFollowing || asksAnew || (messages[at] && !old && isMine(messages[at]))) (shown ? reveal(shown) : toBottom());
  noticeNewest();
  if (at >= 0 && !old && !document.hidden) read();
}

/** Whether the message is mine or the bot's answer to me. Such messages are scrolled into view wherever I was reading. */
function isMine(message) {
  const asked = message.interaction_metadata?.user.id === state.me;
  return message.author.id === state.me || asked || (message.flags & EPHEMERAL) !== 0;
}

function insert(fresh, next) {
  const below = next && document.getElementById(`m${next.id}`);
  if (below) below.before(fresh);
  else list.append(fresh);
}

/**
 * Put the new node where the old one was. Pictures that stay the same are moved over, so they do not flicker; what was pressed stays
 * under the finger, though the message grows or shrinks above it.
 */
function replace(old, fresh) {
  const focus = old.contains(document.activeElement) ? { key: document.activeElement.dataset.key, at: controls(old).indexOf(document.activeElement) } : null;
  const foot = !following && headed !== old.id && (focus || old.querySelector("[aria-busy]")) ? old.getBoundingClientRect().bottom : null;
  const pictures = new Map([...old.querySelectorAll("img")].map((image) => [image.src, image]));
  for (const image of fresh.querySelectorAll("img")) {
    const same = pictures.get(image.src);
    if (!same || !pictures.delete(image.src)) continue;
    same.alt = image.alt;
    image.replaceWith(same);
  }
  holdPicture(old, fresh);
  old.replaceWith(fresh);
  if (foot !== null) scroller.scrollTop += fresh.getBoundingClientRect().bottom - foot;
  if (!focus) return;
  const all = controls(fresh);
  const same = all.find((control) => focus.key && control.dataset.key === focus.key && !control.disabled);
  (same ?? all.slice(Math.max(focus.at, 0)).find((control) => !control.disabled) ?? all.find((control) => !control.disabled) ?? scroller).focus({ preventScroll: true });
}

/** Text and buttons of an answer appear at once, its picture a little later: until then the old picture keeps its place, faded. */
function holdPicture(old, fresh) {
  const gallery = old.querySelector(".container > .gallery");
  const row = fresh.querySelector(".container > .row");
  if (!gallery || !row || fresh.querySelector(".gallery")) return;
  if (!gallery.inert) {
    gallery.inert = true;
    gallery.setAttribute("aria-hidden", "true");
    gallery.classList.add("held");
    gallery.dataset.until = Date.now() + NEXT_PICTURE_MS;
  }
  row.before(gallery);
  setTimeout(() => gallery.remove(), Number(gallery.dataset.until) - Date.now());
}

const controls = (node) => [...node.querySelectorAll("button, a[href], [tabindex='0']")];

/** A local notice that only this person sees, such as a command that the bot did not answer. */
export function notice(text) {
  const author = state.bot ?? { id: "0", username: "Teban", bot: true };
  const line = h(
    "article",
    { class: "message secret" },
    h("div", { class: "gutter" }),
    h("div", { class: "body" }, h("p", { class: "problem", role: "alert" }, text), h("p", { class: "only-you" }, icon("private"), t("only_you"), " · ", h("button", { class: "plain", type: "button", onclick: () => line.remove() }, t("dismiss")))),
  );
  line.setAttribute("aria-label", author.username);
  list.append(line);
  toBottom();
}
