import type { Chunk } from '#core/collection/split.ts';
import { ExtractFailure } from '#core/extract/extracted.ts';
import { CHUNK_PREVIEW_MAX } from '#core/limits.ts';
import type {
  ChunkPreview,
  ChunkPreviewRequest,
  Chunk as ChunkView,
} from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import { invalidField, mustFind, ProblemError } from '../problem.ts';
import { asView } from '../view.ts';
import type { CollectionDomain } from './collection.service.ts';
import type { CollectionRow } from './collection.tables.ts';
import { settingsOf } from './collection-rows.ts';
import { segmentNames } from './document-text.ts';

/**
 * Shows how a text or a document would be split, without storing anything.
 * @throws ProblemError 400 for a text without content, 409 for a document without text
 */
export async function previewChunks(
  domain: CollectionDomain,
  { id: collection_id, org_id: owner }: CollectionRow,
  body: ChunkPreviewRequest,
  signal: AbortSignal,
): Promise<ChunkPreview> {
  const { indexes, documents } = domain.stores.collection;
  const base = await mustFind(indexes.find({ collection_id, status: 'active' }));
  const size = await settingsOf(domain, body.settings ?? {}, base);
  if ('text' in body) {
    const chunks = await domain.collection
      .splitText(body.text, { ...size, owner, signal })
      .catch(unreadable);
    return toPreview(chunks);
  }
  const document = await mustFind(documents.find({ id: body.document_id, collection_id }));
  if (document.segments === 0) throw new ProblemError('document_not_ready', DETAIL.documentNoText);
  const list = { folder: document.id, names: segmentNames(document) };
  const work = { owner: document.org_id, signal, kind: document.kind ?? 'text' } as const;
  return toPreview(await domain.collection.split(list, { ...size, ...work }));
}

function unreadable(error: unknown): never {
  if (error instanceof ExtractFailure) throw invalidField('/text', error.detail);
  throw error;
}

function toPreview(chunks: readonly Chunk[]): ChunkPreview {
  return {
    chunks: chunks
      .slice(0, CHUNK_PREVIEW_MAX)
      .map((chunk) => toChunk({ ...chunk, id: `preview_${chunk.position}` })),
    total: chunks.length,
    tokens: chunks.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

/** A chunk in the contract's form. */
export function toChunk(chunk: Chunk & { id: string }): ChunkView {
  const { page = null, sheet = null, slide = null } = chunk;
  return asView('Chunk', chunk, { page, sheet, slide });
}
