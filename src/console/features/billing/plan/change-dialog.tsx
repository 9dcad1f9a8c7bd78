import { Stack, Text } from '@mantine/core';
import { mutate } from '#console/api/query/calls.ts';
import { failureOf } from '#console/api/query/query-failure.ts';
import { track } from '#console/modules/analytics/analytics.ts';
import { excessText, moneyText, planLabel, priceText } from '#console/modules/org/plan-words.ts';
import { formatDay } from '#console/ui/display/time.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { Loaded } from '#console/ui/feedback/loaded.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { formatMicros } from '#core/billing/money.ts';
import { changePlan, usePreviewPlanChange } from '#generated/api/billing/billing.ts';
import type {
  Billing,
  PlanChangePreview,
  PlanChoice,
  PlanInterval,
  PlanName,
} from '#generated/model/index.ts';
import { useBilledOrg, useShowBilling, useSubscription } from '../use-subscription.ts';
import classes from './plan.module.css';

type ChangeDialogProps = {
  billing: Billing;
  plan: PlanName;
  interval: PlanInterval;
  onClosed: () => void;
};

/** Previews a change of plan, with its cost and the limits that would be exceeded, and confirms it. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { billing, plan, interval, onClosed } = props;
  const { orgId } = useBilledOrg();
  const query = usePreviewPlanChange(
    orgId,
    { plan, ...(plan !== 'free' && { interval }) },
    // A preview is only correct when it is requested, so it isn't cached.
    { query: { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, meta: { silent: true } } },
  );
  const isCancellation = plan === 'free';
  const name = `${planLabel(plan)}, ${interval}`;
  return (
    <Modal
      onClosed={onClosed}
      title={isCancellation ? 'Cancel the subscription?' : `Change to ${name}?`}
    >
      {(done) => (
        <Loaded
          query={{ ...query, error: failureOf(query) }}
          skeleton={<FormSkeleton fields={2} />}
        >
          {(preview) => <Preview billing={billing} preview={preview} onDone={done} />}
        </Loaded>
      )}
    </Modal>
  );
}

type PreviewProps = { billing: Billing; preview: PlanChangePreview; onDone: () => void };

function Preview({ billing, preview, onDone }: PreviewProps) {
  const { cancel } = useSubscription();
  const show = useShowBilling();
  const { plan, interval, exceeds } = preview;
  const isCancellation = plan === 'free';

  const change = (body: PlanChoice) =>
    attempt(
      async () => {
        const headers = { 'If-Match': billing.etag };
        const changed = await mutate(changePlan, billing.org_id, body, headers);
        await show(changed);
        return changed;
      },
      {
        success: (changed) =>
          changed.pending_plan
            ? `The plan changes to ${planLabel(changed.pending_plan)} later`
            : `The plan is now ${planLabel(changed.plan)}`,
      },
    );
  const submit = async () => {
    const isDone =
      isCancellation || interval === null
        ? await cancel(billing.etag)
        : await change({
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
          <Excesses exceeds={exceeds} />
        </div>
      )}
      <DialogFooter cancel={isCancellation ? 'Keep subscription' : undefined}>
        <ActionButton color={isCancellation ? 'red' : 'ink'} onClick={submit}>
          {isCancellation
            ? 'Cancel subscription'
            : preview.due_today > 0
              ? `Pay ${moneyText(preview.due_today)} and change`
              : 'Change plan'}
        </ActionButton>
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

/** The limits of a plan that an organisation exceeds. */
export function Excesses({ exceeds }: Pick<PlanChangePreview, 'exceeds'>) {
  return (
    <ul>
      {exceeds.map((one) => (
        <li key={`${one.limit} ${one.name}`}>{excessText(one)}</li>
      ))}
    </ul>
  );
}
