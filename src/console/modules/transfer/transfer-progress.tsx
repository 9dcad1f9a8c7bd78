import { Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import classes from './transfer-progress.module.css';

interface TransferProgressProps {
  /** What is going on, e.g. `Exporting`. */
  label: string;
  /** From 0 to 1; null while it is unknown. */
  share: number | null;
  /** More about it, e.g. `3 of 12`. */
  detail?: string | undefined;
  onCancel: () => void;
  isCancelling?: boolean;
}

/** How far a transfer is, with a button that cancels it. */
export function TransferProgress({
  label,
  share,
  detail,
  onCancel,
  isCancelling = false,
}: TransferProgressProps) {
  return (
    <div className={classes.progress}>
      <div className={classes.bar}>
        <p className={classes.text} role="status">
          {[label, detail].filter(Boolean).join(' · ')}
        </p>
        <Progress
          value={share === null ? 100 : share * 100}
          animated={share === null}
          size="sm"
          aria-label={label}
        />
      </div>
      <Button variant="default" size="xs" loading={isCancelling} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
