// The types of arguments that are not lists of words.

/** Words of the server, in upper or lower case. */
export type Word<T extends string> = T | Lowercase<T>;
/** Options. One that is undefined counts as not given. */
export type Optional<T> = { readonly [Name in keyof T]?: T[Name] | undefined };
/** `T` without options that `All` does not have. */
export type Only<T, All> = T & { readonly [Name in Exclude<keyof T, keyof All>]?: never };
/** One, or several. */
export type Many<T> = T | readonly T[];
export type Fields = Readonly<Record<string, string>>;
/** A user, and names of the user's lists. */
export type UserLists = readonly [user: string, lists: readonly string[]];
