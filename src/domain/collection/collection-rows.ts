import { newId } from '#core/ids.ts';
import { CHUNK_OVERLAP_DEFAULT, CHUNK_SIZE_DEFAULT, COLLECTIONS_MAX } from '#core/limits.ts';
import { toTags } from '#core/task/tags.ts';
import type { CollectionCreate, IndexSettingsInput } from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { actorOf, type Principal } from '../principal.ts';
import { invalidField, nameTaken, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { unlessTaken } from '../table.ts';
import { newRow } from '../tables.ts';
import { MODEL_UNPRICED } from './collection.port.ts';
import type { CollectionIndexRow, CollectionRow } from './collection.tables.ts';

/** The rows of a new collection and its first index. */
export interface NewCollection {
  row: CollectionRow;
  index: CollectionIndexRow;
}

/** @throws ProblemError 400 */
export async function newCollection(
  domain: Pick<Domain, 'collection'>,
  { orgId, projectId }: { orgId: string; projectId: string },
  body: CollectionCreate,
  by: Principal,
): Promise<NewCollection> {
  const now = new Date().toISOString();
  const author = actorOf(by);
  const id = newId('collection');
  const index = newIndex(id, 1, await settingsOf(domain, body.settings ?? {}));
  return {
    row: {
      id,
      org_id: orgId,
      project_id: projectId,
      name: body.name.trim(),
      description: body.description ?? '',
      tags: toTags(body.tags ?? []),
      is_paused: false,
      index_id: index.id,
      version: 1,
      created_by_id: author.id,
      created_by_name: author.name,
      created_at: now,
      updated_at: now,
    },
    index: { ...index, status: 'active', completed_at: now },
  };
}

/** @throws ProblemError 409 `limit_reached` */
export async function insertCollection(
  { collection, project }: Stores,
  { row, index }: NewCollection,
): Promise<void> {
  const { project_id } = row;
  await project.projects.lock({ id: project_id });
  if ((await collection.collections.count({ project_id })) >= COLLECTIONS_MAX)
    throw new ProblemError('limit_reached', DETAIL.collectionLimit(COLLECTIONS_MAX));
  await collection.collections.insert(row);
  await collection.indexes.insert(index);
}

/**
 * The settings of an index, completed and checked.
 * @param base the values of omitted settings; the defaults for a new collection
 * @throws ProblemError 400
 */
export async function settingsOf(
  { collection: { embedding } }: Pick<Domain, 'collection'>,
  given: IndexSettingsInput,
  base?: Pick<CollectionIndexRow, 'chunk_size' | 'chunk_overlap' | 'language' | 'embedding_model'>,
) {
  const all = await embedding.models();
  const models = all.filter(({ isUnpriced }) => !isUnpriced);
  const chunk_size = given.chunk_size ?? base?.chunk_size ?? CHUNK_SIZE_DEFAULT;
  const usual = Math.min(base?.chunk_overlap ?? CHUNK_OVERLAP_DEFAULT, Math.floor(chunk_size / 2));
  const chunk_overlap = given.chunk_overlap ?? usual;
  if (chunk_overlap > chunk_size / 2)
    throw invalidField('/settings/chunk_overlap', DETAIL.chunkOverlap);
  const usualModel = base ? base.embedding_model : (models[0]?.id ?? null);
  const embedding_model = given.embedding_model === undefined ? usualModel : given.embedding_model;
  if (all.some(({ id, isUnpriced }) => isUnpriced && id === embedding_model))
    throw new ProblemError('model_unpriced', MODEL_UNPRICED);
  if (embedding_model !== null && !models.some(({ id }) => id === embedding_model))
    throw invalidField('/settings/embedding_model', DETAIL.embeddingModelUnknown);
  const language = given.language ?? base?.language ?? 'auto';
  return { chunk_size, chunk_overlap, language, embedding_model };
}

export function newIndex(
  collectionId: string,
  number: number,
  settings: Awaited<ReturnType<typeof settingsOf>>,
): CollectionIndexRow {
  return newRow('collection_index', {
    id: newId('index'),
    collection_id: collectionId,
    number,
    status: 'building',
    ...settings,
    activates: true,
    created_at: new Date().toISOString(),
  });
}

/** @throws ProblemError 409 when the name is taken */
export function underFreeName<T>(writing: Promise<T>): Promise<T> {
  return unlessTaken(writing, 'collection_project_name', () =>
    nameTaken(DETAIL.nameTaken('Collection')),
  );
}
