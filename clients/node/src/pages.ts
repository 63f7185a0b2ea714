// Pages of all parts.

import { END, joined } from "./parts.js";
import type { Paged, Parts, Query, Rows } from "./parts.js";

/** What is compared: whether something is pinned, its value, and its id. The first is the least. */
type Place = readonly [pinned: number, value: number, id: number];
interface Entry {
  readonly position: string;
  readonly place: Place;
  readonly row: any;
}

/** The number of entries that page numbers reach. Cursors reach all. */
const REACH = 10000;
/** What PER counts of an entry. */
const COUNTED: Record<string, string> = { group: "groups", user: "poster", link: "link" };
/** Options that do not choose what is on the first page. */
const SHOWN = ["by", "order", "size", "viewer", "marks", "return", "at"];
/** Orders by an entry that whole articles and comments have. */
const PLAIN = ["score", "time", "votes", "bumped", "comments"];

export const now = () => Math.floor(Date.now() / 1000);
const lower = (word: unknown) => String(word).toLowerCase();

/** Returns a page whose query has a `size`. */
export async function page(parts: Parts, paged: Paged): Promise<Rows> {
  const { name, number, query } = paged;
  const { size, per, by, since, until, at, return: names, viewer, marks } = query;
  const before = (number - 1) * size;
  const isPage = Number.isInteger(number) && before >= 0 && size >= 1 && size <= 1000;
  if (!isPage || (per && (before > 0 || !COUNTED[lower(per[0])]))) {
    return (await parts.ask(paged, [0]))[0]!; // The server says what is wrong.
  }
  if (name === "marked") return markedPage(parts, paged);
  if (before > REACH) {
    throw new RangeError(`page numbers reach ${REACH} articles into several parts; use after`);
  }
  // GRAVITY and so on are as of the same time in all parts.
  const isOfNow = /^(gravity|active)$/i.test(by) || since < 0 || until < 0;
  const first = withQuery({ ...paged, number: 1 }, isOfNow ? { at: at ?? now() } : {});
  const [, after] = before === 0 ? [] : await merge(parts, withQuery(first, { size: before }), []);
  if (after === null) return [[], null];
  const asked = after === undefined ? first : withQuery(first, { after });
  if (names || positionIn(asked)) return merge(parts, asked, names);
  const [rows, cursor] = await merge(parts, asked, ["id"]);
  const found = await parts.byIds("mGetJson", [rows.map(({ id }) => id), { viewer, marks }], 0);
  // What was deleted meanwhile is left out.
  return [found.filter((row: unknown) => row !== null), cursor];
}

const withQuery = (paged: Paged, query: Query): Paged => ({
  ...paged,
  query: { ...paged.query, ...query },
});

/** Returns what tells the position of a whole entry, unless the server must say it. */
export function positionIn({ name, query: { by } }: Paged): ((row: any) => string) | undefined {
  if (name === "voted" || name === "answers") return (row) => `${row.id}`;
  const order = lower(by ?? (name === "comments" ? "time" : "score"));
  if (!PLAIN.includes(order)) return undefined;
  const heedsPins = name !== "comments" && (order === "score" || order === "bumped");
  const pins = heedsPins ? [1, ...(name === "groupPage" ? [2] : [])] : [];
  return (row) => `${order}:${pins.includes(row.pinned) ? "p" : ""}${row[order]}-${row.id}`;
}

/**
 * Returns the first page of all parts with these entries, or whole ones. Each part is asked at the
 * same time for its share and a margin, and again as long as what it has left can be on the page.
 */
async function merge(parts: Parts, paged: Paged, names?: readonly string[]): Promise<Rows> {
  const { name, query } = paged;
  const { size, per, by, order = "desc", after } = query;
  const needed = name === "voted" || name === "answers" ? ["id"] : ["id", "position"];
  if (per) needed.push(COUNTED[lower(per[0])]!);
  const asked = withQuery(paged, {
    size: undefined,
    after: undefined,
    return: names && [...new Set([...names, ...needed])],
    // What takes the room of an article in one part may itself have none on the page.
    per: per && lower(per[0]) === "group" ? undefined : per,
  });
  const [positionOf, sign] = [positionIn(paged), lower(order) === "asc" ? 1 : -1];
  const isPlain = name === "page" && Object.keys(query).every((option) => SHOWN.includes(option));
  const shared = isPlain ? `${by} ${order} ${size}` : undefined;
  const next = parts.keys.map((): string | null => after ?? null);
  const found = new Map<number, Entry>();
  let [all, taken, due] = [[] as Entry[], [] as Entry[], parts.numbers];
  for (let sizes = parts.sizes(size, shared); due.length > 0; sizes = parts.sizes(size)) {
    const own = (part: number) => ({ size: sizes[part], after: next[part] });
    for (const [i, [rows, cursor]] of (await parts.ask(asked, due, own)).entries()) {
      next[due[i]!] = cursor;
      for (const row of rows) {
        const position = row.position ?? positionOf!(row);
        found.set(row.id, { row, position, place: placeOf(position, sign) });
      }
    }
    all = [...found.values()].sort((a, b) => compare(a.place, b.place));
    taken = (per ? limited(all, lower(per[0]), per[1]) : all).slice(0, size);
    const last = taken[size - 1];
    const isDue = (cursor: string | null) =>
      cursor !== null && (!last || compare(placeOf(cursor, sign), last.place) < 0);
    due = parts.numbers.filter((part) => isDue(next[part]!));
  }
  const rows = taken.map(({ row }) => row);
  if (shared) {
    const had = parts.numbers.map(() => 0);
    for (const { id } of rows) had[id % parts.count]!++;
    parts.shares.set(shared, had);
  }
  const last = taken[size - 1];
  let follows = all.at(-1) !== last || next.some((cursor) => cursor !== null);
  if (last && !follows && per) {
    // What PER has passed over follows, too.
    const rest = withQuery(asked, { size: 1, after: last.position, per: undefined });
    follows = (await parts.ask(rest)).some(([left]) => left.length > 0);
  }
  const left = names ? needed.filter((name) => !names.includes(name)) : [];
  for (const row of rows) for (const name of left) delete row[name];
  return [rows, last && follows ? last.position : null];
}

/** Reads `order:value-id`, or a mere id. The value of what is pinned begins with a p. */
function placeOf(position: string, sign: number): Place {
  const [, pinned = "", value = 0, id] = /^(?:\w+:(p?)(-?\d+)-)?(\d+)/.exec(position)!;
  return [sign * pinned.length, sign * Number(value), sign * Number(id)];
}

const compare = (a: Place, b: Place) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/** Returns the entries that have room on a page. */
function limited(entries: Entry[], kind: string, most: number): Entry[] {
  const counts = new Map<string, number>();
  return entries.filter(({ row }) => {
    const names: string[] = [row[COUNTED[kind]!]].flat().filter(Boolean);
    if (names.some((name) => (counts.get(name) ?? 0) >= most)) return false;
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    return true;
  });
}

/** Returns a page of a list. Its order holds within each part, and the parts take turns. */
async function markedPage(parts: Parts, { number, query, ...rest }: Paged): Promise<Rows> {
  const reached = parts.separated(query.after ?? "", "");
  const rows: any[] = [];
  for (let page = 1; page <= number; page++) {
    rows.length = 0;
    while (rows.length < query.size && joined(reached) !== null) {
      const left = query.size - rows.length;
      const open = parts.numbers.filter((part) => reached[part] !== END).slice(0, left);
      const own = (part: number, i: number) =>
        ({ size: Math.ceil((left - i) / open.length), after: reached[part] || undefined });
      const lists = await parts.ask({ ...rest, number: 1, query }, open, own);
      open.forEach((part, i) => (reached[part] = lists[i]![1] ?? END));
      for (let i = 0; i < left; i++) for (const [own] of lists) rows.push(...own.slice(i, i + 1));
    }
  }
  return [rows, joined(reached)];
}
