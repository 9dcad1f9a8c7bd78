import type { SearchFilter, TaskDefinition, TaskRetrieval } from '#generated/model/index.ts';
import { isUsed, NOTHING, type Spent, type Used } from '../../../billing/spend.ts';
import { CANCELLED, type LiveRun } from '../../live-run.ts';
import type { StepEnd } from '../../run-view.ts';
import type { TokenCounter } from '../cost.ts';
import { ModelFailure } from '../model-failure.ts';
import { type AttachedDocument, attachedPassages } from './attached.ts';
import type { Passage } from './passage.ts';

export interface RetrievalQuery {
  projectId: string;
  collectionIds: readonly string[];
  query: string;
  topK: number;
  threshold: number;
  filter: SearchFilter;
  /** The number of neighbouring chunks joined to each passage, before and after. */
  neighbours: number;
  pay: PayInRun;
  signal: AbortSignal;
}

/**
 * Embeds at the expense of the run, in a step of its own, so that the cost can follow a correction of the model's price.
 * @param most the maximum cost, in micro-dollars
 * @throws ModelFailure `insufficient_balance`, `spend_limit_reached`
 */
export type PayInRun = <T extends Spent>(
  modelId: string,
  most: number,
  call: (used: Used) => Promise<T>,
) => Promise<T>;

/**
 * Finds passages in a project's collections, best first, at most `topK` and none below the threshold.
 * @throws ModelFailure `collection_not_found` when one of the collections is not in the project
 */
export type Retriever = (query: RetrievalQuery) => Promise<{ passages: Passage[] }>;

/** The maximum length of a query, as in the search endpoint. Longer ones cost more without finding more. */
const QUERY_MAX = 4000;

export function collectionNotFound(id: string): ModelFailure {
  return new ModelFailure(
    'collection_not_found',
    `Collection ${id} is not in this project. It may have been deleted. Select the collections again.`,
  );
}

/** The dependencies of retrieval. */
export interface RetrievalPorts {
  retrieve: Retriever;
  /**
   * Reserves the maximum cost of the next call, in micro-dollars.
   * @throws ModelFailure `insufficient_balance`, `spend_limit_reached`
   */
  cover: (cost: number) => Promise<void>;
  countTokens: TokenCounter;
}

/** What to search for, and where besides the task's collections. */
export interface Search {
  query: string;
  /** Attached to a chat, newest first. */
  documents: readonly AttachedDocument[];
}

/** What a task searches for: the value of a variable. */
export function searchOf(
  { retrieval }: TaskDefinition,
  values: Readonly<Record<string, string>>,
): Search {
  return { query: values[retrieval?.query_variable ?? ''] ?? '', documents: [] };
}

/** Of the passages of attached documents together. They come first, and collections get what they leave. */
const ATTACHED_TOKENS = 4000;

/** Retrieves passages; undefined if there is nothing to search or nothing to search for. */
export async function retrieve(
  live: LiveRun,
  { retrieval }: TaskDefinition,
  search: Search,
  ports: RetrievalPorts,
): Promise<readonly Passage[] | undefined> {
  const { documents } = search;
  if (!retrieval && documents.length === 0) return undefined;
  const query = search.query.trim().slice(0, QUERY_MAX).toWellFormed();
  if (query === '') return undefined;
  const step = live.shown.beginStep('retrieve', placesOf(retrieval, documents), {
    query,
    ...(retrieval && settingsOf(retrieval)),
    ...(documents.length > 0 && { attachments: documents.map(({ name }) => name) }),
  });
  const attached = await withinLimit(
    await attachedPassages(documents, query),
    ATTACHED_TOKENS,
    ports.countTokens,
  );
  const { passages: found } = retrieval
    ? await ports.retrieve({
        projectId: live.run.project_id,
        collectionIds: retrieval.collection_ids,
        query,
        topK: retrieval.top_k,
        threshold: retrieval.threshold ?? 0,
        filter: retrieval.filter ?? {},
        neighbours: retrieval.neighbours ?? 0,
        pay: payingIn(live, query, ports),
        signal: live.abort.signal,
      })
    : { passages: [] };
  live.abort.signal.throwIfAborted();
  const { used, cut } = await withinLimit(found, retrieval?.max_tokens, ports.countTokens);
  const all = [...attached.used, ...used];
  const output = tracedPassages(all, [...attached.cut, ...cut]);
  live.shown.endStep(step, { status: 'succeeded', output });
  return all;
}

function payingIn(live: LiveRun, query: string, { cover }: RetrievalPorts): PayInRun {
  return async (modelId, most, call) => {
    await cover(most);
    const step = live.shown.beginStep('embed', modelId, { query });
    const end = (status: StepEnd['status'], { input_tokens, output_tokens, cost }: Spent) => {
      // An unknown price doesn't make the cost of the whole run unknown.
      live.charge({ input_tokens, output_tokens, cost: cost ?? 0 });
      live.shown.endStep(step, { status, usage: { input_tokens, output_tokens, cost } });
    };
    let spent: Spent = NOTHING;
    try {
      const result = await call((noted) => {
        spent = noted;
      });
      end('succeeded', result);
      return result;
    } catch (reason) {
      // A step that used nothing ends with the run.
      if (isUsed(spent)) end(reason === CANCELLED ? 'cancelled' : 'failed', spent);
      throw reason;
    }
  };
}

function placesOf(
  retrieval: TaskRetrieval | null | undefined,
  documents: readonly AttachedDocument[],
): string {
  if (!retrieval) return 'attachments';
  return documents.length > 0 ? 'collections and attachments' : 'collections';
}

/** A passage that didn't fit into the token budget. */
export interface CutPassage {
  passage: Passage;
  tokens: number;
}

/** The best passages that fit into a token budget, and those that don't. */
async function withinLimit(
  passages: readonly Passage[],
  limit: number | undefined,
  countTokens: TokenCounter,
): Promise<{ used: readonly Passage[]; cut: readonly CutPassage[] }> {
  if (limit === undefined) return { used: passages, cut: [] };
  const used: Passage[] = [];
  const cut: CutPassage[] = [];
  let left = limit;
  for (const passage of passages) {
    const tokens = await countTokens(passage.text);
    if (tokens > left) cut.push({ passage, tokens });
    else {
      left -= tokens;
      used.push(passage);
    }
  }
  return { used, cut };
}

/** The output in the trace: the numbered passages, and those that were cut, without their texts. */
export function tracedPassages(used: readonly Passage[], cut: readonly CutPassage[]) {
  const shown = ({ chunks, ...passage }: Passage) => ({ chunk_id: chunks[0]?.id, ...passage });
  return {
    passages: used.map((passage, index) => ({ number: index + 1, ...shown(passage) })),
    ...(cut.length > 0 && {
      left_out: cut.map(({ passage, tokens }) => {
        const { text: _, ...rest } = shown(passage);
        return { ...rest, tokens };
      }),
    }),
  };
}

function settingsOf({ query_variable: _name, ...rest }: TaskRetrieval) {
  return rest;
}
