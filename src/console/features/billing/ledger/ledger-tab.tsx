import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { flatten, paged } from '#console/api/query/paging.ts';
import { FilterSelect } from '#console/modules/filter/filter-select.tsx';
import { choiceFilter, filterSet } from '#console/modules/filter/filter-set.ts';
import { TimeFilter } from '#console/modules/filter/time-filter.tsx';
import { useFilters } from '#console/modules/filter/use-filters.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import {
  getListLedgerEntriesUrl,
  useListLedgerEntriesInfinite,
} from '#generated/api/billing/billing.ts';
import type { LedgerKind, ListLedgerEntriesParams } from '#generated/model/index.ts';
import classes from '../billing.module.css';
import { ExportButton } from '../export-button.tsx';
import { kindLabels, ledgerColumns } from './ledger-columns.tsx';

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
