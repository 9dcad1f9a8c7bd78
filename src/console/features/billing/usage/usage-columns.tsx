import { columnOf, textColumn } from '#console/ui/table/columns.tsx';
import type { Column } from '#console/ui/table/data-table-types.ts';
import { formatMicros } from '#core/billing/money.ts';
import type { UsageGroup, UsageGroupBy } from '#generated/model/index.ts';
import classes from '../billing.module.css';
import { groupings, kindLabels } from './usage-filters.ts';

const figureColumn = columnOf(
  (text: string) => <span className={classes.number}>{text}</span>,
  'right',
);

const formatCount = (value: number) => value.toLocaleString('en-US');

/** Fits `over $1,234,567.89`. */
const MONEY_WIDTH = 'clamp(96px, 12vw, 144px)';

/** Columns of usage. @param hasOwn whether anything ran on the organisation's own keys */
export function usageColumns(by: UsageGroupBy, hasOwn: boolean): readonly Column<UsageGroup>[] {
  const money = { width: MONEY_WIDTH };
  const tokens = { width: '120px', hideBelow: 'md' } as const;
  const own = figureColumn('On your keys', (group: UsageGroup) => formatMicros(group.own), {
    ...money,
    hideBelow: 'sm',
  });
  return [
    textColumn(
      groupings.find(({ value }) => value === by)?.label ?? 'Group',
      (group) => nameOfGroup(group, by),
      { width: 'minmax(0, 2fr)' },
    ),
    figureColumn('Calls', ({ calls }) => formatCount(calls), { width: '64px' }),
    figureColumn('Input tokens', ({ input_tokens }) => formatCount(input_tokens), tokens),
    figureColumn('Output tokens', ({ output_tokens }) => formatCount(output_tokens), tokens),
    ...(hasOwn ? [own] : []),
    figureColumn('Cost', costText, money),
  ];
}

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

/** The cost of a group. An unknown price isn't shown as zero. */
export function costText({ unpriced, cost }: UsageGroup): string {
  if (unpriced === 0) return formatMicros(cost);
  return cost === 0 ? 'unknown' : `over ${formatMicros(cost)}`;
}
