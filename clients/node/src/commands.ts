// Each function of the package: its command, the words after the key, and how its reply is read.

import * as decode from "./decode.js";
import { many, words } from "./encode.js";
import type { Functions } from "./signatures.js";
import type { Info, Posted, User, Voted } from "./replies.js";

/** How a function's command is sent and its reply is read, by any client. */
export interface Command {
  readonly name: string;
  readonly readOnly: boolean;
  /** Returns the arguments of the command that follow the key. */
  readonly write: (...args: never[]) => string[];
  /** Returns the result of the function. */
  readonly read: (reply: unknown) => unknown;
}

/** node-redis derives types from one signature per function, so `return` cannot narrow them. */
export type Unlimited = { readonly return?: never };
type Commands = {
  readonly [Name in keyof Functions]: Command & {
    readonly write: (...args: Parameters<Functions[Name]>) => string[];
    readonly read: (reply: unknown) => Awaited<ReturnType<Functions<Unlimited>[Name]>>;
  };
};

function command<Args extends unknown[], T>(
  readOnly: boolean,
  name: string,
  read: (reply: unknown) => T,
  write: (...args: Args) => string[],
) {
  return { name: `ARTICLE.${name}`, readOnly, write, read };
}

type Definition = <Args extends unknown[], T>(
  name: string,
  read: (reply: unknown) => T,
  write: (...args: Args) => string[],
) => ReturnType<typeof command<Args, T>>;

const reads: Definition = (...definition) => command(true, ...definition);
const writes: Definition = (...definition) => command(false, ...definition);

const { number, text, nullable, list } = decode;
const info = decode.record<Info>("self_vote", "formula", "downvotes", "version", "keep_votes");
const posted = decode.record<Posted>();
const voted = decode.record<Voted>("poster");
const vote = number as (reply: unknown) => 1 | -1 | 0;
const articles = (reply: unknown) => list(decode.article)(reply);
const comments = (reply: unknown) => list(decode.comment)(reply);
const mixed = (reply: unknown) => list(decode.either)(reply);
// Articles and comments share one sequence of ids: an id may be of the other kind.
const onlyArticle = nullable((reply) => (decode.isArticle(reply) ? decode.article(reply) : null));
const onlyComment = nullable((reply) => (decode.isArticle(reply) ? null : decode.comment(reply)));
const thread = (reply: unknown) => list(decode.threadComment)(reply);

function withCursor<Name extends string, T>(name: Name, read: (reply: unknown) => T) {
  return (reply: unknown) => {
    const [items, cursor] = reply as [unknown, unknown];
    return { [name]: read(items), cursor: nullable(text)(cursor) } as Record<Name, T> & {
      cursor: string | null;
    };
  };
}

const articlesWithCursor = withCursor("articles", articles);
const commentsWithCursor = withCursor("comments", comments);
const mixedWithCursor = withCursor("items", mixed);
const threadWithCursor = withCursor("comments", thread);

// Only articles have groups, so with this name the reply tells articles and comments apart.
function withGroups<Q extends { readonly return?: readonly string[] | undefined }>(query: Q): Q {
  return query.return ? { ...query, return: [...query.return, "groups"] } : query;
}

function voters(reply: unknown) {
  const [cursor, votes] = reply as [unknown, unknown];
  return { cursor: text(cursor), voters: decode.record<Record<string, 1 | -1>>()(votes) };
}

function groups(reply: unknown) {
  return decode.pairs(reply).map(([group, size]) => ({ group, size: number(size) }));
}

function lists(reply: unknown) {
  return decode.pairs(reply).map(([list, size]) => ({ list, size: number(size) }));
}

function withdrawn(reply: unknown) {
  const [cursor, count] = reply as [unknown, unknown];
  return { cursor: text(cursor), withdrawn: number(count) };
}

export const commands: Commands = {
  create: writes("CREATE", nullable(decode.ok), (settings) => words([], settings)),
  alter: writes("ALTER", decode.ok, (settings) => words([], settings)),
  info: reads("INFO", nullable(info), () => []),

  post: writes("POST", number, (user, title, link = "", options) =>
    words([user, title, link], options),
  ),
  postWithCounts: writes("POST", posted, (user, title, link = "", options) =>
    words([user, title, link], { ...options, withCounts: true }),
  ),
  comment: writes("COMMENT", number, (user, parent, text, options) =>
    words([user, parent, text], options),
  ),
  commentWithCounts: writes("COMMENT", posted, (user, parent, text, options) =>
    words([user, parent, text], { ...options, withCounts: true }),
  ),
  edit: writes("EDIT", decode.ok, (id, changes) => words([id], changes)),
  incrBy: writes("INCRBY", number, (id, field, increment = 1) => words([id, field, increment])),
  bump: writes("BUMP", number, (id, options) => words([id], options)),
  del: writes("DEL", number, (ids) => words(many(ids))),

  get: reads("GET", onlyArticle, (id, view = {}) => words([id], withGroups(view))),
  getComment: reads("GET", onlyComment, (id, view = {}) => words([id], withGroups(view))),
  mGet: reads("MGET", list(onlyArticle), (ids, view = {}) =>
    words([ids.length, ...ids], withGroups(view)),
  ),
  mGetComments: reads("MGET", list(onlyComment), (ids, view = {}) =>
    words([ids.length, ...ids], withGroups(view)),
  ),

  vote: writes("VOTE", decode.flag, (user, id, direction = "UP", options) =>
    words([user, id, direction], options),
  ),
  voteWithCounts: writes("VOTE", voted, (user, id, direction = "UP", options) =>
    words([user, id, direction], { ...options, withCounts: true }),
  ),
  votes: reads("VOTES", list(nullable(vote)), (user, ids) => words([user, ...many(ids)])),
  voters: reads("VOTERS", voters, (id, cursor = "0", options) => words([id, cursor], options)),

  voted: reads("VOTED", mixed, (user, page = 1, query = {}) =>
    words([user, page], withGroups(query)),
  ),
  votedWithCursor: reads("VOTED", mixedWithCursor, (user, page = 1, query = {}) =>
    words([user, page], { ...withGroups(query), withCursor: true }),
  ),

  answers: reads("ANSWERS", comments, (user, page = 1, query) => words([user, page], query)),
  answersWithCursor: reads("ANSWERS", commentsWithCursor, (user, page = 1, query) =>
    words([user, page], { ...query, withCursor: true }),
  ),
  seen: writes("SEEN", decode.flag, (user, id) => words([user, id])),

  mark: writes("MARK", number, (user, list, ids) => words([user, list, ...many(ids)])),
  unmark: writes("UNMARK", number, (user, list, ids) => words([user, list, ...many(ids)])),
  unmarkAll: writes("UNMARK", number, (user, list) => words([user, list, "ALL"])),
  marked: reads("MARKED", mixed, (user, list, page = 1, query = {}) =>
    words([user, list, page], withGroups(query)),
  ),
  markedWithCursor: reads("MARKED", mixedWithCursor, (user, list, page = 1, query = {}) =>
    words([user, list, page], { ...withGroups(query), withCursor: true }),
  ),
  lists: reads("LISTS", lists, (user) => words([user])),

  groupAdd: writes("GROUPADD", number, (id, groups) => words([id, ...many(groups)])),
  groupRem: writes("GROUPREM", number, (id, groups) => words([id, ...many(groups)])),
  groups: reads("GROUPS", groups, (limit) =>
    words([], { limit: limit && [limit.offset, limit.count] }),
  ),
  count: reads("COUNT", number, ({ group, ...span } = {}) =>
    words(group === undefined ? [] : [group], span),
  ),
  rank: reads("RANK", nullable(number), (id, options) => words([id], options)),

  page: reads("PAGE", articles, (page = 1, query) => words([page], query)),
  pageWithCursor: reads("PAGE", articlesWithCursor, (page = 1, query) =>
    words([page], { ...query, withCursor: true }),
  ),
  groupPage: reads("GROUPPAGE", articles, (group, page = 1, query) => words([group, page], query)),
  groupPageWithCursor: reads("GROUPPAGE", articlesWithCursor, (group, page = 1, query) =>
    words([group, page], { ...query, withCursor: true }),
  ),
  userPage: reads("USERPAGE", articles, (user, page = 1, query) => words([user, page], query)),
  userPageWithCursor: reads("USERPAGE", articlesWithCursor, (user, page = 1, query) =>
    words([user, page], { ...query, withCursor: true }),
  ),
  comments: reads("COMMENTS", comments, (page = 1, query) => words([page], query)),
  commentsWithCursor: reads("COMMENTS", commentsWithCursor, (page = 1, query) =>
    words([page], { ...query, withCursor: true }),
  ),
  thread: reads("THREAD", thread, (id, query) => words([id], query)),
  threadWithCursor: reads("THREAD", threadWithCursor, (id, query) =>
    words([id], { ...query, withCursor: true }),
  ),

  changes: reads("CHANGES", decode.changes, (version = "0", query = {}) =>
    words([version], withGroups(query)),
  ),

  user: reads("USER", nullable(decode.record<User>()), (user) => words([user])),
  find: reads("FIND", nullable(number), (link) => words([link])),
  findAll: reads("FIND", list(number), (link, count = 1000) => words([link], { count })),

  moderate: writes("MODERATE", number, (action, ids) => words([action, ...many(ids)])),
  boost: writes("BOOST", number, (id, seconds, options) => words([id, seconds], options)),
  unvote: writes("UNVOTE", withdrawn, (user, cursor = "0", options) =>
    words([user, cursor], options),
  ),
  transfer: writes("TRANSFER", number, (user, newUser, options) => words([user, newUser], options)),
  forget: writes("FORGET", number, (user, options) => words([user], options)),

  loadArticle: writes("LOAD", decode.ok, (id, user, title, link, options) =>
    words(["ARTICLE", id, user, title, link], options),
  ),
  loadComment: writes("LOAD", decode.ok, (id, user, parent, text, options) =>
    words(["COMMENT", id, user, parent, text], options),
  ),
  loadPlace: writes("LOAD", decode.ok, (id, parent, options) =>
    words(["PLACE", id, parent], options),
  ),
  loadVoters: writes("LOAD", decode.ok, (id, voters) => words(["VOTERS", id], voters)),
  loadLastId: writes("LOAD", decode.ok, (id) => words(["LASTID", id])),
  loadSeen: writes("LOAD", decode.ok, (user, id) => words(["SEEN", user, id])),
  loadMarks: writes("LOAD", decode.ok, (user, list, ids) =>
    words(["MARKS", user, list, ids.length, ...ids]),
  ),
};
