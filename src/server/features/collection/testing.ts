import { tmpdir } from 'node:os';
import type { CollectionPort } from '#domain/collection/collection.port.ts';
import type { Database } from '../../db/client.ts';
import { localDocuments } from '../../platform/files/document-files.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { createCollectionPort } from './collection-port.ts';

/** Collections without embedding models, for tests. */
export function testCollectionPort(database: Database, outbound: Outbound): CollectionPort {
  return createCollectionPort({
    database,
    files: localDocuments(tmpdir()),
    outbound,
    embedding: {
      find: () => undefined,
      models: async () => [],
      embed: async () => ({ vectors: [], tokens: 0 }),
    },
    vision: () => undefined,
    maxBytes: 50 * 1024 * 1024,
    kick: () => undefined,
    tidy: () => undefined,
  });
}
