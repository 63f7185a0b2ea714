// Keeps the page up to date. A stream says which stories and comments have changed, and the page
// requests the elements of those that it shows. Elements change in place, and nothing moves: a button
// announces what is new, and shows it. Uses functions of site.js, which is loaded first.
"use strict";

const RECONNECT_AFTER = 1000;
const MOST_SHOWN = 500;
const CLOSE_EVERY = 1000;

const pulse = document.getElementById("pulse");
const rate = document.getElementById("rate");
const arrivals = document.getElementById("arrivals");
let stream;
let reconnecting;
let updating = Promise.resolve();
let showNew;

// The list or thread to which new stories or comments belong. A list can be replaced.
function place() {
  return document.querySelector("main [data-seen]");
}

function shownIds() {
  const items = document.querySelectorAll("main [data-id]");
  return new Set([...items].map((item) => Number(item.dataset.id)));
}

async function get(address) {
  const response = await fetch(address, PART);
  if (!response.ok) throw new Error(response.statusText);
  return response.text();
}

// Brings the page up to date after changes: pairs of an id and a comment's story, or nothing if
// anything may have changed.
async function update(changes) {
  const shown = shownIds();
  const changed = changes ? changes.map(([id]) => id).filter((id) => shown.has(id)) : [...shown];
  if (changed.length > 0) put(await get(`/parts?ids=${changed.slice(-MOST_SHOWN)}`));
  const { seen, kind, thread } = place()?.dataset ?? {};
  const belongs = ([id, story]) => id > seen
    && (thread ? story === Number(thread) : (kind === "comments") === (story !== undefined));
  // The story of a deleted comment is not known.
  const isAnnounced = ([id]) => arrivals.value.split(",").includes(String(id));
  if (!seen || (changes && !changes.some((change) => belongs(change) || isAnnounced(change)))) return;
  if (thread) await findComments(thread, seen);
  else await findItems(seen, kind);
}

async function findItems(seen, kind) {
  const page = parse(await get(location.pathname + location.search));
  const shown = shownIds();
  const ids = [...page.querySelectorAll("ol.stories > li")].map((item) => Number(item.dataset.id));
  announce(ids.filter((id) => id > seen && !shown.has(id)), kind === "comments", () => {
    showList(page);
    window.scrollTo(0, 0);
  });
}

async function findComments(story, seen) {
  const page = parse(await get(`/a/${Number(story)}/comments?seen=${Number(seen)}`));
  const known = shownIds();
  const comments = [...page.body.children].filter(({ dataset: { id, parent } }) => {
    const isNew = !known.has(Number(id)) && (answersOf(parent) || known.has(Number(parent)));
    if (isNew) known.add(Number(id));
    return isNew;
  });
  announce(comments.map((comment) => comment.dataset.id), true, () => showComments(comments));
}

function announce(ids, areComments, show) {
  const [one, more] = areComments ? ["comment", "comments"] : ["story", "stories"];
  showNew = show;
  arrivals.value = ids.join(",");
  arrivals.textContent = ids.length > 0 ? `${ids.length} new ${ids.length === 1 ? one : more}` : "";
  arrivals.hidden = ids.length === 0;
}

function showComments(comments) {
  for (const comment of comments) {
    const answers = answersOf(comment.dataset.parent);
    if (!answers || document.getElementById(comment.id)) continue;
    answers.prepend(comment);
    answers.parentElement.querySelector(":scope > .empty")?.remove();
  }
  const [first] = comments;
  // One below a folded comment is unfolded.
  for (let above = first; above; above = above.parentElement.closest("details")) above.open = true;
  first?.scrollIntoView({ block: "center" });
}

arrivals.addEventListener("click", () => {
  showNew();
  announce([], false);
});

function connect() {
  disconnect();
  // A hidden page needs nothing: each stream begins with the state.
  if (document.visibilityState === "hidden") return;
  const opened = new EventSource("/live");
  stream = opened;
  let wasOpen = false;
  opened.addEventListener("open", () => { wasOpen = true; });
  opened.addEventListener("changes", ({ data }) => {
    const changes = data === "all" ? undefined
      : data.split(" ").map((change) => change.split(":").map(Number));
    const updated = () => { if (stream === opened) pulse.dataset.stream = "open"; };
    updating = updating.then(() => update(changes)).then(updated, () => {});
  });
  opened.addEventListener("pulse", (event) => {
    pulse.classList.remove("away");
    rate.textContent = `${Number(event.data)} votes/s`;
  });
  opened.addEventListener("away", () => showAway("Redis is away"));
  // Not left to the browser, which gives up for good when the server refuses.
  opened.addEventListener("error", () => {
    disconnect();
    if (!wasOpen) showAway(navigator.onLine ? "The site is away" : "You are offline");
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
