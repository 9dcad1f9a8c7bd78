import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '#console/api/http/fetch-file.ts';
import { mutate } from '#console/api/query/calls.ts';
import { paths } from '#console/modules/paths.ts';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { TransferProgress } from '#console/modules/transfer/transfer-progress.tsx';
import { isOpen, shareOf } from '#console/modules/transfer/transfer-state.ts';
import { formatBytes } from '#console/modules/upload/bytes.ts';
import { counted } from '#console/ui/display/counted.ts';
import { StatusBadge, type Tone } from '#console/ui/display/status-badge.tsx';
import { formatDateTime, RelativeTime } from '#console/ui/display/time.tsx';
import { saveFile } from '#console/ui/download.ts';
import { Link } from '#console/ui/navigation/link.tsx';
import { DAY_MS, TRANSFER_KEPT_DAYS } from '#core/limits.ts';
import { cancelTransfer, getGetTransferUrl } from '#generated/api/transfer/transfer.ts';
import type {
  Transfer,
  TransferKind,
  TransferNote,
  TransferStatus,
} from '#generated/model/index.ts';
import classes from './transfer.module.css';

const GROUPS: readonly { kind: TransferNote['kind']; title: string }[] = [
  { kind: 'done', title: 'Imported' },
  { kind: 'skipped', title: 'Skipped' },
  { kind: 'needed', title: 'Enter again' },
];

/** What a transfer created and left out, and what somebody has to enter again. */
function TransferReport({ transfer, isOpen }: { transfer: Transfer; isOpen: boolean }) {
  const { report, project_ids: created } = transfer;
  const [first] = created;
  const groups = GROUPS.map(({ kind, title }) => ({
    title,
    notes: report.filter((note) => note.kind === kind),
  })).filter(({ notes }) => notes.length > 0);
  return (
    <>
      {first !== undefined && (
        <p className={classes.note}>
          {counted(created.length, 'project')} created.{' '}
          <Anchor component={Link} to={paths.tasks(first)}>
            Open {created.length === 1 ? 'the project' : 'the first'}
          </Anchor>
        </p>
      )}
      {groups.length > 0 && (
        <details className={classes.report} open={isOpen}>
          <summary>Report</summary>
          {groups.map(({ title, notes }) => (
            <section key={title} aria-label={title}>
              <h3 className={classes.heading}>{title}</h3>
              <ul>
                {notes.map(({ text }) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </section>
          ))}
        </details>
      )}
    </>
  );
}

const KINDS: Record<TransferKind, { name: string; doing: string }> = {
  export: { name: 'Export', doing: 'Exporting' },
  import: { name: 'Import', doing: 'Importing' },
  copy: { name: 'Project copy', doing: 'Copying' },
};

const STATUSES: Record<TransferStatus, { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  running: { label: 'In progress', tone: 'accent' },
  succeeded: { label: 'Done', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
};

interface TransferItemProps {
  orgId: string;
  transfer: Transfer;
  /** In a box of its own, with the report open. */
  isBoxed?: boolean;
}

/** A transfer: its progress, or its result with what can be done with it. */
export function TransferItem({ orgId, transfer, isBoxed = false }: TransferItemProps) {
  const { id, kind, status, done, total, size, error, created_by, created_at, ended_at } = transfer;
  const { name, doing } = KINDS[kind];
  const cancel = useMutation({
    mutationFn: () => mutate(cancelTransfer, orgId, id, { 'Idempotency-Key': crypto.randomUUID() }),
  });
  const isReady = kind === 'export' && status === 'succeeded';
  return (
    <div className={classes.item} data-boxed={isBoxed || undefined}>
      <Group gap="sm" justify="space-between">
        <div>
          <Group gap="xs">
            <Text fw={500}>{name}</Text>
            <StatusBadge tone={STATUSES[status].tone}>{STATUSES[status].label}</StatusBadge>
          </Group>
          <Text size="sm" c="dimmed">
            <RelativeTime value={created_at} /> by {created_by.name}
            {size !== null && ` · ${formatBytes(size)}`}
            {isReady && ended_at && ` · Available until ${formatDateTime(expiryOf(ended_at))}`}
          </Text>
        </div>
        {isReady && <Download orgId={orgId} transfer={transfer} />}
      </Group>
      {isOpen(transfer) && (
        <TransferProgress
          label={status === 'waiting' ? 'Waiting to start' : doing}
          share={shareOf(transfer)}
          detail={total === 0 ? undefined : `${done} of ${total}`}
          isCancelling={cancel.isPending}
          onCancel={() => cancel.mutate()}
        />
      )}
      {error !== null && (
        <Text role="alert" className={classes.error}>
          {error}
        </Text>
      )}
      {status === 'succeeded' && kind !== 'export' && (
        <TransferReport transfer={transfer} isOpen={isBoxed} />
      )}
    </div>
  );
}

function expiryOf(endedAt: string): string {
  return new Date(Date.parse(endedAt) + TRANSFER_KEPT_DAYS * DAY_MS).toISOString();
}

function Download({ orgId, transfer }: { orgId: string; transfer: Transfer }) {
  const saving = useMutation({
    mutationFn: async () => {
      const day = transfer.created_at.slice(0, 10);
      const file = await fetchFile(`${getGetTransferUrl(orgId, transfer.id)}/file`);
      saveFile(`taskloom-organisation-${day}.zip`, file);
    },
  });
  return (
    <Permitted on={{ level: 'organization', orgId }} name="remove_owner">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload />}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      >
        Download
      </Button>
    </Permitted>
  );
}
