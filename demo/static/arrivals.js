// Announces new stories and comments with a button, which shows them.
"use strict";

const MOST_AT_ONCE = 50;

const arrivalsButton = document.getElementById("arrivals");
// New stories and comments that are not on the page yet: their ids, and the ids that they answer.
const arrivals = new Map();

function isShown(id) {
  return elementsOf(id).length > 0;
}

// A new comment belongs on the page if what it answers is there, or arrives, too.
function belongs(parent) {
  return place()?.matches(".stories") || document.querySelector(answersSelector(parent))
    || arrivals.has(parent);
}

function answersSelector(id) {
  return `[data-answers="${Number(id)}"]`;
}

function announce(fresh) {
  // Answers have higher ids than what they answer.
  for (const [id, parent] of fresh.sort(([one], [other]) => one - other)) {
    if (!isShown(id) && belongs(parent)) arrivals.set(id, parent);
  }
  label();
}

function forget(id) {
  arrivals.delete(id);
  label();
}

// Forgets what the page shows by now.
function forgetShown() {
  for (const id of arrivals.keys()) if (isShown(id)) arrivals.delete(id);
  label();
}

function label() {
  const noun = /^(site|group|user|feed)/.test(place()?.dataset.scope) ? "story" : "comment";
  const nouns = arrivals.size === 1 ? noun : { story: "stories", comment: "comments" }[noun];
  setText(arrivalsButton, `${arrivals.size} new ${nouns}`);
  arrivalsButton.hidden = arrivals.size === 0;
}

// Requests the list again, from its start.
async function showNewList() {
  const highest = Math.max(...arrivals.keys());
  const response = await fetch(location.pathname + location.search, PART);
  if (!response.ok) throw new Error(response.statusText);
  showList(parse(await response.text()));
  // What the order of the list leaves out has been announced all the same.
  arrivals.clear();
  place().dataset.seen = Math.max(place().dataset.seen, highest);
  window.scrollTo(0, 0);
}

// Requests new comments, and puts them below what they answer.
async function showNewComments() {
  const ids = [...arrivals.keys()].slice(0, MOST_AT_ONCE);
  const story = place().dataset.scope.split(":")[1];
  const response = await fetch(`/a/${Number(story)}/comments?ids=${ids.join(",")}`, PART);
  if (!response.ok) throw new Error(response.statusText);
  let first;
  for (const comment of [...parse(await response.text()).body.children]) {
    const parent = arrivals.get(Number(comment.dataset.id));
    const answers = document.querySelector(answersSelector(parent));
    if (!answers || isShown(comment.dataset.id)) continue;
    answers.prepend(comment);
    answers.parentElement.querySelector(":scope > .empty")?.remove();
    first ??= comment;
  }
  for (const id of ids) arrivals.delete(id);
  // One below a folded comment is unfolded.
  for (let above = first; above; above = above.parentElement.closest("details")) above.open = true;
  first?.scrollIntoView({ block: "center" });
}

arrivalsButton.addEventListener("click", async () => {
  arrivalsButton.disabled = true;
  try {
    await (place().matches(".stories") ? showNewList() : showNewComments());
    shownChanged();
  } catch {
    say("The site cannot be reached.");
  } finally {
    arrivalsButton.disabled = false;
    label();
  }
});
