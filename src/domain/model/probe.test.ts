import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Model } from '#generated/model/index.ts';
import type { PayingDomain } from '../billing/spend.ts';
import { ModelFailure } from '../run/execution/model-failure.ts';
import type { AreaStores } from '../stores.ts';
import type { AskableModel, ModelRequest, Part } from './ask.ts';
import type { modelProbe } from './model.tables.ts';
import { createProbes } from './probe.service.ts';
import { calls, ending, reasons, text } from './testing-parts.ts';

const refused = (words: string) => new ModelFailure('model_refused', words, { isRefusal: true });

const HELLO = [text('Hello')];
const CALL = [calls({ id: 'call_1', name: 'look_up_weather', input: '{"city":"Paris"}' })];

/** A model at an endpoint, and the requests that it got. */
function modelAt(reply: (request: ModelRequest) => Part[], id = 'compatible/some') {
  const requests: ModelRequest[] = [];
  const ask = async function* (request: ModelRequest) {
    requests.push(request);
    yield* reply(request);
    yield* ending();
  };
  const info = { id, supports: { structured_output: true, tools: true } } as Model;
  return { model: { info, ask, endpoint: 'http://localhost/v1' } as AskableModel, requests };
}

/** Behaviours of servers. */
const SERVERS = {
  /** Enforces everything, also together. */
  vendor({ format, tools, messages }: ModelRequest) {
    const isAsked = messages.at(-1)?.content.includes('weather') ?? false;
    if (tools && (isAsked || tools.toolChoice.type !== 'auto')) return CALL;
    if (format) return json(format);
    return HELLO;
  },
  /** Its grammar wins over tools, and it reads only strings in `tool_choice`. */
  llama({ format, tools, messages }: ModelRequest) {
    const isAsked = messages.at(-1)?.content.includes('weather') ?? false;
    if (format) return json(format);
    if (tools && (isAsked || tools.toolChoice.type === 'required')) return CALL;
    return HELLO;
  },
  /** The same with a small model, which calls a tool only if it has to. */
  reluctant({ format, tools }: ModelRequest) {
    if (format) return json(format);
    if (tools?.toolChoice.type === 'required') return CALL;
    return HELLO;
  },
  /** Takes JSON, but neither schemas nor tools. */
  old({ format, tools }: ModelRequest) {
    if (tools) throw refused('tools are not supported');
    if (format?.type === 'json_schema') throw refused('response_format must be json_object');
    if (format) return json(format);
    return HELLO;
  },
  /** Takes only prompts, not streamed, and fails at everything else. */
  plain({ format, tools, isStreamed }: ModelRequest) {
    if (format || tools || isStreamed)
      throw new ModelFailure('model_failed', 'failed (500)', { isTemporary: true, status: 500 });
    return HELLO;
  },
  /** Ignores what it doesn't know. */
  ignorant() {
    return HELLO;
  },
};

function json(format: NonNullable<ModelRequest['format']>) {
  return [text(format.type === 'json_schema' ? '{"colour": "teal"}' : '{"greeting": "hello"}')];
}

type ModelProbeRow = typeof modelProbe.$inferSelect;
const rows = new Map<string, ModelProbeRow>();
const keyOf = ({ endpoint, model }: Partial<ModelProbeRow>) => `${endpoint} ${model}`;
const store = {
  probes: {
    find: async (where: Partial<ModelProbeRow>) => rows.get(keyOf(where)),
    put: async (row: ModelProbeRow) => void rows.set(keyOf(row), row),
    count: async () => rows.size,
    delete: async () => 0,
  },
} as unknown as AreaStores['model'];
/** Probes of the server's own models aren't charged to anyone. */
const PAYER = { orgId: 'org_1', projectId: null };
const open = () => createProbes(() => ({ stores: { model: store } }) as unknown as PayingDomain);
const { signal } = new AbortController();

beforeEach(() => rows.clear());

describe('a probe finds out', () => {
  it.each([
    ['vendor', 'json_schema', true, 'required', true, true],
    ['llama', 'json_schema', true, 'required', false, true],
    ['old', 'json_object', false, 'auto', false, true],
    ['plain', 'prompt', false, 'auto', false, false],
    ['ignorant', 'json_schema', true, 'required', false, true],
    ['reluctant', 'json_schema', true, 'required', false, true],
  ] as const)(
    'what a %s server does',
    async (name, format, tools, tool_choice, both, streaming) => {
      const { model } = modelAt(SERVERS[name]);
      const { capabilities, checks } = await open().probe(model);
      expect(capabilities).toEqual({
        format,
        tools,
        tool_choice,
        tools_with_format: both,
        streaming,
        reasoning: false,
      });
      expect(checks.map((check) => [check.name, check.passed])).toEqual([
        ['answer', true],
        ['stream', streaming],
        ['schema', format !== 'prompt'],
        ['tools', tools],
      ]);
    },
  );

  it('whether the model reasons', async () => {
    const { model } = modelAt(() => [reasons('Hm.'), ...HELLO]);
    expect((await open().probe(model)).capabilities.reasoning).toBe(true);
  });
});

describe('what a model can do', () => {
  it('is probed once, also for runs that start together, and kept for other processes', async () => {
    const { model, requests } = modelAt(SERVERS.llama);
    const probes = open();
    const found = await Promise.all([
      probes.of(model, signal, PAYER),
      probes.of(model, signal, PAYER),
    ]);
    expect(found[0]).toEqual(found[1]);
    const count = requests.length;
    expect(count).toBeLessThanOrEqual(7);
    expect(await open().of(model, signal, PAYER)).toMatchObject({ tools_with_format: false });
    expect(requests).toHaveLength(count);
  });

  it('is probed again when the result has expired', async () => {
    const { model } = modelAt(SERVERS.llama);
    await open().of(model, signal, PAYER);
    const [row] = rows.values();
    rows.set(keyOf(row ?? {}), { ...row, expires_at: new Date(0).toISOString() } as ModelProbeRow);
    const updated = modelAt(SERVERS.vendor).model;
    expect(await open().of(updated, signal, PAYER)).toMatchObject({ tools_with_format: true });
  });

  it('is what the catalogue says for models of a vendor', async () => {
    const { model, requests } = modelAt(SERVERS.llama);
    const own = { ...model, endpoint: undefined };
    expect(await open().of(own, signal, PAYER)).toMatchObject({
      format: 'json_schema',
      tool_choice: 'all',
    });
    expect(requests).toHaveLength(0);
  });

  it('is assumed while the model does not answer, and not kept', async () => {
    const reply = vi.fn(() => {
      throw new ModelFailure('model_rate_limited', 'Busy.', { isTemporary: true, status: 429 });
    });
    const { model } = modelAt(reply);
    const probes = open();
    expect(await probes.of(model, signal, PAYER)).toMatchObject({ tools_with_format: false });
    await probes.of(model, signal, PAYER);
    expect(reply).toHaveBeenCalledTimes(1);
    expect(rows.size).toBe(0);
    await expect(probes.probe(model)).rejects.toMatchObject({
      error: { code: 'model_rate_limited' },
    });
  });

  it('is what was found in time of a slow model, assumed carefully, and probed again soon', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const late = new AbortController();
    timeout.mockReturnValueOnce(late.signal);
    const { model } = modelAt((request) => {
      if (!request.tools) return SERVERS.llama(request);
      late.abort(new DOMException('late', 'TimeoutError'));
      throw late.signal.reason;
    });
    const probes = open();
    const { checks, capabilities } = await probes.probe(model);
    expect(checks.map(({ name, passed }) => [name, passed])).toEqual([
      ['answer', true],
      ['stream', true],
      ['schema', true],
      ['tools', false],
    ]);
    expect(checks[3]?.message).toMatch(/didn't respond in time/);
    expect(capabilities).toMatchObject({ tools: true, tools_with_format: false });
    const [row] = rows.values();
    const minutes = (Date.parse(row?.expires_at ?? '') - Date.now()) / 60_000;
    expect(minutes).toBeLessThan(16);
    timeout.mockRestore();
  });

  it('keeps nobody waiting who has left, and the probe goes on', async () => {
    const { model } = modelAt(SERVERS.llama);
    const leaving = new AbortController();
    const probes = open();
    const waiting = probes.of(model, leaving.signal, PAYER);
    leaving.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    expect(await probes.of(model, signal, PAYER)).toMatchObject({ tools_with_format: false });
  });
});
