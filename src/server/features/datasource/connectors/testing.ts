import { afterAll } from 'vitest';
import { isDocument } from '#core/datasource/document-type.ts';
import type {
  Changes,
  Connector,
  ConnectorContext,
  KnownItem,
  ListedItem,
  MissedItem,
} from '#domain/datasource/connectors/connector.ts';
import { createOutbound, type Outbound } from '#server/platform/outbound/outbound.ts';

/** An HTTP client that may reach the tests' servers. */
export function testOutbound() {
  const outbound = createOutbound({ allowed: ['127.0.0.1'] });
  afterAll(() => outbound.close());
  return outbound;
}

export interface TestContext<Secret> extends ConnectorContext<Secret> {
  secret: Secret | undefined;
  /** The milliseconds of each wait that the connector requested. No real time passes. */
  waits: number[];
  saved: Secret[];
  /** The bytes that were reserved, in order. */
  reserved: number[];
  knownItems: Map<string, KnownItem>;
}

/** A context over real HTTP, whose clock jumps instead of waiting. */
export function testContext<Secret = never>(
  outbound: Pick<Outbound, 'send'>,
  options: Partial<ConnectorContext<Secret>> = {},
): TestContext<Secret> {
  let skipped = 0;
  const context: TestContext<Secret> = {
    http: outbound.send,
    signal: new AbortController().signal,
    attempts: 4,
    isInteractive: false,
    secret: undefined,
    saved: [],
    reserved: [],
    waits: [],
    knownItems: new Map(),
    saveSecret: async (secret) => {
      context.saved.push(secret);
      context.secret = secret;
    },
    sleep: async (milliseconds, signal) => {
      signal.throwIfAborted();
      context.waits.push(milliseconds);
      skipped += milliseconds;
    },
    now: () => Date.now() + skipped,
    maxBytes: 1_000_000,
    reserve: async (bytes) => void context.reserved.push(bytes),
    isReadable: (name, mediaType) => isDocument(mediaType, name),
    known: async (key) => context.knownItems.get(key),
    ...options,
  };
  return context;
}

export interface Synced<State> {
  items: ListedItem[];
  deleted: string[];
  failed: MissedItem[];
  skipped: MissedItem[];
  end: Changes<State>['end'];
}

/** Collects all changes, and remembers the items as a sync would. */
export async function syncAll<Config, Secret, State>(
  connector: Connector<Config, Secret, State>,
  config: Config,
  context: TestContext<Secret>,
  state?: State,
): Promise<Synced<State>> {
  const all: Synced<State> = { items: [], deleted: [], failed: [], skipped: [], end: undefined };
  for await (const changes of connector.changes(config, state, context)) {
    all.items.push(...changes.items);
    all.deleted.push(...(changes.deleted ?? []));
    all.failed.push(...(changes.failed ?? []));
    all.skipped.push(...(changes.skipped ?? []));
    all.end = changes.end;
  }
  for (const { content: _, ...item } of all.items) {
    context.knownItems.set(item.key, { ...item, is_listed: false });
  }
  return all;
}
