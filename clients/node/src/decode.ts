// Reads replies of RESP2 and RESP3. Clients can be told to return maps as objects, Maps, or flat
// arrays, texts as Buffers, and numbers as strings: the results here are the same.

import type { Article, Comment, ThreadComment } from "./replies.js";

type Read<T = unknown> = (reply: unknown) => T;

export const number: Read<number> = Number;
export const text: Read<string> = String;
export const ok: Read<"OK"> = () => "OK";
export const flag: Read<boolean> = (reply) => Number(reply) === 1;

export function nullable<T>(read: Read<T>): Read<T | null> {
  return (reply) => (reply === null || reply === undefined ? null : read(reply));
}

export function list<T>(read: Read<T>): Read<T[]> {
  return (reply) => (reply as unknown[]).map(read);
}

/** Returns the entries of a map, a list of pairs, or a flat list of names and values. */
export function pairs(reply: unknown): [string, unknown][] {
  if (reply instanceof Map) return Array.from(reply, ([name, value]) => [text(name), value]);
  if (!Array.isArray(reply)) return Object.entries(reply as object);
  if (Array.isArray(reply[0])) return reply.map(([name, value]) => [text(name), value]);
  return reply.flatMap((name, i) => (i % 2 ? [] : [[text(name), reply[i + 1]]]));
}

/** Reads a map of numbers, and of the texts that are named. */
export function record<T>(...texts: (keyof T & string)[]): Read<T> {
  const value = ([name, entry]: [string, unknown]) => {
    const read = (texts as string[]).includes(name) ? text : number;
    return [name, read(entry)];
  };
  return (reply) => Object.fromEntries(pairs(reply).map(value)) as T;
}

type Entries = Readonly<Record<string, Read>>;

const COMMON: Entries = {
  id: number,
  poster: text,
  time: number,
  closes: number,
  votes: number,
  upvotes: number,
  downvotes: number,
  score: number,
  comments: number,
  vote: nullable(number),
  marks: list(text),
  boost: number,
  hidden: number,
  locked: number,
  pinned: number,
};
const ARTICLE: Entries = { ...COMMON, title: text, link: text, bumped: number, groups: list(text) };
const COMMENT: Entries = { ...COMMON, parent: number, article: number, text, depth: number };

/** The entries of the placeholder of a deleted comment. */
const PLACE = new Set(["id", "parent", "article", "depth", "deleted"]);

/**
 * Whether `deleted` is the server's, a number. A custom field of a comment can have this name, but
 * is a text. If the client returns numbers as texts, only placeholders have no other entries.
 */
function isDeleted(value: unknown, all: [string, unknown][]): boolean {
  if (typeof value === "number") return true;
  const numbersAreTexts = all.some(([name, id]) => name === "id" && typeof id !== "number");
  return numbersAreTexts && all.every(([name]) => PLACE.has(name));
}

/** A custom field from before 0.4 can have the name `marks`, but is a text and not a list. */
function isEntry(entries: Entries, name: string, value: unknown): boolean {
  return Object.hasOwn(entries, name) && (name !== "marks" || Array.isArray(value));
}

/** Reads an article or a comment. Every entry but those listed is a custom field. */
function item<T>(entries: Entries): Read<T> {
  return (reply) => {
    const known: [string, unknown][] = [];
    const fields: [string, string][] = [];
    const all = pairs(reply);
    for (const [name, value] of all) {
      const read = isEntry(entries, name, value) ? entries[name] : undefined;
      if (read) known.push([name, read(value)]);
      else if (name === "deleted" && isDeleted(value, all)) known.push([name, number(value)]);
      else fields.push([name, text(value)]);
    }
    return { ...Object.fromEntries(known), fields: Object.fromEntries(fields) } as T;
  };
}

export const article = item<Article>(ARTICLE);
export const comment = item<Comment>(COMMENT);
export const threadComment = item<ThreadComment>(COMMENT);

/** Whether it is an article and not a comment: only articles have a list of groups. */
export function isArticle(item: unknown): boolean {
  return pairs(item).some(([name, value]) => name === "groups" && Array.isArray(value));
}

/** Reads an article or a comment, with their groups if it is an article. */
export function either(reply: unknown): Article | Comment {
  return isArticle(reply) ? article(reply) : comment(reply);
}

/** Reads what CHANGES returns. */
export function changes(reply: unknown) {
  const [version, items, deleted] = reply as [unknown, unknown[], unknown[]];
  return {
    version: text(version),
    articles: items.filter(isArticle).map(article),
    comments: items.filter((item) => !isArticle(item)).map(comment),
    deleted: deleted.map(number),
  };
}
