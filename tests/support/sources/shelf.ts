import { createCollectionService } from '#domain/collection/collection.service.ts';
import type {
  Changes,
  Connector,
  ConnectorContext,
  ListedItem,
} from '#domain/datasource/connectors/connector.ts';
import { createDatasourceService } from '#domain/datasource/datasource.service.ts';
import { createSyncService } from '#domain/datasource/sync.service.ts';
import { failSync, runSync } from '#domain/datasource/sync.ts';
import type { Domain } from '#domain/domain.ts';
import type { Principal } from '#domain/principal.ts';
import { mustFind } from '#domain/problem.ts';
import { createMockDomain } from '#mocks/domain.ts';
import { ORG_ID, PROJECT_ID, seedId } from '#mocks/seed/ids.ts';
import { seedWorld } from '#mocks/seed/world.ts';
import { createStore } from '#mocks/store.ts';

export interface ShelfFile {
  text: string;
  name?: string;
  /** By default it follows from the text. Null: only reading tells. */
  etag?: string | null;
}

type Secret = { token: string };

/** A source that tests change as they like. It lists page by page. */
export class Shelf {
  readonly #files = new Map<string, ShelfFile & { version: number; since: number }>();
  readonly #deleted = new Map<string, { version: number; since: number }>();
  #version = 0;
  pageSize = 3;
  /** Whether it lists only changes to whoever knows a state. */
  isIncremental = false;
  /** A key that is listed once more, on the last page. */
  listedTwice: string | undefined;
  /** Keys of what was read. */
  fetched: string[] = [];
  /** States that it was asked for changes since. */
  states: unknown[] = [];
  /** Called before anything is listed or read: it may throw or wait. */
  onList: (key: string | undefined, context: ConnectorContext<Secret>) => unknown = () => undefined;
  onFetch: (key: string, context: ConnectorContext<Secret>) => unknown = () => undefined;

  put(key: string, file: ShelfFile | string): void {
    this.#version += 1;
    const given = typeof file === 'string' ? { text: file } : file;
    const since = this.#files.get(key)?.since ?? this.#version;
    this.#files.set(key, { ...given, version: this.#version, since });
    this.#deleted.delete(key);
  }

  delete(key: string): void {
    this.#version += 1;
    const { since = 0 } = this.#files.get(key) ?? {};
    this.#files.delete(key);
    this.#deleted.set(key, { version: this.#version, since });
  }

  takeFetched(): string[] {
    return this.fetched.splice(0).sort();
  }

  readonly connector: Connector<unknown, Secret, number> = {
    changes: (_config, state, context) => this.#changes(state, context),
    fetch: async (_config, { key }, context) => {
      await this.onFetch(key, context);
      this.fetched.push(key);
      const text = this.#files.get(key)?.text ?? '';
      return { bytes: new TextEncoder().encode(text), media_type: 'text/markdown' };
    },
    check: async () => undefined,
  };

  async *#changes(
    state: number | undefined,
    context: ConnectorContext<Secret>,
  ): AsyncGenerator<Changes<number>> {
    this.states.push(state);
    const since = this.isIncremental ? state : undefined;
    const end = { state: this.#version, complete: since === undefined };
    const isNew = ({ version }: { version: number }) => since === undefined || version > since;
    const keys = [...this.#files].filter(([, file]) => isNew(file)).map(([key]) => key);
    for (let at = 0; at < keys.length; at += this.pageSize) {
      const items: ListedItem[] = [];
      for (const key of keys.slice(at, at + this.pageSize)) {
        await this.onList(key, context);
        const item = this.#itemOf(key);
        if (item) items.push(item);
      }
      yield { items };
    }
    await this.onList(undefined, context);
    // As in a comparison of two commits: what came and went in between is not part of it.
    const wasThere = (file: { since: number }) => since !== undefined && file.since <= since;
    const gone = [...this.#deleted].filter(([, file]) => isNew(file) && wasThere(file));
    const again = this.listedTwice === undefined ? undefined : this.#itemOf(this.listedTwice);
    yield { items: again ? [again] : [], deleted: gone.map(([key]) => key), end };
  }

  #itemOf(key: string): ListedItem | undefined {
    const file = this.#files.get(key);
    if (!file) return undefined;
    const { text, name = key, etag = text } = file;
    const rest = { media_type: 'text/markdown', size: null, modified_at: null, memo: null };
    return { key, name, url: `https://shelf.test/${encodeURIComponent(name)}`, etag, ...rest };
  }
}

const BY: Principal = {
  type: 'user',
  userId: seedId('user', 1),
  name: 'Ada',
  orgId: ORG_ID,
} as unknown as Principal;

/** A collection with one source, a shelf, over tables in memory. Nothing is synced but by `work`. */
export async function startShelf({ token }: { token?: string } = {}) {
  const base = createMockDomain(createStore(seedWorld({})));
  const shelf = new Shelf();
  const { connectors } = base.datasource;
  const kick = () => undefined;
  const domain: Domain = {
    ...base,
    collection: { ...base.collection, kick },
    datasource: {
      ...base.datasource,
      kick,
      connectors: {
        ...connectors,
        github: shelf.connector as Connector<unknown, unknown, unknown>,
      },
    },
  };
  const { stores } = domain;
  const place = { orgId: ORG_ID, projectId: PROJECT_ID };
  const { id } = await createCollectionService(domain).create(place, { name: 'Shelf' }, BY);
  const collection = await mustFind(stores.collection.collections.find({ id }));
  const sources = createDatasourceService(domain);
  const syncs = createSyncService(domain);
  const made = await sources.create(
    collection,
    {
      name: 'Shelf',
      config: { kind: 'github', repository: 'acme/shelf' },
      interval: 'daily',
      ...(token !== undefined && { credentials: { token } }),
    },
    BY,
  );
  const row = () => mustFind(stores.datasource.sources.find({ id: made.id }));
  const syncRow = (id: string) => mustFind(stores.datasource.syncs.find({ id }));
  const reports: unknown[] = [];
  const report = (error: unknown) => void reports.push(error);

  /** Works on the open sync as the server does, until it ends, waits or is interrupted. */
  async function work(signal = new AbortController().signal) {
    const [open] = await stores.datasource.syncs.list({
      where: { datasource_id: made.id, status: { in: ['waiting', 'running'] } },
      limit: 1,
    });
    if (!open) throw new Error('Nothing is to be synced.');
    await runSync(domain, open.id, signal, report).catch(async (error: unknown) => {
      // Like a process that is killed.
      if (!signal.aborted) await failSync(domain, open.id, error, report);
    });
    return syncs.get(await syncRow(open.id));
  }

  return {
    domain,
    shelf,
    sources,
    syncs,
    row,
    syncRow,
    /** Errors that nobody could foresee. */
    reports,
    work,
    /** Syncs by hand. */
    async sync() {
      await syncs.start(await row());
      return work();
    },
    source: async () => sources.get(await row()),
    /** Works until the process is killed while it reads a file. */
    async workUntil(key: string) {
      const killed = new AbortController();
      shelf.onFetch = (read) => {
        if (read !== key) return;
        killed.abort(new Error('killed'));
        throw killed.signal.reason;
      };
      await work(killed.signal);
      shelf.onFetch = () => undefined;
    },
    documents: () =>
      stores.collection.documents.list({
        where: { collection_id: collection.id },
        order: ['name', 'id'],
      }),
    async names() {
      return (await this.documents()).map(({ name }) => name);
    },
    /** The texts of all documents, by name. */
    async texts() {
      const texts: Record<string, string> = {};
      for (const { id, name, content } of await this.documents()) {
        if (name in texts) throw new Error(`${name} is there twice`);
        const bytes = await domain.collection.files.get(id, `original-${content}-0`);
        texts[name] = new TextDecoder().decode(bytes);
      }
      return texts;
    },
    async log(syncId: string) {
      const { results } = await syncs.entries(await syncRow(syncId), { page_limit: 100 });
      return results.map(({ result, name, detail }) => [result, name, detail]);
    },
  };
}
