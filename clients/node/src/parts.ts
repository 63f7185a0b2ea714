// A site of several parts: their keys, and commands to one or all of them.

import { crc32 } from "node:zlib";
import type { Runner } from "./client.js";
import { many } from "./encode.js";
import { codeOf } from "./errors.js";
import { TEMPORARY } from "./follow.js";
import type { Functions } from "./functions.js";
import { sum } from "./sums.js";

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

  /** Names the part in an error of the client. Replies and mistakes stay as they are. */
  static of(part: number, key: string, error: unknown): unknown {
    const code = codeOf(error);
    const isReply = code !== undefined && !TEMPORARY.has(code);
    return isReply || error instanceof TypeError ? error : new PartError(part, key, error);
  }
}

export type Args = readonly any[];
type Name = keyof Functions;
/** The arguments for a part, or false if it is not asked. */
type ArgsOf = (part: number) => Args | false;

/** The parts of a site. */
export class Parts {
  readonly keys: readonly string[];
  readonly byGroup: boolean;
  /** Until the settings change. */
  knownPageSize: number | undefined;
  /** How many entries of a page each part had last time. */
  readonly #shares = new Map<string, number[]>();
  readonly #runner: Runner;
  /** What has neither a link nor a group goes to the parts in turn. */
  #turn: number;

  constructor(runner: Runner, key: string, { parts, route }: SpreadOptions) {
    this.keys = keysOf(key, parts);
    this.byGroup = route === "group";
    this.#runner = runner;
    this.#turn = Math.floor(Math.random() * parts);
  }

  get count(): number {
    return this.keys.length;
  }

  /** Returns the part of an id. Any part refuses what is none. */
  partOf(id: unknown): number {
    return Number.isSafeInteger(id) && (id as number) > 0 ? (id as number) % this.count : 0;
  }

  /** Returns the part of a link or a group. */
  partOfText(text: string): number {
    return text === "" ? this.#turn++ % this.count : crc32(text) % this.count;
  }

  /** Refuses groups of other parts, if groups decide about parts. */
  checkGroups(part: number, groups: readonly string[]) {
    if (this.byGroup && groups.some((group) => this.partOfText(group) !== part)) {
      throw new RangeError("All groups of an article must be of its part");
    }
  }

  /** Returns the number of articles per page. */
  async pageSize(): Promise<number> {
    return (this.knownPageSize ??= (await this.one(0, "info", []))?.page_size) ?? 25;
  }

  /** Returns for how much of a page to ask each part: a few more than last time, or its share. */
  sizes(size: number, shared?: string): number[] {
    const share = size / this.count;
    const most = Math.min(1000, size, Math.ceil(share + 2 * Math.sqrt(share) + 1));
    const usual = this.#shares.get(shared ?? "");
    return this.keys.map((_, part) => Math.min(most, usual ? usual[part]! + 2 : most));
  }

  /** Notes how much of a page each part has had. */
  share(rows: readonly { id: number }[], shared: string) {
    const shares = this.keys.map(() => 0);
    for (const { id } of rows) shares[id % this.count]!++;
    this.#shares.set(shared, shares);
  }

  /** Sends a command to one part. */
  async one(part: number, name: Name, args: Args): Promise<any> {
    const key = this.keys[part]!;
    try {
      return await this.#runner.run({ name, key, args });
    } catch (error) {
      throw PartError.of(part, key, error);
    }
  }

  /** Sends a command to all parts at once. */
  all(name: Name, argsOf: ArgsOf): Promise<any[]> {
    return Promise.all(this.keys.map((_, part) => this.#ask(part, name, argsOf)));
  }

  /** Sends it to one part after the other. Those before an error have carried it out. */
  async inTurn(name: Name, argsOf: ArgsOf): Promise<any[]> {
    const replies = [];
    for (const part of this.keys.keys()) replies.push(await this.#ask(part, name, argsOf));
    return replies;
  }

  async #ask(part: number, name: Name, argsOf: ArgsOf): Promise<any> {
    const args = argsOf(part);
    return args && this.one(part, name, args);
  }

  /** Asks each part for its own ids. Numbers are added up, and lists are in the order of ids. */
  async byIds(name: Name, args: Args, at: number): Promise<any> {
    const ids = many<number>(args[at]);
    const own = new Map<number, number[]>(ids.length > 0 ? [] : [[0, []]]);
    for (const id of ids) own.set(this.partOf(id), []);
    for (const id of ids) own.get(this.partOf(id))!.push(id);
    const ask = (part: number) =>
      this.one(part, name, [...args.slice(0, at), own.get(part), ...args.slice(at + 1)]);
    const replies = await Promise.all([...own.keys()].map(ask));
    if (typeof replies[0] === "number") return sum(replies);
    if (replies[0] === "OK") return "OK";
    const lists = replies.map((reply) => (name.endsWith("Json") ? JSON.parse(reply) : reply));
    const found = new Map([...own.keys()].map((part, i) => [part, lists[i].values()]));
    return ids.map((id) => found.get(this.partOf(id)).next().value);
  }
}

/** Returns one key per part, whose slots are in as many equal ranges. */
export function keysOf(key: string, parts: number): string[] {
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
