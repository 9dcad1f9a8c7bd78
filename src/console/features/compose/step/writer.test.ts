import { expect, it, vi } from 'vitest';
import { ApiError } from '#console/api/api-error.ts';
import type { ArticleStepEvent, ArticleStepRequest } from '#generated/model/index.ts';
import { createPendingSteps } from './pending-steps.ts';
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

/**
 * @param respond the events after the first
 * @param storage that of a tab that was reloaded
 */
function open(
  respond: (request: ArticleStepRequest) => AsyncIterable<ArticleStepEvent>,
  storage: Storage = fakeStorage(),
) {
  const ports = {
    stream: vi.fn(async function* (request: ArticleStepRequest, _key: string, signal: AbortSignal) {
      await sent;
      yield started;
      for await (const event of respond(request)) {
        signal.throwIfAborted();
        yield event;
      }
    }),
    pending: createPendingSteps('article_1', storage),
    flush: vi.fn(async () => undefined),
    refresh: vi.fn(async () => undefined),
    cancel: vi.fn(async () => undefined),
    receive: vi.fn(async () => undefined),
    onFailed: vi.fn(),
  } satisfies WriterPorts;
  const writer = createWriter(ports);
  const asked = () =>
    ports.stream.mock.calls.map(([request]) => 'section_ids' in request && request.section_ids);
  const keys = () => ports.stream.mock.calls.map(([, key]) => key);
  return { ports, writer, asked, keys, storage, state: () => writer.store.getState() };
}

/** The response to a request for a step. */
let sent: Promise<void> = Promise.resolve();

function fakeStorage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  } as Storage;
}

async function* forever(): AsyncGenerator<ArticleStepEvent> {
  await new Promise(() => undefined);
  yield started;
}

it('writes sections one by one, each after saving what was typed', async () => {
  const { ports, writer, asked, state } = open(async function* (request) {
    yield answer(request);
  });
  await writer.writeSections(['a', 'b']);
  expect(asked()).toEqual([['a'], ['b']]);
  expect(ports.flush).toHaveBeenCalledTimes(2);
  expect(ports.receive).toHaveBeenCalledTimes(2);
  expect(state()).toMatchObject({ writing: null, queue: [], queued: 0 });
});

it('goes on with the sections that waited when the one that failed is tried again', async () => {
  let isBroken = true;
  const { writer, asked, state } = open(async function* (request) {
    if (isBroken)
      yield { type: 'compose.failed', error: { code: 'model_failed', message: 'Busy' } };
    else yield answer(request);
  });
  await writer.writeSections(['a', 'b']);
  expect(state()).toMatchObject({ writing: null, queue: [], queued: 0 });
  isBroken = false;
  writer.retry();
  await vi.waitFor(() => expect(asked()).toEqual([['a'], ['a'], ['b']]));
});

it('says which section is being written, and whether all could be read', async () => {
  const { writer, state } = open(async function* (request) {
    const event = answer(request);
    const isLast = 'section_ids' in request && request.section_ids?.[0] === 'b';
    if (event.type === 'compose.succeeded' && isLast) event.answer.unchanged_section_ids = ['b'];
    yield event;
  });
  const said: string[] = [];
  writer.store.subscribe((now, before) => {
    if (now.announcement !== before.announcement) said.push(now.announcement);
  });
  await writer.writeSections(['a', 'b']);
  expect(said).toEqual([
    'Writing section 1 of 2…',
    'The text is ready.',
    'Writing section 2 of 2…',
    'Some sections may remain unchanged due to parsing issues',
  ]);
  expect(state().failed).toBeNull();
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
  // What it consumed is shown.
  expect(ports.refresh).toHaveBeenCalled();
});

it('stops the run and what waits, and then gets the article, which may have changed', async () => {
  const { ports, writer, asked, state } = open(forever);
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

it('stops a step whose run is not known yet, as soon as it is', async () => {
  let respond = () => {};
  sent = new Promise((resolve) => {
    respond = resolve;
  });
  const { ports, writer, state } = open(forever);
  void writer.write({ step: 'outline' });
  await vi.waitFor(() => expect(ports.stream).toHaveBeenCalled());
  writer.stop();
  expect(state().writing).toBeNull();
  expect(ports.cancel).not.toHaveBeenCalled();
  respond();
  await vi.waitFor(() => expect(ports.cancel).toHaveBeenCalledWith('run_1'));
  expect(ports.pending.list()).toEqual([]);
});

it('goes on with what was begun after a stop, however late the stopped step ends', async () => {
  const { writer, asked, state } = open(async function* (request) {
    yield answer(request);
  });
  let respond = () => {};
  sent = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const stopped = writer.writeSections(['a', 'b']);
  await vi.waitFor(() => expect(asked()).toHaveLength(1));
  writer.stop();
  const first = respond;
  sent = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const written = writer.writeSections(['a', 'b']);
  await vi.waitFor(() => expect(asked()).toHaveLength(2));
  first();
  await stopped;
  respond();
  sent = Promise.resolve();
  await written;
  expect(asked()).toEqual([['a'], ['a'], ['b']]);
  expect(state()).toMatchObject({ writing: null, queue: [], queued: 0 });
});

it('follows a step again after a reload, and then writes the sections that waited', async () => {
  const before = open(forever);
  void before.writer.writeSections(['a', 'b']);
  await vi.waitFor(() => expect(before.state().writing?.runId).toBe('run_1'));
  before.writer.leave();
  expect(before.ports.cancel).not.toHaveBeenCalled();
  const after = open(async function* (request) {
    yield answer(request);
  }, before.storage);
  await after.writer.resume();
  expect(after.asked()).toEqual([['a'], ['b']]);
  expect(after.keys()[0]).toBe(before.keys()[0]);
  expect(after.keys()[1]).not.toBe(before.keys()[0]);
  expect(after.ports.pending.list()).toEqual([]);
});

it('shows another version of a section again after a reload, until someone has decided', async () => {
  const proposal = { section_id: 'a', markdown: '## A', citations: [], passages: [] };
  const respond = async function* (request: ArticleStepRequest) {
    const event = answer(request);
    if (event.type === 'compose.succeeded') event.answer.proposal = proposal;
    yield event;
  };
  const before = open(respond);
  await before.writer.write({ step: 'rewrite', section_id: 'a', mode: 'expand' });
  const after = open(respond, before.storage);
  await after.writer.resume();
  expect(after.keys()).toEqual(before.keys());
  expect(after.state().proposals).toMatchObject({ a: proposal });
  after.writer.takeProposal('a', 'Accepted.');
  expect(after.state()).toMatchObject({ proposals: {}, announcement: 'Accepted.' });
  expect(after.ports.pending.list()).toEqual([]);
});

it('tries a step again under the same key if only the connection was lost, so that it is paid once', async () => {
  let error: unknown = new ApiError({ status: 0 });
  const { writer, keys, state } = open(async function* () {
    yield started;
    throw error;
  });
  await writer.write({ step: 'outline' });
  writer.retry();
  await vi.waitFor(() => expect(keys()).toHaveLength(2));
  expect(keys()[1]).toBe(keys()[0]);
  await vi.waitFor(() => expect(state().failed).not.toBeNull());
  error = new ApiError({ status: 409 });
  writer.retry();
  await vi.waitFor(() => expect(state().failed?.error).toBe(error));
  writer.retry();
  await vi.waitFor(() => expect(keys()).toHaveLength(4));
  expect(keys()[3]).not.toBe(keys()[0]);
});
