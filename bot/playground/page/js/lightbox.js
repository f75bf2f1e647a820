// A picture in full size: wheel, pinch, double press and + - 0 zoom; dragging and arrows move; Esc closes. In a window that is
// higher than wide the picture opens at window height, at its left edge: shown whole, its text would be too small to read.

import { fill, h, icon } from "./dom.js";
import { t } from "./state.js";

const MOST = 6;
const STEP = 1.3;
const PAN = 80;
const EDGE = 40; // px that a picture can be moved beyond its own edge

/** pictures: {src, alt}. Opens at pictures[at]; the arrow buttons (or , and .) go through the others. */
export function openLightbox(pictures, at) {
  const image = h("img", { class: "lightbox-picture", draggable: "false" });
  const stage = h("div", { class: "lightbox-stage" }, image);
  const caption = h("p", { class: "lightbox-alt" });
  const tool = (name, sign, act) => h("button", { class: "icon-button", type: "button", "aria-label": t(name), title: t(name), onclick: act }, icon(sign));
  const dialog = h(
    "dialog",
    { class: "lightbox", "aria-label": t("picture") },
    stage,
    h(
      "div",
      { class: "lightbox-tools" },
      pictures.length > 1 && [tool("previous", "left", () => go(-1)), tool("next", "right", () => go(1))],
      tool("zoom_out", "minus", () => zoom(1 / STEP)),
      tool("zoom_reset", "fit", () => reset()),
      tool("zoom_in", "plus", () => zoom(STEP)),
      tool("close", "close", () => dialog.close()),
    ),
    caption,
  );
  let scale = 1;
  let x = 0;
  let y = 0;

  function readable() {
    const inside = getComputedStyle(stage);
    const [width, height] = [
      stage.clientWidth - parseFloat(inside.paddingLeft) - parseFloat(inside.paddingRight),
      stage.clientHeight - parseFloat(inside.paddingTop) - parseFloat(inside.paddingBottom),
    ];
    if (width > height || !image.offsetWidth) return;
    zoom(Math.max(1, Math.min(height / image.offsetHeight, image.naturalWidth / image.offsetWidth)));
    move((image.offsetWidth * (scale - 1)) / 2, 0);
  }

  function draw() {
    image.style.setProperty("transform", `translate(${x}px, ${y}px) scale(${scale})`);
    stage.classList.toggle("zoomed", scale > 1);
  }

  function reset() {
    [scale, x, y] = [1, 0, 0];
    draw();
  }

  /** Zoom so that the point (px, py), measured from the middle of the stage, stays where it is. */
  function zoom(factor, px = 0, py = 0) {
    const to = Math.min(Math.max(scale * factor, 1), MOST);
    const ratio = to / scale;
    [x, y] = to === 1 ? [0, 0] : [px - (px - x) * ratio, py - (py - y) * ratio];
    scale = to;
    keepInside();
    draw();
  }

  function move(dx, dy) {
    x += dx;
    y += dy;
    keepInside();
    draw();
  }

  function keepInside() {
    const inside = (to, size, room) => {
      const far = Math.max(0, (size * scale - room) / 2) + (scale > 1 ? EDGE : 0);
      return Math.min(Math.max(to, -far), far);
    };
    x = inside(x, image.offsetWidth, stage.clientWidth);
    y = inside(y, image.offsetHeight, stage.clientHeight);
  }

  function go(by) {
    at = (at + by + pictures.length) % pictures.length;
    image.src = pictures[at].src;
    image.alt = pictures[at].alt;
    fill(caption, pictures[at].alt);
    caption.hidden = !pictures[at].alt;
    reset();
    image.decode().then(readable, () => undefined); // a picture that cannot be loaded keeps its alternative text
  }

  const middle = (px, py) => {
    const box = stage.getBoundingClientRect();
    return [px - box.left - box.width / 2, py - box.top - box.height / 2];
  };
  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * 0.002), ...middle(event.clientX, event.clientY));
  });
  stage.addEventListener("dblclick", (event) => (scale > 1 ? reset() : zoom(2.5, ...middle(event.clientX, event.clientY))));

  const fingers = new Map();
  let dragged = false;
  stage.addEventListener("pointerdown", (event) => {
    stage.setPointerCapture(event.pointerId);
    if (fingers.size === 0) dragged = false;
    fingers.set(event.pointerId, event);
  });
  stage.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    if (fingers.size === 2) {
      const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
      const reach = (finger) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
      zoom(reach(event) / Math.max(reach(before), 1), ...middle((event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2));
    } else {
      move(event.clientX - before.clientX, event.clientY - before.clientY);
    }
    dragged ||= Math.hypot(event.movementX, event.movementY) > 2;
    fingers.set(event.pointerId, event);
  });
  for (const end of ["pointerup", "pointercancel"]) stage.addEventListener(end, (event) => fingers.delete(event.pointerId));
  // Pointer capture makes the stage the target of every click, so the pressed element is found by its position.
  stage.addEventListener("click", (event) => {
    if (!dragged && !document.elementsFromPoint(event.clientX, event.clientY).includes(image)) dialog.close();
  });

  dialog.addEventListener("keydown", (event) => {
    const acts = {
      "+": () => zoom(STEP),
      "=": () => zoom(STEP),
      "-": () => zoom(1 / STEP),
      0: () => reset(),
      ",": () => go(-1),
      ".": () => go(1),
      ArrowLeft: () => (scale > 1 ? move(PAN, 0) : go(-1)),
      ArrowRight: () => (scale > 1 ? move(-PAN, 0) : go(1)),
      ArrowUp: () => move(0, PAN),
      ArrowDown: () => move(0, -PAN),
    };
    if (!(event.key in acts) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    acts[event.key]();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  go(0);
  dialog.showModal();
  dialog.querySelector(".lightbox-tools button:last-child").focus();
}
