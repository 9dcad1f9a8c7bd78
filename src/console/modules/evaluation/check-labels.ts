import { formatDuration } from '#console/ui/display/time.tsx';
import { formatMicros } from '#core/billing/money.ts';
import type { EvaluationCheck, EvaluationCheckType } from '#generated/model/index.ts';

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
