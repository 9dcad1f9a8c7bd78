import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { mutate } from '#console/api/query/calls.ts';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { isOpen } from '#console/modules/transfer/transfer-state.ts';
import { FormSection } from '#console/ui/form/form.tsx';
import { TRANSFER_KEPT_DAYS } from '#core/limits.ts';
import { exportOrg } from '#generated/api/transfer/transfer.ts';
import type { Transfer } from '#generated/model/index.ts';
import classes from './transfer.module.css';
import { TransferItem } from './transfer-item.tsx';

interface ExportSectionProps {
  orgId: string;
  /** The export to show here; null for none. */
  current: Transfer | null;
  onStart: (transfer: Transfer) => void;
}

/** Starts an export of the organisation, and shows how far it is. */
export function ExportSection({ orgId, current, onStart }: ExportSectionProps) {
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
