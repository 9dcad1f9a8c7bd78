import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Model, Run, TaskDefinition } from '#generated/model/index.ts';
import type { AskableModel, ModelRequest, Part, TokenReport } from '../../model/ask.ts';
import { assumedCapabilities } from '../../model/capabilities.ts';
import { LiveRun } from '../live-run.ts';
import { createRunExecutor } from './executor.ts';
import { ModelFailure } from './model-failure.ts';
import { payingWith } from './testing-executor.ts';

const MILLION = 1_000_000;

/** What a provider does in one request, whatever it was asked. */
interface Reply {
  parts: ('text' | 'reasoning' | 'call' | 'restart')[];
  /** Characters of each part. */
  length: number;
  letters: string;
  reported: TokenReport;
  /** Whether the usage is reported before the end. */
  isEarly: boolean;
  end: 'finish' | 'cut_off' | 'fail' | 'refuse' | 'busy';
}

const count = fc.oneof(
  fc.constantFrom(undefined, 0, -5, 0.5, Number.NaN, 1e30, 1_000_000_000),
  fc.nat(2_000_000),
);
const reply: fc.Arbitrary<Reply> = fc.record({
  parts: fc.array(fc.constantFrom('text', 'text', 'reasoning', 'call', 'restart'), {
    maxLength: 12,
  }),
  length: fc.constantFrom(1, 40, 3000),
  letters: fc.constantFrom('word ', '汉字', '{"mood":1}', '\u{1F600}'),
  reported: fc.record({ input: count, output: count }),
  isEarly: fc.boolean(),
  end: fc.constantFrom('finish', 'finish', 'cut_off', 'fail', 'refuse', 'busy'),
});
const prices = fc.record({
  input_price: fc.constantFrom(0, 1, MILLION, 20 * MILLION),
  output_price: fc.constantFrom(0, 1, 2 * MILLION, 80 * MILLION),
});
const asked = fc.record({
  replies: fc.array(reply, { minLength: 1, maxLength: 5 }),
  prices,
  fallback: fc.option(prices),
  limit: fc.constantFrom(undefined, 1, 20, 500),
  known: fc.constantFrom(null, 50, 4000),
  isTyped: fc.boolean(),
  hasTool: fc.boolean(),
  isStreamed: fc.boolean(),
});

async function* send({ signal }: ModelRequest, next: Reply): AsyncGenerator<Part> {
  const { parts, length, letters, reported, isEarly, end } = next;
  if (isEarly) yield { type: 'usage', ...reported };
  for (const part of parts) {
    signal.throwIfAborted();
    const text = letters.repeat(length);
    const input = JSON.stringify({ text });
    if (part === 'text' || part === 'reasoning') yield { type: part, text };
    if (part === 'restart') yield { type: part };
    if (part !== 'call') continue;
    yield { type: 'calling', text };
    yield { type: part, call: { id: 'call_1', name: 'look', input } };
  }
  if (end === 'fail') throw new Error('cut');
  if (end === 'refuse') throw new ModelFailure('model_refused', 'No.', { isRefusal: true });
  if (end === 'busy')
    throw new ModelFailure('model_rate_limited', 'Busy.', { isTemporary: true, status: 429 });
  yield { type: 'usage', ...reported };
  yield { type: 'end', isCutOff: end === 'cut_off' };
}

it('no sequence of runs takes the balance below zero, whatever the providers write and report', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(asked, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(0, 100, 4_000_000),
      async (runs, start) => {
        let balance = start;
        for (const { replies, prices, fallback, limit, known, ...how } of runs) {
          let sent = 0;
          const modelAt = (price: typeof prices, next?: AskableModel): AskableModel => ({
            info: {
              id: 'test/test',
              max_output_tokens: known,
              context_window: null,
              supports: {},
              ...price,
            } as Model,
            endpoint: 'http://localhost/v1',
            ask: (request) => send(request, replies[sent++ % replies.length] as Reply),
            ...(next && { fallback: async () => next }),
          });
          const live = new LiveRun(structuredClone(RUN), 'org_1');
          const execute = createRunExecutor({
            ...PORTS,
            paying: payingWith(async ({ reserved }) => ({
              isCovered: reserved <= balance,
              refusedBy: null,
            })),
          });
          const model = modelAt(prices, fallback ? modelAt(fallback) : undefined);
          const definition = definitionOf(limit, how);
          const capabilities = { ...assumedCapabilities(), streaming: how.isStreamed };
          const given = { live, definition, values: {}, files: new Map(), model, capabilities };
          await execute({ ...given, isStreamed: how.isStreamed });
          expect(live.spending.billed).toBeLessThanOrEqual(live.spending.reserved);
          expect(live.spending.billedSoFar()).toBe(live.spending.billed);
          balance -= live.spending.billed;
          expect(balance).toBeGreaterThanOrEqual(0);
        }
      },
    ),
    { numRuns: 200 },
  );
});

const RUN = {
  id: 'run_1',
  source: 'console',
  inputs: {},
  output_text: '',
  first_token_ms: null,
  usage: { input_tokens: 0, output_tokens: 0, cost: 0 },
} as unknown as Run;

const PORTS = {
  report: () => {},
  callTool: async () => ({ reply: 'Nothing.', error: null }),
  retrieve: async () => ({ passages: [] }),
  countTokens: async (text: string) => Math.ceil(text.length / 3),
  capabilitiesOf: async ({ info: { supports } }: AskableModel) => assumedCapabilities(supports),
  retryMs: 0,
};

function definitionOf(
  limit: number | undefined,
  { isTyped, hasTool }: { isTyped: boolean; hasTool: boolean },
): TaskDefinition {
  const field = { name: 'mood', type: 'text', required: true, list: false, description: '' };
  const tool = { name: 'look', description: 'Looks.', parameters: { type: 'object' } };
  return {
    system_prompt: '',
    user_prompt: 'Hello',
    variables: [],
    output_format: isTyped ? { type: 'fields', fields: [field] } : { type: 'text', fields: [] },
    model_id: 'test/test',
    parameters: limit === undefined ? {} : { max_output_tokens: limit },
    tools: hasTool ? [{ ...tool, execution: 'webhook' }] : [],
  } as TaskDefinition;
}
