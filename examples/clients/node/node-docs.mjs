// Prints what docs/clients.md says about node-redis and ioredis.

import { createConnection, createServer } from "node:net";
import { Redis } from "ioredis";
import { RESP_TYPES, createClient } from "redis";

const url = process.env.REDIS_URL ?? "redis://127.0.0.1:6379";
const node = await createClient({ url }).connect();
const io = new Redis(url);
const nameOf = (error) => error.constructor.name;
const errorOf = (error) => `${nameOf(error)}: ${error.message}`;

// Starts a proxy that closes the connection instead of delivering the reply to the first POST.
async function proxyThatLosesAReply() {
  const { hostname, port } = new URL(url);
  let state = "forward";
  const proxy = createServer((client) => {
    const server = createConnection(Number(port), hostname);
    client.on("data", (request) => {
      if (state === "forward" && request.includes("ARTICLE.POST")) state = "lose";
      server.write(request);
    });
    server.on("data", (reply) => {
      if (state !== "lose") return client.write(reply);
      state = "done";
      client.destroy();
    });
    client.on("close", () => server.destroy());
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return [proxy, `redis://127.0.0.1:${proxy.address().port}`];
}

async function postWithLostReply(connect) {
  await node.del("lost");
  const [proxy, address] = await proxyThatLosesAReply();
  const [post, close] = await connect(address);
  const reply = await post(["ARTICLE.POST", "lost", "alice", "Title", ""]).catch(nameOf);
  close();
  proxy.close();
  return `reply ${reply}, articles ${await node.sendCommand(["ARTICLE.COUNT", "lost"])}`;
}

async function connectNode(address) {
  const client = await createClient({ url: address }).on("error", () => {}).connect();
  return [(args) => client.sendCommand(args), () => client.destroy()];
}

const connectIo = (options) => async (address) => {
  const client = new Redis(address, options).on("error", () => {});
  return [([name, ...args]) => client.call(name, ...args), () => client.disconnect()];
};

await io.callBuffer("ARTICLE.POST", "news", "alice", Buffer.from([255]), "");
const user = ["ARTICLE.USER", "news", "alice"];
const title = ["ARTICLE.GET", "news", "1", "RETURN", "1", "title"];

console.log("node-redis:", { ...(await node.sendCommand(user)) });
console.log("a number:", await node.sendCommand(["ARTICLE.GET", "news", 1]).catch(errorOf));
console.log("not UTF-8:", { ...(await node.sendCommand(title)) });
const typeMapping = { [RESP_TYPES.BLOB_STRING]: Buffer };
console.log("typeMapping:", { ...(await node.sendCommand(title, { typeMapping })) });
const vote = (id) => ["ARTICLE.VOTE", "news", "bob", id];
const pipeline = () => node.multi().addCommand(vote("1")).addCommand(vote("99"));
console.log("execAsPipeline:", await pipeline().execAsPipeline().catch(errorOf));
const failed = await pipeline().exec().catch((error) => error);
console.log("exec:", nameOf(failed), failed.replies.length);
console.log("reply lost:", await postWithLostReply(connectNode));

console.log("ioredis:", JSON.stringify(await io.call(...user)));
const mapped = new Redis(url, { replyMapping: "resp3" });
console.log("replyMapping:", await mapped.call(...user));
console.log("callBuffer:", (await io.callBuffer(...title))[1]);
const prefixed = new Redis(url, { keyPrefix: "app:" });
await prefixed.call("ARTICLE.POST", "prefixed", "alice", "Title", "");
console.log("keyPrefix:", await io.keys("*prefixed"));
console.log("reply lost:", await postWithLostReply(connectIo({})));
const noRetry = connectIo({ maxRetriesPerRequest: 0 });
console.log("reply lost, no retry:", await postWithLostReply(noRetry));

for (const client of [io, mapped, prefixed]) client.disconnect();
node.destroy();
