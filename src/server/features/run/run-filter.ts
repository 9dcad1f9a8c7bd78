import type { RunSource, RunStatus } from '#generated/model/index.ts';
import type { RunFilter } from './run.repository.ts';

/** What narrows the runs of a project, as the API takes it: of lists, figures and exports alike. */
export interface RunFilterQuery {
  q?: string;
  task_id?: string;
  status?: RunStatus[];
  source?: RunSource;
  revision?: number;
  output_valid?: boolean;
  caller_id?: string;
  created_after?: string;
  created_before?: string;
}

export function toFilter(query: RunFilterQuery): RunFilter {
  return {
    q: query.q,
    taskId: query.task_id,
    status: query.status,
    source: query.source,
    revision: query.revision,
    outputValid: query.output_valid,
    callerId: query.caller_id,
    createdAfter: toDate(query.created_after),
    createdBefore: toDate(query.created_before),
  };
}

function toDate(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(toTime(text));
}

/**
 * A time of the API in milliseconds. RFC 3339 has leap seconds, which JavaScript cannot read, and the year
 * 0, which PostgreSQL does not have; nothing here is older than 1970.
 */
export function toTime(text: string): number {
  return Math.max(0, Date.parse(text.replace(/(:\d\d):60/, '$1:59')));
}
