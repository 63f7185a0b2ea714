// Calls every method of article.ts with both clients, with RESP2 and RESP3.

import assert from "node:assert/strict";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { ArticleError, Site } from "./article.js";
import type { Call, ThreadComment } from "./article.js";

const url = process.env.REDIS_URL ?? "redis://127.0.0.1:6379";

async function codeOf(reply: Promise<unknown>) {
  try {
    await reply;
    return "no error";
  } catch (error) {
    assert(error instanceof ArticleError, String(error));
    assert.equal(`${error}`, `ArticleError: ${error.message}`);
    return error.code;
  }
}

const ids = (page: { id?: number }[]) => page.map((article) => article.id);

async function testArticles(site: Site) {
  await site.create({ votescore: 100, window: 3600, selfvote: "no", formula: "linear" });
  await site.alter({ selfvote: "yes", pagesize: 10 });
  const info = await site.info();
  assert.deepEqual([info?.vote_score, info?.self_vote, info?.articles], [100, "yes", 0]);

  const fields = { author: "Ann", year: "2026" };
  const options = { groups: ["b", "a"], fields };
  assert.equal(await site.post("alice", "Hello", "https://example.com", options), 1);
  const time = Math.floor(Date.now() / 1000) - 60;
  const posted = await site.postWithCounts("bob", "Zwei – 2", "", { time });
  assert.deepEqual([posted.id, posted.created, posted.votes], [2, 1, 1]);
  assert.equal(await site.post("bob", "Five", "", { id: 5, groups: [], fields: {} }), 5);

  const article = await site.get(1, { viewer: "carol" });
  assert(article);
  const all = `id title link poster time closes votes upvotes downvotes score comments bumped groups
    vote fields`;
  assert.deepEqual(Object.keys(article), all.split(/\s+/));
  assert.deepEqual([article.title, article.groups, article.vote], ["Hello", ["a", "b"], 0]);
  assert.deepEqual(article.fields, fields);
  await site.edit(1, { title: "Hi", link: "", fields: { year: "2027" }, unset: ["author"] });
  const edited = await site.get(1, { return: ["year", "link", "title"] });
  assert.deepEqual(edited, { link: "", title: "Hi", fields: { year: "2027" } });
  assert.deepEqual(await site.get(2, { return: ["boost"] }), { fields: {} });
  assert.equal(await site.get(99), null);
  const articles = await site.mget([2, 99], { return: ["title"] });
  assert.deepEqual(articles, [{ title: "Zwei – 2", fields: {} }, null]);
  assert.equal(await site.find("https://example.com"), null);
  await site.edit(2, { link: "https://example.org/" });
  assert.equal(await site.find("https://example.org/"), 2);
  assert.deepEqual(await site.findAll("https://example.org/"), [2]);
  assert.deepEqual(await site.findAll("x", 5), []);
  assert.equal(await site.del(5, 99), 1);
}

async function testVotes(site: Site) {
  assert.deepEqual([await site.vote("carol", 1), await site.vote("carol", 1)], [true, false]);
  const voted = await site.voteWithCounts("dave", 1, "DOWN");
  assert.deepEqual([voted.changed, voted.votes, voted.poster], [1, 1, "alice"]);
  assert(await site.vote("dave", 1, "NONE"));
  assert(await site.vote("dave", 1, "DOWN"));
  assert.deepEqual(await site.votes("dave", 1, 2, 99), [-1, 0, null]);
  const voters = {};
  let cursor = "0";
  do {
    const [next, some] = await site.voters(1, cursor, { count: 1 });
    Object.assign(voters, some);
    cursor = next;
  } while (cursor !== "0");
  assert.deepEqual(voters, { alice: 1, carol: 1, dave: -1 });
  assert.deepEqual((await site.voters(1, "0", { direction: "DOWN" }))[1], { dave: -1 });
  const user = { articles: 1, karma: 1, comments: 0, comment_karma: 0 };
  assert.deepEqual(await site.user("alice"), user);
  assert.equal(await site.user("zoe"), null);
  assert(await site.vote("eve", 1, "UP", { silent: true }));
  assert.deepEqual(await site.votes("eve", 1), [1]);
  const silent = await site.voteWithCounts("mal", 1, "DOWN", { silent: true });
  assert.deepEqual([silent.changed, silent.votes], [1, 1]);
  assert.deepEqual((await site.voters(1, "0", { silent: true }))[1], { eve: 1, mal: -1 });
  assert.deepEqual(await site.unvote("eve", "0", { count: 1 }), ["2", 1]);
  assert.deepEqual(await site.unvote("mal"), ["0", 1]);
  assert.equal(await site.transfer("bob", "zoe"), 1);
  assert.equal(await site.transfer("zoe", "bob", { count: 5 }), 1);
}

async function testListings(site: Site) {
  assert.deepEqual([await site.groupAdd(2, "a", "c"), await site.groupRem(2, "c", "d")], [2, 1]);
  assert.deepEqual(await site.groups(), [["a", 2], ["b", 1]]);
  assert.deepEqual(await site.groups(1, 1), [["b", 1]]);
  assert.deepEqual([await site.count(), await site.count({ group: "b" })], [2, 1]);
  assert.equal(await site.count({ group: "a", since: -30 }), 1);
  assert.deepEqual(ids(await site.page()), [1, 2]);
  assert.deepEqual(ids(await site.page(1, { order: "ASC" })), [2, 1]);
  assert.deepEqual(ids(await site.page(1, { anyof: ["b", "x"], noneof: [] })), [1]);
  assert.deepEqual(ids(await site.page(1, { noneof: ["b"], by: "GRAVITY", minvotes: 0 })), [2]);
  assert.deepEqual(ids(await site.page(1, { anyof: [] })), []);
  assert.deepEqual(await site.get(1, { return: [] }), { fields: {} });
  assert.deepEqual(ids(await site.groupPage("a", 2, { size: 1 })), [2]);
  assert.deepEqual(ids(await site.userPage("bob")), [2]);
  const first = await site.page(1, { size: 1, withcursor: true, return: ["id"] });
  assert.deepEqual([...first], [{ id: 1, fields: {} }]);
  const query = { size: 1, withcursor: true, after: first.cursor, viewer: "carol" };
  const second = await site.page(1, query);
  assert.deepEqual([second.cursor, second[0]?.id, second[0]?.vote], [null, 2, 0]);
  assert.equal((await site.page(2)).length, 0);
  assert.equal((await site.page(2, { withcursor: true })).length, 0);
  assert.equal(await site.rank(2), 1);
  assert.equal(await site.rank(2, { by: "TIME", order: "ASC", group: "a" }), 0);
  assert.equal(await site.rank(99), null);
}

async function testActivityAndFilters(site: Site) {
  assert.equal(await site.bump(1, { comments: 3 }), 3);
  assert.equal(await site.bump(1, { comments: -1 }), 2);
  const time = (await site.get(1))?.time;
  assert.equal(await site.bump(1, { time }), 2);
  const article = await site.get(1);
  assert.deepEqual([article?.bumped, article?.comments], [time, 2]);
  assert.deepEqual(ids(await site.page(1, { by: "COMMENTS" })), [1, 2]);
  assert.deepEqual(ids(await site.page(1, { by: "BUMPED" })), [1, 2]);
  assert.equal((await site.page(1, { by: "ACTIVE" })).length, 2);
  assert.deepEqual([await site.incrBy(2, "views"), await site.incrBy(2, "views", 41)], [1, 42]);
  assert.deepEqual(ids(await site.page(1, { from: ["alice", "zoe"] })), [1]);
  assert.deepEqual(ids(await site.page(1, { notfrom: ["alice"], except: undefined })), [2]);
  assert.deepEqual(ids(await site.page(1, { unvoted: "dave" })), [2]);
  assert.deepEqual(ids(await site.page(1, { except: [2, 99] })), [1]);
  assert.deepEqual(ids(await site.page(1, { hidden: true })), []);
}

type Nested = { comment: ThreadComment; answers: Nested[] };

/** As in docs/clients.md. */
function nest(thread: ThreadComment[], id: number): Nested[] {
  const below = new Map<number, Nested[]>([[id, []]]);
  for (const comment of thread) {
    const answers: Nested[] = [];
    below.set(comment.id, answers);
    below.get(comment.parent)?.push({ comment, answers });
  }
  return below.get(id)!;
}

async function testComments(site: Site) {
  const own = { text: "t", parent: "p" };
  const id = await site.post("alice", "Title", "", { fields: own });
  assert.deepEqual((await site.get(id))?.fields, own);
  const fields = { title: "x", groups: "y" };
  const first = await site.comment("bob", id, "First", { fields });
  const time = Math.floor(Date.now() / 1000) - 5;
  const posted = await site.commentWithCounts("carol", first, "Zwei", { time });
  assert.deepEqual([posted.created, posted.votes], [1, 1]);
  const second = posted.id;
  const third = await site.comment("dave", id, "Third", { id: second + 5 });
  const comment = await site.getComment(first, { viewer: "bob" });
  assert(comment);
  const all = `id parent article text poster time closes votes upvotes downvotes score comments vote
    fields`;
  assert.deepEqual(Object.keys(comment), all.split(/\s+/));
  assert.deepEqual([comment.fields, comment.vote, comment.comments], [fields, 1, 1]);
  await site.edit(second, { text: "Second", fields: { lang: "en" } });
  const found = await site.mgetComments([second, 999], { return: ["text", "lang", "parent"] });
  assert.deepEqual(found, [{ text: "Second", parent: first, fields: { lang: "en" } }, null]);
  assert.equal((await site.getComment(third, { return: ["votes"] }))?.votes, 1);

  const thread = await site.thread(id, { by: "TIME", order: "ASC", viewer: "carol" });
  assert.deepEqual(ids(thread), [first, second, third]);
  assert.deepEqual(thread.map(({ depth }) => depth), [1, 2, 1]);
  assert.deepEqual(thread.map(({ vote }) => vote), [0, 1, 0]);
  const nested = nest(thread, id);
  assert.deepEqual(nested.map(({ comment }) => comment.text), ["First", "Third"]);
  assert.deepEqual(nested[0]?.answers.map(({ comment }) => comment.text), ["Second"]);
  assert.equal((await site.thread(id, { depth: 1 })).length, 2);
  assert.equal((await site.thread(id, { children: 1 })).length, 3);
  assert.equal(await codeOf(site.thread(id, { children: -1 })), "ERR");
  const part = await site.thread(id, { size: 2, withcursor: true, return: ["id"] });
  assert.deepEqual([part.length, part[0]?.text, typeof part.cursor], [2, undefined, "string"]);
  const rest = await site.thread(id, { size: 2, withcursor: true, after: part.cursor });
  assert.deepEqual([rest.length, rest.cursor], [1, null]);
  assert.equal((await site.thread(999)).length, 0);

  const comments = await site.comments(1, { from: ["bob", "carol"], by: "TIME", order: "ASC" });
  assert.deepEqual(comments.map(({ text }) => text), ["Second", "First"]);
  const latest = await site.comments(1, { size: 1, withcursor: true, return: ["poster"] });
  assert.deepEqual([latest.length, typeof latest.cursor], [1, "string"]);
  assert.equal((await site.comments(4, { size: 1 })).length, 0);
  const user = { articles: 0, karma: 0, comments: 1, comment_karma: 1 };
  assert.deepEqual(await site.user("bob"), user);
  assert.equal((await site.info())?.comments, 3);
  // @ts-expect-error Comments are in no group.
  await assert.rejects(site.comments(1, { anyof: ["rust"] }));

  const everything = await site.changes("0", { count: 1000, viewer: "bob" });
  assert.deepEqual(ids(everything.articles), [id]);
  assert.deepEqual(everything.articles[0]?.fields, own);
  const texts = everything.comments.map(({ text }) => text).sort();
  assert.deepEqual(texts, ["First", "Second", "Third"]);
  const { version } = everything;
  const none = { version, articles: [], comments: [], deleted: [] };
  assert.deepEqual(await site.changes(version, { block: 1 }), none);
  assert.equal((await site.info())?.version, version);
  assert.equal(await codeOf(site.changes("1")), "ERR");
  assert.equal(await codeOf(site.changes("0000000000000000-1-1")), "RESYNC");

  assert.equal(await site.del(first), 1);
  assert.deepEqual((await site.changes(version)).deleted, [first]);
  const [place, noPlace] = await site.debugPlaces(first, third);
  assert.deepEqual([place?.parent, place?.upvotes, noPlace], [id, 1, null]);
  const deleted = (await site.thread(id)).find((entry) => entry.id === first);
  const placeholder = { id: first, parent: id, article: id, depth: 1, deleted: 1, fields: {} };
  assert.deepEqual(deleted, placeholder);
  await site.moderate("LOCK", id);
  assert.equal(await codeOf(site.comment("bob", id, "Late")), "LOCKED");
  assert.equal(await codeOf(site.comment("bob", first, "Late")), "NOARTICLE");
}

/** An option that is undefined counts as not given. */
async function testUndefined(site: Site, viewer?: string) {
  const [group, time] = [undefined, undefined];
  const id = await site.post("bob", "Six", "", { groups: group, fields: { fields: "kept" }, time });
  assert.equal((await site.get(id, { viewer }))?.vote, undefined);
  assert.deepEqual((await site.get(id, { viewer, return: undefined }))?.fields, { fields: "kept" });
  const all = ids(await site.page());
  assert.deepEqual(ids(await site.page(1, { viewer, by: undefined, anyof: undefined })), all);
  assert.equal(await site.count({ group, since: undefined }), all.length);
  assert.equal(await site.rank(id, { group }), all.indexOf(id));
  assert.equal(await site.del(id), 1);
}

async function testModerationAndErrors(site: Site, other: Site, text: Site) {
  assert.equal(await site.boost(2, 3600), 3600);
  assert.equal(await site.boost(2, -600, { incr: true }), 3000);
  assert.equal(await site.moderate("PIN", 2, 99), 1);
  const article = await site.get(2);
  assert.deepEqual([article?.pinned, article?.boost, article?.hidden], [1, 3000, undefined]);
  await site.moderate("HIDE", 2);
  assert.equal(await codeOf(site.vote("erin", 2)), "HIDDEN");
  await site.moderate("LOCK", 1);
  assert.equal(await codeOf(site.vote("erin", 1)), "VOTECLOSED");
  assert.equal(await codeOf(site.vote("erin", 99)), "NOARTICLE");
  assert.equal(await codeOf(site.create()), "BUSYKEY");
  await site.moderate("UNLOCK", 1);
  await site.alter({ selfvote: "no", downvotes: "no" });
  assert.equal(await codeOf(site.vote("alice", 1, "DOWN")), "NODOWNVOTE");
  assert.equal(await codeOf(site.vote("alice", 1)), "SELFVOTE");
  // @ts-expect-error The user is before the id.
  assert.equal(await codeOf(site.vote(1, "erin")), "ERR");
  assert.equal(await codeOf(site.page(0)), "ERR");
  assert.equal(await codeOf(text.page()), "WRONGTYPE");

  const times = ["TIME", 1380000000, "CLOSES", 1380604800];
  await other.load("ARTICLE", 7, "alice", "Old", "", ...times, "COUNTS", 250, 3);
  const old = await other.get(7, { viewer: "erin" });
  assert.deepEqual([old?.votes, old?.vote, old?.groups], [247, null, []]);
  await other.debugCheck();
}

async function test(name: string, call: Call) {
  await call("DEL", "news", "old", "threads");
  const called = new Set<string>();
  const record: Call = (command, ...args) => {
    called.add(command.toLowerCase());
    return call(command, ...args);
  };
  const site = new Site(record, "news");
  await testArticles(site);
  await testVotes(site);
  await testListings(site);
  await testActivityAndFilters(site);
  await testComments(new Site(record, "threads"));
  await testUndefined(site);
  await testModerationAndErrors(site, new Site(record, "old"), new Site(record, "text"));
  const commands = ((await call("COMMAND")) as [string][]).map(([command]) => command);
  const isPublic = (name: string) => name.startsWith("article.") && name !== "article._reply";
  const missing = commands.filter((name) => isPublic(name) && !called.has(name));
  assert.deepEqual(missing, []);
  console.log(`${name}: ${called.size} commands`);
}

for (const RESP of [2, 3] as const) {
  const client = await createClient({ url, RESP }).connect();
  await test(`node-redis, RESP${RESP}`, (...args) => client.sendCommand(args));
  await client.close();
}
for (const options of [{ protocol: 2 }, { protocol: 3 }, { replyMapping: "resp3" }] as const) {
  const redis = new Redis(url, options);
  const name = `ioredis, ${JSON.stringify(options)}`;
  await test(name, (command, ...args) => redis.call(command, ...args));
  await redis.quit();
}
