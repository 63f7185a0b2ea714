// Reads go to replicas if the client says so.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Cluster } from "ioredis";
import { createCluster } from "redis";
import { article, Site as NodeRedisSite } from "redis-article";
import { Site as IoredisSite } from "redis-article/ioredis";
import type { Open } from "./clients.js";
import { startReplicated, until } from "./servers.js";
import type { Server } from "./servers.js";

const clients: Record<string, (primary: Server) => Promise<Open>> = {
  "node-redis": async ({ url }) => {
    const options = { rootNodes: [{ url }], useReplicas: true, modules: { article } };
    const client = await createCluster(options).connect();
    return { site: (key) => new NodeRedisSite(client, key), close: () => client.close() };
  },
  ioredis: async ({ port }) => {
    const client = new Cluster([{ host: "127.0.0.1", port }], { scaleReads: "slave" });
    return { site: (key) => new IoredisSite(client, key), close: () => client.quit() };
  },
};

for (const [name, open] of Object.entries(clients)) {
  test(`replicas, ${name}`, async () => {
    const [primary, replica] = await startReplicated();
    const { site: siteOf, close } = await open(primary);
    const site = siteOf("news");
    const id = await site.post("alice", "Hello");
    await until(async () => (await replica.call("DBSIZE")) === 1);
    // Their versions and cursors are of one server's copy.
    const follower = site.followChanges("0", { block: 10 });
    for (let i = 0; i < 20; i++) {
      assert.equal((await site.page()).length, 1);
      assert.deepEqual((await site.voters(id)).voters, { alice: 1 });
      assert.equal((await follower.next()).value?.resync, false);
    }
    await follower.return();
    assert.equal(await site.vote("bob", id), true);
    const stats = String(await replica.call("INFO", "commandstats")).toLowerCase();
    assert(stats.includes("article.page"), stats);
    for (const command of ["changes", "info", "voters"]) {
      assert(!stats.includes(`article.${command}`), stats);
    }
    await close();
    await Promise.all([primary.stop(), replica.stop()]);
  });
}
