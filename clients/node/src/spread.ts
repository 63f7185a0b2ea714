// A site of several parts.

import type { Call, Client } from "./client.js";
import { followAll } from "./follow-all.js";
import type { Follow, Followed } from "./follow.js";
import type { Only } from "./options.js";
import { Parts } from "./parts.js";
import type { SpreadOptions } from "./parts.js";
import { routes } from "./routes.js";
import { BaseSite } from "./site.js";

/** Parts that are one site: the functions and more, as a Site has them. */
export class BaseSpreadSite extends BaseSite {
  /** The keys of the parts. */
  readonly keys: readonly string[];
  readonly #client: Client;

  constructor(client: Client, key: string, options: SpreadOptions) {
    const parts = new Parts(client, key, options);
    super(spread(client, parts), key);
    this.keys = parts.keys;
    this.#client = client;
  }

  /**
   * Yields the changes of all parts, as a Site does, with a connection for each part. If one part
   * no longer knows its version, all of them start again.
   */
  override followChanges<const Q extends Follow = {}>(
    version: string | null = "0",
    options?: Only<Q, Follow>,
  ): AsyncGenerator<Followed<Q>, void, undefined> {
    const changes = followAll(this.#client, this.keys, version, options ?? {});
    return changes as AsyncGenerator<Followed<Q>, void, undefined>;
  }
}

/** Returns a client that sends a call for a site to its parts. */
function spread(client: Client, parts: Parts): Client {
  const run = async ({ name, args }: Call) => {
    const stem = /^(.+?)(WithCursor|WithCounts)?(Json)?$/.exec(name)![1] as keyof typeof routes;
    return routes[stem](parts, args, name);
  };
  return {
    run,
    async pipeline(calls) {
      const results = await Promise.allSettled(calls.map(run));
      return results.map((result) =>
        result.status === "fulfilled" ? result.value : result.reason,
      );
    },
    async multi() {
      throw new TypeError("A transaction has one key: use a Site of one part");
    },
    connect: () => client.connect(),
  };
}
