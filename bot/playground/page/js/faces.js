// A person's face: initials on a colour that stays with the person; the bot has its own mark.

import { h } from "./dom.js";
import { nameOf, state } from "./state.js";

const COLOURS = 8; // --face-0 … --face-7 in tokens.css

export function face(user) {
  if (user?.bot) return h("img", { class: "face", src: "/play/static/mark.svg", alt: "" });
  const order = [...state.users.keys()].indexOf(user?.id);
  const colour = order < 0 ? COLOURS - 1 : order % COLOURS;
  return h("span", { class: "face", "aria-hidden": "true", style: { "--face": `var(--face-${colour})` } }, initials(nameOf(user)));
}

function initials(name) {
  const words = name.trim().split(/\s+/);
  const latin = /^[\p{Script=Latin}\d]/u.test(name.trim());
  if (latin && words.length > 1) return (words[0][0] + words.at(-1)[0]).toUpperCase();
  return [...name.trim()].slice(0, 1).join("").toUpperCase() || "?";
}
