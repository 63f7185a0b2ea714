// Sites of several parts beside one site with the same articles, on every client.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { clients } from "./clients.js";
import type { Open } from "./clients.js";
import { Dice, Pair } from "./pair.js";
import { Server, startCluster } from "./servers.js";

async function equalOneSite(open: Open, prefix: string, parts: number, seed: number) {
  const pair = new Pair(open.site(`${prefix}-one`), open.spread(prefix, { parts }), new Dice(seed));
  await pair.both((site) => site.create({ window: 3153600000, keepVotes: "yes" }));
  for (let round = 0; round < 6; round++) {
    for (let step = 0; step < 60; step++) await pair.step();
    await pair.compare();
  }
}

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
      const open = await client.open(client.cluster ? cluster : [standalone]);
      try {
        await equalOneSite(open, `${i}`, 2 + i, i);
      } finally {
        await open.close();
      }
    });
  }
});
