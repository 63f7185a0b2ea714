// Keeps the page up to date with events from the server, which has rendered what changes. Numbers,
// titles, and marks change in place, and nothing moves. arrivals.js announces new stories and comments.
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
  return [...new Set([...items].map((item) => item.dataset.id))].slice(-MOST_SHOWN);
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
    apply(JSON.parse(event.data));
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
  forgetShown();
  clearTimeout(reconnecting);
  reconnecting = setTimeout(connect, RESTREAM_AFTER);
}

function apply({ items, deleted, new: fresh }) {
  for (const item of items) {
    for (const element of elementsOf(item.id)) show(element, item);
    for (const [selector, html] of Object.entries(item.page ?? {})) {
      setHtml(document.querySelector(selector), html);
    }
    if (item.gone) forget(item.id);
  }
  deleted.forEach(forget);
  announce(fresh);
}

function elementsOf(id) {
  return document.querySelectorAll(`main [data-id="${Number(id)}"]`);
}

// Finds a part of a story or comment, but not of a comment below it.
function own(element, selector) {
  const parts = [...element.querySelectorAll(selector)];
  return parts.find((part) => part.closest("[data-id]") === element);
}

function setText(element, text) {
  // Replacing an equal text would undo a selection.
  if (element && element.textContent !== text) element.textContent = text;
}

// Shows HTML of the server, which is safe.
function setHtml(element, html) {
  if (element && element.innerHTML !== html) element.innerHTML = html;
}

// Shows the parts that have changed. What is gone leaves its space, so that the rest stays where it
// is.
function show(element, { parts, gone, open }) {
  for (const [selector, html] of Object.entries(parts)) setHtml(own(element, selector), html);
  // The reply to a vote that is under way may be older.
  if (".votes" in parts) element.dataset.told = parts[".votes"];
  element.classList.toggle("gone", gone);
  setOpen(element, open);
}

// Shows the arrows, or leaves only their space.
function setOpen(element, takesVotes) {
  const form = own(element, "form.vote");
  const arrows = form?.querySelectorAll("button") ?? [];
  if (arrows.length === 0) return;
  const isOpen = takesVotes && element.dataset.closes > Date.now() / 1000;
  for (const arrow of arrows) arrow.disabled = !isOpen;
  form.querySelector(".closed").hidden = isOpen;
}

// Removes the arrows of what has closed meanwhile, which is no change on the server.
function closeVoting() {
  for (const element of document.querySelectorAll("main [data-closes]")) {
    if (element.dataset.closes <= Date.now() / 1000) setOpen(element, false);
  }
}

document.addEventListener("visibilitychange", connect);
setInterval(closeVoting, CLOSE_EVERY);
connect();
