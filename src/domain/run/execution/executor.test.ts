import { describe, expect, it, vi } from 'vitest';
import type { Model, Run, TaskDefinition } from '#generated/model/index.ts';
import { assumedCapabilities, type Capabilities } from '../../model/capabilities.ts';
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
  const capabilities = assumedCapabilities();
  const given = { live, definition, values: {}, files: new Map(), model, capabilities };
  return { ...given, isStreamed: true, ...parts };
}

const report = vi.fn();
const callTool = vi.fn();
const ports = {
  report,
  callTool,
  retrieve: async () => ({ passages: [] }),
  countTokens: async (text: string) => text.length,
  reserve: async () => ({ isCovered: true, refusedBy: null }),
  refusalOf: async () => '',
  own: {
    hold: async () => undefined,
    settle: async () => {},
    note: () => Promise.reject(new Error('Nothing is noted')),
  },
  capabilitiesOf: async ({ info: { supports } }: AskableModel) => assumedCapabilities(supports),
  retryMs: 1,
};
const execute = createRunExecutor(ports);

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

it('fails with the specified message, and reports the cause, when the mistake is ours', async () => {
  const mistake = new TypeError('x is undefined');
  const job = jobOf(() => Promise.reject(mistake));
  const message = 'There was a problem, it has been reported to our team. Please try again later.';
  const error = { code: 'internal_error', message };
  expect(await execute(job)).toMatchObject({ status: 'failed', error });
  expect(job.live.steps.at(-1)).toMatchObject({ kind: 'model', status: 'failed', error });
  expect(report).toHaveBeenCalledWith(mistake);
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

describe('a model that ignores its maximum output', () => {
  const limited = { ...definition, parameters: { max_output_tokens: 100 }, tools: [] };
  const words = 'word '.repeat(4);

  it.each(['text', 'reasoning'] as const)('is stopped while it streams %s', async (kind) => {
    let sent = 0;
    const job = jobOf(
      async ({ onText, onUnseen, onReasoning, signal }) => {
        for (;;) {
          signal.throwIfAborted();
          if (kind === 'text') onText(words);
          else onUnseen?.(words);
          if (kind === 'reasoning') onReasoning?.(words);
          sent += words.length;
          await new Promise(setImmediate);
        }
      },
      { definition: limited },
    );
    const outcome = await execute(job);
    const step = job.live.steps.find((one) => one.kind === 'model');
    expect(step?.output).toMatchObject({ finish_reason: 'length' });
    // A token per character, and a quarter more because tokenisers differ.
    expect(sent).toBeLessThan(200);
    expect(job.live.billed).toBeLessThanOrEqual(job.live.reserved);
    if (kind === 'text') expect(outcome).toMatchObject({ status: 'succeeded', error: null });
    else expect(outcome).toMatchObject({ status: 'failed', error: { code: 'output_invalid' } });
    expect(job.live.run.output_text).toBe(kind === 'text' ? 'word '.repeat(25) : '');
  });

  it('is cut off where the limit was when it sends everything at once', async () => {
    const job = jobOf(
      async ({ onText }) => {
        onText(words.repeat(100));
        return { input: 1, output: 2000, isCutOff: false };
      },
      { definition: limited, isStreamed: false },
    );
    expect(await execute(job)).toMatchObject({
      status: 'succeeded',
      output: 'word '.repeat(25),
    });
    expect(job.live.steps.find((one) => one.kind === 'model')?.output).toMatchObject({
      finish_reason: 'length',
      warnings: ['The model ignored its maximum output and was stopped.'],
    });
  });

  it('is paid for all that it wrote within its limit', async () => {
    const job = jobOf(
      async ({ onText }) => {
        onText('w'.repeat(100));
        return { input: 1, output: 100, isCutOff: true };
      },
      { definition: limited },
    );
    expect(await execute(job)).toMatchObject({ status: 'succeeded', output: 'w'.repeat(100) });
    expect(job.live.charged).toMatchObject({ input_tokens: 1, output_tokens: 100 });
  });
});

describe('an endpoint', () => {
  const fields = [
    {
      name: 'mood',
      type: 'text' as const,
      required: true,
      list: false,
      description: 'Of a customer',
    },
  ];
  const typed: TaskDefinition = {
    ...definition,
    output_format: { type: 'fields', fields },
    tools: [],
  };
  const endpoint = 'http://localhost/v1';
  const refusal = new ModelFailure('model_refused', 'Rejected (400)', { isRefusal: true });
  const usual = { input: 1, output: 1, isCutOff: false };

  /** Runs a task there, and returns its outcome, its trace and the requests. */
  async function runAt(
    task: TaskDefinition,
    reply: (request: ModelRequest) => void,
    can: Partial<Capabilities> = {},
  ) {
    const requests: ModelRequest[] = [];
    const ask: Ask = async (request) => {
      requests.push(request);
      reply(request);
      return usual;
    };
    const capabilitiesOf = async () => ({ ...assumedCapabilities(), ...can });
    const job = jobOf(ask, { definition: task, model: { info, ask, endpoint } });
    const outcome = await createRunExecutor({ ...ports, capabilitiesOf })(job);
    const formats = requests.map(({ format }) => format?.type ?? 'prompt');
    return { outcome, requests, formats, steps: job.live.steps };
  }

  const answer = ({ onText }: ModelRequest) => onText('{"mood":"good"}');

  it('that rejects a schema is asked in weaker ways, which the trace names; nothing is remembered', async () => {
    const picky = (request: ModelRequest) => {
      if (request.format) throw refusal;
      answer(request);
    };
    const format = 'json_schema' as const;
    const { outcome, formats, steps } = await runAt(typed, picky, { format });
    expect(outcome).toMatchObject({ status: 'succeeded', output: { mood: 'good' } });
    expect(formats).toEqual(['json_schema', 'json_object', 'prompt']);
    const asked = steps.filter(({ kind }) => kind === 'model');
    expect(
      asked.map(({ input }) => (input as { response_format: string }).response_format),
    ).toEqual(formats);
    expect(asked.map(({ status }) => status)).toEqual(['failed', 'failed', 'succeeded']);
    expect((await runAt(typed, answer, { format })).formats).toEqual(['json_schema']);
  });

  it('is told the names and descriptions of the fields also when it enforces the schema', async () => {
    for (const format of ['json_schema', 'json_object', 'prompt'] as const) {
      const { requests } = await runAt(typed, answer, { format });
      expect(requests[0]?.messages[0]?.content).toMatch(/"mood".*Of a customer/);
    }
  });

  it('whose grammar rules out tools calls them first, and then gives the output', async () => {
    callTool.mockResolvedValue({ reply: '{"status":"shipped"}', error: null });
    const tools = (definition.tools ?? []).slice(1);
    const llama = ({ format, tools: offered, messages, ...request }: ModelRequest) => {
      const isDone = messages.some(({ role }) => role === 'tool');
      if (format) request.onText('{"mood":"good"}');
      else if (offered && !isDone) request.onToolCall?.({ id: 'c', name: 'call', input: '{}' });
      else request.onText('It was shipped.');
    };
    const { outcome, requests, steps } = await runAt({ ...typed, tools }, llama, {
      tools_with_format: false,
    });
    expect(outcome).toMatchObject({ status: 'succeeded', output: { mood: 'good' } });
    expect(requests.map((one) => [one.tools !== undefined, one.format?.type])).toEqual([
      [true, undefined],
      [true, undefined],
      [false, 'json_schema'],
    ]);
    expect(steps.map(({ kind }) => kind)).toContain('tool');
  });

  it('is asked once if its output fits already', async () => {
    const tools = (definition.tools ?? []).slice(1);
    const { formats } = await runAt({ ...typed, tools }, answer, { tools_with_format: false });
    expect(formats).toEqual(['prompt']);
  });

  const [ask, call] = definition.tools ?? [];
  it.each([
    ['all', { type: 'tool', toolName: 'call' }, ['ask', 'call']],
    ['required', { type: 'required' }, ['call']],
    ['named', { type: 'tool', toolName: 'call' }, ['ask', 'call']],
    ['auto', { type: 'auto' }, ['call']],
  ] as const)(
    'that takes tool_choice as %s is told so which tool to call',
    async (tool_choice, choice, names) => {
      const tools = [ask, call].flatMap((one) => one ?? []);
      const task = { ...definition, tools, tool_choice: { type: 'one' as const, tool: 'call' } };
      const { requests, outcome } = await runAt(task, ({ onText }) => onText('No.'), {
        tool_choice,
      });
      expect(requests[0]?.tools?.toolChoice).toEqual(choice);
      expect(requests[0]?.tools?.tools.map(({ name }) => name)).toEqual(names);
      expect(outcome).toMatchObject({ status: 'failed', error: { code: 'tool_failed' } });
      expect(outcome.error?.message).toMatch(/didn't call the tool call, which the task requires/);
    },
  );

  it('that only reasons has not answered', async () => {
    const task = { ...definition, tools: [] };
    const { outcome, requests, steps } = await runAt(task, ({ onReasoning, onUnseen }) => {
      onReasoning?.('Hm.');
      onUnseen?.('Hm.');
    });
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'output_invalid' } });
    expect(outcome.error?.message).toMatch(/only reasoned/);
    expect(requests).toHaveLength(2);
    const asked = steps.find(({ kind }) => kind === 'model');
    expect(asked).toMatchObject({ output: { text: '', reasoning: 'Hm.' } });
    expect(asked?.usage).toMatchObject({ reasoning_tokens: 1, output_tokens: 1 });
  });

  const busy = (retry_after?: number) =>
    new ModelFailure('model_rate_limited', 'Busy.', { isTemporary: true, retry_after });

  it('that is busy is asked twice more, visibly', async () => {
    let count = 0;
    const task = { ...definition, tools: [] };
    const { outcome, steps } = await runAt(task, ({ onText }) => {
      count += 1;
      if (count < 3) throw busy();
      onText('Hi');
    });
    expect(outcome).toMatchObject({ status: 'succeeded', output: 'Hi' });
    const asked = steps.filter(({ kind }) => kind === 'model');
    expect(asked).toMatchObject([
      { status: 'failed', error: { code: 'model_rate_limited' } },
      { status: 'failed', input: { retry: 1 } },
      { status: 'succeeded', input: { retry: 2 } },
    ]);
  });

  it.each([
    ['without a word', () => new ModelFailure('model_interrupted', 'Cut.', { isTemporary: true })],
    ['with 500', () => new ModelFailure('model_failed', 'No.', { isTemporary: true, status: 500 })],
  ])('whose stream ends %s is asked without streaming, visibly', async (_name, error) => {
    const task = { ...definition, tools: [] };
    const { outcome, steps } = await runAt(task, ({ isStreamed, onText }) => {
      if (isStreamed) throw error();
      onText('Hi');
    });
    expect(outcome).toMatchObject({ status: 'succeeded', output: 'Hi' });
    const asked = steps.filter(({ kind }) => kind === 'model');
    expect(asked.map(({ input }) => (input as { stream?: boolean }).stream)).toEqual([
      undefined,
      false,
    ]);
  });

  it.each([
    ['that stays busy', () => busy(), 3],
    ['that asks to wait too long', () => busy(30), 1],
    ['that fails for good', () => new ModelFailure('model_failed', 'No.'), 1],
  ])('%s fails the run', async (_name, error, times) => {
    const task = { ...definition, tools: [] };
    const { outcome, requests } = await runAt(task, () => {
      throw error();
    });
    expect(outcome).toMatchObject({ status: 'failed', error: error().error });
    expect(requests).toHaveLength(times);
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
