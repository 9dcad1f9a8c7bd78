import { VERDICTS, verdictOf } from '#core/evaluation/verdict.ts';
import { DAY_MS } from '#core/limits.ts';
import { getDatasetMock, getEvaluationMock } from '#generated/model/index.faker.ts';
import type { EvaluationCheck, EvaluationOutcome } from '#generated/model/index.ts';
import { seedRow } from '../memory/seed-row.ts';
import { type StoreData, timestamp } from '../store.ts';
import { seedId } from './ids.ts';

/** Reviews, the expected sentiment, and what two revisions returned. */
const CASES: readonly [name: string, review: string, expected: string, was: string, is: string][] =
  [
    ['Broken lamp', 'The lamp arrived broken.', 'negative', 'negative', 'negative'],
    ['Praise', 'Fits, works, looks great.', 'positive', 'positive', 'positive'],
    [
      'Late, but fine',
      'It arrived a week late, but the chair itself is fine.',
      'neutral',
      'neutral',
      'negative',
    ],
    ['Irony', 'Great, another mug without a handle.', 'negative', 'positive', 'negative'],
    ['Question', 'Does this come in blue?', 'neutral', 'neutral', 'neutral'],
    ['Refund', 'I want my money back.', 'negative', 'neutral', 'neutral'],
  ];
const CHECKS: EvaluationCheck[] = [
  { type: 'schema_valid' },
  { type: 'equals', field: 'sentiment' },
  { type: 'latency', max: 5000 },
];

/** A dataset for the first task, and an evaluation of its last revision. */
export function seedEvaluations({ tables }: StoreData, now: number): void {
  const [task] = Object.values(tables.task);
  const [user] = Object.values(tables.user);
  if (!task || !user) return;
  const created_at = timestamp(now - 5 * DAY_MS);
  const dataset = seedRow('dataset', getDatasetMock, {
    id: seedId('dataset', 1),
    task_id: task.id,
    name: 'Difficult reviews',
    checks: CHECKS,
    cases: CASES.length,
    created_by_id: user.id,
    created_by_name: user.name,
    created_at,
    updated_at: created_at,
  });
  const last = task.latest_revision ?? 1;
  const evaluation = seedRow('evaluation', getEvaluationMock, {
    id: seedId('evaluation', 1),
    org_id: task.org_id,
    project_id: task.project_id,
    task_id: task.id,
    dataset_id: dataset.id,
    dataset_name: dataset.name,
    revision: last,
    baseline_revision: last > 1 ? last - 1 : null,
    status: 'succeeded',
    checks: CHECKS,
    cases: CASES.length,
    created_by_id: user.id,
    created_by_name: user.name,
    created_at: timestamp(now - 2 * DAY_MS),
    ended_at: timestamp(now - 2 * DAY_MS + 30_000),
  });
  tables.dataset[dataset.id] = dataset;
  tables.evaluation[evaluation.id] = evaluation;
  for (const [position, [name, review, sentiment, was, is]] of CASES.entries()) {
    const id = seedId('case', position + 1);
    const one = { name, inputs: { review }, expected: { sentiment } };
    tables.dataset_case[id] = {
      ...one,
      id,
      dataset_id: dataset.id,
      source_run_id: null,
      created_at,
    };
    const candidate = outcome(sentiment, is, position);
    const baseline = last > 1 ? outcome(sentiment, was, position + 3) : null;
    tables.evaluation_result[`${evaluation.id} ${position}`] = {
      ...one,
      evaluation_id: evaluation.id,
      position,
      case_id: id,
      candidate,
      baseline,
      rank: VERDICTS.indexOf(verdictOf(candidate, baseline)),
    };
  }
}

function outcome(expected: string, sentiment: string, index: number): EvaluationOutcome {
  const output = { sentiment, score: 20 + index * 9 };
  const passed = sentiment === expected;
  const differs = `Expected ${JSON.stringify(expected)}, got ${JSON.stringify(sentiment)}`;
  // Written out rather than computed: running the checks would load a whole pattern engine.
  const checks = CHECKS.map((check) => {
    const holds = passed || check.type !== 'equals';
    return { check, passed: holds, message: holds ? '' : differs };
  });
  return {
    run_id: null,
    status: 'succeeded',
    output,
    passed,
    checks,
    latency_ms: 640 + index * 97,
    cost: 24 + index,
    error: null,
  };
}
