// The people to play: one press (or Alt+1, Alt+2 …) switches to another person and their language.

import { post, refreshWorld } from "./api.js";
import { fill, h, icon, rove } from "./dom.js";
import { face } from "./faces.js";
import { be } from "./go.js";
import { menuEntries, OF_PERSON } from "./menu.js";
import { nameOf, on, people, state, t } from "./state.js";
import { pingCount } from "./unread.js";
import { LANGUAGES, languageOf } from "./words.js";

const group = h("div", { class: "people", role: "radiogroup" });

export function mountPeople(place) {
  fill(place, group);
  rove(group, "[role=radio]", { vertical: false, onmove: (item) => be(item.dataset.person) });
  for (const change of ["here", "people"]) on(change, draw);
  document.addEventListener("keydown", (event) => {
    const number = /^Digit([1-9])$/.exec(event.code)?.[1];
    if (!number || !event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const person = people()[number - 1];
    if (!person) return;
    event.preventDefault();
    be(person.id);
  });
}

function draw() {
  if (!state.me) return;
  const focused = group.contains(document.activeElement) ? (document.activeElement.dataset.person ?? "add") : null;
  group.setAttribute("aria-label", t("people"));
  fill(
    group,
    people().map(badge),
    h("button", { class: "icon-button add-person", type: "button", "aria-label": t("add_person"), title: t("add_person"), onclick: () => openForm(null) }, icon("plus")),
  );
  group.querySelector("[aria-checked=true]").scrollIntoView({ inline: "nearest", block: "nearest" });
  if (focused) group.querySelector(focused === "add" ? ".add-person" : `[data-person="${focused}"]`)?.focus();
}

function badge(user, i) {
  const mine = user.id === state.me;
  const language = LANGUAGES.find((one) => languageOf(one.locale) === languageOf(user.locale));
  const pings = pingCount(user.id);
  const title = t("person_title", { name: nameOf(user), language: language.name, n: i + 1 });
  const person = h(
    "button",
    {
      class: "person",
      type: "button",
      role: "radio",
      "aria-checked": mine ? "true" : "false",
      "aria-label": pings ? `${title}. ${t("waiting")}` : title,
      title,
      tabindex: mine ? "0" : "-1",
      "data-person": user.id,
      onclick: () => (mine ? openForm(user) : be(user.id)),
    },
    face(user),
    h("span", { class: "person-name" }, nameOf(user)),
    h("span", { class: "person-language" }, language.short),
    pings > 0 && h("span", { class: "dot" }),
  );
  if (!mine) return person;
  return [person, h("button", { class: "icon-button edit-person", type: "button", "aria-label": t("edit_person"), title: t("edit_person"), onclick: () => openForm(user) }, icon("down"))];
}

/** The bot's entries in the menu of another person. */
function personMenu(other, onchosen) {
  const entries = menuEntries(OF_PERSON, other, onchosen, () => {});
  return entries.length > 0 && h("div", { class: "modal-field", role: "group", "aria-label": nameOf(other) }, h("div", { class: "label" }, t("person_menu", { name: nameOf(other) })), h("div", { class: "menu-entries across" }, entries));
}

/** Dialog for the name and language of a person, or of a new one; for the present one also the menus of the others. */
function openForm(user) {
  const name = h("input", { class: "field", id: "person-name", type: "text", maxlength: 32, required: true, autocomplete: "off" });
  name.value = user ? nameOf(user) : "";
  const languages = LANGUAGES.map(({ locale, name: label }) => {
    const checked = languageOf(user?.locale ?? "ja") === languageOf(locale);
    return h("label", { class: "tick" }, h("input", { type: "radio", name: "person-language", value: locale, checked }), h("span", { lang: languageOf(locale) }, label));
  });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const dialog = h(
    "dialog",
    { class: "modal small-modal", "aria-labelledby": "person-title" },
    h(
      "form",
      {},
      h("header", {}, h("h2", { id: "person-title" }, t(user ? "edit_person" : "add_person")), h("button", { class: "icon-button", type: "button", "aria-label": t("close"), onclick: () => dialog.close() }, icon("close"))),
      h(
        "div",
        { class: "modal-body" },
        h("div", { class: "modal-field" }, h("label", { class: "label", for: "person-name" }, t("name")), name),
        h("div", { class: "modal-field", role: "radiogroup", "aria-label": t("language") }, h("div", { class: "label" }, t("language")), h("div", { class: "ticks across" }, languages)),
        user && people().filter((other) => other.id !== state.me).map((other) => personMenu(other, () => dialog.close())),
        problem,
      ),
      h("footer", {}, h("button", { class: "button secondary", type: "button", onclick: () => dialog.close() }, t("cancel")), h("button", { class: "button primary", type: "submit" }, t(user ? "save" : "add"))),
    ),
  );
  dialog.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const locale = dialog.querySelector("input[name=person-language]:checked").value;
    try {
      const changed = await post("users", { as: user?.id, name: name.value.trim(), locale });
      await refreshWorld();
      dialog.close();
      be(changed.id);
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  name.select();
}
