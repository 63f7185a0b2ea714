// Sites of several parts, on every client.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { crc32 } from "node:zlib";
import { Cluster } from "ioredis";
import { createCluster } from "redis";
import { article, isBadCursor, isResync, PartError, SpreadSite } from "redis-article";
import { SpreadSite as IoredisSpread } from "redis-article/ioredis";
import { clients, majorOf } from "./clients.js";
import type { Open } from "./clients.js";
import { Dice, Pair } from "./pair.js";
import { Server, startCluster, until } from "./servers.js";

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Has one site and parts with the same articles do the same. */
async function equalOneSite(open: Open, prefix: string, parts: number, seed: number) {
  const spread = open.spread(prefix, { parts });
  const pair = new Pair(open.site(`${prefix}-one`), spread, new Dice(seed));
  await pair.both((site) => site.create({ window: 3153600000, keepVotes: "yes" }));
  for (let round = 0; round < 4; round++) {
    for (let step = 0; step < 60; step++) await pair.step();
    await pair.compare();
  }
}

async function articlesGoToTheirParts(open: Open, prefix: string) {
  const site = open.spread(prefix, { parts: 4 });
  await assert.rejects(site.post("alice", "Early"), /no such key/);
  assert.equal(await site.create({ pageSize: 3, dedupe: 3600 }), "OK");
  assert.equal(await site.create({ nx: true }), null);
  const links = ["https://a.example", "https://b.example", "https://c.example"];
  const ids: number[] = [];
  for (const link of links) ids.push(await site.post("alice", "Title", link));
  for (const [i, link] of links.entries()) {
    assert.equal(await site.post("bob", "Again", link), ids[i]); // A vote on the first one.
    assert.equal(await site.find(link), ids[i]);
    assert.equal(crc32(link) % 4, ids[i]! % 4);
  }
  const turns = [];
  for (let i = 0; i < 4; i++) turns.push((await site.post("alice", "Text")) % 4);
  assert.deepEqual(turns.sort(), [0, 1, 2, 3]);
  const comment = await site.comment("bob", ids[0]!, "Hi");
  assert.equal(comment % 4, ids[0]! % 4);
  assert.equal((await site.page()).length, 3);
  await site.alter({ pageSize: 5 });
  assert.equal((await site.page()).length, 5);
  assert.equal((await site.page(2)).length, 2);
  const seen = [];
  for await (const { id } of site.articles({ by: "gravity", size: 2 })) seen.push(id);
  assert.equal(new Set(seen).size, 7);
  const [vote, [first]] = await site.pipeline((batch) => [
    batch.vote("eve", ids[1]!),
    batch.page(),
  ]);
  assert.deepEqual([vote, first?.votes], [true, 3]);
  assert(isBadCursor(await site.page(1, { after: "x" }).catch((error) => error)));
  await assert.rejects(site.multi((batch) => [batch.page()]), TypeError);
  await listsOfUsers(site, ids);
}

async function listsOfUsers(site: ReturnType<Open["spread"]>, ids: number[]) {
  assert.equal(await site.mark("zoe", "saved", ids), 3);
  const found = [];
  for await (const { id } of site.markedIterator("zoe", "saved", { size: 2 })) found.push(id);
  assert.deepEqual(found.sort(), ids.sort());
  assert.equal((await site.marked("zoe", "saved", 2, { size: 2 })).length, 1);
  const other = site.marked("zoe", "saved", 1, { after: "1" });
  assert(isBadCursor(await other.catch((error) => error)));
  assert.equal(await site.unvoteAll("bob"), 4);
  assert.equal(await site.silenceAll("alice", "YES"), 0);
  assert.equal((await site.user("alice"))?.silenced, 1);
  assert.equal(await site.transfer("alice", "zoe", { count: 2 }), 2);
  assert.equal(await site.transferAll("alice", "zoe"), 5);
  assert.equal(await site.loadMarks("eve", "saved", ids), "OK");
  assert.deepEqual(await site.lists("eve"), [{ list: "saved", size: 3 }]);
}

async function whatPerHasPassedOverFollows(open: Open, prefix: string) {
  const site = open.spread(prefix, { parts: 2 });
  await site.create();
  const time = 1380000000;
  for (const [id, user] of [[2, "alice"], [3, "bob"], [4, "alice"]] as const) {
    await site.post(user, "Title", "", { id, time });
  }
  const query = { by: "TIME", size: 2, per: ["USER", 1], return: ["id"] } as const;
  const first = await site.pageWithCursor(1, query);
  assert.deepEqual(first, { articles: [{ id: 4 }, { id: 3 }], cursor: `time:${time}-3` });
  const last = await site.pageWithCursor(1, { ...query, after: first.cursor });
  assert.deepEqual(last, { articles: [{ id: 2 }], cursor: null });
}

async function whatHasNoRoomLeavesRoomInItsPart(open: Open, prefix: string) {
  const site = open.spread(prefix, { parts: 2 });
  await site.create();
  const posts = [[1, ["g"]], [3, ["g", "h"]], [4, ["h"]]] as const;
  for (const [id, groups] of posts) {
    await site.post("alice", "Title", "", { id, groups, time: 1380000000 });
  }
  const query = { by: "TIME", per: ["GROUP", 1], return: ["id"] } as const;
  assert.deepEqual(await site.page(1, query), [{ id: 4 }, { id: 1 }]);
}

async function groupsGoToTheirParts(open: Open, prefix: string) {
  const site = open.spread(prefix, { parts: 4, route: "group" });
  await site.create();
  const id = await site.post("alice", "One", "x", { groups: ["rust"] });
  assert.equal(await site.post("alice", "Two", "y", { groups: ["rust"] }) % 4, id % 4);
  assert.equal((await site.groupPage("rust")).length, 2);
  assert.deepEqual([await site.count({ group: "rust" }), await site.count()], [2, 2]);
  assert.equal(await site.rank(id, { group: "rust" }), 1);
  const other = ["go", "js", "zig", "c"].find((group) => crc32(group) % 4 !== id % 4)!;
  await assert.rejects(site.post("alice", "Three", "", { groups: ["rust", other] }), RangeError);
  await assert.rejects(site.groupAdd(id, other), RangeError);
}

async function changesOfAllParts(open: Open, prefix: string, servers: readonly Server[]) {
  const site = open.spread(prefix, { parts: 12 });
  await site.create();
  const abort = new AbortController();
  const { signal } = abort;
  const [all, live] = [site.followChanges("0", { block: 100, signal }), site.broadcast()];
  const subscriber = live.subscribe({ signal });
  assert.equal((await subscriber.next()).value?.resync, false);
  const ids: number[] = [];
  for (let i = 0; i < 9; i++) ids.push(await site.post("alice", `${i}`));
  const found = new Set<number>();
  let version = "0";
  while (found.size < ids.length) {
    const { value } = await all.next();
    version = value!.version;
    for (const { id } of value!.articles) found.add(id);
  }
  assert.deepEqual([...found].sort(), ids.sort());
  const changed = new Set<number>();
  while (changed.size < ids.length) {
    for (const { id } of (await subscriber.next()).value?.articles ?? []) changed.add(id);
  }
  await all.return();
  // While nothing changes, both that follow wait in each part.
  const waiting = site.followChanges(null, { block: 60000, signal });
  await waiting.next();
  const news = waiting.next();
  const blocked = async (server: Server) =>
    Number(/blocked_clients:(\d+)/.exec(String(await server.call("INFO", "clients")))![1]);
  await until(async () => sum(await Promise.all(servers.map(blocked))) === 24);
  const late = await site.post("alice", "Late");
  assert.deepEqual((await news).value?.articles.map(({ id }) => id), [late]);
  await waiting.return();
  version = (await site.info())!.version;
  // It goes on where it ended.
  await site.vote("bob", ids[0]!);
  const later = site.followChanges(version, { block: 100, signal });
  let next = (await later.next()).value!;
  while (next.articles.length === 0) next = (await later.next()).value!;
  assert.deepEqual(next.articles.map(({ id }) => id), [ids[0]]);
  // If one part begins again, all do.
  for (const server of servers) await server.call("FLUSHALL");
  await site.create();
  const id = await site.post("alice", "New");
  while (!next.resync) next = (await later.next()).value!;
  while (next.articles.length === 0) next = (await later.next()).value!;
  assert.deepEqual(next.articles.map(({ id }) => id), [id]);
  assert(isResync(await site.changes(`${version},0`).catch((error) => error)));
  const now = await site.changes("0", { block: 1 });
  assert.deepEqual(now.articles.map(({ id }) => id), [id]);
  assert.deepEqual((await site.changes(now.version, { block: 1 })).articles, []);
  live.close();
  abort.abort();
  assert.equal((await later.next()).done, true);
}

/** Moves a key with its slot to another node, as redis-cli does. */
async function move(key: string, from: Server, to: Server) {
  const slot = String(await from.call("CLUSTER", "KEYSLOT", key));
  const [source, target] = await Promise.all(
    [from, to].map(async (node) => String(await node.call("CLUSTER", "MYID"))),
  );
  await to.call("CLUSTER", "SETSLOT", slot, "IMPORTING", source!);
  await from.call("CLUSTER", "SETSLOT", slot, "MIGRATING", target!);
  await from.call("MIGRATE", "127.0.0.1", `${to.port}`, key, "0", "10000");
  for (const node of [to, from]) await node.call("CLUSTER", "SETSLOT", slot, "NODE", target!);
}

/** Has slots move while pages are read and articles posted, voted on, and so on. */
async function partsMove(open: Open, prefix: string, nodes: readonly Server[]) {
  const spread = open.spread(prefix, { parts: 6 });
  const pair = new Pair(open.site(`${prefix}-one`), spread, new Dice(7));
  await pair.both((site) => site.create({ window: 3153600000 }));
  for (let step = 0; step < 60; step++) await pair.step();
  for (const [part, key] of spread.keys.entries()) {
    const [from, to] = [nodes[Math.floor(part / 2)]!, nodes[(Math.floor(part / 2) + 1) % 3]!];
    const moved = move(key, from, to);
    for (let step = 0; step < 20; step++) await pair.step();
    await pair.pages("pageWithCursor", [], { size: 10, by: "TIME" });
    await moved;
  }
  await pair.compare();
}

// Such as of too many listeners.
process.on("warning", (warning) => {
  throw warning;
});

describe("sites of several parts", () => {
  let standalone: Server;
  let cluster: Server[];
  before(async () => {
    standalone = await Server.start();
    cluster = await startCluster(3);
  });
  after(async () => {
    await Promise.all([standalone, ...cluster].map((server) => server.stop()));
  });

  for (const [i, client] of clients.entries()) {
    test(client.name, async () => {
      const servers = client.cluster ? cluster : [standalone];
      const open = await client.open(servers);
      try {
        await equalOneSite(open, `${i}`, 2 + i, i);
        await articlesGoToTheirParts(open, `${i}-links`);
        await whatPerHasPassedOverFollows(open, `${i}-per`);
        await whatHasNoRoomLeavesRoomInItsPart(open, `${i}-room`);
        await groupsGoToTheirParts(open, `${i}-groups`);
        await changesOfAllParts(open, `${i}-changes`, servers);
      } finally {
        await open.close();
      }
    });
  }

  for (const client of clients.filter(({ cluster }) => cluster)) {
    test(`parts of ${client.name} move`, async () => {
      const nodes = await startCluster(3);
      const open = await client.open(nodes);
      try {
        await partsMove(open, "moved", nodes);
      } finally {
        await open.close();
        await Promise.all(nodes.map((node) => node.stop()));
      }
    });
  }

  test("a part that is missing is named", async () => {
    const open = await clients[0]!.open([standalone]);
    const site = open.spread("missing", { parts: 4 });
    assert.equal(await site.info(), null);
    await site.create();
    await standalone.call("DEL", site.keys[2]!);
    await assert.rejects(site.info(), /part 2 \(missing:{2-4}\)/);
    await open.close();
  });

  test("the parts are in equal ranges of slots", async () => {
    const open = await clients[0]!.open([standalone]);
    const tags = "0-4 1-3 2-43 3-40 4-13 5-10 6-20 7-23 8-43 9 10-3 11-4 12-11 13-12 14-40 15-43";
    const keys = open.spread("news", { parts: 16 }).keys;
    assert.deepEqual(keys, tags.split(" ").map((tag) => `news:{${tag}}`));
    for (const [part, key] of keys.entries()) {
      const slot = Number(await cluster[0]!.call("CLUSTER", "KEYSLOT", key));
      assert.equal(Math.floor(slot / 1024), part);
    }
    assert.throws(() => open.spread("{news}", { parts: 4 }), TypeError);
    for (const parts of [0, 1025, 1.5]) {
      assert.throws(() => open.spread("news", { parts }), RangeError);
    }
    await open.close();
  });
});

// Old clients may wait for a dead node for good.
const withDeadNodes = majorOf("ioredis") < 6 ? () => {} : test;
withDeadNodes(
  "a dead node is an error that names the part, never a shorter page",
  async () => {
    const cluster = await startCluster(3);
    const nodes = cluster.map(({ port }) => ({ host: "127.0.0.1", port }));
    const redis = await createCluster({
      rootNodes: cluster.map(({ url }) => ({ url })),
      defaults: { disableOfflineQueue: true },
      modules: { article },
    }).connect();
    const redisOptions = { maxRetriesPerRequest: 0, retryStrategy: () => null };
    const options = { redisOptions, clusterRetryStrategy: () => null, enableOfflineQueue: false };
    const ioredis = new Cluster(nodes, options);
    ioredis.on("error", () => {});
    redis.on("error", () => {});
    await until(async () => ioredis.status === "ready");
    const parts = 6;
    const sites = [
      new SpreadSite(redis, "a", { parts }),
      new IoredisSpread(ioredis, "b", { parts }),
    ];
    for (const site of sites) {
      await site.create();
      for (let i = 0; i < 12; i++) await site.post("alice", `${i}`);
      assert.equal((await site.page()).length, 12);
    }
    await cluster[2]!.stop();
    for (const site of sites) {
      const error = await site.page().catch((error) => error);
      assert(error instanceof PartError, String(error));
      assert(error.part >= 4 && error.key === site.keys[error.part], error.message);
      assert.equal(await site.vote("bob", 1), true); // The other parts go on.
    }
    redis.destroy();
    ioredis.disconnect();
    await Promise.all(cluster.slice(0, 2).map((server) => server.stop()));
  },
);
