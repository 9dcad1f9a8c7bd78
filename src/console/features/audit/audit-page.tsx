import { Button } from '@mantine/core';
import { IconArrowUp, IconClockCog, IconHistory } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { flatten, paged } from '#console/api/query/paging.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { useListAuditEntriesInfinite } from '#generated/api/audit/audit.ts';
import type { AuditEntry } from '#generated/model/index.ts';
import classes from './audit.module.css';
import { auditColumns } from './audit-columns.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import {
  type AuditFilters,
  countFilters,
  noFilters,
  readFilters,
  toParams,
  writeFilters,
} from './audit-filters.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { ExportAuditLog } from './export-audit-log.tsx';
import { RetentionDialog } from './retention-dialog.tsx';
import { useNewEntries } from './use-new-entries.ts';

const rowKey = (entry: AuditEntry) => entry.id;

/** `/orgs/:orgId/settings/audit-log`: every change in the organisation, newest first. */
export function AuditPage() {
  const { orgId = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const [isKeeping, setKeeping] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const entryId = search.get('entry');
  const filterKey = writeFilters(new URLSearchParams(), readFilters(search)).toString();
  const { filters, params, opened } = useMemo(() => {
    // Relative periods are resolved once, when the filter is set, so that the list doesn't shift by itself.
    const now = new Date();
    const read = readFilters(new URLSearchParams(filterKey));
    return {
      filters: read,
      params: { ...toParams(read, now), page_limit: 100 },
      opened: now.toISOString(),
    };
  }, [filterKey]);

  // While filters apply, the previous rows stay, dimmed, so that nothing flickers.
  const query = useListAuditEntriesInfinite(orgId, params, {
    query: { ...paged, placeholderData: keepPreviousData },
  });
  const rows = useMemo(() => flatten(query.data), [query.data]);
  const live = useNewEntries(orgId, params, rows, opened);

  const setFilters = useCallback(
    (next: AuditFilters) => setSearch((before) => writeFilters(before, next), { replace: true }),
    [setSearch],
  );
  const close = () => setSearch((before) => withEntry(before, null), { preventScrollReset: true });
  const showNew = async () => {
    await live.show();
    list.current?.querySelector('[role="table"]')?.parentElement?.scrollTo({ top: 0 });
  };

  return (
    <Page
      title="Audit log"
      area="Settings"
      fill
      actions={
        <div className={classes.pageActions}>
          <Button variant="default" leftSection={<IconClockCog />} onClick={() => setKeeping(true)}>
            Retention
          </Button>
          <ExportAuditLog orgId={orgId} params={params} />
        </div>
      }
    >
      <AuditFilterBar orgId={orgId} filters={filters} rows={rows} onChange={setFilters} />
      <div className={classes.list} ref={list} data-stale={query.isPlaceholderData || undefined}>
        {live.label && (
          <Button
            className={classes.pill}
            size="xs"
            radius="xl"
            leftSection={<IconArrowUp />}
            onClick={showNew}
          >
            {live.label}
          </Button>
        )}
        <DataTable
          label="Audit log"
          columns={auditColumns}
          rows={rows}
          query={query}
          rowKey={rowKey}
          href={(entry) => `?${withEntry(search, entry.id)}`}
          activeKey={entryId}
          empty={
            countFilters(filters) > 0 ? (
              <EmptyState
                title="No entries match these filters"
                action={
                  <Button variant="default" onClick={() => setFilters(noFilters)}>
                    Clear filters
                  </Button>
                }
              />
            ) : (
              <EmptyState icon={<IconHistory />} title="Nothing recorded yet">
                Every change in this organisation appears here: who made it, what it was before and
                after, and where it came from.
              </EmptyState>
            )
          }
        />
      </div>
      <EntryDialog
        orgId={orgId}
        entryId={entryId}
        known={rows.find(({ id }) => id === entryId)}
        onClose={close}
      />
      <RetentionDialog orgId={orgId} opened={isKeeping} onClose={() => setKeeping(false)} />
    </Page>
  );
}

function withEntry(search: URLSearchParams, entryId: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (entryId === null) next.delete('entry');
  else next.set('entry', entryId);
  return next;
}
