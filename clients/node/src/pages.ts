// Pages of all parts.

import { END, joined, separated } from "./cursors.js";
import { merge, perNames } from "./merge.js";
import type { Listing, Rows } from "./merge.js";
import type { Parts } from "./parts.js";

export type Query = Readonly<Record<string, any>>;
/** A page: its function without WithCursor and Json, and the arguments. */
export interface Paged {
  readonly name: "page" | "groupPage" | "userPage" | "comments" | "voted" | "answers" | "marked";
  /** The group, the user, or the user and the list. */
  readonly of: readonly unknown[];
  readonly number: number;
  readonly query: Query;
}

/** The number of entries that page numbers reach. Cursors reach all. */
const REACH = 10000;
/** How often a page is read because something on it is deleted meanwhile. */
const TRIES = 3;

/** Returns a page whose query has a `size`. */
export async function pageOf(parts: Parts, paged: Paged): Promise<Rows> {
  const query = timed(paged.query);
  const { size, per } = query;
  const { number } = paged;
  if (!isPage(number, size) || (per && number > 1)) return ask(parts, 0, paged, number, query);
  if ((number - 1) * size > REACH) {
    throw new RangeError(`page numbers reach ${REACH} articles into several parts; use after`);
  }
  if (number === 1) return firstPage(parts, { ...paged, query });
  const before = listing(parts, { ...paged, query: { ...query, size: (number - 1) * size } }, []);
  const [, after] = await merge(parts, before);
  return after === null ? [[], null] : firstPage(parts, { ...paged, query: { ...query, after } });
}

/** Returns whether no server would refuse a page. */
export function isPage(number: unknown, size: unknown): boolean {
  const [page, entries] = [Number(number), Number(size)];
  return Number.isInteger(page) && page >= 1 && entries >= 1 && entries <= 1000;
}

/** Sends a page to one part. */
export async function ask(
  parts: Parts,
  part: number,
  { name, of }: Pick<Paged, "name" | "of">,
  number: number,
  query: Query,
): Promise<Rows> {
  return JSON.parse(await parts.one(part, `${name}WithCursorJson`, [...of, number, query]));
}

export const now = () => Math.floor(Date.now() / 1000);

/** Has GRAVITY and so on be as of the same time in all parts. */
function timed(query: Query): Query {
  const { by, since, until, at } = query;
  const needsTime = /^(gravity|active)$/i.test(by) || since < 0 || until < 0;
  return needsTime ? { ...query, at: at ?? now() } : query;
}

/** Returns a listing with these entries, or all if they are undefined. */
function listing(parts: Parts, paged: Paged, names: readonly string[] | undefined): Listing {
  const { size, after, order, per, except } = paged.query;
  const entries = names && [...new Set([...names, ...added(paged)])];
  return {
    size,
    after: after ?? undefined,
    order,
    per,
    ask: (part, asked) => {
      const own = except?.filter((id: number) => parts.partOf(id) === part);
      const query = { ...paged.query, except: own, return: entries, ...asked };
      return ask(parts, part, paged, 1, query);
    },
  };
}

const isMixed = (name: Paged["name"]) => name === "voted" || name === "answers";

/** Returns the names of the entries by which pages are merged. */
function added({ name, query: { per } }: Paged): string[] {
  const position = isMixed(name) ? [] : ["position"];
  return ["id", ...position, ...(per ? [perNames[String(per[0]).toUpperCase()]!] : [])];
}

async function firstPage(parts: Parts, paged: Paged): Promise<Rows> {
  const names: string[] | undefined = paged.query.return;
  if (!names && !isMixed(paged.name)) return wholePage(parts, paged);
  const [rows, cursor] = await merge(parts, listing(parts, paged, names));
  const left = names ? added(paged).filter((name) => !names.includes(name)) : [];
  for (const row of rows) for (const name of left) delete row[name];
  return [rows, cursor];
}

/** Returns whole articles or comments, read by id once their order is known. */
async function wholePage(parts: Parts, paged: Paged): Promise<Rows> {
  const { viewer, marks } = paged.query;
  for (let tries = 1; ; tries++) {
    const [rows, cursor] = await merge(parts, listing(parts, paged, []));
    const ids = rows.map(({ id }): number => id);
    const found = ids.length === 0 ? [] : await articles(parts, ids, { viewer, marks });
    const left = found.filter((item) => item !== null);
    if (left.length === ids.length || tries === TRIES) return [left, cursor];
  }
}

/** Returns articles and comments, or null, in the order of the ids. */
export function articles(parts: Parts, ids: readonly number[], view: Query): Promise<any[]> {
  return parts.each(ids, async (part, own) => {
    return JSON.parse(await parts.one(part, "mGetJson", [own, view]));
  });
}

/** Returns a page of a list, on which articles of each part take turns, in their own order. */
export async function markedPage(parts: Parts, paged: Paged): Promise<Rows> {
  const { size, after } = paged.query;
  if (!isPage(paged.number, size)) return ask(parts, 0, paged, paged.number, paged.query);
  const reached = after ? separated(parts, after) : parts.keys.map(() => "");
  let rows: any[] = [];
  for (let page = 1; page <= paged.number; page++) rows = await nextMarked(parts, paged, reached);
  return [rows, joined(reached)];
}

/** Returns the next page, of which each part has a share, and moves the cursors. */
async function nextMarked(parts: Parts, paged: Paged, reached: string[]): Promise<any[]> {
  const rows: any[] = [];
  const { size } = paged.query;
  while (rows.length < size && reached.some((cursor) => cursor !== END)) {
    const left = [...reached.keys()].filter((part) => reached[part] !== END);
    const wanted = left.map((_, i) => Math.ceil((size - rows.length - i) / left.length));
    const asked = left.slice(0, size - rows.length);
    const lists = await Promise.all(asked.map((part, i) => {
      const query = { ...paged.query, size: wanted[i], after: reached[part] || undefined };
      return ask(parts, part, paged, 1, query);
    }));
    asked.forEach((part, i) => (reached[part] = lists[i]![1] ?? END));
    for (let i = 0; i < wanted[0]!; i++) {
      rows.push(...lists.flatMap(([own]) => own.slice(i, i + 1)));
    }
  }
  return rows;
}
