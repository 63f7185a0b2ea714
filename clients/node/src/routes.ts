// How the replies of parts become one, for what one part alone cannot answer.

import { commands } from "./commands.js";
import type { Functions, Parsed } from "./functions.js";
import { now, page as pageOf, positionIn } from "./pages.js";
import { END, joined, PartError } from "./parts.js";
import type { Args, Paged, Parts } from "./parts.js";
import { idsAt } from "./signatures.js";
import { affinities, groups, largest, lists, sum, total } from "./sums.js";

/** Sends a function and returns its result. */
type Route = (parts: Parts, args: Args, name: keyof Functions) => Promise<any>;

/** Sends a function, which may be a variant such as `pageWithCursorJson`, to its parts. */
export async function route(parts: Parts, name: keyof Functions, args: Args): Promise<any> {
  const stem = /^(.+?)(WithCursor|WithCounts)?(Json)?$/.exec(name)![1] as keyof Parsed;
  const part = parts.only(stem, args);
  if (part === undefined) return (routes[stem] ?? byIds(idsAt[stem]!))(parts, args, name);
  if (stem !== "post") return parts.one(part, name, args);
  // A part that is missing must not begin again with the first id.
  const [user, title, link = "", options] = args;
  return parts.one(part, name, [user, title, link, { ...options, xx: true }]);
}

const byIds =
  (at: number): Route =>
  (parts, args, name) =>
    parts.byIds(name, args, at);
const toAll =
  (join: (replies: any[], args: Args) => unknown): Route =>
  async (parts, args, name) =>
    join(await parts.all(name, () => args), args);
/** To one part after the other, so that after an error, it can be sent again. */
const inTurn =
  (join: (replies: any[]) => unknown): Route =>
  async (parts, args, name) => {
    if (name === "alter") parts.knownPageSize = undefined;
    const replies = [];
    for (const part of parts.numbers) {
      // The ids of part k of N are k, k + N, and so on, those of part 0 begin with N.
      const ids = { ...args[0], ids: [part || parts.count, parts.count] };
      replies.push(await parts.one(part, name, name === "create" ? [ids] : args));
    }
    return join(replies);
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

/** Adds up what is null without a site. If only some parts are missing, they were lost. */
const facts: Route = async (parts, args, name) => {
  const replies = await parts.all(name, () => args);
  const part = replies.indexOf(null);
  if (part < 0) return total(replies);
  if (replies.every((reply) => reply === null)) return null;
  throw new PartError(part, parts.keys[part]!, "no such key");
};

/** A page, before whose number there are so many arguments. */
const page = (before: number): Route =>
  toJson(async (parts, args, variant) => {
    const [number = 1, given] = args.slice(before);
    const name = variant.replace(/(WithCursor)?(Json)?$/, "") as Paged["name"];
    const query = { ...given, size: given?.size ?? (await parts.pageSize()) };
    const rows = await pageOf(parts, { name, of: args.slice(0, before), number, query });
    return variant.includes("WithCursor") ? rows : rows[0];
  });

const mGet = toJson((parts, args) => parts.byIds("mGetJson", args, 0));

/** Adds what is ahead in other parts: the rank of what is next there, or if nothing is, all. */
const rank: Route = async (parts, [id, options], name) => {
  const { group, ...query } = options ?? {};
  const paged: Pick<Paged, "name" | "of"> =
    group === undefined ? { name: "page", of: [] } : { name: "groupPage", of: [group] };
  const home = parts.partOf(id);
  const [ahead, article] = await Promise.all([
    parts.one(home, "rank", [id, options]),
    parts.one(home, "get", [id]),
  ]);
  if (ahead === null || article === null) return null;
  const after = positionIn({ ...paged, number: 1, query })!(article);
  const others = parts.numbers.filter((part) => part !== home);
  const next = { ...query, size: 1, after };
  const pages = await parts.ask({ ...paged, number: 1, query: next }, others);
  const ranks = others.map((part, i) => {
    const [[entry]] = pages[i]!;
    if (!entry) return parts.one(part, "count", [{ group }]);
    return parts.one(part, "rank", [entry.id, options]);
  });
  const found = await Promise.all(ranks);
  // What was next may not be listed any more.
  return found.includes(null) ? rank(parts, [id, options], name) : ahead + sum(found);
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
  const begun = parts.numbers.filter((part) => last[part] > 0);
  const replies = await parts.all(name, (part) => [user, Math.min(id, last[part])], begun);
  return replies.includes(true);
};

/** To each part up to its largest id that is not above the last argument. */
const upToId: Route = async (parts, args, name) => {
  for (const part of parts.numbers) {
    const own = Math.floor((args.at(-1) - part) / parts.count) * parts.count + part;
    if (own > 0) await parts.one(part, name, [...args.slice(0, -1), own]);
  }
  return "OK";
};

/** `count` is what all parts together may transfer. */
const transfer: Route = async (parts, [user, newUser, options], name) => {
  const { count = 1000, ...rest } = options ?? {};
  let moved = 0;
  for (const part of parts.numbers) {
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
    const reached = parts.separated(cursor, "0");
    const open = parts.numbers.filter((part) => reached[part] !== END);
    const argsOf = (part: number) => [...args.slice(0, before), reached[part], options];
    const steps = await parts.all(name, argsOf, open);
    open.forEach((part, i) => (reached[part] = steps[i].cursor === "0" ? END : steps[i].cursor));
    return { cursor: joined(reached) ?? "0", [number]: sum(steps.map((step) => step[number])) };
  };

const changes = toJson(async (parts, [version = "0", options]) => {
  const { count = 100, ...view } = options ?? {};
  const versions = parts.separated(version, "0", "RESYNC");
  const query = { ...view, count: Math.max(1, Math.floor(count / parts.count)) };
  const texts = await parts.all("changesJson", (part) => [versions[part], query]);
  const replies = texts.map((text) => JSON.parse(text));
  const [items, deleted] = [1, 2].map((i) => replies.flatMap((reply) => reply[i]));
  return [replies.map(([next]) => next).join(","), items, deleted];
});

const same = <N extends string>(route: Route, ...names: N[]) =>
  Object.fromEntries(names.map((name) => [name, route])) as Record<N, Route>;

const routes: { [Name in keyof Parsed]?: Route } = {
  ...same(inTurn(sum), "unmarkAll", "forget"),
  ...same(inTurn(largest), "follow", "unfollow", "mute", "unmute"),
  ...same(upToId, "loadLastId", "loadSeen"),
  ...same(mGet, "mGet", "mGetComments"),
  ...same(page(0), "page", "comments"),
  ...same(page(1), "groupPage", "userPage", "voted", "answers"),
  marked: page(2),
  create: inTurn((replies) => replies.find((reply) => reply !== null) ?? null),
  ...same(inTurn(ok), "alter", "loadSilenced", "loadFollows", "loadMutes"),
  ...same(facts, "info", "user"),
  groups: async (parts, [limit]) => {
    const { offset = 0, count = -1 } = limit ?? {};
    const all = groups(await parts.all("groups", () => []));
    return all.slice(offset, count < 0 ? undefined : offset + count);
  },
  count,
  rank,
  affinity: async (parts, [poster, { count = 10 } = {}], name) =>
    affinities(await parts.all(name, () => [poster, { count: 100 }])).slice(0, count),
  seen,
  lists: toAll(lists),
  follows: (parts, args, name) => parts.one(0, name, args), // All parts have all.
  unvote: walk("withdrawn", 1),
  silence: walk("changed", 2),
  transfer,
  find: toAll((ids) => ids.reduce((found, id) => (id > (found ?? 0) ? id : found), null)),
  findAll: toAll((ids, [, count = 1000]) => ids.flat().sort((a, b) => b - a).slice(0, count)),
  changes,
};
