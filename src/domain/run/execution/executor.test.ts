import { describe, expect, it, vi } from 'vitest';
import type { Model, Run, TaskDefinition } from '#generated/model/index.ts';
import { CANCELLED, LiveRun } from '../live-run.ts';
import type { AskableModel, ModelRequest } from './ask-model.ts';
import { createRunExecutor } from './executor.ts';
import { ModelFailure } from './model-failure.ts';
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

type Ask = NonNullable<AskableModel['ask']>;

const info = { id: 'test/test', input_price: 1, output_price: 1, supports: {} } as Model;

function jobOf(ask: Ask, parts: Partial<RunJob> = {}): RunJob {
  const live = new LiveRun(structuredClone(run), 'org_1');
  const model = { info, ask };
  return { live, definition, values: {}, files: new Map(), model, isStreamed: true, ...parts };
}

const report = vi.fn();
const callTool = vi.fn();
const execute = createRunExecutor({
  report,
  callTool,
  retrieve: async () => ({ passages: [] }),
  countTokens: async (text) => text.length,
  reserve: async () => true,
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

it("keeps a tool's result as text that is nested too deeply to be shown as JSON", async () => {
  const reply = '['.repeat(9990) + ']'.repeat(9990);
  callTool.mockResolvedValueOnce({ reply, error: null });
  const job = jobOf(async ({ messages, onText, onToolCall }) => {
    if (messages.length > 1) onText('Hi');
    else onToolCall?.({ id: 'call_1', name: 'call', input: '{}' });
    return { input: 1, output: 1, isCutOff: false };
  });
  expect(await execute(job)).toMatchObject({ status: 'succeeded', output: 'Hi' });
  expect(job.live.steps.find(({ kind }) => kind === 'tool')).toMatchObject({ output: reply });
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

describe('a model that rejects schemas', () => {
  const fields = [{ name: 'mood', type: 'text' as const, required: true, list: false }];
  const typed: TaskDefinition = {
    ...definition,
    output_format: { type: 'fields', fields },
    tools: [],
  };
  const asked: boolean[] = [];
  const refusal = new ModelFailure('model_refused', 'Rejected (400)', { cause: new Error('400') });

  /** Runs the task for an organisation; says of each request whether it had a schema. */
  async function requests(
    executor: typeof execute,
    orgId: string,
    fails: (request: ModelRequest) => boolean,
    task = typed,
  ): Promise<boolean[]> {
    asked.length = 0;
    const ask = async (request: ModelRequest) => {
      asked.push(request.schema !== undefined);
      if (fails(request)) throw refusal;
      request.onText('{"mood":"good"}');
      return { input: 1, output: 1, isCutOff: false };
    };
    const supports = { structured_output: true } as Model['supports'];
    const model = { info: { ...info, provider: 'compatible' as const, supports }, ask };
    const live = new LiveRun(structuredClone(run), orgId);
    await executor(jobOf(ask, { live, model, definition: task }));
    return [...asked];
  }

  const create = () =>
    createRunExecutor({
      report,
      callTool,
      retrieve: async () => ({ passages: [] }),
      countTokens: async (text) => text.length,
      reserve: async () => true,
    });
  const withSchema = ({ schema }: ModelRequest) => schema !== undefined;
  const always = () => true;
  const never = () => false;

  it('is asked without one from then on, but only by the organisation whose run it rejected', async () => {
    const executor = create();
    expect(await requests(executor, 'org_1', withSchema)).toEqual([true, false]);
    expect(await requests(executor, 'org_1', withSchema)).toEqual([false]);
    expect(await requests(executor, 'org_2', never)).toEqual([true]);
  });

  it('is asked with one again if it also rejects the same prompt without it, as when that is too long', async () => {
    const executor = create();
    expect(await requests(executor, 'org_1', always)).toEqual([true, false]);
    expect(await requests(executor, 'org_1', never)).toEqual([true]);
  });

  it('together with tools may support them without', async () => {
    const executor = create();
    const tools = definition.tools ?? [];
    const withTools = { ...typed, tools };
    expect(await requests(executor, 'org_1', withSchema, withTools)).toEqual([true, false]);
    expect(await requests(executor, 'org_1', never)).toEqual([true]);
    expect(await requests(executor, 'org_1', withSchema, withTools)).toEqual([false]);
  });

  it('is asked with one again after an hour', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const executor = create();
    await requests(executor, 'org_1', withSchema);
    vi.advanceTimersByTime(3_600_001);
    expect(await requests(executor, 'org_1', never)).toEqual([true]);
    vi.useRealTimers();
  });
});

describe('what was used is charged', () => {
  it('as the provider reports it, also when the request fails afterwards', async () => {
    const job = jobOf(async ({ onUsage }) => {
      onUsage?.({ input: 7, output: 5 });
      throw new ModelFailure('model_refused', 'No.');
    });
    expect(await execute(job)).toMatchObject({
      status: 'failed',
      error: { code: 'model_refused' },
    });
    expect(job.live.charged).toMatchObject({ input_tokens: 7, output_tokens: 5 });
  });

  it('when a run that nobody watches is cancelled: it is streamed, so that what came is known', async () => {
    const asked: boolean[] = [];
    const ask: Ask = async ({ isStreamed, onText, onUnseen, signal }) => {
      asked.push(isStreamed);
      onText('Hello');
      onUnseen?.('call{"a":');
      job.live.abort.abort(CANCELLED);
      throw signal.reason;
    };
    const open = { ...info, context_window: null, max_output_tokens: null };
    const costly = { ...open, input_price: 1_000_000, output_price: 1_000_000 };
    const job = jobOf(ask, { isStreamed: false, model: { info: costly, ask } });
    expect(await execute(job)).toMatchObject({ status: 'cancelled' });
    expect(job.live.charged).toMatchObject({ input_tokens: 9, output_tokens: 14 });
    const cheap = { ...open, input_price: 10_000, output_price: 10_000 };
    await execute({ ...jobOf(ask, { isStreamed: false }), model: { info: cheap, ask } });
    expect(asked).toEqual([true, false]);
  });

  it('with its images and documents, up to what the model reads', async () => {
    const bytes = new Uint8Array(24);
    new DataView(bytes.buffer).setUint32(0, 0x89504e47);
    new DataView(bytes.buffer).setUint32(16, 750);
    new DataView(bytes.buffer).setUint32(20, 1000);
    const image = {
      mediaType: 'image/png',
      base64: btoa(String.fromCharCode(...bytes)),
      bytes: 24,
    };
    const pages = '<< /Type /Pages /Count 2 >> << /Type /Page >> << /Type/Page >>';
    const document = { mediaType: 'application/pdf', base64: btoa(pages), bytes: pages.length };
    const charged = async (file: typeof image, context_window: number | null) => {
      const job = jobOf(async () => ({ input: undefined, output: 0, isCutOff: false }), {
        definition: { ...definition, user_prompt: 'Hello{it}' },
        values: { it: '' },
        files: new Map([['it', file]]),
      });
      const model = { ...info, context_window };
      await execute({ ...job, model: { ask: job.model?.ask ?? null, info: model } });
      return job.live.charged.input_tokens;
    };
    expect(await charged(image, null)).toBe(9 + 1000);
    expect(await charged(document, null)).toBe(9 + 4000);
    expect(await charged(document, 3000)).toBe(3000);
  });

  it('when a run that is not streamed is cancelled: the prompt is counted', async () => {
    const job = jobOf(async ({ signal }) => {
      job.live.abort.abort(CANCELLED);
      throw signal.reason;
    });
    job.isStreamed = false;
    expect(await execute(job)).toMatchObject({ status: 'cancelled' });
    expect(job.live.charged).toMatchObject({ input_tokens: 9, output_tokens: 0 });
  });

  it('but nothing when the run is cancelled before the model is called', async () => {
    const ask = vi.fn();
    const job = jobOf(ask);
    job.live.abort.abort(CANCELLED);
    expect(await execute(job)).toMatchObject({ status: 'cancelled' });
    expect(job.live.charged).toMatchObject({ input_tokens: 0, output_tokens: 0, cost: 0 });
    expect(ask).not.toHaveBeenCalled();
  });
});

it('a model without a price is refused with its own code, and one that is not set up with another', async () => {
  const failed = async (isUnpriced: boolean) => {
    const model = { info: { ...info, unavailable_reason: 'Do this.' }, ask: null, isUnpriced };
    return (await execute({ ...jobOf(vi.fn()), model })).error;
  };
  expect(await failed(true)).toEqual({ code: 'model_unpriced', message: 'Do this.' });
  expect(await failed(false)).toEqual({ code: 'model_unauthorized', message: 'Do this.' });
});
