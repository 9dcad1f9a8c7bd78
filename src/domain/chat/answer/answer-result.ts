import { isObject } from '#core/json/is-object.ts';
import type {
  ChatGrounding,
  ChatPassage,
  ChatProgress,
  ChatSummary,
  Run,
  RunCitation,
  RunStep,
} from '#generated/model/index.ts';
import type { Reasoning } from '../../run/run-view.ts';
import type { ChatMessageRow } from '../chat.tables.ts';

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
  const summary = summaryIn(steps);
  const output = typeof run.output === 'object' ? run.output : null;
  return {
    status: run.status,
    // As people read it in exports and searches.
    text: output === null ? run.output_text : JSON.stringify(output, null, 2),
    output,
    citations: run.citations,
    passages,
    grounding: run.status === 'succeeded' ? groundingIn(steps, run.citations) : null,
    ...(summary && { summary }),
    steps: progressOf(steps),
    error: run.error,
    usage: run.usage,
    latency_ms: run.latency_ms,
    ended_at: run.ended_at,
    worker_id: null,
  };
}

/**
 * The steps as chats show them.
 * @param reasoning that of the step that is running
 */
export function progressOf(steps: readonly RunStep[], reasoning?: Reasoning): ChatProgress[] {
  return steps
    .filter(({ kind }) => SHOWN.has(kind))
    .map(({ id, kind, name, status, output }) => ({
      kind: kind as ChatProgress['kind'],
      name: name.slice(0, 200),
      status: status === 'waiting' ? 'running' : status,
      count: isObject(output) ? countOf(kind, output) : null,
      reasoning: (reasoning?.stepId === id && reasoning.text !== '') || hasReasoning(output),
    }));
}

function hasReasoning(output: unknown): boolean {
  return isObject(output) && typeof output.reasoning === 'string';
}

function countOf(kind: RunStep['kind'], output: Record<string, unknown>): number | null {
  if (kind === 'retrieve') return Array.isArray(output.passages) ? output.passages.length : null;
  if (kind !== 'summarise') return null;
  const count = output.message_count ?? output.left_out;
  return typeof count === 'number' ? count : null;
}

/** The summary that was made for this answer. */
function summaryIn(steps: readonly RunStep[]): ChatSummary | undefined {
  const step = steps.findLast(({ kind, status }) => kind === 'summarise' && status === 'succeeded');
  if (!step) return undefined;
  const { text, message_count, through_id } = step.output as ChatSummary;
  return { text, message_count, through_id };
}

/** The passages that the model was given, as the trace has them. */
export function passagesIn(steps: readonly RunStep[]): ChatPassage[] {
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
 * Whether passages support an answer, as the run checked. Tasks have their own rules for answers without citations, so
 * only what they cite counts.
 */
function groundingIn(
  steps: readonly RunStep[],
  citations: readonly RunCitation[],
): ChatGrounding | null {
  const step = steps.findLast(({ kind, status }) => kind === 'cite' && status === 'succeeded');
  const checked = step?.output as { grounding?: ChatGrounding } | null | undefined;
  if (checked?.grounding) return checked.grounding;
  if (citations.length === 0) return null;
  const supported = citations.filter((citation) => citation.supported).length;
  if (supported === citations.length) return 'supported';
  return supported > 0 ? 'partly' : 'unsupported';
}
