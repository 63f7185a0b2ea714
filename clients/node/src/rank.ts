// The rank of an article among those of all parts.

import { comparison, placeOf } from "./merge.js";
import type { Place } from "./merge.js";
import { ask } from "./pages.js";
import type { Parts } from "./parts.js";
import { sum } from "./sums.js";

/** Returns how many articles of all parts are ahead of one, or null if it is not listed. */
export async function rank(parts: Parts, [id, options = {}]: readonly any[]) {
  const { group, ...sorting } = options;
  const pages =
    group === undefined
      ? ({ name: "page", of: [] } as const)
      : ({ name: "groupPage", of: [group] } as const);
  const entryAt = async (part: number, ahead: number): Promise<Place | undefined> => {
    const query = { ...sorting, size: 1, return: ["id", "position"] };
    const [[entry]] = await ask(parts, part, pages, ahead + 1, query);
    return entry && placeOf(entry.position);
  };
  const own = parts.partOf(id);
  while (true) {
    const ahead: number | null = await parts.one(own, "rank", [id, options]);
    if (ahead === null) return null;
    const place = await entryAt(own, ahead);
    if (place?.id !== id) continue; // It has moved meanwhile.
    const compare = comparison(sorting.order);
    const others = parts.keys.map(async (_, part) => {
      if (part === own) return ahead;
      const count = await parts.one(part, "count", [{ group }]);
      return search(count, async (middle) => {
        const entry = await entryAt(part, middle);
        return entry !== undefined && compare(entry, place!) < 0;
      });
    });
    return sum(await Promise.all(others));
  }
}

/** Returns the first number up to `most` for which it is false, if it is true before. */
async function search(most: number, isTrue: (number: number) => Promise<boolean>) {
  let least = 0;
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    if (await isTrue(middle)) least = middle + 1;
    else most = middle;
  }
  return least;
}
