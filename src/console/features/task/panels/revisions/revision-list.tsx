import { Button, Skeleton } from '@mantine/core';
import { IconArrowBackUp, IconGitCommit } from '@tabler/icons-react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { QueryList } from '#console/ui/list/query-list.tsx';
import { useListTaskRevisionsInfinite } from '#generated/api/revision/revision.ts';
import type { Task } from '#generated/model/index.ts';
import { RevisionItem } from './revision-item.tsx';
import classes from './revision-list.module.css';
import type { useActivateRevision } from './use-activate-revision.tsx';
import type { Restore } from './use-restore.ts';

interface RevisionListProps {
  task: Task;
  onRestore: Restore;
  activation: ReturnType<typeof useActivateRevision>;
  /** The revision that was open before; focus returns to it. */
  last: number | null;
  onOpen: (number: number) => void;
}

/** A task's revisions, newest first. */
export function RevisionList({ task, last, onOpen, ...rest }: RevisionListProps) {
  const query = useListTaskRevisionsInfinite(
    task.org_id,
    task.project_id,
    task.id,
    { page_limit: 50 },
    { query: paged },
  );
  const revisions = flatten(query.data);

  return (
    <>
      {revisions.length > 0 && <Rollback task={task} activation={rest.activation} />}
      <QueryList
        query={query}
        skeleton={<TimelineSkeleton />}
        empty={
          <EmptyState icon={<IconGitCommit />} title="No revisions yet">
            A revision is a saved, permanent version of the draft. Set one active to use it for API
            calls.
          </EmptyState>
        }
        ordered
        label="Revisions"
        className="tl-list"
        items={revisions}
        itemKey={(revision) => revision.number}
        itemHeight={84}
        startAt={revisions.findIndex(({ number }) => number === last)}
        renderItem={(revision, place) => (
          <RevisionItem
            key={revision.number}
            place={place}
            task={task}
            revision={revision}
            wasOpen={revision.number === last}
            onOpen={() => onOpen(revision.number)}
            {...rest}
          />
        )}
      />
    </>
  );
}

/** Rolls back to the previously active revision with one click. */
function Rollback({ task, activation }: Pick<RevisionListProps, 'task' | 'activation'>) {
  const { previous_revision: previous, active_revision: active } = task;
  const address = { orgId: task.org_id, projectId: task.project_id, id: task.id };
  const edit = usePermission({ level: 'task', ...address }, 'edit');
  if (previous === null || previous === active) return null;
  return (
    <div className={classes.rollback}>
      <span className={classes.itemMeta}>
        Revision {active} active (previously {previous})
      </span>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowBackUp />}
        loading={activation.pending === previous}
        disabled={!edit.allowed}
        title={edit.reason ?? undefined}
        onClick={() => activation.rollBack(previous)}
      >
        Roll back to r{previous}
      </Button>
    </div>
  );
}

function TimelineSkeleton() {
  return (
    <div role="status" aria-label="Loading revisions">
      {[64, 48, 56].map((width) => (
        <div key={width} className={classes.itemSkeleton}>
          <Skeleton height={14} width={`${width}%`} />
          <Skeleton height={12} width="40%" />
          <Skeleton height={12} width="52%" />
        </div>
      ))}
    </div>
  );
}
