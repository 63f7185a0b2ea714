// Sites on every client, protocol, and kind of server.

import { readFileSync } from "node:fs";
import { Cluster, Redis } from "ioredis";
import { createClient, createCluster } from "redis";
import { article, Site as NodeRedisSite } from "redis-article";
import { Site as IoredisSite } from "redis-article/ioredis";
import type { Server } from "./servers.js";

export type Site = NodeRedisSite | IoredisSite;
export interface Open {
  site: (key: string) => Site;
  close: () => unknown;
}
export interface Connect {
  name: string;
  cluster: boolean;
  open: (servers: readonly Server[]) => Promise<Open>;
}

export function majorOf(name: string): number {
  const path = `node_modules/${name}/package.json`;
  return parseInt(JSON.parse(readFileSync(path, "utf8")).version);
}

const modules = { article };

function nodeRedis(RESP: 2 | 3): Connect[] {
  const standalone = async ([server]: readonly Server[]) => {
    const client = await createClient({ url: server!.url, RESP, modules }).connect();
    return {
      site: (key: string) => new NodeRedisSite(client, key),
      close: () => client.close(),
    };
  };
  const cluster = async (servers: readonly Server[]) => {
    const rootNodes = servers.map(({ url }) => ({ url }));
    const client = await createCluster({ rootNodes, RESP, modules }).connect();
    return {
      site: (key: string) => new NodeRedisSite(client, key),
      close: () => client.close(),
    };
  };
  const name = `node-redis, RESP${RESP}`;
  return [
    { name, cluster: false, open: standalone },
    { name: `${name}, cluster`, cluster: true, open: cluster },
  ];
}

// Version 5 has no type for some of the options.
const Ioredis = Redis as unknown as new (options: object) => Redis;
const IoredisCluster = Cluster as unknown as new (nodes: object[], options: object) => Cluster;

function openOn(redis: Redis | Cluster): Open {
  return {
    site: (key) => new IoredisSite(redis, key),
    close: () => redis.quit(),
  };
}

function ioredis(title: string, options: { protocol?: 2 | 3; replyMapping?: "resp3" }): Connect[] {
  const standalone = async ([server]: readonly Server[]) => {
    const redis = new Ioredis({ ...options, port: server!.port });
    return openOn(redis);
  };
  const cluster = async (servers: readonly Server[]) => {
    const nodes = servers.map(({ port }) => ({ host: "127.0.0.1", port }));
    const { replyMapping, ...redisOptions } = options;
    const redis = new IoredisCluster(nodes, { replyMapping, redisOptions });
    return openOn(redis);
  };
  const name = `ioredis, ${title}`;
  return [
    { name, cluster: false, open: standalone },
    { name: `${name}, cluster`, cluster: true, open: cluster },
  ];
}

/** Only version 6 of ioredis has RESP3. */
export const clients: Connect[] = [
  ...nodeRedis(2),
  ...nodeRedis(3),
  ...ioredis("RESP2", { protocol: 2 }),
  ...(majorOf("ioredis") < 6
    ? []
    : [...ioredis("RESP3", { protocol: 3 }), ...ioredis("maps", { replyMapping: "resp3" })]),
];
