import { tmpdir } from 'node:os';
import type { CollectionPort, EmbeddingPort } from '#domain/collection/collection.port.ts';
import type { Database } from '../../db/client.ts';
import { localDocuments } from '../../platform/files/document-files.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { createCollectionPort } from './collection-port.ts';

/** Collections without embedding models, for tests. */
export function testCollectionPort(database: Database, outbound: Outbound): CollectionPort {
  const embedding: EmbeddingPort = {
    find: () => undefined,
    models: async () => [],
    embed: async () => ({ vectors: [], tokens: 0 }),
  };
  return createCollectionPort(
    {
      database,
      documents: localDocuments(tmpdir()),
      outbound,
      models: { embedding },
      settings: { DOCUMENT_MAX_MB: 50 },
    },
    { vision: () => undefined, kick: () => undefined, tidy: () => undefined },
  );
}
