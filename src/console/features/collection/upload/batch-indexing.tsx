import { Anchor } from '@mantine/core';
import { usePollDelay } from '#console/api/query/poll.ts';
import { paths } from '#console/modules/paths.ts';
import { Link } from '#console/ui/navigation/link.tsx';
import { useGetCollection, useListDocuments } from '#generated/api/collection/collection.ts';
import { isUnsettled } from '../use-collection.ts';
import type { UploadTarget } from './upload-queue.ts';
import classes from './upload-tray.module.css';

/** The number of failed documents that are looked at: the latest ones, as the uploads are. */
const FAILURES_READ = 100;

interface BatchIndexingProps {
  target: UploadTarget;
  /** The documents that were uploaded. */
  documentIds: ReadonlySet<string>;
}

/** The indexing progress of a collection that documents were uploaded to, and how many of them failed. */
export function BatchIndexing({ target, documentIds }: BatchIndexingProps) {
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
