// A site of several parts.

import { settled } from "./client.js";
import type { Call, Client, Connection } from "./client.js";
import { keysOf, Parts } from "./parts.js";
import type { SpreadOptions } from "./parts.js";
import type { Changes } from "./replies.js";
import { route } from "./routes.js";
import { BaseSite } from "./site.js";

/** Parts that are one site: the functions and more, as a Site has them. */
export class BaseSpreadSite extends BaseSite {
  /** The keys of the parts. */
  readonly keys: readonly string[];

  constructor(client: Client, key: string, options: SpreadOptions) {
    super(spread(client, key, options), key);
    this.keys = keysOf(key, options.parts);
  }
}

const blockOf = ({ args }: Call): number | undefined => (args[1] as any)?.block;

/** Returns a client that sends a call for a site to its parts. */
function spread(client: Client, key: string, options: SpreadOptions): Client {
  const parts = new Parts(client, key, options);
  const connect = () => connectTo(client, key, options);
  const run = async (call: Call) => {
    if (blockOf(call) === undefined) return route(parts, call.name, call.args);
    const connection = await connect();
    return connection.run(call).finally(() => connection.close());
  };
  return {
    run,
    pipeline: (calls) => settled(calls.map(run)),
    async multi() {
      throw new TypeError("A transaction has one key: use a Site of one part");
    },
    connect,
  };
}

/** What waits for changes of a part after a version. */
interface Wait {
  connection?: Promise<Connection>;
  version?: string | undefined;
  news?: Promise<Changes>;
}

/** Returns a connection, with one more for each part: no command waits for several keys. */
async function connectTo(client: Client, key: string, options: SpreadOptions): Promise<Connection> {
  const own = await client.connect();
  const parts = new Parts(own, key, options);
  const waits = parts.keys.map((): Wait => ({}));
  const news = (part: number, version: string, block: number): Promise<Changes> => {
    const wait = waits[part]!;
    if (wait.version === version) return wait.news!;
    wait.version = version;
    wait.connection ??= client.connect();
    const waiting = wait.connection.then((connection) =>
      parts.one(part, "changes", [version, { count: 1, block }], connection),
    );
    return (wait.news = waiting.finally(() => {
      if (wait.version === version) wait.version = undefined;
    }));
  };
  return {
    async run(call) {
      const [block, { name, args }] = [blockOf(call), call];
      if (block === undefined) return route(parts, name, args);
      const [version, query] = args as [string, object];
      const versions = parts.separated(version, "0", "RESYNC");
      const end = performance.now() + (block || Infinity);
      for (let left = block; left >= 0; left = Math.ceil(end - performance.now())) {
        const next = versions.map((version, part) => news(part, version, block && (left || 1)));
        const { articles, comments, deleted } = await Promise.race(next);
        if (articles.length + comments.length + deleted.length > 0) break;
      }
      return route(parts, name, [version, { ...query, block: undefined }]);
    },
    isOpen: own.isOpen,
    close() {
      own.close();
      for (const { connection } of waits) void connection?.then((opened) => opened.close());
    },
  };
}
