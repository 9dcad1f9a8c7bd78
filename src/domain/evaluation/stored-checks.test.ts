import { expect, it } from 'vitest';
import { schemaCheck } from '../request/validation.ts';
import { createDatasetService } from './dataset.service.ts';
import { createEvaluationService } from './evaluation.service.ts';

/** As it could be saved before each type of check had its own fields. */
const stored = { type: 'latency', max: 900, field: 'score', tolerance: 1 };
const at = { created_at: '2026-11-20T09:00:00Z', updated_at: '2026-11-20T09:00:00Z' };

/** Services over a store with one row of each kind. */
function open(rows: Record<string, object>) {
  const tables = Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [
      name,
      { find: async () => row, list: async () => [row] },
    ]),
  );
  const domain = { stores: { evaluation: tables } };
  return {
    datasets: createDatasetService(domain as never),
    evaluations: createEvaluationService(domain as never),
  };
}

it('a dataset with checks that have fields of other types can still be read', () => {
  const row = {
    id: 'dataset_1',
    task_id: 'task_1',
    name: 'Old',
    checks: [stored],
    cases: 1,
    ...at,
  };
  const { datasets } = open({});
  const dataset = datasets.get(row as never);
  expect(dataset.checks).toEqual([{ type: 'latency', max: 900 }]);
});

it('results of such checks can still be read', async () => {
  const outcome = {
    run_id: null,
    status: 'failed',
    output: null,
    passed: false,
    checks: [{ check: stored, passed: false, message: 'No output' }],
    latency_ms: null,
    cost: null,
    error: null,
  };
  const row = { case_id: 'case_1', rank: 0, inputs: {}, candidate: outcome, baseline: null };
  const { evaluations } = open({ results: row });
  const { results } = await evaluations.listResults({ id: 'evaluation_1' } as never, {});
  expect(results[0]?.candidate?.checks[0]?.check).toEqual({ type: 'latency', max: 900 });
  expect(schemaCheck('EvaluationOutcome')(results[0]?.candidate)).toEqual([]);
});
