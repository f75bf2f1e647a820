// One option of a command as a text field with suggestions: fixed choices, people, channels, or the bot's own (autocomplete).

import { h } from "./dom.js";
import { face } from "./faces.js";
import { aboutIn, nameIn, OPTION } from "./commands.js";
import { fold } from "./picker.js";
import { DM, channelName, locale, nameOf, state, t, visibleChannels } from "./state.js";

const DEBOUNCE_MS = 120;

export class Combo {
  /** ask(combo) is an autocomplete interaction; changed(combo) is called at every change of the text. */
  constructor(option, { ask, changed }) {
    this.option = option;
    this.ask = ask;
    this.changed = changed;
    this.taken = null; // the choice behind the text, {label, value}
    this.wanted = false; // an optional option that the person has added
    this.asked = 0;
    this.label = nameIn(option);
    this.input = h("input", {
      class: "option-input",
      type: "text",
      "aria-label": `${this.label}${option.required ? ` (${t("required")})` : ""}`,
      "aria-description": aboutIn(option),
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: 6000,
      "data-option": option.name,
    });
    if (this.listed) for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-expanded", "false"]]) this.input.setAttribute(name, value);
    this.input.addEventListener("input", () => {
      this.taken = null;
      this.fit();
      this.changed(this);
    });
    this.node = h("label", { class: `option ${option.required ? "needed" : ""}` }, h("span", { class: "option-name" }, this.label), this.input);
    this.fit();
  }

  fit() {
    const wide = [...this.input.value].reduce((sum, sign) => sum + (sign > "\u2e80" ? 2 : 1), 0);
    this.input.style.setProperty("--signs", Math.max(wide + 1, 4));
    this.node?.classList.remove("wrong");
  }

  get listed() {
    return Boolean(this.option.choices?.length || this.option.autocomplete || [OPTION.BOOLEAN, OPTION.USER, OPTION.MENTIONABLE, OPTION.CHANNEL].includes(this.option.type));
  }

  get empty() {
    return !this.taken && !this.input.value.trim();
  }

  take(choice) {
    this.taken = choice;
    this.input.value = choice.label;
    this.fit();
  }

  /** Replace the text as if it had been typed. */
  type(text) {
    this.input.value = text;
    this.fit();
  }

  /** Suggestions for the text so far: {items} or {loading} or {failed}; null when a newer request has been sent meanwhile. */
  async suggestions(onloading) {
    this.asked += 1;
    const mine = this.asked;
    const query = this.taken ? "" : fold(this.input.value);
    if (!this.option.autocomplete) return { items: this.fixed().filter((item) => fold(item.label).includes(query)) };
    onloading();
    await new Promise((resume) => setTimeout(resume, DEBOUNCE_MS));
    if (mine !== this.asked) return null;
    const result = await this.ask(this);
    if (mine !== this.asked) return null;
    if (!result.ok) return { failed: true };
    const choices = result.callback?.data?.choices ?? [];
    return { items: choices.map((choice) => ({ label: choice.name_localizations?.[locale()] ?? choice.name, value: choice.value })) };
  }

  fixed() {
    const { type, choices } = this.option;
    if (choices?.length) return choices.map((choice) => ({ label: nameIn(choice), value: choice.value }));
    if (type === OPTION.BOOLEAN) return [true, false].map((value) => ({ label: t(value ? "yes" : "no"), value }));
    if (type === OPTION.USER || type === OPTION.MENTIONABLE) return [...state.users.values()].map((user) => ({ label: nameOf(user), value: user.id, mark: face(user) }));
    if (type === OPTION.CHANNEL) return visibleChannels().filter((channel) => channel.type !== DM && this.allows(channel)).map((channel) => ({ label: `#${channelName(channel)}`, value: channel.id }));
    return [];
  }

  allows(channel) {
    return !this.option.channel_types?.length || this.option.channel_types.includes(channel.type);
  }

  /** Value of the typed text or the chosen suggestion: {value}, {problem}, or {} when it is empty and optional. */
  read() {
    const { option, label } = this;
    const text = this.input.value.trim();
    if (this.taken) return { value: this.taken.value };
    if (!text) return option.required ? { problem: t("need_value", { option: label }) } : {};
    if (option.type === OPTION.ATTACHMENT || option.type === OPTION.ROLE) return { problem: t("no_uploads") };
    if (this.listed && !option.autocomplete) {
      const exact = this.fixed().find((item) => fold(item.label) === fold(text));
      return exact ? { value: exact.value } : { problem: t("need_choice", { option: label }) };
    }
    return option.type === OPTION.STRING ? this.readText(text) : this.readNumber(text);
  }

  readText(text) {
    const { min_length: min = 0, max_length: max = 6000 } = this.option;
    if (text.length < min || text.length > max) return { problem: t("need_length", { option: this.label, min, max }) };
    return { value: text };
  }

  readNumber(text) {
    const value = Number(text.normalize("NFKC"));
    const whole = this.option.type === OPTION.INTEGER;
    const { min_value: min, max_value: max } = this.option;
    if (whole ? !Number.isSafeInteger(value) : !Number.isFinite(value)) return { problem: t(whole ? "need_integer" : "need_number", { option: this.label }) };
    if (min !== undefined && value < min) return { problem: t("need_min", { option: this.label, min }) };
    if (max !== undefined && value > max) return { problem: t("need_max", { option: this.label, max }) };
    return { value };
  }
}
