import { Button, Stack } from '@mantine/core';
import { IconTransfer } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import { mutate } from '#console/api/query/calls.ts';
import { flatten, paged } from '#console/api/query/paging.ts';
import { usePollDelay } from '#console/api/query/poll.ts';
import { failureOf } from '#console/api/query/query-failure.ts';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { isOpen } from '#console/modules/transfer/transfer-state.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { FormSection } from '#console/ui/form/form.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { TRANSFER_KEPT_DAYS } from '#core/limits.ts';
import { getListProjectsQueryKey } from '#generated/api/project/project.ts';
import { exportOrg, useListTransfersInfinite } from '#generated/api/transfer/transfer.ts';
import type { Transfer } from '#generated/model/index.ts';
import { ImportSection } from './import-section.tsx';
import classes from './transfer.module.css';
import { TransferItem } from './transfer-item.tsx';

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

interface TransferListProps {
  orgId: string;
  query: ReturnType<typeof useTransfers>['query'];
  /** Those that no section above shows. */
  rows: readonly Transfer[];
  /** Sections above show others. */
  isElsewhere: boolean;
  error: unknown;
}

/** The exports, imports and copies of the last days. */
function TransferList(props: TransferListProps) {
  const { orgId, query, rows, isElsewhere, error } = props;
  if (isElsewhere && rows.length === 0) return null;
  return (
    <FormSection
      title="Recent transfers"
      description={`Exports, imports and copies of projects of the last ${TRANSFER_KEPT_DAYS} days. Owners see everyone's.`}
    >
      {query.isPending && !error && <FormSkeleton fields={2} />}
      {Boolean(error) && !query.data && (
        <ErrorState error={error} onRetry={() => void query.refetch()} />
      )}
      {query.data && rows.length === 0 && (
        <EmptyState icon={<IconTransfer />} title="No transfers yet">
          Exports, imports and copies appear here.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul className={classes.list} aria-label="Recent transfers">
          {rows.map((transfer) => (
            <li key={transfer.id}>
              <TransferItem orgId={orgId} transfer={transfer} />
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div>
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </FormSection>
  );
}

/** The transfers of an organisation, refetched while one of them is in progress. */
function useTransfers(orgId: string) {
  const delay = usePollDelay();
  const query = useListTransfersInfinite(orgId, undefined, {
    query: {
      ...paged,
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        delay(flatten(data).some(isOpen), data?.pages.length),
    },
  });
  const rows = flatten(query.data);
  useNewProjects(orgId, rows);
  return { query, rows };
}

/** Refetches the lists of projects when an import or a copy has created some. */
function useNewProjects(orgId: string, rows: readonly Transfer[]): void {
  const client = useQueryClient();
  const before = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const arrived = rows.some(({ id, status }) => status === 'succeeded' && before.current.has(id));
    before.current = new Set(rows.filter(isOpen).map(({ id }) => id));
    if (arrived) void client.invalidateQueries({ queryKey: getListProjectsQueryKey(orgId) });
  });
}

interface ExportSectionProps {
  orgId: string;
  /** The export to show here; null for none. */
  current: Transfer | null;
  onStart: (transfer: Transfer) => void;
}

/** Starts an export of the organisation, and shows how far it is. */
function ExportSection({ orgId, current, onStart }: ExportSectionProps) {
  const start = useMutation({
    mutationFn: () => mutate(exportOrg, orgId, { 'Idempotency-Key': crypto.randomUUID() }),
    onSuccess: onStart,
  });
  const isBusy = start.isPending || (current !== null && isOpen(current));
  return (
    <FormSection
      title="Export"
      description={`Creates a ZIP archive of the whole organisation, to keep or to import elsewhere. You can download it for ${TRANSFER_KEPT_DAYS} days.`}
    >
      <Stack gap="md" align="stretch">
        <div className={classes.contents}>
          <div>
            <h3 className={classes.heading}>Included</h3>
            <ul>
              <li>Projects with their settings</li>
              <li>Tasks with revisions and datasets</li>
              <li>Collections with documents and original files</li>
              <li>Data sources, webhooks and templates</li>
              <li>Email addresses and roles of members</li>
            </ul>
          </div>
          <div>
            <h3 className={classes.heading}>Not included</h3>
            <ul>
              <li>API keys, OAuth clients and secrets: whoever has the archive could use them</li>
              <li>Runs and evaluation results: datasets are included, so you can evaluate again</li>
              <li>Chats: people can download their own</li>
              <li>Widgets: their addresses only exist here</li>
              <li>Model endpoints, billing and the audit log</li>
            </ul>
          </div>
        </div>
        {current && <TransferItem orgId={orgId} transfer={current} isBoxed />}
        <div>
          <Permitted on={{ level: 'organization', orgId }} name="remove_owner">
            <Button
              variant="default"
              loading={start.isPending}
              disabled={isBusy}
              onClick={() => start.mutate()}
            >
              Export organisation
            </Button>
          </Permitted>
        </div>
      </Stack>
    </FormSection>
  );
}
