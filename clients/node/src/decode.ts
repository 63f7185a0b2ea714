// Reads replies. Those of commands that read are JSON. For others, clients can be told to return
// maps as objects, Maps, or flat arrays, texts as Buffers, and numbers as strings: the results here
// are the same.

import type { Article, Comment } from "./items.js";

export type Read<T = any> = (reply: any) => T;

export const number: Read<number> = Number;
export const nothing: Read<void> = () => undefined;
export const isThere: Read<boolean> = (reply) => reply !== null && reply !== undefined;
export const flag: Read<boolean> = (reply) => Number(reply) === 1;
export const text: Read<string> = String;
/** Reads JSON, which can be a Buffer. Nil is null, as in JSON. */
export const json: Read<any> = (reply) => JSON.parse(reply as string);

/** Returns the entries of a map, or of a flat list of names and values. */
export function pairs(reply: unknown): [string, unknown][] {
  if (reply instanceof Map) return Array.from(reply, ([name, value]) => [text(name), value]);
  if (!Array.isArray(reply)) return Object.entries(reply as object);
  return reply.flatMap((name, i) => (i % 2 ? [] : [[text(name), reply[i + 1]]]));
}

/** Reads a map of numbers, and of the texts and booleans that are named. */
export function record<T>(texts: string[], flags: string[]): Read<T> {
  const value = ([name, entry]: [string, unknown]) => {
    const read = texts.includes(name) ? text : flags.includes(name) ? flag : number;
    return [name, read(entry)];
  };
  return (reply) => Object.fromEntries(pairs(reply).map(value)) as T;
}

/** Reads a map with booleans for settings that are yes or no. */
export const switches: Read = (reply) =>
  reply &&
  Object.fromEntries(
    Object.entries(reply).map(([name, value]) => [
      name,
      value === "yes" ? true : value === "no" ? false : value,
    ]),
  );

/**
 * Reads a page. With WITHCURSOR, it is its entries and the cursor, and with WITHPOSITIONS, these
 * with the positions between them, or null.
 */
export const page: Read = (reply) => {
  if (!Array.isArray(reply?.[0])) return reply ?? [];
  const [entries, ...rest] = reply;
  return Object.assign(entries, { cursor: rest.pop() }, rest.length ? { positions: rest[0] } : {});
};

export function voters([cursor, votes]: [string, unknown[]]) {
  return { cursor, voters: Object.fromEntries(pairs(votes)) };
}

type Sizes = [name: string, size: number][];
export const exported = ([cursor, commands]: unknown[]) => ({ cursor, commands });
export const groups = (reply: Sizes) => reply.map(([group, size]) => ({ group, size }));
export const lists = (reply: Sizes) => reply.map(([list, size]) => ({ list, size }));

type Affinities = [user: string, up: number, down: number, given: number][];
export const affinity = (reply: Affinities) =>
  reply.map(([user, up, down, given]) => ({ user, up, down, given }));

export function step([cursor, votes]: unknown[]) {
  return { cursor: text(cursor), votes: number(votes) };
}

// Articles and comments share one sequence of ids: an id may be of the other kind. Only comments
// have a parent.
const isComment = (item: object) => "parent" in item;
export const onlyArticle: Read = (item) => (item && isComment(item) ? null : item);
export const onlyComment: Read = (item) => (item && isComment(item) ? item : null);

export function changes([version, items, deleted]: [string, (Article | Comment)[], number[]]) {
  const articles = items.filter((item) => !isComment(item));
  const comments = items.filter(isComment);
  return { version, articles, comments, deleted };
}
