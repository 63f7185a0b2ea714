// `broadcast` on every client.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createClient } from "redis";
import { article, Site as NodeRedisSite } from "redis-article";
import { clients } from "./clients.js";
import type { Open, Site } from "./clients.js";
import { Server, startCluster, until } from "./servers.js";

const MANY = 500;
type Subscriber = ReturnType<ReturnType<Site["broadcast"]>["subscribe"]>;

/** Returns the titles of the next changes that are not empty. */
async function titles(subscriber: Subscriber): Promise<string[]> {
  while (true) {
    const { value } = await subscriber.next();
    assert(value, "the subscription has ended");
    assert(!value.resync, "there was a resync");
    if (value.articles.length > 0) return value.articles.map(({ title }) => title!);
  }
}

/** Returns the number of connections that wait for changes. */
async function followers(servers: readonly Server[]): Promise<number> {
  const lists = await Promise.all(servers.map((server) => server.call("CLIENT", "LIST")));
  return lists.join("\n").split("cmd=article.changes").length - 1;
}

async function everySubscriberGetsWhatHappensAfterItCame(site: Site, servers: readonly Server[]) {
  await site.post("alice", "Old");
  const live = site.broadcast({ block: 100 });
  const early = [live.subscribe(), live.subscribe(), live.subscribe()];
  for (const subscriber of early) {
    const { value } = await subscriber.next();
    assert.deepEqual([value?.articles, value?.resync], [[], false]);
  }
  await site.post("alice", "New");
  for (const subscriber of early) assert.deepEqual(await titles(subscriber), ["New"]);
  const late = live.subscribe();
  assert.deepEqual((await late.next()).value?.articles, []);
  await site.post("alice", "Newer");
  for (const subscriber of [...early, late]) assert.deepEqual(await titles(subscriber), ["Newer"]);
  assert.equal(await followers(servers), 1);
  for (const subscriber of [...early, late]) await subscriber.return();
  await until(async () => (await followers(servers)) === 0);
  // The next subscriber begins again.
  const abort = new AbortController();
  const next = live.subscribe({ signal: abort.signal });
  await next.next();
  await site.post("alice", "Newest");
  assert.deepEqual(await titles(next), ["Newest"]);
  abort.abort();
  assert.equal((await next.next()).done, true);
  const last = live.subscribe();
  await last.next();
  live.close();
  assert.equal((await last.next()).done, true);
  assert.equal((await live.subscribe().next()).done, true);
  await until(async () => (await followers(servers)) === 0);
}

async function aLateSubscriber(site: Site) {
  const live = site.broadcast();
  const late = live.subscribe();
  const other = live.subscribe();
  await late.next();
  await other.next();
  for (let n = 0; n < 100; n++) {
    await site.post("alice", `${n}`);
    assert.deepEqual(await titles(other), [`${n}`]);
  }
  assert.deepEqual(await titles(late), ["0"]); // Everything is kept.
  for (let n = 0; n < 2; n++) {
    await site.post("bob", `${n}`);
    assert.deepEqual(await titles(other), [`${n}`]);
  }
  const { value } = await late.next();
  assert.deepEqual([value?.articles, value?.resync], [[], true]);
  await site.post("alice", "Last");
  assert.deepEqual(await titles(late), ["Last"]);
  live.close();
}

async function manySubscribers(site: Site, servers: readonly Server[]) {
  const id = await site.post("alice", "Hello");
  const live = site.broadcast({ return: ["id", "votes"] });
  const subscribers = Array.from({ length: MANY }, () => live.subscribe());
  await Promise.all(subscribers.map((subscriber) => subscriber.next()));
  assert.equal(await site.vote("bob", id), true);
  assert.equal(await followers(servers), 1);
  for (const subscriber of subscribers) {
    let votes: number | undefined;
    while (votes === undefined) votes = (await subscriber.next()).value?.articles[0]?.votes;
    assert.equal(votes, 2);
  }
  live.close();
}

async function aSiteThatWasReplaced(site: Site, servers: readonly Server[]) {
  await site.post("alice", "Old");
  const live = site.broadcast({ block: 100 });
  const subscribers = [live.subscribe(), live.subscribe()];
  for (const subscriber of subscribers) await subscriber.next();
  for (const server of servers) await server.call("FLUSHALL");
  for (const subscriber of subscribers) {
    while (!(await subscriber.next()).value?.resync);
  }
  await site.post("alice", "New");
  for (const subscriber of subscribers) assert.deepEqual(await titles(subscriber), ["New"]);
  // An error reaches all of them, and the next subscriber begins again.
  await site.delete(1);
  for (const subscriber of subscribers) await subscriber.next();
  for (const server of servers) await server.call("FLUSHALL");
  const owner = await ownerOf(site.key, servers);
  await owner.call("SET", site.key, "text");
  for (const subscriber of subscribers) {
    await assert.rejects(async () => {
      while (!(await subscriber.next()).done);
    }, /WRONGTYPE/);
  }
  await assert.rejects(live.subscribe().next(), /WRONGTYPE/);
  await owner.call("DEL", site.key);
  const next = live.subscribe();
  assert.deepEqual((await next.next()).value?.articles, []);
  live.close();
}

/** Returns the server that has a key. */
async function ownerOf(key: string, servers: readonly Server[]): Promise<Server> {
  if (servers.length === 1) return servers[0]!;
  const slot = Number(await servers[0]!.call("CLUSTER", "KEYSLOT", key));
  return servers[slot < 8192 ? 0 : 1]!;
}

describe("broadcast", () => {
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
        await everySubscriberGetsWhatHappensAfterItCame(open.site("every"), servers);
        await aLateSubscriber(open.site("late"));
        await manySubscribers(open.site("many"), servers);
        await aSiteThatWasReplaced(open.site("replaced"), servers);
      } finally {
        await open.close();
      }
    });
  }
});

test("subscribers go on over a broken connection, and while the server is away", async () => {
  const server = await Server.start();
  const client = createClient({ url: server.url, modules: { article } });
  await client.on("error", () => {}).connect();
  const site = new NodeRedisSite(client, "news");
  await site.post("alice", "Hello");
  const live = site.broadcast({ block: 50 });
  const subscriber = live.subscribe();
  await subscriber.next();
  const killed = async () => {
    const list = String(await server.call("CLIENT", "LIST"));
    const [line] = list.split("\n").filter((line) => line.includes("cmd=article.changes"));
    if (line) await server.call("CLIENT", "KILL", "ID", /\bid=(\d+)/.exec(line)![1]!);
    return line !== undefined;
  };
  await until(killed);
  await site.post("alice", "After");
  assert.deepEqual(await titles(subscriber), ["After"]);
  await server.stop();
  for (let i = 0; i < 10; i++) assert.deepEqual((await subscriber.next()).value?.articles, []);
  live.close();
  assert.equal((await subscriber.next()).done, true);
  client.destroy();
});

test("heartbeats can be neither turned off nor later than a timer can wait", async () => {
  const server = await Server.start();
  const open = await clients[0]!.open([server]);
  try {
    for (const block of [0, NaN, 2 ** 31, Infinity]) {
      assert.throws(() => open.site("news").broadcast({ block }), RangeError, `${block}`);
    }
    open.site("news").broadcast({ block: 2 ** 31 - 1 });
  } finally {
    await open.close();
    await server.stop();
  }
});
