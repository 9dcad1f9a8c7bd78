import { expect, it, vi } from 'vitest';
import type { ArticleStepEvent, ArticleStepRequest } from '#generated/model/index.ts';
import { createWriter, type WriterPorts } from './writer.ts';

const answer = (request: ArticleStepRequest): ArticleStepEvent => ({
  type: 'compose.succeeded',
  answer: {
    step: request.step,
    run_id: 'run_1',
    model_id: 'openai/gpt',
    is_sample: false,
    usage: { input_tokens: 1, output_tokens: 1, cost: 1 },
    changed_section_ids: [],
    unchanged_section_ids: [],
    proposal: null,
    etag: '"2"',
  },
});
const started = { type: 'compose.started', run_id: 'run_1' } as ArticleStepEvent;

/** @param respond the events after the first */
function open(respond: (request: ArticleStepRequest) => AsyncIterable<ArticleStepEvent>) {
  const ports = {
    stream: vi.fn(async function* (request: ArticleStepRequest) {
      yield started;
      yield* respond(request);
    }),
    flush: vi.fn(async () => undefined),
    refresh: vi.fn(async () => undefined),
    cancel: vi.fn(async () => undefined),
    record: vi.fn(),
    onFailed: vi.fn(),
  } satisfies WriterPorts;
  const writer = createWriter(ports);
  const asked = () =>
    ports.stream.mock.calls.map(([request]) => 'section_ids' in request && request.section_ids);
  return { ports, writer, asked, state: () => writer.store.getState() };
}

it('writes sections one by one, each after saving what was typed', async () => {
  const { ports, writer, asked, state } = open(async function* (request) {
    yield answer(request);
  });
  await writer.writeSections(['a', 'b']);
  expect(asked()).toEqual([['a'], ['b']]);
  expect(ports.flush).toHaveBeenCalledTimes(2);
  expect(ports.record).toHaveBeenCalledTimes(2);
  expect(state()).toMatchObject({ writing: null, queue: [], queued: 0 });
});

it('leaves the rest when one of them fails', async () => {
  const error = { code: 'compose_response_invalid', message: 'Bad' } as const;
  const { ports, writer, asked, state } = open(async function* () {
    yield { type: 'compose.failed', error };
  });
  await writer.writeSections(['a', 'b']);
  expect(asked()).toEqual([['a']]);
  expect(ports.onFailed).toHaveBeenCalledWith(error);
  expect(state()).toMatchObject({ writing: null, queue: [], failed: { error } });
});

it('stops the run and what waits, and then gets the article, which may have changed', async () => {
  const { ports, writer, asked, state } = open(async function* () {
    await new Promise(() => undefined);
    yield started;
  });
  void writer.writeSections(['a', 'b']);
  await vi.waitFor(() => expect(state().writing?.runId).toBe('run_1'));
  writer.stop();
  expect(state()).toMatchObject({ writing: null, queue: [] });
  expect(ports.cancel).toHaveBeenCalledWith('run_1');
  await vi.waitFor(() => expect(ports.refresh).toHaveBeenCalled());
  expect(asked()).toEqual([['a']]);
  expect(ports.onFailed).not.toHaveBeenCalled();
});

it('discards what the model wrote before it started again', async () => {
  let go = () => {};
  const waits = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { writer, state } = open(async function* (request) {
    yield { type: 'compose.delta', offset: 0, text: 'wrong' };
    yield { type: 'compose.reset' };
    yield { type: 'compose.delta', offset: 0, text: 'ri' };
    yield { type: 'compose.delta', offset: 2, text: 'ght' };
    await waits;
    yield answer(request);
  });
  const done = writer.write({ step: 'titles' });
  await vi.waitFor(() => expect(state().writing?.text).toBe('right'));
  go();
  expect(await done).toBe(true);
});
