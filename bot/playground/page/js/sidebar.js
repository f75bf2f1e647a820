// Channels, their threads and direct messages, with dots for unread messages and numbers for mentions.

import { post } from "./api.js";
import { fill, h, icon, rove } from "./dom.js";
import { goTo } from "./go.js";
import { DM, channelName, isThread, on, state, t, visibleChannels } from "./state.js";
import { pingCount } from "./unread.js";

const nav = h("nav", { class: "channels", id: "channels" });
const later = h("div", { class: "later", id: "clock" });
const veil = h("div", { class: "veil", hidden: true, onclick: () => toggleDrawer(false) });

export function mountSidebar(place) {
  const brand = h("div", { class: "brand" }, h("img", { src: "/play/static/mark.svg", alt: "" }), h("span", {}, "Teban"), h("span", { class: "brand-ja", lang: "ja" }, "手番"));
  fill(place, brand, nav, later);
  place.after(veil);
  rove(nav, "button");
  for (const change of ["here", "channels", "people"]) on(change, draw);
  on("here", () => toggleDrawer(false));
  document.addEventListener("keydown", (event) => event.key === "Escape" && toggleDrawer(false));
}

/** On a phone the list is a drawer over the messages. */
export function toggleDrawer(open = !document.body.classList.contains("drawer")) {
  const was = document.body.classList.contains("drawer");
  document.body.classList.toggle("drawer", open);
  veil.hidden = !open;
  if (open) nav.querySelector("[aria-current]")?.focus();
  else if (was) document.getElementById("menu").focus();
}

const STEPS = [
  [1, "clock_hour"],
  [8, "clock_hours"],
  [24, "clock_day"],
];

/** Move the playground's clock forward, to see reminders, deadlines and nights without waiting for them. */
function drawClock() {
  fill(
    later,
    h("span", {}, t("clock")),
    STEPS.map(([hours, word]) =>
      h("button", { type: "button", class: "clock-step", "data-hours": hours, onclick: () => post("clock", { hours }) }, t(word)),
    ),
  );
}

function draw() {
  if (!state.me) return;
  drawClock();
  const focused = nav.contains(document.activeElement) && document.activeElement.dataset.channel;
  const seen = visibleChannels();
  const rooms = seen.filter((channel) => channel.type === 0);
  const direct = seen.filter((channel) => channel.type === DM);
  nav.setAttribute("aria-label", t("channels"));
  fill(
    nav,
    h("h2", {}, t("channels")),
    rooms.map((room) => [line(room, "hash"), seen.filter((one) => isThread(one) && one.parent_id === room.id && !one.thread_metadata?.archived).map((one) => line(one, "thread"))]),
    direct.length > 0 && [h("h2", {}, t("direct")), direct.map((channel) => line(channel, "at"))],
  );
  const buttons = [...nav.querySelectorAll("button")];
  const inOrder = buttons.find((button) => button.dataset.channel === (focused || state.channel)) ?? buttons[0];
  for (const button of buttons) button.tabIndex = button === inOrder ? 0 : -1;
  if (focused) inOrder?.focus();
}

function line(channel, sign) {
  const current = channel.id === state.channel;
  const pings = pingCount(state.me, channel.id);
  const fresh = state.fresh.has(`${state.me}:${channel.id}`);
  return h(
    "button",
    {
      class: ["channel", sign === "thread" && "inner", fresh && "fresh"].filter(Boolean).join(" "),
      type: "button",
      "data-channel": channel.id,
      "aria-current": current && "page",
      onclick: () => goTo(channel.id),
    },
    icon(sign),
    h("span", { class: "channel-name" }, channelName(channel)),
    pings > 0 && h("span", { class: "count", "aria-label": `${pings} ${t("waiting")}` }, pings),
  );
}
