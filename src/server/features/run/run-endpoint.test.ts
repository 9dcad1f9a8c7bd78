import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createCharges } from '#domain/billing/charges.ts';
import { createProbes } from '#domain/model/probe.service.ts';
import { createRunExecutor } from '#domain/run/execution/executor.ts';
import { newJob } from '#domain/run/execution/run-job.ts';
import { payingWith } from '#domain/run/execution/testing-executor.ts';
import { LiveRun } from '#domain/run/live-run.ts';
import type { Run, RunStep, TaskDefinition, TaskTool } from '#generated/model/index.ts';
import { llamaReply } from '../../../../tests/support/models/llama-server.ts';
import {
  type OpenAiServer,
  startOpenAiServer,
} from '../../../../tests/support/models/openai-server.ts';
import type { Database } from '../../db/client.ts';
import { openTestDatabase } from '../../db/testing.ts';
import { knownEndpoints } from '../../platform/models/endpoints/known-endpoints.ts';
import { createModels, type Models } from '../../platform/models/models.ts';
import { createStores } from '../../stores.ts';
import { defined } from './testing.ts';

let fake: OpenAiServer;
let models: Models;
let database: Database;

beforeAll(async () => {
  fake = await startOpenAiServer();
  models = await createModels({ endpoints: knownEndpoints({ COMPATIBLE_BASE_URL: fake.url }) });
  database = await openTestDatabase();
});
beforeEach(() => {
  fake.reset();
  fake.setProbed((request) => llamaReply(request));
  fake.setReply((request) => llamaReply(request, { mood: 'good' }, { number: '7' }));
});
afterAll(async () => {
  await models.close();
  await fake.close();
  await database.close();
});

const mood = { name: 'mood', type: 'text' as const, required: true, list: false };
const lookUp: TaskTool = {
  name: 'find_order',
  description: 'Finds an order.',
  parameters: { type: 'object', properties: { number: { type: 'string' } } },
  execution: 'webhook',
};
const fields = (description: string) => ({
  output_format: { type: 'fields' as const, fields: [{ ...mood, description }] },
});

/** A process with its own memory over the shared database. */
function startProcess() {
  const report = console.error;
  const charges = createCharges({ isRefused: () => false, report });
  const domain = { stores: createStores(database.db), charges };
  const probes = createProbes(() => domain);
  const calls: string[] = [];
  const execute = createRunExecutor({
    report,
    retrieve: async () => ({ passages: [] }),
    countTokens: async (text) => text.length,
    paying: payingWith(async () => ({ isCovered: true, refusedBy: null })),
    callTool: async ({ name }) => {
      calls.push(name);
      return { reply: '{"status":"shipped"}', error: null };
    },
    capabilitiesOf: probes.of,
    retryMs: 1,
  });
  return {
    calls,
    async run(orgId: string, parts: Partial<TaskDefinition>, inputs = { review: 'Good' }) {
      const model = models.find('compatible/llama-3');
      const run = {
        id: 'run_1',
        source: 'api',
        inputs,
        output_text: '',
        usage: {},
      } as unknown as Run;
      const live = new LiveRun(run, orgId);
      const outcome = await execute(
        newJob(live, { definition: defined(parts), model, isStreamed: false }),
      );
      return { outcome, steps: live.shown.steps };
    },
  };
}

const asked = (steps: readonly RunStep[]) =>
  steps
    .filter(({ kind }) => kind === 'model')
    .map(({ input, status }) => [(input as { response_format?: string }).response_format, status]);

it('a task with fields and tools calls its tool at a server whose grammar rules out tools', async () => {
  const server = startProcess();
  const order = { user_prompt: 'Find the order with the tool: {review}', tools: [lookUp] };
  for (const tool_choice of [{ type: 'auto' }, { type: 'one', tool: 'find_order' }] as const) {
    const { outcome, steps } = await server.run('org_1', { ...fields(''), ...order, tool_choice });
    expect(outcome).toMatchObject({ status: 'succeeded', output: { mood: 'good' } });
    expect(asked(steps)).toEqual([
      [undefined, 'succeeded'],
      [undefined, 'succeeded'],
      ['json_schema', 'succeeded'],
    ]);
  }
  expect(server.calls).toEqual(['find_order', 'find_order']);
  // The form that this server reads, with the only tool that it may call.
  expect(fake.requests.map(({ tool_choice }) => tool_choice)).toContain('required');
});

it('a required tool that is not called fails the run', async () => {
  fake.setReply({ kind: 'text', text: 'I would rather not.' });
  const tool_choice = { type: 'required' as const };
  const { outcome } = await startProcess().run('org_1', { tools: [lookUp], tool_choice });
  expect(outcome).toMatchObject({ status: 'failed', error: { code: 'tool_failed' } });
});

it('two organisations share an endpoint, and neither meets the mistakes of the other', async () => {
  const first = startProcess();
  const bad = await first.run('org_1', fields('Something that grammars have unsupported'));
  expect(bad.outcome).toMatchObject({ status: 'succeeded', output: { mood: 'good' } });
  expect(asked(bad.steps)).toEqual([
    ['json_schema', 'failed'],
    ['json_object', 'succeeded'],
  ]);
  const probed = fake.probes.length;
  for (const server of [first, startProcess()]) {
    const good = await server.run('org_2', fields('How the customer feels'));
    expect(asked(good.steps)).toEqual([['json_schema', 'succeeded']]);
  }
  // What the server can do is known from our own requests, also in another process.
  expect(fake.probes).toHaveLength(probed);
  const texts = JSON.stringify(fake.probes);
  expect(texts).not.toContain('Good');
});
