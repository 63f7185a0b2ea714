// Keys: j and k go to the next and to the last story or comment, and Ctrl+Enter sends the form that
// one writes in.
"use strict";

const PLACES = "ol.stories > li, article.comment";

function goBy(by) {
  const places = [...document.querySelectorAll(PLACES)].filter((place) => place.checkVisibility());
  const here = document.activeElement?.closest(PLACES);
  const at = here ? places.indexOf(here) + by : 0;
  const place = places[Math.max(0, Math.min(at, places.length - 1))];
  if (!place) return;
  const link = place.querySelector("a.title, .head > a.by") ?? place.querySelector("a");
  link?.focus({ preventScroll: true });
  place.scrollIntoView({ block: "nearest" });
}

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (key === "Enter" && (event.ctrlKey || event.metaKey) && target.matches("textarea")) {
    event.preventDefault();
    target.form.requestSubmit();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches("input, textarea, select")) return;
  if (key === "j") goBy(1);
  if (key === "k") goBy(-1);
});
