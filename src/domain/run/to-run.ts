import type { Run, RunStep, RunSummary } from '#generated/model/index.ts';
import type { RunSummaryRow } from './run.store.ts';
import type { RunRow } from './run.tables.ts';

/** The columns of a run that have no value yet when it is accepted. */
export const UNSTARTED = {
  output: null,
  output_text: '',
  citations: null,
  resets: 0,
  output_valid: null,
  input_tokens: 0,
  output_tokens: 0,
  cost: null,
  billed: null,
  latency_ms: null,
  first_token_ms: null,
  error: null,
  cancel_requested: false,
  ended_at: null,
} satisfies Partial<RunRow>;

export function toRunSummary(row: RunSummaryRow): RunSummary {
  return {
    id: row.id,
    project_id: row.project_id,
    task_id: row.task_id,
    task_name: row.task_name,
    revision: row.revision,
    source: row.source,
    status: row.status,
    model_id: row.model_id,
    input_preview: row.input_preview,
    output_valid: row.output_valid,
    usage: { input_tokens: row.input_tokens, output_tokens: row.output_tokens, cost: row.cost },
    latency_ms: row.latency_ms,
    first_token_ms: row.first_token_ms,
    error: row.error,
    caller: { type: row.caller_type, id: row.caller_id, name: row.caller_name },
    created_at: row.created_at,
    ended_at: row.ended_at,
  };
}

export function toRun(row: RunRow): Run {
  return {
    ...toRunSummary(row),
    inputs: row.inputs,
    // Text is stored only in `output_text`: drizzle would read a text such as `42` in a jsonb column as a number.
    output: row.output ?? (row.status === 'succeeded' ? row.output_text : null),
    output_text: row.output_text,
    citations: row.citations ?? [],
  };
}

/** The list view of a run that this process has in memory. */
export function summaryOf(full: Run): RunSummary {
  const {
    inputs: _inputs,
    output: _output,
    output_text: _text,
    citations: _citations,
    ...summary
  } = full;
  return summary;
}

interface ModelInput {
  messages?: unknown;
}

/**
 * A trace as stored: without anything that the run's row or another step already contains, so that long prompts and
 * outputs are stored only once.
 */
export function packSteps(steps: readonly RunStep[], full: Run): RunStep[] {
  const compiled = compiledMessages(steps);
  return steps.map((step) => {
    if (step.kind === 'compile') return { ...step, input: undefined };
    const isText = step.output === full.output_text && step.output !== '';
    const packed = isText ? { ...step, output: undefined } : step;
    const input = step.input as ModelInput | null;
    if (compiled === undefined || input?.messages !== compiled) return packed;
    const { messages: _messages, ...settings } = input;
    return { ...packed, input: settings };
  });
}

/** Reverses `packSteps`. */
export function unpackSteps(steps: readonly RunStep[], full: Run): RunStep[] {
  const compiled = compiledMessages(steps);
  return steps.map((step) => {
    if (step.kind === 'compile') return { ...step, input: full.inputs };
    const output = step.output === undefined ? full.output_text : step.output;
    const isAsked = step.kind === 'model' || step.kind === 'repair';
    const input = isAsked ? { messages: compiled, ...(step.input as ModelInput) } : step.input;
    return { ...step, input, output };
  });
}

function compiledMessages(steps: readonly RunStep[]): unknown {
  const compile = steps.find((step) => step.kind === 'compile');
  return (compile?.output as ModelInput | null | undefined)?.messages;
}
