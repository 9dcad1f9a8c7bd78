import type { Run, RunStep, RunSummary } from '#generated/model/index.ts';
import type { run } from '../../db/schema/run.ts';

export type RunRow = typeof run.$inferSelect;
export type RunSummaryRow = Omit<RunRow, 'inputs' | 'output' | 'outputText'>;

export function toRunSummary(row: RunSummaryRow): RunSummary {
  return {
    id: row.id,
    project_id: row.projectId,
    task_id: row.taskId,
    task_name: row.taskName,
    revision: row.revision,
    source: row.source,
    status: row.status,
    model_id: row.modelId,
    input_preview: row.inputPreview,
    output_valid: row.outputValid,
    usage: { input_tokens: row.inputTokens, output_tokens: row.outputTokens, cost: row.cost },
    latency_ms: row.latencyMs,
    first_token_ms: row.firstTokenMs,
    error: row.error,
    caller: { type: row.callerType, id: row.callerId, name: row.callerName },
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}

export function toRun(row: RunRow): Run {
  return {
    ...toRunSummary(row),
    inputs: row.inputs,
    // A text is kept once: drizzle would read a text such as `42` in a jsonb column as a number.
    output: row.output ?? (row.status === 'succeeded' ? row.outputText : null),
    output_text: row.outputText,
  };
}

/** What lists show of a run that this process has in memory. */
export function summaryOf(full: Run): RunSummary {
  const { inputs: _inputs, output: _output, output_text: _text, ...summary } = full;
  return summary;
}

interface ModelInput {
  messages?: unknown;
}

/**
 * A trace as it is stored: without what the run's row or another step holds already, so that long prompts and answers
 * are kept once.
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

/** A trace as it was before `packSteps`. */
export function unpackSteps(steps: readonly RunStep[], full: Run): RunStep[] {
  const compiled = compiledMessages(steps);
  return steps.map((step) => {
    if (step.kind === 'compile') return { ...step, input: full.inputs };
    const output = 'output' in step ? step.output : full.output_text;
    const isAsked = step.kind === 'model' || step.kind === 'repair';
    const input = isAsked ? { messages: compiled, ...(step.input as ModelInput) } : step.input;
    return { ...step, input, output };
  });
}

function compiledMessages(steps: readonly RunStep[]): unknown {
  const compile = steps.find((step) => step.kind === 'compile');
  return (compile?.output as ModelInput | null | undefined)?.messages;
}
