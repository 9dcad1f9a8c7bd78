import { Skeleton } from '@mantine/core';
import { TableSkeleton } from '../../ui/feedback/skeletons.tsx';
import classes from './page-skeleton.module.css';

/** A skeleton of a page: its header row and some rows. */
export function PageSkeleton() {
  return (
    <div className={classes.page}>
      <div className={classes.header}>
        <Skeleton height={16} width={120} />
      </div>
      <div className={classes.body}>
        <TableSkeleton />
      </div>
    </div>
  );
}
