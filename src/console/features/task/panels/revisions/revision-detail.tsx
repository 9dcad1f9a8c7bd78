import { ActionIcon, Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useRef } from 'react';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { DefinitionView } from '#console/modules/task/definition-view.tsx';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { Loaded } from '#console/ui/feedback/loaded.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { useTakeFocus } from '#console/ui/keyboard/use-return-focus.ts';
import { useGetTaskRevision } from '#generated/api/revision/revision.ts';
import type { Task } from '#generated/model/index.ts';
import classes from './revision-detail.module.css';
import revisionList from './revision-list.module.css';
import type { useActivateRevision } from './use-activate-revision.tsx';
import type { Restore } from './use-restore.ts';

interface RevisionDetailProps {
  task: Task;
  number: number;
  onRestore: Restore;
  activation: ReturnType<typeof useActivateRevision>;
  onBack: () => void;
  onCompare: () => void;
}

/** One saved revision, read-only. */
export function RevisionDetail(props: RevisionDetailProps) {
  const { task, number, onRestore, activation, onBack, onCompare } = props;
  const back = useRef<HTMLButtonElement>(null);
  useTakeFocus(back);
  const query = useGetTaskRevision(task.org_id, task.project_id, task.id, number);
  const address = { orgId: task.org_id, projectId: task.project_id, id: task.id };
  const edit = usePermission({ level: 'task', ...address }, 'edit');
  const revision = query.data;
  const active = task.active_revision === number;
  const forbidden = { disabled: !edit.allowed, title: edit.reason ?? undefined };

  return (
    <>
      <div className={classes.detailHead}>
        <ActionIcon ref={back} aria-label="Back to all revisions" onClick={onBack}>
          <IconArrowLeft />
        </ActionIcon>
        <h2 className={classes.detailTitle}>Revision {number}</h2>
        {active && <StatusBadge tone="accent">Active</StatusBadge>}
        <div className={classes.detailActions}>
          <Button size="xs" variant="subtle" onClick={onCompare} disabled={!revision}>
            Compare
          </Button>
          <Button
            size="xs"
            variant="default"
            {...forbidden}
            disabled={forbidden.disabled || !revision}
            onClick={() => revision && onRestore(revision.definition, number)}
          >
            Restore as draft
          </Button>
          {!active && (
            <Button
              size="xs"
              {...forbidden}
              loading={activation.pending === number}
              onClick={() => activation.activate(number)}
            >
              Set active
            </Button>
          )}
        </div>
      </div>
      <Loaded query={query} skeleton={<TextSkeleton lines={8} />}>
        {({ note, author, created_at, definition }) => (
          <>
            <p className={revisionList.itemMeta}>
              {note && <span className={revisionList.note}>{note}</span>}
              {author.name} · <RelativeTime value={created_at} />
            </p>
            <DefinitionView definition={definition} />
          </>
        )}
      </Loaded>
    </>
  );
}
