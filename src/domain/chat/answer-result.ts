import { isObject } from '#core/json/is-object.ts';
import type {
  ChatGrounding,
  ChatPassage,
  ChatProgress,
  Run,
  RunCitation,
  RunStep,
} from '#generated/model/index.ts';
import type { ChatMessageRow } from './chat.store.ts';

const SHOWN: ReadonlySet<string> = new Set([
  'summarise',
  'rewrite',
  'retrieve',
  'model',
  'tool',
  'cite',
]);

/** What is stored of a finished run. */
export function resultOf(run: Run, steps: readonly RunStep[]): Partial<ChatMessageRow> {
  const passages = passagesIn(steps);
  const output = typeof run.output === 'object' ? run.output : null;
  return {
    status: run.status,
    // As people read it in exports and searches.
    text: output === null ? run.output_text : JSON.stringify(output, null, 2),
    output,
    citations: run.citations,
    passages,
    grounding: run.status === 'succeeded' ? groundingOf(run.citations, passages) : null,
    steps: progressOf(steps),
    error: run.error,
    usage: run.usage,
    latency_ms: run.latency_ms,
    ended_at: run.ended_at,
    worker_id: null,
  };
}

/** The steps as chats show them. */
export function progressOf(steps: readonly RunStep[]): ChatProgress[] {
  return steps
    .filter(({ kind }) => SHOWN.has(kind))
    .map(({ kind, name, status, output }) => ({
      kind: kind as ChatProgress['kind'],
      name: name.slice(0, 200),
      status: status === 'waiting' ? 'running' : status,
      count: kind === 'retrieve' && isObject(output) ? countOf(output.passages) : null,
    }));
}

function countOf(passages: unknown): number | null {
  return Array.isArray(passages) ? passages.length : null;
}

/** The passages that the model was given, as the trace has them. */
function passagesIn(steps: readonly RunStep[]): ChatPassage[] {
  const step = steps.findLast(({ kind, status }) => kind === 'retrieve' && status === 'succeeded');
  const output = step?.output as { passages?: ChatPassage[] } | null | undefined;
  return (output?.passages ?? []).map(
    ({
      number,
      collection_id,
      document_id,
      document_name,
      page,
      heading_path,
      chunk_id,
      text,
    }) => ({
      number,
      collection_id,
      document_id,
      document_name,
      page,
      heading_path,
      chunk_id: chunk_id ?? null,
      text,
    }),
  );
}

/**
 * Whether the passages support an answer. A similarity threshold can't tell, so the model judges the passages: it cites
 * those that it used, and says so if none says what is asked. The citations were checked by code.
 */
function groundingOf(
  citations: readonly RunCitation[],
  passages: readonly ChatPassage[],
): ChatGrounding | null {
  if (citations.length === 0) return passages.length > 0 ? 'no_answer' : null;
  const supported = citations.filter((citation) => citation.supported).length;
  if (supported === citations.length) return 'supported';
  return supported > 0 ? 'partly' : 'unsupported';
}
