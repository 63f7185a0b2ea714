// Each function of the package: its command, the words after the key, and how its reply is read.

import * as decode from "./decode.js";
import { many, words } from "./encode.js";
import type { Article, Comment, Posted, Voted } from "./replies.js";
import { viewing } from "./signatures.js";
import type { Functions, Parsed, Texts } from "./signatures.js";

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
type Described<Names extends keyof Functions> = {
  readonly [Name in Names]: Command & {
    readonly write: (...args: Parameters<Functions[Name]>) => string[];
    readonly read: (reply: unknown) => Awaited<ReturnType<Functions<Unlimited>[Name]>>;
  };
};

type Write<Args extends unknown[]> = (...args: Args) => string[];
type Read<T = any> = (reply: any) => T;

function writes<Args extends unknown[], T>(name: string, read: Read<T>, write: Write<Args>) {
  return { name: `ARTICLE.${name}`, readOnly: false, write, read };
}

/** `read` gets the parsed reply. */
function reads<Args extends unknown[]>(name: string, write: Write<Args>, read?: Read) {
  return {
    name: `ARTICLE.${name}`,
    readOnly: true,
    write: (...args: Args) => [...write(...args), "FORMAT", "JSON"],
    read: read ? (reply: unknown) => read(json(reply)) : json,
  };
}

const { flag, json, nullable, number, ok, text } = decode;
const posted = decode.record<Posted>();
const voted = decode.record<Voted>("poster");

function withCursor(name: "articles" | "comments" | "items"): Read {
  return ([items, cursor]) => ({ [name]: items, cursor });
}

function voters([cursor, votes]: [string, unknown[]]) {
  return { cursor, voters: Object.fromEntries(decode.pairs(votes)) };
}

const groups = (reply: [string, number][]) => reply.map(([group, size]) => ({ group, size }));
const lists = (reply: [string, number][]) => reply.map(([list, size]) => ({ list, size }));

function withdrawn([cursor, count]: unknown[]) {
  return { cursor: text(cursor), withdrawn: number(count) };
}

// Articles and comments share one sequence of ids: an id may be of the other kind. Only comments
// have a parent.
const isComment = (item: object) => "parent" in item;
const onlyArticle: Read = (item) => (item && isComment(item) ? null : item);
const onlyComment: Read = (item) => (item && isComment(item) ? item : null);

function changes([version, items, deleted]: [string, (Article | Comment)[], number[]]) {
  const articles = items.filter((item) => !isComment(item));
  const comments = items.filter(isComment);
  return { version, articles, comments, deleted };
}

/** With this name, the reply tells articles and comments apart. */
function withParent<Q extends { readonly return?: readonly string[] | undefined }>(query: Q): Q {
  return query.return ? { ...query, return: [...query.return, "parent"] } : query;
}

const parsed: Described<keyof Parsed> = {
  create: writes("CREATE", nullable(ok), (settings) => words([], settings)),
  alter: writes("ALTER", ok, (settings) => words([], settings)),
  info: reads("INFO", () => []),

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
  edit: writes("EDIT", ok, (id, changes) => words([id], changes)),
  incrBy: writes("INCRBY", number, (id, field, increment = 1) => words([id, field, increment])),
  bump: writes("BUMP", number, (id, options) => words([id], options)),
  del: writes("DEL", number, (ids) => words(many(ids))),

  get: reads("GET", (id, view = {}) => words([id], withParent(view)), onlyArticle),
  getComment: reads("GET", (id, view = {}) => words([id], withParent(view)), onlyComment),
  mGet: reads(
    "MGET",
    (ids, view = {}) => words([ids.length, ...ids], withParent(view)),
    (reply) => reply.map(onlyArticle),
  ),
  mGetComments: reads(
    "MGET",
    (ids, view = {}) => words([ids.length, ...ids], withParent(view)),
    (reply) => reply.map(onlyComment),
  ),

  vote: writes("VOTE", flag, (user, id, direction = "UP", options) =>
    words([user, id, direction], options),
  ),
  voteWithCounts: writes("VOTE", voted, (user, id, direction = "UP", options) =>
    words([user, id, direction], { ...options, withCounts: true }),
  ),
  votes: reads("VOTES", (user, ids) => words([user, ...many(ids)])),
  voters: reads("VOTERS", (id, cursor = "0", options) => words([id, cursor], options), voters),

  voted: reads("VOTED", (user, page = 1, query) => words([user, page], query)),
  votedWithCursor: reads(
    "VOTED",
    (user, page = 1, query) => words([user, page], { ...query, withCursor: true }),
    withCursor("items"),
  ),

  answers: reads("ANSWERS", (user, page = 1, query) => words([user, page], query)),
  answersWithCursor: reads(
    "ANSWERS",
    (user, page = 1, query) => words([user, page], { ...query, withCursor: true }),
    withCursor("comments"),
  ),
  seen: writes("SEEN", flag, (user, id) => words([user, id])),

  mark: writes("MARK", number, (user, list, ids) => words([user, list, ...many(ids)])),
  unmark: writes("UNMARK", number, (user, list, ids) => words([user, list, ...many(ids)])),
  unmarkAll: writes("UNMARK", number, (user, list) => words([user, list, "ALL"])),
  marked: reads("MARKED", (user, list, page = 1, query) => words([user, list, page], query)),
  markedWithCursor: reads(
    "MARKED",
    (user, list, page = 1, query) => words([user, list, page], { ...query, withCursor: true }),
    withCursor("items"),
  ),
  lists: reads("LISTS", (user) => words([user]), lists),

  groupAdd: writes("GROUPADD", number, (id, groups) => words([id, ...many(groups)])),
  groupRem: writes("GROUPREM", number, (id, groups) => words([id, ...many(groups)])),
  groups: reads(
    "GROUPS",
    (limit) => words([], { limit: limit && [limit.offset, limit.count] }),
    groups,
  ),
  count: reads("COUNT", ({ group, ...span } = {}) =>
    words(group === undefined ? [] : [group], span),
  ),
  rank: reads("RANK", (id, options) => words([id], options)),

  page: reads("PAGE", (page = 1, query) => words([page], query)),
  pageWithCursor: reads(
    "PAGE",
    (page = 1, query) => words([page], { ...query, withCursor: true }),
    withCursor("articles"),
  ),
  groupPage: reads("GROUPPAGE", (group, page = 1, query) => words([group, page], query)),
  groupPageWithCursor: reads(
    "GROUPPAGE",
    (group, page = 1, query) => words([group, page], { ...query, withCursor: true }),
    withCursor("articles"),
  ),
  userPage: reads("USERPAGE", (user, page = 1, query) => words([user, page], query)),
  userPageWithCursor: reads(
    "USERPAGE",
    (user, page = 1, query) => words([user, page], { ...query, withCursor: true }),
    withCursor("articles"),
  ),
  comments: reads("COMMENTS", (page = 1, query) => words([page], query)),
  commentsWithCursor: reads(
    "COMMENTS",
    (page = 1, query) => words([page], { ...query, withCursor: true }),
    withCursor("comments"),
  ),
  path: reads("PATH", (id, view) => words([id], view)),
  thread: reads("THREAD", (id, query) => words([id], query)),
  threadWithCursor: reads(
    "THREAD",
    (id, query) => words([id], { ...query, withCursor: true }),
    withCursor("comments"),
  ),

  changes: reads(
    "CHANGES",
    (version = "0", query = {}) => words([version], withParent(query)),
    changes,
  ),

  user: reads("USER", (user) => words([user])),
  find: reads("FIND", (link) => words([link])),
  findAll: reads("FIND", (link, count = 1000) => words([link], { count })),

  moderate: writes("MODERATE", number, (action, ids) => words([action, ...many(ids)])),
  boost: writes("BOOST", number, (id, seconds, options) => words([id, seconds], options)),
  unvote: writes("UNVOTE", withdrawn, (user, cursor = "0", options) =>
    words([user, cursor], options),
  ),
  transfer: writes("TRANSFER", number, (user, newUser, options) => words([user, newUser], options)),
  forget: writes("FORGET", number, (user, options) => words([user], options)),

  loadArticle: writes("LOAD", ok, (id, user, title, link, options) =>
    words(["ARTICLE", id, user, title, link], options),
  ),
  loadComment: writes("LOAD", ok, (id, user, parent, text, options) =>
    words(["COMMENT", id, user, parent, text], options),
  ),
  loadPlace: writes("LOAD", ok, (id, parent, options) =>
    words(["PLACE", id, parent], options),
  ),
  loadVoters: writes("LOAD", ok, (id, voters) => words(["VOTERS", id], voters)),
  loadLastId: writes("LOAD", ok, (id) => words(["LASTID", id])),
  loadSeen: writes("LOAD", ok, (user, id) => words(["SEEN", user, id])),
  loadMarks: writes("LOAD", ok, (user, list, ids) =>
    words(["MARKS", user, list, ids.length, ...ids]),
  ),
};

const texts = Object.fromEntries(
  viewing.map((name) => [
    `${name}Json`,
    { ...parsed[name], read: (reply: unknown) => (reply === null ? null : text(reply)) },
  ]),
) as unknown as Described<keyof Texts>;

export const commands: Described<keyof Functions> = { ...parsed, ...texts };
