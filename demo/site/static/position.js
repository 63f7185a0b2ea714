// What happens when one comes back to a page: a list has its place again, and a page from before a
// login or logout is loaded again. Uses functions of site.js, which is loaded first.
"use strict";

const PLACE = `place ${location.pathname}${location.search}`;

// An endless list

function firstInView(items) {
  return [...items].find((item) => item.getBoundingClientRect().bottom > 0);
}

function keepPlace() {
  const items = document.querySelector("#list ol.stories")?.children;
  const first = items && firstInView(items);
  if (!first) return;
  const top = first.getBoundingClientRect().top;
  sessionStorage.setItem(PLACE, JSON.stringify({ id: first.id, top, count: items.length }));
}

// Loads as many stories as there were, and scrolls to the one that was at the top.
async function returnToPlace() {
  const { id, top, count } = JSON.parse(sessionStorage.getItem(PLACE) ?? "{}");
  const shown = () => document.querySelectorAll("#list ol.stories > li").length;
  const more = () => document.querySelector("#list a.more");
  while (shown() < count && more()) await append(more());
  const first = document.getElementById(id);
  if (first) window.scrollBy(0, first.getBoundingClientRect().top - top);
}

window.addEventListener("pagehide", keepPlace);

// A page that the browser has kept

async function checkSession() {
  const response = await fetch("/session", PART).catch(() => undefined);
  if (response?.status === OLD_PAGE) location.reload();
}

window.addEventListener("pageshow", (event) => {
  if (event.persisted) checkSession();
});

if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") {
  checkSession();
  returnToPlace().catch(() => {});
}
