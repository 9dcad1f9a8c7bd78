import { IconHistory } from '@tabler/icons-react';
import { failureOf } from '#console/api/query/query-failure.ts';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import type { Column } from '#console/ui/table/data-table-types.ts';
import { formatMicros } from '#core/billing/money.ts';
import { useListEmbeddingModels } from '#generated/api/model/model.ts';
import type { EmbeddingModel } from '#generated/model/index.ts';
import classes from './models.module.css';

interface EmbeddingModelsProps {
  orgId: string;
  onCorrect: (model: EmbeddingModel) => void;
}

const columns: Column<EmbeddingModel>[] = [
  {
    header: 'Model',
    width: 'minmax(0, 2fr)',
    cell: ({ id }) => (
      <span className="tl-truncate" title={id}>
        {id}
      </span>
    ),
  },
  {
    header: 'Input, per 1M',
    width: '104px',
    align: 'right',
    cell: ({ price }) => (price === null ? 'Unknown' : formatMicros(price)),
  },
];

/** The embedding models of this server, for those who correct their prices; nothing if there are none. */
export function EmbeddingModels({ orgId, onCorrect }: EmbeddingModelsProps) {
  const query = useListEmbeddingModels(orgId);
  const rows = query.data?.results ?? [];
  if (rows.length === 0 && !failureOf(query)) return null;
  return (
    <section className={classes.section} aria-label="Embedding models">
      <SectionTitle note={rows.length}>Embedding models</SectionTitle>
      <DataTable
        label="Embedding models"
        columns={columns}
        rows={rows}
        query={{ isPending: query.isPending, error: query.error, refetch: query.refetch }}
        menu={(model) => [
          { label: 'Correct a price', icon: <IconHistory />, onClick: () => onCorrect(model) },
        ]}
        empty={null}
      />
    </section>
  );
}
