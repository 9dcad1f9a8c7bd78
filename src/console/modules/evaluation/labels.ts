import type { Tone } from '#console/ui/status-badge.tsx';
import { formatDuration } from '#console/ui/time.tsx';
import { formatMicros } from '#core/billing/money.ts';
import { VERDICTS } from '#core/evaluation/verdict.ts';
import type {
  Evaluation,
  EvaluationCheck,
  EvaluationCheckType,
  EvaluationStatus,
  EvaluationVerdict,
  RunResult,
} from '#generated/model/index.ts';

/** The kinds of checks, as a person chooses among them. */
export const CHECK_LABELS: Record<EvaluationCheckType, string> = {
  schema_valid: 'Fits the output format',
  equals: 'Equals',
  contains: 'Contains',
  matches: 'Matches a pattern',
  number_close: 'Is a number near',
  latency: 'Takes at most',
  cost: 'Costs at most',
  judge: 'A task judges it',
};

const VERDICT_TEXTS: Record<EvaluationVerdict, readonly [one: string, tone: Tone]> = {
  regression: ['Regression', 'danger'],
  failed: ['Failed', 'warning'],
  pending: ['Waiting', 'neutral'],
  fixed: ['Fixed', 'accent'],
  passed: ['Passed', 'success'],
};

/** An evaluation that is done says nothing yet of how it came out: its counts do. */
const STATUS_TEXTS: Record<EvaluationStatus, readonly [one: string, tone: Tone]> = {
  queued: ['Queued', 'neutral'],
  running: ['Running', 'accent'],
  succeeded: ['Done', 'neutral'],
  failed: ['Failed', 'danger'],
  cancelled: ['Cancelled', 'neutral'],
};

export const statusLabel = (status: EvaluationStatus) => STATUS_TEXTS[status][0];
export const statusTone = (status: EvaluationStatus) => STATUS_TEXTS[status][1];

export const verdictLabel = (verdict: EvaluationVerdict) => VERDICT_TEXTS[verdict][0];
export const verdictTone = (verdict: EvaluationVerdict) => VERDICT_TEXTS[verdict][1];

/** A check in a line: `sentiment equals the expected value`. */
export function describeCheck(check: EvaluationCheck): string {
  const what = check.field ? check.field : 'The output';
  const wanted = check.value === undefined ? 'what is expected' : JSON.stringify(check.value);
  const fold = check.ignore_case ? ', in any case' : '';
  switch (check.type) {
    case 'schema_valid':
      return 'Fits the output format';
    case 'equals':
      return `${what} equals ${wanted}${fold}`;
    case 'contains':
      return `${what} contains ${wanted}${fold}`;
    case 'matches':
      return `${what} matches /${check.value ?? ''}/${fold}`;
    case 'number_close':
      return `${what} is ${wanted} ± ${check.tolerance ?? 0}`;
    case 'latency':
      return `Takes at most ${formatDuration(check.max ?? 0)}`;
    case 'cost':
      return `Costs at most ${formatMicros(check.max ?? 0)}`;
    case 'judge':
      return 'Another task says that it is good';
  }
}

/** `34 passed, 1 regression`; only what there is. */
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

/** How many cases are done. */
export function doneOf({ cases, counts }: Evaluation): number {
  return cases - counts.pending;
}

export function isOpen({ status }: Evaluation): boolean {
  return status === 'queued' || status === 'running';
}

/** An output or what is expected, in a line. */
export function previewOf(value: RunResult): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([name, inner]) => `${name}: ${typeof inner === 'string' ? inner : JSON.stringify(inner)}`)
    .join(', ');
}

/** The inputs of a case, in a line. */
export function inputsPreview(inputs: Readonly<Record<string, unknown>>): string {
  return Object.values(inputs)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(' · ');
}
