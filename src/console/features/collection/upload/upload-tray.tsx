import { ActionIcon, Button, Group, Progress } from '@mantine/core';
import { useLatest } from '#console/ui/use-latest.ts';
import '@mantine/core/styles/Progress.css';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { counted } from '#console/ui/display/counted.ts';
import {
  getGetCollectionQueryKey,
  getListDocumentsInfiniteQueryKey,
} from '#generated/api/collection/collection.ts';
import { BatchIndexing } from './batch-indexing.tsx';
import { remainingText } from './remaining-text.ts';
import { documentsOf, summaryOf, type UploadTarget } from './upload-queue.ts';
import { useUploadStore } from './upload-state.ts';
import { cancelUploads, clearUploads, retryUploads } from './upload-store.ts';
import classes from './upload-tray.module.css';

/** The delay (ms) before lists are refetched after an upload. Uploads that finish meanwhile share the refetch. */
const REFRESH_MS = 500;

/** A summary of this tab's uploads, shown on every page. */
export function UploadTray() {
  const queue = useUploadStore();
  const [isFolded, setFolded] = useState(false);
  const summary = summaryOf(queue, Date.now());
  const targets = targetsOf(queue.items.map(({ target }) => target));
  useRefresh(targets, summary.done);
  if (summary.total === 0) return null;

  const { total, done, failed, open, isOffline, share, remainingMs } = summary;
  const isOver = open === 0;
  const failures = queue.items.filter(({ state }) => state === 'failed');
  const title = isOver
    ? `${counted(done, 'file')} uploaded`
    : `Uploading ${counted(total, 'file')}`;
  const facts = [
    !isOver && `${done.toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')}`,
    failed > 0 && `${failed.toLocaleString('en-GB')} failed`,
    isOffline && 'Waiting for the connection…',
    !isOffline && remainingMs !== null && remainingText(remainingMs),
  ].filter(Boolean);

  return (
    <aside className={classes.tray} aria-label="Uploads">
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <ActionIcon
          aria-label={isFolded ? 'Show details' : 'Hide details'}
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
        >
          {isFolded ? <IconChevronUp /> : <IconChevronDown />}
        </ActionIcon>
        {isOver && (
          <ActionIcon aria-label="Close" onClick={clearUploads}>
            <IconX />
          </ActionIcon>
        )}
      </div>
      {!isOver && (
        <Progress
          value={share * 100}
          size="sm"
          aria-label={`Uploading ${counted(total, 'file')}`}
          color={isOffline ? 'yellow' : 'iris'}
        />
      )}
      {facts.length > 0 && (
        <p className={classes.text} role="status">
          {facts.join(' · ')}
        </p>
      )}
      {isOver &&
        targets.map((target) => (
          <BatchIndexing
            key={target.collectionId}
            target={target}
            documentIds={documentsOf(queue.items, target)}
          />
        ))}
      {!isFolded && failures.length > 0 && (
        <ul className={classes.failures} aria-label="Failed uploads">
          {failures.map(({ id, name, error }) => (
            <li key={id}>
              {name}
              <span>{error}</span>
            </li>
          ))}
        </ul>
      )}
      {!isFolded && (failures.length > 0 || !isOver) && (
        <Group gap="xs">
          {failures.length > 0 && (
            <Button size="xs" variant="default" onClick={retryUploads}>
              Retry failed
            </Button>
          )}
          {!isOver && (
            <Button size="xs" variant="subtle" onClick={cancelUploads}>
              Cancel
            </Button>
          )}
        </Group>
      )}
    </aside>
  );
}

/** Refetches the queries of the collections as files arrive, but not once per file. */
function useRefresh(targets: readonly UploadTarget[], done: number): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useLatest(targets);
  useEffect(() => {
    if (done === 0 || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      for (const { orgId, projectId, collectionId } of latest.current) {
        const list = getListDocumentsInfiniteQueryKey(orgId, projectId, collectionId);
        const one = getGetCollectionQueryKey(orgId, projectId, collectionId);
        void client.invalidateQueries({ queryKey: list });
        void client.invalidateQueries({ queryKey: one });
      }
    }, REFRESH_MS);
  }, [client, done]);
}

function targetsOf(targets: readonly UploadTarget[]): UploadTarget[] {
  return [...new Map(targets.map((target) => [target.collectionId, target])).values()];
}
