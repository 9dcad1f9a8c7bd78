import { Button, Stack, Text } from '@mantine/core';
import { failureOf } from '#console/api/query/query-failure.ts';
import { track } from '#console/modules/analytics/analytics.ts';
import { excessText, moneyText, planLabel, priceText } from '#console/modules/org/plan-words.ts';
import { formatDay } from '#console/ui/display/time.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { formatMicros } from '#core/billing/money.ts';
import { useChangePlan, usePreviewPlanChange } from '#generated/api/billing/billing.ts';
import type { Billing, PlanChangePreview, PlanInterval, PlanName } from '#generated/model/index.ts';
import { useBilledOrg, useShowBilling, useSubscription } from '../use-subscription.ts';
import classes from './plan.module.css';

type ChangeDialogProps = {
  billing: Billing;
  plan: PlanName;
  interval: PlanInterval;
  opened: boolean;
  onClose: () => void;
  onClosed: () => void;
};

/** Previews a change of plan, with its cost and the limits that would be exceeded, and confirms it. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { billing, plan, interval, opened, onClose, onClosed } = props;
  const { orgId } = useBilledOrg();
  const query = usePreviewPlanChange(
    orgId,
    { plan, ...(plan !== 'free' && { interval }) },
    // A preview is only correct when it is requested, so it isn't cached.
    { query: { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, meta: { silent: true } } },
  );
  const error = failureOf(query);
  const isCancellation = plan === 'free';
  const name = `${planLabel(plan)}, ${interval}`;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onClosed={onClosed}
      title={isCancellation ? 'Cancel the subscription?' : `Change to ${name}?`}
    >
      {query.data ? (
        <Preview billing={billing} preview={query.data} onDone={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={query.refetch} />
      ) : (
        <FormSkeleton fields={2} />
      )}
    </Modal>
  );
}

type PreviewProps = { billing: Billing; preview: PlanChangePreview; onDone: () => void };

function Preview({ billing, preview, onDone }: PreviewProps) {
  const { cancel, isChanging } = useSubscription();
  const change = useChange();
  const { plan, interval, exceeds } = preview;
  const isCancellation = plan === 'free';

  const submit = async () => {
    const isDone =
      isCancellation || interval === null
        ? await cancel(billing.etag)
        : await change.send(billing.etag, {
            plan,
            interval,
            ...(preview.prorated_at && { prorated_at: preview.prorated_at }),
          });
    if (!isDone) return;
    track('Plan changed', { plan, interval, starts: preview.takes_effect });
    onDone();
  };
  return (
    <Stack gap="md">
      <Text>{effectText(preview)}</Text>
      {preview.lines.length > 0 && <Lines preview={preview} />}
      {exceeds.length > 0 && (
        <div className={classes.notice}>
          <p>
            Your organisation exceeds the limits of {planLabel(plan)}. Nothing is deleted, but you
            can&apos;t add more until you&apos;re below them:
          </p>
          <ul>
            {exceeds.map((one) => (
              <li key={`${one.limit} ${one.name}`}>{excessText(one)}</li>
            ))}
          </ul>
        </div>
      )}
      <DialogFooter cancel={isCancellation ? 'Keep subscription' : undefined}>
        <Button
          color={isCancellation ? 'red' : 'ink'}
          loading={isChanging || change.isPending}
          onClick={submit}
        >
          {isCancellation
            ? 'Cancel subscription'
            : preview.due_today > 0
              ? `Pay ${moneyText(preview.due_today)} and change`
              : 'Change plan'}
        </Button>
      </DialogFooter>
    </Stack>
  );
}

function Lines({ preview: { lines, due_today } }: { preview: PlanChangePreview }) {
  return (
    <table className={classes.lines}>
      <tbody>
        {lines.map(({ text, amount }) => (
          <tr key={text}>
            <td>{text}</td>
            <td className="tl-tabular">{formatMicros(amount)}</td>
          </tr>
        ))}
        <tr>
          <td>{due_today < 0 ? 'Credited to future invoices' : 'Due today'}</td>
          <td className="tl-tabular">{formatMicros(Math.abs(due_today))}</td>
        </tr>
      </tbody>
    </table>
  );
}

function effectText(preview: PlanChangePreview): string {
  const { plan, interval, takes_effect, takes_effect_at, next_amount, next_date } = preview;
  if (plan === 'free')
    return `Nothing changes until ${formatDay(takes_effect_at)}. Then the Free plan's limits apply. You keep your remaining credit, and nothing is deleted.`;
  const price = next_amount !== null && interval ? priceText(next_amount, interval) : null;
  const next =
    price && next_date ? ` From ${formatDay(next_date)}, it costs ${price}, plus any tax.` : '';
  const today = preview.lines.length === 0 ? ' Nothing is due today.' : '';
  return takes_effect === 'now'
    ? `The new plan starts now.${today}${next}`
    : `The current plan continues until ${formatDay(takes_effect_at)}. Nothing is due today.${next}`;
}

function useChange() {
  const { orgId } = useBilledOrg();
  const show = useShowBilling();
  const change = useChangePlan();
  return {
    isPending: change.isPending,
    send: (etag: string, data: Parameters<typeof change.mutateAsync>[0]['data']) =>
      attempt(async () => {
        const headers = { 'If-Match': etag };
        const changed = await change.mutateAsync({ orgId, data, headers });
        await show(changed);
        toast.success(
          changed.pending_plan
            ? `The plan changes to ${planLabel(changed.pending_plan)} later`
            : `The plan is now ${planLabel(changed.plan)}`,
        );
      }),
  };
}
