import type { RunUsage, TaskDefinition, TaskRetrieval } from '#generated/model/index.ts';
import type { LiveRun } from '../live-run.ts';
import type { Message } from './ask-model.ts';
import { ModelFailure } from './model-failure.ts';
import { beginStep, endStep } from './trace.ts';

/** A piece of a document that matches a query. */
export interface Passage {
  collection_id: string;
  document: string;
  text: string;
  /** How well it matches, from 0 to 1. */
  score: number;
}

export interface RetrievalQuery {
  projectId: string;
  collectionIds: readonly string[];
  query: string;
  topK: number;
  threshold: number;
  signal: AbortSignal;
}

/**
 * Finds passages in a project's collections, best first, at most `topK` and none below the threshold.
 * @throws ModelFailure `collection_not_found` when one of the collections is not in the project
 */
export type Retriever = (
  query: RetrievalQuery,
) => Promise<{ passages: Passage[]; usage?: RunUsage | null }>;

/** For projects without collections. */
export const noCollections: Retriever = async ({ collectionIds: [id] }) => {
  throw collectionNotFound(id ?? '');
};

export function collectionNotFound(id: string): ModelFailure {
  return new ModelFailure(
    'collection_not_found',
    `Collection ${id} is not in this project. Select the task's collections again, or turn off retrieval.`,
  );
}

/** Retrieves the passages for a task; none without retrieval or without a query. */
export async function retrieve(
  live: LiveRun,
  definition: TaskDefinition,
  values: Readonly<Record<string, string>>,
  find: Retriever,
): Promise<Passage[]> {
  const { retrieval } = definition;
  if (!retrieval) return [];
  const query = values[retrieval.query_variable] ?? '';
  if (query.trim() === '') return [];
  const step = beginStep(live, 'retrieve', 'collections', inputOf(retrieval, query));
  const { passages, usage } = await find({
    projectId: live.run.project_id,
    collectionIds: retrieval.collection_ids,
    query,
    topK: retrieval.top_k,
    threshold: retrieval.threshold ?? 0,
    signal: live.abort.signal,
  });
  live.abort.signal.throwIfAborted();
  if (usage) live.charge(usage);
  endStep(live, step, { status: 'succeeded', output: { passages }, usage: usage ?? null });
  return passages;
}

/** Gives the model the passages: before the question and numbered, so that it can cite its sources. */
export function withPassages(
  messages: readonly Message[],
  passages: readonly Passage[],
): Message[] {
  if (passages.length === 0) return [...messages];
  const list = passages.map(
    ({ document, text }, index) => `[${index + 1}] ${document}\n${text.trim()}`,
  );
  const context = `Passages retrieved from the documents:\n\n${list.join('\n\n')}`;
  const [first, ...rest] = messages;
  if (first?.role !== 'system') return [{ role: 'system', content: context }, ...messages];
  return [{ ...first, content: `${first.content}\n\n${context}` }, ...rest];
}

function inputOf({ query_variable: _name, ...rest }: TaskRetrieval, query: string) {
  return { query, ...rest };
}
