import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { failureOf } from '#console/api/query/query-failure.ts';
import { isOpen } from '#console/modules/transfer/transfer-state.ts';
import { Page } from '#console/ui/page/page.tsx';
import type { Transfer } from '#generated/model/index.ts';
import { ExportSection } from './export-section.tsx';
import { ImportSection } from './import-section.tsx';
import { TransferList } from './transfer-list.tsx';
import { useTransfers } from './use-transfers.ts';

/** `/orgs/:orgId/settings/transfer`: the organisation as an archive, archives of others, and what was transferred. */
export function TransferPage() {
  const { orgId = '' } = useParams();
  return <Transfers key={orgId} orgId={orgId} />;
}

function Transfers({ orgId }: { orgId: string }) {
  const { query, rows } = useTransfers(orgId);
  /** Those that were started on this page stay in their section when they have ended. */
  const [started, setStarted] = useState<ReadonlySet<string>>(new Set());
  const onStart = ({ id }: Transfer) => setStarted((before) => new Set([...before, id]));
  const currentOf = (kind: Transfer['kind']) =>
    rows.find((one) => one.kind === kind && (isOpen(one) || started.has(one.id))) ?? null;
  const current = { export: currentOf('export'), import: currentOf('import') };
  const others = rows.filter(({ id }) => id !== current.export?.id && id !== current.import?.id);
  const section = { orgId, onStart };
  return (
    <Page title="Export and import" area="Settings">
      <Stack gap={40}>
        <ExportSection {...section} current={current.export} />
        <ImportSection {...section} current={current.import} />
        <TransferList
          orgId={orgId}
          query={query}
          rows={others}
          isElsewhere={others.length < rows.length}
          error={failureOf(query)}
        />
      </Stack>
    </Page>
  );
}
