// Votes without a reload, endless scrolling, and lists that move while one looks. The site works
// without all of it: arrows are forms, and "More" is a link.
"use strict";

const LIST_EVERY = 2000;
const PULSE_EVERY = 1000;
const RETRY_AFTER = 2000;
const PART = { headers: { "x-part": "1" } };

const notice = document.getElementById("notice");
let noticeTimer;

function say(text) {
  notice.textContent = text;
  notice.hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => { notice.hidden = true; }, 4000);
}

function parse(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

// Votes

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form.vote")) return;
  event.preventDefault();
  const item = form.parentElement;
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const pressed = event.submitter.className;
  // A refresh that began before the vote must not undo what the user sees.
  item.dataset.votes = Number(item.dataset.votes ?? 0) + 1;
  try {
    const response = await fetch(form.action, { method: "POST", body, ...PART });
    if (response.redirected) {
      location.href = `/login?next=${encodeURIComponent(body.get("next"))}`;
      return;
    }
    const page = parse(await response.text());
    if (!response.ok) {
      say(page.querySelector(".message")?.textContent ?? "The vote was not counted.");
      return;
    }
    form.replaceWith(page.querySelector("form.vote"));
    item.querySelector(`.vote .${pressed}`)?.focus();
  } catch {
    say("The site cannot be reached.");
  }
});

// Lists

const list = document.getElementById("list");
const stories = list?.querySelector("ol.stories");
let appended = false;

function itemsOf(ol) {
  return new Map([...ol.children].map((item) => [item.dataset.id, item]));
}

// Shows a newer version of the first stories. Those that moved slide to their new places.
function refresh(fresh, votesBefore) {
  const old = itemsOf(stories);
  const tops = new Map([...old].map(([id, item]) => [id, item.offsetTop]));
  const items = [...fresh.children].map((item) => {
    const known = old.get(item.dataset.id);
    if (!known) return item;
    const isVoting = known.contains(document.activeElement);
    const hasVoted = known.dataset.votes !== votesBefore.get(item.dataset.id);
    if (!isVoting && !hasVoted && known.innerHTML !== item.innerHTML) {
      known.replaceChildren(...item.childNodes);
    } else if (isVoting && !hasVoted) {
      known.querySelector(".votes").textContent = item.querySelector(".votes").textContent;
    }
    return known;
  });
  // Once further pages follow, the order stays: moving stories would repeat or hide some.
  if (appended) return;
  const focused = document.activeElement;
  const unmoved = items.length === stories.children.length
    && items.every((item, place) => item === stories.children[place]);
  if (unmoved) return;
  stories.replaceChildren(...items);
  if (focused !== document.activeElement && stories.contains(focused)) {
    focused.focus({ preventScroll: true });
  }
  for (const item of items) {
    const top = tops.get(item.dataset.id);
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

async function update() {
  const votesBefore = new Map(
    [...stories.children].map((item) => [item.dataset.id, item.dataset.votes]),
  );
  const response = await fetch(location.pathname + location.search, PART);
  if (!response.ok) return;
  const page = parse(await response.text());
  refresh(page.querySelector("ol.stories"), votesBefore);
  const more = list.querySelector("a.more");
  if (!appended && more) more.href = page.querySelector("a.more")?.href ?? more.href;
}

// Adds the next page, and returns whether there is another one.
async function append(more) {
  appended = true;
  const response = await fetch(more.href, PART);
  if (!response.ok) throw new Error(response.statusText);
  const page = parse(await response.text());
  const known = itemsOf(stories);
  // A story that sank below the cursor meanwhile is already here.
  const items = [...page.querySelector("ol.stories").children];
  stories.append(...items.filter((item) => !known.has(item.dataset.id)));
  const next = page.querySelector("a.more");
  if (next) more.href = next.href;
  else more.remove();
  return Boolean(next);
}

function scrollEndlessly(more) {
  let isLoading = false;
  const observer = new IntersectionObserver(async (entries) => {
    if (isLoading || !entries.some((entry) => entry.isIntersecting)) return;
    isLoading = true;
    let again = 200;
    const goesOn = await append(more).catch(() => {
      again = RETRY_AFTER;
      return true;
    });
    isLoading = false;
    observer.unobserve(more);
    // Observing again reports a link that is still in view.
    if (goesOn) setTimeout(() => observer.observe(more), again);
  }, { rootMargin: "600px" });
  observer.observe(more);
}

// Runs a task again and again while the page is visible, one run at a time.
function repeat(task, every) {
  setTimeout(async () => {
    if (!document.hidden) await task().catch(() => {});
    repeat(task, every);
  }, every);
}

if (stories) {
  const more = list.querySelector("a.more");
  if (more) scrollEndlessly(more);
  if ("live" in stories.dataset) repeat(update, LIST_EVERY);
}

// Votes per second

const pulse = document.getElementById("pulse");
let last;

async function beat() {
  try {
    const response = await fetch("/pulse");
    if (!response.ok) throw new Error(response.statusText);
    const now = { votes: parseInt(await response.text(), 10), time: performance.now() };
    if (last && now.votes >= last.votes) {
      const rate = (now.votes - last.votes) * 1000 / (now.time - last.time);
      document.getElementById("rate").textContent = `${Math.round(rate)} votes/s`;
    }
    last = now;
    pulse.classList.remove("away");
  } catch {
    last = undefined;
    pulse.classList.add("away");
    document.getElementById("rate").textContent = "Redis is away";
  }
}

beat();
repeat(beat, PULSE_EVERY);
