// Which parts a function is sent to, and how their replies become one.

import { setTimeout } from "node:timers/promises";
import { commands } from "./commands.js";
import { many } from "./encode.js";
import type { Functions, Parsed } from "./functions.js";
import { END, joined, markedPage, now, pageOf, separated } from "./pages.js";
import type { Paged } from "./pages.js";
import { PartError } from "./parts.js";
import type { Args, Parts } from "./parts.js";
import { rank } from "./rank.js";
import { idAt, idsAt } from "./signatures.js";
import { affinities, groups, infos, largest, lists, sum, users } from "./sums.js";

/** Sends a function and returns its result. */
type Route = (parts: Parts, args: Args, name: keyof Functions) => Promise<any>;

/** Milliseconds between two looks for changes. */
const PAUSE = 50;

/** Returns how to send a function, by its name without the endings of its variants. */
export function routeOf(stem: string): Route {
  const own = routes[stem as keyof Parsed];
  if (own) return own;
  const [at, ids] = [idAt[stem]!, idsAt[stem]];
  return ids !== undefined
    ? (parts, args, name) => parts.byIds(name, args, ids)
    : (parts, args, name) => parts.one(parts.partOf(args[at]), name, args);
}

const toAll =
  (join: (replies: any[], args: Args) => unknown): Route =>
  async (parts, args, name) =>
    join(await parts.all(name, () => args), args);
/** To one part after the other, so that after an error, it can be sent again. */
const inTurn =
  (join: (replies: any[]) => unknown): Route =>
  async (parts, args, name) =>
    join(await parts.inTurn(name, () => args));
/** To one part, if everything is there. */
const toOne =
  (partOf: (parts: Parts, args: Args) => number | undefined, otherwise: Route): Route =>
  (parts, args, name) => {
    const part = partOf(parts, args);
    return part === undefined ? otherwise(parts, args, name) : parts.one(part, name, args);
  };
const ofThread = (parts: Parts, query?: { below?: number }) =>
  query?.below === undefined ? undefined : parts.partOf(query.below);
/** Groups are in one part each if they decide about parts. */
const ofGroup = (parts: Parts, group?: string) =>
  parts.byGroup && group !== undefined ? parts.partOfText(group) : undefined;
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
const nullable =
  <T>(join: (replies: T[]) => T): Route =>
  async (parts, args, name) => {
    const replies: (T | null)[] = await parts.all(name, () => args);
    const part = replies.indexOf(null);
    if (part < 0) return join(replies as T[]);
    if (replies.every((reply) => reply === null)) return null;
    throw new PartError(part, parts.keys[part]!, "no such key");
  };

/** A page, before whose number there are so many arguments. */
const page = (name: Paged["name"], before: number): Route =>
  toJson(async (parts, args, variant) => {
    const [number = 1, given] = args.slice(before);
    const query = { ...given, size: given?.size ?? (await parts.pageSize()) };
    const paged = { name, of: args.slice(0, before), number, query };
    const rows = await (name === "marked" ? markedPage : pageOf)(parts, paged);
    return variant.includes("WithCursor") ? rows : rows[0];
  });

const mGet = toJson((parts, args) => parts.byIds("mGetJson", args, 0));

const post: Route = async (parts, [user, title, link = "", options], name) => {
  const groups: string[] = options?.groups ?? [];
  const text = (parts.byGroup && groups[0]) || link;
  const part = options?.id === undefined ? parts.partOfText(text) : parts.partOf(options.id);
  parts.checkGroups(part, groups);
  // A part that is missing must not begin again with the first id.
  return parts.one(part, name, [user, title, link, { ...options, xx: true }]);
};

const groupAdd: Route = async (parts, args, name) => {
  const part = parts.partOf(args[0]);
  parts.checkGroups(part, many(args[1]));
  return parts.one(part, name, args);
};

/** The ids of part k of N are k, k + N, and so on, those of part 0 begin with N. */
const create: Route = async (parts, [options], name) => {
  const ids = (part: number) => [part || parts.count, parts.count];
  const replies = await parts.inTurn(name, (part) => [{ ...options, ids: ids(part) }]);
  return replies.find((reply) => reply !== null) ?? null;
};

const alter: Route = async (parts, args, name) => {
  parts.knownPageSize = undefined;
  return inTurn(ok)(parts, args, name);
};

const count: Route = async (parts, [span], name) => {
  const absolute = (time?: number) => (time !== undefined && time < 0 ? now() + time : time);
  const times = { since: absolute(span?.since), until: absolute(span?.until) };
  return sum(await parts.all(name, () => [{ ...span, ...times }]));
};

/** To each part up to its last id. */
const seen: Route = async (parts, [user, id], name) => {
  const last = (await parts.all("info", () => [])).map((info) => info?.last_id ?? 0);
  if (!(id <= largest(last))) return parts.one(parts.partOf(id), name, [user, id]);
  const upTo = (part: number) => Math.min(id, last[part]);
  const replies = await parts.all(name, (part) => upTo(part) > 0 && [user, upTo(part)]);
  return replies.includes(true);
};

/** To each part up to its largest id that is not above the last argument. */
const upToId: Route = async (parts, args, name) => {
  const { count } = parts;
  const own = (part: number) => Math.floor((args.at(-1) - part) / count) * count + part;
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

/** Steps through the votes of a user in all parts at once. */
const walk =
  (number: "withdrawn" | "changed", before: number): Route =>
  async (parts, args, name) => {
    const [cursor = "0", options] = args.slice(before);
    const reached = separated(parts, cursor, "0");
    const replies = await parts.all(
      name,
      (part) => reached[part] !== END && [...args.slice(0, before), reached[part], options],
    );
    const steps = replies.map((reply) => reply || { cursor: "0", [number]: 0 });
    const next = joined(steps.map((step) => (step.cursor === "0" ? END : step.cursor)));
    return { cursor: next ?? "0", [number]: sum(steps.map((step) => step[number])) };
  };

/** No command waits for several parts, so they are asked again. */
const changes = toJson(async (parts, [version = "0", options]) => {
  const { count = 100, block, ...view } = options ?? {};
  const versions = separated(parts, version, "0", "RESYNC this version is of another site");
  const query = { ...view, count: Math.max(1, Math.floor(count / parts.count)) };
  const end = performance.now() + (block === 0 ? Infinity : block ?? 0);
  while (true) {
    const texts = await parts.all("changesJson", (part) => [versions[part], query]);
    const replies = texts.map((text) => JSON.parse(text));
    const [items, deleted] = [1, 2].map((i) => replies.flatMap((reply) => reply[i]));
    if (items!.length + deleted!.length > 0 || performance.now() >= end) {
      return [replies.map(([next]) => next).join(","), items, deleted];
    }
    await setTimeout(PAUSE);
  }
});

const same = <N extends string>(route: Route, ...names: N[]) =>
  Object.fromEntries(names.map((name) => [name, route])) as Record<N, Route>;

const routes: { [Name in keyof Parsed]?: Route } = {
  ...same(inTurn(sum), "unmarkAll", "forget"),
  ...same(inTurn(largest), "follow", "unfollow", "mute", "unmute"),
  ...same(inTurn(ok), "loadSilenced", "loadFollows", "loadMutes"),
  ...same(upToId, "loadLastId", "loadSeen"),
  ...same(mGet, "mGet", "mGetComments"),
  create,
  alter,
  info: nullable(infos),
  post,
  page: page("page", 0),
  groupAdd,
  groupPage: toOne((parts, [group]) => ofGroup(parts, group), page("groupPage", 1)),
  groups: async (parts, [limit]) => {
    const { offset = 0, count = -1 } = limit ?? {};
    const all = groups(await parts.all("groups", () => []));
    return all.slice(offset, count < 0 ? undefined : offset + count);
  },
  count: toOne((parts, [span]) => ofThread(parts, span) ?? ofGroup(parts, span?.group), count),
  rank,
  affinity: async (parts, [poster, { count = 10 } = {}], name) =>
    affinities(await parts.all(name, () => [poster, { count: 100 }])).slice(0, count),
  voted: page("voted", 1),
  answers: page("answers", 1),
  seen,
  marked: page("marked", 2),
  lists: toAll(lists),
  follows: (parts, args, name) => parts.one(0, name, args), // All parts have all.
  unvote: walk("withdrawn", 1),
  silence: walk("changed", 2),
  transfer,
  userPage: page("userPage", 1),
  user: nullable(users),
  find: toAll((ids) => ids.reduce((found, id) => (id > (found ?? 0) ? id : found), null)),
  findAll: toAll((ids, [, count = 1000]) => ids.flat().sort((a, b) => b - a).slice(0, count)),
  comments: toOne((parts, [, query]) => ofThread(parts, query), page("comments", 0)),
  changes,
};
