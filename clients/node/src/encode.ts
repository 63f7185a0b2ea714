// Writes the words of commands.

import type { Many, UserLists } from "./basics.js";
import type { Shown } from "./replies.js";
import { bare, fixed, switches, userLists } from "./signatures.js";

/** Returns positional arguments and options as words. */
export function words(positional: readonly (string | number)[], options: object = {}): string[] {
  const all: unknown[] = [...positional];
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined) all.push(...option(name, value));
  }
  return all.map(word);
}

/** An undefined user would otherwise vote under that name. */
function word(value: unknown): string {
  if (value !== undefined && value !== null) return String(value);
  throw new TypeError("An argument is undefined or null");
}

/** Without this check, an undefined key would be the key "undefined". */
export function checkKey(key: unknown) {
  if (typeof key !== "string") throw new TypeError("The key must be a string");
}

export function many<T>(values: Many<T>): T[] {
  return Array.isArray(values) ? values : [values as T];
}

/** A text such as "no" would otherwise count as true. */
export function yesOrNo(value: unknown): "yes" | "no" {
  if (typeof value !== "boolean") throw new TypeError("What is yes or no must be a boolean");
  return value ? "yes" : "no";
}

/** Without an entry, nothing is seen. */
export function positionOf(shown: Shown): string {
  if (typeof shown === "string") return shown;
  const [first] = shown;
  return first ? `time:${word(first.time)}-${word(first.id)}` : "time:0-0";
}

function option(name: string, value: unknown): unknown[] {
  if (switches.has(name)) return [name.toUpperCase(), yesOrNo(value)];
  if (value === null || value === false) return [];
  if (bare.has(name)) return [value];
  const token = name.toUpperCase();
  if (value === true) return [token];
  if (userLists.has(name)) {
    const [user, lists] = value as UserLists;
    return [token, user, lists.length, ...lists];
  }
  if (Array.isArray(value)) {
    const length = fixed.has(name) ? [] : [value.length];
    return [token, ...length, ...value];
  }
  if (typeof value === "object") {
    const fields = Object.entries(value);
    return [token, fields.length, ...fields.flat()];
  }
  return [token, value];
}

type Returning = { readonly return?: readonly string[] | undefined };
/** With this name, the reply tells articles and comments apart. */
export function withParent<Q extends Returning>(query: Q): Q {
  return query.return ? { ...query, return: [...query.return, "parent"] } : query;
}
