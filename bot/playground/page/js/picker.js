// The menu behind a select: a searchable list; one choice is taken at once, several are confirmed.

import { fill, h, icon } from "./dom.js";
import { Listbox } from "./listbox.js";
import { t } from "./state.js";

const SEARCH_FROM = 8;
const MARGIN = 8;
const KEYBOARD_HIDES = "(pointer: coarse), (width < 760px)"; // on such devices a focused field opens a keyboard, which would hide the list

/** options: {value, label, hint, mark, selected}. onpick(values) is called once, never when the menu is dismissed. */
export function openPicker({ anchor, title, options, min = 1, max = 1, onpick }) {
  const chosen = new Set(options.filter((option) => option.selected).map((option) => option.value));
  const single = max === 1;
  const list = new Listbox({ label: title, multiple: !single, onpick: (item, at) => (single ? take(item) : toggle(item, at)) });
  const count = h("span", { class: "picker-count", "aria-live": "polite" });
  const done = h("button", { class: "button primary", type: "button", onclick: () => finish([...chosen]) }, t("done"));
  const search = h("input", { class: "field", type: "text", placeholder: t("search"), "aria-label": t("search"), role: "combobox", "aria-expanded": "true", autocomplete: "off" });
  const nothing = h("p", { class: "quiet nothing", hidden: true }, t("nothing_fits"));
  const searchable = options.length >= SEARCH_FROM;
  const dialog = h(
    "dialog",
    { class: "picker", tabindex: "-1", "aria-label": title },
    h("header", { class: "picker-title" }, h("span", {}, title), h("button", { class: "icon-button", type: "button", "aria-label": t("close"), onclick: () => dialog.close() }, icon("close"))),
    searchable && h("label", { class: "search" }, icon("search"), search),
    list.node,
    nothing,
    !single && h("footer", {}, count, done),
  );

  const owner = searchable ? search : list.node;
  if (!searchable) list.node.tabIndex = 0;
  list.ownedBy(owner);

  function show(at) {
    const query = fold(search.value);
    const fitting = options.filter((option) => fold(`${option.label} ${option.hint ?? ""}`).includes(query));
    list.show(
      fitting.map((option) => ({
        ...option,
        selected: chosen.has(option.value),
        disabled: !single && chosen.size >= max && !chosen.has(option.value),
        detail: chosen.has(option.value) && icon("check"),
      })),
      at,
    );
    nothing.hidden = fitting.length > 0;
    done.disabled = chosen.size < min || chosen.size > max;
    const range = min === max ? t("choose_exactly", { min }) : t("choose_between", { min, max });
    fill(count, chosen.size ? t("chosen", { n: chosen.size, max }) : range);
  }

  function toggle(item, at) {
    if (!chosen.delete(item.value)) chosen.add(item.value);
    show(at);
  }

  function take(item) {
    finish(chosen.has(item.value) && min === 0 ? [] : [item.value]);
  }

  function finish(values) {
    dialog.close();
    onpick(values);
  }

  search.addEventListener("input", () => show(0));
  dialog.addEventListener("keydown", (event) => {
    if (event.target !== owner && event.target !== dialog) return;
    if (!single && event.key === "Enter" && (event.ctrlKey || event.metaKey) && !done.disabled) finish([...chosen]);
    else if (list.key(event)) return;
    else if (event.key === " " && owner === list.node) {
      event.preventDefault();
      list.pick();
    }
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    anchor.setAttribute("aria-expanded", "false");
    if (anchor.isConnected) anchor.focus();
  });

  document.body.append(dialog);
  anchor.setAttribute("aria-expanded", "true");
  dialog.showModal();
  show(Math.max(0, options.findIndex((option) => option.selected)));
  place(dialog, anchor);
  (searchable && matchMedia(KEYBOARD_HIDES).matches ? dialog : owner).focus();
}

/** Case, width (Ａ / A, ｱ / ア) and the two kana do not matter in a search. */
export function fold(text) {
  return text.normalize("NFKC").toLowerCase().replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

/**
 * Below the anchor and as wide, or above it where there is more room.
 * On a phone the style sheet makes it a sheet at the bottom.
 */
function place(dialog, anchor) {
  const at = anchor.getBoundingClientRect();
  const set = (values) => Object.entries(values).forEach(([name, value]) => dialog.style.setProperty(`--${name}`, value));
  const below = innerHeight - at.bottom - 2 * MARGIN;
  const above = at.top - 2 * MARGIN;
  const down = below >= Math.min(320, above);
  const left = Math.max(MARGIN, Math.min(at.left, innerWidth - dialog.offsetWidth - MARGIN));
  const [top, bottom] = down ? [`${at.bottom + 4}px`, "auto"] : ["auto", `${innerHeight - at.top + 4}px`];
  set({ left: `${left}px`, width: `${at.width}px`, top, bottom, room: `${down ? below : above}px` });
}
