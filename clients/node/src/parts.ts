// A site of several parts: their keys, and commands to one or all of them.

import { crc32 } from "node:zlib";
import type { Many } from "./basics.js";
import type { Runner } from "./client.js";
import { commands } from "./commands.js";
import type { Read } from "./decode.js";
import { many } from "./encode.js";
import { codeOf } from "./errors.js";
import { TEMPORARY } from "./follow.js";
import type { Functions } from "./functions.js";
import { idAt } from "./signatures.js";
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
export type Query = Readonly<Record<string, any>>;
type Name = keyof Functions;
/** A page: its function without WithCursor and Json, and the arguments. */
export interface Paged {
  readonly name: "page" | "groupPage" | "userPage" | "comments" | "voted" | "answers" | "marked";
  /** The group, the user, or the user and the list. */
  readonly of: Args;
  readonly number: number;
  readonly query: Query;
}
/** Entries as JSON, and the cursor with which to continue, or null if nothing follows. */
export type Rows = [rows: any[], cursor: string | null];

/** What decides about the part: an id, and groups, if these have parts. */
const named: Record<string, (args: Args) => { id?: unknown; groups?: Many<string> | undefined }> = {
  post: ([, , , options]) => options ?? {},
  groupAdd: ([id, groups]) => ({ id, groups }),
  groupPage: ([groups]) => ({ groups }),
  count: ([span]) => ({ id: span?.below, groups: span?.group }),
  comments: ([, query]) => ({ id: query?.below }),
};

/** The parts of a site. */
export class Parts {
  readonly keys: readonly string[];
  readonly count: number;
  /** The numbers of the parts. */
  readonly numbers: readonly number[];
  /** Until the settings change. */
  knownPageSize: number | undefined;
  /** How many entries of a page each part had last time. */
  readonly shares = new Map<string, number[]>();
  readonly #byGroup: boolean;
  readonly #runner: Runner;
  /** What has neither a link nor a group goes to the parts in turn. */
  #turn: number;

  constructor(runner: Runner, key: string, { parts, route }: SpreadOptions) {
    this.keys = keysOf(key, parts);
    this.count = parts;
    this.numbers = [...this.keys.keys()];
    this.#byGroup = route === "group";
    this.#runner = runner;
    this.#turn = Math.floor(Math.random() * parts);
  }

  /** Returns the part of an id. Any part refuses what is none. */
  partOf(id: unknown): number {
    return Number.isSafeInteger(id) && (id as number) > 0 ? (id as number) % this.count : 0;
  }

  /** Returns the only part that a function asks, or undefined if it asks several. */
  only(stem: string, args: Args): number | undefined {
    const isRanked = this.#byGroup && stem === "rank" && args[1]?.group !== undefined;
    const at = isRanked ? 0 : idAt[stem];
    if (at !== undefined && !this.#byGroup) return this.partOf(args[at]);
    const { id, groups = [] } = named[stem]?.(args) ?? {};
    const listed = this.#byGroup ? many(groups) : [];
    const found = new Set(listed.map((group) => this.#partOfText(group)));
    if (at !== undefined || id !== undefined) found.add(this.partOf(id ?? args[at!]));
    if (found.size > 1) throw new RangeError("All groups of an article must be of its part");
    return [...found][0] ?? (stem === "post" ? this.#partOfText(args[2] ?? "") : undefined);
  }

  #partOfText(text: string): number {
    return text === "" ? this.#turn++ % this.count : crc32(text) % this.count;
  }

  /** Returns the number of articles per page. */
  async pageSize(): Promise<number> {
    return (this.knownPageSize ??= (await this.one(0, "info", []))?.page_size) ?? 25;
  }

  /** Returns for how much of a page to ask each part: one more than last time, or its share. */
  sizes(size: number, shared?: string): number[] {
    const share = size / this.count;
    const most = Math.min(1000, size, Math.ceil(share + 2 * Math.sqrt(share) + 1));
    const usual = this.shares.get(shared ?? "");
    return this.keys.map((_, part) => Math.min(most, usual ? usual[part]! + 1 : most));
  }

  /** Sends a command to one part. */
  async one(part: number, name: Name, args: Args, runner = this.#runner): Promise<any> {
    const key = this.keys[part]!;
    try {
      return await runner.run({ name, key, args });
    } catch (error) {
      throw PartError.of(part, key, error);
    }
  }

  /** Sends a command to all or some parts at once. */
  async all(
    name: Name,
    argsOf: (part: number, i: number) => Args,
    asked = this.numbers,
  ): Promise<any[]> {
    const { name: word, readOnly, write, read } = commands[name];
    const [wordsOf, resultOf] = [write as (...args: Args) => string[], read as Read];
    const batch = () =>
      asked.map((part, i) => [word, this.keys[part]!, ...wordsOf(...argsOf(part, i))]);
    const replies = readOnly && asked.length > 1 && (await this.#runner.batch?.(batch));
    if (replies) return replies.map(resultOf);
    return Promise.all(asked.map((part, i) => this.one(part, name, argsOf(part, i))));
  }

  /** Asks all or some parts for pages at once, each with options of its own. */
  async ask(
    { name, of, number, query }: Paged,
    asked = this.numbers,
    own: (part: number, i: number) => Query = () => ({}),
  ): Promise<Rows[]> {
    const argsOf = (part: number, i: number) => [...of, number, { ...query, ...own(part, i) }];
    return JSON.parse(`[${(await this.all(`${name}WithCursorJson`, argsOf, asked)).join()}]`);
  }

  /** Asks each part for its own ids. Numbers are added up, and lists are in the order of ids. */
  async byIds(name: Name, args: Args, at: number): Promise<any> {
    const ids = many<number>(args[at]);
    const asked = ids.length > 0 ? [...new Set(ids.map((id) => this.partOf(id)))] : [0];
    const own = (part: number) => ids.filter((id) => this.partOf(id) === part);
    const argsOf = (part: number) => args.map((arg, i) => (i === at ? own(part) : arg));
    const replies = await this.all(name, argsOf, asked);
    if (typeof replies[0] === "number") return sum(replies);
    if (replies[0] === "OK") return "OK";
    const lists = replies.map((reply) => (name.endsWith("Json") ? JSON.parse(reply) : reply));
    const found = new Map(asked.map((part, i) => [part, lists[i].values()]));
    return ids.map((id) => found.get(this.partOf(id)).next().value);
  }

  /** Returns the cursors of the parts, unless this is where all begin. */
  separated(cursor: string, start: string, code = "BADCURSOR"): string[] {
    const cursors = cursor === start ? this.keys.map(() => start) : cursor.split(",");
    if (cursors.length === this.count) return cursors;
    throw new Error(`${code} this is no cursor of these parts`);
  }
}

/** The cursor of a part of which nothing is left. */
export const END = "-";

/** Returns the cursors of the parts as one, or null if nothing is left. */
export const joined = (cursors: readonly string[]): string | null =>
  cursors.every((cursor) => cursor === END) ? null : cursors.join(",");

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
