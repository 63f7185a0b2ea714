// `follow` on every client.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Redis } from "ioredis";
import { createClient, createCluster } from "redis";
import { article, Site as NodeRedisSite } from "redis-article";
import { Site as IoredisSite } from "redis-article/ioredis";
import { clients } from "./clients.js";
import type { Open as All, Site } from "./clients.js";
import { Server, startCluster, until } from "./servers.js";

type Open = Pick<All, "site" | "close">;

/** Returns the next changes that are not empty. */
async function nextOf<T extends { articles: unknown[]; deleted: unknown[]; resync: boolean }>(
  follower: AsyncGenerator<T, void>,
): Promise<T> {
  while (true) {
    const { value } = await follower.next();
    assert(value, "the generator has ended");
    if (value.resync || value.articles.length + value.deleted.length > 0) return value;
  }
}

async function fromTheStart(site: Site) {
  const id = await site.post("alice", "First");
  const follower = site.followChanges("0", { return: ["id", "title"], block: 100 });
  const { articles } = await nextOf(follower);
  assert.deepEqual(articles, [{ id, title: "First" }]);
  const empty = await follower.next();
  assert.deepEqual([empty.value?.articles, empty.value?.resync], [[], false]);
  // The site serves other commands while the follower waits.
  const change = nextOf(follower);
  await site.vote("bob", id);
  assert.equal((await change).articles[0]?.id, id);
  await site.delete(id);
  assert.deepEqual((await nextOf(follower)).deleted, [id]);
  await follower.return();
  assert.equal((await follower.next()).done, true);
}

async function fromNowOn(site: Site) {
  await site.post("alice", "Earlier");
  const abort = new AbortController();
  const follower = site.followChanges(null, { viewer: "bob", block: 0, signal: abort.signal });
  assert.deepEqual((await follower.next()).value?.articles, []);
  const change = nextOf(follower);
  const id = await site.post("bob", "Now");
  const { articles } = await change;
  assert.deepEqual(articles.map(({ id, vote }) => [id, vote]), [[id, 1]]);
  // It waits without a limit, and ends at once.
  const end = follower.next();
  abort.abort();
  const values = [];
  for (let next = await end; !next.done; next = await follower.next()) values.push(next.value);
  assert(values.length <= 1);
  assert.equal((await site.followChanges(null, { signal: abort.signal }).next()).done, true);
}

/** Though it waits without a limit. */
async function closedWhileItWaits(site: Site, servers: readonly Server[]) {
  const follower = site.followChanges(null, { block: 0 });
  await follower.next();
  const end = follower.next();
  const lines = async () => {
    const lists = await Promise.all(servers.map((server) => server.call("CLIENT", "LIST")));
    return lists.flatMap((list) => String(list).split("\n"))
      .filter((line) => line.includes("cmd=article.changes"));
  };
  await until(async () => (await lines()).some((line) => / flags=b/.test(line)));
  await follower.return();
  assert.equal((await end).done, true);
  await until(async () => (await lines()).length === 0);
}

async function afterTheSiteWasReplaced(site: Site, servers: readonly Server[]) {
  await site.post("alice", "Old");
  const follower = site.followChanges("0", { block: 1000 });
  await nextOf(follower);
  const live = site.followChanges(null, { block: 1000 });
  await live.next();
  for (const server of servers) await server.call("FLUSHALL");
  await site.post("bob", "New");
  const { resync, articles, comments, deleted } = await nextOf(follower);
  assert.deepEqual([resync, articles, comments, deleted], [true, [], [], []]);
  const again = await nextOf(follower);
  assert.deepEqual([again.resync, again.articles[0]?.title], [false, "New"]);
  assert.equal((await nextOf(live)).resync, true);
  const next = nextOf(live);
  await site.post("bob", "Newer");
  assert.deepEqual((await next).articles.map(({ title }) => title), ["Newer"]);
  await Promise.all([follower.return(), live.return()]);
}

/** Closes the connections that wait for changes, and returns whether there was one. */
async function killFollowers(server: Server): Promise<boolean> {
  const list = String(await server.call("CLIENT", "LIST", "TYPE", "NORMAL"));
  const waiting = list.split("\n").filter((line) => line.includes("cmd=article.changes"));
  for (const [, id] of waiting.map((line) => /\bid=(\d+)/.exec(line) ?? [])) {
    await server.call("CLIENT", "KILL", "ID", id!);
  }
  return waiting.length > 0;
}

async function overABrokenConnection(site: Site, servers: readonly Server[]) {
  const follower = site.followChanges("0", { block: 60000 });
  await follower.next();
  const change = nextOf(follower);
  await until(async () => (await Promise.all(servers.map(killFollowers))).includes(true));
  await site.post("alice", "After");
  assert.equal((await change).articles[0]?.title, "After");
  await follower.return();
}

describe("follow", () => {
  let standalone: Server;
  let cluster: Server[];
  before(async () => {
    standalone = await Server.start();
    cluster = await startCluster();
  });
  after(async () => {
    await Promise.all([standalone, ...cluster].map((server) => server.stop()));
  });

  for (const client of clients) {
    test(client.name, async () => {
      const servers = client.cluster ? cluster : [standalone];
      for (const server of servers) await server.call("FLUSHALL");
      const open: Open = await client.open(servers);
      try {
        await fromTheStart(open.site("start"));
        await fromNowOn(open.site("now"));
        await closedWhileItWaits(open.site("closed"), servers);
        await overABrokenConnection(open.site("broken"), servers);
        await afterTheSiteWasReplaced(open.site("replaced"), servers);
      } finally {
        await open.close();
      }
    });
  }
});

/** Clients that wait for a reply for 200 ms only. */
const impatient: Record<string, (servers: Server[]) => Promise<Open>> = {
  "node-redis": async ([server]) => {
    const socket = { socketTimeout: 200 };
    const client = createClient({ url: server!.url, socket, modules: { article } });
    await client.on("error", () => {}).connect();
    // The client itself, which is idle, has closed.
    return { site: (key) => new NodeRedisSite(client, key), close: () => {} };
  },
  "node-redis, cluster": async (servers) => {
    const rootNodes = servers.map(({ url }) => ({ url }));
    const defaults = { socket: { socketTimeout: 200 } };
    const client = createCluster({ rootNodes, defaults, modules: { article } });
    await client.on("error", () => {}).connect();
    return { site: (key) => new NodeRedisSite(client, key), close: () => {} };
  },
  ioredis: async ([server]) => {
    const redis = new Redis({ port: server!.port, commandTimeout: 200, socketTimeout: 200 });
    return { site: (key) => new IoredisSite(redis, key), close: () => redis.disconnect() };
  },
};
for (const [name, open] of Object.entries(impatient)) {
  test(`a client that waits for a shorter time, ${name}`, async () => {
    const servers = name.includes("cluster") ? await startCluster() : [await Server.start()];
    const { site, close } = await open(servers);
    const follower = site("news").followChanges("0", { block: 500 });
    await follower.next();
    const connected = () => Promise.all(servers.map((server) => server.call("INFO", "stats")));
    const numbers = async () =>
      (await connected()).map((info) => Number(/connections_received:(\d+)/.exec(String(info))![1]));
    const before = await numbers();
    for (let i = 0; i < 2; i++) assert.equal((await follower.next()).value?.resync, false);
    // Only this function has connected meanwhile, and perhaps the client, whose sockets time out.
    for (const [i, now] of (await numbers()).entries()) assert(now - before[i]! <= 2, name);
    await follower.return();
    await close();
    await Promise.all(servers.map((server) => server.stop()));
  });
}

test("a version that is none is an error", async () => {
  const server = await Server.start();
  const open = await clients[0]!.open([server]);
  const site = open.site("news");
  await site.post("alice", "Hello");
  await assert.rejects(site.followChanges("1").next(), /invalid version/);
  await open.close();
  await server.stop();
});

/** Clients that call `retry` when they find no server. */
const lonely = {
  "node-redis": async ({ url }: Server, retry: () => number) => {
    const socket = { reconnectStrategy: retry };
    const client = createClient({ url, socket, modules: { article } });
    await client.on("error", () => {}).connect();
    return { site: new NodeRedisSite(client, "news"), close: () => client.destroy() };
  },
  ioredis: async ({ port }: Server, retryStrategy: () => number) => {
    const redis = new Redis({ port, retryStrategy });
    redis.on("error", () => {});
    return { site: new IoredisSite(redis, "news"), close: () => redis.disconnect() };
  },
};
for (const [name, open] of Object.entries(lonely)) {
  test(`follow ends while the server is away, ${name}`, async () => {
    const server = await Server.start();
    let retries = 0;
    const retry = () => {
      retries++;
      return 1000;
    };
    const { site, close } = await open(server, retry);
    const abort = new AbortController();
    const { signal } = abort;
    const early = site.followChanges("0", { signal });
    await early.next();
    await server.stop();
    const ends = [early.next(), site.followChanges("0", { signal }).next()];
    // The client and both followers have found no server.
    await until(async () => retries >= 3);
    abort.abort();
    for (const { done } of await Promise.all(ends)) assert(done);
    close();
  });
}
