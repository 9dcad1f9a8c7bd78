import { Button } from '@mantine/core';
import { IconTransfer } from '@tabler/icons-react';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { FormSection } from '#console/ui/form/form.tsx';
import { TRANSFER_KEPT_DAYS } from '#core/limits.ts';
import type { Transfer } from '#generated/model/index.ts';
import classes from './transfer.module.css';
import { TransferItem } from './transfer-item.tsx';
import type { useTransfers } from './use-transfers.ts';

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
export function TransferList(props: TransferListProps) {
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
