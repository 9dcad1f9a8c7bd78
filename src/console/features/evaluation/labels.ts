import type { Tone } from '#console/ui/display/status-badge.tsx';
import { VERDICTS } from '#core/evaluation/verdict.ts';
import type {
  Evaluation,
  EvaluationStatus,
  EvaluationVerdict,
  RunResult,
} from '#generated/model/index.ts';

const VERDICT_TEXTS: Record<EvaluationVerdict, readonly [one: string, tone: Tone]> = {
  regression: ['Regression', 'danger'],
  failed: ['Failed', 'warning'],
  not_evaluated: ['Not evaluated', 'neutral'],
  pending: ['Pending', 'neutral'],
  fixed: ['Fixed', 'accent'],
  passed: ['Passed', 'success'],
};

/** The status of an evaluation. "Done" says nothing about its results; the counts do. */
const STATUS_TEXTS: Record<EvaluationStatus, readonly [one: string, tone: Tone]> = {
  queued: ['Queued', 'neutral'],
  running: ['Running', 'accent'],
  succeeded: ['Done', 'neutral'],
  failed: ['Failed', 'danger'],
  cancelled: ['Cancelled', 'neutral'],
};

export const evaluationStatusLabel = (status: EvaluationStatus) => STATUS_TEXTS[status][0];
export const evaluationStatusTone = (status: EvaluationStatus) => STATUS_TEXTS[status][1];

export const verdictLabel = (verdict: EvaluationVerdict) => VERDICT_TEXTS[verdict][0];
export const verdictTone = (verdict: EvaluationVerdict) => VERDICT_TEXTS[verdict][1];

/** `34 passed, 1 regression`; zero counts are omitted. */
export function describeCounts({ counts }: Evaluation): string {
  const parts = VERDICTS.filter((verdict) => counts[verdict] > 0).map(
    (verdict) => `${counts[verdict]} ${wordOf(verdict, counts[verdict])}`,
  );
  return parts.join(', ');
}

function wordOf(verdict: EvaluationVerdict, count: number): string {
  if (verdict === 'regression') return count === 1 ? 'regression' : 'regressions';
  return verdictLabel(verdict).toLowerCase();
}

/** The number of finished cases. */
export function doneOf({ cases, counts }: Evaluation): number {
  return cases - counts.pending;
}

export function isOpen({ status }: Evaluation): boolean {
  return status === 'queued' || status === 'running';
}

/** An actual or expected output in one line. */
export function previewOf(value: RunResult): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([name, inner]) => `${name}: ${typeof inner === 'string' ? inner : JSON.stringify(inner)}`)
    .join(', ');
}

/** A case's inputs in one line. */
export function inputsPreview(inputs: Readonly<Record<string, unknown>>): string {
  return Object.values(inputs)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(' · ');
}
