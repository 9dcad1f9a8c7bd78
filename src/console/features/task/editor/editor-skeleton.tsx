import { Skeleton } from '@mantine/core';
import { paths } from '#console/modules/paths.ts';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { Page } from '#console/ui/page/page.tsx';
import classes from './editor-skeleton.module.css';

interface EditorSkeletonProps {
  /** Known when the task list has been loaded. */
  name: string | undefined;
  projectId: string;
}

/** The editor's layout while the task loads. */
export function EditorSkeleton({ name, projectId }: EditorSkeletonProps) {
  return (
    <Page
      title={name ?? 'Task'}
      area="Tasks"
      crumbs={[{ label: 'Tasks', to: paths.tasks(projectId) }]}
      heading={name === undefined ? <Skeleton height={16} width={160} /> : undefined}
      fill
    >
      <div className={classes.panes} aria-busy role="status" aria-label="Loading task">
        <div className={classes.left}>
          <Skeleton height={14} width={96} />
          <Skeleton height={104} />
          <Skeleton height={14} width={80} />
          <Skeleton height={146} />
        </div>
        <div className={classes.right}>
          <TextSkeleton lines={6} />
        </div>
      </div>
    </Page>
  );
}
