// Times as Discord writes them: <t:unix:style>, and the short time beside a name.

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const UNITS = [
  ["year", 31557600],
  ["month", 2629800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

let ahead = 0;

/** Seconds by which the playground's clock was moved forward. */
export function setAhead(seconds) {
  ahead = seconds;
}

const now = () => Date.now() + ahead * 1000;

/** A <time> element; style R ("in 2 hours") keeps itself current. */
export function timestamp(unix, style, locale) {
  const date = new Date(unix * 1000);
  const node = document.createElement("time");
  node.className = "stamp";
  node.dateTime = date.toISOString();
  node.title = new Intl.DateTimeFormat(locale, STYLES.F).format(date);
  if (style === "R") {
    node.dataset.relative = unix;
    node.dataset.locale = locale;
    node.textContent = relative(unix, locale);
  } else {
    node.textContent = new Intl.DateTimeFormat(locale, STYLES[style] ?? STYLES.f).format(date);
  }
  return node;
}

function relative(unix, locale) {
  const seconds = unix - now() / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.round(seconds / size), unit);
}

export function keepTimesCurrent() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-relative]")) {
      node.textContent = relative(Number(node.dataset.relative), node.dataset.locale);
    }
  }, 5000);
}

/** 14:05 today, with the date on other days. */
export function clock(iso, locale) {
  const date = new Date(iso);
  const today = date.toDateString() === new Date(now()).toDateString();
  const node = document.createElement("time");
  node.dateTime = iso;
  node.title = new Intl.DateTimeFormat(locale, STYLES.F).format(date);
  node.textContent = new Intl.DateTimeFormat(locale, today ? STYLES.t : STYLES.s).format(date);
  return node;
}
