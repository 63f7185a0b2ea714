// What a Site needs of node-redis and ioredis.

import { commands } from "./commands.js";
import type { Functions } from "./functions.js";

/** A call of a function for a site. */
export interface Call {
  readonly name: keyof Functions;
  readonly key: string;
  readonly args: readonly unknown[];
}

export interface Runner {
  /** Sends the command and returns the result of the function. */
  run(call: Call): Promise<unknown>;
}

/** The result of each call, or its error. */
export type Results = (unknown | Error)[];

/** Waits for all promises and returns their results or errors. */
export async function settled(promises: readonly Promise<unknown>[]): Promise<Results> {
  const results = await Promise.allSettled(promises);
  return results.map((result) => (result.status === "fulfilled" ? result.value : result.reason));
}

export interface Client extends Runner {
  pipeline(calls: readonly Call[]): Promise<Results>;
  multi(calls: readonly Call[]): Promise<Results>;
  /** Returns a connection of its own, for commands that wait. They also wait until it is open. */
  connect(): Promise<Connection>;
}

export interface Connection extends Runner {
  /** Whether it is open or will be again by itself. */
  isOpen(): boolean;
  close(): void;
}

export interface Bound extends Functions {}
/** A site to which functions are sent. */
export class Bound {
  readonly key: string;
  readonly #runner: Runner;

  constructor(runner: Runner, key: string) {
    this.#runner = runner;
    this.key = key;
  }

  static run(bound: Bound, name: keyof Functions, args: readonly unknown[]): Promise<unknown> {
    return bound.#runner.run({ name, key: bound.key, args });
  }
}

for (const name of Object.keys(commands) as (keyof Functions)[]) {
  Object.defineProperty(Bound.prototype, name, {
    value(this: Bound, ...args: unknown[]) {
      return Bound.run(this, name, args);
    },
  });
}
