import { datasourcePlace } from '#core/access/secret-place.ts';
import { newId } from '#core/ids.ts';
import { DATASOURCES_MAX, PAGE_LIMIT_DEFAULT } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import type {
  Datasource,
  DatasourceConfig,
  DatasourceCreate,
  DatasourceFileList,
  DatasourceList,
  DatasourceTest,
  DatasourceUpdate,
  WebsiteConfig,
  WebsitePreview,
} from '#generated/model/index.ts';
import { requireSecrets } from '../access/bound-secret.ts';
import type { CollectionRow } from '../collection/collection.tables.ts';
import { DETAIL } from '../details.ts';
import { decodeCursor, encodeCursor, listViews, type PageQuery } from '../paging.ts';
import { actorOf, createdNow, type Principal } from '../principal.ts';
import { invalidField, mustFind, ProblemError } from '../problem.ts';
import { newRow } from '../tables.ts';
import { requireMatch } from '../version.ts';
import { previewWebsite } from './connectors/website/preview.ts';
import type { DatasourceRow } from './datasource.tables.ts';
import { toDatasource, toSync } from './datasource-views.ts';
import { needsCredentials, secretOf, toConnector } from './source-config.ts';
import { type DatasourceDomain, sealSecret } from './source-context.ts';
import { askSource } from './source-problem.ts';
import { endOpenSync, isUnconnected, nextSyncAt, startSync } from './sync.ts';

/** The number of documents that are changed or deleted per statement. */
const BATCH = 100;

/** The data sources of collections. Syncs have their own service. */
export function createDatasourceService(domain: DatasourceDomain) {
  const { stores, datasource: port, collection } = domain;
  const { sources, syncs } = stores.datasource;

  async function viewOf(row: DatasourceRow): Promise<Datasource> {
    const [documents, [last]] = await Promise.all([
      stores.collection.documents.count({ datasource_id: row.id }),
      syncs.list({ where: { datasource_id: row.id }, order: ['id'], descending: true, limit: 1 }),
    ]);
    return toDatasource(row, { documents, last_sync: last ? toSync(last) : null });
  }

  function latest({ id }: DatasourceRow): Promise<DatasourceRow> {
    return mustFind(sources.find({ id }));
  }

  /** @throws ProblemError 400 for a URL that must not be requested, 401 or 502 if the source can't be read */
  async function check(row: Pick<DatasourceRow, 'id' | 'config' | 'credentials'>): Promise<void> {
    const url = addressOf(row.config);
    const problem = url === undefined ? undefined : await domain.outbound.check(url.value);
    if (url && problem !== undefined) throw invalidField(url.field, problem);
    if (isUnconnected(row)) return;
    const { kind, config } = toConnector(row.config);
    await askSource(domain, row, (context) => port.connectors[kind].check(config, context));
  }

  /** Some of the documents of a source: as many as are changed at once. */
  async function someOf(id: string): Promise<string[]> {
    const where = { datasource_id: id };
    const found = await stores.collection.documents.list({ where, order: ['id'], limit: BATCH });
    return found.map((document) => document.id);
  }

  return {
    viewOf,

    async list(collectionId: string, query: PageQuery): Promise<DatasourceList> {
      const where = { collection_id: collectionId };
      return listViews(sources, { where }, query, (rows) => Promise.all(rows.map(viewOf)));
    },

    async get(row: DatasourceRow): Promise<Datasource> {
      const view = await viewOf(row);
      if (view.last_sync?.ended_at === null || view.next_sync_at !== null) return view;
      // It may have ended between the two reads, and the next may have been scheduled.
      return viewOf(await latest(row));
    },

    async create(
      { id: collectionId, org_id }: CollectionRow,
      { name, config, credentials, interval = 'daily' }: DatasourceCreate,
      by: Principal,
    ): Promise<Datasource> {
      const author = actorOf(by);
      const id = newId('datasource');
      const given = credentials && secretOf(config, credentials);
      if (!given && needsCredentials(config) && config.kind !== 'google_drive')
        throw invalidField('/credentials', DETAIL.credentialsNeeded);
      const row = newRow('datasource', {
        id,
        org_id,
        collection_id: collectionId,
        name: name.trim(),
        config,
        interval,
        is_paused: false,
        health: 'ok',
        credentials: given ? sealSecret(domain, { id, config }, given.secret) : null,
        credentials_hint: given?.hint ?? null,
        ...createdNow(author),
        version: 1,
      });
      await check(row);
      await stores.transaction(async (inner) => {
        await mustFind(inner.collection.collections.lock({ id: collectionId }));
        const { sources } = inner.datasource;
        const where = { collection_id: collectionId };
        if ((await sources.count(where)) >= DATASOURCES_MAX)
          throw new ProblemError('limit_reached', DETAIL.datasourceLimit(DATASOURCES_MAX));
        await sources.insert(row);
        if (!isUnconnected(row)) await startSync(inner, row, 'manual');
      });
      port.kick();
      return viewOf(await latest(row));
    },

    /**
     * Tells whether a source can be read, without storing anything.
     * @throws ProblemError like `create`
     */
    async test(
      collectionId: string,
      { config, credentials, datasource_id }: DatasourceTest,
    ): Promise<void> {
      const known =
        datasource_id === undefined
          ? undefined
          : await mustFind(sources.find({ id: datasource_id, collection_id: collectionId }));
      if (known && known.config.kind !== config.kind)
        throw invalidField('/config/kind', DETAIL.datasourceKind);
      const id = known?.id ?? newId('datasource');
      const given = credentials && secretOf(config, credentials);
      if (known?.credentials && !given) requirePlace(known.config, config);
      const row = {
        id,
        config,
        credentials: given
          ? sealSecret(domain, { id, config }, given.secret)
          : (known?.credentials ?? null),
      };
      if (isUnconnected(row)) throw invalidField('/credentials', DETAIL.credentialsNeeded);
      await check(row);
    },

    /** A changed configuration starts a full sync at once. */
    async update(
      before: DatasourceRow,
      { name, config, credentials, interval, is_paused }: DatasourceUpdate,
      ifMatch?: string,
    ): Promise<Datasource> {
      if (config && config.kind !== before.config.kind)
        throw invalidField('/config/kind', DETAIL.datasourceKind);
      const next = config ?? before.config;
      const given = credentials && secretOf(next, credentials);
      if (credentials && !given) throw invalidField('/credentials', DETAIL.credentialsNeeded);
      if (before.credentials !== null && !given) requirePlace(before.config, next);
      const change = {
        ...(config && { config }),
        ...(given && {
          credentials: sealSecret(domain, { id: before.id, config: next }, given.secret),
          credentials_hint: given.hint,
        }),
        // Other credentials may see other files.
        ...((config || given) && ({ state: null, health: 'ok', error: null } as const)),
        ...(name !== undefined && { name: name.trim() }),
        ...(interval && { interval, next_sync_at: nextSyncAt(interval, new Date()) }),
        ...(is_paused !== undefined && { is_paused }),
      };
      const isOther = Boolean(config || given);
      if (isOther) await check({ ...before, ...change });
      await stores.transaction(async (inner) => {
        if (isOther) await endOpenSync(inner, before.id);
        // A running sync may finish. A waiting retry is part of the schedule.
        else if (is_paused)
          await endOpenSync(inner, before.id, { status: 'waiting', trigger: 'schedule' });
        const found = await mustFind(inner.datasource.sources.lock({ id: before.id }));
        requireMatch(ifMatch, found);
        // Someone may have changed the configuration or the credentials in the meantime.
        if (given || found.credentials !== null)
          requirePlace(given ? next : found.config, config ?? found.config);
        await inner.datasource.sources.change(
          { id: found.id },
          { ...change, version: found.version + 1 },
        );
        const row = { ...found, ...change };
        if (isOther && !row.is_paused && !isUnconnected(row)) await startSync(inner, row, 'manual');
      });
      port.kick();
      return viewOf(await latest(before));
    },

    /**
     * Deletes a source, and its documents unless they should be kept. Ends a sync in progress. In batches, because there
     * may be 10,000 documents: what an interruption leaves behind is swept, or kept when the source is deleted again.
     */
    async delete({ id }: DatasourceRow, keepDocuments: boolean): Promise<void> {
      const { documents } = stores.collection;
      await stores.transaction(async (inner) => {
        await endOpenSync(inner, id);
        // No scheduled sync adds anything meanwhile.
        await inner.datasource.sources.change({ id }, { is_paused: true });
      });
      if (keepDocuments) {
        for (let ids = await someOf(id); ids.length > 0; ids = await someOf(id))
          await documents.change({ id: { in: ids } }, { datasource_id: null });
      }
      await stores.transaction(async (inner) => {
        await endOpenSync(inner, id);
        // Somebody may have started another sync, whose documents are to be kept, too.
        if (keepDocuments)
          await inner.collection.documents.change({ datasource_id: id }, { datasource_id: null });
        await inner.datasource.sources.delete({ id });
      });
      const gone: string[] = [];
      for (let ids = await someOf(id); ids.length > 0; ids = await someOf(id)) {
        await documents.delete({ id: { in: ids } });
        gone.push(...ids);
      }
      collection.tidy(gone);
    },

    /** @throws ProblemError 401 if the source refuses the credentials, 502 if it fails */
    async browse(
      row: DatasourceRow,
      { folder, cursor, page_limit = PAGE_LIMIT_DEFAULT }: PageQuery & { folder?: string },
    ): Promise<DatasourceFileList> {
      const { kind, config } = toConnector(row.config);
      const { browse } = port.connectors[kind];
      if (!browse) return { results: [], pagination: { has_next: false, next_cursor: null } };
      if (isUnconnected(row)) throw new ProblemError('datasource_unauthorized');
      const { theirs, skip } = decodeCursor(cursor, isTheirCursor) ?? { theirs: null, skip: 0 };
      const page = await askSource(domain, row, (context) =>
        browse(config, folder ?? null, theirs, context),
      );
      // Services have page sizes of their own, so a page of theirs may be several of ours.
      const end = skip + page_limit;
      const results = page.entries
        .slice(skip, end)
        .map(({ id, name, is_folder, size, modified_at }) => ({
          id,
          name,
          is_folder,
          size,
          modified_at,
        }));
      const next =
        end < page.entries.length
          ? { theirs, skip: end }
          : page.next_cursor !== null && { theirs: page.next_cursor, skip: 0 };
      return {
        results,
        pagination: { has_next: next !== false, next_cursor: next ? encodeCursor(next) : null },
      };
    },

    /** Previews a website without storing anything. */
    async preview(config: WebsiteConfig): Promise<WebsitePreview> {
      const problem = await domain.outbound.check(config.url);
      if (problem !== undefined)
        throw invalidField('/url', `${MESSAGES.source.notCrawlable} ${problem}`);
      const connector = toConnector(config);
      if (connector.kind !== 'website') throw invalidField('/kind', DETAIL.datasourceKind);
      const found = await askSource(
        domain,
        null,
        (context) => previewWebsite(connector.config, context),
        MESSAGES.source.notCrawlable,
      );
      return { pages: found.pages, is_complete: !found.is_partial };
    },
  };
}

/**
 * Refuses to use credentials for another place than the one that they were entered for.
 * @throws ProblemError 400 `secret_needed`
 */
function requirePlace(entered: DatasourceConfig, used: DatasourceConfig): void {
  const what = used.kind === 's3' ? 'the access key' : 'the token';
  const places = { before: datasourcePlace(entered), after: datasourcePlace(used) };
  requireSecrets([{ what, pointer: '/credentials', ...places }]);
}

function addressOf(config: DatasourceConfig): { field: string; value: string } | undefined {
  if (config.kind === 'website' || config.kind === 'rss')
    return { field: '/config/url', value: config.url };
  if (config.kind === 's3' && config.endpoint !== undefined)
    return { field: '/config/endpoint', value: config.endpoint };
  return undefined;
}

/** The cursor of a service's page, and how many of its entries were listed before. */
function isTheirCursor(
  keys: Readonly<Record<string, unknown>>,
): keys is Readonly<{ theirs: string | null; skip: number }> {
  const { theirs, skip } = keys;
  return (typeof theirs === 'string' || theirs === null) && typeof skip === 'number' && skip >= 0;
}
