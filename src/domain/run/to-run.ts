import type { Run, RunStep, RunSummary } from '#generated/model/index.ts';
import { asView } from '../view.ts';
import type { RunSummaryRow } from './run.store.ts';
import type { RunRow } from './run.tables.ts';

export function toRunSummary(row: RunSummaryRow): RunSummary {
  const { input_tokens, output_tokens, cost } = row;
  const { caller_type: type, caller_id: id, caller_name: name } = row;
  return asView('RunSummary', row, {
    usage: { input_tokens, output_tokens, cost },
    caller: { type, id, name },
  });
}

export function toRun(row: RunRow): Run {
  return asView('Run', row, {
    ...toRunSummary(row),
    // Text is stored only in `output_text`: drizzle would read a text such as `42` in a jsonb column as a number.
    output: row.output ?? (row.status === 'succeeded' ? row.output_text : null),
    citations: row.citations ?? [],
  });
}

/** The list view of a run that this process has in memory. */
export function summaryOf(full: Run): RunSummary {
  return asView('RunSummary', full);
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
