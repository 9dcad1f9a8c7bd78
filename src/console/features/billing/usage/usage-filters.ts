import { addDays, dayOf } from '#core/billing/month.ts';
import { USAGE_DAYS_MAX } from '#core/limits.ts';
import type { GetUsageParams, UsageGroupBy } from '#generated/model/index.ts';

/** What usage can be grouped by, in display order. */
export const groupings: readonly { value: UsageGroupBy; label: string }[] = [
  { value: 'task', label: 'Task' },
  { value: 'project', label: 'Project' },
  { value: 'model', label: 'Model' },
  { value: 'key', label: 'API key' },
  { value: 'member', label: 'Member' },
  { value: 'kind', label: 'Type' },
  { value: 'day', label: 'Day' },
];

/** A label within a sentence: `model`, but `API key`. */
export function inSentence(label: string): string {
  return label === 'API key' ? label : label.toLowerCase();
}

/** The query parameter that filters by a group. */
export const filterOf = {
  task: 'task_id',
  project: 'project_id',
  model: 'model_id',
  key: 'api_key_id',
  member: 'user_id',
  kind: 'kind',
} as const satisfies Partial<Record<UsageGroupBy, keyof GetUsageParams>>;

export const periods = [7, 30, 90, 365] as const;

export const kindLabels = {
  run: 'Runs',
  indexing: 'Indexing',
  search: 'Searches',
  model_test: 'Model tests',
} as const;

const IDS = ['project_id', 'task_id', 'model_id', 'api_key_id', 'user_id'] as const;

/** Reads the parameters from a query string. Invalid values are ignored. */
export function readUsage(search: URLSearchParams, now: Date): GetUsageParams & { days: number } {
  const wanted = Number(search.get('days'));
  const days = periods.find((one) => one === wanted) ?? 30;
  const by = groupings.find(({ value }) => value === search.get('by'))?.value ?? 'task';
  const to = dayOf(now);
  const params: GetUsageParams & { days: number } = {
    ...{ days, group_by: by, to },
    from: addDays(to, 1 - Math.min(days, USAGE_DAYS_MAX)),
  };
  for (const name of IDS) {
    const id = search.get(name);
    if (id && id.length <= 200) params[name] = id;
  }
  const kind = search.get('kind');
  if (kind && kind in kindLabels) params.kind = kind as keyof typeof kindLabels;
  return params;
}
