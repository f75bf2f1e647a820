// Builds DOM nodes. The page never parses HTML from strings, so nothing a message contains can become markup.

const SVG = "http://www.w3.org/2000/svg";

/** h("button", {class: "x", onclick: f, "aria-label": "y"}, child, "text"): null, false and undefined children are skipped. */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, v] of Object.entries(value)) node.style.setProperty(key, v);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...present(children));
  return node;
}

export function fill(node, ...children) {
  node.replaceChildren(...present(children));
  return node;
}

function present(children) {
  return children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false && child !== "");
}

// 24 × 24, strokes of 2, drawn for this page.
const ICONS = {
  hash: "M9 4 7 20M17 4l-2 16M4 9h16M3.5 15h16",
  thread: "M6 4v9a3 3 0 0 0 3 3h10m-4-4 4 4-4 4",
  at: "M16 12a4 4 0 1 1-4-4 4 4 0 0 1 4 4v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-3.6 7.2",
  plus: "M12 5v14M5 12h14",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  send: "M4 12 20 4l-6 16-3-7z",
  down: "M6 9l6 6 6-6",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  check: "M5 12.5l4.5 4.5L19 7.5",
  private: "M3 3l18 18M10 6.2A9 9 0 0 1 12 6c5.5 0 9 6 9 6a16 16 0 0 1-2.6 3.2M6.3 7.8A15.6 15.6 0 0 0 3 12s3.5 6 9 6a9 9 0 0 0 4-1M10 10a2.8 2.8 0 0 0 4 4",
  file: "M7 3h7l5 5v13H7zM14 3v5h5",
  link: "M14 5h5v5M19 5l-9 9M17 14v5H5V7h5",
  enlarge: "M4 10V4h6M20 14v6h-6M4 4l6.5 6.5M20 20l-6.5-6.5",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  minus: "M5 12h14",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5",
};

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** Arrow keys move the focus among the items of a group; one of them is in the tab order. */
export function rove(group, selector, { vertical = true, onmove } = {}) {
  const [back, forth] = vertical ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
  group.addEventListener("keydown", (event) => {
    const items = [...group.querySelectorAll(selector)];
    const at = items.indexOf(document.activeElement);
    const to = { [back]: at - 1, [forth]: at + 1, Home: 0, End: items.length - 1 }[event.key];
    if (at < 0 || to === undefined || event.altKey) return;
    event.preventDefault();
    const next = items[(to + items.length) % items.length];
    for (const item of items) item.tabIndex = item === next ? 0 : -1;
    next.focus();
    onmove?.(next);
  });
}
