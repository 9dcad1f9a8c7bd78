import type { Column } from '#console/ui/table/data-table-types.ts';
import { formatMicros } from '#core/billing/money.ts';
import type { UsageGroup, UsageGroupBy } from '#generated/model/index.ts';
import classes from '../billing.module.css';
import { groupings, kindLabels } from './usage-filters.ts';

const NONE: Readonly<Record<UsageGroupBy, string>> = {
  task: 'No task (searches, indexing, tests)',
  project: 'No project (model tests)',
  model: 'Not known',
  key: 'Without an API key',
  member: 'Not by a member',
  kind: 'Other',
  day: 'Not known',
};
const GONE: Partial<Record<UsageGroupBy, string>> = {
  project: 'Deleted project',
  key: 'Revoked key',
  member: 'Deleted user',
};

/** What a group is called. */
export function nameOfGroup({ id, name }: Pick<UsageGroup, 'id' | 'name'>, by: UsageGroupBy) {
  if (id === null) return NONE[by];
  if (by === 'kind') return kindLabels[id as keyof typeof kindLabels] ?? id;
  return name ?? GONE[by] ?? id;
}

const number = (value: number) => (
  <span className={classes.number}>{value.toLocaleString('en-US')}</span>
);

/** Columns of usage. */
export function usageColumns(by: UsageGroupBy): readonly Column<UsageGroup>[] {
  return [
    {
      key: 'name',
      header: groupings.find(({ value }) => value === by)?.label ?? 'Group',
      width: 'minmax(0, 2fr)',
      cell: (group) => <span className="tl-truncate">{nameOfGroup(group, by)}</span>,
    },
    {
      key: 'calls',
      header: 'Calls',
      width: '88px',
      align: 'right',
      cell: ({ calls }) => number(calls),
    },
    {
      key: 'input',
      header: 'Input tokens',
      width: '120px',
      align: 'right',
      hideBelow: 'md',
      cell: ({ input_tokens }) => number(input_tokens),
    },
    {
      key: 'output',
      header: 'Output tokens',
      width: '120px',
      align: 'right',
      hideBelow: 'md',
      cell: ({ output_tokens }) => number(output_tokens),
    },
    {
      key: 'own',
      header: 'On own keys',
      width: '112px',
      align: 'right',
      hideBelow: 'sm',
      cell: ({ own }) => <span className={classes.number}>{formatMicros(own)}</span>,
    },
    {
      key: 'cost',
      header: 'Cost',
      width: '104px',
      align: 'right',
      cell: ({ cost, unpriced }) => (
        <span className={classes.number}>
          {formatMicros(cost)}
          {unpriced > 0 && ' +?'}
        </span>
      ),
    },
  ];
}
