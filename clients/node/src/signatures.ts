// The functions of the package: one for each command, and more where an option changes the type of
// the reply, or it can be had as text.

import type * as options from "./options.js";
import type { Many, Only } from "./options.js";
import type * as replies from "./replies.js";
import type { Article, Comment, ThreadComment, Viewed } from "./replies.js";

/** The functions that return articles and comments. */
export const viewing = [
  "get", "mGet", "getComment", "mGetComments", "page", "pageWithCursor", "groupPage",
  "groupPageWithCursor", "userPage", "userPageWithCursor", "comments", "commentsWithCursor",
  "path", "thread", "threadWithCursor", "answers", "answersWithCursor", "voted", "votedWithCursor",
  "marked", "markedWithCursor", "changes",
] as const;
type Viewing = (typeof viewing)[number];

/** `pageJson` returns the reply of `page` as JSON, to be passed on as it is, and so on. */
export type Texts = {
  [Name in Viewing as `${Name}Json`]: (
    ...args: Parameters<Parsed[Name]>
  ) => Promise<string | (null & Awaited<ReturnType<Parsed[Name]>>)>;
};

export interface Functions<Bound = unknown> extends Parsed<Bound>, Texts {}

/**
 * `Bound` limits the options of the functions that return articles and comments. Their types of
 * replies depend on these options.
 */
export interface Parsed<Bound = unknown> {
  /** Creates an empty site. With `nx`, returns null if there is one. `post` creates one, too. */
  create(settings?: options.Create): Promise<"OK" | null>;
  /** Changes settings. */
  alter(settings: options.Settings): Promise<"OK">;
  /** Returns numbers and settings, or null if there is no such site. */
  info(): Promise<replies.Info | null>;

  /** Posts an article and returns its id. */
  post(user: string, title: string, link?: string, options?: options.Post): Promise<number>;
  /** Posts an article and returns its id and counts. */
  postWithCounts(
    user: string,
    title: string,
    link?: string,
    options?: options.Post,
  ): Promise<replies.Posted>;
  /** Answers an article or a comment and returns the id of the new comment. */
  comment(user: string, parent: number, text: string, options?: options.Answer): Promise<number>;
  /** Answers an article or a comment and returns the id and counts of the new comment. */
  commentWithCounts(
    user: string,
    parent: number,
    text: string,
    options?: options.Answer,
  ): Promise<replies.Posted>;
  /** Changes texts and custom fields of an article or a comment. */
  edit(id: number, changes: options.Edit): Promise<"OK">;
  /** Adds to the integer in a custom field and returns the sum. */
  incrBy(id: number, field: string, increment?: number): Promise<number>;
  /** Records that something happened on an article, and returns its number of comments. */
  bump(id: number, options?: options.Bump): Promise<number>;
  /** Deletes articles and comments, and returns how many existed. */
  del(ids: Many<number>): Promise<number>;

  /**
   * Returns an article, or null, also for the id of a comment. With `return`, it also has its
   * `groups`.
   */
  get<const V extends options.View & Bound = Bound & {}>(
    id: number,
    view?: Only<V, options.View>,
  ): Promise<Viewed<Article, V> | null>;
  /** Returns a comment, or null, also for the id of an article. */
  getComment<const V extends options.View & Bound = Bound & {}>(
    id: number,
    view?: Only<V, options.View>,
  ): Promise<Viewed<Comment, V> | null>;
  /** Returns one article, or null, for each id. With `return`, they also have their `groups`. */
  mGet<const V extends options.View & Bound = Bound & {}>(
    ids: readonly number[],
    view?: Only<V, options.View>,
  ): Promise<(Viewed<Article, V> | null)[]>;
  /** Returns one comment, or null, for each id. */
  mGetComments<const V extends options.View & Bound = Bound & {}>(
    ids: readonly number[],
    view?: Only<V, options.View>,
  ): Promise<(Viewed<Comment, V> | null)[]>;

  /** Votes for or against an article or a comment. Returns whether that changed the vote. */
  vote(
    user: string,
    id: number,
    direction?: options.Direction,
    options?: options.Silent,
  ): Promise<boolean>;
  /** Votes and returns what a page needs to show the vote. */
  voteWithCounts(
    user: string,
    id: number,
    direction?: options.Direction,
    options?: options.Silent,
  ): Promise<replies.Voted>;
  /** Returns a user's vote for each id, or null where voting has closed or nothing has the id. */
  votes(user: string, ids: Many<number>): Promise<(replies.Vote | null)[]>;
  /** Returns some of the users who voted. Start with the cursor "0", which is the default. */
  voters(id: number, cursor?: string, options?: options.Voters): Promise<replies.VotersPage>;

  /** Returns one page of what a user has voted on, the latest article or comment first. */
  voted<const Q extends options.VotedQuery & Bound = Bound & {}>(
    user: string,
    page?: number,
    query?: Only<Q, options.VotedQuery>,
  ): Promise<Viewed<Article | Comment, Q>[]>;
  /** Returns one page of what a user has voted on, and the cursor to continue with. */
  votedWithCursor<const Q extends options.VotedQuery & Bound = Bound & {}>(
    user: string,
    page?: number,
    query?: Only<Q, options.VotedQuery>,
  ): Promise<replies.MixedPage<Q>>;

  /** Returns one page of the answers by others to what a user posted, the latest first. */
  answers<const Q extends options.AnswersQuery & Bound = Bound & {}>(
    user: string,
    page?: number,
    query?: Only<Q, options.AnswersQuery>,
  ): Promise<Viewed<Comment, Q>[]>;
  /** Returns one page of the answers to what a user posted, and the cursor to continue with. */
  answersWithCursor<const Q extends options.AnswersQuery & Bound = Bound & {}>(
    user: string,
    page?: number,
    query?: Only<Q, options.AnswersQuery>,
  ): Promise<replies.CommentsPage<Q>>;
  /** Notes the last answer that a user has seen. Returns whether it is a later one than before. */
  seen(user: string, id: number): Promise<boolean>;

  /** Puts articles and comments on a list of a user and returns how many are new to it. */
  mark(user: string, list: string, ids: Many<number>): Promise<number>;
  /** Takes articles and comments off a list of a user and returns how many were on it. */
  unmark(user: string, list: string, ids: Many<number>): Promise<number>;
  /** Removes a list of a user and returns how many articles and comments were on it. */
  unmarkAll(user: string, list: string): Promise<number>;
  /** Returns one page of a list of a user, the latest article or comment first. */
  marked<const Q extends options.MarkedQuery & Bound = Bound & {}>(
    user: string,
    list: string,
    page?: number,
    query?: Only<Q, options.MarkedQuery>,
  ): Promise<Viewed<Article | Comment, Q>[]>;
  /** Returns one page of a list of a user, and the cursor to continue with. */
  markedWithCursor<const Q extends options.MarkedQuery & Bound = Bound & {}>(
    user: string,
    list: string,
    page?: number,
    query?: Only<Q, options.MarkedQuery>,
  ): Promise<replies.MixedPage<Q>>;
  /** Returns the lists of a user by name. */
  lists(user: string): Promise<replies.List[]>;

  /** Adds an article to groups and returns how many are new to it. */
  groupAdd(id: number, groups: Many<string>): Promise<number>;
  /** Removes an article from groups and returns how many it was in. */
  groupRem(id: number, groups: Many<string>): Promise<number>;
  /** Returns the groups, largest first. */
  groups(limit?: options.Limit): Promise<replies.Group[]>;
  /** Returns the number of articles of the site or of a group. */
  count(span?: options.Span): Promise<number>;
  /** Returns the number of articles ahead of an article, or null. */
  rank(id: number, options?: options.Rank): Promise<number | null>;

  /** Returns one page of the site's articles. The first page is 1. */
  page<const Q extends options.Query & Bound = Bound & {}>(
    page?: number,
    query?: Only<Q, options.Query>,
  ): Promise<Viewed<Article, Q>[]>;
  /** Returns one page of the site's articles, and the cursor to continue with. */
  pageWithCursor<const Q extends options.Query & Bound = Bound & {}>(
    page?: number,
    query?: Only<Q, options.Query>,
  ): Promise<replies.ArticlesPage<Q>>;
  /** Returns one page of a group's articles. */
  groupPage<const Q extends options.Query & Bound = Bound & {}>(
    group: string,
    page?: number,
    query?: Only<Q, options.Query>,
  ): Promise<Viewed<Article, Q>[]>;
  /** Returns one page of a group's articles, and the cursor to continue with. */
  groupPageWithCursor<const Q extends options.Query & Bound = Bound & {}>(
    group: string,
    page?: number,
    query?: Only<Q, options.Query>,
  ): Promise<replies.ArticlesPage<Q>>;
  /** Returns one page of the articles that a user posted. */
  userPage<const Q extends options.Query & Bound = Bound & {}>(
    user: string,
    page?: number,
    query?: Only<Q, options.Query>,
  ): Promise<Viewed<Article, Q>[]>;
  /** Returns one page of the articles that a user posted, and the cursor to continue with. */
  userPageWithCursor<const Q extends options.Query & Bound = Bound & {}>(
    user: string,
    page?: number,
    query?: Only<Q, options.Query>,
  ): Promise<replies.ArticlesPage<Q>>;
  /** Returns one page of the site's comments. */
  comments<const Q extends options.CommentQuery & Bound = Bound & {}>(
    page?: number,
    query?: Only<Q, options.CommentQuery>,
  ): Promise<Viewed<Comment, Q>[]>;
  /** Returns one page of the site's comments, and the cursor to continue with. */
  commentsWithCursor<const Q extends options.CommentQuery & Bound = Bound & {}>(
    page?: number,
    query?: Only<Q, options.CommentQuery>,
  ): Promise<replies.CommentsPage<Q>>;
  /** Returns what is above an article or a comment, and itself, from the article down. */
  path<const V extends options.View & Bound = Bound & {}>(
    id: number,
    view?: Only<V, options.View>,
  ): Promise<(Viewed<Article | Comment, V> | replies.Deleted)[]>;
  /** Returns the comments below an article or a comment, depth first. */
  thread<const Q extends options.ThreadQuery & Bound = Bound & {}>(
    id: number,
    query?: Only<Q, options.ThreadQuery>,
  ): Promise<Viewed<ThreadComment, Q>[]>;
  /** Returns some of the comments below an article or a comment, and the cursor. */
  threadWithCursor<const Q extends options.ThreadQuery & Bound = Bound & {}>(
    id: number,
    query?: Only<Q, options.ThreadQuery>,
  ): Promise<replies.ThreadPage<Q>>;

  /**
   * Returns what has changed since a version, by default "0". With `return`, comments also have
   * their `parent`. With `block`, use a connection of its own, as `follow` of a Site does.
   */
  changes<const Q extends options.ChangesQuery & Bound = Bound & {}>(
    version?: string,
    query?: Only<Q, options.ChangesQuery>,
  ): Promise<replies.Changes<Q>>;

  /** Returns a user's numbers of articles and comments, and karma, or null without a site. */
  user(user: string): Promise<replies.User | null>;
  /** Returns the highest id of an article with a link, or null. */
  find(link: string): Promise<number | null>;
  /** Returns the ids of articles with a link, the highest first, by default at most 1,000. */
  findAll(link: string, count?: number): Promise<number[]>;

  /** Hides, locks, or pins articles and comments, or reverses that. Returns how many changed. */
  moderate(action: options.Action, ids: Many<number>): Promise<number>;
  /** Sets the seconds that are added to a score, or with `incr` adds to them. Returns them. */
  boost(id: number, seconds: number, options?: options.Increment): Promise<number>;
  /** Withdraws some of a user's votes. Start with the cursor "0", which is the default. */
  unvote(user: string, cursor?: string, options?: options.Count): Promise<replies.Withdrawn>;
  /** Gives articles and comments to another user. Call it until it returns 0. */
  transfer(user: string, newUser: string, options?: options.Count): Promise<number>;
  /**
   * Removes the lists and the kept votes of a user, and which answers the user has seen. Returns how
   * many entries of lists and kept votes there were, of these at most `count`: call it until it
   * returns 0.
   */
  forget(user: string, options?: options.Count): Promise<number>;

  /** Loads an article exactly as it was. */
  loadArticle(
    id: number,
    user: string,
    title: string,
    link: string,
    options: options.LoadedArticle,
  ): Promise<"OK">;
  /** Loads a comment exactly as it was. */
  loadComment(
    id: number,
    user: string,
    parent: number,
    text: string,
    options: options.LoadedComment,
  ): Promise<"OK">;
  /** Loads the place of a deleted article or comment. The parent of an article's place is 0. */
  loadPlace(id: number, parent: number, options: options.LoadedPlace): Promise<"OK">;
  /** Adds voters to what was loaded. */
  loadVoters(id: number, voters: options.LoadedVotes): Promise<"OK">;
  /** Marks all ids up to this one as assigned. */
  loadLastId(id: number): Promise<"OK">;
  /** Loads the last answer that a user has seen, unless a later one is known. */
  loadSeen(user: string, id: number): Promise<"OK">;
  /** Puts articles and comments on a list of a user. */
  loadMarks(user: string, list: string, ids: readonly number[]): Promise<"OK">;
}
