// A list of options driven from the keyboard of its owner (a search field, or the list itself).

import { fill, h } from "./dom.js";

let serial = 0;

export class Listbox {
  /** onpick(item) is called for a click, Enter or Tab; items are {label, hint, detail, mark, selected, disabled, value}. */
  constructor({ label, multiple = false, onpick }) {
    serial += 1;
    this.id = `list-${serial}`;
    this.onpick = onpick;
    this.items = [];
    this.at = -1;
    this.owner = null;
    this.node = h("div", { class: "listbox", role: "listbox", id: this.id, "aria-label": label, "aria-multiselectable": multiple && "true" });
    this.node.addEventListener("pointerdown", (event) => event.preventDefault()); // the owner keeps the focus
    this.node.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) this.pick(Number(option.dataset.at));
    });
  }

  /** The element that has the focus while the list is used. */
  ownedBy(owner) {
    this.owner = owner;
    owner.setAttribute("aria-controls", this.id);
    return this;
  }

  /** at: the item that Enter would pick, -1 for none until an arrow key is pressed. */
  show(items, at = 0) {
    this.items = items;
    fill(this.node, items.map((item, i) => this.row(item, i)));
    this.moveTo(Math.min(at, items.length - 1));
  }

  row(item, i) {
    return h(
      "div",
      {
        role: "option",
        id: `${this.id}-${i}`,
        "data-at": i,
        "aria-selected": item.selected ? "true" : "false",
        "aria-disabled": item.disabled && "true",
      },
      item.mark && h("span", { class: "mark" }, item.mark),
      h("span", { class: "option-text" }, h("span", { class: "option-label" }, item.label), item.hint && h("span", { class: "option-hint" }, item.hint)),
      item.detail && h("span", { class: "option-detail" }, item.detail),
    );
  }

  moveTo(at) {
    this.node.children[this.at]?.classList.remove("active");
    this.at = at;
    const row = this.node.children[at];
    row?.classList.add("active");
    row?.scrollIntoView({ block: "nearest" });
    if (row) this.owner?.setAttribute("aria-activedescendant", row.id);
    else this.owner?.removeAttribute("aria-activedescendant");
  }

  pick(at = this.at) {
    const item = this.items[at];
    if (item && !item.disabled) this.onpick(item, at);
  }

  /** True when the key belonged to the list. Home and End stay with the text field that owns the list. */
  key(event) {
    if (event.isComposing || !this.items.length) return false;
    const page = 8;
    const last = this.items.length - 1;
    const to = {
      ArrowDown: this.at >= last ? 0 : this.at + 1,
      ArrowUp: this.at <= 0 ? last : this.at - 1,
      PageDown: Math.min(this.at + page, last),
      PageUp: Math.max(this.at - page, 0),
    }[event.key];
    if (to !== undefined) {
      this.moveTo(to);
    } else if (event.key === "Enter" && this.at >= 0) {
      this.pick();
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }
}
