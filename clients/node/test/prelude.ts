// What the examples of the README take for granted.

import type { ServerResponse as HttpResponse } from "node:http";
import type { Redis } from "ioredis";
import type * as redisArticle from "redis-article";
import type { Site as IoredisSite } from "redis-article/ioredis";

declare global {
  const redis: Redis;
  const site: IoredisSite;
  const client: redisArticle.ClientWithModule;
  const Site: typeof redisArticle.Site;
  const codeOf: typeof redisArticle.codeOf;
  const VoteClosedError: typeof redisArticle.VoteClosedError;
  const typed: typeof redisArticle.typed;
  type ServerResponse = HttpResponse;
  type Nested = redisArticle.Nested;
}
