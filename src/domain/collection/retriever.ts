import type { Domain } from '../domain.ts';
import { ProblemError } from '../problem.ts';
import type { Passage } from '../run/execution/context/passage.ts';
import {
  collectionNotFound,
  type PayInRun,
  type Retriever,
} from '../run/execution/context/retrieval.ts';
import { ModelFailure } from '../run/execution/model-failure.ts';
import { EmbeddingFailure } from './collection.port.ts';
import type { CollectionIndexRow } from './collection.tables.ts';
import { embed, embeddingCostAtMost, embeddingModel } from './ingest/embed.ts';
import { type DocumentPassage, findInDocuments } from './search/find-in-documents.ts';

/** Finds passages for runs. */
export function createRetriever({
  stores,
  collection: port,
}: Pick<Domain, 'stores' | 'collection'>): Retriever {
  const { collections, indexes } = stores.collection;

  /** The active indexes of some collections. */
  async function indexesOf(
    projectId: string,
    ids: readonly string[],
  ): Promise<CollectionIndexRow[]> {
    const found = await collections.list({
      where: { id: { in: [...ids] }, project_id: projectId },
    });
    const missing = ids.find((id) => found.every((one) => one.id !== id));
    if (missing !== undefined) throw collectionNotFound(missing);
    const active = found.map(({ index_id }) => index_id);
    return indexes.list({ where: { id: { in: active } } });
  }

  return async ({ projectId, collectionIds, signal, topK, pay, ...question }) => {
    const searched = await indexesOf(projectId, collectionIds);
    const found = await findInDocuments(
      { stores, collection: port },
      searched,
      { ...question, top_k: topK, mode: 'hybrid' },
      { embed: embedFor(port, pay), signal },
    );
    return { passages: found.map(toPassage) };
  };
}

function toPassage({ passage, document }: DocumentPassage): Passage {
  const { chunk, chunks, text, score, word_rank, meaning_rank } = passage;
  const others = chunks.filter(({ id }) => id !== chunk.id);
  return {
    collection_id: chunk.collection_id,
    document_id: chunk.document_id,
    document_name: document.name,
    page: chunk.page ?? null,
    heading_path: chunk.heading_path,
    score,
    word_rank,
    meaning_rank,
    text,
    chunks: [chunk, ...others].map((one) => ({
      id: one.id,
      page: one.page ?? null,
      text: one.text,
    })),
  };
}

/** Embeds queries at the expense of a run. */
function embedFor(port: Domain['collection'], pay: PayInRun) {
  return async (id: string, text: string, signal: AbortSignal): Promise<Float32Array> => {
    try {
      const model = embeddingModel(port, id);
      const { vectors } = await pay(id, embeddingCostAtMost(model, text), (used) =>
        embed(port, model, { texts: [text], signal, used }),
      );
      return vectors[0] ?? new Float32Array();
    } catch (error) {
      if (error instanceof EmbeddingFailure)
        throw new ModelFailure('model_failed', error.message, { cause: error });
      if (error instanceof ProblemError) throw new ModelFailure(error.code, error.message);
      throw error;
    }
  };
}
