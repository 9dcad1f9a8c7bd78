import { SAMPLE_COLLECTION } from '#core/collection/sample/sample-collection.ts';
import { newId } from '#core/ids.ts';
import { actorOf, type Principal } from '../principal.ts';
import { mustFind, ProblemError } from '../problem.ts';
import type { CollectionDomain } from './collection.service.ts';
import type { CollectionRow } from './collection.tables.ts';
import { insertCollection, newCollection, underFreeName } from './collection-rows.ts';
import { addDocuments, type NewDocument } from './document-rows.ts';

interface Place {
  orgId: string;
  projectId: string;
}

/** Creates the sample collection, or returns the existing one. Safe for concurrent callers. */
export async function createSample(
  domain: CollectionDomain,
  place: Place,
  by: Principal,
): Promise<CollectionRow> {
  const { collections } = domain.stores.collection;
  const where = { project_id: place.projectId, name: SAMPLE_COLLECTION.name };
  const found = await collections.find(where);
  if (found) return found;
  try {
    return await create(domain, place, by);
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'name_taken')) throw error;
    return mustFind(collections.find(where));
  }
}

async function create(domain: CollectionDomain, place: Place, by: Principal) {
  const { name, description, tags, documents, questions } = SAMPLE_COLLECTION;
  const { stores, collection: port } = domain;
  const made = await newCollection(domain, place, { name, description, tags }, by);
  const files = documents.map(
    ({ text, ...document }): [NewDocument & { id: string }, Uint8Array] => {
      const bytes = new TextEncoder().encode(text);
      const id = newId('document');
      return [{ ...document, id, origin_type: 'file', size: bytes.length, parts: 1 }, bytes];
    },
  );
  for (const [{ id }, bytes] of files) await port.files.put(id, 'original-1-0', bytes);
  const author = actorOf(by);
  await underFreeName(
    stores.transaction(async (inner) => {
      await insertCollection(inner, made);
      await addDocuments(
        inner,
        made.row.id,
        files.map(([document]) => document),
        author,
      );
      await inner.collection.questions.insert(
        questions.map((question) => ({
          id: newId('question'),
          collection_id: made.row.id,
          question,
          expected: [],
          filter: null,
          created_by_id: author.id,
          created_by_name: author.name,
          created_at: made.row.created_at,
        })),
      );
    }),
  );
  port.kick();
  return made.row;
}
