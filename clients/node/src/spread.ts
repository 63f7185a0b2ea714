// A site of several parts.

import { setMaxListeners } from "node:events";
import type { Call, Client } from "./client.js";
import { follow } from "./follow.js";
import type { Follow, Followed } from "./follow.js";
import type { Only } from "./options.js";
import { PartError, Parts } from "./parts.js";
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

type Changes = Followed<Follow>;
type Follower = AsyncGenerator<Changes, void, undefined>;

/** As `follow`, of all parts. A version has the versions of all of them. */
export async function* followAll(
  client: Client,
  keys: readonly string[],
  start: string | null,
  options: Follow,
): Follower {
  const zeros = keys.map(() => "0");
  let given = start === null || start === "0" ? zeros : start.split(",");
  let resync = given.length !== keys.length;
  while (!options.signal?.aborted) {
    if (resync) given = zeros;
    const end = new AbortController();
    const signal = AbortSignal.any([end.signal, ...(options.signal ? [options.signal] : [])]);
    setMaxListeners(0, signal); // Each follower listens to it.
    const followers = keys.map((key, part) => {
      const version = start === null ? null : given[part]!;
      return named(part, key, follow(client, key, version, { ...options, signal }));
    });
    try {
      const versions = start === null ? await firstVersions(followers) : [...given];
      if (start === null || resync) yield changesOf(versions, { resync });
      resync = false;
      const quiet = new Set<number>();
      for await (const [part, changes] of together(followers)) {
        resync = changes.resync;
        if (resync) break;
        versions[part] = changes.version;
        const { articles, comments, deleted } = changes;
        if (articles.length + comments.length + deleted.length > 0) {
          quiet.delete(part);
          yield changesOf(versions, changes);
        } else if (quiet.add(part).size === keys.length) {
          quiet.clear();
          yield changesOf(versions, {});
        }
      }
      if (!resync) return;
    } finally {
      end.abort();
    }
  }
}

function changesOf(versions: readonly string[], changes: Partial<Changes>): Changes {
  const none = { articles: [], comments: [], deleted: [], resync: false };
  return { ...none, ...changes, version: versions.join(",") };
}

/** Has the errors of a follower name its part. */
async function* named(part: number, key: string, follower: Follower): Follower {
  try {
    yield* follower;
  } catch (error) {
    throw PartError.of(part, key, error);
  }
}

/** Returns the versions from which followers that begin now go on. */
async function firstVersions(followers: readonly Follower[]): Promise<string[]> {
  const first = await Promise.all(followers.map((follower) => follower.next()));
  return first.map(({ value }) => value?.version ?? "0");
}

/** Yields what any of the followers yields. */
async function* together(followers: readonly Follower[]) {
  const arrived: { part: number; next: Promise<IteratorResult<Changes, void>> }[] = [];
  let wake = () => {};
  const pull = (part: number) => {
    const next = followers[part]!.next();
    const arrive = () => {
      arrived.push({ part, next });
      wake();
    };
    next.then(arrive, arrive);
  };
  for (const part of followers.keys()) pull(part);
  for (let open = followers.length; open > 0; ) {
    while (arrived.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    const { part, next } = arrived.shift()!;
    const { value, done } = await next;
    if (done) open--;
    else {
      yield [part, value] as const;
      pull(part);
    }
  }
}
