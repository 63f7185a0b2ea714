// Writes the words of commands.

import type { Many } from "./options.js";

/** Options whose word is the value alone, as in ASC and DOWN. */
const BARE = new Set(["order", "direction"]);
/** Options whose list has a fixed length, which is not sent. */
const FIXED = new Set(["counts", "limit"]);

/** Returns positional arguments and options as words. */
export function words(positional: readonly (string | number)[], options: object = {}): string[] {
  // An undefined user would otherwise vote under that name.
  if (positional.some((argument) => argument === undefined || argument === null)) {
    throw new TypeError("An argument is undefined or null");
  }
  return [...positional.map(String), ...Object.entries(options).flatMap(option)];
}

export function many<T>(values: Many<T>): T[] {
  return Array.isArray(values) ? values : [values as T];
}

function option([name, value]: [string, unknown]): string[] {
  if (value === undefined || value === null || value === false) return [];
  if (BARE.has(name)) return [String(value)];
  const token = name.toUpperCase();
  if (value === true) return [token];
  if (Array.isArray(value)) {
    const length = FIXED.has(name) ? [] : [String(value.length)];
    return [token, ...length, ...value.map(String)];
  }
  if (typeof value === "object") {
    const fields = Object.entries(value);
    return [token, String(fields.length), ...fields.flat().map(String)];
  }
  return [token, String(value)];
}
