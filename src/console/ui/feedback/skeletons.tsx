import { Skeleton } from '@mantine/core';
import classes from './skeletons.module.css';

const count = (n: number) => Array.from({ length: n }, (_, index) => index);

/** Lines of text to come. */
export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className={classes.text} aria-hidden>
      {count(lines).map((line) => (
        <Skeleton key={line} height={12} width={line === lines - 1 ? '60%' : '100%'} />
      ))}
    </div>
  );
}

/** A form to come: labels above fields. */
export function FormSkeleton({ fields = 3 }: { fields?: number }) {
  return (
    <div className={classes.form} role="status" aria-label="Loading">
      {count(fields).map((field) => (
        <div key={field} className={classes.field}>
          <Skeleton height={12} width={96} />
          <Skeleton height={32} />
        </div>
      ))}
      <Skeleton height={32} width={96} />
    </div>
  );
}

/** Rows to come, of the height that rows have. */
export function TableSkeleton({ rows = 8, columns = 4 }: { rows?: number; columns?: number }) {
  return (
    <div role="status" aria-label="Loading">
      {count(rows).map((row) => (
        <div key={row} className={classes.row}>
          {count(columns).map((column) => (
            <Skeleton key={column} height={12} width={column === 0 ? '28%' : '12%'} />
          ))}
        </div>
      ))}
    </div>
  );
}
