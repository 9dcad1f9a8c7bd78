import type {
  EvaluationCounts,
  EvaluationOutcome,
  EvaluationVerdict,
} from '#generated/model/index.ts';

/** Verdicts in the order of a results grid: those that need attention first. */
export const VERDICTS: readonly EvaluationVerdict[] = [
  'regression',
  'failed',
  'pending',
  'fixed',
  'passed',
];

/** The verdict on a case. Without a baseline nothing is a regression and nothing is fixed. */
export function verdictOf(
  candidate: EvaluationOutcome | null,
  baseline: EvaluationOutcome | null,
): EvaluationVerdict {
  if (!candidate) return 'pending';
  if (candidate.passed) return baseline && !baseline.passed ? 'fixed' : 'passed';
  return baseline?.passed ? 'regression' : 'failed';
}

/** The number of cases by verdict. */
export function countVerdicts(verdicts: Iterable<EvaluationVerdict>): EvaluationCounts {
  const counts: EvaluationCounts = { regression: 0, failed: 0, pending: 0, fixed: 0, passed: 0 };
  for (const verdict of verdicts) counts[verdict] += 1;
  return counts;
}
