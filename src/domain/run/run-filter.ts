import { toTime } from '#core/time.ts';
import type { Reader } from '../access/visible.ts';
import { principalId } from '../principal.ts';
import type { RunFilter } from './run.store.ts';

/** The API's filters for a project's runs. */
export type RunFilterQuery = Omit<RunFilter, 'readerId'>;

/** The filter of a query, for somebody who may only see some of the runs. */
export function toFilter(
  query: RunFilterQuery,
  { principal }: Pick<Reader, 'principal'>,
): RunFilter {
  return {
    readerId: principalId(principal),
    q: query.q,
    task_id: query.task_id,
    status: query.status,
    source: query.source,
    revision: query.revision,
    output_valid: query.output_valid,
    caller_id: query.caller_id,
    created_after: toIso(query.created_after),
    created_before: toIso(query.created_before),
  };
}

function toIso(text: string | undefined): string | undefined {
  return text === undefined ? undefined : new Date(toTime(text)).toISOString();
}
