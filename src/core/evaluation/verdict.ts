import type {
  EvaluationCounts,
  EvaluationOutcome,
  EvaluationVerdict,
} from '#generated/model/index.ts';

/** Verdicts as the results grid orders them: the ones that need attention come first. */
export const VERDICTS: readonly EvaluationVerdict[] = [
  'regression',
  'failed',
  'pending',
  'fixed',
  'passed',
  // Verdicts are stored by their position, so new ones are at the end.
  'not_evaluated',
];

/**
 * The verdict on a case. Without a baseline nothing is a regression and nothing is fixed. What could not be evaluated says
 * nothing about a revision, and without the baseline's outcome nobody knows whether a failure is a regression.
 */
export function verdictOf(
  candidate: EvaluationOutcome | null,
  baseline: EvaluationOutcome | null,
): EvaluationVerdict {
  if (!candidate) return 'pending';
  const { passed, not_evaluated } = candidate;
  const isBaselineKnown = baseline !== null && baseline.not_evaluated === undefined;
  if (not_evaluated !== undefined || (baseline && !isBaselineKnown && !passed))
    return 'not_evaluated';
  if (passed) return isBaselineKnown && !baseline.passed ? 'fixed' : 'passed';
  return baseline?.passed ? 'regression' : 'failed';
}

/** The number of cases by verdict, before any are counted. */
export function noCounts(): EvaluationCounts {
  return { regression: 0, failed: 0, not_evaluated: 0, pending: 0, fixed: 0, passed: 0 };
}
