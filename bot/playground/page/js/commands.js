// Slash commands as Discord shows them: sub-commands are entries of their own, in the reader's language.

import { DM, here, locale, state } from "./state.js";
import { fold } from "./picker.js";

export const OPTION = { SUB: 1, GROUP: 2, STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9, NUMBER: 10, ATTACHMENT: 11 };
const CHAT = 1;
const GUILD = 0;
const BOT_DM = 1;

export const nameIn = (it) => it.name_localizations?.[locale()] ?? it.name;
export const aboutIn = (it) => it.description_localizations?.[locale()] ?? it.description ?? "";

/** Every command that can be sent: {command, path: [sub-command objects], title "/table open", about, options}. */
export function entries() {
  const context = here()?.type === DM ? BOT_DM : GUILD;
  const shown = (command) => context === BOT_DM || command.seen_by.includes(state.me);
  const usable = (command) => (command.type ?? CHAT) === CHAT && shown(command) && (!command.contexts || command.contexts.includes(context));
  return state.world.commands.filter(usable).flatMap((command) => leaves(command, command, []));
}

function leaves(command, it, path) {
  const inner = (it.options ?? []).filter((option) => option.type === OPTION.SUB || option.type === OPTION.GROUP);
  if (inner.length) return inner.flatMap((option) => leaves(command, option, [...path, option]));
  const names = [command, ...path];
  return [
    {
      command,
      path,
      title: `/${names.map(nameIn).join(" ")}`,
      plain: `/${names.map((one) => one.name).join(" ")}`,
      about: aboutIn(it),
      options: it.options ?? [],
    },
  ];
}

/** A command's name in the reader's language: "/卓 開く" for "table open". */
export function titleOf(plain) {
  return entries().find((entry) => entry.plain === `/${plain}`)?.title ?? `/${plain}`;
}

/** Entries for what has been typed after "/": by local name, by the English name, by description; best first. */
export function matching(typed) {
  const query = fold(typed).trim();
  const rank = (entry) => {
    const names = [entry.title, entry.plain].map((name) => fold(name).slice(1));
    if (names.some((name) => name.startsWith(query))) return 0;
    if (names.some((name) => name.split(" ").some((word) => word.startsWith(query)))) return 1;
    if (names.some((name) => name.includes(query))) return 2;
    return fold(entry.about).includes(query) ? 3 : 4;
  };
  return entries()
    .map((entry, order) => ({ entry, order, rank: rank(entry) }))
    .filter((one) => one.rank < 4)
    .sort((a, b) => a.rank - b.rank || a.order - b.order)
    .map((one) => one.entry);
}

/** The entry whose whole name begins the text and is followed by a space, and the text after it; the longest name wins. */
export function spelledOut(text) {
  const fits = [];
  for (const entry of entries()) for (const name of [entry.title, entry.plain]) if (text.startsWith(`${name} `)) fits.push({ entry, rest: text.slice(name.length + 1) });
  return fits.sort((a, b) => a.rest.length - b.rest.length)[0] ?? null;
}

/** The entry whose name is all that was typed. */
export function wholeName(text) {
  const typed = text.trim();
  return entries().find((entry) => entry.title === typed || entry.plain === typed) ?? null;
}

/** Discord's interaction data: the values sit in the innermost sub-command. values: [{name, type, value, focused?}]. */
export function commandData(entry, values) {
  const options = entry.path.reduceRight((inner, sub) => [{ name: sub.name, type: sub.type, options: inner }], values);
  return { id: entry.command.id, name: entry.command.name, type: CHAT, options };
}
