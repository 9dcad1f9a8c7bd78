import { describe, expect, it, vi } from 'vitest';
import { ending, reasons, text } from '../../model/testing-parts.ts';
import { CANCELLED } from '../live-run.ts';
import { createRunExecutor } from './executor.ts';
import { ModelFailure } from './model-failure.ts';
import { type Ask, definition, execute, info, jobOf, ports } from './testing-executor.ts';

describe('a model that ignores its maximum output', () => {
  const limited = { ...definition, parameters: { max_output_tokens: 100 }, tools: [] };
  const words = 'word '.repeat(4);

  it.each(['text', 'reasoning'] as const)('is stopped while it streams %s', async (kind) => {
    let sent = 0;
    const job = jobOf(
      async function* ({ signal }) {
        for (;;) {
          signal.throwIfAborted();
          yield kind === 'text' ? text(words) : reasons(words);
          sent += words.length;
          await new Promise(setImmediate);
        }
      },
      { definition: limited },
    );
    const outcome = await execute(job);
    const step = job.live.shown.steps.find((one) => one.kind === 'model');
    expect(step?.output).toMatchObject({ finish_reason: 'length' });
    // One token per character, plus a quarter because tokenisers differ.
    expect(sent).toBeLessThan(200);
    expect(job.live.spending.billed).toBeLessThanOrEqual(job.live.spending.reserved);
    if (kind === 'text') expect(outcome).toMatchObject({ status: 'succeeded', error: null });
    else expect(outcome).toMatchObject({ status: 'failed', error: { code: 'output_invalid' } });
    expect(job.live.run.output_text).toBe(kind === 'text' ? 'word '.repeat(25) : '');
  });

  it('is cut off where the limit was when it sends everything at once', async () => {
    const job = jobOf(
      async function* () {
        yield text(words.repeat(100));
        yield* ending({ input: 1, output: 2000 });
      },
      { definition: limited, isStreamed: false },
    );
    expect(await execute(job)).toMatchObject({
      status: 'succeeded',
      output: 'word '.repeat(25),
    });
    expect(job.live.shown.steps.find((one) => one.kind === 'model')?.output).toMatchObject({
      finish_reason: 'length',
      warnings: ['The model ignored its maximum output and was stopped.'],
    });
  });

  it('keeps nothing of what arrives while the rest is being counted', async () => {
    const slow = createRunExecutor({
      ...ports,
      async countTokens(text) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return text.length;
      },
    });
    const job = jobOf(
      async function* ({ signal }) {
        for (;;) {
          signal.throwIfAborted();
          yield text(words);
          await new Promise(setImmediate);
        }
      },
      { definition: limited },
    );
    expect(await slow(job)).toMatchObject({ status: 'succeeded', output: 'word '.repeat(25) });
  });

  it('is paid for all that it wrote within its limit', async () => {
    const job = jobOf(
      async function* () {
        yield text('w'.repeat(100));
        yield* ending({ input: 1, output: 100 }, { isCutOff: true });
      },
      { definition: limited },
    );
    expect(await execute(job)).toMatchObject({ status: 'succeeded', output: 'w'.repeat(100) });
    expect(job.live.spending.charged).toMatchObject({ input_tokens: 1, output_tokens: 100 });
  });
});

describe('what was used is charged', () => {
  it('as the provider reports it, also when the request fails afterwards', async () => {
    const job = jobOf(async function* () {
      yield { type: 'usage', input: 7, output: 5 };
      throw new ModelFailure('model_refused', 'No.');
    });
    expect(await execute(job)).toMatchObject({
      status: 'failed',
      error: { code: 'model_refused' },
    });
    expect(job.live.spending.charged).toMatchObject({ input_tokens: 7, output_tokens: 5 });
  });

  it('when a run that nobody watches is cancelled: it is streamed, so that what came is known', async () => {
    const asked: boolean[] = [];
    const ask: Ask = async function* ({ isStreamed, signal }) {
      asked.push(isStreamed);
      yield text('Hello');
      yield { type: 'calling', text: 'call{"a":' };
      job.live.abort.abort(CANCELLED);
      throw signal.reason;
    };
    const open = { ...info, context_window: null, max_output_tokens: null };
    const costly = { ...open, input_price: 1_000_000, output_price: 1_000_000 };
    const job = jobOf(ask, { isStreamed: false, model: { info: costly, ask } });
    expect(await execute(job)).toMatchObject({ status: 'cancelled' });
    expect(job.live.spending.charged).toMatchObject({ input_tokens: 9, output_tokens: 14 });
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
      const job = jobOf(
        async function* () {
          yield* ending({ input: undefined, output: 0 });
        },
        {
          definition: { ...definition, user_prompt: 'Hello{it}' },
          values: { it: '' },
          files: new Map([['it', file]]),
        },
      );
      const model = { ...info, context_window };
      await execute({ ...job, model: { ask: job.model?.ask ?? null, info: model } });
      return job.live.spending.charged.input_tokens;
    };
    expect(await charged(image, null)).toBe(9 + 1000);
    expect(await charged(document, null)).toBe(9 + 4000);
    expect(await charged(document, 3000)).toBe(3000);
  });

  it('when a run that is not streamed is cancelled: the prompt is counted', async () => {
    const job = jobOf(async function* ({ signal }) {
      job.live.abort.abort(CANCELLED);
      if (!signal.aborted) yield text('Hi');
      throw signal.reason;
    });
    job.isStreamed = false;
    expect(await execute(job)).toMatchObject({ status: 'cancelled' });
    expect(job.live.spending.charged).toMatchObject({ input_tokens: 9, output_tokens: 0 });
  });

  it('but nothing when the run is cancelled before the model is called', async () => {
    const ask = vi.fn();
    const job = jobOf(ask);
    job.live.abort.abort(CANCELLED);
    expect(await execute(job)).toMatchObject({ status: 'cancelled' });
    expect(job.live.spending.charged).toMatchObject({ input_tokens: 0, output_tokens: 0, cost: 0 });
    expect(ask).not.toHaveBeenCalled();
  });
});
