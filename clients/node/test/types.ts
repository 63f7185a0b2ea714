// Types that must hold. This file is compiled, not run.

import type { Redis } from "ioredis";
import { article, nest } from "redis-article";
import type { Article, Comment, Placeholder, Query, ThreadComment, Vote } from "redis-article";
import { Site } from "redis-article/ioredis";
import { createClient } from "redis";

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Equal<A, B>) {}

declare const redis: Redis;
const site = new Site(redis, "news");
const client = createClient({ modules: { article } });

export async function views(viewer: string | undefined, names: string[], query: Query) {
  const plain = await site.get(1);
  same<NonNullable<typeof plain>["vote"], undefined>(true);
  const seen = await site.get(1, { viewer: "carol" });
  same<NonNullable<typeof seen>["vote"], Vote | null>(true);
  const perhaps = await site.get(1, { viewer });
  same<NonNullable<typeof perhaps>["vote"], Vote | null | undefined>(true);

  same<NonNullable<typeof seen>["marks"], undefined>(true);
  const marked = await site.get(1, { viewer: "carol", marks: ["read"] });
  same<NonNullable<typeof marked>["marks"], string[]>(true);
  const unnamed = await site.get(1, { marks: ["read"] });
  same<NonNullable<typeof unnamed>["marks"], undefined>(true);
  const unsure = await site.get(1, { viewer, marks: ["read"] });
  same<NonNullable<typeof unsure>["marks"], string[] | undefined>(true);

  const [some] = await site.page(1, { return: ["id", "title", "boost", "lang"] });
  same<keyof NonNullable<typeof some>, "id" | "title" | "boost" | "fields">(true);
  same<NonNullable<typeof some>["title"], string>(true);
  same<NonNullable<typeof some>["boost"], number | undefined>(true);
  // @ts-expect-error It is not named.
  some?.votes;
  const [state] = await site.page(1, { return: ["listed", "votable"] });
  same<NonNullable<typeof state>["votable"], 0 | 1>(true);
  const [any] = await site.page(1, { return: names });
  same<NonNullable<typeof any>["title"], string | undefined>(true);
  const [unknown] = await site.page(1, query);
  same<NonNullable<typeof unknown>["title"], string | undefined>(true);
  same<NonNullable<typeof unknown>["fields"], Record<string, string> | undefined>(true);
  const [none] = await site.page(1, { return: [] });
  same<keyof NonNullable<typeof none>, "fields">(true);
  same<string, Awaited<ReturnType<typeof site.pageJson>>>(true);
  same<string | null, Awaited<ReturnType<typeof site.getJson>>>(true);
  await site.pageJson(1, { by: "gravity", viewer, return: names });
  // @ts-expect-error There is no such order.
  await site.pageJson(1, { by: "NEW" });
  const articles = await site.page(1, { by: "gravity", viewer: "carol", withcursor: true });
  same<typeof articles.cursor, string | null>(true);
  const list: Article[] = articles;
  same<(typeof articles)[number]["vote"], Vote | null>(true);
  return list;
}

export async function threads() {
  const thread = await site.thread(1, { viewer: "carol" });
  for (const comment of thread) {
    if (comment.text === undefined) {
      same<(typeof comment)["poster"], undefined>(true);
      const reason = comment.deleted ? "deleted" : "hidden";
      const placeholder: Placeholder = comment;
      void [reason, placeholder];
    } else {
      same<(typeof comment)["poster"], string>(true);
      same<(typeof comment)["vote"], Vote | null>(true);
      same<(typeof comment)["deleted"], undefined>(true);
      same<(typeof comment)["marks"], undefined>(true);
      const full: Comment = comment;
      void full;
    }
  }
  const comments: ThreadComment[] = thread;
  const [first] = nest(thread, 1);
  if (first?.answers[0]?.text !== undefined) first.answers[0].poster.toUpperCase();
  const [narrow] = await site.thread(1, { return: ["id", "text"] });
  same<NonNullable<typeof narrow>["text"], string | undefined>(true);
  for await (const comment of site.threadIterator(1, { viewer: "carol" })) {
    if (comment.text !== undefined) same<(typeof comment)["vote"], Vote | null>(true);
  }
  const [tree] = await site.tree(1);
  same<NonNullable<typeof tree>["depth"], number>(true);
  return comments;
}

export async function iterators() {
  for await (const { title } of site.articles({ by: "VOTES", since: -86400 })) title.trim();
  for await (const { id } of site.articles({ group: "rust", return: ["id"] })) id.toFixed();
  for await (const { articles, resync } of site.followChanges(null, { return: ["id", "votes"] })) {
    same<keyof (typeof articles)[number], "id" | "votes" | "fields">(true);
    same<typeof resync, boolean>(true);
  }
}

export async function batches() {
  const replies = await site.multi((batch) => [
    batch.vote("carol", 17),
    batch.page(1, { return: ["id"] }),
    batch.get(1).catch(() => undefined),
  ]);
  same<(typeof replies)[0], boolean>(true);
  replies[1][0]?.id.toFixed();
  // @ts-expect-error It is not named.
  replies[1][0]?.title;
}

export async function module(query: Query) {
  const page = await client.article.page("news", 1, { viewer: "carol" });
  same<(typeof page)[number]["vote"], Vote | null | undefined>(true);
  const list: Article[] = page;
  const voted = await client.article.vote("news", "carol", 17);
  same<typeof voted, boolean>(true);
  const [comment] = await client.article.thread("news", 1);
  if (comment?.text !== undefined) comment.poster.trim();
  // @ts-expect-error A Site narrows types by `return`, and the module cannot.
  await client.article.page("news", 1, { return: ["id"] });
  // @ts-expect-error It may have a `return`.
  await client.article.page("news", 1, query);
  return list;
}

export async function mistakes() {
  // @ts-expect-error The user is before the id.
  await site.vote(17, "carol");
  // @ts-expect-error There is no such order.
  await site.page(1, { by: "NEW" });
  // @ts-expect-error The lists are of a user.
  await site.page(1, { unmarked: ["read"] });
  // @ts-expect-error Comments are in no groups.
  await site.comments(1, { anyof: ["rust"] });
  // @ts-expect-error Comments have no such order.
  await site.thread(1, { by: "ACTIVE" });
  // @ts-expect-error A list is not a text.
  await site.page(1, { from: "alice" });
  // @ts-expect-error It needs a time.
  await site.loadArticle(1, "alice", "Title", "", { closes: 5 });
  // @ts-expect-error An unknown option.
  await site.page(1, { by: "VOTES", viewr: "carol" });
  // @ts-expect-error An unknown option.
  await client.article.page("news", 1, { by: "VOTES", viewr: "carol" });
  // @ts-expect-error An unknown option.
  site.followChanges(null, { count: 5, viewr: "carol" });
  // @ts-expect-error An option of another command.
  site.articles({ by: "VOTES", depth: 1 });
  // @ts-expect-error Trees are of whole comments.
  await site.tree(1, { by: "VOTES", return: ["id"] });
  // @ts-expect-error Trees begin with the first comment.
  await site.tree(1, { by: "VOTES", after: "0" });
}
