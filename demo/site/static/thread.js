// Answers in place, and more comments without a reload. The page works without both: "Reply" and
// "More comments" are links. Uses functions of site.js, which is loaded first.
"use strict";

const answerForm = document.getElementById("answer-form");

// More comments

// Adds comments below what they answer, which may be on an earlier page.
function add(comments, place) {
  for (const comment of comments) {
    if (document.getElementById(comment.id)) continue;
    (answersOf(comment.dataset.parent) ?? place).append(comment);
  }
  document.querySelectorAll(".rest[data-below]").forEach(countRest);
}

// Counts again what the page leaves out below a comment. What is inside comes first.
function countRest(link) {
  const below = link.previousElementSibling;
  const shown = below.querySelectorAll(".comment > .head > .by").length;
  const rests = [...below.querySelectorAll(".rest[data-below]")];
  const left = rests.reduce((sum, rest) => sum - parseInt(rest.textContent, 10), link.dataset.below - shown);
  if (left <= 0) link.remove();
  else link.textContent = `${left} more answer${left === 1 ? "" : "s"}`;
}

async function loadMore(link) {
  const response = await fetch(link.href, PART);
  const page = parse(await response.text());
  const part = page.querySelector(".thread");
  if (!response.ok || !part) {
    say(page.querySelector(".message")?.textContent ?? "The comments cannot be loaded.");
    return;
  }
  add([...part.children], answersOf(part.dataset.answers));
  const next = page.querySelector("a.more");
  if (next) link.href = next.getAttribute("href");
  else link.remove();
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a.more");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if ("loading" in link.dataset) return;
  link.dataset.loading = "";
  await loadMore(link).catch(() => say("The site cannot be reached."));
  delete link.dataset.loading;
});

// Folding: the whole head does, but for its links and arrows.

document.addEventListener("click", (event) => {
  const head = event.target.closest(".comment > .head");
  if (!head || event.target.closest("a, button") || getSelection().toString()) return;
  const details = head.parentElement.querySelector(":scope > details");
  details.open = !details.open;
});

const foldAll = document.getElementById("fold-all");
if (foldAll) {
  foldAll.hidden = false;
  foldAll.addEventListener("click", () => {
    const all = document.querySelectorAll("#comments .thread > .comment > details");
    const areOpen = [...all].some((details) => details.open);
    for (const details of all) details.open = !areOpen;
    foldAll.textContent = areOpen ? "Unfold all" : "Fold all";
  });
}

// Answers

document.addEventListener("click", (event) => {
  const link = event.target.closest("a.reply");
  if (!link || !answerForm || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const actions = link.parentElement;
  const shown = actions.nextElementSibling;
  if (shown.matches("form.answer")) {
    shown.hidden = !shown.hidden;
  } else {
    const form = answerForm.content.querySelector("form").cloneNode(true);
    form.elements.parent.value = link.closest("article.comment").dataset.id;
    actions.after(form);
  }
  const form = actions.nextElementSibling;
  if (!form.hidden) form.elements.text.focus();
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form.answer") || !answersOf(form.elements.parent?.value)) return;
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    const body = new URLSearchParams(new FormData(form));
    const response = await fetch(form.action, { method: "POST", body, ...PART });
    const page = parse(await response.text());
    const comment = page.querySelector("article.comment");
    if (!response.ok || !comment) {
      // The form stays, with its text.
      say(page.querySelector(".message")?.textContent ?? "The comment was not posted.");
      return;
    }
    const known = document.getElementById(comment.id);
    if (known) {
      // The same form was sent before.
      known.scrollIntoView({ block: "nearest" });
      say("You have posted this already.", "status");
      return;
    }
    const answers = answersOf(form.elements.parent.value);
    answers.prepend(comment);
    answers.parentElement.querySelector(":scope > .empty")?.remove();
    if (form.closest("article.comment")) form.remove();
    else form.reset();
    comment.scrollIntoView({ block: "nearest" });
  } catch {
    say("The site cannot be reached.");
  } finally {
    button.disabled = false;
  }
});
