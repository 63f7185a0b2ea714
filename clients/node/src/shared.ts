// What both entries of the package export.

export type { Broadcast, BroadcastOptions, Subscription } from "./broadcast.js";
export type { Nested } from "./nest.js";
export { nest } from "./nest.js";
export { commands } from "./commands.js";
export type { Command } from "./functions.js";
export * from "./errors.js";
export type * from "./options.js";
export type * from "./replies.js";
export type { Follow, Followed } from "./follow.js";
export type { Functions } from "./functions.js";
export type { Listing, TreeQuery } from "./site.js";
