// Writes the words of commands.

import type { Many, UserLists } from "./options.js";

/** Options whose word is the value alone, as in ASC and DOWN. */
const BARE = new Set(["order", "direction", "kind"]);
/** Options whose list has a fixed length, which is not sent. */
const FIXED = new Set(["counts", "limit"]);
/** Options with a user and a list. */
const USER_LISTS = new Set(["marked", "unmarked"]);

/** Returns positional arguments and options as words. */
export function words(positional: readonly (string | number)[], options: object = {}): string[] {
  return [...positional, ...Object.entries(options).flatMap(option)].map(word);
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

function option([name, value]: [string, unknown]): unknown[] {
  if (value === undefined || value === null || value === false) return [];
  if (BARE.has(name)) return [value];
  const token = name.toUpperCase();
  if (value === true) return [token];
  if (Array.isArray(value)) {
    const length = FIXED.has(name) ? [] : [value.length];
    return [token, ...length, ...value];
  }
  if (USER_LISTS.has(name)) {
    const { user, lists } = value as UserLists;
    return [token, user, lists.length, ...lists];
  }
  if (typeof value === "object") {
    const fields = Object.entries(value);
    return [token, fields.length, ...fields.flat()];
  }
  return [token, value];
}
