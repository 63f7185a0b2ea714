// Adds up the replies of parts.

import type { Affinity, Group, List } from "./replies.js";

export const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
export const largest = (numbers: readonly number[]) => Math.max(...numbers);

/** Other numbers are the largest, such as the last id, or settings, which are the same. */
const ADDED = new Set([
  ...["articles", "comments", "open", "groups", "votes", "memory", "hidden", "users", "marks"],
  ...["karma", "comment_karma", "unseen", "size", "onPoster", "given"],
]);

const MOST: Record<string, number> = { unseen: 1000, ids_first: 1, ids_step: 1 };

/** Adds up what has the same name. The version has the versions of all. */
export function total<T extends object>(parts: readonly T[]): T {
  const all: Record<string, any> = Object.assign({}, ...parts);
  for (const [name, value] of Object.entries(all)) {
    const values = parts.map((part): any => part[name as keyof T] ?? 0);
    const added = () => (ADDED.has(name) ? sum : largest)(values);
    if (name === "version") all[name] = values.join(",");
    else if (typeof value === "number") all[name] = Math.min(added(), MOST[name] ?? Infinity);
  }
  return all as T;
}

/** Adds up rows with the same name, and sorts them by this number, the largest first, and name. */
const rows =
  <T extends object>(name: keyof T, order?: keyof T) =>
  (parts: T[][]): T[] => {
    const found = new Map<unknown, T[]>();
    for (const row of parts.flat()) found.set(row[name], [...(found.get(row[name]) ?? []), row]);
    const bytes = (row: T) => Buffer.from(row[name] as string);
    const size = (row: T) => (order ? (row[order] as number) : 0);
    const compare = (a: T, b: T) => size(b) - size(a) || Buffer.compare(bytes(a), bytes(b));
    return Array.from(found.values(), total).sort(compare);
  };

export const lists = rows<List>("list");
export const groups = rows<Group>("group", "size");
export const affinities = rows<Affinity>("user", "onPoster");
