import { Anchor } from '@mantine/core';
import { paths } from '#console/modules/paths.ts';
import { Link } from '#console/ui/navigation/link.tsx';
import { textColumn, timeColumn } from '#console/ui/table/columns.tsx';
import type { Column } from '#console/ui/table/data-table-types.ts';
import { formatExact } from '#core/billing/money.ts';
import type { LedgerEntry, LedgerKind } from '#generated/model/index.ts';
import classes from '../billing.module.css';

export const kindLabels: Readonly<Record<LedgerKind, string>> = {
  grant: 'Free credit',
  plan_credit: 'Plan credit',
  top_up: 'Top-up',
  reversal: 'Refund or dispute',
  price_correction: 'Price correction',
  run: 'Run',
  indexing: 'Indexing',
  search: 'Search',
  model_test: 'Model test',
};

/** Fits `-$1,234,567.89` on a phone, and elsewhere all decimals of it. */
const MONEY_WIDTH = 'clamp(112px, 12vw, 144px)';

/** Columns of the ledger. */
export const ledgerColumns: readonly Column<LedgerEntry>[] = [
  timeColumn('Time', ({ created_at }) => created_at, { width: 'clamp(88px, 10vw, 104px)' }),
  textColumn('Type', ({ kind }) => kindLabels[kind] ?? kind, {
    width: 'minmax(120px, 1fr)',
    hideBelow: 'md',
  }),
  {
    header: 'For',
    width: 'minmax(0, 2fr)',
    cell: (entry) => <Purpose entry={entry} />,
  },
  textColumn('Project', ({ project_name }) => project_name ?? '–', { hideBelow: 'md' }),
  {
    header: 'Amount',
    width: MONEY_WIDTH,
    align: 'right',
    cell: ({ amount }) => (
      <span className={classes.number} data-positive={amount > 0 || undefined}>
        {amount > 0 && '+'}
        {formatExact(amount)}
      </span>
    ),
  },
  {
    header: 'Balance',
    width: MONEY_WIDTH,
    align: 'right',
    hideBelow: 'sm',
    cell: ({ balance }) => (
      <span className={classes.number}>{balance === null ? '–' : formatExact(balance)}</span>
    ),
  },
];

function Purpose({ entry }: { entry: LedgerEntry }) {
  const { run_id, project_id, task_name, note } = entry;
  if (run_id !== null && project_id !== null)
    return (
      <Anchor component={Link} to={paths.run(project_id, run_id)} className="tl-truncate">
        {task_name ?? run_id}
      </Anchor>
    );
  if (entry.kind === 'run') return <span className="tl-truncate">Deleted run</span>;
  return <span className="tl-truncate">{note ?? kindLabels[entry.kind] ?? '–'}</span>;
}
