import { Skeleton } from '@mantine/core';
import classes from './list.module.css';

const six = [0, 1, 2, 3, 4, 5];

/** Placeholder cards while tasks load. */
export function CardSkeletons() {
  return (
    <div className={classes.skeletons}>
      {six.map((card) => (
        <Skeleton key={card} height={156} radius="md" />
      ))}
    </div>
  );
}
