import { ArticleError, ServerError } from "./article-error.js";
import { classes } from "./codes.js";

export { ArticleError, ServerError };
export * from "./codes.js";

const byCode = new Map(classes.map((kind) => [new kind().code, kind]));

/** Returns the code of an error reply, or undefined for any other error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? /^[A-Z]{2,}(?= )/.exec(error.message)?.[0] : undefined;
}

/**
 * Returns an error of node-redis or ioredis as the class of its code. Other errors, and that of a
 * server without the module, stay as they are. A Site throws such errors itself.
 */
export function typed(error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof ArticleError || code === undefined) return error;
  const { message } = error as Error;
  if (/^ERR unknown command/i.test(message)) return error;
  const options = { cause: error };
  if (code === "ERR") return new ArticleError(message, options);
  const kind = byCode.get(code);
  return kind ? new kind(message, options) : new ServerError(code, message, options);
}
