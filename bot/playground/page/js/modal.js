// A modal that the bot opened: labelled fields, sent together.

import { SELECTS, select } from "./controls.js";
import { h, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { t } from "./state.js";

const ROW = 1;
const TEXT_INPUT = 4;
const TEXT = 10;
const LABEL = 18;
const RADIO = 21;
const CHECKS = 22;
const CHECK = 23;
const PARAGRAPH = 2;

let serial = 0;

/** onsubmit(data) sends Discord's modal data and resolves to {ok}; the modal closes when the bot has answered. */
export function openModal(modal, onsubmit) {
  const fields = [];
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const send = h("button", { class: "button primary", type: "submit" }, t("submit"));
  const dialog = h(
    "dialog",
    { class: "modal", "aria-labelledby": "modal-title" },
    h(
      "form",
      { novalidate: true },
      h("header", {}, h("h2", { id: "modal-title" }, modal.title), h("button", { class: "icon-button", type: "button", "aria-label": t("close"), onclick: () => dialog.close() }, icon("close"))),
      h("div", { class: "modal-body" }, modal.components.map((component) => part(component, fields)), problem),
      h("footer", {}, h("button", { class: "button secondary", type: "button", onclick: () => dialog.close() }, t("cancel")), send),
    ),
  );
  dialog.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = fields.find((field) => field.problem());
    if (wrong) return tell(wrong.problem(), wrong);
    send.setAttribute("aria-busy", "true");
    const result = await onsubmit({ custom_id: modal.custom_id, components: modal.components.map((c) => answer(c, fields)) });
    send.removeAttribute("aria-busy");
    if (result.ok) dialog.close();
    else tell(t("try_again"));
  });

  function tell(sentence, field) {
    problem.textContent = sentence;
    problem.hidden = false;
    field?.focus();
  }

  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  fields[0]?.focus();
}

function part(component, fields) {
  if (component.type === TEXT) return markdown(component.content);
  if (component.type === ROW) return component.components.map((inner) => labelled(inner.label, null, inner, fields));
  if (component.type === LABEL) return labelled(component.label, component.description, component.component, fields);
  throw new Error(`component type ${component.type} has no place in a modal`);
}

function labelled(label, description, component, fields) {
  serial += 1;
  const id = `modal-field-${serial}`;
  const field = make(component, id, label);
  fields.push(Object.assign(field, { component }));
  const required = component.required !== false;
  const title = [label, required && h("span", { class: "required", title: t("required") }, "*")];
  return h(
    "div",
    { class: "modal-field", role: field.group && "group", "aria-labelledby": field.group && `${id}-label` },
    field.labelled ? field.node : field.group ? h("div", { class: "label", id: `${id}-label` }, title) : h("label", { class: "label", for: id }, title),
    description && h("p", { class: "quiet" }, description),
    !field.labelled && field.node,
  );
}

/** {node, value(), problem(), focus(), group, labelled}: value() has the part of the answer that this component adds. */
function make(component, id, label) {
  if (component.type === TEXT_INPUT) return textInput(component, id, label);
  if (component.type === RADIO || component.type === CHECKS) return ticks(component, id, label);
  if (component.type === CHECK) {
    const box = h("input", { type: "checkbox", checked: component.default === true });
    return { node: h("label", { class: "tick" }, box, h("span", { class: "label" }, label)), labelled: true, value: () => ({ value: box.checked }), problem: () => null, focus: () => box.focus() };
  }
  if (SELECTS.has(component.type)) {
    let values = (component.options ?? []).filter((option) => option.default).map((option) => option.value);
    values = values.concat((component.default_values ?? []).map((value) => String(value.id)));
    const node = select(component, (_, taken) => (values = taken));
    node.id = id;
    const needs = component.required !== false && (component.min_values ?? 1) > 0;
    return { node, value: () => ({ values }), problem: () => (needs && !values.length ? t("need_value", { option: label }) : null), focus: () => node.focus() };
  }
  return { node: h("p", { class: "quiet", id }, t("no_uploads")), value: () => ({ values: [] }), problem: () => (component.required === false ? null : t("no_uploads")), focus: () => {}, group: true };
}

function textInput(component, id, label) {
  const props = { class: "field", id, placeholder: component.placeholder, maxlength: component.max_length ?? 4000, "data-key": component.custom_id, autocomplete: "off" };
  const node = component.style === PARAGRAPH ? h("textarea", { ...props, rows: 4 }) : h("input", { ...props, type: "text" });
  node.value = component.value ?? "";
  const problem = () => {
    const length = node.value.trim() ? node.value.length : 0;
    if (length === 0) return component.required === false ? null : t("need_value", { option: label });
    const min = component.min_length ?? 0;
    return length < min ? t("need_length", { option: label, min, max: component.max_length ?? 4000 }) : null;
  };
  return { node, value: () => ({ value: node.value }), problem, focus: () => node.focus() };
}

function ticks(component, id, label) {
  const one = component.type === RADIO;
  const boxes = component.options.map((option) => h("input", { type: one ? "radio" : "checkbox", name: id, value: option.value, checked: option.default === true }));
  const node = h(
    "div",
    { class: "ticks" },
    component.options.map((option, i) =>
      h("label", { class: "tick" }, boxes[i], h("span", {}, option.label, option.description && h("span", { class: "quiet block" }, option.description))),
    ),
  );
  const taken = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const most = component.max_values ?? component.options.length;
  const problem = () => {
    if (!taken().length) return component.required === false ? null : t("need_value", { option: label });
    const min = component.min_values ?? 0;
    return !one && (taken().length < min || taken().length > most) ? `${label}: ${t("choose_between", { min, max: most })}` : null;
  };
  return { node, value: () => (one ? { value: taken()[0] ?? null } : { values: taken() }), problem, focus: () => boxes[0].focus(), group: true };
}

/** The modal's component as Discord sends it back, with what was entered. */
function answer(component, fields) {
  const filled = (inner) => {
    const field = fields.find((one) => one.component === inner);
    return { type: inner.type, id: inner.id, custom_id: inner.custom_id, ...field.value() };
  };
  if (component.type === LABEL) return { type: LABEL, id: component.id, component: filled(component.component) };
  if (component.type === ROW) return { type: ROW, id: component.id, components: component.components.map(filled) };
  return { type: component.type, id: component.id };
}
