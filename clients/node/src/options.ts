// The types of what commands take.

/** Words of the server, in upper or lower case. */
type Word<T extends string> = T | Lowercase<T>;
/** Options. An undefined one is left out. */
type Optional<T> = { readonly [Name in keyof T]?: T[Name] | undefined };
/** `T` without options that `All` does not have. */
export type Only<T, All> = T & { readonly [Name in Exclude<keyof T, keyof All>]?: never };
/** One, or several. */
export type Many<T> = T | readonly T[];
export type Fields = Readonly<Record<string, string>>;

export type Action = Word<"HIDE" | "SHOW" | "LOCK" | "UNLOCK" | "PIN" | "UNPIN">;
export type Direction = Word<"UP" | "DOWN" | "NONE">;
export type Order = Word<"ASC" | "DESC">;
/** The orders of articles and comments. */
export type CommentSorting = Word<
  "SCORE" | "TIME" | "VOTES" | "BEST" | "CONTROVERSY" | "GRAVITY"
>;
/** The orders of articles. */
export type Sorting = CommentSorting | Word<"BUMPED" | "COMMENTS" | "ACTIVE">;

/** The settings of a site. Times are in seconds. */
export type Settings = Optional<{
  voteScore: number;
  window: number;
  pageSize: number;
  selfVote: Word<"YES" | "NO">;
  formula: Word<"LINEAR" | "LOG">;
  downvotes: Word<"YES" | "NO">;
  dedupe: number;
  bumpWindow: number;
  keepVotes: Word<"YES" | "NO">;
}>;

/** With `nx`, a site that exists stays as it is. */
export type Create = Settings & Optional<{ nx: boolean }>;

/** `id` and `time` are for posts from another source. */
export type Answer = Optional<{ fields: Fields; id: number; time: number }>;
export type Post = Answer & Optional<{ groups: readonly string[] }>;
/** `title` and `link` are of articles, `text` of comments. `unset` names custom fields. */
export type Edit = Optional<{
  title: string;
  link: string;
  text: string;
  fields: Fields;
  unset: readonly string[];
}>;
export type Bump = Optional<{ time: number; comments: number }>;
/** A silent vote does not count, but its user sees it as any other. */
export type Silent = Optional<{ silent: boolean }>;
export type Voters = Silent & Optional<{ direction: Word<"UP" | "DOWN">; count: number }>;
export type Count = Optional<{ count: number }>;
export type Span = Optional<{ group: string; below: number; since: number; until: number }>;
export type Rank = Optional<{ by: Word<"SCORE" | "TIME">; order: Order; group: string }>;
export type Limit = { readonly offset: number; readonly count: number };
export type Increment = Optional<{ incr: boolean }>;

/**
 * With `viewer`, articles and comments have that user's `vote`, and with `marks`, too, those of
 * these lists of that user that hold them. `return` limits them to these entries and custom fields.
 * An empty `viewer` counts as not given: pass undefined instead.
 */
export type View = Optional<{
  viewer: string;
  marks: readonly string[];
  return: readonly string[];
}>;
/** Some of a user's lists. */
export type UserLists = { readonly user: string; readonly lists: readonly string[] };

/** Selects what was posted at `since` or later and before `until`. Negative: back from now. */
type Filters = Optional<{
  since: number;
  until: number;
  minVotes: number;
  from: readonly string[];
  notFrom: readonly string[];
  unvoted: string;
  marked: UserLists;
  unmarked: UserLists;
  except: readonly number[];
  hidden: boolean;
}>;
type GroupFilters = Optional<Record<"anyOf" | "allOf" | "noneOf", readonly string[]>>;
/** `after` is the cursor of an earlier page. */
type Paging = Optional<{ order: Order; after: string | null; size: number }>;

export type Query = View & Filters & GroupFilters & Paging & Optional<{ by: Sorting }>;
export type CommentQuery = View &
  Filters &
  Paging &
  Optional<{ by: CommentSorting; below: number }>;
export type ThreadQuery = View &
  Paging &
  Optional<{
    by: CommentSorting;
    notFrom: readonly string[];
    depth: number;
    children: number;
  }>;
/** Only votes in one direction, and only articles or only comments. */
export type VotedQuery = View &
  Omit<Paging, "order"> &
  Optional<{ direction: Word<"UP" | "DOWN">; kind: Word<"ARTICLES" | "COMMENTS"> }>;
/** Only articles or only comments. */
export type MarkedQuery = View &
  Omit<Paging, "order"> &
  Optional<{ kind: Word<"ARTICLES" | "COMMENTS"> }>;
/** Only answers after the last one seen, and none by these users. */
export type AnswersQuery = View &
  Omit<Paging, "order"> &
  Optional<{ unseen: boolean; notFrom: readonly string[] }>;
/** `block` is in milliseconds; 0 waits for as long as it takes. */
export type ChangesQuery = View & Optional<{ count: number; block: number }>;

type Loaded = Optional<{ score: number; boost: number }>;
type LoadedVoters = Optional<
  Record<
    "up" | "down" | "silentUp" | "silentDown" | "keptUp" | "keptDown",
    readonly string[]
  >
>;
/** Upvotes and downvotes. */
type Counts = Optional<{ counts: readonly [upvotes: number, downvotes: number] }>;
type LoadedItem = Loaded &
  LoadedVoters &
  Counts &
  Optional<Record<"hidden" | "locked" | "pinned", boolean> & { fields: Fields }> & {
    readonly time: number;
    readonly closes: number;
  };
export type LoadedComment = LoadedItem;
export type LoadedArticle = LoadedItem &
  Optional<{ comments: number; bumped: number; groups: readonly string[] }>;
export type LoadedPlace = Loaded & Counts & { readonly time: number };
export type LoadedVotes = LoadedVoters & Optional<{ score: number }>;
