// The types of what commands return.

import type { Article, Comment } from "./items.js";
import type { View } from "./options.js";

export type * from "./items.js";
export type Vote = 1 | -1 | 0;
/** A page of answers, or a position among them. */
export type Shown = string | readonly { readonly id?: number; readonly time?: number }[];
/** One step. `cursor` is "0" at the end, and `commands` are lists of words. */
export type Export = { cursor: string; commands: string[][] };
export type Group = { group: string; size: number };
export type List = { list: string; size: number };
/** `cursor` is "0" at the end. */
export type Voters = { cursor: string; voters: Record<string, 1 | -1> };
/** `cursor` is "0" at the end, and `votes` the number of votes withdrawn or changed. */
export type Step = { cursor: string; votes: number };
/** A voter: the votes on what the poster has posted, and on what others posted, up to 1,000. */
export type Affinity = { user: string; up: number; down: number; given: number };

/** A comment in a thread. */
export interface ThreadedComment extends Comment {
  /** 1 for an answer to what the thread is of, 2 for an answer to that, and so on. */
  depth: number;
  hidden?: never;
  muted?: never;
  deleted?: never;
}

type Place = Pick<ThreadedComment, "id" | "parent" | "article" | "depth" | "comments">;
type Nothing<Names extends PropertyKey> = { [Name in Names]?: never };
/** A hidden or deleted comment in a thread, with others below it. */
export type Placeholder = Place &
  Nothing<Exclude<keyof Comment, keyof Place | "hidden">> &
  (
    | { hidden: 1; muted?: never; deleted?: never }
    | { hidden?: never; muted: 1; deleted?: never }
    | { hidden?: never; muted?: never; deleted: 1 }
  );
/** An entry of a thread. The `text` of a placeholder is undefined. */
export type ThreadComment = ThreadedComment | Placeholder;

type Option<V, Name extends string> = Name extends keyof V ? V[Name] : undefined;
type WithVote<T, Viewer> =
  [Viewer] extends [undefined] ? T & { vote?: never }
  : T extends Placeholder ? T
  : [Viewer] extends [string] ? T & { vote: Vote | null }
  : T;
type WithMarks<T, Viewer, Lists> =
  [Viewer] extends [undefined] ? T & { marks?: never }
  : [Lists] extends [undefined] ? T & { marks?: never }
  : T extends Placeholder ? T
  : [Viewer, Lists] extends [string, readonly string[]] ? T & { marks: string[] }
  : T;
/** Entries that only `return` selects. */
type States<T> = T & { listed: 0 | 1; votable: 0 | 1; answerable: 0 | 1 };
type Narrowed<T, Name extends string> =
  string extends Name ? Partial<States<T>>
  : Pick<States<T>, (Name | "fields") & keyof States<T>>;
type Limited<T, Names> =
  [Names] extends [undefined] ? T
  : [Names] extends [readonly (infer Name extends string)[]] ? Narrowed<T, Name>
  : Narrowed<T, string>;

/**
 * An article or a comment with all entries, with `vote` only if `V` has a `viewer`, and with `marks`
 * only if it has `marks`, too.
 */
export type Whole<T, V> =
  T extends unknown ?
    WithMarks<WithVote<T, Option<V, "viewer">>, Option<V, "viewer">, Option<V, "marks">>
  : never;
/** An article or a comment as `V` selects it: by `viewer`, `marks`, and `return`. */
export type Viewed<T, V> = T extends unknown ? Limited<Whole<T, V>, Option<V, "return">> : never;

/**
 * A page of a listing. With `withcursor`, it has the cursor with which to continue, or null if
 * nothing follows.
 */
export type Page<T, V = View> = T[] & {
  readonly cursor: Option<V, "withcursor"> extends true ? string | null : string | null | undefined;
  /** With `withpositions`, what cursors after its entries would be. */
  readonly positions?: readonly string[];
};

/** `version` is to be passed to the next call. If all lists are empty, nothing is left. */
export type Changes<V = View> = {
  version: string;
  articles: Viewed<Article, V>[];
  comments: Viewed<Comment, V>[];
  deleted: number[];
};
