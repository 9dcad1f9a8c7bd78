import type { Run, RunStep } from '#generated/model/index.ts';
import { timestamp } from '../store.ts';
import { seedId } from './ids.ts';

/** The two messages sent to a model. */
export interface Prompts {
  system: string;
  user: string;
}

/** The messages as shown in a step. */
function messagesOf(prompts: Prompts) {
  return {
    messages: [
      { role: 'system', content: prompts.system },
      { role: 'user', content: prompts.user },
    ],
  };
}

/** The complete trace of a finished run. */
export function stepsOf(run: Run, prompts: Prompts, firstId: number): RunStep[] {
  const start = Date.parse(run.created_at);
  const latency = run.latency_ms ?? 0;
  const step = (
    n: number,
    kind: RunStep['kind'],
    from: number,
    to: number,
    more: Partial<RunStep>,
  ): RunStep => ({
    id: seedId('step', firstId + n),
    kind,
    name: kind,
    status: 'succeeded',
    started_at: timestamp(start + from),
    ended_at: timestamp(start + to),
    offset_ms: from,
    duration_ms: to - from,
    input: null,
    output: null,
    usage: null,
    error: null,
    ...more,
  });
  const messages = messagesOf(prompts);
  const steps = [
    step(0, 'compile', 0, 1, { input: run.inputs, output: messages }),
    step(1, 'model', 1, latency, {
      name: run.model_id,
      status:
        run.status === 'succeeded' ? 'succeeded' : run.status === 'failed' ? 'failed' : 'cancelled',
      input: messages,
      output: run.output_text,
      usage: run.usage,
      error: run.error,
    }),
  ];
  if (run.status === 'succeeded') {
    steps.push(
      step(2, 'validate', latency, latency, { input: run.output_text, output: run.output }),
    );
  }
  return steps;
}
