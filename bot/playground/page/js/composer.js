// The input line at the bottom: a plain message, or "/" and a command.

import { CommandForm } from "./command_form.js";
import { commandData, entries, matching, spelledOut, wholeName } from "./commands.js";
import { post } from "./api.js";
import { fill, h, icon } from "./dom.js";
import { face } from "./faces.js";
import { COMMAND, interact } from "./interact.js";
import { Listbox } from "./listbox.js";
import { newest, notice } from "./log.js";
import { channelName, here, me, nameOf, on, state, t } from "./state.js";

const text = h("textarea", { class: "line", rows: "1", role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", maxlength: 2000, autocomplete: "off", "data-key": "composer" });
const send = h("button", { class: "icon-button send", type: "button", onclick: () => submit() }, icon("send"));
const who = h("span", { class: "who" });
const panels = h("div", { class: "panels" });
const middle = h("div", { class: "middle" });
const list = new Listbox({ label: "/", onpick: (item) => begin(item.entry) });
const note = h("p", { class: "quiet nothing", hidden: true });
const palette = h("div", { class: "panel", hidden: true }, list.node, note);
let form = null;

export function mountComposer(place) {
  list.ownedBy(text);
  fill(panels, palette);
  fill(middle, text);
  fill(place, panels, h("div", { class: "composer-box" }, who, middle, send), newest);
  text.addEventListener("input", typed);
  text.addEventListener("keydown", key);
  text.addEventListener("blur", closePalette);
  text.addEventListener("focus", () => text.value.startsWith("/") && typed());
  on("here", () => (leave(""), draw()));
  on("people", draw);
  on("commands", commandsChanged);
  document.addEventListener("keydown", fromAnywhere);
  document.addEventListener("click", (event) => {
    const command = event.target.closest?.("[data-command]");
    if (command) startCommand(command.dataset.command);
  });
}

/** "/" begins a command wherever the focus is, unless somebody is typing. */
function fromAnywhere(event) {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest("input, textarea, [contenteditable]")) return;
  event.preventDefault();
  leave("/");
  text.focus();
  typed();
}

/** From a mention </table open:1>: straight to the options. */
function startCommand(plain) {
  const entry = entries().find((one) => one.plain === `/${plain}`);
  if (entry) begin(entry);
}

/** Read the typed command again: it may exist only now, or have other options. */
function commandsChanged() {
  const typing = middle.contains(document.activeElement);
  if (form) leave(`${form.entry.title} ${form.firstText}`);
  if (typing) text.focus();
  if (typing) typed();
}

function draw() {
  if (!state.me || !here()) return;
  fill(who, face(me()));
  const channel = here().type === 1 ? channelName(here()) : `#${channelName(here())}`;
  text.placeholder = t("write");
  text.setAttribute("aria-label", t("write_where", { channel, name: nameOf(me()) }));
  send.setAttribute("aria-label", t("send"));
}

function typed() {
  grow();
  const value = text.value;
  if (!value.startsWith("/") || value.includes("\n")) return closePalette();
  const spelled = spelledOut(value);
  if (spelled) return begin(spelled.entry, spelled.rest);
  const found = matching(value.slice(1));
  list.show(found.map((entry) => ({ label: entry.title, hint: entry.about, detail: optionNames(entry), entry })));
  note.textContent = state.world.commands.length ? t("no_commands", { query: value }) : t("bot_away");
  note.hidden = found.length > 0;
  palette.hidden = false;
  text.setAttribute("aria-expanded", "true");
}

function optionNames(entry) {
  const needed = entry.options.filter((option) => option.required).length;
  const rest = entry.options.length - needed;
  return [needed > 0 && `${needed} ${t("required")}`, rest > 0 && `${rest} ${t("optional")}`].filter(Boolean).join(" · ");
}

function closePalette() {
  palette.hidden = true;
  text.setAttribute("aria-expanded", "false");
}

function key(event) {
  if (event.isComposing) return undefined;
  if (event.key === "Enter" && !event.shiftKey && runWhole()) return event.preventDefault();
  if (!palette.hidden) {
    if (event.key === "Escape") {
      closePalette();
      event.stopPropagation();
    } else if (event.key === "Tab" && !event.shiftKey && list.at >= 0) {
      event.preventDefault();
      list.pick();
    } else {
      list.key(event);
    }
    if (event.defaultPrevented || event.key === "Escape") return undefined;
  }
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    submit();
  }
  return undefined;
}

/** Open the form of a command. firstText: what was typed after its name, text of the first option. */
function begin(entry, firstText = "") {
  closePalette();
  form = new CommandForm(entry, { onsend: run, onleave: (rest) => (leave(rest), text.focus(), rest && typed()) });
  fill(middle, form.node);
  fill(panels, form.panel, palette);
  form.begin(firstText);
}

/** Return to a plain message. */
function leave(rest) {
  form = null;
  text.value = rest;
  fill(middle, text);
  fill(panels, palette);
  closePalette();
  grow();
}

async function run(_entry, data) {
  leave("");
  text.focus();
  const result = await interact(COMMAND, data);
  if (!result.ok) notice(t("no_answer"));
}

/** A command without options can be sent by its name alone. */
function runWhole() {
  const entry = wholeName(text.value);
  if (!entry || entry.options.length) return false;
  run(entry, commandData(entry, []));
  return true;
}

async function submit() {
  if (form) return form.send();
  if (runWhole()) return undefined;
  const content = text.value.trim();
  if (!content) return undefined;
  if (content.startsWith("/")) return typed();
  leave("");
  try {
    await post(`channels/${state.channel}/messages`, { as: state.me, content });
  } catch (error) {
    notice(error.message);
  }
  return undefined;
}

function grow() {
  text.style.setProperty("height", "auto");
  text.style.setProperty("height", `${Math.min(text.scrollHeight, 160)}px`);
}
