import { batch } from "./batch.js";
import type { Build } from "./batch.js";
import { Broadcast } from "./broadcast.js";
import type { BroadcastOptions } from "./broadcast.js";
import { Bound } from "./client.js";
import type { Client } from "./client.js";
import { typed } from "./errors.js";
import { follow } from "./follow.js";
import type { Follow, Followed } from "./follow.js";
import { nest } from "./nest.js";
import type { Nested } from "./nest.js";
import type {
  AnswersQuery,
  CommentQuery,
  MarkedQuery,
  Only,
  Query,
  ThreadQuery,
  VotedQuery,
  VotersQuery,
} from "./options.js";
import type { Article, Comment, Page, Step, ThreadComment, Viewed, Whole } from "./replies.js";

/** Which articles to iterate over: of the site, of a group, or of a user. */
export type Listing = Query & {
  readonly group?: string | undefined;
  readonly user?: string | undefined;
};

/** Which comments of a thread to nest. */
export type TreeQuery = Omit<ThreadQuery, "return" | "after"> & {
  readonly limit?: number | undefined;
};

function rethrow(error: unknown): never {
  throw typed(error);
}

/** Milliseconds. A timer that is set to more fires at once. */
const LONGEST = 2 ** 31 - 1;

/** A site on a client: the functions without their first argument, the key, and more. */
export class BaseSite extends Bound {
  readonly #client: Client;

  constructor(client: Client, key: string) {
    super({ run: (call) => client.run(call).catch(rethrow) }, key);
    this.#client = client;
  }

  /**
   * Sends several commands together: `site.pipeline((p) => [p.vote("carol", 17), p.page()])`
   * returns both results. All of them are executed, even if one of them fails.
   */
  pipeline<T extends readonly unknown[] | []>(build: Build<T>) {
    return batch(this.key, build, (calls) => this.#client.pipeline(calls));
  }

  /** Sends several commands as a transaction, which no other command interrupts. */
  multi<T extends readonly unknown[] | []>(build: Build<T>) {
    return batch(this.key, build, (calls) => this.#client.multi(calls));
  }

  /** Iterates over articles by cursor. `size` is the number of articles per command. */
  articles<const Q extends Listing = {}>(listing?: Only<Q, Listing>): Iterator<Viewed<Article, Q>> {
    const { group, user, ...query } = listing ?? ({} as Listing);
    if (group !== undefined && user !== undefined) {
      throw new TypeError("group and user exclude each other");
    }
    return byCursor(query, (page) =>
      group !== undefined ? this.grouppage(group, 1, page)
      : user !== undefined ? this.userpage(user, 1, page)
      : this.page(1, page),
    ) as Iterator<Viewed<Article, Q>>;
  }

  /** Iterates over the comments of the site by cursor. */
  commentsIterator<const Q extends CommentQuery = {}>(
    query?: Only<Q, CommentQuery>,
  ): Iterator<Viewed<Comment, Q>> {
    return byCursor<CommentQuery>(query, (page) => this.comments(1, page)) as Iterator<Viewed<Comment, Q>>;
  }

  /** Iterates over what a user has voted on by cursor, the latest article or comment first. */
  votedIterator<const Q extends VotedQuery = {}>(
    user: string,
    query?: Only<Q, VotedQuery>,
  ): Iterator<Viewed<Article | Comment, Q>> {
    return byCursor<VotedQuery>(query, (page) => this.voted(user, 1, page)) as Iterator<Viewed<Article | Comment, Q>>;
  }

  /** Iterates over the answers to what a user posted by cursor, the latest first. */
  answersIterator<const Q extends AnswersQuery = {}>(
    user: string,
    query?: Only<Q, AnswersQuery>,
  ): Iterator<Viewed<Comment, Q>> {
    return byCursor<AnswersQuery>(query, (page) => this.answers(user, 1, page)) as Iterator<Viewed<Comment, Q>>;
  }

  /** Iterates over a list of a user by cursor, the latest article or comment first. */
  markedIterator<const Q extends MarkedQuery = {}>(
    user: string,
    list: string,
    query?: Only<Q, MarkedQuery>,
  ): Iterator<Viewed<Article | Comment, Q>> {
    return byCursor<MarkedQuery>(query, (page) => this.marked(user, list, 1, page)) as Iterator<Viewed<Article | Comment, Q>>;
  }

  /** Iterates over the comments below an article or a comment, depth first, by cursor. */
  threadIterator<const Q extends ThreadQuery = {}>(
    id: number,
    query?: Only<Q, ThreadQuery>,
  ): Iterator<Viewed<ThreadComment, Q>> {
    return byCursor<ThreadQuery>(query, (page) => this.thread(id, page)) as Iterator<Viewed<ThreadComment, Q>>;
  }

  /**
   * Returns the answers to an article or a comment, with the answers to these, and so on. With
   * `limit`, at most `limit` comments of the thread, depth first. There is no `after`, because what
   * comes before it may have answers after it. Each command reads `size` comments, by default
   * 1,000. Votes between two commands can move comments past both, so that they are missing.
   */
  async tree<const Q extends TreeQuery = {}>(
    id: number,
    query?: Only<Q, TreeQuery>,
  ): Promise<Nested<Whole<ThreadComment, Q>>[]> {
    const { limit = Infinity, size = 1000, ...rest } = query ?? ({} as TreeQuery);
    const paged = { ...rest, size: Math.max(1, Math.min(size, limit)) };
    const thread: Whole<ThreadComment, TreeQuery>[] = [];
    for await (const comment of this.threadIterator(id, paged)) {
      thread.push(comment);
      if (thread.length >= limit) break;
    }
    return nest(thread.slice(0, limit), id) as Nested<Whole<ThreadComment, Q>>[];
  }

  /** Iterates over users and their votes. A user can come twice while others vote. */
  async *votersIterator(
    id: number,
    options?: VotersQuery,
  ): AsyncGenerator<[user: string, vote: 1 | -1], void, undefined> {
    let next = "0";
    do {
      const { cursor, voters } = await this.voters(id, next, { count: 1000, ...options });
      yield* Object.entries(voters);
      next = cursor;
    } while (next !== "0");
  }

  /** Withdraws all votes of a user and returns how many. */
  unvoteAll(user: string): Promise<number> {
    return total((start) => this.unvote(user, start));
  }

  /** Has the votes of a user not count, or count again, and returns how many changed. */
  silenceAll(user: string, silenced: boolean): Promise<number> {
    return total((start) => this.silence(user, silenced, start));
  }

  /** Has a user become another, who may exist: then the two are one. */
  async renameUser(user: string, newuser: string): Promise<void> {
    while ((await this.transfer(user, newuser, { all: true })) > 0);
  }

  /** Gives all articles and comments of a user to another and returns how many. */
  async transferAll(user: string, newuser: string): Promise<number> {
    let total = 0;
    let transferred;
    do {
      transferred = await this.transfer(user, newuser);
      total += transferred;
    } while (transferred > 0);
    return total;
  }

  /**
   * Yields the changes since a version, or from now on if it is null, and waits for more, on a
   * connection of its own. Empty changes come whenever nothing is left, and then every `block`
   * milliseconds.
   *
   * If the server no longer knows the version, yields empty changes with `resync` and starts
   * again: from "0", what no longer exists does not come again, and from now on, the changes in
   * between are lost. If the connection breaks, tries again until it works.
   */
  followChanges<const Q extends Follow = {}>(
    version: string | null = "0",
    options?: Only<Q, Follow>,
  ): Iterator<Followed<Q>> {
    return follow(this.#client, this.key, version, options ?? ({} as Q));
  }

  /**
   * Returns changes for any number of subscribers, which share one connection. Create it once per
   * process. Subscribers get empty changes whenever nothing has happened for `block` milliseconds.
   */
  broadcast<const Q extends BroadcastOptions = {}>(
    options?: Only<Q, BroadcastOptions>,
  ): Broadcast<Followed<Q>> {
    const { block = 5000 } = options ?? ({} as BroadcastOptions);
    if (!(block >= 1 && block <= LONGEST)) {
      throw new RangeError(`block must be from 1 to ${LONGEST} milliseconds`);
    }
    const query = options ?? ({} as Q);
    const begin = (signal: AbortSignal) =>
      this.followChanges<Follow>(null, { ...query, signal }) as Iterator<Followed<Q>>;
    return new Broadcast(begin, block);
  }
}

type Iterator<T> = AsyncGenerator<T, void, undefined>;
type Paging = { readonly after?: string | null | undefined; readonly size?: number | undefined };

/** Takes all steps of a walk, and returns how many votes they changed. */
async function total(step: (cursor: string) => Promise<Step>) {
  let all = 0;
  let next = "0";
  do {
    const { cursor, votes } = await step(next);
    all += votes;
    next = cursor;
  } while (next !== "0");
  return all;
}

async function* byCursor<Q extends Paging>(
  query: Q | undefined,
  read: (query: Q) => Promise<Page<unknown>>,
): Iterator<unknown> {
  let next = { size: 100, ...query, withcursor: true } as unknown as Q;
  while (true) {
    const page = await read(next);
    yield* page;
    if (!page.cursor) return;
    next = { ...next, after: page.cursor };
  }
}
