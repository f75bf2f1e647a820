// The components of a message (Discord's V2 layout and the classic rows) as DOM nodes.

import { BUTTON, SELECTS, button, select } from "./controls.js";
import { h, icon } from "./dom.js";
import { press } from "./interact.js";
import { openLightbox } from "./lightbox.js";
import { markdown } from "./markdown.js";
import { t } from "./state.js";

const ROW = 1;
const SECTION = 9;
const TEXT = 10;
const THUMBNAIL = 11;
const GALLERY = 12;
const FILE = 13;
const SEPARATOR = 14;
const CONTAINER = 17;

export function components(list, message) {
  return (list ?? []).map((component) => one(component, message));
}

function one(component, message) {
  switch (component.type) {
    case ROW:
      return h("div", { class: "row" }, components(component.components, message));
    case TEXT:
      return markdown(component.content);
    case SECTION:
      return h(
        "div",
        { class: "section" },
        h("div", { class: "section-text" }, components(component.components, message)),
        h("div", { class: "accessory" }, one(component.accessory, message)),
      );
    case THUMBNAIL:
      return h("div", { class: "thumbnail" }, picture(component.media, component.description, [component], 0, component.spoiler));
    case GALLERY:
      return gallery(component.items);
    case FILE:
      return fileLink(component.file.url, component.name ?? component.file.url.split("/").at(-1), component.size);
    case SEPARATOR:
      return h("hr", { class: `separator ${component.divider === false ? "blank" : "line"} ${component.spacing === 2 ? "wide" : ""}` });
    case CONTAINER:
      return container(component, message);
    case BUTTON:
      return button(component, (control, data) => press(control, message, data));
    default:
      if (SELECTS.has(component.type)) {
        return select(component, (control, values) =>
          press(control, message, { component_type: component.type, custom_id: component.custom_id, id: component.id, values }),
        );
      }
      throw new Error(`component type ${component.type} has no place in a message`);
  }
}

function container(component, message) {
  const colour = component.accent_color;
  const hasColour = colour !== undefined && colour !== null;
  const style = hasColour ? { "--accent-stripe": `#${colour.toString(16).padStart(6, "0")}` } : {};
  const kind = `container${hasColour ? " accented" : ""}${component.spoiler ? " veiled" : ""}`;
  const node = h("div", { class: kind, style }, components(component.components, message));
  if (component.spoiler) node.addEventListener("click", () => node.classList.remove("veiled"), { once: true });
  return node;
}

export function gallery(items) {
  const shape = items.length === 1 ? "one" : items.length === 2 || items.length === 4 ? "two" : "three";
  return h("div", { class: `gallery ${shape}` }, items.map((item, i) => picture(item.media, item.description, items, i, item.spoiler)));
}

/** One picture as a button that opens it in full size; its size is known beforehand, so nothing jumps when it arrives. */
function picture(media, description, items, at, spoiler) {
  const alt = description || t("picture");
  const size = media.width && media.height ? { width: media.width, height: media.height } : {};
  const image = h("img", { src: local(media.url), alt, ...size, decoding: "async" });
  const node = h(
    "button",
    { class: `picture${spoiler ? " veiled" : ""}`, type: "button", "aria-label": t("open_picture", { alt }) },
    image,
    h("span", { class: "picture-sign" }, icon("enlarge")),
  );
  node.addEventListener("click", () => {
    if (node.classList.contains("veiled")) node.classList.remove("veiled");
    else openLightbox(items.map((item) => ({ src: local(item.media.url), alt: item.description ?? "" })), at);
  });
  return node;
}

/** The fake Discord server puts its own address into a file's URL; the page uses the host name under which it was opened. */
function local(url) {
  const at = new URL(url, location.href);
  return at.pathname.startsWith("/cdn/") ? at.pathname + at.search : url;
}

/** Attachments of a classic message: pictures as a gallery, the rest as links. Layout messages place their own. */
export function attachments(list) {
  const isPicture = (file) => file.content_type?.startsWith("image/") || /\.(png|jpe?g|gif|webp)$/i.test(file.filename);
  const pictures = list.filter(isPicture).map((file) => ({ media: file, description: file.description }));
  return [pictures.length > 0 && gallery(pictures), list.filter((file) => !isPicture(file)).map((file) => fileLink(file.url, file.filename, file.size))];
}

function fileLink(url, name, size) {
  const kilobytes = size !== undefined && size !== null && `${Math.max(1, Math.round(size / 1024))} KB`;
  return h("a", { class: "file", href: local(url), target: "_blank", rel: "noopener", download: name }, icon("file"), h("span", {}, name), kilobytes && h("span", { class: "quiet" }, kilobytes));
}

/** Classic embeds: title, description, fields, picture, footer. */
export function embed(it) {
  const items = it.image ? [{ media: it.image, description: "" }] : [];
  const style = it.color ? { "--accent-stripe": `#${it.color.toString(16).padStart(6, "0")}` } : {};
  return h(
    "div",
    { class: "container accented", style },
    it.author && h("div", { class: "small" }, it.author.name),
    it.title && h("h4", {}, it.title),
    it.description && markdown(it.description),
    it.fields?.length > 0 && h("div", { class: "fields" }, it.fields.map((field) => h("div", {}, h("strong", {}, field.name), markdown(field.value)))),
    items.length > 0 && gallery(items),
    it.footer && h("div", { class: "small" }, it.footer.text),
  );
}
