// Buttons and selects, in messages and in modals.

import { h, icon } from "./dom.js";
import { openPicker } from "./picker.js";
import { DM, channelName, nameOf, state, t, visibleChannels } from "./state.js";
import { face } from "./faces.js";

export const BUTTON = 2;
export const STRING_SELECT = 3;
export const USER_SELECT = 5;
const ROLE_SELECT = 6;
const MENTIONABLE_SELECT = 7;
const CHANNEL_SELECT = 8;
export const SELECTS = new Set([STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT]);

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium" };
const LINK = 5;

/** onpress(control, data) gets the element and Discord's interaction data of the click. */
export function button(component, onpress) {
  const content = [component.emoji && emoji(component.emoji), component.label && h("span", {}, component.label)];
  const style = `button ${STYLES[component.style] ?? "secondary"}`;
  if (component.style === LINK) {
    return h("a", { class: style, href: component.url, target: "_blank", rel: "noopener noreferrer" }, content, icon("link"));
  }
  const node = h(
    "button",
    {
      class: style,
      type: "button",
      disabled: component.disabled,
      "data-key": component.custom_id,
      "aria-label": component.label ? undefined : component.emoji?.name,
      onclick: () => onpress(node, { component_type: BUTTON, custom_id: component.custom_id, id: component.id }),
    },
    content,
  );
  return node;
}

export function emoji(it) {
  return h("span", { class: "emoji", "aria-hidden": "true" }, it.id ? `:${it.name}:` : it.name);
}

/** A select as a button that opens its menu. onpick(control, values) is called with the ids or values taken. */
export function select(component, onpick) {
  const options = optionsOf(component);
  const min = component.min_values ?? (component.required === false ? 0 : 1);
  const max = Math.min(component.max_values ?? 1, Math.max(options.length, 1));
  const title = component.placeholder ?? t("select");
  const shown = h("span", { class: "select-value" });
  const node = h(
    "button",
    {
      class: "select",
      type: "button",
      disabled: component.disabled,
      "data-key": component.custom_id,
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      onclick: () => openPicker({ anchor: node, title, options, min, max, onpick: (values) => (mark(values), onpick(node, values)) }),
    },
    shown,
    icon("down"),
  );

  function mark(values) {
    for (const option of options) option.selected = values.includes(option.value);
    const labels = options.filter((option) => option.selected).map((option) => option.label);
    shown.textContent = labels.length ? labels.join(", ") : title;
    shown.classList.toggle("placeholder", !labels.length);
    node.setAttribute("aria-label", labels.length ? `${title}: ${labels.join(", ")}` : title);
  }
  mark(options.filter((option) => option.selected).map((option) => option.value));
  return node;
}

function optionsOf(component) {
  const preset = new Set((component.default_values ?? []).map((value) => String(value.id)));
  if (component.type === STRING_SELECT) {
    return component.options.map((option) => ({
      value: option.value,
      label: option.label,
      hint: option.description,
      mark: option.emoji && emoji(option.emoji),
      selected: option.default === true,
    }));
  }
  if (component.type === USER_SELECT || component.type === MENTIONABLE_SELECT) {
    return [...state.users.values()].map((user) => ({ value: user.id, label: nameOf(user), mark: face(user), selected: preset.has(user.id) }));
  }
  if (component.type === CHANNEL_SELECT) {
    return visibleChannels()
      .filter((channel) => channel.type !== DM && (!component.channel_types?.length || component.channel_types.includes(channel.type)))
      .map((channel) => ({ value: channel.id, label: `#${channelName(channel)}`, selected: preset.has(channel.id) }));
  }
  return []; // the playground's guild has no roles to choose from
}
