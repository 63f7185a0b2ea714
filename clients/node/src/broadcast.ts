import type { ChangesQuery } from "./options.js";

/** `block` is by default 5,000. All subscribers get the same, so there is no `viewer`. */
export type BroadcastOptions = Pick<ChangesQuery, "return" | "count" | "block">;
export type Subscription = { readonly signal?: AbortSignal | undefined };

/** `Followed`, whatever it is of. */
interface Batch {
  readonly version: string;
  readonly articles: readonly unknown[];
  readonly comments: readonly unknown[];
  readonly deleted: readonly number[];
  readonly resync: boolean;
}

/** A subscriber that is further behind gets a `resync`. */
const KEPT = 100;

/** What one follower has found since it began, and who reads it. */
interface Feed<C> {
  /** The last changes, of `total`. */
  readonly kept: C[];
  total: number;
  version: string;
  readers: number;
  /** Ends the follower. */
  readonly end: AbortController;
  /** Why the readers must end. */
  over?: { readonly error?: unknown };
  /** Wakes up the readers that wait for news. */
  readonly waiting: Set<() => void>;
}

/**
 * The changes of a site from now on, for any number of subscribers. One connection follows the
 * site, from the first subscriber until the last one has left.
 */
export class Broadcast<C extends Batch> {
  readonly #follow: (signal: AbortSignal) => AsyncIterable<C>;
  readonly #block: number;
  #feed: Feed<C> | undefined;
  #isClosed = false;

  constructor(follow: (signal: AbortSignal) => AsyncIterable<C>, block: number) {
    this.#follow = follow;
    this.#block = block;
  }

  /**
   * Yields what changes from now on, as `followChanges(null)` does. All subscribers get the same objects:
   * do not modify them. An aborted `signal` ends the generator.
   *
   * The first changes come as soon as the site is followed. Empty ones come whenever nothing has
   * happened for `block` milliseconds, even while the server cannot be reached. A subscriber that
   * is more than 100 changes late gets empty ones with `resync` in their place.
   */
  async *subscribe({ signal }: Subscription = {}): AsyncGenerator<C, void, undefined> {
    if (this.#isClosed || signal?.aborted) return;
    const feed = (this.#feed ??= this.#begin());
    feed.readers++;
    try {
      let seen = feed.total;
      if (seen > 0) yield empty<C>(feed.version);
      while (!signal?.aborted) {
        const late = feed.total - seen;
        if (late > feed.kept.length) {
          seen = feed.total;
          yield empty<C>(feed.version, true);
        } else if (late > 0) {
          seen++;
          yield feed.kept.at(-late)!;
        } else if (feed.over) {
          if ("error" in feed.over) throw feed.over.error;
          return;
        } else if (!(await news(feed, this.#block, signal)) && seen > 0 && !signal?.aborted) {
          yield empty<C>(feed.version);
        }
      }
    } finally {
      if (--feed.readers === 0) this.#end(feed, {});
    }
  }

  /** Ends all subscriptions, those to come, too. */
  close() {
    this.#isClosed = true;
    if (this.#feed) this.#end(this.#feed, {});
  }

  #begin(): Feed<C> {
    const feed: Feed<C> = {
      kept: [],
      total: 0,
      version: "0",
      readers: 0,
      end: new AbortController(),
      waiting: new Set(),
    };
    this.#run(feed).then(
      () => this.#end(feed, {}),
      (error: unknown) => this.#end(feed, { error }),
    );
    return feed;
  }

  async #run(feed: Feed<C>) {
    for await (const changes of this.#follow(feed.end.signal)) {
      const { version, articles, comments, deleted, resync } = changes;
      feed.version = version;
      const length = articles.length + comments.length + deleted.length;
      if (feed.total > 0 && length === 0 && !resync) continue;
      feed.kept.push(changes);
      if (feed.kept.length > KEPT) feed.kept.shift();
      feed.total++;
      wake(feed);
    }
  }

  #end(feed: Feed<C>, over: { error?: unknown }) {
    if (this.#feed === feed) this.#feed = undefined;
    feed.over ??= over;
    feed.end.abort();
    wake(feed);
  }
}

function empty<C extends Batch>(version: string, resync = false): C {
  return { version, articles: [], comments: [], deleted: [], resync } as Batch as C;
}

function wake({ waiting }: Feed<unknown>) {
  for (const reader of waiting) reader();
}

/** Waits for news, and returns whether they come before the time is over or `signal` aborted. */
function news(feed: Feed<unknown>, milliseconds: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isNews: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      feed.waiting.delete(wakeUp);
      resolve(isNews);
    };
    const wakeUp = () => settle(true);
    const abort = () => settle(false);
    const timer = setTimeout(abort, milliseconds);
    signal?.addEventListener("abort", abort);
    feed.waiting.add(wakeUp);
  });
}
