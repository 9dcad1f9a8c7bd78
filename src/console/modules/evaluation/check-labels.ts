import { formatDuration } from '#console/ui/display/time.tsx';
import { formatMicros } from '#core/billing/money.ts';
import type { CheckType } from '#core/evaluation/check-fields.ts';
import type { EvaluationCheck } from '#generated/model/index.ts';

/** Labels of check types. */
export const CHECK_LABELS: Record<CheckType, string> = {
  schema_valid: 'Matches the output format',
  equals: 'Equals',
  contains: 'Contains',
  matches: 'Matches a pattern',
  number_close: 'Number within',
  latency: 'Latency ≤',
  cost: 'Cost ≤',
  judge: 'LLM judge (task)',
};

/** A check in one line: `sentiment equals the expected value`. */
export function describeCheck(check: EvaluationCheck): string {
  switch (check.type) {
    case 'schema_valid':
      return 'Matches the output format';
    case 'equals':
      return `${placeOf(check)} equals ${wantedBy(check)}${foldOf(check)}`;
    case 'contains':
      return `${placeOf(check)} contains ${wantedBy(check)}${foldOf(check)}`;
    case 'matches':
      return `${placeOf(check)} matches /${check.value}/${foldOf(check)}`;
    case 'number_close':
      return `${placeOf(check)} is ${wantedBy(check)} ± ${check.tolerance ?? 0}`;
    case 'latency':
      return `Latency ≤ ${formatDuration(check.max)}`;
    case 'cost':
      return `Cost ≤ ${formatMicros(check.max)}`;
    case 'judge':
      return 'Judged by a task';
  }
}

const placeOf = ({ field }: { field?: string }) => field || 'The output';
const wantedBy = ({ value }: { value?: string }) =>
  value === undefined ? 'the expected value' : JSON.stringify(value);
const foldOf = ({ ignore_case }: { ignore_case?: boolean }) =>
  ignore_case ? ', ignoring case' : '';
