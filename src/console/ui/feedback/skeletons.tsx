import { Skeleton, Stack } from '@mantine/core';
import classes from './skeletons.module.css';

const count = (n: number) => Array.from({ length: n }, (_, index) => index);

/** A skeleton of lines of text. */
export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <Stack gap="sm" aria-hidden>
      {count(lines).map((line) => (
        <Skeleton key={line} height={12} width={line === lines - 1 ? '60%' : '100%'} />
      ))}
    </Stack>
  );
}

/** A skeleton of a form: labels above fields. */
export function FormSkeleton({ fields = 3 }: { fields?: number }) {
  return (
    <Stack gap="md" maw="var(--tl-form-width)" role="status" aria-label="Loading">
      {count(fields).map((field) => (
        <Stack key={field} gap="sm">
          <Skeleton height={12} width={96} />
          <Skeleton height={32} />
        </Stack>
      ))}
      <Skeleton height={32} width={96} />
    </Stack>
  );
}

/** A skeleton of rows, at the height of real rows. */
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
