import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Run, RunEvent, RunStep } from '#generated/model/index.ts';
import {
  isFinal,
  isFullRun,
  NO_PROGRESS,
  progressOfRun,
  reasoningOf,
  reduceRunEvent,
} from './run-progress.ts';

const run: Run = {
  id: 'run_1',
  project_id: 'project_1',
  task_id: 'task_1',
  task_name: 'Task',
  revision: 1,
  source: 'console',
  status: 'succeeded',
  model_id: 'sandbox/sandbox',
  input_preview: '',
  output_valid: true,
  usage: { input_tokens: 3, output_tokens: 4, cost: 5 },
  latency_ms: 10,
  first_token_ms: 2,
  error: null,
  caller: { type: 'user', id: 'user_1', name: 'Ada' },
  created_at: '2026-11-20T09:00:00Z',
  ended_at: '2026-11-20T09:00:01Z',
  inputs: {},
  output: 'Hello world',
  output_text: 'Hello world',
  citations: [],
};
const step: RunStep = {
  id: 'step_1',
  kind: 'model',
  name: 'sandbox/sandbox',
  status: 'running',
  started_at: '2026-11-20T09:00:00Z',
  ended_at: null,
  offset_ms: 0,
  duration_ms: null,
  input: null,
  output: null,
  usage: null,
  error: null,
};
const events: RunEvent[] = [
  { type: 'run.started', run: { ...run, status: 'running', ended_at: null } },
  { type: 'run.step', step },
  { type: 'run.delta', offset: 0, text: 'Nonsense' },
  { type: 'run.reset' },
  { type: 'run.delta', offset: 0, text: 'Hello ' },
  { type: 'run.usage', usage: { input_tokens: 3, output_tokens: 1, cost: 1 } },
  { type: 'run.delta', offset: 6, text: 'wor' },
  { type: 'run.delta', offset: 9, text: 'ld' },
  { type: 'run.step', step: { ...step, status: 'succeeded' } },
  { type: 'run.succeeded', run },
];
const view = (list: readonly RunEvent[]) => list.reduce(reduceRunEvent, NO_PROGRESS);

describe('reduceRunEvent', () => {
  it('follows a run', () => {
    expect(view(events.slice(0, 1)).status).toBe('running');
    expect(view(events.slice(0, 3)).text).toBe('Nonsense');
    expect(view(events.slice(0, 8)).text).toBe('Hello world');
    expect(view(events.slice(0, 6)).usage?.output_tokens).toBe(1);
    expect(view(events).steps).toEqual([{ ...step, status: 'succeeded' }]);
    expect(view(events)).toEqual(progressOfRun(run, view(events).steps));
  });

  it('ends the same when part of the stream is repeated', () => {
    fc.assert(
      fc.property(fc.nat(events.length - 1), fc.nat(events.length), (a, b) => {
        const again = events.slice(Math.min(a, b), b);
        const twice = [...events.slice(0, b), ...again, ...events.slice(b)];
        expect(view(twice)).toEqual(view(events));
      }),
    );
  });

  it('never adds text twice', () => {
    const deltas: RunEvent[] = [
      { type: 'run.delta', offset: 0, text: 'abc' },
      { type: 'run.delta', offset: 0, text: 'abc' },
      { type: 'run.delta', offset: 1, text: 'bcd' },
      { type: 'run.delta', offset: 9, text: 'lost' },
    ];
    expect(view(deltas).text).toBe('abcd');
  });

  it('ignores events after the terminal one', () => {
    const ended = view(events);
    for (const event of events) expect(reduceRunEvent(ended, event)).toBe(ended);
    const failed: RunEvent = { type: 'run.failed', run: { ...run, status: 'failed' } };
    expect(reduceRunEvent(ended, failed).status).toBe('succeeded');
  });

  it('distinguishes a full run from a summary', () => {
    expect(isFullRun(view(events).run)).toBe(true);
    expect(isFullRun(NO_PROGRESS.run)).toBe(false);
    expect([isFinal('queued'), isFinal('cancelled'), isFinal(undefined)]).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe('the reasoning of a model', () => {
  const part = (offset: number, text: string, step_id = 'step_1'): RunEvent => ({
    type: 'run.reasoning',
    step_id,
    offset,
    text,
  });
  const read = (...all: RunEvent[]) => reasoningOf(all.reduce(reduceRunEvent, NO_PROGRESS));

  it('arrives in parts, is repeated when a stream is resumed, and starts again with each step', () => {
    expect(read(part(0, 'Hm, '), part(4, 'yes.'))).toBe('Hm, yes.');
    expect(read(part(0, 'Hm, '), part(4, 'yes.'), part(0, 'Hm, yes'))).toBe('Hm, yes');
    expect(read(part(0, 'Hm, '), part(9, 'lost'))).toBe('Hm, ');
    expect(read(part(0, 'Hm.'), part(0, 'Well.', 'step_2'))).toBe('Well.');
  });

  it('is in the step when it has ended', () => {
    const ended = { ...step, ended_at: step.started_at, output: { text: 'Yes', reasoning: 'Hm.' } };
    expect(read({ type: 'run.step', step: ended })).toBe('Hm.');
    expect(read(part(0, 'H'), { type: 'run.step', step: ended })).toBe('Hm.');
  });
});
