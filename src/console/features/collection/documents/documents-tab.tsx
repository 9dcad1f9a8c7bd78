import { IconFiles } from '@tabler/icons-react';
import { useMemo } from 'react';
import { flatten } from '#console/api/query/paging.ts';
import { paths } from '#console/modules/paths.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import type { CollectionTabProps } from '../collection-tabs.ts';
import { DOCUMENT_COLUMNS } from './document-columns.tsx';
import { useDocumentList } from './use-document-list.ts';

/** The documents of a collection. */
export function DocumentsTab({ collection }: CollectionTabProps) {
  const list = useDocumentList(collection);
  const rows = useMemo(() => flatten(list.query.data), [list.query.data]);
  return (
    <DataTable
      label="Documents"
      columns={DOCUMENT_COLUMNS}
      rows={rows}
      query={list.query}
      rowKey={(document) => document.id}
      href={(document) => paths.document(collection.project_id, collection.id, document.id)}
      sort={{ value: list.sort, onChange: list.setSort }}
      empty={<EmptyState icon={<IconFiles />} title="No documents yet" />}
    />
  );
}
