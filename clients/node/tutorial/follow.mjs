// Follows docs/tutorial.md in the current folder: builds the files from its code for Node.js, and
// compares the output of its commands. REDIS_URL names a server with the module.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { dirname } from "node:path";

const [, , tutorial] = process.argv;
const BLOCK = /(?:^\*\*`(?<name>\S+)`\*\*\n\n)?^```(?<language>\w+)\n(?<text>.*?)^```$/gms;
/** What is for those who follow the tutorial in Python. */
const IN_PYTHON = /\.(py|html)$|^\$ pytest/;
const END = "<end>\n";

const port = await freePort();
const shell = spawn("bash", { stdio: ["pipe", "pipe", "inherit"] });
let site;

/** Adds code to a file, or replaces a view. */
function write(name, text) {
  mkdirSync(dirname(name), { recursive: true });
  (name.startsWith("views/") ? writeFileSync : appendFileSync)(name, text);
}

/** Returns what a command prints. */
async function run(command) {
  const server = new URL(process.env.REDIS_URL).port;
  // As on a terminal.
  const local = command.replace("redis-cli", `redis-cli --no-raw -p ${server}`);
  shell.stdin.write(`${local.replaceAll(":3000", `:${port}`)}\necho '<end>'\n`);
  let output = "";
  while (!output.endsWith(END)) output += (await once(shell.stdout, "data"))[0];
  return output.slice(0, -END.length);
}

/** Starts the site as it is now. */
async function start() {
  const log = openSync("log", "a");
  const env = { ...process.env, PORT: `${port}` };
  site = spawn("node", ["server.js"], { env, stdio: ["ignore", log, log] });
  while (!(await answers())) assert.equal(site.exitCode, null, readFileSync("log", "utf8"));
}

async function stop() {
  if (!site) return;
  site.kill("SIGKILL");
  await once(site, "exit");
  site = undefined;
}

function answers() {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

/** Returns commands and their output. */
function transcript(text) {
  const parts = text.split(/^\$ /m).slice(1);
  return parts.map((part) => /^(.*?)\n(.*)$/s.exec(part).slice(1));
}

/** Returns the events of an open page, once the site is being followed. */
async function openPage() {
  const abort = new AbortController();
  const { body } = await fetch(`http://127.0.0.1:${port}/live`, { signal: abort.signal });
  const events = body.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await events.read()).value, ":\n\n");
  return { events, close: () => abort.abort() };
}

async function nextVote({ events }) {
  let text = "";
  while (!/^data.*$/m.test(text)) text += (await events.read()).value;
  return /^data.*$/m.exec(text)[0];
}

/** An open page gets the votes that are cast after it was opened. */
async function checkLive() {
  const page = await openPage();
  await run("bob 127.0.0.1:3000/vote/2/up -d '' -o /dev/null");
  assert.equal(await nextVote(page), 'data: {"id":2,"votes":2}');
  await run("bob 127.0.0.1:3000/vote/4/up -d '' -o /dev/null");
  assert.equal(await nextVote(page), 'data: {"id":4,"votes":2}');
  // When the last reader leaves, the site closes the connection that follows.
  page.close();
  while ((await run("redis-cli CLIENT LIST")).includes("cmd=article.changes"));
}

/** 500 open pages get a vote, and the site goes on serving. */
async function checkManyLivePages() {
  const pages = await Promise.all(Array.from({ length: 500 }, openPage));
  assert.match(await run("bob 127.0.0.1:3000/"), /<title>News/);
  await run("bob 127.0.0.1:3000/vote/3/up -d '' -o /dev/null");
  for (const page of pages) {
    assert.equal(await nextVote(page), 'data: {"id":3,"votes":2}');
    page.close();
  }
}

async function followTutorial() {
  for (const { groups } of readFileSync(tutorial, "utf8").matchAll(BLOCK)) {
    const { name, language, text } = groups;
    if (IN_PYTHON.test(name ?? text)) continue;
    if (name) {
      await stop();
      write(name, text);
    } else if (language === "console") {
      if (!site && existsSync("server.js")) await start();
      for (const [command, expected] of transcript(text)) {
        assert.equal(await run(command), expected, command);
      }
    }
  }
  await checkLive();
  await checkManyLivePages();
  const lines = readFileSync("app.js", "utf8").split("\n").filter((line) => line.trim());
  assert(lines.length < 125, `app.js has ${lines.length} lines`);
}

try {
  await followTutorial();
} finally {
  await stop();
  shell.kill();
}
console.log("the tutorial works as it is written");
