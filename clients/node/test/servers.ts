// Starts servers with the module, by the program of crates/test-server, which TEST_SERVER names.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { createClient } from "redis";

/** A server. Nodes of a cluster are of one process, which ends when its input does. */
export class Server {
  readonly port: number;
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(port: number, child: ChildProcess) {
    this.port = port;
    this.url = `redis://127.0.0.1:${port}`;
    this.#process = child;
  }

  /** Starts servers, given the arguments of the program. */
  static async startAll(...args: string[]): Promise<Server[]> {
    const { TEST_SERVER } = process.env;
    assert(TEST_SERVER, "TEST_SERVER must name the program of crates/test-server");
    const child = spawn(TEST_SERVER, args, { stdio: ["pipe", "pipe", "inherit"] });
    const [ports] = await once(createInterface(child.stdout), "line");
    return String(ports).split(" ").map((port) => new Server(Number(port), child));
  }

  static async start(): Promise<Server> {
    const [server] = await Server.startAll();
    return server!;
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
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    this.#process.stdin!.end();
    await once(this.#process, "exit");
  }
}

/** Starts a cluster whose nodes have equal ranges of slots, in turn. */
export function startCluster(): Promise<Server[]> {
  return Server.startAll("--cluster", "2", "0");
}

/** Starts a cluster of a primary that has all slots, and its replica. */
export async function startReplicated(): Promise<[primary: Server, replica: Server]> {
  const [primary, replica] = await Server.startAll("--cluster", "1", "1");
  return [primary!, replica!];
}

/** Waits until a condition holds, at most a minute. */
export async function until(condition: () => Promise<boolean>) {
  const end = Date.now() + 60_000;
  while (!(await condition())) {
    assert(Date.now() < end, `this never becomes true: ${condition}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
