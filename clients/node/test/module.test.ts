// The module of node-redis itself, and options of clients that change replies.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, beforeEach, describe, test } from "node:test";
import { Redis } from "ioredis";
import { RESP_TYPES, createClient, createClientPool, createCluster } from "redis";
import { article, codeOf, commands, Site, typed, VoteClosedError } from "redis-article";
import type { Article, Page } from "redis-article";
import * as ioredis from "redis-article/ioredis";
import { Server, startCluster } from "./servers.js";

const modules = { article };

describe("module", () => {
  let server: Server;
  before(async () => {
    server = await Server.start();
  });
  after(() => server.stop());
  beforeEach(() => server.call("FLUSHALL"));

  for (const RESP of [2, 3] as const) {
    test(`client.article, RESP${RESP}`, async () => {
      const client = await createClient({ url: server.url, RESP, modules }).connect();
      const id = await client.article.post("news", "alice", "Hello", "https://example.com");
      assert.equal(await client.article.vote("news", "carol", id), true);
      const [first] = await client.article.page("news", 1, { viewer: "carol" });
      assert.deepEqual([first?.title, first?.votes, first?.vote], ["Hello", 2, 1]);
      const [voted, group, page] = await client
        .multi()
        .article.vote("news", "carol", id, "DOWN")
        .article.groupadd("news", id, "rust")
        .article.grouppage("news", "rust", 1, { withcursor: true })
        .execTyped();
      assert.deepEqual([voted, group], [true, 1]);
      // node-redis derives types of its own, which do not have the cursor.
      assert.deepEqual([page[0]?.votes, (page as Page<Article>).cursor], [0, null]);
      await client.article.moderate("news", "LOCK", id);
      const error = await client.article.vote("news", "dave", id).catch((error) => error);
      assert(typed(error) instanceof VoteClosedError);
      const { replies } = await client.multi().article.vote("news", "dave", 99).get("x").exec()
        .catch((error) => error);
      assert.deepEqual([codeOf(replies[0]), replies[1]], ["NOARTICLE", null]);
      await client.close();
    });
  }

  test("replies do not depend on the type mapping and the encoding of the client", async () => {
    const client = await createClient({ url: server.url, RESP: 3, modules }).connect();
    await client.article.post("news", "alice", "Zwei", "", { fields: { a: "b" }, groups: ["g"] });
    for (const parent of [1, 2]) await client.article.comment("news", "bob", parent, "Text");
    await client.article.delete("news", 2);
    const expected = await client.article.get("news", 1, { viewer: "alice" });
    const thread = await client.article.thread("news", 1);
    assert.deepEqual(thread.map(({ deleted }) => deleted), [1, undefined]);
    const mapped = client.withTypeMapping({
      [RESP_TYPES.BLOB_STRING]: Buffer,
      [RESP_TYPES.NUMBER]: String,
      [RESP_TYPES.MAP]: Map,
    });
    assert.deepEqual(await mapped.article.get("news", 1, { viewer: "alice" }), expected);
    assert.deepEqual(await mapped.article.thread("news", 1), thread);
    const flat = client.withTypeMapping({ [RESP_TYPES.MAP]: Array });
    assert.deepEqual(await flat.article.get("news", 1, { viewer: "alice" }), expected);
    const redis = new Redis({ port: server.port, stringNumbers: true });
    const site = new ioredis.Site(redis, "news");
    assert.deepEqual(await site.get(1, { viewer: "alice" }), expected);
    assert.deepEqual(await site.thread(1), thread);
    await Promise.all([client.close(), redis.quit()]);
  });

  test("ioredis applies its prefix to the key", async () => {
    const redis = new Redis({ port: server.port, keyPrefix: "app:" });
    await new ioredis.Site(redis, "news").post("alice", "Hello");
    assert.equal(await server.call("TYPE", "app:news"), "ArticleDB");
    await redis.quit();
  });

  test("a pool works as a client", async () => {
    const pool = createClientPool({ url: server.url, modules }, { minimum: 2 });
    await pool.connect();
    const site = new Site(pool, "news");
    await site.post("alice", "Hello");
    assert.deepEqual(await site.multi((batch) => [batch.vote("bob", 1), batch.count()]), [true, 1]);
    // Another connection's last command would be FIND.
    assert.deepEqual(await site.pipeline((batch) => [batch.find("x"), batch.count()]), [null, 1]);
    assert(!String(await server.call("CLIENT", "LIST")).includes("cmd=article.find"));
    const follower = site.followChanges("0");
    assert.equal((await follower.next()).value?.articles[0]?.votes, 2);
    await follower.return();
    await pool.close();
  });

  test("commands are described for other clients", async () => {
    const redis = new Redis({ port: server.port });
    const { name, write, read } = commands.post;
    assert.equal(read(await redis.call(name, "news", ...write("alice", "Hello"))), 1);
    await redis.quit();
  });

  test("other clients and keys are refused", async () => {
    const client = createClient({ url: server.url });
    // @ts-expect-error It has no module.
    assert.throws(() => new Site(client, "news"), /needs the module/);
    // @ts-expect-error It is of node-redis.
    assert.throws(() => new ioredis.Site(client, "news"), /of ioredis/);
    const redis = new Redis({ port: server.port });
    const key = undefined as unknown as string;
    await assert.rejects(new ioredis.Site(redis, key).count(), /key must be a string/);
    await redis.quit();
  });

  test("require works", () => {
    const require = createRequire(import.meta.url);
    assert.equal(require("redis-article").article, article);
    assert.equal(require("redis-article/ioredis").Site, ioredis.Site);
    assert.equal(require("redis-article/package.json").name, "redis-article");
  });

  test("other errors have no code", () => {
    assert.equal(codeOf(new TypeError("A title is missing")), undefined);
    assert.equal(codeOf(new Error("connect ECONNREFUSED")), undefined);
    assert.equal(codeOf("ERR text"), undefined);
  });
});

test("client.article in a cluster", async () => {
  const servers = await startCluster();
  const rootNodes = servers.map(({ url }) => ({ url }));
  const cluster = await createCluster({ rootNodes, modules }).connect();
  for (const key of ["a", "b", "c", "d"]) {
    const id = await cluster.article.post(key, "alice", "Hello");
    const replies = await cluster.multi().article.vote(key, "bob", id).article.count(key).exec();
    assert.deepEqual(replies, [true, 1]);
  }
  for (const server of servers) {
    assert(!String(await server.call("INFO", "errorstats")).includes("MOVED"));
    assert(String(await server.call("INFO", "commandstats")).includes("article.vote"));
  }
  await cluster.close();
  await Promise.all(servers.map((server) => server.stop()));
});
