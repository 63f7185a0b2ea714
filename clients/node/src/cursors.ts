// Cursors of several parts as one text.

import type { Parts } from "./parts.js";

/** The cursor of a part of which nothing is left. */
export const END = "-";

/** Returns the joined cursor, or null if nothing is left. */
export function joined(cursors: readonly string[]): string | null {
  return cursors.every((cursor) => cursor === END) ? null : cursors.join(",");
}

/** Returns the cursors of the parts. */
export function separated(parts: Parts, cursor: string): string[] {
  const cursors = cursor.split(",");
  if (cursors.length === parts.count) return cursors;
  throw new Error("BADCURSOR this is not a cursor of this listing");
}
