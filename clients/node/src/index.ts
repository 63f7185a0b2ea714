export * from "./shared.js";
export { article, Site, SpreadSite } from "./node-redis.js";
export type { ClientWithModule } from "./node-redis.js";
