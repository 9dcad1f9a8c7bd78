import { verdictOf } from '#core/evaluation/verdict.ts';
import type { EvaluationCheck, EvaluationOutcome, RunResult } from '#generated/model/index.ts';
import {
  actorOf,
  type StoredDataset,
  type StoredEvaluation,
  type StoredTask,
  type StoredUser,
  timestamp,
} from '../store.ts';
import { seedId } from './ids.ts';

const DAY = 86_400_000;

/** Reviews, what should be said of them, and what two revisions said. */
const CASES: readonly [name: string, review: string, expected: string, was: string, is: string][] =
  [
    ['Broken lamp', 'The lamp arrived broken.', 'negative', 'negative', 'negative'],
    ['Praise', 'Fits, works, looks great.', 'positive', 'positive', 'positive'],
    [
      'Late, but fine',
      'Came a week late. The chair itself is fine.',
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

/** A dataset of the first task, and its last revision tried on it. */
export function seedEvaluations(
  tasks: readonly StoredTask[],
  users: readonly StoredUser[],
  now: number,
): { datasets: StoredDataset[]; evaluations: StoredEvaluation[] } {
  const [task] = tasks;
  const [user] = users;
  if (!task || !user) return { datasets: [], evaluations: [] };
  const made = timestamp(now - 5 * DAY);
  const expectedOf = (sentiment: string): RunResult => ({ sentiment });
  const dataset: StoredDataset = {
    id: seedId('dataset', 1),
    task_id: task.id,
    name: 'Difficult reviews',
    checks: CHECKS,
    cases: CASES.map(([name, review, expected], index) => ({
      id: seedId('case', index + 1),
      dataset_id: seedId('dataset', 1),
      name,
      inputs: { review },
      expected: expectedOf(expected),
      source_run_id: null,
      created_at: made,
    })),
    created_by: actorOf(user),
    created_at: made,
    updated_at: made,
    version: 1,
  };
  const last = task.revisions.at(-1)?.number ?? 1;
  const evaluation: StoredEvaluation = {
    id: seedId('evaluation', 1),
    task_id: task.id,
    dataset_id: dataset.id,
    dataset_name: dataset.name,
    revision: last,
    baseline_revision: last > 1 ? last - 1 : null,
    status: 'succeeded',
    error: null,
    checks: CHECKS,
    results: CASES.map(([name, review, expected, was, is], index) => {
      const candidate = outcome(expected, is, index);
      const baseline = last > 1 ? outcome(expected, was, index + 3) : null;
      return {
        case_id: seedId('case', index + 1),
        name,
        inputs: { review },
        expected: expectedOf(expected),
        verdict: verdictOf(candidate, baseline),
        candidate,
        baseline,
      };
    }),
    created_by: actorOf(user),
    created_at: timestamp(now - 2 * DAY),
    ended_at: timestamp(now - 2 * DAY + 30_000),
  };
  return { datasets: [dataset], evaluations: [evaluation] };
}

function outcome(expected: string, sentiment: string, index: number): EvaluationOutcome {
  const output = { sentiment, score: 20 + index * 9 };
  const passed = sentiment === expected;
  const differs = `Expected ${JSON.stringify(expected)}, got ${JSON.stringify(sentiment)}`;
  // Written down, not run: what runs checks brings a whole engine of patterns.
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
