import { describe, expect, it, vi } from 'vitest';
import type { TaskDefinition } from '#generated/model/index.ts';
import type { ModelRequest, Part } from '../../model/ask.ts';
import { assumedCapabilities, type Capabilities } from '../../model/capabilities.ts';
import { calls, ending, reasons, text } from '../../model/testing-parts.ts';
import { CANCELLED } from '../live-run.ts';
import { createRunExecutor } from './executor.ts';
import { ModelFailure } from './model-failure.ts';
import {
  type Ask,
  callTool,
  definition,
  execute,
  info,
  jobOf,
  ports,
  report,
} from './testing-executor.ts';

it('a run that is cancelled before its tool waits for a reply ends immediately', async () => {
  const job = jobOf(async function* () {
    yield calls({ id: 'call_1', name: 'ask', input: '{}' });
    yield* ending();
  });
  // When the tool's step starts, its arguments are about to be validated.
  job.live.shown.follow(() => {
    if (job.live.shown.steps.some(({ kind }) => kind === 'tool')) job.live.abort.abort(CANCELLED);
  });
  expect(await execute(job)).toMatchObject({ status: 'cancelled', error: null });
  expect(job.live.waiting.isWaiting).toBe(false);
  expect(job.live.shown.steps.at(-1)).toMatchObject({ kind: 'tool', status: 'cancelled' });
  expect(callTool).not.toHaveBeenCalled();
});

it('fails with the specified message, and reports the cause, when the mistake is ours', async () => {
  const mistake = new TypeError('x is undefined');
  const job = jobOf(async function* () {
    yield text('Hi');
    throw mistake;
  });
  const message = 'There was a problem, it has been reported to our team. Please try again later.';
  const error = { code: 'internal_error', message };
  expect(await execute(job)).toMatchObject({ status: 'failed', error });
  expect(job.live.shown.steps.at(-1)).toMatchObject({ kind: 'model', status: 'failed', error });
  expect(report).toHaveBeenCalledWith(mistake);
});

it("keeps a tool's result as text that is nested too deeply to be shown as JSON", async () => {
  const reply = '['.repeat(9990) + ']'.repeat(9990);
  callTool.mockResolvedValueOnce({ reply, error: null });
  const job = jobOf(async function* ({ messages }) {
    if (messages.length > 1) yield text('Hi');
    else yield calls({ id: 'call_1', name: 'call', input: '{}' });
    yield* ending();
  });
  expect(await execute(job)).toMatchObject({ status: 'succeeded', output: 'Hi' });
  expect(job.live.shown.steps.find(({ kind }) => kind === 'tool')).toMatchObject({ output: reply });
});

it.each([1.5, -3, 3e9, Number.NaN])(
  'counts the tokens itself when a provider reports %s',
  async (odd) => {
    const job = jobOf(async function* () {
      yield text('Hi');
      yield* ending({ input: odd, output: odd });
    });
    expect(await execute(job)).toMatchObject({ status: 'succeeded', output: 'Hi' });
    // The message with its framing, and the output.
    expect(job.live.spending.charged).toMatchObject({ input_tokens: 9, output_tokens: 2 });
  },
);

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

  /** Runs a task there, and returns its outcome, its trace and the requests. */
  async function runAt(
    task: TaskDefinition,
    reply: (request: ModelRequest) => Iterable<Part>,
    can: Partial<Capabilities> = {},
  ) {
    const requests: ModelRequest[] = [];
    const ask: Ask = async function* (request) {
      requests.push(request);
      yield* reply(request);
      yield* ending();
    };
    const capabilitiesOf = async () => ({ ...assumedCapabilities(), ...can });
    const job = jobOf(ask, { definition: task, model: { info, ask, endpoint } });
    const outcome = await createRunExecutor({ ...ports, capabilitiesOf })(job);
    const formats = requests.map(({ format }) => format?.type ?? 'prompt');
    return { outcome, requests, formats, steps: job.live.shown.steps };
  }

  const answer = () => [text('{"mood":"good"}')];

  it('that rejects a schema is asked in weaker ways, which the trace names; nothing is remembered', async () => {
    const picky = (request: ModelRequest) => {
      if (request.format) throw refusal;
      return answer();
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
    const llama = ({ format, tools: offered, messages }: ModelRequest) => {
      const isDone = messages.some(({ role }) => role === 'tool');
      if (format) return answer();
      if (offered && !isDone) return [calls({ id: 'c', name: 'call', input: '{}' })];
      return [text('It was shipped.')];
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
      const { requests, outcome } = await runAt(task, () => [text('No.')], {
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
    const { outcome, requests, steps } = await runAt(task, () => [reasons('Hm.')]);
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
    const { outcome, steps } = await runAt(task, () => {
      count += 1;
      if (count < 3) throw busy();
      return [text('Hi')];
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
    const { outcome, steps } = await runAt(task, ({ isStreamed }) => {
      if (isStreamed) throw error();
      return [text('Hi')];
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

it('a model without a price is refused with its own code, and one that is not set up with another', async () => {
  const failed = async (isUnpriced: boolean) => {
    const model = { info: { ...info, unavailable_reason: 'Do this.' }, ask: null, isUnpriced };
    return (await execute({ ...jobOf(vi.fn()), model })).error;
  };
  expect(await failed(true)).toEqual({ code: 'model_unpriced', message: 'Do this.' });
  expect(await failed(false)).toEqual({ code: 'model_unauthorized', message: 'Do this.' });
});
