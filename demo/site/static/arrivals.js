// Shows the new stories and comments that a button of the server announces.
"use strict";

const MOST_AT_ONCE = 50;

// Requests the list again, from its start.
async function showNewList() {
  const response = await fetch(location.pathname + location.search, PART);
  if (!response.ok) throw new Error(response.statusText);
  showList(parse(await response.text()));
  window.scrollTo(0, 0);
}

// Requests new comments, and puts them below what they answer.
async function showNewComments(ids) {
  const story = place().dataset.scope.split(":")[1];
  const wanted = ids.split(",").slice(0, MOST_AT_ONCE).join(",");
  const response = await fetch(`/a/${Number(story)}/comments?ids=${wanted}`, PART);
  if (!response.ok) throw new Error(response.statusText);
  let first;
  for (const comment of [...parse(await response.text()).body.children]) {
    const answers = answersOf(comment.dataset.parent);
    if (!answers || document.getElementById(comment.id)) continue;
    answers.prepend(comment);
    answers.parentElement.querySelector(":scope > .empty")?.remove();
    first ??= comment;
  }
  // One below a folded comment is unfolded.
  for (let above = first; above; above = above.parentElement.closest("details")) above.open = true;
  first?.scrollIntoView({ block: "center" });
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("#arrivals");
  if (!button) return;
  button.disabled = true;
  try {
    await (place().matches(".stories") ? showNewList() : showNewComments(button.value));
    document.getElementById("arrivals").hidden = true;
    shownChanged();
  } catch {
    say("The site cannot be reached.");
  } finally {
    button.disabled = false;
  }
});
