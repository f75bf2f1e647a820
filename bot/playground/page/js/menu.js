// The bot's entries in the menu of a message or of a person, behind a button "⋯".

import { nameIn } from "./commands.js";
import { h, icon } from "./dom.js";
import { COMMAND, interact } from "./interact.js";
import { DM, here, state, t } from "./state.js";

export const OF_PERSON = 2;
export const OF_MESSAGE = 3;
const GUILD = 0;
const BOT_DM = 1;

/** The commands of this type that the present person is offered in the present channel. */
function entries(type) {
  const context = here()?.type === DM ? BOT_DM : GUILD;
  const offered = (command) => command.type === type && (context === BOT_DM || command.seen_by.includes(state.me));
  return state.world.commands.filter((command) => offered(command) && (!command.contexts || command.contexts.includes(context)));
}

/** One button for each entry about a person or message; onchosen() is called before the bot is asked. */
export function menuEntries(type, target, onchosen, onfailed) {
  const choose = async (command) => {
    onchosen();
    const result = await interact(COMMAND, { name: command.name, type, target_id: target.id }, { channel: target.channel_id ?? state.channel });
    if (!result.ok) onfailed();
  };
  return entries(type).map((command) => h("button", { class: "button secondary", type: "button", onclick: () => choose(command) }, nameIn(command)));
}

/** The button "⋯" of a message; null if the bot has no entry in its menu. */
export function messageMenu(message) {
  if (!entries(OF_MESSAGE).length) return null;
  return h("button", { class: "icon-button message-menu", type: "button", "aria-label": t("message_menu"), title: t("message_menu"), onclick: () => openMenu(message) }, icon("more"));
}

function openMenu(message) {
  const onfailed = () => document.dispatchEvent(new CustomEvent("answered", { detail: { message: message.id, failed: true } }));
  const dialog = h(
    "dialog",
    { class: "modal small-modal", "aria-labelledby": "menu-title" },
    h("header", {}, h("h2", { id: "menu-title" }, t("message_menu")), h("button", { class: "icon-button", type: "button", "aria-label": t("close"), onclick: () => dialog.close() }, icon("close"))),
    h("div", { class: "modal-body menu-entries" }, menuEntries(OF_MESSAGE, message, () => dialog.close(), onfailed)),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
