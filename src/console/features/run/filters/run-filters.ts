import {
  anyTime,
  readSpan,
  type Span,
  spanParams,
  writeSpan,
} from '#console/modules/filter/span.ts';
import type { ListRunsParams, RunSource, RunStatus } from '#generated/model/index.ts';

export const runStatuses: readonly RunStatus[] = [
  'queued',
  'running',
  'succeeded',
  'failed',
  'cancelled',
];
export const runSources: readonly RunSource[] = [
  'console',
  'api',
  'workflow',
  'evaluation',
  'assist',
  'compose',
];

/** The filters of the run list. */
export interface RunFilters extends Span {
  q: string;
  status: RunStatus[];
  task: string | null;
  source: RunSource | null;
  revision: number | null;
  /** Whether the output matched its format. */
  valid: boolean | null;
  /** The id of a person or an API key. */
  caller: string | null;
}

export const noFilters: RunFilters = {
  q: '',
  status: [],
  task: null,
  source: null,
  revision: null,
  valid: null,
  caller: null,
  ...anyTime,
};

const filterKeys = ['q', 'status', 'task', 'source', 'revision', 'valid', 'caller'] as const;

/** Reads the filters from a query string. Invalid values are ignored, so that a mistyped link still opens the list. */
export function readFilters(search: URLSearchParams): RunFilters {
  const revision = Number(search.get('revision'));
  return {
    q: (search.get('q') ?? '').slice(0, 200),
    status: runStatuses.filter((status) => search.getAll('status').includes(status)),
    task: readId(search.get('task')),
    source: runSources.find((source) => source === search.get('source')) ?? null,
    revision:
      Number.isInteger(revision) && revision > 0 && revision <= 2147483647 ? revision : null,
    valid: readFlag(search.get('valid')),
    caller: readId(search.get('caller')),
    ...readSpan(search),
  };
}

/** Writes the filters into a copy of `search`; other parameters, such as the open drawer, stay. */
export function writeFilters(search: URLSearchParams, filters: RunFilters): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const key of filterKeys) next.delete(key);
  if (filters.q) next.set('q', filters.q);
  for (const status of filters.status) next.append('status', status);
  if (filters.task) next.set('task', filters.task);
  if (filters.source) next.set('source', filters.source);
  if (filters.task && filters.revision) next.set('revision', String(filters.revision));
  if (filters.valid !== null) next.set('valid', filters.valid ? 'yes' : 'no');
  if (filters.caller) next.set('caller', filters.caller);
  writeSpan(next, filters);
  return next;
}

/** Whether any filter is set. */
export function isFiltered(filters: RunFilters): boolean {
  return countFilters(filters) > 0;
}

/** The number of filters set. */
export function countFilters(filters: RunFilters): number {
  return new Set(writeFilters(new URLSearchParams(), filters).keys()).size;
}

/** The filters as API parameters; relative periods end at `now`. */
export function toListParams(filters: RunFilters, now: Date): ListRunsParams {
  const { q, status, task, source, revision, valid, caller } = filters;
  return {
    ...(q.trim() && { q: q.trim() }),
    ...(status.length > 0 && { status }),
    ...(task && { task_id: task }),
    ...(source && { source }),
    ...(task && revision && { revision }),
    ...(valid !== null && { output_valid: valid }),
    ...(caller && { caller_id: caller }),
    ...spanParams(filters, now),
  };
}

function readId(text: string | null): string | null {
  return text && text.length <= 64 ? text : null;
}

function readFlag(text: string | null): boolean | null {
  return text === 'yes' || (text === 'no' ? false : null);
}
