import { expect, it } from 'vitest';
import type { Domain } from '../../domain.ts';
import { findInDocuments } from './find-in-documents.ts';

it.each([
  ['its collection', 'collection_1', 1],
  ['another collection, where it was moved before its chunks were deleted', 'collection_2', 0],
])('finds passages of a document in %s', async (_, collection_id, count) => {
  const chunk = { id: 'chunk_1', document_id: 'document_1', collection_id: 'collection_1' };
  const chunks = {
    searchWords: async () => [{ chunk_id: chunk.id, rank: 1, score: 1, share: 1 }],
    find: async () => [chunk],
  };
  const documents = { list: async () => [{ id: 'document_1', collection_id }] };
  const domain = {
    stores: { collection: { chunks, documents } },
    collection: { embedding: { models: [] } },
  } as unknown as Pick<Domain, 'collection' | 'stores'>;
  const found = await findInDocuments(
    domain,
    [{ id: 'index_1', embedding_model: null }],
    { query: 'a', top_k: 5, threshold: 0, mode: 'words', filter: {}, neighbours: 0 },
    { signal: new AbortController().signal, embed: async () => new Float32Array() },
  );
  expect(found).toHaveLength(count);
});
