// The form of a chosen command: its name as a chip, its options as fields, suggestions above them. It works by keyboard alone.

import { Combo } from "./combo.js";
import { aboutIn, commandData, nameIn } from "./commands.js";
import { fill, h, icon } from "./dom.js";
import { AUTOCOMPLETE, interact } from "./interact.js";
import { Listbox } from "./listbox.js";
import { t } from "./state.js";

export class CommandForm {
  /** onsend(entry, data) and onleave(text) hand control back to the composer. Call `begin` once `node` and `panel` are in the page. */
  constructor(entry, { onsend, onleave }) {
    this.entry = entry;
    this.onsend = onsend;
    this.onleave = onleave;
    this.combos = [];
    this.current = null;
    this.open = false;
    this.list = new Listbox({ label: entry.title, onpick: (item) => this.pick(item) });
    this.head = h("div", { class: "panel-head" });
    this.note = h("p", { class: "quiet nothing", hidden: true });
    this.panel = h("div", { class: "panel" }, this.head, this.list.node, this.note);
    this.chip = h("button", { class: "chip", type: "button", title: entry.about, onclick: () => onleave("") }, entry.title, icon("close"));
    this.fields = h("span", { class: "options" });
    this.more = h("span", { class: "more-options" });
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.line = h("div", { class: "command-line" }, this.chip, this.fields, this.more);
    this.node = h("div", { class: "command-form", role: "group", "aria-label": `${entry.title}: ${entry.about}` }, this.line, this.problem);
    this.node.addEventListener("keydown", (event) => this.key(event));
    this.node.addEventListener("focusin", (event) => this.focused(event.target));
    this.node.addEventListener("focusout", (event) => !this.node.contains(event.relatedTarget) && this.hide());
    const required = entry.options.filter((option) => option.required);
    for (const option of required.length ? required : entry.options.slice(0, 1)) this.add(option);
    this.drawMore();
  }

  /** Focus the first option. firstText: text that it begins with. */
  begin(firstText) {
    const first = this.combos[0];
    if (first) first.type(firstText);
    (first?.input ?? this.chip).focus();
    if (!this.combos.length) this.tellCommand();
  }

  get firstText() {
    return this.combos[0]?.input.value ?? "";
  }

  add(option) {
    const combo = new Combo(option, { ask: (one) => this.ask(one), changed: (one) => this.suggest(one) });
    this.list.ownedBy(combo.input);
    this.combos.push(combo);
    this.fields.append(combo.node);
    return combo;
  }

  /** Optional options are buttons behind the fields until they are added. */
  drawMore() {
    const unused = this.entry.options.filter((option) => !this.combos.some((combo) => combo.option === option));
    fill(
      this.more,
      unused.map((option) =>
        h("button", { class: "add-option", type: "button", title: aboutIn(option), onclick: () => this.addAndFocus(option) }, icon("plus"), nameIn(option)),
      ),
    );
  }

  addAndFocus(option) {
    const combo = this.add(option);
    combo.wanted = true;
    this.drawMore();
    combo.input.focus();
  }

  remove(combo) {
    combo.node.remove();
    this.combos = this.combos.filter((one) => one !== combo);
    this.drawMore();
  }

  focused(target) {
    const combo = this.combos.find((one) => one.input === target);
    this.current = combo ?? null;
    if (combo) {
      this.list.ownedBy(combo.input);
      this.suggest(combo);
    } else {
      this.tellCommand();
    }
  }

  tellCommand() {
    fill(this.head, h("strong", {}, this.entry.title), h("span", { class: "quiet" }, this.entry.about));
    this.list.show([]);
    this.note.hidden = true;
    this.panel.hidden = false;
  }

  hide() {
    this.panel.hidden = true;
    this.open = false;
    this.current?.input.setAttribute("aria-expanded", "false");
  }

  async suggest(combo) {
    this.say(null);
    fill(this.head, h("strong", {}, combo.label), h("span", { class: "quiet" }, aboutIn(combo.option)), combo.option.required && h("span", { class: "required-note" }, t("required")));
    this.panel.hidden = false;
    if (!combo.listed) return this.paint([], null);
    const found = await combo.suggestions(() => this.paint(this.list.owner === combo.input ? this.list.items : [], t("loading")));
    if (!found || this.current !== combo) return undefined;
    return this.paint(found.items ?? [], found.failed ? t("options_failed") : found.items.length ? null : t("nothing_fits"));
  }

  paint(items, note) {
    const combo = this.current;
    const mayStayEmpty = combo && !combo.option.required && !combo.wanted && combo.empty;
    this.list.show(items, mayStayEmpty ? -1 : 0); // Enter sends without optional options that were not added
    this.open = items.length > 0;
    this.current?.input.setAttribute("aria-expanded", String(this.open));
    this.note.textContent = note ?? "";
    this.note.hidden = !note || (items.length > 0 && note === t("loading"));
    this.panel.classList.toggle("loading", note === t("loading"));
  }

  ask(combo) {
    const values = this.combos
      .filter((one) => one === combo || !one.empty)
      .map((one) => ({ name: one.option.name, type: one.option.type, value: one === combo ? one.input.value : (one.read().value ?? one.input.value), ...(one === combo && { focused: true }) }));
    return interact(AUTOCOMPLETE, commandData(this.entry, values));
  }

  pick(item) {
    const combo = this.current;
    combo.take({ label: item.label, value: item.value });
    this.list.show([]);
    this.open = false;
    this.next(combo);
  }

  /** Move to the next empty field, else to the end of this one, where Enter sends the command. */
  next(combo) {
    const after = this.combos.slice(this.combos.indexOf(combo) + 1).find((one) => one.empty) ?? this.combos.find((one) => one.empty && one.option.required);
    if (after) after.input.focus();
    else {
      combo.input.focus();
      this.hide();
    }
  }

  key(event) {
    const combo = this.combos.find((one) => one.input === event.target);
    if (event.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (this.open && !this.panel.hidden) this.hide();
      else this.onleave("");
    } else if (event.key === "Tab" && !event.shiftKey && combo && this.open && this.list.at >= 0 && !combo.taken && combo.input.value) {
      event.preventDefault();
      this.list.pick();
    } else if (event.key === "Enter" && (event.target === combo?.input || event.target === this.chip)) {
      event.preventDefault();
      if (combo && this.open && !this.panel.hidden && !combo.taken && this.list.at >= 0) this.list.pick();
      else this.send();
    } else if (event.key === "Backspace" && combo && !combo.input.value) {
      event.preventDefault();
      this.back(combo);
    } else if (combo && !this.panel.hidden && event.key.startsWith("Arrow")) {
      this.list.key(event);
    }
  }

  back(combo) {
    const before = this.combos[this.combos.indexOf(combo) - 1];
    if (!combo.option.required) this.remove(combo);
    if (before) before.input.focus();
    else if (combo.option.required || !this.combos.length) this.onleave(this.entry.title);
    else this.combos[0].input.focus();
  }

  /** A sentence about what is wrong, or null. */
  say(sentence) {
    this.problem.textContent = sentence ?? "";
    this.problem.hidden = !sentence;
  }

  send() {
    const read = this.combos.map((combo) => ({ combo, ...combo.read() }));
    const wrong = read.find((one) => one.problem);
    if (wrong) {
      wrong.combo.input.focus();
      wrong.combo.node.classList.add("wrong");
      this.hide();
      this.say(wrong.problem);
      return;
    }
    const values = read.filter((one) => one.value !== undefined).map(({ combo, value }) => ({ name: combo.option.name, type: combo.option.type, value }));
    this.onsend(this.entry, commandData(this.entry, values));
  }
}
