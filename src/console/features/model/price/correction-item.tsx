import { Progress } from '@mantine/core';
import { mutate } from '#console/api/query/calls.ts';
import { counted } from '#console/ui/display/counted.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { formatDateTime } from '#console/ui/display/time.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { formatMicros } from '#core/billing/money.ts';
import { correctedText } from '#core/billing/reprice.ts';
import {
  applyPriceCorrection,
  deletePriceCorrection,
  undoPriceCorrection,
} from '#generated/api/billing/billing.ts';
import type { PriceCorrection } from '#generated/model/index.ts';
import { balanceText, correctionTitle, periodText } from './price-text.ts';
import classes from './prices.module.css';
import { isWorking } from './use-corrections.ts';
import '@mantine/core/styles/Progress.css';

interface CorrectionItemProps {
  orgId: string;
  correction: PriceCorrection;
  isEmbedding: boolean;
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
export function CorrectionItem({
  orgId,
  correction,
  isEmbedding,
  isLast,
  onChanged,
}: CorrectionItemProps) {
  const { id, status, progress, runs, calls, organizations, is_charged, undone_by } = correction;
  const isEmpty = runs + calls === 0;
  const act = (operation: (orgId: string, correctionId: string) => Promise<unknown>) =>
    attempt(async () => {
      await mutate(operation, orgId, id);
      await onChanged();
    });
  const state = STATES[status];
  const isUndoable = status === 'succeeded' && correction.undoes === null && undone_by === null;
  const balances = balanceText(correction);
  return (
    <li className={classes.correction} aria-busy={isWorking(correction)}>
      <div className={classes.head}>
        <strong>{correctionTitle(correction, isEmbedding)}</strong>
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
      ) : isEmpty ? (
        <>
          <p>Nothing to correct in this period.</p>
          <Notes correction={correction} />
        </>
      ) : (
        <>
          <p className={classes.sum}>
            {correctedText(correction)}
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
        {status === 'ready' && !isEmpty && (
          <ActionButton size="compact-sm" onClick={() => act(applyPriceCorrection)}>
            Correct {correctedText(correction)}
          </ActionButton>
        )}
        {(status === 'ready' || status === 'failed') && (
          <ActionButton
            variant="default"
            size="compact-sm"
            onClick={() => act(deletePriceCorrection)}
          >
            Discard
          </ActionButton>
        )}
        {isUndoable && isLast && !isEmpty && (
          <ActionButton
            variant="default"
            size="compact-sm"
            onClick={() => act(undoPriceCorrection)}
          >
            Undo…
          </ActionButton>
        )}
      </div>
    </li>
  );
}

function Notes({ correction }: { correction: PriceCorrection }) {
  const { unpriced_runs, pending_runs, skipped_runs, unknown_calls } = correction;
  const notes = [
    unpriced_runs > 0 && `${unpriced_runs} of them had no price.`,
    pending_runs > 0 &&
      `${counted(pending_runs, 'run')} in progress: they keep the price they started with.`,
    skipped_runs > 0 && `${skipped_runs} left out: deleted or changed after the preview.`,
    unknown_calls > 0 &&
      `${counted(unknown_calls, 'earlier call')} left out: their tokens weren't recorded.`,
  ].filter(Boolean);
  return notes.length === 0 ? null : <p className={classes.facts}>{notes.join(' ')}</p>;
}
