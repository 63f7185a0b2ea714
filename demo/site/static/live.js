// Keeps the page up to date with events from the server, which has rendered what changes. Elements
// change in place, and nothing moves.
"use strict";

const RECONNECT_AFTER = 1000;
const RESTREAM_AFTER = 300;
const MOST_SHOWN = 500;
const CLOSE_EVERY = 1000;

const pulse = document.getElementById("pulse");
const rate = document.getElementById("rate");
let stream;
let reconnecting;

// The list or thread of the page, which says what is new to it. A list can be replaced.
function place() {
  return document.querySelector("main [data-scope]");
}

function shownIds() {
  const items = document.querySelectorAll("main [data-id]");
  const ids = [...new Set([...items].map((item) => item.dataset.id))];
  // The first one can be the story of a long thread.
  return ids.length > MOST_SHOWN ? [ids[0], ...ids.slice(1 - MOST_SHOWN)] : ids;
}

function connect() {
  disconnect();
  // A hidden page needs nothing: it gets the state of all that it shows when it is shown again.
  if (document.visibilityState === "hidden") return;
  const { scope = "", seen = 0 } = place()?.dataset ?? {};
  const opened = new EventSource(
    `/live?${new URLSearchParams({ ids: shownIds().join(","), scope, seen })}`,
  );
  stream = opened;
  let wasOpen = false;
  opened.addEventListener("open", () => { wasOpen = true; });
  opened.addEventListener("changes", (event) => {
    pulse.dataset.stream = "open";
    put(event.data);
  });
  opened.addEventListener("pulse", (event) => {
    pulse.classList.remove("away");
    rate.textContent = `${Number(event.data)} votes/s`;
  });
  opened.addEventListener("away", () => showAway("Redis is away"));
  // Not left to the browser, which gives up for good when the server refuses.
  opened.addEventListener("error", () => {
    disconnect();
    if (!wasOpen) findReason();
    const after = wasOpen ? RECONNECT_AFTER : RETRY_AFTER;
    // Not all browsers at once.
    reconnecting = setTimeout(connect, after * (1 + Math.random()));
  });
}

function disconnect() {
  clearTimeout(reconnecting);
  stream?.close();
  stream = undefined;
  delete pulse.dataset.stream;
}

function showAway(text) {
  pulse.classList.add("away");
  rate.textContent = text;
}

// Shows why there is no stream, which an EventSource does not tell.
async function findReason() {
  const response = await fetch("/session", PART).catch(() => undefined);
  if (!response) {
    showAway(navigator.onLine ? "The site is away" : "You are offline");
  } else if (response.status >= 500) {
    showAway("Redis is away");
  }
}

// Opens a stream for what the page shows now. Nothing is lost in between, since each stream begins
// with the state of all of it.
function shownChanged() {
  stream?.close();
  clearTimeout(reconnecting);
  reconnecting = setTimeout(connect, RESTREAM_AFTER);
}

// Removes the arrows of what has closed meanwhile, which is no change on the server. They leave their
// space, so that the rest stays where it is.
function closeVoting() {
  for (const form of document.querySelectorAll("form.vote[data-closes]")) {
    if (form.dataset.closes > Date.now() / 1000) continue;
    for (const arrow of form.querySelectorAll("button")) arrow.disabled = true;
    form.querySelector(".closed").hidden = false;
  }
}

document.addEventListener("visibilitychange", connect);
setInterval(closeVoting, CLOSE_EVERY);
connect();
