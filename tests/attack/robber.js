// Attacks of another site's page on the playground. The page knows every id and address that its owner could guess.
// `rob({target, ada, channel, picture})` returns the obtained data by name of the attack; failed attacks are missing.
globalThis.rob = async ({ target, ada, channel, picture }) => {
  const within = (ms, work) => Promise.race([work, new Promise((_, stop) => setTimeout(() => stop(new Error("late")), ms))]);
  const read = async (path, options) => {
    const answer = await fetch(target + path, options);
    const said = await answer.text();
    if (!answer.ok) throw new Error(answer.status);
    return said;
  };
  const loads = (tag, attributes) =>
    new Promise((done, fail) => {
      const element = document.createElement(tag);
      element.onload = () => done(element);
      element.onerror = fail;
      Object.assign(element, attributes);
      document.body.append(element);
    });
  const hears = (path, say) =>
    new Promise((done, fail) => {
      const socket = new WebSocket(target.replace("http", "ws") + path);
      socket.onopen = () => say && socket.send(say);
      socket.onmessage = (message) => done(message.data);
      socket.onerror = socket.onclose = fail;
    });
  const json = { "Content-Type": "application/json" };
  const newcomer = JSON.stringify({ name: "Mallory" });

  const ways = {
    world: () => read("/play/api/world"),
    messages: () => read(`/play/api/channels/${channel}/messages?as=${ada}`),
    "with cookies": () => read(`/play/api/channels/${channel}/messages?as=${ada}`, { credentials: "include" }),
    "front page": () => read("/play/"),
    "picture by fetch": () => read(picture),
    "bot's side": () => read("/api/v10/gateway/bot"),
    events: () => hears("/play/api/events", JSON.stringify({ as: ada })),
    gateway: () => hears("/gateway"),
    picture: async () => {
      const image = await loads("img", { src: target + picture });
      return `${image.naturalWidth} x ${image.naturalHeight}`;
    },
    script: async () => (await loads("script", { src: `${target}/play/static/js/main.js`, type: "text/javascript" })).src,
    style: async () => (await loads("link", { href: `${target}/play/static/css/tokens.css`, rel: "stylesheet" })).href,
    "opened window": async () => {
      const other = window.open(`${target}/play/api/world`);
      await new Promise((done) => setTimeout(done, 500));
      try {
        const [visit] = other.performance.getEntriesByType("navigation");
        return visit.responseStatus === 200 && other.document.body.innerText;
      } finally {
        other.close();
      }
    },
  };
  const acts = {
    "post as JSON": () => fetch(`${target}/play/api/users`, { method: "POST", headers: json, body: newcomer }),
    "post without asking": () => fetch(`${target}/play/api/users`, { method: "POST", mode: "no-cors", body: newcomer }),
    beacon: async () => navigator.sendBeacon(`${target}/play/api/users`, new Blob([newcomer], { type: "text/plain" })),
    form: async () => {
      const frame = await loads("iframe", { name: "hidden", src: "about:blank" });
      const form = document.createElement("form");
      Object.assign(form, { action: `${target}/play/api/users`, method: "post", enctype: "text/plain", target: "hidden" });
      const field = document.createElement("input");
      Object.assign(field, { name: '{"name": "Mallory", "x": "', value: '"}' });
      form.append(field);
      document.body.append(form);
      form.submit();
      await new Promise((done) => setTimeout(done, 300));
      frame.remove();
    },
  };

  const got = {};
  const attempts = Object.entries(ways).map(async ([name, way]) => {
    try {
      const found = await within(2000, way());
      if (found) got[name] = String(found).slice(0, 2000);
    } catch {
      // Kept out: that is what we want to hear.
    }
  });
  attempts.push(...Object.values(acts).map((act) => within(2000, act()).catch(() => null))); // they are seen at home
  await Promise.all(attempts);
  return got;
};
