import { commands } from "./commands.js";
import type { Unlimited } from "./functions.js";
import { settled } from "./client.js";
import type { Call, Client, Connection, Results } from "./client.js";
import { checkKey } from "./encode.js";
import type { Functions } from "./functions.js";
import { BaseSite } from "./site.js";

/** The part of node-redis's CommandParser that is used here. */
interface Parser {
  push(...words: string[]): unknown;
  pushKey(key: string): unknown;
}

/** A function as node-redis describes it. */
interface ModuleCommand<F extends (...args: never[]) => unknown> {
  IS_READ_ONLY: boolean;
  parseCommand(this: void, parser: Parser, key: string, ...args: Parameters<F>): void;
  transformReply(this: void, reply: unknown): Awaited<ReturnType<F>>;
}

type Module = {
  [Name in keyof Functions]: ModuleCommand<Functions<Unlimited>[Name]>;
};

function moduleCommand(name: keyof Functions): ModuleCommand<(...args: unknown[]) => unknown> {
  const command = commands[name];
  const write = command.write as (...args: unknown[]) => string[];
  return {
    IS_READ_ONLY: command.readOnly,
    parseCommand(parser, key, ...args) {
      checkKey(key);
      parser.push(command.name);
      parser.pushKey(key);
      parser.push(...write(...args));
    },
    transformReply: (reply) => command.read(reply),
  };
}

/** The module of node-redis: `createClient({ modules: { article } })`. */
export const article = Object.fromEntries(
  (Object.keys(commands) as (keyof Functions)[]).map((name) => [name, moduleCommand(name)]),
) as unknown as Module;

/** A client, cluster, or pool of node-redis with the module. */
export interface ClientWithModule {
  readonly article: { [Name in keyof Functions]: (key: string, ...args: never[]) => unknown };
}

/** What these clients have in common. Their own types depend on their modules. */
interface AnyClient {
  article: Record<keyof Functions, (key: string, ...args: readonly unknown[]) => Promise<unknown>>;
  multi(): AnyMulti;
  isOpen: boolean;
  options?: ClientOptions | undefined;
  /** Only a cluster has it. */
  _options?: { defaults?: ClientOptions };
  duplicate(overrides: object): AnyClient;
  /** Only a pool has it: runs a task on one of its clients. */
  execute?<T>(task: (client: AnyClient) => Promise<T>): Promise<T>;
  connect(): Promise<unknown>;
  destroy(): void | Promise<void>;
  on(event: "error", listener: () => void): unknown;
}
type ClientOptions = { socket?: object };
interface AnyMulti {
  article: Record<keyof Functions, (key: string, ...args: readonly unknown[]) => unknown>;
  exec(): Promise<unknown[]>;
}

/** A site on a client of node-redis: `new Site(client, "news")`. */
export class Site extends BaseSite {
  constructor(client: ClientWithModule, key: string) {
    super(clientOf(client), key);
  }
}

function clientOf(client: ClientWithModule): Client {
  if (!client.article) {
    throw new TypeError("The client needs the module: createClient({ modules: { article } })");
  }
  return adapt(client as unknown as AnyClient);
}

function adapt(client: AnyClient): Client {
  const runOn = ({ article }: AnyClient, { name, key, args }: Call) => article[name](key, ...args);
  // The commands of a pipeline stay in order on one connection.
  const onOne = <T>(task: (one: AnyClient) => Promise<T>) => client.execute?.(task) ?? task(client);
  return {
    run: (call) => runOn(client, call),
    // node-redis sends the commands of one tick together.
    pipeline: (calls) => onOne((one) => settled(calls.map((call) => runOn(one, call)))),
    async multi(calls) {
      const multi = client.multi();
      for (const { name, key, args } of calls) multi.article[name](key, ...args);
      return multi.exec().catch(repliesOf);
    },
    async connect(): Promise<Connection> {
      const own = await onOne(async (one) => duplicate(one));
      // Without a listener, node-redis throws. The command that waits gets the error, too.
      own.on("error", () => {});
      const opened = own.connect();
      opened.catch(() => {});
      return {
        run: (call) => opened.then(() => runOn(own, call)),
        isOpen: () => own.isOpen,
        close() {
          if (own.isOpen) void own.destroy();
        },
      };
    },
  };
}

/** Returns a connection whose commands may wait. */
function duplicate(client: AnyClient): AnyClient {
  const patient = (options?: ClientOptions) => ({ ...options?.socket, socketTimeout: undefined });
  if (!client._options) return client.duplicate({ socket: patient(client.options) });
  const { defaults } = client._options;
  // Only to the node that has the key.
  const minimizeConnections = true;
  return client.duplicate({ minimizeConnections, defaults: { ...defaults, socket: patient(defaults) } });
}

/** Returns the replies of a MultiErrorReply, which are results and errors. */
function repliesOf(error: unknown): Results {
  if (error instanceof Error && "replies" in error) return error.replies as Results;
  throw error;
}
