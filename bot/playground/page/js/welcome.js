// The first screen: an introduction in both languages, and a button per game that opens a table with computer players.

import { get, post } from "./api.js";
import { h } from "./dom.js";
import { goTo } from "./go.js";
import { lang, state, t } from "./state.js";

const TEXT = {
  en: {
    title: "Welcome to Teban",
    about: "Heavy board games by post: a move now, the next one when the other player wakes up. Here you need no account, and you can be everybody at the table.",
    button: "Sample table with computer players",
    hints: [["/", "commands; /table open offers expansions"], ["Alt + 1 … 9", "be somebody else"]],
  },
  ja: {
    title: "Teban へようこそ",
    about: "重量級ボードゲームを、手紙のように一手ずつ。アカウントは要りません。ここでは、ひとりで卓の全員になって遊べます。",
    button: "コンピューターとの見本の卓",
    hints: [["/", "コマンド（/卓 開く では拡張も選べます）"], ["Alt + 1 … 9", "別の人になる"]],
  },
};

/** large while the channel is still empty. */
export function welcome(large) {
  const first = lang();
  const second = first === "ja" ? "en" : "ja";
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const samples = h("div", { class: "samples" });
  offer(samples, problem);
  return h(
    "section",
    { class: large ? "welcome large" : "welcome", "aria-label": TEXT[first].title },
    h("img", { class: "welcome-mark", src: "/play/static/mark.svg", alt: "" }),
    [first, second].map((language, i) =>
      h("div", { class: i ? "welcome-text second" : "welcome-text", lang: language }, h(i ? "h3" : "h2", {}, TEXT[language].title), h("p", {}, TEXT[language].about)),
    ),
    h("p", { class: "samples-title" }, [first, second].map((language) => h("span", { lang: language }, TEXT[language].button))),
    samples,
    problem,
    h("p", { class: "hints" }, TEXT[first].hints.map(([key, meaning]) => h("span", {}, h("kbd", {}, key), " ", meaning))),
  );
}

const WAIT_MS = 400;

/** A button for every game that the bot offers; the bot may connect later than the page. */
async function offer(samples, problem, tries = 50) {
  const games = await get(`samples?as=${state.me}`).catch(() => []);
  if (games.length === 0 && tries > 0) {
    setTimeout(() => offer(samples, problem, tries - 1), WAIT_MS);
    return;
  }
  samples.replaceChildren(
    ...games.map(({ name, value }) => {
      const button = h("button", { class: "sample", type: "button" }, name);
      button.addEventListener("click", () => start(button, value, problem));
      return button;
    }),
  );
}

async function start(button, game, problem) {
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  problem.hidden = true;
  try {
    const { channel_id } = await post("sample", { as: state.me, game });
    goTo(channel_id);
  } catch (error) {
    problem.textContent = `${t("try_again")} ${error.message}`;
    problem.hidden = false;
  }
  button.removeAttribute("aria-busy");
}
