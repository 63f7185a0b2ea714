// What commands.ts is made of.

import { json, text } from "./decode.js";
import type { Read } from "./decode.js";
import { viewing } from "./signatures.js";
import type { Parsed } from "./signatures.js";

export type { Parsed };

type Viewing = (typeof viewing)[number];

/** `pageJson` returns the reply of `page` as JSON, to be passed on as it is, and so on. */
export type Texts = {
  [Name in Viewing as `${Name}Json`]: (
    ...args: Parameters<Parsed[Name]>
  ) => Promise<string | (null & Awaited<ReturnType<Parsed[Name]>>)>;
};

export interface Functions<Bound = unknown> extends Parsed<Bound>, Texts {}

/** How a function's command is sent and its reply is read, by any client. */
export interface Command {
  readonly name: string;
  /** Whether any server with a copy of the site may reply. */
  readonly readOnly: boolean;
  /** Returns the arguments of the command that follow the key. */
  readonly write: (...args: never[]) => string[];
  /** Returns the result of the function. */
  readonly read: (reply: unknown) => unknown;
}

/** node-redis derives types from one signature per function, so `return` cannot narrow them. */
export type Unlimited = { readonly return?: never };
export type Described<Names extends keyof Functions> = {
  readonly [Name in Names]: Command & {
    readonly write: (...args: Parameters<Functions[Name]>) => string[];
    readonly read: (reply: unknown) => Awaited<ReturnType<Functions<Unlimited>[Name]>>;
  };
};

type Write<Args extends unknown[]> = (...args: Args) => string[];

export function writes<Args extends unknown[], T>(name: string, write: Write<Args>, read: Read<T>) {
  return { name: `ARTICLE.${name}`, readOnly: false, write, read };
}

/** Commands that read, but whose versions and cursors are of one server's copy. */
const ofOneCopy = new Set(["CHANGES", "EXPORT", "INFO", "VOTERS"]);

export function reads<Args extends unknown[]>(
  name: string,
  write: Write<Args>,
  readJson: Read = (reply) => reply,
) {
  return {
    name: `ARTICLE.${name}`,
    readOnly: !ofOneCopy.has(name),
    write: (...args: Args) => [...write(...args), "FORMAT", "JSON"],
    read: (reply: unknown) => readJson(json(reply)),
  };
}

/** Adds the functions that return text. */
export function withTexts(parsed: Described<keyof Parsed>): Described<keyof Functions> {
  const texts = Object.fromEntries(
    viewing.map((name) => [
      `${name}Json`,
      { ...parsed[name], read: (reply: unknown) => (reply === null ? null : text(reply)) },
    ]),
  ) as unknown as Described<keyof Texts>;
  return { ...parsed, ...texts };
}
