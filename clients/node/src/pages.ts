// Pages of all parts.

import type { Args, Parts } from "./parts.js";

type Query = Readonly<Record<string, any>>;
/** A page: its function without WithCursor and Json, and the arguments. */
export interface Paged {
  readonly name: "page" | "groupPage" | "userPage" | "comments" | "voted" | "answers" | "marked";
  /** The group, the user, or the user and the list. */
  readonly of: Args;
  readonly number: number;
  readonly query: Query;
}
/** Entries as JSON, and the cursor with which to continue, or null if nothing follows. */
export type Rows = [rows: any[], cursor: string | null];
/** Where an entry is in a listing. */
export interface Place {
  readonly position: string;
  readonly pinned: boolean;
  readonly value: number;
  readonly id: number;
}
interface Entry extends Place {
  readonly row: any;
}

/** The number of entries that page numbers reach. Cursors reach all. */
const REACH = 10000;
/** How often a page is read because something on it is deleted meanwhile. */
const TRIES = 3;
/** What PER counts of an entry. */
const COUNTED: Record<string, string> = { GROUP: "groups", USER: "poster", LINK: "link" };
/** Orders by an entry that whole articles and comments have. */
const PLAIN = ["score", "time", "votes", "bumped", "comments"];

/** Sends a page to one part. */
export async function ask(parts: Parts, part: number, paged: Paged): Promise<Rows> {
  const { name, of, number, query } = paged;
  return JSON.parse(await parts.one(part, `${name}WithCursorJson`, [...of, number, query]));
}

/** Returns a page whose query has a `size`. */
export async function pageOf(parts: Parts, paged: Paged): Promise<Rows> {
  const { number, query } = paged;
  const { size, per } = query;
  if (!isPage(paged) || (per && number > 1)) return ask(parts, 0, paged);
  const timed = { ...paged, number: 1, query: withTime(query) };
  if (number === 1) return firstPage(parts, timed);
  if ((number - 1) * size > REACH) {
    throw new RangeError(`page numbers reach ${REACH} articles into several parts; use after`);
  }
  const [, after] = await merge(parts, withQuery(timed, { size: (number - 1) * size }), []);
  return after === null ? [[], null] : firstPage(parts, withQuery(timed, { after }));
}

const withQuery = (paged: Paged, query: Query) => ({
  ...paged,
  query: { ...paged.query, ...query },
});

/** Returns whether the server accepts the numbers. */
function isPage({ number, query: { size } }: Paged): boolean {
  return Number.isInteger(Number(number)) && number >= 1 && size >= 1 && size <= 1000;
}

export const now = () => Math.floor(Date.now() / 1000);

/** Has GRAVITY and so on be as of the same time in all parts. */
function withTime(query: Query): Query {
  const { by, since, until, at } = query;
  const isOfNow = /^(gravity|active)$/i.test(by) || since < 0 || until < 0;
  return isOfNow ? { ...query, at: at ?? now() } : query;
}

const isMixed = (name: Paged["name"]) => name === "voted" || name === "answers";

/** Returns the names of the entries by which pages are merged. */
function mergedBy({ name, query: { per } }: Paged): string[] {
  const counted = per ? [COUNTED[String(per[0]).toUpperCase()]!] : [];
  return ["id", ...(isMixed(name) ? [] : ["position"]), ...counted];
}

/** Returns what tells the position of a whole article or comment, unless the server must say it. */
function positionIn({ name, query: { by } }: Paged): ((row: any) => string) | undefined {
  const order = String(by ?? (name === "comments" ? "time" : "score")).toLowerCase();
  if (!PLAIN.includes(order)) return undefined;
  const heedsPins = name !== "comments" && (order === "score" || order === "bumped");
  const pins = heedsPins ? [1, ...(name === "groupPage" ? [2] : [])] : [];
  return (row) => `${order}:${pins.includes(row.pinned) ? "p" : ""}${row[order]}-${row.id}`;
}

async function firstPage(parts: Parts, paged: Paged): Promise<Rows> {
  const names: string[] | undefined = paged.query.return;
  const isWhole = !names && !isMixed(paged.name);
  const position = isWhole ? positionIn(paged) : undefined;
  if (isWhole && !position) return wholePage(parts, paged);
  const [rows, cursor] = await merge(parts, paged, names, position);
  const left = names ? mergedBy(paged).filter((name) => !names.includes(name)) : [];
  for (const row of rows) for (const name of left) delete row[name];
  return [rows, cursor];
}

/** Reads whole articles or comments by id once the server has said their order. */
async function wholePage(parts: Parts, paged: Paged): Promise<Rows> {
  const { viewer, marks } = paged.query;
  for (let tries = 1; ; tries++) {
    const [rows, cursor] = await merge(parts, paged, []);
    const ids = rows.map(({ id }): number => id);
    const found = ids.length > 0 ? await articles(parts, ids, { viewer, marks }) : [];
    const left = found.filter((item) => item !== null);
    if (left.length === ids.length || tries === TRIES) return [left, cursor];
  }
}

/** Returns articles and comments, or null, in the order of the ids. */
export function articles(parts: Parts, ids: readonly number[], view: Query): Promise<any[]> {
  return parts.each(ids, async (part, own) =>
    JSON.parse(await parts.one(part, "mGetJson", [own, view])),
  );
}

/**
 * Returns the first page of all parts with these entries, or whole ones. Each part is asked at the
 * same time for its share and a margin, and again as long as its last position is on the page.
 */
async function merge(
  parts: Parts,
  paged: Paged,
  names: readonly string[] | undefined,
  position = (row: any): string => row.position ?? `${row.id}`,
) {
  const { query } = paged;
  const share = query.size / parts.count;
  // With fewer, one of 16 parts has more of a page of 25 than that on every third page.
  const margin = Math.max(5, Math.ceil(1.5 * Math.sqrt(share)));
  const size = Math.min(1000, query.size, Math.ceil(share) + margin);
  const entries = names && [...new Set([...names, ...mergedBy(paged)])];
  // What takes the room of an article in one part may itself have none on the page.
  const per = /^group$/i.test(query.per?.[0]) ? undefined : query.per;
  const askFor = (part: number, asked: Query) => {
    const except = query.except?.filter((id: number) => parts.partOf(id) === part);
    return ask(parts, part, withQuery(paged, { except, return: entries, per, ...asked }));
  };
  const entryOf = (row: any): Entry => ({ row, ...placeOf(position(row)) });
  const compare = comparison(query.order);
  const reached = parts.keys.map((): string | null | undefined => query.after);
  let found: Entry[] = [];
  let taken: Entry[] = [];
  for (let due = [...reached.keys()]; due.length > 0; ) {
    const replies = await Promise.all(
      due.map((part) => askFor(part, { size, after: reached[part] })),
    );
    due.forEach((part, i) => (reached[part] = replies[i]![1]));
    found = [...found, ...replies.flatMap(([rows]) => rows.map(entryOf))].sort(compare);
    taken = limited(found, query);
    const last = taken[query.size - 1];
    due = [...reached.keys()].filter((part) => {
      const cursor = reached[part];
      return cursor && (!last || compare(placeOf(cursor), last) < 0);
    });
  }
  const rows = taken.map(({ row }) => row);
  const last = taken[query.size - 1];
  if (!last) return [rows, null] as Rows;
  let follows = found.at(-1) !== last || reached.some((cursor) => cursor !== null);
  if (!follows && query.per) {
    // What PER has passed over follows, too.
    const next = { size: 1, after: last.position, per: undefined };
    const replies = await Promise.all(parts.keys.map((_, part) => askFor(part, next)));
    follows = replies.some(([left]) => left.length > 0);
  }
  return [rows, follows ? last.position : null] as Rows;
}

/** Reads `order:value-id`, or a mere id. The value of what is pinned begins with a p. */
export function placeOf(position: string): Place {
  const [, pinned, value = 0, id] = /^(?:\w+:(p?)(-?\d+)-)?(\d+)/.exec(position) ?? [];
  return { position, pinned: Boolean(pinned), value: Number(value), id: Number(id) };
}

/** Compares what is pinned first, then values, then ids. */
export function comparison(order = "desc"): (a: Place, b: Place) => number {
  const sign = order.toLowerCase() === "asc" ? -1 : 1;
  return (a, b) =>
    sign * (Number(b.pinned) - Number(a.pinned) || b.value - a.value || b.id - a.id);
}

/** Returns the first entries that have room on a page. */
function limited(entries: Entry[], { size, per }: Query): Entry[] {
  if (!per) return entries.slice(0, size);
  const name = COUNTED[String(per[0]).toUpperCase()]!;
  const counts = new Map<string, number>();
  const taken: Entry[] = [];
  for (const entry of entries) {
    if (taken.length === size) break;
    const counted: string[] = [entry.row[name]].flat().filter(Boolean);
    if (counted.some((text) => (counts.get(text) ?? 0) >= per[1])) continue;
    for (const text of counted) counts.set(text, (counts.get(text) ?? 0) + 1);
    taken.push(entry);
  }
  return taken;
}

/** The cursor of a part of which nothing is left. */
export const END = "-";

/** Returns the cursors of the parts as one, or null if nothing is left. */
export function joined(cursors: readonly string[]): string | null {
  return cursors.every((cursor) => cursor === END) ? null : cursors.join(",");
}

export function separated(parts: Parts, cursor: string): string[] {
  const cursors = cursor.split(",");
  if (cursors.length === parts.count) return cursors;
  throw new Error("BADCURSOR this is not a cursor of this listing");
}

/** Returns a page of a list. Its order holds within each part, and the parts take turns. */
export async function markedPage(parts: Parts, paged: Paged): Promise<Rows> {
  if (!isPage(paged)) return ask(parts, 0, paged);
  const { after } = paged.query;
  const reached = after ? separated(parts, after) : parts.keys.map(() => "");
  let rows: any[] = [];
  for (let page = 1; page <= paged.number; page++) rows = await nextMarked(parts, paged, reached);
  return [rows, joined(reached)];
}

/** Returns the next page, of which each part has a share, and moves the cursors. */
async function nextMarked(parts: Parts, paged: Paged, reached: string[]): Promise<any[]> {
  const rows: any[] = [];
  while (rows.length < paged.query.size && joined(reached) !== null) {
    const left = paged.query.size - rows.length;
    const open = [...reached.keys()].filter((part) => reached[part] !== END);
    const asked = open.slice(0, left);
    const shares = asked.map((_, i) => Math.ceil((left - i) / open.length));
    const lists = await Promise.all(
      asked.map((part, i) => {
        const query = { size: shares[i], after: reached[part] || undefined };
        return ask(parts, part, { ...withQuery(paged, query), number: 1 });
      }),
    );
    asked.forEach((part, i) => (reached[part] = lists[i]![1] ?? END));
    for (let i = 0; i < shares[0]!; i++) {
      for (const [own] of lists) rows.push(...own.slice(i, i + 1));
    }
  }
  return rows;
}
