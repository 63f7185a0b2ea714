import { setTimeout } from "node:timers/promises";
import { Bound } from "./client.js";
import type { Call, Client, Connection } from "./client.js";
import { codeOf, ResyncError, typed } from "./errors.js";
import type { ChangesQuery } from "./options.js";
import type { Changes } from "./replies.js";

/** `block` is by default 5,000. An aborted `signal` ends the generator. */
export type Follow = ChangesQuery & { readonly signal?: AbortSignal | undefined };

/** `resync` is true if the server does not know the version any more. */
export type Followed<Q> = Changes<Q> & { resync: boolean };

/** Milliseconds until a command is sent again after the connection broke. */
const PAUSE = 100;
/** Errors of a server that will be ready soon. */
const TEMPORARY = new Set(["LOADING", "CLUSTERDOWN", "MASTERDOWN", "TRYAGAIN", "UNBLOCKED"]);

/** `return` ends it at once, even while it waits. */
export function follow<Q extends Follow>(
  client: Client,
  key: string,
  start: string | null,
  options: Q,
): AsyncGenerator<Followed<Q>, void, undefined> {
  const { signal, ...query } = options as Follow;
  const stop = new AbortController();
  const ends = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const changes = followUntil<Q>(ends, client, key, start, query);
  const end = changes.return.bind(changes);
  changes.return = (value) => {
    stop.abort();
    return end(value);
  };
  return changes;
}

async function* followUntil<Q extends Follow>(
  signal: AbortSignal,
  client: Client,
  key: string,
  start: string | null,
  { block = 5000, ...query }: ChangesQuery,
): AsyncGenerator<Followed<Q>, void, undefined> {
  if (signal.aborted) return;
  const connection = await client.connect();
  const close = () => connection.close();
  signal.addEventListener("abort", close);
  try {
    const run = (call: Call) => unlessAborted(signal, persist(connection, signal, call));
    const site = new Bound({ run }, key);
    const now = async () => (await site.info())?.version ?? "0";
    let version = start ?? (await now());
    let waits = false;
    while (!signal.aborted) {
      try {
        const wait = { ...query, block: waits ? block : undefined };
        const changes: Changes = await site.changes(version, wait);
        version = changes.version;
        waits = changes.articles.length + changes.comments.length + changes.deleted.length === 0;
        yield { ...changes, resync: false } as Followed<Q>;
      } catch (error) {
        if (!(error instanceof ResyncError)) throw error;
        version = start === null ? await now() : "0";
        waits = false;
        yield { version, articles: [], comments: [], deleted: [], resync: true };
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}

/** Sends a command until the connection works and the server is ready. */
async function persist(
  connection: Connection,
  signal: AbortSignal,
  call: Call,
): Promise<unknown> {
  while (true) {
    signal.throwIfAborted();
    try {
      return await connection.run(call);
    } catch (error) {
      const code = codeOf(error);
      if (!connection.isOpen() || (code !== undefined && !TEMPORARY.has(code))) throw typed(error);
      await setTimeout(PAUSE, undefined, { signal });
    }
  }
}

/** Rejects when the signal is aborted. While a client reconnects, its commands may never end. */
function unlessAborted<T>(signal: AbortSignal, reply: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
    const settled = () => signal.removeEventListener("abort", abort);
    reply.finally(settled).then(resolve, reject);
  });
}
