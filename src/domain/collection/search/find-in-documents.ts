import type { Domain } from '../../domain.ts';
import type { CollectionIndexRow, DocumentRow } from '../collection.tables.ts';
import { toSearch } from '../collection-views.ts';
import {
  type FoundPassage,
  findPassages,
  type Question,
  type SearchPorts,
} from './find-passages.ts';

/** A passage and the document that contains it. */
export interface DocumentPassage {
  passage: FoundPassage;
  document: DocumentRow;
}

/**
 * Searches indexes by everything that they and the database support. Every search goes through here: those of people and
 * of API keys, saved questions, and tasks.
 */
export async function findInDocuments(
  { stores, collection: port }: Pick<Domain, 'collection' | 'stores'>,
  indexes: readonly Pick<CollectionIndexRow, 'id' | 'embedding_model'>[],
  question: Question,
  { signal, ...ports }: Omit<SearchPorts, 'chunks'> & { signal: AbortSignal },
): Promise<DocumentPassage[]> {
  const { chunks, documents } = stores.collection;
  const searched = indexes.map((index) => ({
    id: index.id,
    embedding_model: toSearch(index, port).meaning ? index.embedding_model : null,
  }));
  const found = await findPassages({ chunks, ...ports }, searched, question, signal);
  const ids = [...new Set(found.map(({ chunk }) => chunk.document_id))];
  const owners = await documents.list({ where: { id: { in: ids } } });
  const byId = new Map(owners.map((document) => [document.id, document]));
  // Documents that were deleted or moved to another collection are left out, although their chunks are swept later.
  return found.flatMap((passage) => {
    const { document_id, collection_id } = passage.chunk;
    const document = byId.get(document_id);
    return document?.collection_id === collection_id ? [{ passage, document }] : [];
  });
}
