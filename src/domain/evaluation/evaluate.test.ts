import { afterEach, describe, expect, it, vi } from 'vitest';
import { VERDICTS } from '#core/evaluation/verdict.ts';
import { Shares } from '#core/shares.ts';
import type { Run } from '#generated/model/index.ts';
import { type EvaluatingDomain, evaluateCases } from './evaluate.ts';
import { type EvaluationRun, SHARED_CASES } from './evaluation.port.ts';
import { PENDING } from './evaluation.service.ts';
import type { EvaluationResultRow } from './evaluation.tables.ts';

const run = {
  id: 'run_1',
  status: 'succeeded',
  output: 'Hi',
  usage: {},
  error: null,
} as unknown as Run;

/** Evaluations with this many cases each; a run ends once the promise from `slow` resolves. */
function open(cases: number, slow: (request: EvaluationRun) => Promise<unknown> | undefined) {
  const started: EvaluationRun[] = [];
  const reads: number[] = [];
  const changes: Partial<EvaluationResultRow>[] = [];
  const domain = {
    stores: {
      evaluation: {
        evaluations: { find: async () => ({}) },
        results: {
          list: async ({ where, after, limit }: Parameters<Results['list']>[0]) => {
            const from = Number(after?.[0] ?? -1) + 1;
            const rows = Array.from({ length: Math.max(0, cases - from) }, (_, n) => ({
              evaluation_id: where.evaluation_id,
              position: from + n,
              rank: PENDING,
              inputs: {},
            })).slice(0, limit);
            reads.push(rows.length);
            return rows;
          },
          change: async (_where: unknown, change: Partial<EvaluationResultRow>) => {
            changes.push(change);
            return 1;
          },
        },
      },
    },
    runnables: { resolve: async () => ({ definition: { variables: [] } }) },
    evaluation: {
      cases: new Shares(SHARED_CASES),
      kick: () => undefined,
      run: async (request: EvaluationRun) => {
        started.push(request);
        const ended = await slow(request);
        return (ended ?? run) as Run;
      },
    },
  } as unknown as EvaluatingDomain;
  const start = (orgId: string, signal = new AbortController().signal) =>
    evaluateCases(
      domain,
      {
        id: `of ${orgId}`,
        org_id: orgId,
        checks: [],
        revision: 1,
        baseline_revision: null,
        attempts: 1,
      } as never,
      signal,
    );
  return { started, reads, changes, start, isHeld: () => domain.evaluation.cases.held.size > 0 };
}

type Results = EvaluatingDomain['stores']['evaluation']['results'];

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

it("does not wait for the slow cases of other organisations' evaluations", async () => {
  const slow = Promise.withResolvers<void>();
  const { start, started } = open(40, ({ place }) =>
    place.orgId === 'org_quick' ? undefined : slow.promise,
  );
  const others = Array.from({ length: 6 }, (_, n) => start(`org_${n}`));
  await settled();
  const before = started.length;
  expect(before).toBeLessThan(SHARED_CASES.total);
  expect(await start('org_quick')).toBe(true);
  expect(started.length - before).toBe(40);
  slow.resolve();
  expect(await Promise.all(others)).toEqual(Array(6).fill(true));
});

it('runs each case once, and reads them a few at a time', async () => {
  const { start, started, reads } = open(120, () => undefined);
  expect(await start('org_1')).toBe(true);
  expect(new Set(started.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(120);
  expect(started).toHaveLength(120);
  expect(Math.max(...reads)).toBe(50);
});

it('an evaluation that is stopped while its cases wait for their turn leaves nothing behind', async () => {
  const slow = Promise.withResolvers<void>();
  const { start, isHeld } = open(8, () => slow.promise);
  const others = Array.from({ length: 40 }, (_, n) => start(`org_${n}`));
  const stopping = new AbortController();
  const stopped = start('org_late', stopping.signal);
  await settled();
  stopping.abort(new Error('closing'));
  slow.resolve();
  expect(await stopped).toBe(false);
  await Promise.all(others);
  expect(isHeld()).toBe(false);
});

describe('a case whose model is limited', () => {
  afterEach(() => void vi.useRealTimers());

  const limited = (retry_after?: number) => ({
    ...run,
    status: 'failed',
    output: null,
    created_at: new Date().toISOString(),
    error: { code: 'model_rate_limited', message: 'Busy.', ...(retry_after && { retry_after }) },
  });

  it('waits as long as it is told to, and is run again', async () => {
    vi.useFakeTimers();
    let count = 0;
    const { start, started, changes } = open(1, async () => {
      count += 1;
      return count === 1 ? limited(30) : undefined;
    });
    const done = start('org_1');
    await vi.advanceTimersByTimeAsync(29_000);
    expect(started).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await done).toBe(true);
    expect(started).toHaveLength(2);
    expect(changes).toMatchObject([{ rank: VERDICTS.indexOf('passed') }]);
  });

  it('is not evaluated if that lasts', async () => {
    vi.useFakeTimers();
    const { start, started, changes } = open(1, async () => limited());
    const done = start('org_1');
    await vi.advanceTimersByTimeAsync(15 * 60_000);
    expect(await done).toBe(true);
    expect(started).toHaveLength(6);
    const rank = VERDICTS.indexOf('not_evaluated');
    expect(changes).toMatchObject([{ rank, candidate: { passed: false, not_evaluated: 'Busy.' } }]);
  });

  it('stops waiting when the evaluation is stopped', async () => {
    const stopping = new AbortController();
    const { start } = open(1, async () => limited(30));
    const done = start('org_1', stopping.signal);
    await settled();
    stopping.abort(new Error('closing'));
    expect(await done).toBe(false);
  });

  it('is run again at once if only its earlier runs failed', async () => {
    let count = 0;
    const { start, started } = open(1, async () => {
      count += 1;
      return count < 4 ? { ...limited(30), created_at: '2026-01-01T00:00:00Z' } : undefined;
    });
    expect(await start('org_1')).toBe(true);
    expect(started).toHaveLength(4);
  });
});
