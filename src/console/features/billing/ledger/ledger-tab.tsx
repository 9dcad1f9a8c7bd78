import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { flatten, paged } from '#console/api/query/paging.ts';
import { FilterSelect } from '#console/modules/filter/filter-select.tsx';
import { readSpan, type Span, spanParams, writeSpan } from '#console/modules/filter/span.ts';
import { TimeFilter } from '#console/modules/filter/time-filter.tsx';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import {
  getListLedgerEntriesUrl,
  useListLedgerEntriesInfinite,
} from '#generated/api/billing/billing.ts';
import type { LedgerEntry, LedgerKind } from '#generated/model/index.ts';
import classes from '../billing.module.css';
import { ExportButton } from '../export-button.tsx';
import { kindLabels, ledgerColumns } from './ledger-columns.tsx';

const rowKey = (entry: LedgerEntry) => entry.id;
const kinds = Object.entries(kindLabels).map(([value, label]) => ({ value, label }));

/** Every credit to and charge against an organisation's balance. */
export function LedgerTab() {
  const { orgId = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const key = search.toString();
  const { kind, span, params } = useMemo(() => {
    // Relative periods are resolved once, when the filter is set, so that the list doesn't shift by itself.
    const now = new Date();
    const read = new URLSearchParams(key);
    const wanted = read.get('kind');
    const chosen = wanted && wanted in kindLabels ? (wanted as LedgerKind) : null;
    const dates = readSpan(read);
    return {
      kind: chosen,
      span: dates,
      params: { ...spanParams(dates, now), ...(chosen && { kind: chosen }) },
    };
  }, [key]);
  const query = useListLedgerEntriesInfinite(
    orgId,
    { ...params, page_limit: 100 },
    { query: { ...paged, placeholderData: keepPreviousData } },
  );
  const rows = useMemo(() => flatten(query.data), [query.data]);
  const change = (write: (next: URLSearchParams) => void) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        write(next);
        return next;
      },
      { replace: true },
    );
  const isFiltered = kind !== null || Object.values(span).some((value) => value !== null);
  const clear = () =>
    change((next) => {
      next.delete('kind');
      writeSpan(next, { period: null, from: null, to: null });
    });

  return (
    <div className={classes.tab}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would take up space */}
      <div className={classes.toolbar} role="group" aria-label="Filter the ledger">
        <FilterSelect
          wide
          aria-label="Type"
          placeholder="Any type"
          data={kinds}
          value={kind}
          onChange={(value) =>
            change((next) => (value ? next.set('kind', value) : next.delete('kind')))
          }
        />
        <TimeFilter
          value={span}
          onChange={(dates: Partial<Span>) =>
            change((next) => writeSpan(next, { ...span, ...dates }))
          }
        />
        {isFiltered && (
          <Button variant="subtle" onClick={clear}>
            Clear filters
          </Button>
        )}
        <div className={classes.end}>
          <ExportButton name="ledger" url={getListLedgerEntriesUrl(orgId, params)} />
        </div>
      </div>
      <div className={classes.table}>
        <DataTable
          label="Ledger"
          columns={ledgerColumns}
          rows={rows}
          query={query}
          rowKey={rowKey}
          empty={
            isFiltered ? (
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
