// A site of several parts: their keys, and commands to one or all of them.

import { crc32 } from "node:zlib";
import type { Call, Runner } from "./client.js";
import { codeOf } from "./errors.js";
import { TEMPORARY } from "./follow.js";
import type { Functions } from "./functions.js";
import type { Info } from "./replies.js";

export interface SpreadOptions {
  /** The number of parts, 1 to 1,024. It never changes. */
  readonly parts: number;
  /** What decides the part of an article: by default its link, or its first group. */
  readonly route?: "link" | "group" | undefined;
}

/** A part that cannot be reached. `cause` is the error of the client. */
export class PartError extends Error {
  override readonly name = "PartError";
  /** The number of the part, which is the remainder of its ids. */
  readonly part: number;
  readonly key: string;

  constructor(part: number, key: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`part ${part} (${key}) cannot be reached: ${reason}`, { cause });
    this.part = part;
    this.key = key;
  }

  /** Returns the error of a command to a part: replies and mistakes stay as they are. */
  static of(part: number, key: string, error: unknown): unknown {
    const code = codeOf(error);
    const isAnswer = code !== undefined && !TEMPORARY.has(code);
    return isAnswer || error instanceof TypeError ? error : new PartError(part, key, error);
  }
}

type Args = readonly unknown[];
const DEFAULT_PAGE_SIZE = 25;

/** The parts of a site. */
export class Parts {
  readonly keys: readonly string[];
  readonly byGroup: boolean;
  readonly #runner: Runner;
  /** What has neither a link nor a group goes to the parts in turn. */
  #turn: number;
  #pageSize: number | undefined;

  constructor(runner: Runner, key: string, { parts, route = "link" }: SpreadOptions) {
    this.keys = keysOf(key, parts);
    this.byGroup = route === "group";
    this.#runner = runner;
    this.#turn = Math.floor(Math.random() * parts);
  }

  get count(): number {
    return this.keys.length;
  }

  /** Returns the part of an id. The server refuses what is not one, whatever the part. */
  partOf(id: unknown): number {
    return Number.isSafeInteger(id) && (id as number) > 0 ? (id as number) % this.count : 0;
  }

  partOfText(text: string): number {
    return crc32(text) % this.count;
  }

  next(): number {
    return this.#turn++ % this.count;
  }

  /** Refuses groups of other parts, if groups decide about parts. */
  checkGroups(part: number, groups: readonly string[]) {
    if (this.byGroup && groups.some((group) => this.partOfText(group) !== part)) {
      throw new RangeError("All groups of an article must be of its part");
    }
  }

  /** Returns the number of articles per page. */
  async pageSize(): Promise<number> {
    if (this.#pageSize === undefined) {
      const info = (await this.one(0, "info", [])) as Info | null;
      this.#pageSize = info?.page_size;
    }
    return this.#pageSize ?? DEFAULT_PAGE_SIZE;
  }

  forgetPageSize() {
    this.#pageSize = undefined;
  }

  error(part: number, cause: unknown): PartError {
    return new PartError(part, this.keys[part]!, cause);
  }

  /** Sends a command to one part. */
  async one(part: number, name: keyof Functions, args: Args): Promise<any> {
    const key = this.keys[part]!;
    const call: Call = { name, key, args };
    try {
      return await this.#runner.run(call);
    } catch (error) {
      throw PartError.of(part, key, error);
    }
  }

  /** Sends a command at once to all parts for which there are arguments. */
  all(name: keyof Functions, argsOf: (part: number) => Args | false): Promise<any[]> {
    return Promise.all(
      this.keys.map((_, part) => {
        const args = argsOf(part);
        return args && this.one(part, name, args);
      }),
    );
  }

  /** Sends it to one part after the other. Those before an error have carried it out. */
  async inTurn(name: keyof Functions, argsOf: (part: number) => Args | false): Promise<any[]> {
    const replies = [];
    for (const part of this.keys.keys()) {
      const args = argsOf(part);
      replies.push(args && (await this.one(part, name, args)));
    }
    return replies;
  }

  /** Sends ids to their parts at once, and returns for each part asked its ids and its reply. */
  split(ids: readonly number[], send: (part: number, ids: number[]) => Promise<any>) {
    const parts = new Set(ids.length > 0 ? ids.map((id) => this.partOf(id)) : [0]);
    const own = (part: number) => ids.filter((id) => this.partOf(id) === part);
    return Promise.all(
      Array.from(parts, async (part) => [own(part), await send(part, own(part))] as const),
    );
  }

  /** Returns the entry for each of the ids, which their parts return in the order of theirs. */
  async each<T>(
    ids: readonly number[],
    send: (part: number, ids: number[]) => Promise<T[]>,
  ): Promise<T[]> {
    const found = new Map<number, T>();
    for (const [own, reply] of await this.split(ids, send)) {
      own.forEach((id, i) => found.set(id, reply[i]!));
    }
    return ids.map((id) => found.get(id)!);
  }
}

/** Returns one key per part, whose slots are in as many equal ranges. */
function keysOf(key: string, parts: number): string[] {
  if (typeof key !== "string" || key.includes("{")) {
    throw new TypeError("The key must be a string without {");
  }
  if (!(Number.isInteger(parts) && parts >= 1 && parts <= 1024)) {
    throw new RangeError("parts must be from 1 to 1,024");
  }
  return Array.from({ length: parts }, (_, part) => `${key}:{${tagOf(part, parts)}}`);
}

/** Returns the first of `p`, `p-1`, `p-2`, ... whose slot is in the range of part `p`. */
function tagOf(part: number, parts: number): string {
  for (let tag = `${part}`, n = 1; ; tag = `${part}-${n++}`) {
    if (Math.floor((slotOf(tag) * parts) / 16384) === part) return tag;
  }
}

/** Returns the slot of a hash tag: its CRC-16 (XMODEM) modulo 16,384. */
function slotOf(tag: string): number {
  let crc = 0;
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc & 0x8000 ? 0x11021 : 0);
  }
  return crc % 16384;
}
