// Interactions of a person with the bot. They are sent to the server, which adds member, token and language.

import { post } from "./api.js";
import { openModal } from "./modal.js";
import { state } from "./state.js";

export const COMMAND = 2;
export const COMPONENT = 3;
export const AUTOCOMPLETE = 4;
export const MODAL_SUBMIT = 5;
const SHOW_MODAL = 9;

/**
 * Send one interaction; resolves to {ok, callback} when the bot has answered. A modal in the answer is opened.
 * ok is false when the bot did not answer in time, or the playground could not be reached.
 */
export async function interact(type, data, { message, channel = state.channel } = {}) {
  const as = state.me;
  let result;
  try {
    result = await post("interact", { as, channel_id: channel, type, data, message_id: message?.id });
  } catch (error) {
    console.warn("interaction:", error.message);
    return { ok: false, error: error.message };
  }
  if (result.ok && result.callback?.type === SHOW_MODAL) {
    openModal(result.callback.data, (values) => interact(MODAL_SUBMIT, values, { message, channel }));
  }
  return result;
}

/** A click on a button or a choice in a select of a message. While it runs, the control is busy; a failure is written under the message. */
export async function press(control, message, data) {
  if (control.getAttribute("aria-busy") === "true") return;
  control.setAttribute("aria-busy", "true");
  const result = await interact(COMPONENT, data, { message, channel: message.channel_id });
  control.removeAttribute("aria-busy");
  document.dispatchEvent(new CustomEvent("answered", { detail: { message: message.id, failed: !result.ok } }));
}
