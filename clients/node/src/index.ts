export * from "./shared.js";
export { article, Site } from "./node-redis.js";
export type { ClientWithModule } from "./node-redis.js";
