import { Bound } from "./client.js";
import type { Call, Results } from "./client.js";
import { typed } from "./errors.js";
import type { Functions } from "./functions.js";

type Replies<T extends readonly unknown[]> = { -readonly [I in keyof T]: Awaited<T[I]> };
/** Calls functions of a site, and returns a list of their promises. */
export type Build<T extends readonly unknown[] | []> = (site: Functions) => T;

interface Waiting {
  readonly call: Call;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Collects calls, sends them together, and settles their promises. */
export async function batch<T extends readonly unknown[] | []>(
  key: string,
  build: Build<T>,
  send: (calls: readonly Call[]) => Promise<Results>,
): Promise<Replies<T>> {
  const queue: Waiting[] = [];
  const run = (call: Call) => {
    const reply = new Promise((resolve, reject) => queue.push({ call, resolve, reject }));
    // The promises that `build` returns are awaited below. Others need not be.
    reply.catch(() => {});
    return reply;
  };
  const replies = build(new Bound({ run }, key));
  if (queue.length > 0) {
    const calls = queue.map(({ call }) => call);
    const results = await send(calls).catch((error) => queue.map(() => error));
    queue.forEach(({ resolve, reject }, i) => {
      if (results[i] instanceof Error) reject(typed(results[i]));
      else resolve(results[i]);
    });
  }
  return (await Promise.all(replies)) as Replies<T>;
}
