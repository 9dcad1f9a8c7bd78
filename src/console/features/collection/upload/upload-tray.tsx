import { ActionIcon, Anchor, Button, Group, Progress } from '@mantine/core';
import { useLatest } from '#console/ui/use-latest.ts';
import '@mantine/core/styles/Progress.css';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { usePollDelay } from '#console/api/query/poll.ts';
import { paths } from '#console/modules/paths.ts';
import { counted } from '#console/ui/display/counted.ts';
import { Link } from '#console/ui/navigation/link.tsx';
import {
  getGetCollectionQueryKey,
  getListDocumentsInfiniteQueryKey,
  useGetCollection,
  useListDocuments,
} from '#generated/api/collection/collection.ts';
import { isUnsettled } from '../use-collection.ts';
import { documentsOf, summaryOf, type UploadTarget } from './upload-queue.ts';
import { useUploadStore } from './upload-state.ts';
import { cancelUploads, clearUploads, retryUploads } from './upload-store.ts';
import classes from './upload-tray.module.css';

/** The number of failed documents that are looked at: the latest ones, as the uploads are. */
const FAILURES_READ = 100;

interface BatchIndexingProps {
  target: UploadTarget;
  /** The documents that were uploaded. */
  documentIds: ReadonlySet<string>;
}

/** The indexing progress of a collection that documents were uploaded to, and how many of them failed. */
function BatchIndexing({ target, documentIds }: BatchIndexingProps) {
  const { orgId, projectId, collectionId, collectionName } = target;
  const delay = usePollDelay();
  const { data } = useGetCollection(orgId, projectId, collectionId, {
    query: {
      meta: { silent: true },
      refetchInterval: ({ state }) => delay(state.data !== undefined && isUnsettled(state.data)),
    },
  });
  const left = data ? data.counts.waiting + data.counts.working : 0;
  const failures = useListDocuments(
    orgId,
    projectId,
    collectionId,
    { state: 'failed', sort: '-created_at', page_limit: FAILURES_READ },
    {
      query: {
        enabled: left === 0 && (data?.counts.failed ?? 0) > 0,
        staleTime: 0,
        meta: { silent: true },
      },
    },
  );
  if (!data) return null;
  const { counts, is_paused } = data;
  const listed = counts.failed > 0 ? (failures.data?.results ?? []) : [];
  const failed = listed.filter(({ id }) => documentIds.has(id)).length;
  // Until it is known whose failures they are, it says less.
  const isClean = counts.failed === 0 || (failures.isSuccess && failed === 0);
  const text =
    left === 0
      ? isClean
        ? 'all indexed'
        : 'indexed'
      : is_paused
        ? `${left.toLocaleString('en-GB')} wait until indexing is resumed`
        : `indexing, ${left.toLocaleString('en-GB')} left`;
  return (
    <p className={classes.text}>
      <Anchor
        inherit
        underline="always"
        component={Link}
        to={paths.collection(projectId, collectionId, 'documents')}
      >
        {collectionName}
      </Anchor>
      {': '}
      {text}
      {left === 0 && failed > 0 && `, ${failed.toLocaleString('en-GB')} failed`}
    </p>
  );
}

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

/** A rough remaining time: `about 3 min`, `less than a minute`. */
export function remainingText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 90) return `about ${minutes} min`;
  return `about ${Math.round(minutes / 60)} h`;
}
