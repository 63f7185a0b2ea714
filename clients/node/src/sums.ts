// Adds up the replies of parts.

import type { Affinity, Group, Info, List, User } from "./replies.js";

export const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
export const largest = (numbers: readonly number[]) => Math.max(...numbers);

/** Returns the first of several with sums in place of these numbers. */
function added<T>(parts: readonly T[], names: readonly (keyof T)[]): T {
  const sums = names.map((name) => [name, sum(parts.map((part) => part[name] as number))]);
  return { ...parts[0]!, ...Object.fromEntries(sums) };
}

/** Adds up what has the same name, and sorts by name. */
function byName<T>(parts: T[][], name: keyof T, ...numbers: (keyof T)[]): T[] {
  const found = new Map<unknown, T[]>();
  for (const one of parts.flat()) found.set(one[name], [...(found.get(one[name]) ?? []), one]);
  const bytes = (one: T) => Buffer.from(one[name] as string);
  const all = Array.from(found.values(), (same) => added(same, numbers));
  return all.sort((a, b) => Buffer.compare(bytes(a), bytes(b)));
}

export const lists = (parts: List[][]) => byName(parts, "list", "size");

export function groups(parts: Group[][]): Group[] {
  return byName(parts, "group", "size").sort((a, b) => b.size - a.size);
}

export function affinities(parts: Affinity[][]): Affinity[] {
  const all = byName(parts, "user", "onPoster", "given");
  return all.sort((a, b) => b.onPoster - a.onPoster);
}

export function users(parts: User[]): User {
  const all = added(parts, ["articles", "karma", "comments", "comment_karma", "unseen"]);
  const silenced = parts.some((user) => user.silenced) ? { silenced: 1 as const } : {};
  return { ...all, unseen: Math.min(1000, all.unseen), ...silenced };
}

/** Settings are read from part 0. A group or user counts in each part. */
export function infos(parts: Info[]): Info {
  const sizes = ["articles", "open", "groups", "votes", "memory", "hidden", "users"] as const;
  const all = added(parts, [...sizes, "comments", "marks"]);
  const version = parts.map((info) => info.version).join(",");
  const last_id = largest(parts.map((info) => info.last_id));
  return { ...all, last_id, version, ids_first: 1, ids_step: 1 };
}
