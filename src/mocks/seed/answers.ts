import { checkCitations } from '#core/collection/cite/citations.ts';
import { renderInputs } from '#core/task/input/render.ts';
import type { ChunkRow } from '#domain/collection/chunk-store.ts';
import type { Passage } from '#domain/run/execution/context/passage.ts';
import { valuesWithPassages, withPassages } from '#domain/run/execution/context/passages.ts';
import { type CutPassage, tracedPassages } from '#domain/run/execution/context/retrieval.ts';
import { compileMessages } from '#domain/run/execution/prompt.ts';
import type { RunRow } from '#domain/run/run.tables.ts';
import { previewOf } from '#domain/run/start-run.service.ts';
import { toRun } from '#domain/run/to-run.ts';
import { getRunMock } from '#generated/model/index.faker.ts';
import type { RunCitation, RunStep, TaskDefinition } from '#generated/model/index.ts';
import { seedRow } from '../memory/seed-row.ts';
import { type StoreData, timestamp } from '../store.ts';
import { HANDBOOK_ID, seedId } from './ids.ts';
import { stepsOf } from './run-steps.ts';

const HOUR = 3_600_000;
/** The ids of these runs and their steps follow those of `runs.ts`. */
const FIRST_RUN = 10_001;
const FIRST_STEP = 50_001;
const STEPS = 10;

interface Answer {
  question: string;
  /** The headings of the retrieved passages, best first. */
  found: readonly string[];
  /** The number of passages at the end that exceeded the token budget. */
  cut?: number;
  /** The model's output. */
  written: string;
}

const ANSWERS: readonly Answer[] = [
  {
    question: 'Where is our office in Oslo?',
    found: [],
    written: "The handbook doesn't say where any office is.",
  },
  {
    question: 'What do we offer when something arrives damaged?',
    found: ['Damaged on arrival', 'Who can return what', 'Lost parcels'],
    cut: 1,
    written:
      'Ask for one photo of the damage and one of the box, then “offer a replacement first, then a refund” [1]. Members also get a voucher of 20 euros [1]. Lamps that were mounted count as used unless they arrived damaged [2, 7].',
  },
  {
    question: 'How quickly do we refund?',
    found: ['How refunds are paid', 'Who can return what'],
    written:
      'We refund to the original payment method within five working days after the parcel has been checked [1]. Customers have 30 days to return unused goods [2].',
  },
];

/** Runs of the task that answers from the handbook: with citations that are supported, and with some that are not. */
export function seedAnswers({ tables, chunks }: StoreData, now: number): void {
  const task = Object.values(tables.task_draft).find(
    ({ definition }) => definition.retrieval?.collection_ids[0] === HANDBOOK_ID,
  );
  const owner = Object.values(tables.user)[0];
  const row = task && tables.task[task.task_id];
  if (!task || !row || !owner) return;
  const { definition } = task;
  const { output_format, model_id } = definition;
  const handbook = Object.values(chunks.chunks).filter(
    ({ collection_id }) => collection_id === HANDBOOK_ID,
  );
  const names = new Map(Object.values(tables.document).map(({ id, name }) => [id, name]));

  for (const [index, { question, found, cut = 0, written }] of ANSWERS.entries()) {
    const all = found.flatMap((heading, rank) => {
      const chunk = handbook.find(({ heading_path }) => heading_path.at(-1) === heading);
      return chunk ? [toPassage(chunk, names.get(chunk.document_id) ?? '', rank)] : [];
    });
    const used = all.slice(0, all.length - cut);
    const left = all.slice(used.length).map((passage) => ({ passage, tokens: tokensOf(passage) }));
    const { output, citations } = checkCitations(output_format, written, used);
    const at = now - (2 + ANSWERS.length - index) * HOUR;
    const latency = 1240 + index * 300;
    const run = seedRow('run', getRunMock, {
      id: seedId('run', FIRST_RUN + index),
      org_id: row.org_id,
      project_id: row.project_id,
      task_id: row.id,
      task_name: row.name,
      revision: row.active_revision ?? 1,
      source: 'console',
      status: 'succeeded',
      model_id,
      input_preview: previewOf({ question }),
      inputs: { question },
      output_text: output,
      citations,
      output_valid: true,
      input_tokens: 400 + used.length * 40,
      output_tokens: Math.ceil(written.length / 4),
      cost: 0,
      latency_ms: latency,
      first_token_ms: 410,
      caller_type: 'user',
      caller_id: owner.id,
      caller_name: owner.name,
      worker_id: '',
      created_at: timestamp(at),
      ended_at: timestamp(at + latency),
    });
    tables.run[run.id] = run;
    const steps = traceOf(run, definition, { used, left, citations }, FIRST_STEP + index * STEPS);
    tables.run_trace[run.id] = { run_id: run.id, steps };
  }
}

interface Searched {
  used: readonly Passage[];
  left: readonly CutPassage[];
  citations: RunCitation[];
}

/** The trace of a run: what any run does, between a search and the check of the citations. */
function traceOf(
  run: RunRow,
  definition: TaskDefinition,
  { used, left, citations }: Searched,
  firstStep: number,
): RunStep[] {
  const { retrieval } = definition;
  const query = String(run.inputs.question);
  const [system = '', user = ''] = messagesOf(definition, query, used);
  const [compile, ...rest] = stepsOf(toRun(run), { system, user }, firstStep);
  if (!compile || !retrieval) return [];
  const own = (n: number, more: Pick<RunStep, 'kind' | 'name' | 'input' | 'output'>): RunStep => ({
    ...compile,
    id: seedId('step', firstStep + STEPS - n),
    ...more,
  });
  const { query_variable: _, ...settings } = retrieval;
  const input = { query, ...settings };
  const output = tracedPassages(used, left);
  return [
    own(1, { kind: 'retrieve', name: 'collections', input, output }),
    compile,
    ...rest,
    own(2, { kind: 'cite', name: 'citations', input: null, output: { citations } }),
  ];
}

/** A passage as a search returns it. @param rank its place in the result, from 0 */
export function toPassage(chunk: ChunkRow, document_name: string, rank: number): Passage {
  const { id, collection_id, document_id, heading_path, text } = chunk;
  return {
    collection_id,
    document_id,
    document_name,
    page: chunk.page ?? null,
    heading_path,
    score: [0.98, 0.61, 0.32][rank] ?? 0.1,
    word_rank: rank + 1,
    meaning_rank: null,
    text,
    chunks: [{ id, page: chunk.page ?? null, text }],
  };
}

function tokensOf({ text }: Passage): number {
  return Math.ceil(text.length / 4);
}

/** The compiled prompts. */
function messagesOf(definition: TaskDefinition, question: string, passages: readonly Passage[]) {
  const rendered = renderInputs({ question }, definition.variables);
  const values = valuesWithPassages(definition, rendered, passages);
  const messages = withPassages({ definition, passages }, compileMessages(definition, values));
  return messages.map(({ content }) => content);
}
