// Measures what a Node.js program waits for, as app.py does. Prints `case;contender;microseconds`.

import { readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { Redis } from "ioredis";
import pg from "pg";
import { createClient } from "redis";
import { article, Site } from "redis-article";
import { Site as IoredisSite } from "redis-article/ioredis";

const { REDIS_PORT, POSTGRES_PORT, SQLITE, SITE, VIEWER } = process.env;
const queries = JSON.parse(readFileSync(new URL("queries.json", import.meta.url), "utf8"));
const rounds = { page: 300, thread: 60 };
const user = Number(VIEWER);
const viewer = `user-${VIEWER.padStart(5, "0")}`;

const url = `redis://127.0.0.1:${REDIS_PORT}`;
const node = await createClient({ url, modules: { article } }).connect();
const io = new Redis(url, { replyMapping: "resp3" });
const postgres = new pg.Client({ host: "127.0.0.1", port: POSTGRES_PORT, user: "postgres" });
await postgres.connect();
const sqlite = new Database(SQLITE, { readonly: true });

const words = {
  page: ["ARTICLE.PAGE", SITE, "1", "VIEWER", viewer],
  thread: ["ARTICLE.THREAD", SITE, "1", "SIZE", "1000", "VIEWER", viewer],
};

function ofSite(kind, site, client, maps) {
  const query = { viewer, size: kind === "page" ? 25 : 1000 };
  const read = (suffix) => () => site[kind + suffix](1, query);
  return [
    [`objects, ${client}`, "module", read("")],
    [`passed through, ${client}`, "module", read("Json")],
    [`maps, ${client}`, "module", maps],
  ];
}

function ofDatabases(kind) {
  const sql = queries[kind];
  const rows = sqlite.prepare(sql);
  const pairs = rows.columns().map(({ name }) => `'${name}', ${name}`);
  const group = `SELECT json_group_array(json_object(${pairs})) FROM (${sql})`;
  const text = sqlite.prepare(group).pluck();
  const fromPostgres = async (name, sql) => {
    const query = { name, text: sql.replace(":user", "$1"), values: [user] };
    return (await postgres.query(query)).rows;
  };
  const agg = `SELECT json_agg(t)::text AS text FROM (${sql}) t`;
  return [
    ["objects, node-postgres", "postgres", () => fromPostgres(kind, sql)],
    [
      "passed through, node-postgres",
      "postgres",
      async () => (await fromPostgres(`${kind} as text`, agg))[0].text,
    ],
    ["objects, better-sqlite3", "sqlite", () => rows.all({ user })],
    ["passed through, better-sqlite3", "sqlite", () => text.get({ user })],
  ];
}

for (const kind of ["page", "thread"]) {
  const [name, ...rest] = words[kind];
  const cases = [
    ...ofSite(kind, new Site(node, SITE), "node-redis", () => node.sendCommand(words[kind])),
    ...ofSite(kind, new IoredisSite(io, SITE), "ioredis", () => io.call(name, ...rest)),
    ...ofDatabases(kind),
  ];
  const times = cases.map(() => []);
  // In turns, so that all have the same share of a busy moment.
  for (let nth = 0; nth < rounds[kind]; nth++) {
    for (const [i, [, , read]] of cases.entries()) {
      const start = process.hrtime.bigint();
      await read();
      times[i].push(Number(process.hrtime.bigint() - start) / 1000);
    }
  }
  for (const [i, [name, contender, read]] of cases.entries()) {
    const reply = await read();
    const { length } = typeof reply === "string" ? JSON.parse(reply) : reply;
    if (length !== (kind === "page" ? 25 : 1000)) throw new Error(`${name}: ${length} entries`);
    const median = times[i].sort((a, b) => a - b)[times[i].length >> 1];
    console.log(`${kind} as ${name};${contender};${median.toFixed(1)}`);
  }
}
process.exit();
