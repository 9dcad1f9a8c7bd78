import { formatDuration } from '#console/ui/display/time.tsx';
import { formatMicros } from '#core/billing/money.ts';
import type { EvaluationCheck, EvaluationCheckType } from '#generated/model/index.ts';

/** Labels of check types. */
export const CHECK_LABELS: Record<EvaluationCheckType, string> = {
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
  const what = check.field ? check.field : 'The output';
  const wanted = check.value === undefined ? 'the expected value' : JSON.stringify(check.value);
  const fold = check.ignore_case ? ', ignoring case' : '';
  switch (check.type) {
    case 'schema_valid':
      return 'Matches the output format';
    case 'equals':
      return `${what} equals ${wanted}${fold}`;
    case 'contains':
      return `${what} contains ${wanted}${fold}`;
    case 'matches':
      return `${what} matches /${check.value ?? ''}/${fold}`;
    case 'number_close':
      return `${what} is ${wanted} ± ${check.tolerance ?? 0}`;
    case 'latency':
      return `Latency ≤ ${formatDuration(check.max ?? 0)}`;
    case 'cost':
      return `Cost ≤ ${formatMicros(check.max ?? 0)}`;
    case 'judge':
      return 'Judged by a task';
  }
}
