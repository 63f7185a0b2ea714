// The rank of an article among those of all parts.

import { ask, comparison, placeOf } from "./pages.js";
import type { Paged, Place } from "./pages.js";
import type { Args, Parts } from "./parts.js";
import { sum } from "./sums.js";

/** Returns how many articles of all parts are ahead of one, or null if it is not listed. */
export async function rank(parts: Parts, [id, options]: Args): Promise<number | null> {
  const { group, ...sorting } = options ?? {};
  const own = parts.partOf(id);
  if (parts.byGroup && group !== undefined) return parts.one(own, "rank", [id, options]);
  const pages: Pick<Paged, "name" | "of"> =
    group === undefined ? { name: "page", of: [] } : { name: "groupPage", of: [group] };
  const query = { ...sorting, size: 1, return: ["id", "position"] };
  const entryAt = async (part: number, ahead: number): Promise<Place | undefined> => {
    const [[entry]] = await ask(parts, part, { ...pages, number: ahead + 1, query });
    return entry && placeOf(entry.position);
  };
  while (true) {
    const ahead: number | null = await parts.one(own, "rank", [id, options]);
    if (ahead === null) return null;
    const place = await entryAt(own, ahead);
    if (place?.id !== id) continue; // It has moved meanwhile.
    const compare = comparison(sorting.order);
    const ranks = parts.keys.map(async (_, part) => {
      let [least, most] = [0, (await parts.one(part, "count", [{ group }])) as number];
      while (least < most) {
        const middle = Math.floor((least + most) / 2);
        const entry = await entryAt(part, middle);
        if (entry && compare(entry, place!) < 0) least = middle + 1;
        else most = middle;
      }
      return least;
    });
    return sum(await Promise.all(ranks));
  }
}
