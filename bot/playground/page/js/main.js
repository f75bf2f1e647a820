// The page: the channel list, the messages, the input line, and the row of people to play.

import { followEvents, loadWorld } from "./api.js";
import { mountComposer } from "./composer.js";
import { fill, h, icon } from "./dom.js";
import { arrive, goTo } from "./go.js";
import { mountLog } from "./log.js";
import { mountPeople } from "./people.js";
import { mountSidebar, toggleDrawer } from "./sidebar.js";
import { channelName, here, isThread, lang, on, people, state, t } from "./state.js";
import { keepTimesCurrent } from "./time.js";
import { pingCount } from "./unread.js";

const place = (id) => document.getElementById(id);
const title = h("h1", {});
const menu = h("button", { class: "icon-button menu", id: "menu", type: "button", "aria-controls": "channels", onclick: () => toggleDrawer() }, icon("menu"));
const link = h("p", { class: "link-lost", role: "status", hidden: true });

fill(place("bar"), menu, title);
place("bar").after(link);
mountSidebar(place("side"));
mountPeople(place("people"));
mountLog(place("log"));
mountComposer(place("composer"));

function drawBar() {
  const channel = here();
  if (!channel) return;
  document.documentElement.lang = lang();
  menu.setAttribute("aria-label", t("menu"));
  fill(title, icon(channel.type === 1 ? "at" : isThread(channel) ? "thread" : "hash"), h("span", {}, channelName(channel)));
  drawTitle();
}

/** Show the number of unread mentions of all people in this browser in the tab's title. */
function drawTitle() {
  const waiting = people().filter((user) => pingCount(user.id)).length;
  document.title = `${waiting ? `(${waiting}) ` : ""}${channelName(here())} · Teban`;
}

on("here", drawBar);
on("channels", () => (state.channels.has(state.channel) ? drawBar() : arrive()));
on("people", drawTitle);
on("link", (up) => {
  link.textContent = t("lost");
  link.hidden = up;
  if (up) arrive();
});
document.addEventListener("click", (event) => {
  const channel = event.target.closest?.(".mention[data-channel]")?.dataset.channel ?? linked(event.target.closest?.("a[href]"));
  if (!channel) return;
  event.preventDefault();
  goTo(channel);
});

/** The channel that a Discord link refers to, if it is one of ours: it opens in this page. */
function linked(link) {
  const id = /^https:\/\/discord\.com\/channels\/\d+\/(\d+)/.exec(link?.href)?.[1];
  return state.channels.has(id) ? id : null;
}

await loadWorld();
arrive();
followEvents();
keepTimesCurrent();
document.body.dataset.ready = "true";
