import { Anchor } from '@mantine/core';
import { useRef } from 'react';
import { pollDelay } from '#console/api/query/poll.ts';
import { paths } from '#console/modules/paths.ts';
import { Link } from '#console/ui/navigation/link.tsx';
import { useGetCollection } from '#generated/api/collection/collection.ts';
import { isUnsettled } from '../use-collection.ts';
import type { UploadTarget } from './upload-queue.ts';
import classes from './upload-tray.module.css';

/** The indexing progress of uploaded documents in one collection. */
export function BatchIndexing({ target }: { target: UploadTarget }) {
  const { orgId, projectId, collectionId, collectionName } = target;
  const since = useRef<number | null>(null);
  const { data } = useGetCollection(orgId, projectId, collectionId, {
    query: {
      meta: { silent: true },
      refetchInterval: ({ state }) => {
        const now = Date.now();
        since.current = state.data && isUnsettled(state.data) ? (since.current ?? now) : null;
        return pollDelay(since.current, now);
      },
    },
  });
  if (!data) return null;
  const { counts, is_paused } = data;
  const left = counts.waiting + counts.working;
  const text =
    left === 0
      ? counts.failed === 0
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
      {counts.failed > 0 && `, ${counts.failed.toLocaleString('en-GB')} failed`}
    </p>
  );
}
