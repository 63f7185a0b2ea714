// The codes of errors. They work with the errors that node-redis and ioredis throw.

/** The first word of the module's errors, and of others of the server. */
export type Code =
  | "NOARTICLE"
  | "HIDDEN"
  | "LOCKED"
  | "VOTECLOSED"
  | "NODOWNVOTE"
  | "SELFVOTE"
  | "RESYNC"
  | "BADCURSOR"
  | "TOOLONG"
  | "BUSYKEY"
  | "WRONGTYPE"
  | "ERR"
  | (string & {});

/** Returns the code of an error reply, or undefined for any other error. */
export function codeOf(error: unknown): Code | undefined {
  return error instanceof Error ? /^[A-Z]{2,}(?= )/.exec(error.message)?.[0] : undefined;
}

const hasCode = (code: Code) => (error: unknown) => codeOf(error) === code;

/** No article or comment has this id. */
export const isNoArticle = hasCode("NOARTICLE");
/** A moderator has hidden the article or comment. */
export const isHidden = hasCode("HIDDEN");
/** A moderator has closed the article or comment for comments. */
export const isLocked = hasCode("LOCKED");
/** Voting has closed. */
export const isVoteClosed = hasCode("VOTECLOSED");
/** The site does not accept downvotes. */
export const isNoDownvote = hasCode("NODOWNVOTE");
/** Posters cannot vote on what they posted. */
export const isSelfVote = hasCode("SELFVOTE");
/** The version is not of this copy of the site: start again from "0". */
export const isResync = hasCode("RESYNC");
/** The text is not a cursor of this listing, in this order. */
export const isBadCursor = hasCode("BADCURSOR");
/** The command would read more than `article.read-limit` allows. */
export const isTooLong = hasCode("TOOLONG");
/** The key of a new site exists. */
export const isBusyKey = hasCode("BUSYKEY");
/** The key is not a site. */
export const isWrongType = hasCode("WRONGTYPE");
