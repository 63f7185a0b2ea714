// Which parts a function is sent to, and how their replies become one.

import { commands } from "./commands.js";
import { END, joined, separated } from "./cursors.js";
import { many } from "./encode.js";
import type { Functions, Parsed } from "./functions.js";
import { articles, markedPage, now, pageOf } from "./pages.js";
import type { Paged } from "./pages.js";
import type { Parts } from "./parts.js";
import { rank } from "./rank.js";
import { affinities, groups, infos, largest, lists, sum, users } from "./sums.js";

type Args = readonly any[];
/** Sends a function and returns its result. */
type Route = (parts: Parts, args: Args, name: keyof Functions) => Promise<any>;
type Choice = (parts: Parts, args: Args) => number | undefined;

/** To one part, if there is one that has everything. */
const toOne =
  (choice: Choice, otherwise?: Route): Route =>
  (parts, args, name) => {
    const part = choice(parts, args);
    if (part === undefined && otherwise) return otherwise(parts, args, name);
    return parts.one(part ?? 0, name, args);
  };
/** To the part of the id that is the argument `at`. */
const ofId = (at: number) => toOne((parts, args) => parts.partOf(args[at]));
/** To the part of the groups, if groups decide about parts. */
const ofGroup: Choice = (parts, [group]) =>
  parts.byGroup && group !== undefined ? parts.partOfText(group) : undefined;
const toAll =
  (join: (replies: any[], args: Args) => unknown): Route =>
  async (parts, args, name) =>
    join(await parts.all(name, () => args), args);
/** To one part after the other, so that after an error, it can be sent again. */
const inTurn =
  (join: (replies: any[]) => unknown): Route =>
  async (parts, args, name) =>
    join(await parts.inTurn(name, () => args));
/** To the parts of the ids, which are the last argument. */
const byIds =
  (join: (replies: any[]) => unknown): Route =>
  async (parts, args, name) => {
    const send = (part: number, ids: number[]) =>
      parts.one(part, name, [...args.slice(0, -1), ids]);
    return join((await parts.split(many(args.at(-1)), send)).map(([, reply]) => reply));
  };
/** Of a function that returns articles: `route` returns the JSON of its command. */
const toJson =
  (route: Route): Route =>
  async (parts, args, name) => {
    const reply = await route(parts, args, name);
    return name.endsWith("Json") ? escaped(reply) : commands[name].readJson!(reply);
  };
const ok = () => "OK";

/** Returns JSON with the server's escapes, which can stand in a page's script element. */
function escaped(value: unknown): string {
  const escape = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escape);
}

/** Joins what is null without a site. If only some parts are missing, they were lost. */
function nullable<T>(parts: Parts, replies: (T | null)[], join: (replies: T[]) => T): T | null {
  const found = replies.filter((reply) => reply !== null);
  if (found.length === 0) return null;
  if (found.length < replies.length) throw parts.error(replies.indexOf(null), "no such key");
  return join(found);
}

/** A page, before whose number there are so many arguments. */
const page = (name: Paged["name"], before: number): Route =>
  toJson(async (parts, args, variant) => {
    const [number = 1, given] = args.slice(before);
    const query = { ...given, size: given?.size ?? (await parts.pageSize()) };
    const paged = { name, of: args.slice(0, before), number, query };
    const rows = await (name === "marked" ? markedPage : pageOf)(parts, paged);
    return variant.includes("WithCursor") ? rows : rows[0];
  });

const mGet = toJson((parts, [ids, view]) => articles(parts, ids, view));

const post: Route = (parts, [user, title, link = "", options], name) => {
  const groups: string[] = options?.groups ?? [];
  const [first] = parts.byGroup ? groups : [];
  const text = first ?? link;
  const part =
    options?.id !== undefined ? parts.partOf(options.id)
    : text === "" ? parts.next()
    : parts.partOfText(text);
  parts.checkGroups(part, groups);
  // Ids of a part that is missing would be those of other parts.
  return parts.one(part, name, [user, title, link, { ...options, xx: true }]);
};

const groupAdd: Route = async (parts, args, name) => {
  const [id, group] = args;
  const part = parts.partOf(id);
  parts.checkGroups(part, many(group));
  return parts.one(part, name, args);
};

/** The parts' ids are k, k + N, and so on. */
const create: Route = async (parts, [options]) => {
  const replies = await parts.inTurn("create", (part) => [
    { ...options, ids: [part || parts.count, parts.count] },
  ]);
  return replies.find((reply) => reply !== null) ?? null;
};

const alter: Route = async (parts, args, name) => {
  parts.forgetPageSize();
  await parts.inTurn(name, () => args);
  return "OK";
};

const count: Route = toOne(
  (parts, [span]) =>
    span?.below !== undefined ? parts.partOf(span.below) : ofGroup(parts, [span?.group]),
  async (parts, [span], name) => {
    const absolute = (time?: number) => (time !== undefined && time < 0 ? now() + time : time);
    const times = { since: absolute(span?.since), until: absolute(span?.until) };
    return sum(await parts.all(name, () => [{ ...span, ...times }]));
  },
);

/** `user` has seen everything up to `id`, which must be assigned in each part. */
const seen: Route = async (parts, args, name) => {
  const [user, id] = args;
  const last = (await parts.all("info", () => [])).map((info) => info?.last_id ?? 0);
  if (!(id <= largest(last))) return parts.one(parts.partOf(id), name, args);
  const replies = await parts.all(name, (part) => last[part] > 0 && [user, Math.min(id, last[part])]);
  return replies.includes(true);
};

/** To each part with its largest id up to `id`, which is the last argument. */
const upToId: Route = async (parts, args, name) => {
  const own = (part: number) => Math.floor((args.at(-1) - part) / parts.count) * parts.count + part;
  await parts.inTurn(name, (part) => own(part) > 0 && [...args.slice(0, -1), own(part)]);
  return "OK";
};

/** `count` is what all parts together may transfer. */
const transfer: Route = async (parts, [user, newUser, options], name) => {
  const { count = 1000, ...rest } = options ?? {};
  let moved = 0;
  for (const part of parts.keys.keys()) {
    if (part > 0 && moved >= count) break;
    moved += await parts.one(part, name, [user, newUser, { ...rest, count: count - moved }]);
  }
  return moved;
};

/** Steps through the votes of a user in all parts. The cursor is before the options. */
const walk =
  (number: "withdrawn" | "changed"): Route =>
  async (parts, args, name) => {
    const at = name === "silence" ? 2 : 1;
    const [cursor = "0", options] = args.slice(at);
    const reached = cursor === "0" ? parts.keys.map(() => "0") : separated(parts, cursor);
    const replies = await parts.all(
      name,
      (part) => reached[part] !== END && [...args.slice(0, at), reached[part], options],
    );
    const next = replies.map((reply) => (!reply || reply.cursor === "0" ? END : reply.cursor));
    return { cursor: joined(next) ?? "0", [number]: sum(replies.map((reply) => reply?.[number] ?? 0)) };
  };

const changes = toJson(async (parts, [version = "0", options]) => {
  if (options?.block !== undefined) throw new TypeError("Parts cannot wait together: followChanges does");
  const versions = version === "0" ? parts.keys.map(() => "0") : version.split(",");
  if (versions.length !== parts.count) throw new Error("RESYNC this version is not of this site");
  const count = Math.max(1, Math.floor((options?.count ?? 100) / parts.count));
  const texts = await parts.all("changesJson", (part) => [versions[part], { ...options, count }]);
  const replies = texts.map((text) => JSON.parse(text));
  const list = (i: number) => replies.flatMap((reply) => reply[i]);
  return [replies.map(([next]) => next).join(","), list(1), list(2)];
});

/** A function without the endings of its variants. */
type Stem<N> = N extends `${infer S}WithCursor` | `${infer S}WithCounts` ? S : N;

export const routes: Record<Stem<keyof Parsed>, Route> = {
  create,
  alter,
  info: async (parts) => nullable(parts, await parts.all("info", () => []), infos),
  post,
  edit: ofId(0),
  del: byIds(sum),
  get: ofId(0),
  getComment: ofId(0),
  vote: ofId(1),
  page: page("page", 0),
  groupAdd,
  groupRem: ofId(0),
  groupPage: toOne(ofGroup, page("groupPage", 1)),
  groups: async (parts, [limit]) => {
    const all = groups(await parts.all("groups", () => []));
    const { offset = 0, count = -1 } = limit ?? {};
    return all.slice(offset, count < 0 ? undefined : offset + count);
  },
  count,
  mGet,
  mGetComments: mGet,
  rank: toOne((parts, [id, options]) => ofGroup(parts, [options?.group]) && parts.partOf(id), rank),
  votes: (parts, [user, ids]) =>
    parts.each(many<number>(ids), (part, own) => parts.one(part, "votes", [user, own])),
  voters: ofId(0),
  affinity: async (parts, [poster, { count = 10 } = {}], name) =>
    affinities(await parts.all(name, () => [poster, { count: 100 }])).slice(0, count),
  voted: page("voted", 1),
  answers: page("answers", 1),
  seen,
  mark: byIds(sum),
  unmarkAll: inTurn(sum),
  unmark: byIds(sum),
  marked: page("marked", 2),
  lists: toAll(lists),
  follow: inTurn(largest),
  unfollow: inTurn(largest),
  mute: inTurn(largest),
  unmute: inTurn(largest),
  follows: toOne(() => 0),
  forget: inTurn(sum),
  unvote: walk("withdrawn"),
  silence: walk("changed"),
  transfer,
  userPage: page("userPage", 1),
  user: async (parts, args) => nullable(parts, await parts.all("user", () => args), users),
  find: toAll((ids) => ids.reduce((found, id) => (id > (found ?? 0) ? id : found), null)),
  findAll: toAll((ids, [, count = 1000]) => ids.flat().sort((a, b) => b - a).slice(0, count)),
  moderate: byIds(sum),
  boost: ofId(0),
  bump: ofId(0),
  incrBy: ofId(0),
  comment: ofId(1),
  thread: ofId(0),
  path: ofId(0),
  comments: toOne(
    (parts, [, query]) => (query?.below === undefined ? undefined : parts.partOf(query.below)),
    page("comments", 0),
  ),
  changes,
  loadArticle: ofId(0),
  loadComment: ofId(0),
  loadPlace: ofId(0),
  loadVoters: ofId(0),
  loadLastId: upToId,
  loadSeen: upToId,
  loadUnseen: byIds(ok),
  loadSilenced: inTurn(ok),
  loadMarks: byIds(ok),
  loadFollows: inTurn(ok),
  loadMutes: inTurn(ok),
};
