import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#console/api/api-error.ts';
import type { Run, RunEvent } from '#generated/model/index.ts';
import { fakeRun } from '../testing.ts';
import { RunFollower, type RunTransport } from './run-follower.ts';

/** Events that the test emits by hand, and a transport that delivers them. */
function stage(overrides: Partial<Omit<RunTransport, 'start'>> = {}) {
  const queue: (RunEvent | Error | 'end')[] = [];
  let wake: () => void = () => undefined;
  const push = (...events: typeof queue) => {
    queue.push(...events);
    wake();
  };
  async function* events(): AsyncGenerator<RunEvent> {
    for (;;) {
      const next = queue.shift();
      if (next === 'end') return;
      if (next instanceof Error) throw next;
      if (next) yield next;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  const transport = {
    start: vi.fn<RunTransport['start']>(events),
    follow: vi.fn<RunTransport['follow']>(events),
    read: vi.fn(async () => fakeRun()),
    readSteps: vi.fn(async () => []),
    cancel: vi.fn(async () => fakeRun({ status: 'running' })),
    ...overrides,
  };
  const frames: (() => void)[] = [];
  const follower = new RunFollower({ transport, schedule: (flush) => frames.push(flush) });
  const ended = vi.fn<(run: Run) => void>();
  follower.onEnded = ended;
  const frame = () => {
    for (const flush of frames.splice(0)) flush();
  };
  return { follower, transport, push, frame, frames, ended };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));
const started: RunEvent = { type: 'run.started', run: fakeRun({ status: 'running' }) };
const delta = (offset: number, text: string): RunEvent => ({ type: 'run.delta', offset, text });
const body = { inputs: { review: 'ok' } };

describe('a run follower', () => {
  it('shows text as it arrives, one change per frame, and ends with the run', async () => {
    const { follower, push, frame, frames, ended } = stage();
    const seen = vi.fn();
    void follower.start(body);
    push(started);
    await settle();
    follower.subscribe(seen);
    push(delta(0, 'Hel'), delta(3, 'lo'), delta(5, '!'));
    await settle();
    expect(frames).toHaveLength(1);
    expect(follower.getState().progress.text).toBe('');
    frame();
    expect(follower.getState().progress.text).toBe('Hello!');
    expect(seen).toHaveBeenCalledTimes(1);
    const run = fakeRun({ output_text: 'Hello!' });
    push({ type: 'run.succeeded', run }, 'end');
    await settle();
    expect(follower.getState()).toMatchObject({ phase: 'ended', runId: run.id, progress: { run } });
    expect(ended).toHaveBeenCalledExactlyOnceWith(run);
    expect(follower.busy).toBe(false);
  });

  it('neither loses nor repeats text that is resent after a lost connection', async () => {
    const { follower, push, frame } = stage();
    void follower.start(body);
    push(started, delta(0, 'one '), started, delta(0, 'one '), delta(4, 'two'));
    await settle();
    frame();
    expect(follower.getState().progress.text).toBe('one two');
  });

  it('ignores everything after the terminal event', async () => {
    const { follower, push, ended } = stage();
    void follower.start(body);
    push(started, { type: 'run.failed', run: fakeRun({ status: 'failed' }) }, delta(0, 'late'));
    push({ type: 'run.succeeded', run: fakeRun() }, 'end');
    await settle();
    expect(follower.getState().progress).toMatchObject({ status: 'failed', text: '' });
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it("keeps the error of a refused call, and isn't running", async () => {
    const { follower, push } = stage();
    void follower.start(body);
    const error = new ApiError({ status: 402 });
    push(error);
    await settle();
    expect(follower.getState()).toMatchObject({ phase: 'refused', error, runId: null });
    expect(follower.busy).toBe(false);
  });

  it('reports a stream that ends without a terminal event', async () => {
    const { follower, push } = stage();
    void follower.start(body);
    push(started, 'end');
    await settle();
    expect(follower.getState()).toMatchObject({ phase: 'refused', error: null });
    expect(follower.getState().progress.run).toBeDefined();
  });

  it('reuses the idempotency key when there was no response, and otherwise uses a new one', async () => {
    const { follower, transport, push } = stage();
    const key = (call: number) => transport.start.mock.calls[call]?.[1];
    void follower.start(body);
    push(new ApiError({ status: 0 }));
    await settle();
    void follower.start(body);
    await settle();
    expect(key(1)).toBe(key(0));
    push(started, { type: 'run.succeeded', run: fakeRun() }, 'end');
    await settle();
    void follower.start(body);
    expect(key(2)).not.toBe(key(0));
  });

  it('stops a run by asking the server, and ends with its event', async () => {
    const { follower, transport, push } = stage();
    void follower.start(body);
    push(started);
    await settle();
    const stopping = follower.stop();
    expect(transport.cancel).toHaveBeenCalledExactlyOnceWith(fakeRun().id);
    await follower.stop();
    await stopping;
    expect(transport.cancel).toHaveBeenCalledTimes(1);
    push({ type: 'run.cancelled', run: fakeRun({ status: 'cancelled' }) }, 'end');
    await settle();
    expect(follower.getState()).toMatchObject({ phase: 'ended', stopping: false });
  });

  it("ends with the cancel response when the event doesn't arrive", async () => {
    const cancelled = fakeRun({ status: 'cancelled' });
    const { follower, push, ended } = stage({ cancel: async () => cancelled });
    void follower.start(body);
    push(started);
    await settle();
    await follower.stop();
    push({ type: 'run.cancelled', run: cancelled }, 'end');
    await settle();
    expect(follower.getState().progress.status).toBe('cancelled');
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('cancels a run stopped before acceptance as soon as it is accepted', async () => {
    const { follower, transport, push } = stage();
    void follower.start(body);
    await follower.stop();
    expect(transport.cancel).not.toHaveBeenCalled();
    push(started);
    await settle();
    expect(transport.cancel).toHaveBeenCalledTimes(1);
  });

  it('can be stopped again when stopping failed', async () => {
    const cancel = vi.fn().mockRejectedValueOnce(new ApiError({ status: 503 }));
    const { follower, push } = stage({ cancel });
    void follower.start(body);
    push(started);
    await settle();
    await expect(follower.stop()).rejects.toThrow();
    expect(follower.getState().stopping).toBe(false);
  });

  it('attaches to a finished run, with its trace', async () => {
    const { follower, transport, ended } = stage();
    await follower.attach('run_1');
    expect(follower.getState()).toMatchObject({
      phase: 'ended',
      progress: { status: 'succeeded' },
    });
    expect(transport.readSteps).toHaveBeenCalled();
    expect(transport.follow).not.toHaveBeenCalled();
    expect(ended).not.toHaveBeenCalled();
  });

  it('attaches to a run in progress at its current state', async () => {
    const read = async () => fakeRun({ status: 'running', output_text: 'one ' });
    const { follower, transport, push, frame } = stage({ read });
    void follower.attach('run_1');
    await settle();
    expect(follower.getState()).toMatchObject({ phase: 'live', progress: { text: 'one ' } });
    expect(transport.follow).toHaveBeenCalledOnce();
    push(started, delta(0, 'one '), delta(4, 'two'));
    await settle();
    frame();
    expect(follower.getState().progress.text).toBe('one two');
  });

  it('detaches from a run when another starts, and ignores its events', async () => {
    const { follower, transport, push } = stage();
    void follower.start(body);
    push(started);
    await settle();
    const first = transport.start.mock.calls[0]?.[2].signal;
    void follower.start({ inputs: {} });
    expect(first?.aborted).toBe(true);
    expect(follower.getState()).toMatchObject({ phase: 'starting', runId: null });
    expect(transport.cancel).not.toHaveBeenCalled();
  });
});
