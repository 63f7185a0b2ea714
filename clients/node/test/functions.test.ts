// Calls the functions of a Site, on every client.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { ArticleError, codeOf, commands, nest, NoArticleError, ResyncError } from "redis-article";
import { ServerError, typed, VoteClosedError } from "redis-article";
import { clients } from "./clients.js";
import type { Open, Site } from "./clients.js";
import { Server, startCluster } from "./servers.js";

const ids = (items: readonly { id?: number }[]) => items.map(({ id }) => id);
/** The entries and the cursor of a page. */
const split = <T, C>(page: T[] & { cursor: C }) => [[...page], page.cursor];
const codeOfReply = (reply: Promise<unknown>) => reply.then(() => "no error", codeOf);

async function articles(site: Site) {
  const settings = { votescore: 100, window: 3600, selfvote: false, formula: "linear" } as const;
  assert.equal(await site.create(settings), true);
  assert.equal(await site.create({ nx: true }), false);
  const switches = { selfvote: true, downvotes: true } as const;
  const rest = { pagesize: 10, dedupe: 0, bumpwindow: 0, keepvotes: false, ...switches } as const;
  assert.equal(await site.alter(rest), undefined);
  const info = await site.info();
  assert.deepEqual([info?.vote_score, info?.self_vote, info?.articles], [100, true, 0]);
  assert.equal(info?.keep_votes, false);
  assert.equal(typeof info?.version, "string");

  const fields = { author: "Ann", 7: "seven", __proto__x: "" };
  const options = { groups: ["b", "a"], fields };
  assert.equal(await site.post("alice", "Hello", "https://example.com", options), 1);
  const time = Math.floor(Date.now() / 1000) - 60;
  const posted = await site.postWithCounts("bob", "Zwei – 2", "", { time });
  assert.deepEqual([posted.id, posted.created, posted.votes], [2, true, 1]);
  assert.equal(await site.post("bob", "Five", undefined, { id: 5, groups: [], fields: {} }), 5);

  assert.deepEqual(JSON.parse((await site.getJson(1))!), await site.get(1));
  assert.equal(await site.getJson(99), null);
  assert.equal(await site.pageJson(1, { size: 1, return: ["id"] }), '[{"id":5}]');
  const article = await site.get(1, { viewer: "carol" });
  const all = `bumped closes comments downvotes fields groups id link poster score time title upvotes
    vote votes`;
  assert.deepEqual(Object.keys(article!).sort(), all.split(/\s+/));
  assert.deepEqual([article?.title, article?.groups, article?.vote], ["Hello", ["a", "b"], 0]);
  assert.deepEqual(article?.fields, fields);
  await site.edit(1, { title: "Hi", link: "", fields: { year: "2027" }, unset: ["author", "7"] });
  const edited = await site.get(1, { return: ["year", "link", "title"] });
  assert.deepEqual(edited, { link: "", title: "Hi", fields: { year: "2027" } });
  assert.deepEqual(await site.get(2, { return: ["boost"] }), {});
  assert.deepEqual(await site.get(2, { return: [] }), {});
  assert.equal(await site.get(99), null);
  const found = await site.mget([2, 99], { return: ["title"], viewer: "x" });
  assert.deepEqual(found, [{ title: "Zwei – 2" }, null]);
  assert.deepEqual(await site.mget([]), []);
  assert.equal(await site.find("https://example.com"), null);
  await site.edit(2, { link: "https://example.org/" });
  assert.equal(await site.find("https://example.org/"), 2);
  assert.deepEqual(await site.findAll("https://example.org/"), [2]);
  assert.deepEqual(await site.findAll("x", 5), []);
  assert.equal(await site.delete([5, 99]), 1);
}

async function votes(site: Site) {
  assert.deepEqual([await site.vote("carol", 1), await site.vote("carol", 1)], [true, false]);
  const voted = await site.voteWithCounts("dave", 1, "down");
  assert.deepEqual([voted.changed, voted.votes, voted.previous, voted.poster], [true, 1, 0, "alice"]);
  assert(await site.vote("dave", 1, "NONE"));
  assert(await site.vote("dave", 1, "DOWN"));
  assert.deepEqual(await site.votes("dave", [1, 2, 99]), [-1, 0, null]);
  assert.deepEqual(await site.votes("dave", 1), [-1]);
  const voters = [];
  for await (const voter of site.votersIterator(1, { count: 1 })) voters.push(voter);
  assert.deepEqual(voters.sort(), [["alice", 1], ["carol", 1], ["dave", -1]]);
  assert.deepEqual((await site.voters(1, "0", { vote: "DOWN" })).voters, { dave: -1 });
  assert.deepEqual((await site.voters(1, "0", { vote: "up" })).cursor, "0");
  const user = { articles: 1, karma: 0, comments: 0, comment_karma: 0, unseen: 0 };
  assert.deepEqual(await site.user("alice"), user);
  const zeros = { articles: 0, karma: 0, comments: 0, comment_karma: 0, unseen: 0 };
  assert.deepEqual(await site.user("zoe"), zeros);
  assert(await site.vote("eve", 1, "UP", { silent: true }));
  const silent = await site.voteWithCounts("mal", 1, "DOWN", { silent: true });
  assert.deepEqual([silent.changed, silent.votes], [true, 1]);
  const silentVoters = await site.voters(1, "0", { silent: true });
  assert.deepEqual(silentVoters, { cursor: "0", voters: { eve: 1, mal: -1 } });
  assert(await site.vote("eve", 2, "UP", { silent: true }));
  const carol = { user: "carol", up: 1, down: 0, given: 1 };
  assert.deepEqual(await site.affinity("alice", { count: 1 }), [carol]);
  const silenced = await site.silence("carol", true, "0", { count: 9 });
  assert.deepEqual(silenced, { cursor: "0", votes: 1 });
  assert.deepEqual(await site.user("carol"), { ...zeros, silenced: 1 });
  assert.equal(await site.silenceAll("carol", false), 1);
  assert.deepEqual(await site.unvote("eve", "0", { count: 1 }), { cursor: "2", votes: 1 });
  assert.deepEqual(await site.unvote("eve", "2"), { cursor: "0", votes: 1 });
  assert.equal(await site.unvoteAll("mal"), 1);
  await votesOfUsers(site);
  await answersToUsers(site);
  await followsOfUsers(site);
  await listsOfUsers(site);
  assert.equal(await site.transfer("bob", "zoe", { count: 5 }), 1);
  assert.equal(await site.transferAll("zoe", "bob"), 1);
  await site.renameUser("bob", "zoe");
  assert.equal(await site.transfer("bob", "zoe", { all: true }), 0);
  await site.renameUser("zoe", "bob");
  assert.deepEqual([await site.seen("eve", "time:1-1"), await site.forget("eve", { count: 1000 })], [true, 0]);
  assert.equal(await site.seen("eve", "time:1-1"), true);
  // Nobody votes as "undefined".
  const nobody = undefined as unknown as string;
  await assert.rejects(site.vote(nobody, 1), TypeError);
  await assert.rejects(site.page(1, { from: [nobody] }), TypeError);
  await assert.rejects(site.edit(1, { fields: { author: nobody } }), TypeError);
}

async function votesOfUsers(site: Site) {
  assert(await site.vote("eve", 2, "DOWN"));
  const comment = await site.comment("eve", 1, "Hi", { fields: { lang: "en" } });
  const voted = await site.voted("eve", 1, { viewer: "eve", marks: [] });
  assert.deepEqual(voted.map(({ id, vote }) => [id, vote]), [[comment, 1], [2, -1]]);
  assert.deepEqual(voted.map((item) => "text" in item), [true, false]);
  assert.deepEqual(voted[0]?.fields, { lang: "en" });
  assert.deepEqual(ids(await site.voted("eve", 1, { vote: "down" })), [2]);
  assert.deepEqual(ids(await site.voted("eve", 1, { vote: "UP", kind: "articles" })), []);
  const some = await site.voted("eve", 1, { kind: "COMMENTS", return: ["text", "lang"] });
  assert.deepEqual(some, [{ text: "Hi", fields: { lang: "en" } }]);
  const withcursor = true;
  const first = await site.voted("eve", 1, { size: 1, withcursor, return: ["id"] });
  assert.deepEqual(split(first), [[{ id: comment }], `id:${comment}`]);
  const rest = await site.voted("eve", 1, { after: first.cursor, withcursor, return: ["id"] });
  assert.deepEqual(split(rest), [[{ id: 2 }], null]);
  const all = [];
  for await (const { id } of site.votedIterator("eve", { size: 1 })) all.push(id);
  assert.deepEqual(all, [comment, 2]);
  assert.deepEqual(await site.voted("zoe"), []);
  assert.equal(await site.unvoteAll("eve"), 2);
  assert.equal(await site.delete(comment), 1);
}

async function answersToUsers(site: Site) {
  const bob = await site.comment("bob", 1, "Bob");
  const cleo = await site.comment("cleo", 1, "Cleo", { fields: { lang: "en" } });
  const alice = await site.comment("alice", bob, "To Bob");
  const answers = await site.answers("alice", 1, { viewer: "cleo", marks: ["saved"] });
  assert.deepEqual(answers.map(({ marks }) => marks), [[], []]);
  assert.deepEqual(answers.map(({ id, parent, vote }) => [id, parent, vote]), [
    [cleo, 1, 1],
    [bob, 1, 0],
  ]);
  assert.deepEqual(answers.map(({ text, fields }) => [text, fields]), [
    ["Cleo", { lang: "en" }],
    ["Bob", undefined],
  ]);
  assert.deepEqual(await site.answers("bob", 1, { return: ["id"] }), [{ id: alice }]);
  const first = await site.answers("alice", 1, { size: 1, withcursor: true, return: ["id"] });
  assert.deepEqual([...first], [{ id: cleo }]);
  assert.deepEqual(ids(await site.answers("alice", 1, { after: first.cursor })), [bob]);
  const all = [];
  for await (const { id } of site.answersIterator("alice", { size: 1 })) all.push(id);
  assert.deepEqual(all, [cleo, bob]);
  assert.deepEqual(ids(await site.answers("alice", 1, { notfrom: ["cleo"] })), [bob]);
  assert.equal((await site.user("alice"))?.unseen, 2);
  const seen = [(await site.getComment(bob))!];
  assert.deepEqual([await site.seen("alice", seen), await site.seen("alice", seen)], [true, false]);
  assert.deepEqual(ids(await site.answers("alice", 1, { unseen: true })), [cleo]);
  assert.equal((await site.user("alice"))?.unseen, 1);
  assert.equal(await codeOfReply(site.seen("alice", "99")), "BADCURSOR");
  assert.equal(await site.seen("alice", []), false);
  assert.deepEqual(await site.answers("zoe"), []);
  assert.equal(await site.delete([alice, cleo, bob]), 3);
}

async function followsOfUsers(site: Site) {
  assert.equal(await site.follow("zoe", "USER", ["alice", "none"]), 2);
  assert.equal(await site.unfollow("zoe", "USER", "none"), 1);
  assert.deepEqual(ids(await site.page(1, { feed: "zoe" })), ids(await site.userpage("alice")));
  assert.equal(await site.mute("zoe", "GROUP", ["x", "y"]), 2);
  assert.equal(await site.unmute("zoe", "GROUP", "x"), 1);
  assert.deepEqual(await site.follows("zoe"), {
    groups: [], users: ["alice"], muted_groups: ["y"], muted_users: [], muted_ids: [],
  });
  assert.deepEqual(ids(await site.page(1, { unmuted: "zoe" })), ids(await site.page()));
  assert.equal(await site.forget("zoe"), 2);
}

async function listsOfUsers(site: Site) {
  const comment = await site.comment("eve", 1, "Hi", { fields: { lang: "en" } });
  assert.equal(await site.mark("zoe", "saved", [1, comment, 99]), 2);
  assert.deepEqual([await site.mark("zoe", "saved", 1), await site.mark("zoe", "ü", 2)], [0, 1]);
  assert.deepEqual(await site.lists("zoe"), [{ list: "saved", size: 2 }, { list: "ü", size: 1 }]);
  assert.deepEqual(await site.lists("alice"), []);
  assert.equal((await site.info())?.marks, 3);
  const view = { viewer: "zoe", marks: ["read", "saved"] } as const;
  const saved = await site.marked("zoe", "saved", 1, view);
  assert.deepEqual(saved.map(({ id, marks }) => [id, marks]), [
    [comment, ["saved"]],
    [1, ["saved"]],
  ]);
  assert.deepEqual(saved.map((item) => "text" in item), [true, false]);
  assert.deepEqual(saved[0]?.fields, { lang: "en" });
  const some = await site.marked("zoe", "saved", 1, { kind: "COMMENTS", return: ["text"] });
  assert.deepEqual(some, [{ text: "Hi" }]);
  assert.deepEqual(ids(await site.marked("zoe", "saved", 1, { kind: "articles" })), [1]);
  const query = { size: 1, withcursor: true, return: ["id"] } as const;
  const first = await site.marked("zoe", "saved", 1, query);
  assert.deepEqual(split(first), [[{ id: comment }], `marked:2-${comment}`]);
  assert.deepEqual(ids(await site.marked("zoe", "saved", 1, { after: first.cursor })), [1]);
  const all = [];
  for await (const { id } of site.markedIterator("zoe", "saved", { size: 1 })) all.push(id);
  assert.deepEqual(all, [comment, 1]);
  assert.deepEqual(await site.marked("alice", "saved"), []);
  await listsInPages(site, comment);
  assert.deepEqual([await site.unmark("zoe", "saved", [1, 2]), await site.unmarkAll("zoe", "ü")], [
    1, 1,
  ]);
  assert.deepEqual(await site.lists("zoe"), [{ list: "saved", size: 1 }]);
  assert.equal(await codeOfReply(site.unmark("zoe", "saved", [])), "ERR");
  assert.deepEqual([await site.forget("zoe"), await site.lists("zoe")], [1, []]);
  assert.equal(await site.delete(comment), 1);
}

async function listsInPages(site: Site, comment: number) {
  const [saved, read] = [["zoe", ["saved"]], ["zoe", ["read"]]] as const;
  assert.deepEqual(ids(await site.page(1, { marked: saved, unmarked: read })), [1]);
  assert.deepEqual(ids(await site.page(1, { unmarked: saved })), [2]);
  assert.deepEqual(ids(await site.page(1, { marked: ["zoe", []] })), []);
  assert.deepEqual(ids(await site.comments(1, { marked: saved, unmarked: read })), [comment]);
  const view = { viewer: "zoe", marks: ["saved"] };
  assert.deepEqual((await site.get(2, view))?.marks, []);
  assert.deepEqual((await site.getComment(comment, view))?.marks, ["saved"]);
  const [article] = await site.mget([1], { ...view, return: ["id", "marks"] });
  assert.deepEqual(article, { id: 1, marks: ["saved"] });
  assert.deepEqual((await site.thread(1, view)).map(({ marks }) => marks), [["saved"]]);
  assert.deepEqual((await site.tree(1, view)).map(({ marks }) => marks), [["saved"]]);
  assert.equal((await site.get(1, { viewer: "zoe" }))?.marks, undefined);
  assert.equal((await site.get(1, { marks: ["saved"] }))?.marks, undefined);
  const { comments } = await site.changes("0", { ...view, return: ["marks"] });
  assert.deepEqual(comments, [{ parent: 1, marks: ["saved"] }]);
}

async function listings(site: Site) {
  assert.deepEqual([await site.groupadd(2, ["a", "c"]), await site.grouprem(2, "c")], [2, 1]);
  assert.deepEqual(await site.groups(), [{ group: "a", size: 2 }, { group: "b", size: 1 }]);
  assert.deepEqual(await site.groups({ limit: [1, 1] }), [{ group: "b", size: 1 }]);
  assert.deepEqual([await site.count(), await site.count({ group: "b" })], [2, 1]);
  assert.equal(await site.count({ group: "a", since: -30, until: 9999999999 }), 1);
  assert.deepEqual(ids(await site.page()), [1, 2]);
  assert.deepEqual(ids(await site.page(1, { order: "ASC" })), [2, 1]);
  assert.deepEqual(ids(await site.page(1, { order: "desc", since: -30, until: 9999999999 })), [1]);
  assert.deepEqual(ids(await site.page(1, { anyof: ["b", "x"], noneof: [] })), [1]);
  assert.deepEqual(ids(await site.page(1, { noneof: ["b"], by: "gravity", minvotes: 0 })), [2]);
  assert.deepEqual(ids(await site.page(1, { allof: ["a", "b"] })), [1]);
  assert.deepEqual(ids(await site.page(1, { anyof: [] })), []);
  assert.deepEqual(ids(await site.grouppage("a", 2, { size: 1 })), [2]);
  assert.deepEqual(ids(await site.userpage("bob")), [2]);
  const sized = { size: 1, withcursor: true } as const;
  const first = await site.page(1, { ...sized, return: ["id"] });
  assert.deepEqual([...first], [{ id: 1 }]);
  const second = await site.page(1, { ...sized, after: first.cursor, viewer: "carol" });
  assert.deepEqual([second.cursor, ids(second)], [null, [2]]);
  assert.equal(second[0]?.vote, 0);
  assert.deepEqual(split(await site.page(2, { withcursor: true })), [[], null]);
  const { cursor, positions } = await site.page(1, { size: 1, withpositions: true });
  assert.deepEqual([cursor], positions);
  assert.equal((await site.page(2)).length, 0);
  assert.deepEqual(ids(await site.grouppage("b", 1, { withcursor: true })), [1]);
  assert.deepEqual(ids(await site.userpage("bob", 1, { withcursor: true })), [2]);
  assert.equal(await site.rank(2), 1);
  assert.equal(await site.rank(2, { by: "time", order: "asc", group: "a" }), 0);
  assert.equal(await site.rank(2, { by: "SCORE", order: "DESC" }), 1);
  assert.equal(await site.rank(99), null);
  const seen = [];
  for await (const { id, votes } of site.articles({ by: "VOTES", since: -86400, size: 1 })) {
    seen.push([id, votes]);
  }
  assert.deepEqual(seen.sort(), [[1, 1], [2, 1]]);
  for await (const { poster } of site.articles({ group: "b" })) assert.equal(poster, "alice");
  for await (const { poster } of site.articles({ user: "bob" })) assert.equal(poster, "bob");
  const orders = ["TIME", "BEST", "CONTROVERSY", "BUMPED", "COMMENTS", "ACTIVE"] as const;
  for (const by of orders) {
    assert.equal((await site.page(1, { by })).length, 2);
    assert.equal((await site.grouppage("a", 1, { by })).length, 2);
    assert.equal((await site.userpage("bob", 1, { by })).length, 1);
  }
}

async function activityAndFilters(site: Site) {
  assert.equal(await site.bump(1, { comments: 3 }), 3);
  assert.equal(await site.bump(1, { comments: -1 }), 2);
  const time = (await site.get(1))?.time;
  assert.equal(await site.bump(1, { time }), 2);
  const article = await site.get(1);
  assert.deepEqual([article?.bumped, article?.comments], [time, 2]);
  assert.deepEqual([await site.incrby(2, "views"), await site.incrby(2, "views", 41)], [1, 42]);
  const viewer = undefined;
  const everything = {
    by: "SCORE",
    order: "DESC",
    since: -86400,
    until: 9999999999,
    minvotes: 0,
    from: ["alice", "zoe"],
    notfrom: ["bob"],
    unvoted: "nobody",
    marked: undefined,
    unmarked: ["nobody", ["read"]],
    except: [2, 99],
    size: 5,
    viewer,
    marks: ["saved"],
  } as const;
  const groups = { anyof: ["a"], allof: ["a", "b"], noneof: ["x"] };
  assert.deepEqual(ids(await site.page(1, { ...everything, ...groups })), [1]);
  const marked = ["nobody", ["saved"]] as const;
  assert.deepEqual(ids(await site.grouppage("a", 1, { marked })), []);
  assert.deepEqual(ids(await site.userpage("alice", 1, { marked })), []);
  assert.deepEqual(ids(await site.grouppage("a", 1, { ...everything, ...groups })), [1]);
  assert.deepEqual(ids(await site.userpage("alice", 1, { ...everything, ...groups })), [1]);
  for (const by of ["SCORE", "TIME", "VOTES", "GRAVITY"] as const) {
    for (const query of [{ by, hidden: true, return: ["id"], viewer: "x" }, { by }] as const) {
      const order = by === "SCORE" || by === "TIME" ? "ASC" : undefined;
      const expected = "hidden" in query ? 0 : 1;
      assert.equal((await site.grouppage("b", 1, { ...query, order })).length, expected);
      assert.equal((await site.userpage("alice", 1, { ...query, order })).length, expected);
      assert.equal((await site.comments(1, { ...query, order })).length, 0);
    }
  }
  for (const by of ["BEST", "CONTROVERSY"] as const) await site.comments(1, { by });
  assert.deepEqual(ids(await site.comments(1, everything)), []);
  const { cursor } = await site.grouppage("a", 1, { size: 1, withcursor: true });
  assert.equal((await site.grouppage("a", 1, { after: cursor })).length, 1);
  const own = await site.userpage("bob", 1, { size: 1, after: null, withcursor: true });
  assert.equal(own.cursor, null);
  assert.equal(await codeOfReply(site.userpage("bob", 1, { after: "?" })), "BADCURSOR");
  assert.equal(await codeOfReply(site.comments(1, { after: "?" })), "BADCURSOR");
  await site.moderate("HIDE", 2);
  assert.deepEqual(ids(await site.page(1, { hidden: true })), [2]);
  await site.moderate("SHOW", 2);
}

async function comments(site: Site) {
  // Names that are entries of the other kind, and one that objects would sort first.
  const own = { 1: "one", parent: "p", text: "t" };
  const id = await site.post("alice", "Title", "", { fields: own });
  assert.deepEqual((await site.get(id))?.fields, own);
  const fields = { 1: "one", deleted: "1", groups: "y", title: "x" };
  const first = await site.comment("bob", id, "First", { fields });
  const time = Math.floor(Date.now() / 1000) - 5;
  const posted = await site.commentWithCounts("carol", first, "Zwei", { time });
  assert.deepEqual([posted.created, posted.votes], [true, 1]);
  const second = posted.id;
  const third = await site.comment("dave", id, "Third", { id: second + 5 });
  const comment = await site.getComment(first, { viewer: "bob" });
  assert.deepEqual([comment?.fields, comment?.vote, comment?.comments], [fields, 1, 1]);
  assert.deepEqual([comment?.parent, comment?.article], [id, id]);
  await site.edit(second, { text: "Second", fields: { lang: "en" } });
  const found = await site.mgetComments([second, 999], { return: ["text", "lang", "parent"] });
  assert.deepEqual(found, [{ text: "Second", parent: first, fields: { lang: "en" } }, null]);
  for (const view of [undefined, { return: ["id", "title", "groups", "parent"] }]) {
    assert.deepEqual([await site.get(first, view), await site.getComment(id, view)], [null, null]);
    assert.deepEqual(await site.mget([first, id, 999], view), [null, await site.get(id, view), null]);
    assert.deepEqual(
      await site.mgetComments([first, id], view),
      [await site.getComment(first, view), null],
    );
  }

  const thread = await site.thread(id, { by: "TIME", order: "ASC", viewer: "carol" });
  assert.deepEqual(ids(thread), [first, second, third]);
  assert.deepEqual(thread.map(({ depth }) => depth), [1, 2, 1]);
  assert.deepEqual(thread.map(({ vote }) => vote), [0, 1, 0]);
  assert.deepEqual(thread[0]?.fields, fields);
  assert.deepEqual(JSON.parse(await site.threadJson(id, { by: "TIME", order: "ASC" }))[1].depth, 2);
  const nested = nest(thread, id);
  assert.deepEqual(nested.map(({ text }) => text), ["First", "Third"]);
  assert.deepEqual(nested[0]?.answers.map(({ text }) => text), ["Second"]);
  assert.deepEqual(await site.tree(id, { by: "TIME", order: "ASC", viewer: "carol" }), nested);
  const [top] = await site.tree(id, { by: "TIME", order: "ASC", size: 1, limit: 2 });
  assert.deepEqual([top?.id, ids(top?.answers ?? [])], [first, [second]]);
  assert.deepEqual(nest([...thread, ...thread], id), nested);
  assert.equal((await site.thread(id, { depth: 1 })).length, 2);
  assert.deepEqual(ids(await site.comments(1, { below: id })), [third, first, second]);
  assert.equal(await site.count({ below: first }), 1);
  const [muted] = await site.thread(id, { by: "TIME", order: "ASC", notfrom: ["bob"] });
  assert.deepEqual([muted?.id, muted?.muted], [first, 1]);
  const path = await site.path(second, { viewer: "carol", marks: ["saved"], return: ["id"] });
  assert.deepEqual(path.map((entry) => entry.id), [id, first, second]);
  assert.equal(JSON.parse(await site.pathJson(second)).length, 3);
  assert.equal((await site.thread(id, { children: 1, order: "DESC", by: "SCORE" })).length, 3);
  for (const by of ["VOTES", "BEST", "CONTROVERSY", "GRAVITY"] as const) {
    assert.equal((await site.thread(id, { by })).length, 3);
  }
  const part = await site.thread(id, { size: 2, withcursor: true, return: ["id"] });
  assert.deepEqual(part.map(Object.keys), [["id"], ["id"]]);
  const rest = await site.thread(id, { size: 2, withcursor: true, after: part.cursor });
  assert.deepEqual([rest.length, rest.cursor], [1, null]);
  assert.equal((await site.thread(999)).length, 0);
  assert.equal((await site.getComment(third, { return: ["id"] }))?.id, third);

  const latest = await site.comments(1, { size: 1, withcursor: true, return: ["poster"] });
  assert.deepEqual([latest.length, typeof latest.cursor], [1, "string"]);
  const texts = [];
  const query = { from: ["bob", "carol"], by: "TIME", order: "ASC", size: 1 } as const;
  for await (const { text } of site.commentsIterator(query)) texts.push(text);
  assert.deepEqual(texts, ["Second", "First"]);
  assert.equal((await site.comments(4, { size: 1 })).length, 0);
  assert.equal((await site.info())?.comments, 3);

  const everything = await site.changes("0", { count: 1000, viewer: "bob" });
  assert.deepEqual(ids(everything.articles), [id]);
  assert.deepEqual(everything.articles[0]?.fields, own);
  const changed = everything.comments.map(({ text }) => text);
  assert.deepEqual(changed.sort(), ["First", "Second", "Third"]);
  assert.deepEqual(everything.comments.find((entry) => entry.id === first)?.fields, fields);
  const some = await site.changes("0", { return: ["parent", "title"] });
  assert.deepEqual(some.articles, [{ title: "Title", fields: { parent: "p" } }]);
  assert.equal(some.comments.find((entry) => entry.fields?.title)?.parent, id);
  const { version } = everything;
  const none = { version, articles: [], comments: [], deleted: [] };
  assert.deepEqual(await site.changes(version, { block: 1 }), none);
  assert.equal((await site.info())?.version, version);
  assert.equal(await codeOfReply(site.changes("1")), "ERR");
  assert.equal(await codeOfReply(site.changes("0000000000000000-1-1")), "RESYNC");

  assert.equal(await site.delete(first), 1);
  assert.deepEqual((await site.changes(version)).deleted, [first]);
  const deleted = (await site.thread(id)).find((entry) => entry.id === first);
  const placeholder = { id: first, parent: id, article: id, depth: 1, comments: 1, deleted: 1 };
  assert.deepEqual(deleted, placeholder);
  await site.moderate("LOCK", id);
  assert.equal(await codeOfReply(site.comment("bob", id, "Late")), "LOCKED");
  assert.equal(await codeOfReply(site.comment("bob", first, "Late")), "NOARTICLE");
}

async function moderation(site: Site, text: Site) {
  assert.equal(await site.boost(2, 3600), 3600);
  assert.equal(await site.boost(2, -600, { incr: true }), 3000);
  assert.equal(await site.moderate("PIN", [2, 99]), 1);
  const article = await site.get(2);
  assert.deepEqual([article?.pinned, article?.boost, article?.hidden], [1, 3000, undefined]);
  await site.moderate("unpin", 2);
  await site.moderate("hide", 2);
  assert.equal(await codeOfReply(site.vote("erin", 2)), "HIDDEN");
  await site.moderate("LOCK", 1);
  await assert.rejects(site.vote("erin", 1), VoteClosedError);
  const missing = await site.vote("erin", 99).catch((error) => error);
  assert(missing instanceof NoArticleError && missing instanceof ArticleError);
  assert.deepEqual([missing.code, missing.status, missing.name], ["NOARTICLE", 404, "NoArticleError"]);
  assert.match(missing.text, /^This does not exist/);
  assert(missing.cause instanceof Error && missing.message === missing.cause.message);
  await assert.rejects(site.pipeline((p) => [p.vote("erin", 99)]), NoArticleError);
  await assert.rejects(site.changes(`${"0".repeat(16)}-1-1`), ResyncError);
  const readonly = typed(new Error("READONLY You can't write against a read only replica."));
  assert(readonly instanceof ServerError && readonly.status === 503 && readonly.code === "READONLY");
  for (const own of [new Error("ERR unknown command 'X'"), new TypeError("text"), "ERR text"]) {
    assert.equal(typed(own), own);
  }
  const no = "no" as unknown as boolean;
  await assert.rejects(site.silence("erin", no), TypeError);
  await assert.rejects(site.alter({ selfvote: no }), TypeError);
  assert.equal(await codeOfReply(site.create()), "BUSYKEY");
  await site.moderate("UNLOCK", 1);
  await site.alter({ selfvote: false, downvotes: false, formula: "log", votescore: 5, window: 60 });
  assert.equal(await codeOfReply(site.vote("alice", 1, "DOWN")), "NODOWNVOTE");
  assert.equal(await codeOfReply(site.page(1, { after: "time:1-1" })), "BADCURSOR");
  assert.equal(await codeOfReply(site.vote("alice", 1)), "SELFVOTE");
  assert.equal(await codeOfReply(site.page(0)), "ERR");
  const rest = { downvotes: true, formula: "LOG", keepvotes: true } as const;
  await text.create({ pagesize: 5, dedupe: 5, bumpwindow: 5, ...rest });
  await text.alter({ selfvote: true, formula: "LINEAR" });
}

async function loading(site: Site) {
  const times = { time: 1380000000, closes: 1380604800 };
  const activity = { comments: 2, bumped: 1380000001 };
  const options = { score: 1380000000, boost: 0, groups: ["past"], ...activity };
  const flags = { hidden: true, locked: true, pinned: true, fields: { lang: "en" } };
  const counts = [250, 3] as const;
  await site.loadArticle(7, "alice", "Old", "", { ...times, ...options, counts });
  const old = await site.get(7, { viewer: "erin" });
  assert.deepEqual([old?.votes, old?.vote, old?.groups], [247, null, ["past"]]);
  const voters = { up: ["bob"], down: ["carol"], silentup: ["eve"], silentdown: ["mal"] };
  const open = { time: 1380000000, closes: 4380000000 };
  await site.loadArticle(9, "bob", "Open", "", { ...open, ...flags, ...voters });
  await site.loadVoters(9, { up: ["u"], down: ["d"], silentup: ["su"], silentdown: ["sd"] });
  await site.loadVoters(9, { score: 1380000000 });
  await site.loadPlace(12, 9, { time: 1380000100, counts: [1, 0], score: 1380000100, boost: 0 });
  const comment = { ...open, ...voters, ...flags, score: 1380000200, boost: 0 };
  await site.loadComment(15, "carol", 12, "I agree.", comment);
  await site.loadComment(16, "carol", 12, "I do not.", { ...times, counts });
  await site.alter({ keepvotes: true });
  const kept = { counts, keptup: ["dave"], keptdown: ["erin"] };
  await site.loadComment(17, "carol", 12, "Old.", { ...times, ...kept });
  assert.deepEqual(await site.votes("erin", [7, 17]), [0, -1]);
  await site.loadLastid(100);
  await site.loadSeen("erin", "time:9-50");
  const seen = [await site.seen("erin", "time:9-50"), await site.seen("erin", "time:9-51")];
  assert.deepEqual(seen, [false, true]);
  assert.equal(await site.loadMarks("erin", "saved", [7, 15, 50]), undefined);
  assert.deepEqual(await site.lists("erin"), [{ list: "saved", size: 2 }]);
  assert.deepEqual(ids(await site.thread(9)), [12, 17, 16]);
  assert.deepEqual((await site.getComment(15))?.fields, { lang: "en" });
  assert.equal((await site.info())?.last_id, 100);
}

async function together(site: Site) {
  const id = await site.post("alice", "Title");
  const [voted, late, page] = await site.pipeline((batch) => [
    batch.vote("carol", id),
    batch.vote("carol", 99).catch(codeOf),
    batch.page(1, { viewer: "carol", return: ["id", "vote"] }),
  ]);
  assert.deepEqual([voted, late, page], [true, "NOARTICLE", [{ id, vote: 1 }]]);
  const [text] = await site.pipeline((batch) => [batch.pageJson(1, { return: ["title"] })]);
  assert.equal(text, '[{"title":"Title"}]');
  const [comment, count] = await site.multi((batch) => [
    batch.comment("bob", id, "Hi"),
    batch.count(),
  ]);
  assert.deepEqual([comment, count], [id + 1, 1]);
  assert.deepEqual(await site.multi(() => []), []);
  const failing = site.multi((batch) => [batch.vote("dave", 99), batch.vote("dave", id)]);
  assert.equal(await codeOfReply(failing), "NOARTICLE");
  assert.deepEqual(await site.votes("dave", id), [1]);
}

async function everything({ site }: Open, prefix: string) {
  const [news, threads] = [site(`${prefix}-news`), site(`${prefix}-threads`)];
  await articles(news);
  await votes(news);
  await listings(news);
  await activityAndFilters(news);
  await comments(threads);
  await moderation(news, site(`${prefix}-settings`));
  await loading(site(`${prefix}-old`));
  await together(site(`${prefix}-batches`));
}

describe("functions", () => {
  let standalone: Server;
  let cluster: Server[];
  before(async () => {
    standalone = await Server.start();
    cluster = await startCluster();
  });
  after(async () => {
    await Promise.all([standalone, ...cluster].map((server) => server.stop()));
  });

  for (const [i, client] of clients.entries()) {
    test(client.name, async () => {
      const open = await client.open(client.cluster ? cluster : [standalone]);
      try {
        await everything(open, `${i}`);
      } finally {
        await open.close();
      }
    });
  }

  test("clusters find the node without a redirection", async () => {
    for (const node of cluster) {
      const errors = String(await node.call("INFO", "errorstats"));
      assert(!errors.includes("MOVED"), errors);
      const stats = String(await node.call("INFO", "commandstats"));
      assert(stats.includes("cmdstat_article.vote"), "each node has keys");
    }
  });

  test("reads are marked as the server marks them, but for those of one copy", async () => {
    const ofOneCopy = ["CHANGES", "EXPORT", "INFO", "VOTERS"].map((name) => `ARTICLE.${name}`);
    for (const { name, readOnly } of Object.values(commands)) {
      const [info] = (await standalone.call("COMMAND", "INFO", name)) as unknown[][];
      const isRead = (info?.[2] as string[]).includes("readonly");
      assert.equal(readOnly, isRead && !ofOneCopy.includes(name), name);
    }
  });

  test("every command of the server has a function", async () => {
    const list = ["COMMAND", "LIST", "FILTERBY", "MODULE", "article"];
    const names = (await standalone.call(...list)) as string[];
    const described = new Set(Object.values(commands).map(({ name }) => name.toLowerCase()));
    const missing = names.filter((name) => !described.has(name.toLowerCase()));
    assert.deepEqual(missing.sort(), ["article._reply", "article.debug"]);
    assert(names.length > 30);
  });
});
