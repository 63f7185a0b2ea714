import { Command } from "ioredis";
import { commands } from "./commands.js";
import type { Call, Client, Connection } from "./client.js";
import { checkKey } from "./encode.js";
import { BaseSite } from "./site.js";

export * from "./shared.js";

/** A Redis or Cluster of ioredis. Their own types depend on the version and the reply mapping. */
export interface ClientOfIoredis {
  sendCommand(command: Command): unknown;
  pipeline(): unknown;
  multi(): unknown;
  duplicate(): unknown;
}

/** What Redis and Cluster have in common. */
interface AnyClient extends ClientOfIoredis {
  readonly status: string;
  readonly isCluster: boolean;
  readonly options: { keyPrefix?: string; redisOptions?: object };
  pipeline(): AnyPipeline;
  multi(): AnyPipeline;
  duplicate(...overrides: unknown[]): AnyClient;
  disconnect(): void;
  on(event: "error", listener: () => void): unknown;
}
interface AnyPipeline {
  sendCommand(command: Command): unknown;
  exec(): Promise<[error: Error | null, reply: unknown][] | null>;
}

/** A site on a client of ioredis: `new Site(redis, "news")`. */
export class Site extends BaseSite {
  constructor(client: ClientOfIoredis, key: string) {
    super(clientOf(client), key);
  }
}

function clientOf(client: ClientOfIoredis): Client {
  if (!client.pipeline) throw new TypeError("The client must be a Redis or Cluster of ioredis");
  return adapt(client as AnyClient);
}

/** A command of the module. ioredis does not know that its first argument is the key. */
class ArticleCommand extends Command {
  override getKeys() {
    return [this.args[0] as string];
  }
}

function adapt(client: AnyClient): Client {
  const command = ({ name, key, args }: Call) => {
    checkKey(key);
    const { name: word, readOnly, write } = commands[name];
    const words = (write as (...args: readonly unknown[]) => string[])(...args);
    const prefixed = `${client.options.keyPrefix ?? ""}${key}`;
    return new ArticleCommand(word, [prefixed, ...words], { replyEncoding: "utf8", readOnly });
  };
  const send = async (pipeline: AnyPipeline, calls: readonly Call[]) => {
    for (const call of calls) pipeline.sendCommand(command(call));
    const replies = await pipeline.exec();
    if (!replies) throw new Error("The transaction was aborted: a watched key has changed");
    return calls.map(({ name }, i): unknown => {
      const [error, reply] = replies[i]!;
      return error ?? commands[name].read(reply);
    });
  };
  return {
    async run(call) {
      return commands[call.name].read(await client.sendCommand(command(call)));
    },
    pipeline: (calls) => send(client.pipeline(), calls),
    multi: (calls) => send(client.multi(), calls),
    async connect(): Promise<Connection> {
      const own = duplicate(client);
      // Without a listener, ioredis prints errors. The command that waits gets the error, too.
      own.on("error", () => {});
      return {
        run: adapt(own).run,
        isOpen: () => own.status !== "end",
        close: () => own.disconnect(),
      };
    },
  };
}

/** Returns a connection whose commands may wait. */
function duplicate(client: AnyClient): AnyClient {
  const patient = { commandTimeout: undefined, socketTimeout: undefined };
  return client.isCluster
    ? client.duplicate([], { redisOptions: { ...client.options.redisOptions, ...patient } })
    : client.duplicate(patient);
}
