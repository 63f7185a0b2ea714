// Posts, votes, and reads a page with the npm package, on the server REDIS_URL.

import assert from "node:assert/strict";
import { createClient } from "redis";
import { article } from "redis-article";

const client = await createClient({ url: process.env.REDIS_URL, modules: { article } }).connect();
const id = await client.article.post("smoke-node", "alice", "Hello", "https://example.com");
assert.equal(await client.article.vote("smoke-node", "bob", id), true);
const [first] = await client.article.page("smoke-node");
assert.deepEqual([first.title, first.votes], ["Hello", 2]);
await client.close();
