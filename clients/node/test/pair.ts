// Does the same to a site and to parts with the same articles, and compares them.

import assert from "node:assert/strict";
import { codeOf } from "redis-article";
import type { Sorting } from "redis-article";
import type { Site, SpreadSite } from "./clients.js";

const USERS = ["alice", "bob", "carol", "dave", "erin", "frank"];
const GROUPS = ["go", "js", "rust", "zig"];
const LINKS = ["", "x", "y", "z"];
const LISTS = ["read", "saved"];
const ACTIONS = ["HIDE", "SHOW", "LOCK", "UNLOCK", "PIN", "PINLOCAL", "UNPIN"] as const;
const ORDERS: Sorting[] = [
  "SCORE", "TIME", "VOTES", "BEST", "CONTROVERSY", "GRAVITY", "BUMPED", "COMMENTS", "ACTIVE",
];
const FOR_COMMENTS = ORDERS.slice(0, 6);
const START = Math.floor(Date.now() / 1000) - 100000;

/** Numbers that look random, the same in every run with the same seed. */
export class Dice {
  #state: number;
  constructor(seed: number) {
    this.#state = seed;
  }
  below(most: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * most);
  }
  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
  some<T>(values: readonly T[]): T[] {
    return values.filter(() => this.below(3) === 0);
  }
}

/** One site, and parts that always have the same articles. */
export class Pair {
  readonly ids: number[] = [];
  #last = 0;
  constructor(
    readonly one: Site,
    readonly parts: SpreadSite,
    readonly dice: Dice,
  ) {}

  /** Has both do the same, and compares the results. */
  async both<T>(run: (site: Site) => Promise<T>, clean = (result: T): unknown => result) {
    const [one, parts] = await Promise.allSettled([run(this.one), run(this.parts)]);
    const result = (of: PromiseSettledResult<T>) =>
      of.status === "fulfilled" ? clean(of.value) : codeOf(of.reason) ?? of.reason;
    assert.deepEqual(result(parts), result(one), String(run));
    return one.status === "fulfilled" ? one.value : undefined;
  }

  /** Changes something. */
  async step() {
    const { dice, ids } = this;
    const [user, id, other] = [dice.of(USERS), dice.of(ids), dice.of(USERS)];
    const silent = dice.below(6) === 0;
    const count = this.parts.keys.length;
    const inPartOf = (other: number, from: number) =>
      from + ((((other - from) % count) + count) % count);
    // Part 0 has most articles, so that one request of it is not always enough.
    const first = this.#last + 1 + dice.below(3);
    const next = dice.below(3) === 0 ? first : inPartOf(0, first);
    // A comment is in the part of what it answers.
    const answer = inPartOf(id ?? 1, next);
    const time = START + dice.below(90000);
    const kind = dice.of(["GROUP", "USER"] as const);
    const names = dice.some(kind === "GROUP" ? GROUPS : USERS);
    const [list, listed] = [dice.of(LISTS), dice.some(ids).slice(0, 9)];
    const groups = dice.some(GROUPS);
    const [link, boost] = [dice.of(LINKS), dice.below(3) * 10000];
    const direction = dice.of(["UP", "UP", "UP", "DOWN", "NONE"] as const);
    const action = dice.of(ACTIONS);
    const steps = [
      (site: Site) => site.comment(user, id ?? 1, `Comment ${next}`, { id: answer, time }),
      (site: Site) => site.vote(user, id ?? 1, direction, { silent }),
      (site: Site) => site.vote(user, id ?? 1, direction, { silent }),
      (site: Site) => site.vote(user, id ?? 1, direction, { silent }),
      (site: Site) => site.moderate(action, id ?? 1),
      (site: Site) => site.boost(id ?? 1, boost),
      (site: Site) => site.bump(id ?? 1, { time: time + 10000, comments: 1 }),
      (site: Site) => site.groupAdd(id ?? 1, groups),
      (site: Site) => site.groupRem(id ?? 1, groups),
      (site: Site) => site.mark(user, list, listed),
      (site: Site) => site.unmark(user, list, id ?? 1),
      (site: Site) => site.follow(user, kind, names),
      (site: Site) => site.unmute(user, kind, names),
      (site: Site) => site.mute(user, kind, names.slice(0, 1)),
      // Replies of these differ: follows count in each part, and so do marks of what was seen.
      (site: Site) => site.seen(user, id ?? 1).then(() => 0),
    ];
    const rare = [
      (site: Site) => site.del(listed),
      (site: Site) => site.forget(user).then(() => 0),
      (site: Site) => site.unvoteAll(user),
      (site: Site) => site.silenceAll(user, "YES"),
      (site: Site) => site.silenceAll(user, "NO"),
      (site: Site) => site.transferAll(user, other),
      (site: Site) => site.renameUser(user, other),
      (site: Site) => site.unmarkAll(user, list),
    ];
    if (ids.length === 0 || dice.below(3) === 0) {
      const fields = { next: `${next}` };
      const post = (site: Site) =>
        site.post(user, `Title ${next}`, link, { id: next, time, groups, fields });
      if (await this.both(post)) this.#add(next);
      return;
    }
    const step = dice.below(20) === 0 ? dice.of(rare) : dice.of(steps);
    const result = await this.both(step as (site: Site) => Promise<unknown>);
    if (step === steps[0] && result) this.#add(answer);
  }

  #add(id: number) {
    this.ids.push(id);
    this.#last = id;
  }

  /** Returns a query that both can be asked. */
  query(orders: readonly Sorting[], isOfComments: boolean) {
    const { dice } = this;
    const maybe = <T>(value: T) => (dice.below(4) === 0 ? value : undefined);
    const by = maybe(dice.of(orders)) ?? dice.of(orders);
    const user = dice.of([...USERS, ""]);
    const lists = { user: dice.of(USERS), lists: dice.some(LISTS) };
    const group = { anyOf: maybe(dice.some(GROUPS)), noneOf: maybe(["zig"]), feed: maybe(user) };
    const per = dice.of(isOfComments ? (["USER"] as const) : (["USER", "LINK"] as const));
    const query = {
      by,
      order: by === "SCORE" || by === "TIME" ? maybe("ASC" as const) : undefined,
      since: maybe(START + 20000),
      until: maybe(START + 70000),
      minVotes: maybe(1),
      from: maybe(dice.some(USERS)),
      notFrom: maybe(dice.some(USERS)),
      unvoted: maybe(user),
      unmarked: maybe(lists),
      marked: maybe(lists),
      except: maybe(dice.some(this.ids)),
      hidden: maybe(true),
      unmuted: maybe(user),
      per: maybe([per, 1 + dice.below(2)] as const),
      at: START + 100000,
      size: dice.of([1, 2, 3, 5, 20]),
      viewer: maybe(dice.of(USERS)),
      return: maybe(dice.of([["title", "votes"], ["position", "next", "id"], ["poster"], []])),
      ...(isOfComments ? {} : group),
    };
    return { ...query, marks: query.viewer === undefined ? undefined : maybe(LISTS) };
  }

  /** Compares all pages of a listing, by cursor and by number. */
  async pages(name: keyof Site, of: readonly unknown[], query: object) {
    const read = (page: number, after: string | null) =>
      this.both<{ cursor: string | null }>((site) =>
        (site[name] as any)(...of, page, { ...query, after }),
      );
    let page = await read(1, null);
    while (page?.cursor) page = await read(1, page.cursor);
    if (!("per" in query) || query.per === undefined) await read(3, null);
  }

  /** Compares everything that is read. */
  async compare() {
    const { dice } = this;
    const [user, group, id] = [dice.of(USERS), dice.of(GROUPS), dice.of(this.ids)];
    for (const by of ORDERS) await this.pages("pageWithCursor", [], this.query([by], false));
    const query = this.query(ORDERS, false);
    await this.pages("groupPageWithCursor", [group], query);
    await this.pages("userPageWithCursor", [user], query);
    const [below, by] = [dice.below(2) ? id : undefined, dice.of(["SCORE", "TIME"] as const)];
    await this.pages("commentsWithCursor", [], { ...this.query(FOR_COMMENTS, true), below });
    const { size, viewer, marks } = query;
    await this.pages("votedWithCursor", [user], { size, viewer, marks });
    await this.pages("answersWithCursor", [user], { size, viewer, marks });
    await this.both((site) => site.pageJson(1, query), (text) => JSON.parse(text));
    await this.both((site) => site.mGet([id, 9999, ...this.ids.slice(0, 5)], { viewer }));
    await this.both((site) => site.votes(user, this.ids));
    await this.both((site) => site.rank(id, { by }));
    await this.both((site) => site.rank(id, { order: "ASC", group }));
    for (const name of USERS) await this.both((site) => site.user(name));
    await this.both((site) => site.groups());
    await this.both((site) => site.groups({ offset: 1, count: 2 }));
    await this.both((site) => site.count({ group, since: START + 30000 }));
    await this.both((site) => site.lists(user));
    await this.both((site) => site.follows(user));
    await this.both((site) => site.findAll("x"));
    await this.both((site) => site.find("y"));
    const onPoster = ({ user, onPoster }: { user: string; onPoster: number }) => [user, onPoster];
    await this.both((site) => site.affinity(user, { count: 50 }), (list) => list.map(onPoster));
    const sizes = ["articles", "votes", "hidden", "comments", "marks", "open", "last_id"] as const;
    await this.both((site) => site.info(), (info) => sizes.map((name) => info?.[name]));
    const sorted = (items: readonly { id: number }[]) => items.map(({ id }) => id).sort();
    await this.both((site) => site.marked(user, "saved", 1, { size: 1000 }), sorted);
    await this.both((site) => everything(site));
  }
}

/** Returns all articles and comments by their changes. */
async function everything(site: Site) {
  const found = new Map<number, unknown>();
  let version = "0";
  while (true) {
    const changes = await site.changes(version, { count: 20 });
    version = changes.version;
    const items = [...changes.articles, ...changes.comments];
    if (items.length === 0) return [...found].sort(([a], [b]) => a - b);
    for (const item of items) found.set(item.id, item);
  }
}

