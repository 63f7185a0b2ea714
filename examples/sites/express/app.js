// A small news site: lists, items, votes, comments, an inbox, saved items, and a home feed.

import cookieSession from "cookie-session";
import express from "express";
import { createClient } from "redis";
import { article, Site } from "redis-article";

const client = createClient({ url: process.env.REDIS_URL, modules: { article } });
await client.on("error", console.error).connect();
const site = new Site(client, process.env.SITE ?? "news");
// A link that was posted within a day becomes a vote. A site that exists stays as it is.
await site.create({ nx: true, dedupe: 86400, pagesize: 10 });

const app = express();
app.set("views", `${import.meta.dirname}/views`).set("view engine", "ejs");
app.use(express.urlencoded({ extended: false }));
app.use(cookieSession({ secret: process.env.SECRET ?? "only for trying", sameSite: "lax" }));

/** Lets only users pass; visitors log in first. */
const user = (req, res, next) => (req.session.user ? next() : res.redirect(303, "/login"));

/** Sends an error of the visitor's. */
const stop = (status, message) => {
  throw Object.assign(new Error(message), { status });
};

async function show(req, res, view, content) {
  const reader = req.session.user;
  const about = reader && (await site.user(reader));
  const unseen = about?.unseen ?? 0;
  res.render(view, { user: reader, unseen, cursor: null, isQueue: false, ...content });
}

const back = (req, res) => res.redirect(303, req.get("Referer") ?? "/");

async function page(req, res, title, query) {
  const items = await site.page(1, {
    viewer: req.session.user, marks: ["saved"], after: req.query.after, withcursor: true, ...query,
  });
  await show(req, res, "list", { title, items, cursor: items.cursor });
}

app.get("/", (req, res) => page(req, res, "News", { by: "gravity", unmuted: req.session.user }));

app.get("/new", (req, res) => page(req, res, "New", { by: "time", unmuted: req.session.user }));

app.get("/feed", user, (req, res) =>
  page(req, res, "Your feed", { by: "time", feed: req.session.user }));

app.get("/group/:group", (req, res) =>
  page(req, res, req.params.group, { by: "gravity", anyof: [req.params.group] }));

app.post("/follow/:group", user, async (req, res) => {
  await site.follow(req.session.user, "group", req.params.group);
  res.redirect(303, "/feed");
});

app.get("/item/:id", async (req, res) => {
  const id = Number(req.params.id);
  const view = { viewer: req.session.user, marks: ["saved"] };
  const item = await site.get(id, view);
  // What waits for a moderator is shown to its poster.
  const isOwn = item?.hidden === 2 && item.poster === req.session.user;
  if (!item || (item.hidden && !isOwn)) stop(404, "Not found");
  const tree = await site.tree(id, { ...view, limit: 500 });
  const visited = Number(/\bvisited=(\d+)/.exec(req.get("Cookie"))?.[1] ?? 0);
  const recent = visited ? await site.count({ below: id, since: visited }) : 0;
  // Only the pages of this item get the time of the visit.
  res.cookie("visited", Math.floor(Date.now() / 1000), { path: `/item/${id}`, sameSite: "lax" });
  await show(req, res, "item", { title: item.title, item, tree, recent, visited });
});

app.get("/item/:id/new", async (req, res) => {
  const items = await site.comments(1, {
    below: Number(req.params.id), since: Number(req.query.since), size: 100,
    viewer: req.session.user, marks: ["saved"],
  });
  await show(req, res, "list", { title: "New comments", items });
});

app.get("/login", (req, res) => show(req, res, "layout", { title: "Log in first", body: "" }));

app.post("/login", (req, res) => {
  req.session.user = req.body?.name || stop(400, "A name, please"); // A real site checks a password.
  res.redirect(303, "/");
});

app.post("/submit", user, async (req, res) => {
  const { title = "", link = "", groups = "" } = req.body ?? {};
  if (link && !/^https?:\/\//.test(link)) stop(400, "Other links can run scripts");
  const about = await site.user(req.session.user);
  // Posts of those who were voted down wait for a moderator.
  const options = { groups: groups.split(" ").filter(Boolean), held: about?.karma < 0 };
  res.redirect(303, `/item/${await site.post(req.session.user, title, link, options)}`);
});

app.post("/vote/:id/:vote", user, async (req, res) => {
  await site.vote(req.session.user, Number(req.params.id), req.params.vote);
  back(req, res);
});

app.post("/comment/:parent", user, async (req, res) => {
  await site.comment(req.session.user, Number(req.params.parent), req.body?.text ?? "");
  back(req, res);
});

app.get("/inbox", user, async (req, res) => {
  const viewer = req.session.user;
  const items = await site.answers(viewer, 1, { viewer, marks: ["saved"] });
  await site.seen(viewer, items);
  await show(req, res, "list", { title: "Inbox", items });
});

app.get("/saved", user, async (req, res) => {
  const viewer = req.session.user;
  const items = await site.marked(viewer, "saved", 1, { viewer, marks: ["saved"] });
  await show(req, res, "list", { title: "Saved", items });
});

app.post("/save/:id", user, async (req, res) => {
  await site.mark(req.session.user, "saved", Number(req.params.id));
  back(req, res);
});

app.post("/unsave/:id", user, async (req, res) => {
  await site.unmark(req.session.user, "saved", Number(req.params.id));
  back(req, res);
});

const moderator = (req, res, next) =>
  req.session.user === "moderator" ? next() : stop(403, "Only for moderators");

app.get("/queue", user, moderator, async (req, res) => {
  const items = await site.page(1, { by: "time", held: true });
  await show(req, res, "list", { title: "Queue", items, isQueue: true });
});

app.post("/publish/:id", user, moderator, async (req, res) => {
  await site.moderate("publish", Number(req.params.id));
  back(req, res);
});

app.use((error, req, res, next) => {
  if (!error.status || error.status >= 500) return next(error);
  res.status(error.status).type("text").send(`${error.text ?? error.message}\n`);
});

app.listen(process.env.PORT ?? 8000, "127.0.0.1");
