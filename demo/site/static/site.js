// Votes without a reload, and endless scrolling. The site works without both: arrows are forms, and
// "More" is a link.
"use strict";

const RETRY_AFTER = 2000;
// The pages that a list grows by on its own.
const APPENDED = 4;
const LOGIN_NEEDED = 401;
const OLD_PAGE = 409;
// The server refuses a part of a page that was opened before a login or logout.
const reader = document.querySelector("meta[name=reader]").content;
const PART = { headers: { "x-part": reader } };

const notice = document.getElementById("notice");
let noticeTimer;

// Shows an error, or with the role "status" a hint.
function say(text, role = "alert") {
  notice.role = role;
  notice.textContent = text;
  notice.hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => { notice.hidden = true; }, 4000);
}

function parse(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

// Puts elements in place of those with the same ids.
function put(html) {
  for (const fresh of [...parse(html).body.children]) {
    const old = document.getElementById(fresh.id);
    old?.closest("form.vote")?.setAttribute("data-told", "");
    // Replacing an equal element would undo a selection.
    if (!old || old.isEqualNode(fresh) || old.querySelector("mark")) continue;
    const focused = old.contains(document.activeElement) && document.activeElement.id;
    old.replaceWith(fresh);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }
}

// Returns the element with the answers to a comment or story.
function answersOf(id) {
  return document.querySelector(`[data-answers="${Number(id)}"]`);
}

// Ages, in the words of the server

function age(seconds) {
  if (seconds < 60) return "just now";
  const [length, unit] =
    seconds < 3600 ? [60, "minute"] : seconds < 86400 ? [3600, "hour"] : [86400, "day"];
  const number = Math.floor(seconds / length);
  return `${number} ${unit}${number === 1 ? "" : "s"} ago`;
}

function showAges() {
  // Others are days.
  for (const time of document.querySelectorAll("time[datetime*=T]")) {
    const text = age((Date.now() - Date.parse(time.dateTime)) / 1000);
    if (time.textContent !== text) time.textContent = text;
  }
}

setInterval(showAges, 30_000);
// A hidden page may have no timers.
document.addEventListener("visibilitychange", showAges);

// Votes

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form.vote") || "native" in form.dataset) return;
  event.preventDefault();
  const item = form.closest("[data-id]");
  const body = new URLSearchParams(new FormData(form, event.submitter));
  delete form.dataset.told;
  try {
    const response = await fetch(form.action, { method: "POST", body, ...PART });
    if (response.status === LOGIN_NEEDED) {
      // Without the script, the form leads to a login that remembers the vote.
      form.dataset.native = "";
      form.requestSubmit(event.submitter);
      delete form.dataset.native;
      return;
    }
    const reply = await response.text();
    if (!response.ok) {
      say(parse(reply).querySelector(".message")?.textContent ?? "The vote was not counted.");
      return;
    }
    // An event that came meanwhile is newer than the reply, or another one follows it.
    if (!("told" in form.dataset)) put(reply);
    if (stories && "unvoted" in stories.dataset) {
      item?.remove();
      number();
    }
  } catch {
    say("The site cannot be reached.");
  }
});

// What a reader hides leaves a line in its place, which brings it back.

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("#hide")) return;
  event.preventDefault();
  const button = event.submitter;
  const item = button.closest("li");
  const body = new URLSearchParams(new FormData(form, button));
  const request = { method: "POST", body, redirect: "manual" };
  const response = await fetch(form.action, request).catch(() => undefined);
  // The form leads back to the list, which need not be loaded again.
  if (response?.type !== "opaqueredirect") {
    const page = response && parse(await response.text());
    say(page?.querySelector(".message")?.textContent ?? "The site cannot be reached.");
    return;
  }
  const isHidden = button.name === "id";
  for (const part of item.children) part.hidden = isHidden;
  const line = item.querySelector(".undo");
  line?.remove();
  if (isHidden) {
    const undo = document.createElement("p");
    undo.className = "about undo";
    undo.innerHTML = 'Hidden · <button class="plain" form="hide" name="undo">Undo</button>';
    undo.querySelector("button").value = button.value;
    item.append(undo);
  }
  item.querySelector(isHidden ? ".undo button" : ".row").focus();
});

// Lists

const list = document.getElementById("list");
let stories;
let firstPlace;
let observer;
let appended = 0;

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

// Shows the places in the list, from the first one on.
function number() {
  [...stories.children].forEach((item, index) => {
    const place = item.querySelector(".place");
    if (place) place.textContent = firstPlace + index;
  });
}

function itemsOf(ol) {
  return new Map([...ol.children].map((item) => [item.dataset.id, item]));
}

// Shows a newer version of the list. Stories that were there slide to their new places, unless the
// reader wants no motion.
function showList(page) {
  const tops = new Map([...itemsOf(stories)].map(([id, item]) => [id, item.offsetTop]));
  list.replaceChildren(...page.body.childNodes);
  begin();
  if (stillness.matches) return;
  for (const [id, item] of itemsOf(stories)) {
    const top = tops.get(id);
    if (top === undefined) {
      item.animate([{ opacity: 0 }, { opacity: 1 }], 600);
    } else if (top !== item.offsetTop) {
      item.animate(
        [{ transform: `translateY(${top - item.offsetTop}px)` }, { transform: "none" }],
        { duration: 500, easing: "ease-in-out" },
      );
    }
  }
}

// Adds the next page, and returns whether there is another one to add. After some pages, "More" stays
// a link, so that one can reach what is below the list.
async function append(more) {
  const response = await fetch(more.href, PART);
  if (response.status === OLD_PAGE) {
    const hint = "You have logged in or out since this page was opened. Reload it to see more.";
    say(hint, "status");
    return false;
  }
  if (!response.ok) throw new Error(response.statusText);
  const page = parse(await response.text());
  const known = itemsOf(stories);
  // A story that sank below the cursor meanwhile is already here.
  const items = [...page.querySelector("ol.stories").children];
  stories.append(...items.filter((item) => !known.has(item.dataset.id)));
  number();
  const next = page.querySelector("a.more");
  if (next) more.href = next.href;
  else more.remove();
  appended += 1;
  return Boolean(next) && appended < APPENDED;
}

function scrollEndlessly(more) {
  let isLoading = false;
  const observed = new IntersectionObserver(async (entries) => {
    if (isLoading || !entries.some((entry) => entry.isIntersecting)) return;
    isLoading = true;
    let again = 200;
    const goesOn = await append(more).catch(() => {
      again = RETRY_AFTER;
      return true;
    });
    isLoading = false;
    observed.unobserve(more);
    // Observing again reports a link that is still in view.
    if (goesOn && more.isConnected) setTimeout(() => observed.observe(more), again);
  }, { rootMargin: "600px" });
  observed.observe(more);
  observer = observed;
}

// Starts with the list that is on the page.
function begin() {
  observer?.disconnect();
  stories = list?.querySelector("ol.stories");
  firstPlace = Number(stories?.querySelector(".place")?.textContent);
  const more = stories && list.querySelector("a.more");
  if (more) scrollEndlessly(more);
}

begin();
