// The changes of all parts as they happen.

import type { Client } from "./client.js";
import { follow } from "./follow.js";
import type { Follow, Followed } from "./follow.js";
import { PartError } from "./parts.js";

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
