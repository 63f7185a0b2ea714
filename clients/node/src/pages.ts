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
  readonly pinned: boolean;
  readonly value: number;
  readonly id: number;
}
interface Entry extends Place {
  readonly position: string;
  readonly row: any;
}

/** The number of entries that page numbers reach. Cursors reach all. */
const REACH = 10000;
/** How often a page is read because something on it is deleted meanwhile. */
const TRIES = 3;
/** What PER counts of an entry. */
const COUNTED: Record<string, string> = { GROUP: "groups", USER: "poster", LINK: "link" };

/** Options that do not choose what is on the first page. */
const SHOWN = new Set(["by", "order", "size", "viewer", "marks", "return", "at"]);
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
  const before = (number - 1) * query.size;
  if (!isPage(paged) || (query.per && before > 0)) return ask(parts, 0, paged);
  if (before > REACH) {
    throw new RangeError(`page numbers reach ${REACH} articles into several parts; use after`);
  }
  const first = withQuery({ ...paged, number: 1 }, timeOf(query));
  if (before === 0) return firstPage(parts, first);
  const [, after] = await merge(parts, withQuery(first, { size: before }), []);
  return after === null ? [[], null] : firstPage(parts, withQuery(first, { after }));
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
function timeOf({ by, since, until, at }: Query): Query {
  const isOfNow = /^(gravity|active)$/i.test(by) || since < 0 || until < 0;
  return isOfNow ? { at: at ?? now() } : {};
}

async function firstPage(parts: Parts, paged: Paged): Promise<Rows> {
  const { return: names, viewer, marks } = paged.query;
  if (names || positionIn(paged)) return merge(parts, paged, names);
  for (let tries = 1; ; tries++) {
    const [rows, cursor] = await merge(parts, paged, ["id"]);
    const ids = rows.map(({ id }): number => id);
    const found: any[] = await parts.byIds("mGetJson", [ids, { viewer, marks }], 0);
    const left = found.filter((item) => item !== null);
    if (left.length === ids.length || tries === TRIES) return [left, cursor];
  }
}

const isMixed = (name: Paged["name"]) => name === "voted" || name === "answers";

/** Returns what tells the position of a whole entry, unless the server must say it. */
function positionIn({ name, query: { by } }: Paged): ((row: any) => string) | undefined {
  if (isMixed(name)) return (row) => `${row.id}`;
  const order = String(by ?? (name === "comments" ? "time" : "score")).toLowerCase();
  if (!PLAIN.includes(order)) return undefined;
  const heedsPins = name !== "comments" && (order === "score" || order === "bumped");
  const pins = heedsPins ? [1, ...(name === "groupPage" ? [2] : [])] : [];
  return (row) => `${order}:${pins.includes(row.pinned) ? "p" : ""}${row[order]}-${row.id}`;
}

/** Returns under which name a part's share of a page is known, if only the order chooses it. */
function sharedAs({ name, query }: Paged): string | undefined {
  const isPlain = name === "page" && Object.keys(query).every((option) => SHOWN.has(option));
  return isPlain ? `${query.by} ${query.order} ${query.size}` : undefined;
}

/**
 * Returns the first page of all parts with these entries, or whole ones. Each part is asked at the
 * same time for its share and a margin, and again as long as what it has left can be on the page.
 */
async function merge(parts: Parts, paged: Paged, names?: readonly string[]): Promise<Rows> {
  const { size, per, order, after, except } = paged.query;
  const needed = isMixed(paged.name) ? ["id"] : ["id", "position"];
  if (per) needed.push(COUNTED[String(per[0]).toUpperCase()]!);
  const askFor = (part: number, query: Query) => {
    const own = {
      except: except?.filter((id: number) => parts.partOf(id) === part),
      return: names && [...new Set([...names, ...needed])],
      // What takes the room of an article in one part may itself have none on the page.
      per: /^group$/i.test(per?.[0]) ? undefined : per,
    };
    return ask(parts, part, withQuery(paged, { ...own, ...query }));
  };
  const [positionOf, compare, shared] = [positionIn(paged), comparison(order), sharedAs(paged)];
  const next = parts.keys.map((): string | null => after ?? null);
  const found = new Map<number, Entry>();
  let [all, taken, due] = [[] as Entry[], [] as Entry[], [...parts.keys.keys()]];
  for (let sizes = parts.sizes(size, shared); due.length > 0; sizes = parts.sizes(size)) {
    const replies = await Promise.all(
      due.map((part) => askFor(part, { after: next[part], size: sizes[part] })),
    );
    for (const [i, [rows, cursor]] of replies.entries()) {
      next[due[i]!] = cursor;
      for (const row of rows) {
        const position = row.position ?? positionOf!(row);
        found.set(row.id, { row, position, ...placeOf(position) });
      }
    }
    all = [...found.values()].sort(compare);
    taken = limited(all, size, per);
    const last = taken[size - 1];
    const isDue = (cursor: string | null) =>
      cursor !== null && (!last || compare(placeOf(cursor), last) < 0);
    due = [...parts.keys.keys()].filter((part) => isDue(next[part]!));
  }
  const rows = taken.map(({ row }) => row);
  if (shared) parts.share(rows, shared);
  const last = taken[size - 1];
  let follows = all.at(-1) !== last || next.some((cursor) => cursor !== null);
  if (last && !follows && per) {
    // What PER has passed over follows, too.
    const rest = { size: 1, after: last.position, per: undefined };
    const replies = await Promise.all(parts.keys.map((_, part) => askFor(part, rest)));
    follows = replies.some(([left]) => left.length > 0);
  }
  const left = names ? needed.filter((name) => !names.includes(name)) : [];
  for (const row of rows) for (const name of left) delete row[name];
  return [rows, last && follows ? last.position : null];
}

/** Reads `order:value-id`, or a mere id. The value of what is pinned begins with a p. */
export function placeOf(position: string): Place {
  const [, pinned, value = 0, id] = /^(?:\w+:(p?)(-?\d+)-)?(\d+)/.exec(position) ?? [];
  return { pinned: Boolean(pinned), value: Number(value), id: Number(id) };
}

/** Compares what is pinned first, then values, then ids. */
export function comparison(order = "desc"): (a: Place, b: Place) => number {
  const sign = order.toLowerCase() === "asc" ? -1 : 1;
  return (a, b) =>
    sign * (Number(b.pinned) - Number(a.pinned) || b.value - a.value || b.id - a.id);
}

/** Returns the first entries that have room on a page. */
function limited(entries: Entry[], size: number, per?: [of: string, most: number]): Entry[] {
  if (!per) return entries.slice(0, size);
  const counts = new Map<string, number>();
  const hasRoom = ({ row }: Entry) => {
    const names: string[] = [row[COUNTED[per[0].toUpperCase()]!]].flat().filter(Boolean);
    if (names.some((name) => (counts.get(name) ?? 0) >= per[1])) return false;
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    return true;
  };
  return entries.filter(hasRoom).slice(0, size);
}

/** The cursor of a part of which nothing is left. */
export const END = "-";

/** Returns the cursors of the parts as one, or null if nothing is left. */
export function joined(cursors: readonly string[]): string | null {
  return cursors.every((cursor) => cursor === END) ? null : cursors.join(",");
}

/** Returns the cursors of the parts, unless this is where all begin. */
export function separated(
  parts: Parts,
  cursor: string,
  start: string,
  error = "BADCURSOR this is not a cursor of this listing",
): string[] {
  const cursors = cursor === start ? parts.keys.map(() => start) : cursor.split(",");
  if (cursors.length === parts.count) return cursors;
  throw new Error(error);
}

/** Returns a page of a list. Its order holds within each part, and the parts take turns. */
export async function markedPage(parts: Parts, paged: Paged): Promise<Rows> {
  if (!isPage(paged)) return ask(parts, 0, paged);
  const { after } = paged.query;
  const reached = separated(parts, after ?? "", "");
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
