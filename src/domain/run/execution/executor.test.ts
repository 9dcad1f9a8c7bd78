import { expect, it, vi } from 'vitest';
import type { Model, Run, TaskDefinition } from '#generated/model/index.ts';
import { CANCELLED, LiveRun } from '../live-run.ts';
import type { AskableModel } from './ask-model.ts';
import { createRunExecutor } from './executor.ts';
import type { RunJob } from './run-job.ts';

const definition: TaskDefinition = {
  system_prompt: '',
  user_prompt: 'Hello',
  variables: [],
  output_format: { type: 'text', fields: [] },
  model_id: 'test/test',
  parameters: {},
  tools: [
    { name: 'ask', description: 'Asks.', parameters: { type: 'object' }, execution: 'manual' },
  ],
};

const run = {
  id: 'run_1',
  source: 'console',
  inputs: {},
  output_text: '',
  first_token_ms: null,
  usage: { input_tokens: 0, output_tokens: 0, cost: 0 },
} as unknown as Run;

const info = { id: 'test/test', input_price: 1, output_price: 1, supports: {} } as Model;

function jobOf(ask: NonNullable<AskableModel['ask']>): RunJob {
  const live = new LiveRun(structuredClone(run), 'org_1');
  const model = { info, ask };
  return { live, definition, values: {}, files: new Map(), model, isStreamed: true };
}

const report = vi.fn();
const callTool = vi.fn();
const execute = createRunExecutor({
  report,
  callTool,
  retrieve: async () => ({ passages: [] }),
  countTokens: async (text) => text.length,
});

it('a run that is cancelled before its tool waits for a reply ends immediately', async () => {
  const job = jobOf(async ({ onToolCall }) => {
    onToolCall?.({ id: 'call_1', name: 'ask', input: '{}' });
    return { input: 1, output: 1, isCutOff: false };
  });
  // When the tool's step starts, its arguments are about to be validated.
  job.live.follow(() => {
    if (job.live.steps.some(({ kind }) => kind === 'tool')) job.live.abort.abort(CANCELLED);
  });
  expect(await execute(job)).toMatchObject({ status: 'cancelled', error: null });
  expect(job.live.isWaiting).toBe(false);
  expect(job.live.steps.at(-1)).toMatchObject({ kind: 'tool', status: 'cancelled' });
  expect(callTool).not.toHaveBeenCalled();
});

it.each([1.5, -3, 3e9, Number.NaN])(
  'counts the tokens itself when a provider reports %s',
  async (odd) => {
    const job = jobOf(async ({ onText }) => {
      onText('Hi');
      return { input: odd, output: odd, isCutOff: false };
    });
    expect(await execute(job)).toMatchObject({ status: 'succeeded', output: 'Hi' });
    // The message with its framing, and the output.
    expect(job.live.charged).toMatchObject({ input_tokens: 9, output_tokens: 2 });
  },
);
