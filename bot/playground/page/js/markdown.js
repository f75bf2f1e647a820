// Discord's markdown as DOM nodes: blocks (headings, lists, quotes, code, small print) around inline spans.

import { titleOf } from "./commands.js";
import { h } from "./dom.js";
import { channelName, locale, nameOf, state, t } from "./state.js";
import { timestamp } from "./time.js";

const FENCE = /^```(?:[\w+-]*\n)?([\s\S]*?)\n?```/;
const HEADING = /^(#{1,3}) +(.+?) *#* *$/;
const SMALL = /^-# +(.+)$/;
const QUOTE = /^> ?(?!>>)(.*)$/;
const ITEM = /^( *)([-*]|\d+\.) +(.+)$/;

/** The text of a message or TextDisplay as a <div class="md">. */
export function markdown(text) {
  return h("div", { class: "md" }, blocks(text));
}

function blocks(text) {
  const nodes = [];
  let plain = [];
  const flush = () => {
    if (plain.length) nodes.push(h("div", {}, inline(plain.join("\n"))));
    plain = [];
  };
  let rest = text.replace(/\r\n?/g, "\n");
  while (rest) {
    const fence = FENCE.exec(rest);
    if (fence) {
      flush();
      nodes.push(h("pre", {}, h("code", {}, fence[1])));
      rest = rest.slice(fence[0].length).replace(/^\n/, "");
      continue;
    }
    if (rest.startsWith(">>> ")) {
      flush();
      nodes.push(h("blockquote", {}, blocks(rest.slice(4))));
      break;
    }
    const end = rest.indexOf("\n");
    const line = end < 0 ? rest : rest.slice(0, end);
    const heading = HEADING.exec(line);
    const small = SMALL.exec(line);
    if (heading || small) {
      flush();
      nodes.push(heading ? h(`h${heading[1].length + 2}`, {}, inline(heading[2])) : h("div", { class: "small" }, inline(small[1])));
    } else if (QUOTE.test(line)) {
      flush();
      const [quoted, after] = take(rest, QUOTE);
      nodes.push(h("blockquote", {}, blocks(quoted.map((m) => m[1]).join("\n"))));
      rest = after;
      continue;
    } else if (ITEM.test(line)) {
      flush();
      const [items, after] = take(rest, ITEM);
      nodes.push(list(items));
      rest = after;
      continue;
    } else if (line.includes("```") && FENCE.test(rest.slice(rest.indexOf("```")))) {
      const at = rest.indexOf("```");
      plain.push(rest.slice(0, at));
      rest = rest.slice(at);
      continue;
    } else {
      plain.push(line);
    }
    rest = end < 0 ? "" : rest.slice(end + 1);
  }
  flush();
  return nodes;
}

/** The leading lines that fit a pattern, as matches, and the text after them. */
function take(text, pattern) {
  const lines = text.split("\n");
  const stop = lines.findIndex((line) => !pattern.test(line));
  const count = stop < 0 ? lines.length : stop;
  return [lines.slice(0, count).map((line) => pattern.exec(line)), lines.slice(count).join("\n")];
}

function list(items) {
  const base = items[0][1].length;
  const ordered = /\d/.test(items[0][2]);
  const node = h(ordered ? "ol" : "ul", ordered ? { start: parseInt(items[0][2], 10) } : {});
  for (let i = 0; i < items.length; ) {
    const inner = [];
    const item = h("li", {}, inline(items[i][3]));
    for (i += 1; i < items.length && items[i][1].length > base; i += 1) inner.push(items[i]);
    if (inner.length) item.append(list(inner));
    node.append(item);
  }
  return node;
}

const web = (href, ...children) => h("a", { href, target: "_blank", rel: "noopener noreferrer" }, ...children);
const tag = (name) => (m) => h(name, {}, inline(m[1]));

// The first rule that matches at the present position wins, so longer markers come before shorter ones.
const RULES = [
  [/\\([^\w\s])/y, (m) => m[1]],
  [/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/y, (m) => h("code", {}, m[2])],
  [/<t:(-?\d{1,12})(?::([tTdDfFRsS]))?>/y, (m) => timestamp(Number(m[1]), m[2] ?? "f", locale())],
  [/<@!?(\d+)>/y, (m) => mention(m[1])],
  [/<@&(\d+)>/y, () => h("span", { class: "mention" }, "@…")],
  [/<#(\d+)>/y, (m) => channelLink(m[1])],
  [/<\/([^:>\n]+):(\d+)>/y, (m) => h("button", { class: "mention command", type: "button", "data-command": m[1] }, titleOf(m[1]))],
  [/<a?:(\w+):(\d+)>/y, (m) => h("img", { class: "emoji", src: `/cdn/emojis/${m[2]}.png`, alt: `:${m[1]}:`, title: `:${m[1]}:` })],
  [/@(everyone|here)\b/y, (m) => h("span", { class: "mention" }, m[0])],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y, (m) => web(m[2], inline(m[1]))],
  [/<(https?:\/\/[^>\s]+)>/y, (m) => web(m[1], m[1])],
  [/https?:\/\/[^\s<]*[^\s<.,:;"')\]。、」)]/y, (m) => web(m[0], m[0])],
  [/\|\|([\s\S]+?)\|\|/y, (m) => spoiler(inline(m[1]))],
  [/\*\*\*([\s\S]+?)\*\*\*(?!\*)/y, (m) => h("em", {}, h("strong", {}, inline(m[1])))],
  [/\*\*([\s\S]+?)\*\*(?!\*)/y, tag("strong")],
  [/__([\s\S]+?)__(?!_)/y, tag("u")],
  [/\*(?=\S)((?:\*\*|[^*])+?)\*(?!\*)/y, tag("em")],
  [/(?<!\w)_(?=\S)([^_]+)_(?!\w)/y, tag("em")],
  [/~~([\s\S]+?)~~(?!~)/y, tag("s")],
  [/\n/y, () => h("br")],
];

export function inline(text) {
  const nodes = [];
  let plain = "";
  for (let at = 0; at < text.length; ) {
    let made = null;
    for (const [pattern, make] of RULES) {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (!match) continue;
      made = make(match);
      at += match[0].length;
      break;
    }
    if (made === null) {
      plain += text[at];
      at += 1;
    } else if (typeof made === "string") {
      plain += made;
    } else {
      if (plain) nodes.push(plain);
      plain = "";
      nodes.push(made);
    }
  }
  if (plain) nodes.push(plain);
  return nodes;
}

function mention(id) {
  return h("span", { class: id === state.me ? "mention mine" : "mention" }, `@${nameOf(state.users.get(id))}`);
}

function channelLink(id) {
  const channel = state.channels.get(id);
  return h("button", { class: "mention", type: "button", "data-channel": channel && id }, `#${channelName(channel)}`);
}

function spoiler(children) {
  const inside = h("span", { inert: true }, children);
  const node = h("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": t("spoiler") }, inside);
  const reveal = (event) => {
    if (!inside.inert) return;
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    node.classList.add("shown");
    inside.inert = false;
    for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
  };
  node.addEventListener("click", reveal);
  node.addEventListener("keydown", reveal);
  return node;
}
