// What the site does without it as well: votes without leaving the page, new counts, and copying.
"use strict";

const byId = (id) => document.getElementById(id);
const each = (selector, act) => document.querySelectorAll(selector).forEach(act);

// A button beside each command copies it for redis-cli.
each(".copy", (button) => {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.parentElement.querySelector("code").textContent);
    button.textContent = "Copied";
  });
});

function show({ command, reply, micros, error }) {
  const did = byId("did");
  const code = document.createElement("code");
  const samp = document.createElement("samp");
  [code.textContent, samp.textContent] = [command, reply];
  did.replaceChildren(...(error ? [error] : ["Your click: ", code, " → ", samp, ` in ${micros} µs`]));
  did.hidden = false;
}

// A vote: the same form, without leaving the page.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  const button = event.submitter;
  if (form.getAttribute("action") !== "/vote" || !button) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, button));
  try {
    const response = await fetch("/vote", { method: "POST", body, headers: { "X-Part": "1" } });
    const done = await response.json();
    if (response.status === 401) {
      const next = encodeURIComponent(location.pathname + location.search);
      return location.assign(`/login?next=${next}`);
    }
    show(done);
    if (done.error) return;
    const votes = button.parentElement;
    const id = votes.querySelector("[data-votes]").dataset.votes;
    setText(`[data-votes="${id}"]`, done.votes);
    votes.querySelectorAll("button").forEach((arrow, place) => {
      const name = ["up", "down"][place];
      const isOn = done.vote === name;
      arrow.value = `${isOn ? "none" : name}:${id}`;
      arrow.setAttribute("aria-pressed", isOn);
    });
  } catch {
    show({ error: "The site cannot be reached. Please try again." });
  }
});

function setText(selector, text) {
  each(selector, (element) => {
    if (element.textContent !== String(text)) element.textContent = text;
  });
}

// New counts, and how the site grows.
const last = Number(document.querySelector("main").dataset.last);
let arrivals = 0;
function counts({ data }) {
  for (const [id, votes, comments] of JSON.parse(data)) {
    setText(`[data-votes="${id}"]`, votes);
    setText(`[data-comments="${id}"]`, comments);
  }
}
function pulse({ data }) {
  const now = JSON.parse(data);
  now.megabytes = (now.memory / 1e6).toFixed(1);
  for (const name in now) setText(`[data-pulse="${name}"]`, now[name]);
  byId("pulse").classList.remove("away");
  byId("pulse").dataset.stream = "open";
  const fresh = byId("fresh");
  if (fresh && last > 0 && now.last_id - last !== arrivals) {
    arrivals = now.last_id - last;
    fresh.textContent = `${arrivals} new on the site: show them`;
    fresh.hidden = false;
  }
}
function away() {
  byId("pulse").classList.add("away");
}

// A page that the browser keeps for "back" has no stream: a site gets only six connections.
let events;
addEventListener("pageshow", () => {
  events = new EventSource("/live");
  for (const [name, act] of Object.entries({ counts, pulse, away, error: away })) {
    events.addEventListener(name, act);
  }
});
addEventListener("pagehide", () => events.close());
