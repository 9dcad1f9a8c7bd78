import { vi } from 'vitest';
import type { Model, Run, TaskDefinition } from '#generated/model/index.ts';
import type { AskableModel } from '../../model/ask.ts';
import { assumedCapabilities } from '../../model/capabilities.ts';
import { LiveRun } from '../live-run.ts';
import { createRunExecutor } from './executor.ts';
import { createPaying, type Reserve } from './paying.ts';
import type { RunJob } from './run-job.ts';

/** A task with a tool that waits for a reply, and one that is called. */
export const definition: TaskDefinition = {
  system_prompt: '',
  user_prompt: 'Hello',
  variables: [],
  output_format: { type: 'text', fields: [] },
  model_id: 'test/test',
  parameters: {},
  tools: [
    { name: 'ask', description: 'Asks.', parameters: { type: 'object' }, execution: 'manual' },
    { name: 'call', description: 'Calls.', parameters: { type: 'object' }, execution: 'webhook' },
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

export type Ask = NonNullable<AskableModel['ask']>;

export const info = { id: 'test/test', input_price: 1, output_price: 1, supports: {} } as Model;

/** A run of the task, whose model answers with `ask`. */
export function jobOf(ask: Ask, parts: Partial<RunJob> = {}): RunJob {
  const live = new LiveRun(structuredClone(run), 'org_1');
  const model = { info, ask };
  const capabilities = assumedCapabilities();
  const given = { live, definition, values: {}, files: new Map(), model, capabilities };
  return { ...given, isStreamed: true, ...parts };
}

/** The balance pays. */
export function payingWith(reserve: Reserve) {
  const own = {
    hold: async () => undefined,
    settle: async () => {},
    note: () => Promise.reject(new Error('Nothing is noted')),
  };
  return createPaying({ reserve, own, refusalOf: async () => '' });
}

export const report = vi.fn();
export const callTool = vi.fn();
export const ports = {
  report,
  callTool,
  retrieve: async () => ({ passages: [] }),
  countTokens: async (text: string) => text.length,
  paying: payingWith(async () => ({ isCovered: true, refusedBy: null })),
  capabilitiesOf: async ({ info: { supports } }: AskableModel) => assumedCapabilities(supports),
  retryMs: 1,
};
export const execute = createRunExecutor(ports);
