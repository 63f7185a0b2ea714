// Merges the listings of parts.

import type { Parts } from "./parts.js";

/** An entry of a listing as JSON, and where it is in it. */
interface Entry {
  readonly row: any;
  readonly position: string;
  readonly pinned: boolean;
  readonly value: number;
  readonly id: number;
}
export type Place = Omit<Entry, "row">;

/** At most so many of each group, of each user, or with each link. */
export type Per = readonly [of: string, most: number];

/** A page, and the cursor with which to continue, or null. */
export type Rows = [rows: any[], cursor: string | null];
/** What to ask one part for. */
export type Asked = { size: number; after: string | undefined; per: Per | undefined };

export interface Listing {
  readonly size: number;
  readonly after: string | undefined;
  readonly order: string | undefined;
  readonly per: Per | undefined;
  /** Returns entries of a part, and the cursor, which is null if nothing follows. */
  ask(part: number, page: Asked): Promise<Rows>;
}

/**
 * Returns one page of all parts, and its cursor. Each part is asked at the same time for its share
 * and a margin, and again as long as its last position comes before the last entry of the page.
 */
export async function merge(parts: Parts, listing: Listing): Promise<Rows> {
  const { after, per } = listing;
  const share = listing.size / parts.count;
  const margin = Math.ceil(2.5 * Math.sqrt(share)) + 1;
  const size = Math.min(1000, listing.size, Math.ceil(share) + margin);
  const compare = comparison(listing.order);
  let entries: Entry[] = [];
  let taken: Entry[] = [];
  const reached = parts.keys.map((): string | null | undefined => after);
  let due = [...reached.keys()];
  while (due.length > 0) {
    const replies = await Promise.all(
      due.map((part) => listing.ask(part, { size, after: reached[part] ?? undefined, per })),
    );
    due.forEach((part, i) => (reached[part] = replies[i]![1]));
    entries = [...entries, ...replies.flatMap(([rows]) => rows.map(entryOf))].sort(compare);
    taken = limited(entries, listing.size, per);
    const last = taken[listing.size - 1];
    due = [...reached.keys()].filter((part) => {
      const cursor = reached[part];
      return cursor && (!last || compare(placeOf(cursor), last) < 0);
    });
  }
  const rows = taken.map(({ row }) => row);
  if (taken.length < listing.size) return [rows, null];
  const last = taken.at(-1)!;
  const isKnown = entries.at(-1) !== last || reached.some((cursor) => cursor !== null);
  return [rows, isKnown || (await follows(parts, listing, last)) ? last.position : null];
}

/** Returns whether anything follows that PER may have passed over. */
async function follows(parts: Parts, listing: Listing, last: Place): Promise<boolean> {
  if (!listing.per) return false;
  const next = { size: 1, after: last.position, per: undefined };
  const replies = await Promise.all(parts.keys.map((_, part) => listing.ask(part, next)));
  return replies.some(([rows]) => rows.length > 0);
}

function entryOf(row: any): Entry {
  return { row, ...placeOf(row.position ?? `${row.id}`) };
}

/** Reads `order:value-id` and what may follow, or a mere id. Values of pinned ones begin with p. */
export function placeOf(position: string): Place {
  const [, pinned, value = 0, id] = /^(?:\w+:(p?)(-?\d+)-)?(\d+)/.exec(position) ?? [];
  return { position, pinned: Boolean(pinned), value: Number(value), id: Number(id) };
}

/** Compares in descending order what is pinned first, then by value, then by id. */
export function comparison(order = "desc"): (a: Place, b: Place) => number {
  const sign = order.toLowerCase() === "asc" ? -1 : 1;
  return (a, b) =>
    sign * (Number(b.pinned) - Number(a.pinned) || b.value - a.value || b.id - a.id);
}

/** What PER counts of an entry. */
export const perNames: Record<string, string> = { GROUP: "groups", USER: "poster", LINK: "link" };

/** Returns the first entries that have room. */
function limited(entries: Entry[], size: number, per: Per | undefined): Entry[] {
  if (!per) return entries.slice(0, size);
  const [of, most] = per;
  const counts = new Map<string, number>();
  const taken: Entry[] = [];
  for (const entry of entries) {
    if (taken.length === size) break;
    const names: string[] = [entry.row[perNames[of.toUpperCase()]!]].flat().filter(Boolean);
    const numbers = names.map((name) => counts.get(name) ?? 0);
    if (numbers.some((number) => number >= most)) continue;
    names.forEach((name, i) => counts.set(name, numbers[i]! + 1));
    taken.push(entry);
  }
  return taken;
}
