import { Anchor, Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { flatten, paged } from '#console/api/query/paging.ts';
import { FilterSelect } from '#console/modules/filter/filter-select.tsx';
import { choiceFilter, filterSet } from '#console/modules/filter/filter-set.ts';
import { TimeFilter } from '#console/modules/filter/time-filter.tsx';
import { useFilters } from '#console/modules/filter/use-filters.ts';
import { paths } from '#console/modules/paths.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import { textColumn, timeColumn } from '#console/ui/table/columns.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import type { Column } from '#console/ui/table/data-table-types.ts';
import { formatExact } from '#core/billing/money.ts';
import {
  getListLedgerEntriesUrl,
  useListLedgerEntriesInfinite,
} from '#generated/api/billing/billing.ts';
import type { LedgerEntry, LedgerKind, ListLedgerEntriesParams } from '#generated/model/index.ts';
import classes from '../billing.module.css';
import { ExportButton } from '../export-button.tsx';

const kindLabels: Readonly<Record<LedgerKind, string>> = {
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
const ledgerColumns: readonly Column<LedgerEntry>[] = [
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

const ledgerFilters = filterSet<ListLedgerEntriesParams, { kind: LedgerKind | null }>({
  kind: choiceFilter('kind', Object.keys(kindLabels) as LedgerKind[]),
});
const kinds = Object.entries(kindLabels).map(([value, label]) => ({
  value: value as LedgerKind,
  label,
}));

/** Every credit to and charge against an organisation's balance. */
export function LedgerTab() {
  const { orgId = '' } = useParams();
  const { values, params, count, set, clear } = useFilters(ledgerFilters);
  const query = useListLedgerEntriesInfinite(orgId, params, {
    query: { ...paged, placeholderData: keepPreviousData },
  });
  const rows = useMemo(() => flatten(query.data), [query.data]);
  const { page_limit: _, ...exported } = params;

  return (
    <div className={classes.tab}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would take up space */}
      <div className={classes.toolbar} role="group" aria-label="Filter the ledger">
        <FilterSelect
          wide
          aria-label="Type"
          placeholder="Any type"
          data={kinds}
          value={values.kind}
          onChange={(kind) => set({ kind })}
        />
        <TimeFilter value={values} onChange={set} />
        {count > 0 && (
          <Button variant="subtle" onClick={clear}>
            Clear filters
          </Button>
        )}
        <div className={classes.end}>
          <ExportButton name="ledger" url={getListLedgerEntriesUrl(orgId, exported)} />
        </div>
      </div>
      <div className={classes.table}>
        <DataTable
          label="Ledger"
          columns={ledgerColumns}
          rows={rows}
          query={query}
          empty={
            count > 0 ? (
              <EmptyState title="No entries match these filters" />
            ) : (
              <EmptyState icon={<IconReceipt />} title="No ledger entries yet">
                Credits and charges appear here, each with the balance after it.
              </EmptyState>
            )
          }
        />
      </div>
    </div>
  );
}
