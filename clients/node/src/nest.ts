import type { ThreadComment } from "./replies.js";

type Threaded = Pick<ThreadComment, "id" | "parent">;
/** A comment of a thread with its answers. */
export type Nested<C = ThreadComment> = C & { answers: Nested<C>[] };

/**
 * Returns the answers to the article or comment `id`, each with its own answers. Pages of a thread
 * must be joined before. With `return`, comments need their `id` and `parent`.
 */
export function nest<C extends Threaded>(thread: readonly C[], id: number): Nested<C>[] {
  const answersTo = new Map<number, Nested<C>[]>([[id, []]]);
  for (const comment of thread) {
    if (answersTo.has(comment.id)) continue; // A vote moved it between two pages.
    const answers: Nested<C>[] = [];
    answersTo.set(comment.id, answers);
    answersTo.get(comment.parent)?.push({ ...comment, answers });
  }
  return answersTo.get(id)!;
}
