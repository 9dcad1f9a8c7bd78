import { datasourcePlace } from '#core/access/secret-place.ts';
import { isDocument } from '#core/datasource/document-type.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { sha256 } from '#core/sha256.ts';
import { type BoundSecret, bindOld, openFor, sealFor } from '../access/bound-secret.ts';
import type { Domain } from '../domain.ts';
import type { Sealer } from '../ports.ts';
import type { ConnectorContext } from './connectors/connector.ts';
import type { DatasourceItemRow, DatasourceRow } from './datasource.tables.ts';

/** The dependencies of the services of data sources. */
export type DatasourceDomain = Pick<
  Domain,
  'collection' | 'datasource' | 'outbound' | 'secrets' | 'stores'
>;

/** How often a request is sent at most: in a sync, and while a person waits. */
const ATTEMPTS = { sync: 4, person: 2 };

type Placed = Pick<DatasourceRow, 'id' | 'config'>;

const purposeOf = ({ id }: Placed) => `datasource ${id}`;

/** Seals credentials for the place that a source's configuration names. */
export function sealSecret(
  { secrets }: DatasourceDomain,
  source: Placed,
  secret: unknown,
): BoundSecret {
  const place = datasourcePlace(source.config);
  return sealFor(secrets, purposeOf(source), place, JSON.stringify(secret));
}

function openSecret({ secrets }: DatasourceDomain, source: NonNullable<ReadSource>): unknown {
  const { config, credentials } = source;
  if (credentials === null) return undefined;
  return parseJson(openFor(secrets, purposeOf(source), datasourcePlace(config), credentials));
}

/** The column of credentials from before secrets were bound. @throws Error like `bindOld` */
export function boundColumns(
  secrets: Sealer,
  source: NonNullable<ReadSource>,
): Pick<DatasourceRow, 'credentials'> {
  const { config, credentials } = source;
  const bind = (sealed: BoundSecret) =>
    bindOld(secrets, purposeOf(source), datasourcePlace(config), sealed);
  return { credentials: credentials && bind(credentials) };
}

/** Requests that people wait for share this owner's part of the memory; each sync uses its organisation's. */
const PEOPLE = 'people';

/** A source whose credentials are used; null if none are needed. */
export type ReadSource = (Placed & Pick<DatasourceRow, 'credentials'>) | null;

/** What a connector reads a source with while a person waits: nothing is known of what was read before. */
export function sourceContext(
  domain: DatasourceDomain,
  source: ReadSource,
  signal: AbortSignal,
  owner = PEOPLE,
): ConnectorContext<unknown> {
  const { datasource: port, collection, stores } = domain;
  let secret = source ? openSecret(domain, source) : undefined;
  let sealed = source?.credentials ?? null;
  const memory = port.memory.reservation(owner);
  return {
    http: port.http,
    signal,
    attempts: ATTEMPTS.person,
    isInteractive: true,
    get secret() {
      return secret;
    },
    async saveSecret(next) {
      secret = next;
      if (!source) return;
      const credentials = sealSecret(domain, source, next);
      // Unless somebody has connected another account, or entered other credentials, in the meantime.
      await stores.datasource.sources.change(
        { id: source.id, credentials: sealed },
        { credentials },
      );
      sealed = credentials;
    },
    sleep: port.sleep,
    now: Date.now,
    maxBytes: collection.maxBytes,
    reserve: (bytes) => memory.hold(bytes, signal),
    isReadable: (name, mediaType) => isDocument(mediaType, name),
    known: async () => undefined,
  };
}

/** The same in a sync, which knows what was read before. */
export function syncContext(
  domain: DatasourceDomain,
  source: DatasourceRow,
  syncId: string,
  signal: AbortSignal,
): ConnectorContext<unknown> {
  const context = sourceContext(domain, source, signal, source.org_id);
  // Not copied, because the secret is read through its getter.
  return Object.assign(context, {
    attempts: ATTEMPTS.sync,
    isInteractive: false,
    async known(key: string) {
      const item = await findItem(domain, source.id, key);
      if (!item || !(await documentOf(domain, item))) return undefined;
      const { name, url, media_type, size, etag, modified_at, memo, sync_id } = item;
      const listed = { key, name, url, media_type, size, etag, modified_at, memo };
      return { ...listed, is_listed: sync_id === syncId };
    },
  });
}

export async function findItem(
  { stores }: Pick<DatasourceDomain, 'stores'>,
  datasourceId: string,
  key: string,
): Promise<DatasourceItemRow | undefined> {
  const key_hash = await sha256(key);
  return stores.datasource.items.find({ datasource_id: datasourceId, key_hash });
}

/** The document of an item; undefined if people have deleted or moved it. */
export async function documentOf(
  { stores }: Pick<DatasourceDomain, 'stores'>,
  { document_id, datasource_id }: Pick<DatasourceItemRow, 'document_id' | 'datasource_id'>,
) {
  if (document_id === null) return undefined;
  return stores.collection.documents.find({ id: document_id, datasource_id });
}
