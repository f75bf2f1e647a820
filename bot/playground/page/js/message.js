// One message: author, time, content, and the note on ephemeral messages.

import { titleOf } from "./commands.js";
import { attachments, components, embed } from "./components.js";
import { h, icon } from "./dom.js";
import { face } from "./faces.js";
import { markdown } from "./markdown.js";
import { messageMenu } from "./menu.js";
import { COMPONENTS_V2, EPHEMERAL, LOADING, locale, nameOf, state, t } from "./state.js";
import { clock } from "./time.js";

const TOGETHER_MS = 7 * 60 * 1000;
const COMMAND = 2;
const SYSTEM = new Set([6, 18, 21]); // pinned, thread created, thread starter: facts that the channel list shows already

export const isShown = (message) => !SYSTEM.has(message.type);

/** Whether a message is grouped with the one before: same author within seven minutes, and no line above it. */
export function continues(message, before) {
  if (!before || before.author.id !== message.author.id || usedLine(message)) return false;
  if ((before.flags & EPHEMERAL) !== (message.flags & EPHEMERAL)) return false;
  return new Date(message.timestamp) - new Date(before.timestamp) < TOGETHER_MS;
}

export function messageNode(message, { joined, failed, ondismiss }) {
  const author = state.users.get(message.author.id) ?? message.author;
  const secret = (message.flags & EPHEMERAL) !== 0;
  const pinged = (message.mentions ?? []).some((user) => user.id === state.me) && message.author.id !== state.me;
  const kind = ["message", joined && "joined", secret && "secret", pinged && "pinged"].filter(Boolean).join(" ");
  return h(
    "article",
    { class: kind, id: `m${message.id}`, "data-id": message.id, "aria-label": nameOf(author) },
    usedLine(message),
    !joined && h("div", { class: "gutter" }, face(author)),
    h(
      "div",
      { class: "body" },
      !joined && h("header", { class: "by" }, face(author), h("span", { class: "name" }, nameOf(author)), author.bot && h("span", { class: "app" }, t("app")), clock(message.timestamp, locale())),
      body(message, author),
      failed && h("p", { class: "problem", role: "alert" }, t("failed")),
      secret && h("p", { class: "only-you" }, icon("private"), t("only_you"), " · ", h("button", { class: "plain", type: "button", onclick: ondismiss }, t("dismiss"))),
    ),
    !secret && messageMenu(message),
  );
}

function body(message, author) {
  if (message.flags & LOADING) return h("p", { class: "thinking", role: "status" }, t("thinking", { name: nameOf(author) }), h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")));
  const layout = (message.flags & COMPONENTS_V2) !== 0;
  const edited = message.edited_timestamp && h("span", { class: "edited" }, `(${t("edited")})`);
  if (layout) return h("div", { class: "layout" }, components(message.components, message));
  return [
    message.content && h("div", { class: "content" }, markdown(message.content), edited),
    (message.embeds ?? []).map(embed),
    attachments(message.attachments ?? []),
    components(message.components, message),
  ];
}

/** "Marco used /table open", above the first answer to a command. */
function usedLine(message) {
  const cause = message.interaction_metadata;
  if (!cause || cause.type !== COMMAND || cause.original_response_message_id) return null;
  const user = state.users.get(cause.user.id) ?? cause.user;
  const name = cause.name ?? message.interaction?.name;
  if (!name) return null;
  return h("div", { class: "used" }, h("span", { class: "elbow" }), face(user), h("span", {}, t("used", { name: nameOf(user), command: titleOf(name) })));
}
