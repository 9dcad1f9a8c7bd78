import {
  choiceFilter,
  choicesFilter,
  filterSet,
  flagFilter,
  idFilter,
  numberFilter,
  textFilter,
} from '#console/modules/filter/filter-set.ts';
import type { Filters } from '#console/modules/filter/use-filters.ts';
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
export const runFilters = filterSet<ListRunsParams, RunFilterValues>(
  {
    q: textFilter('q'),
    status: choicesFilter('status', runStatuses),
    task: idFilter('task_id'),
    source: choiceFilter('source', runSources),
    revision: numberFilter('revision'),
    valid: flagFilter('output_valid'),
    caller: idFilter('caller_id'),
  },
  'created',
  (values) => (values.task ? values : { ...values, revision: null }),
);

type RunFilterValues = {
  q: string;
  status: RunStatus[];
  task: string | null;
  source: RunSource | null;
  revision: number | null;
  /** Whether the output matched its format. */
  valid: boolean | null;
  /** The id of a person or an API key. */
  caller: string | null;
};

export type RunFilters = Filters<(typeof runFilters)['none'], ListRunsParams>;
