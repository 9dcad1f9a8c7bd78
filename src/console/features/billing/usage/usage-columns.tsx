import type { Column } from '#console/ui/table/data-table-types.ts';
import { formatMicros } from '#core/billing/money.ts';
import type { UsageGroup, UsageGroupBy } from '#generated/model/index.ts';
import classes from '../billing.module.css';
import { groupings, kindLabels } from './usage-filters.ts';

const NONE: Readonly<Record<UsageGroupBy, string>> = {
  task: 'No task (searches, indexing, tests)',
  project: 'No project (model tests)',
  model: 'Unknown',
  key: 'No API key',
  member: 'No member',
  kind: 'Other',
  day: 'Unknown',
};
const GONE: Partial<Record<UsageGroupBy, string>> = {
  project: 'Deleted project',
  key: 'Revoked key',
  member: 'Deleted user',
};

/** The name of a group. */
export function nameOfGroup({ id, name }: Pick<UsageGroup, 'id' | 'name'>, by: UsageGroupBy) {
  if (id === null) return NONE[by];
  if (by === 'kind') return kindLabels[id as keyof typeof kindLabels] ?? id;
  if (by === 'day') return dayOf(id);
  return name ?? GONE[by] ?? id;
}

/** `24 Nov 2026` */
function dayOf(day: string): string {
  return new Date(day).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
}

const number = (value: number) => (
  <span className={classes.number}>{value.toLocaleString('en-US')}</span>
);

/** The cost of a group. An unknown price isn't shown as zero. */
export function costText({ unpriced, cost }: UsageGroup): string {
  if (unpriced === 0) return formatMicros(cost);
  return cost === 0 ? 'unknown' : `over ${formatMicros(cost)}`;
}

/** Fits `over $1,234,567.89`. */
const MONEY_WIDTH = 'clamp(96px, 12vw, 144px)';

/** Columns of usage. @param hasOwn whether anything ran on the organisation's own keys */
export function usageColumns(by: UsageGroupBy, hasOwn: boolean): readonly Column<UsageGroup>[] {
  const own: Column<UsageGroup> = {
    header: 'On your keys',
    width: MONEY_WIDTH,
    align: 'right',
    hideBelow: 'sm',
    cell: (group) => <span className={classes.number}>{formatMicros(group.own)}</span>,
  };
  return [
    {
      header: groupings.find(({ value }) => value === by)?.label ?? 'Group',
      width: 'minmax(0, 2fr)',
      cell: (group) => <span className="tl-truncate">{nameOfGroup(group, by)}</span>,
    },
    {
      header: 'Calls',
      width: '64px',
      align: 'right',
      cell: ({ calls }) => number(calls),
    },
    {
      header: 'Input tokens',
      width: '120px',
      align: 'right',
      hideBelow: 'md',
      cell: ({ input_tokens }) => number(input_tokens),
    },
    {
      header: 'Output tokens',
      width: '120px',
      align: 'right',
      hideBelow: 'md',
      cell: ({ output_tokens }) => number(output_tokens),
    },
    ...(hasOwn ? [own] : []),
    {
      header: 'Cost',
      width: MONEY_WIDTH,
      align: 'right',
      cell: (group) => <span className={classes.number}>{costText(group)}</span>,
    },
  ];
}
