import { VERDICTS } from '#core/evaluation/verdict.ts';
import type { Evaluation, EvaluationResult } from '#generated/model/index.ts';
import type { EvaluationRow, ResultRow, Tally } from './evaluation.repository.ts';

/** An evaluation as the contract has it. */
export function toEvaluation(row: EvaluationRow, tallies: readonly Tally[]): Evaluation {
  const counts = { regression: 0, failed: 0, pending: 0, fixed: 0, passed: 0 };
  for (const { rank, cases } of tallies) counts[VERDICTS[rank] ?? 'pending'] = cases;
  const isPriced = tallies.every((entry) => entry.unpriced === 0);
  const cost = tallies.reduce((sum, entry) => sum + entry.cost, 0);
  return {
    id: row.id,
    task_id: row.taskId,
    dataset_id: row.datasetId,
    dataset_name: row.datasetName,
    revision: row.revision,
    baseline_revision: row.baselineRevision,
    status: row.status,
    error: row.error,
    cases: row.cases,
    counts,
    cost: isPriced ? cost : null,
    created_by: { id: row.createdById, name: row.createdByName },
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}

export function toResult(row: ResultRow): EvaluationResult {
  return {
    case_id: row.caseId,
    name: row.name,
    inputs: row.inputs,
    expected: row.expected,
    verdict: VERDICTS[row.rank] ?? 'pending',
    candidate: row.candidate,
    baseline: row.baseline,
  };
}
