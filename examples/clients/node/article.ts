// Typed access to redis-article, in one file to copy into a project. Works with RESP2 and RESP3,
// and with any client that has a function for commands:
//
//     const site = new Site((...args) => nodeRedis.sendCommand(args), "news");
//     const site = new Site((name, ...args) => ioredis.call(name, ...args), "news");
//     await site.vote("carol", 1); // The user is before the id.

export type Call = (name: string, ...args: string[]) => Promise<unknown>;
export type Action = "HIDE" | "SHOW" | "LOCK" | "UNLOCK" | "PIN" | "UNPIN";
export type Direction = "UP" | "DOWN" | "NONE";
export type YesNo = "yes" | "no";
export type Formula = "linear" | "log";

/** Options. One that is undefined counts as not given. */
type Optional<T> = { [name in keyof T]?: T[name] | undefined };

export type Settings = Optional<
  Record<"votescore" | "window" | "pagesize" | "dedupe" | "bumpwindow", number> &
    Record<"selfvote" | "downvotes", YesNo> & { formula: Formula }
>;

type Sizes =
  "articles" | "comments" | "last_id" | "open" | "groups" | "votes" | "memory" | "hidden" | "users";
type Numbers = Sizes | "vote_score" | "vote_window" | "page_size" | "dedupe" | "bump_window";
type Words = { formula: Formula; self_vote: YesNo; downvotes: YesNo; version: string };
export type Info = Record<Numbers, number> & Words;
type Counts = Record<"votes" | "upvotes" | "downvotes" | "score", number>;
export type Vote = 1 | -1 | 0;
export type Posted = Counts & { id: number; created: 0 | 1 };
export type User = Record<"articles" | "karma" | "comments" | "comment_karma", number>;
/** `version` is to be passed to the next call. If the lists are empty, nothing is left. */
export type Changes = {
  version: string;
  articles: Article[];
  comments: Comment[];
  deleted: number[];
};
export type Voted = Counts & { changed: 0 | 1; previous: Vote; poster: string };

interface Item extends Counts {
  id: number;
  poster: string;
  time: number;
  closes: number;
  comments: number;
  /** With `viewer`; null once voting has closed. */
  vote?: Vote | null;
  boost?: number;
  hidden?: 1;
  locked?: 1;
  pinned?: 1;
  /** The custom fields. */
  fields: Record<string, string>;
}

export interface Article extends Item {
  title: string;
  link: string;
  bumped: number;
  groups: string[];
}

export interface Comment extends Item {
  /** The id of what it answers. */
  parent: number;
  /** The id of its thread's article. */
  article: number;
  text: string;
}

type Spot = Pick<Comment, "id" | "parent" | "article" | "fields"> & { depth: number };
type Mark = { hidden: 1; deleted?: undefined } | { deleted: 1; hidden?: undefined };
/** A hidden or deleted comment with others below it. */
type Placeholder = Spot & Mark & {
  [name in Exclude<keyof Comment, keyof Spot | "hidden">]?: undefined;
};
/** An entry of a thread. One without a `text` is a placeholder. */
export type ThreadComment = (Comment & { depth: number; deleted?: undefined }) | Placeholder;

/** What is kept of a deleted article or comment below which there are comments. */
export type Place = Record<
  "id" | "parent" | "time" | "upvotes" | "downvotes" | "score" | "boost",
  number
>;

/** `return` limits articles and comments to these entries and custom fields. */
export type View = Optional<{ viewer: string; return: readonly string[] }>;

type Filters = Record<"anyof" | "allof" | "noneof" | "from" | "notfrom", readonly string[]> & {
  unvoted: string;
  except: readonly number[];
  hidden: boolean;
};
type Sorting = "SCORE" | "TIME" | "VOTES" | "BEST" | "CONTROVERSY" | "GRAVITY";
type Activity = "BUMPED" | "COMMENTS" | "ACTIVE";
type Order = "ASC" | "DESC";
export type Query = View &
  Optional<Filters & Record<"since" | "until" | "minvotes" | "size", number>> &
  Optional<{
    by: Sorting | Activity;
    order: Order;
    after: string | null;
    withcursor: boolean;
  }>;

type Paging = Record<"size", number> & {
  by: Sorting;
  order: Order;
  after: string | null;
  withcursor: boolean;
};
export type CommentQuery = View &
  Optional<Omit<Filters, "anyof" | "allof" | "noneof"> & Paging> &
  Optional<Record<"since" | "until" | "minvotes", number>>;
export type ThreadQuery = View & Optional<Paging & Record<"depth" | "children", number>>;

type Fields = Record<string, string>;
type Post = Optional<{ groups: readonly string[]; fields: Fields; id: number; time: number }>;
type Texts = Record<"title" | "link" | "text", string>;
type Edit = Optional<Texts & { fields: Fields; unset: readonly string[] }>;
type Answer = Optional<{ fields: Fields; id: number; time: number }>;
type Bump = Optional<{ time: number; comments: number }>;
type Silent = Optional<{ silent: boolean }>;
type Voters = Silent & Optional<{ direction: "UP" | "DOWN"; count: number }>;
type Count = Optional<{ count: number }>;
type Follow = Optional<{ count: number; block: number; viewer: string }>;
type Span = Optional<{ group: string; since: number; until: number }>;
type Rank = Optional<{ by: "SCORE" | "TIME"; order: Order; group: string }>;
/** An article or a comment, or with `return`, some of its entries. */
type Viewed<V, T = Article> = V extends { return: readonly string[] | undefined }
  ? Partial<T> & { fields: Fields }
  : T;
/** With `withcursor`, the cursor to be passed as `after`, or null if nothing follows. */
type Page<Q, T = Article> = Viewed<Q, T>[] & { cursor: string | null };

/** An error of a command. `code` is its first word: NOARTICLE, HIDDEN, ..., or ERR. */
export class ArticleError extends Error {
  override readonly name = "ArticleError";
  readonly code = this.message.split(" ", 1)[0]!;
}

/** A site. Each method is the command of its name. */
export class Site {
  readonly call: Call;
  readonly key: string;

  constructor(call: Call, key: string) {
    this.call = call;
    this.key = key;
  }

  create = (settings: Settings = {}) => this.send<"OK">("CREATE", settings);
  alter = (settings: Settings) => this.send<"OK">("ALTER", settings);
  info = async () => map(await this.send("INFO")) as Info | null;
  post = (user: string, title: string, link: string, options: Post = {}) =>
    this.send<number>("POST", user, title, link, options);
  postWithCounts = async (user: string, title: string, link: string, options: Post = {}) =>
    map(await this.send("POST", user, title, link, options, "WITHCOUNTS")) as Posted;
  comment = (user: string, parent: number, text: string, options: Answer = {}) =>
    this.send<number>("COMMENT", user, parent, text, options);
  commentWithCounts = async (user: string, parent: number, text: string, options: Answer = {}) =>
    map(await this.send("COMMENT", user, parent, text, options, "WITHCOUNTS")) as Posted;
  edit = (id: number, changes: Edit) => this.send<"OK">("EDIT", id, changes);
  incrBy = (id: number, field: string, increment = 1) =>
    this.send<number>("INCRBY", id, field, increment);
  /** Returns the number of comments. */
  bump = (id: number, options: Bump = {}) => this.send<number>("BUMP", id, options);
  del = (...ids: number[]) => this.send<number>("DEL", ...ids);
  get = async <V extends View>(id: number, view?: V) =>
    article(await this.send("GET", id, view)) as Viewed<V> | null;
  mget = async <V extends View>(ids: readonly number[], view?: V) => {
    const replies = await this.send<unknown[]>("MGET", ids.length, ...ids, view);
    return replies.map(article) as (Viewed<V> | null)[];
  };
  getComment = async <V extends View>(id: number, view?: V) =>
    comment(await this.send("GET", id, view)) as Viewed<V, Comment> | null;
  mgetComments = async <V extends View>(ids: readonly number[], view?: V) => {
    const replies = await this.send<unknown[]>("MGET", ids.length, ...ids, view);
    return replies.map(comment) as (Viewed<V, Comment> | null)[];
  };
  vote = async (user: string, id: number, direction: Direction = "UP", options: Silent = {}) =>
    (await this.send<number>("VOTE", user, id, direction, options)) === 1;
  voteWithCounts = async (
    user: string,
    id: number,
    direction: Direction = "UP",
    options: Silent = {},
  ) => map(await this.send("VOTE", user, id, direction, "WITHCOUNTS", options)) as Voted;
  votes = (user: string, ...ids: number[]) => this.send<(Vote | null)[]>("VOTES", user, ...ids);
  /** Returns the next cursor, "0" at the end, and votes by user. */
  voters = async (id: number, cursor = "0", options: Voters = {}) => {
    const [next, voters] = await this.send<[string, unknown]>("VOTERS", id, cursor, options);
    return [next, map(voters)] as [string, Record<string, 1 | -1>];
  };
  groupAdd = (id: number, ...groups: string[]) => this.send<number>("GROUPADD", id, ...groups);
  groupRem = (id: number, ...groups: string[]) => this.send<number>("GROUPREM", id, ...groups);
  /** Returns groups with their sizes, largest first. */
  groups = async (offset = 0, count = -1) =>
    pairs(await this.send("GROUPS", "LIMIT", offset, count)) as [string, number][];
  count = (options: Span = {}) => {
    const { group = {}, ...span } = options;
    return this.send<number>("COUNT", group, span);
  };
  page = async <Q extends Query>(page = 1, query?: Q) =>
    listing(await this.send("PAGE", page, query), article) as Page<Q>;
  groupPage = async <Q extends Query>(group: string, page = 1, query?: Q) =>
    listing(await this.send("GROUPPAGE", group, page, query), article) as Page<Q>;
  userPage = async <Q extends Query>(user: string, page = 1, query?: Q) =>
    listing(await this.send("USERPAGE", user, page, query), article) as Page<Q>;
  comments = async <Q extends CommentQuery>(page = 1, query?: Q) =>
    listing(await this.send("COMMENTS", page, query), comment) as Page<Q, Comment>;
  /** Returns the comments below an article or comment, depth first. */
  thread = async <Q extends ThreadQuery>(id: number, query?: Q) =>
    listing(await this.send("THREAD", id, query), comment) as Page<Q, ThreadComment>;
  /** `block` is in milliseconds. A client that waits needs a connection of its own. */
  changes = async (version = "0", options: Follow = {}): Promise<Changes> => {
    type Reply = [string, unknown[], number[]];
    const [next, items, deleted] = await this.send<Reply>("CHANGES", version, options);
    // Custom fields come last, so the second entry tells articles and comments apart.
    const isComment = (reply: unknown) => pairs(reply)[1]?.[0] === "parent";
    const comments = items.filter(isComment).map(comment) as Comment[];
    const articles = items.filter((reply) => !isComment(reply)).map(article) as Article[];
    return { version: next, articles, comments, deleted };
  };
  user = async (user: string) => map(await this.send("USER", user)) as User | null;
  rank = (id: number, options: Rank = {}) => this.send<number | null>("RANK", id, options);
  find = (link: string) => this.send<number | null>("FIND", link);
  /** Returns the ids of all articles with the link, the highest first. */
  findAll = (link: string, count = 1000) => this.send<number[]>("FIND", link, { count });
  moderate = (action: Action, ...ids: number[]) => this.send<number>("MODERATE", action, ...ids);
  boost = (id: number, seconds: number, options: Optional<{ incr: boolean }> = {}) =>
    this.send<number>("BOOST", id, seconds, options);
  /** Returns the next cursor, "0" at the end, and the number of votes withdrawn. */
  unvote = (user: string, cursor = "0", options: Count = {}) =>
    this.send<[string, number]>("UNVOTE", user, cursor, options);
  transfer = (user: string, newUser: string, options: Count = {}) =>
    this.send<number>("TRANSFER", user, newUser, options);
  load = (...args: (string | number)[]) => this.send<"OK">("LOAD", ...args);
  debugCheck = () => this.execute<"OK">("ARTICLE.DEBUG", "CHECK", this.key);
  debugPlaces = async (...ids: number[]) => {
    const words = [ids.length, ...ids].map(String);
    const replies = await this.execute<unknown[]>("ARTICLE.DEBUG", "PLACES", this.key, ...words);
    return replies.map(map) as (Place | null)[];
  };

  private send<T>(command: string, ...args: (string | number | object | undefined)[]) {
    const words = args.flatMap((arg = {}) =>
      typeof arg === "object" ? Object.entries(arg).flatMap(option) : [String(arg)],
    );
    return this.execute<T>(`ARTICLE.${command}`, this.key, ...words);
  }

  private async execute<T>(...command: [string, ...string[]]): Promise<T> {
    try {
      return (await this.call(...command)) as T;
    } catch (cause) {
      const isReply = cause instanceof Error && /^[A-Z]{3,} /.test(cause.message);
      throw isReply ? new ArticleError(cause.message, { cause }) : cause;
    }
  }
}

function option([name, value]: [string, unknown]): string[] {
  if (value === undefined || value === null || value === false) return [];
  if (value === true) return [name];
  if (Array.isArray(value)) return [name, String(value.length), ...value.map(String)];
  if (typeof value === "object") {
    const fields = Object.entries(value as Fields);
    return [name, String(fields.length), ...fields.flat()];
  }
  return name === "order" || name === "direction" ? [String(value)] : [name, String(value)];
}

/** Returns the entries of a RESP3 map, a list of pairs, or a flat list of names and values. */
function pairs(reply: unknown): [string, unknown][] {
  if (!Array.isArray(reply)) return Object.entries(reply as object);
  if (Array.isArray(reply[0])) return reply;
  return reply.flatMap((name, i) => (i % 2 ? [] : [[name, reply[i + 1]]]));
}

function map(reply: unknown) {
  return reply === null ? null : Object.fromEntries(pairs(reply));
}

const COMMON = `id poster time closes votes upvotes downvotes score comments vote boost hidden
  locked pinned`;
const ARTICLE = `${COMMON} title link bumped groups`.split(/\s+/);
const COMMENT = `${COMMON} parent article text depth deleted`.split(/\s+/);

/** Returns an article or a comment. Every entry but those with these names is a custom field. */
function item(reply: unknown, names: string[]) {
  if (reply === null) return null;
  const entries = pairs(reply);
  const isCustom = ([name]: [string, unknown]) => !names.includes(name);
  const fields = Object.fromEntries(entries.filter(isCustom));
  return { ...Object.fromEntries(entries.filter((entry) => !isCustom(entry))), fields };
}

const article = (reply: unknown) => item(reply, ARTICLE);
const comment = (reply: unknown) => item(reply, COMMENT);

function listing(reply: any, entry: (reply: unknown) => unknown) {
  const withCursor = reply.length === 2 && (reply[1] === null || typeof reply[1] === "string");
  const [entries, cursor] = withCursor ? reply : [reply, null];
  return Object.assign(entries.map(entry), { cursor });
}
