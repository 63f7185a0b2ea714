// Adds up the replies of parts.

import type { Affinity, Group, Info, List, User } from "./replies.js";

export const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
export const largest = (numbers: readonly number[]) => Math.max(...numbers);
const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Adds up the entries `names` of what has the same `key`. */
function addUp<T, K extends keyof T>(lists: readonly T[][], key: K, names: readonly (keyof T)[]) {
  const found = new Map<T[K], T>();
  for (const entry of lists.flat()) {
    const all = found.get(entry[key]);
    if (all) for (const name of names) (all[name] as number) += entry[name] as number;
    else found.set(entry[key], { ...entry });
  }
  return [...found.values()];
}

/** The largest first, then by name. */
export function groups(parts: Group[][]): Group[] {
  const all = addUp(parts, "group", ["size"]);
  return all.sort((a, b) => b.size - a.size || compareBytes(a.group, b.group));
}

export function lists(parts: List[][]): List[] {
  return addUp(parts, "list", ["size"]).sort((a, b) => compareBytes(a.list, b.list));
}

export function affinities(parts: Affinity[][]): Affinity[] {
  const all = addUp(parts, "user", ["onPoster", "given"]);
  return all.sort((a, b) => b.onPoster - a.onPoster || compareBytes(a.user, b.user));
}

export function users(parts: User[]): User {
  const all = added(parts, ["articles", "karma", "comments", "comment_karma", "unseen"]);
  const silenced = parts.some((user) => user.silenced) ? { silenced: 1 as const } : {};
  return { ...all, unseen: Math.min(1000, all.unseen), ...silenced };
}

/** Settings are those of part 0. A group or user counts once per part. */
export function infos(parts: Info[]): Info {
  const sizes = ["articles", "open", "groups", "votes", "memory", "hidden", "users"] as const;
  return {
    ...added(parts, [...sizes, "comments", "marks"]),
    last_id: largest(parts.map((info) => info.last_id)),
    version: parts.map((info) => info.version).join(","),
    ids_first: 1,
    ids_step: 1,
  } as Info;
}

/** Returns the first of them with sums in place of these numbers. */
function added<T>(parts: readonly T[], names: readonly (keyof T)[]): T {
  const sums = names.map((name) => [name, sum(parts.map((part) => part[name] as number))]);
  return { ...parts[0]!, ...Object.fromEntries(sums) };
}
