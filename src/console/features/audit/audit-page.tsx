import { Button } from '@mantine/core';
import { IconClockCog, IconHistory } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import { flatten, paged } from '#console/api/query/paging.ts';
import { ExportMenu } from '#console/modules/filter/export-menu.tsx';
import { NoRows } from '#console/modules/filter/filter-bar.tsx';
import { FilteredList, ListActions } from '#console/modules/filter/filtered-list.tsx';
import { useFilters } from '#console/modules/filter/use-filters.ts';
import { useOpenRow } from '#console/modules/filter/use-open-row.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { getListAuditEntriesUrl, useListAuditEntriesInfinite } from '#generated/api/audit/audit.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { auditFilters } from './audit-filters.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { RetentionDialog } from './retention-dialog.tsx';
import { useNewEntries } from './use-new-entries.ts';

/** `/orgs/:orgId/settings/audit-log`: every change in the organisation, newest first. */
export function AuditPage() {
  const { orgId = '' } = useParams();
  const [isKeeping, setKeeping] = useState(false);
  const filters = useFilters(auditFilters);
  const { params, opened } = filters;
  const entry = useOpenRow('entry');
  const query = useListAuditEntriesInfinite(orgId, params, {
    query: { ...paged, placeholderData: keepPreviousData },
  });
  const rows = useMemo(() => flatten(query.data), [query.data]);
  const fresh = useNewEntries(orgId, params, rows, opened);
  const { page_limit: _, ...exported } = params;

  return (
    <Page
      title="Audit log"
      area="Settings"
      fill
      actions={
        <ListActions>
          <Button variant="default" leftSection={<IconClockCog />} onClick={() => setKeeping(true)}>
            Retention
          </Button>
          <ExportMenu
            label="Export"
            name="audit-log"
            url={getListAuditEntriesUrl(orgId, exported)}
          />
        </ListActions>
      }
    >
      <AuditFilterBar orgId={orgId} filters={filters} rows={rows} />
      <FilteredList isStale={query.isPlaceholderData} fresh={fresh}>
        <DataTable
          label="Audit log"
          columns={auditColumns}
          rows={rows}
          query={query}
          href={entry.href}
          activeKey={entry.id}
          empty={
            <NoRows what="entries" filters={filters}>
              <EmptyState icon={<IconHistory />} title="Nothing recorded yet">
                Every change in this organisation appears here: who made it, what it was before and
                after, and where it came from.
              </EmptyState>
            </NoRows>
          }
        />
      </FilteredList>
      <EntryDialog
        orgId={orgId}
        entryId={entry.id}
        known={rows.find(({ id }) => id === entry.id)}
        onClose={() => entry.open(null)}
      />
      <RetentionDialog orgId={orgId} opened={isKeeping} onClose={() => setKeeping(false)} />
    </Page>
  );
}
