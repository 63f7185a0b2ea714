// A site of several parts.

import type { Call, Client, Runner } from "./client.js";
import { keysOf, Parts } from "./parts.js";
import type { SpreadOptions } from "./parts.js";
import { routeOf } from "./routes.js";
import { BaseSite } from "./site.js";

/** Parts that are one site: the functions and more, as a Site has them. */
export class BaseSpreadSite extends BaseSite {
  /** The keys of the parts. */
  readonly keys: readonly string[];

  constructor(client: Client, key: string, options: SpreadOptions) {
    super(spread(client, client, key, options), key);
    this.keys = keysOf(key, options.parts);
  }
}

/** Returns a client that sends a call for a site to its parts. */
function spread(client: Client, runner: Runner, key: string, options: SpreadOptions): Client {
  const parts = new Parts(runner, key, options);
  const run = async ({ name, args }: Call) => {
    const [, stem] = /^(.+?)(WithCursor|WithCounts)?(Json)?$/.exec(name)!;
    return routeOf(stem!)(parts, args, name);
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
    async connect() {
      const own = await client.connect();
      return { ...own, run: spread(client, own, key, options).run };
    },
  };
}
