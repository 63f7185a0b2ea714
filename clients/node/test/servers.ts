// Starts servers with the module on free ports.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createClient } from "redis";

const { MODULE, REDIS_SERVER = "redis-server" } = process.env;

export class Server {
  readonly port: number;
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(port: number, child: ChildProcess, folder: string) {
    this.port = port;
    this.url = `redis://127.0.0.1:${port}`;
    this.#process = child;
    this.#folder = folder;
  }

  /** Starts a server. If another program has taken the port, tries the next. */
  static async start(...options: string[]): Promise<Server> {
    assert(MODULE, "MODULE must name the file of the module");
    for (let attempt = 0; attempt < 20; attempt++) {
      const port = 20000 + Math.floor(Math.random() * 10000);
      const folder = await mkdtemp(join(tmpdir(), "redis-article-"));
      const local = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder, "--save", ""];
      const child = spawn(REDIS_SERVER, [...local, "--loadmodule", MODULE, ...options]);
      for await (const line of createInterface(child.stdout)) {
        if (!line.includes("Ready to accept connections")) continue;
        child.stdout.resume();
        return new Server(port, child, folder);
      }
      await rm(folder, { recursive: true });
    }
    throw new Error(`${REDIS_SERVER} does not start with ${MODULE}`);
  }

  /** Sends one command. */
  async call(...words: string[]): Promise<unknown> {
    const client = await createClient({ url: this.url, RESP: 2 }).connect();
    try {
      return await client.sendCommand(words);
    } finally {
      client.destroy();
    }
  }

  async stop() {
    this.#process.kill("SIGKILL");
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      await once(this.#process, "exit");
    }
    await rm(this.#folder, { recursive: true });
  }
}

/** Starts a cluster whose nodes have equal ranges of slots, in turn. */
export async function startCluster(size = 2): Promise<Server[]> {
  const options = ["--cluster-enabled", "yes"];
  const nodes = await Promise.all(Array.from({ length: size }, () => Server.start(...options)));
  const slotOf = (node: number) => Math.ceil((node * 16384) / size);
  for (const [i, node] of nodes.entries()) {
    await node.call("CLUSTER", "ADDSLOTSRANGE", `${slotOf(i)}`, `${slotOf(i + 1) - 1}`);
    await node.call("CLUSTER", "SET-CONFIG-EPOCH", `${i + 1}`);
    if (i > 0) await node.call("CLUSTER", "MEET", "127.0.0.1", `${nodes[0]!.port}`);
  }
  for (const node of nodes) {
    await until(async () => {
      const info = String(await node.call("CLUSTER", "INFO"));
      return info.includes("cluster_state:ok") && info.includes(`cluster_known_nodes:${size}`);
    });
  }
  return nodes;
}

/** Starts a cluster of a primary that has all slots, and its replica. */
export async function startReplicated(): Promise<[primary: Server, replica: Server]> {
  const options = ["--cluster-enabled", "yes"];
  const [primary, replica] = await Promise.all([Server.start(...options), Server.start(...options)]);
  await primary.call("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
  await replica.call("CLUSTER", "MEET", "127.0.0.1", `${primary.port}`);
  const id = String(await primary.call("CLUSTER", "MYID"));
  await until(async () => String(await replica.call("CLUSTER", "NODES")).includes(id));
  await replica.call("CLUSTER", "REPLICATE", id);
  for (const node of [primary, replica]) {
    await until(async () => {
      const slots = JSON.stringify(await node.call("CLUSTER", "SLOTS"));
      return slots.includes(`${replica.port}`);
    });
  }
  await until(async () =>
    String(await replica.call("INFO", "replication")).includes("master_link_status:up"));
  return [primary, replica];
}

/** Waits until a condition holds, at most a minute. */
export async function until(condition: () => Promise<boolean>) {
  const end = Date.now() + 60_000;
  while (!(await condition())) {
    assert(Date.now() < end, `this never becomes true: ${condition}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
