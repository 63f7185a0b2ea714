// A voting site from Node.js with ioredis: `npm install ioredis`.

import { Redis } from "ioredis";

// Without replyMapping, and in versions before 6, maps are flat arrays: [name, value, ...].
const url = process.env.REDIS_URL ?? "redis://127.0.0.1:6379";
const redis = new Redis(url, { replyMapping: "resp3" });
// Returns the reply of a command that reads, whatever the protocol. Nil is null.
const read = async (...args) => JSON.parse(await redis.call(...args, "FORMAT", "JSON"));
const code = (error) => error.message.split(" ")[0];

const hello = ["alice", "Hello", "https://example.com", "GROUPS", 1, "intro"];
console.log("posted", await redis.call("ARTICLE.POST", "news", ...hello));
const modules = ["bob", "Modules", "https://example.org", "GROUPS", 2, "rust", "intro"];
console.log("posted", await redis.call("ARTICLE.POST", "news", ...modules));

for (let i = 0; i < 2; i++) {
  // The user is before the id. Voting again changes nothing.
  const vote = await redis.call("ARTICLE.VOTE", "news", "carol", 1, "WITHCOUNTS");
  console.log(`changed ${vote.changed}, votes ${vote.votes}`);
}

for (const a of await read("ARTICLE.PAGE", "news", 1, "VIEWER", "carol")) {
  const text = `votes ${a.votes}, your vote ${a.vote}, groups ${a.groups.join(" ")}`;
  console.log(`${a.id} ${a.title}: ${text}`);
}
const rust = await read("ARTICLE.GROUPPAGE", "news", "rust", 1);
console.log("rust:", ...rust.map((article) => article.id));

const ids = [];
let page, cursor;
do {
  const query = ["SIZE", 1, "WITHCURSOR", "RETURN", 1, "id", ...(cursor ? ["AFTER", cursor] : [])];
  [page, cursor] = await read("ARTICLE.PAGE", "news", 1, ...query);
  ids.push(...page.map((article) => article.id));
} while (cursor !== null);
console.log("cursor:", ...ids);

console.log((await read("ARTICLE.GET", "news", 99)) === null ? "nil" : "found");

for (const command of [
  "ARTICLE.VOTE news bob 99",
  "ARTICLE.VOTE strict bob 2",
  "ARTICLE.VOTE strict bob 3",
  "ARTICLE.VOTE strict bob 1 DOWN",
  "ARTICLE.VOTE strict alice 1",
  "ARTICLE.CREATE strict",
  "ARTICLE.PAGE text 1",
  "ARTICLE.PAGE news 0",
]) {
  const [name, ...args] = command.split(" ");
  await redis.call(name, ...args).catch((error) => console.log(`${command}: ${code(error)}`));
}

const pipeline = redis.pipeline();
for (const id of [1, 99, 2]) pipeline.call("ARTICLE.VOTE", "news", "dave", id);
const replies = await pipeline.exec();
console.log("pipeline:", ...replies.map(([error, reply]) => (error ? code(error) : reply)));

await redis.quit();
