import { Button, Progress } from '@mantine/core';
import { counted } from '#console/ui/display/counted.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { formatDateTime } from '#console/ui/display/time.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { formatMicros } from '#core/billing/money.ts';
import {
  useApplyPriceCorrection,
  useDeletePriceCorrection,
  useUndoPriceCorrection,
} from '#generated/api/billing/billing.ts';
import type { PriceCorrection } from '#generated/model/index.ts';
import { balanceText, correctionTitle, periodText } from './price-text.ts';
import classes from './prices.module.css';
import { isWorking } from './use-corrections.ts';
import '@mantine/core/styles/Progress.css';

interface CorrectionItemProps {
  orgId: string;
  correction: PriceCorrection;
  /** Whether it can be undone: only the last one can. */
  isLast: boolean;
  onChanged: () => Promise<unknown>;
}

const STATES = {
  calculating: { tone: 'neutral', label: 'Calculating' },
  ready: { tone: 'warning', label: 'Preview' },
  applying: { tone: 'neutral', label: 'Applying' },
  succeeded: { tone: 'success', label: 'Applied' },
  failed: { tone: 'danger', label: 'Failed' },
} as const;

/** A correction of past runs: its preview, its progress, or its result. */
export function CorrectionItem({ orgId, correction, isLast, onChanged }: CorrectionItemProps) {
  const { id, status, progress, runs, organizations, is_charged, undone_by } = correction;
  const apply = useApplyPriceCorrection();
  const discard = useDeletePriceCorrection();
  const undo = useUndoPriceCorrection();
  const key = { orgId, correctionId: id };
  const act = (action: () => Promise<unknown>) =>
    void attempt(async () => {
      await action();
      await onChanged();
    });
  const state = STATES[status];
  const isUndoable = status === 'succeeded' && correction.undoes === null && undone_by === null;
  const balances = balanceText(correction);
  return (
    <li className={classes.correction} aria-busy={isWorking(correction)}>
      <div className={classes.head}>
        <strong>{correctionTitle(correction)}</strong>
        <StatusBadge tone={undone_by === null ? state.tone : 'neutral'}>
          {undone_by === null ? state.label : 'Undone'}
        </StatusBadge>
      </div>
      <p className={classes.facts}>{periodText(correction)}</p>
      {isWorking(correction) ? (
        <Progress
          value={progress}
          size="sm"
          aria-label={status === 'applying' ? 'Correcting runs' : 'Calculating the preview'}
        />
      ) : status === 'failed' ? (
        <p className={classes.facts}>
          It couldn't be calculated, and nothing has changed. Try again.
        </p>
      ) : runs === 0 ? (
        <p>No runs to correct in this period.</p>
      ) : (
        <>
          <p className={classes.sum}>
            {counted(runs, 'run')}
            {is_charged && ` of ${counted(organizations, 'organisation')}`}:{' '}
            {formatMicros(correction.cost_before)} → {formatMicros(correction.cost_after)}
          </p>
          {balances !== null && <p>{balances}</p>}
          <Notes correction={correction} />
        </>
      )}
      {status === 'succeeded' && correction.ended_at !== null && (
        <p className={classes.facts}>
          {formatDateTime(correction.ended_at)}, {correction.created_by.name}
        </p>
      )}
      <div className={classes.actions}>
        {status === 'ready' && runs > 0 && (
          <Button
            size="compact-sm"
            loading={apply.isPending}
            onClick={() => act(() => apply.mutateAsync(key))}
          >
            Correct {counted(runs, 'run')}
          </Button>
        )}
        {(status === 'ready' || status === 'failed') && (
          <Button
            variant="default"
            size="compact-sm"
            loading={discard.isPending}
            onClick={() => act(() => discard.mutateAsync(key))}
          >
            Discard
          </Button>
        )}
        {isUndoable && isLast && runs > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            loading={undo.isPending}
            onClick={() => act(() => undo.mutateAsync(key))}
          >
            Undo…
          </Button>
        )}
      </div>
    </li>
  );
}

function Notes({ correction }: { correction: PriceCorrection }) {
  const { unpriced_runs, pending_runs, skipped_runs } = correction;
  const notes = [
    unpriced_runs > 0 && `${counted(unpriced_runs, 'run')} had no price.`,
    pending_runs > 0 &&
      `${counted(pending_runs, 'run')} in progress: they keep the price they started with.`,
    skipped_runs > 0 &&
      `${counted(skipped_runs, 'run')} left out: deleted or changed after the preview.`,
  ].filter(Boolean);
  return notes.length === 0 ? null : <p className={classes.facts}>{notes.join(' ')}</p>;
}
