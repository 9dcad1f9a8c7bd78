import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import type { Document } from '#generated/model/index.ts';
import classes from './documents.module.css';
import { percentOf, STEPS, type StepProgress, stepProgress } from './progress.ts';

type DocumentStatusProps = {
  document: Document;
  /** Retries a failed document. */
  onRetry?: (document: Document) => void;
};

/** A document's status: its steps while it is being indexed, its place in the queue, or why it failed. */
export function DocumentStatus({ document, onRetry }: DocumentStatusProps) {
  const { state, progress, error, warnings } = document;
  const steps = stepProgress(document);
  if (state === 'waiting') {
    const place = progress?.queue_position;
    const text = place ? `Number ${place.toLocaleString('en-GB')} in the queue` : 'Waiting';
    return (
      <Tooltip label={progress?.waiting_for}>
        <span className={classes.waiting}>
          {text}
          {progress?.waiting_for && ` · ${progress.waiting_for}`}
        </span>
      </Tooltip>
    );
  }
  if (steps) return <Steps steps={steps} />;
  if (state === 'failed') {
    const reason = error && `${error.message} ${error.detail}`;
    return (
      <span className={classes.failed}>
        <StatusBadge tone="danger" dot>
          Failed
        </StatusBadge>
        <Tooltip label={reason}>
          <span className={classes.reason}>{reason}</span>
        </Tooltip>
        {onRetry && (
          <button type="button" className={classes.retry} onClick={() => onRetry(document)}>
            Retry
          </button>
        )}
      </span>
    );
  }
  if (state === 'cancelled') return <StatusBadge tone="neutral">Cancelled</StatusBadge>;
  if (warnings.length > 0) {
    return (
      <Tooltip label={warnings.map(({ message }) => message).join(' ')}>
        <span>
          <StatusBadge tone="warning" dot>
            {warnings.length === 1 ? 'Ready, 1 warning' : `Ready, ${warnings.length} warnings`}
          </StatusBadge>
        </span>
      </Tooltip>
    );
  }
  return (
    <StatusBadge tone="success" dot>
      Ready
    </StatusBadge>
  );
}

/** A slim bar of the four steps until a document is ready. */
function Steps({ steps }: { steps: StepProgress }) {
  const percent = percentOf(steps);
  const label = STEPS[steps.step] ?? '';
  return (
    <span className={classes.progress}>
      <span
        className={classes.steps}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        {STEPS.slice(0, -1).map((step, index) => (
          <span
            key={step}
            className={classes.step}
            style={{ '--share': steps.shares[index] } as React.CSSProperties}
          />
        ))}
      </span>
      <span className={classes.stepText}>
        {label} · {percent}%
      </span>
    </span>
  );
}
