import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { failureOf } from '#console/api/query/query-failure.ts';
import { planLabel, planSentence } from '#console/modules/org/plan-words.ts';
import { paths } from '#console/modules/paths.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { Fact, Facts } from '#console/ui/display/facts.tsx';
import { InlineCode } from '#console/ui/display/inline-code.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { FormSection } from '#console/ui/form/form.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import { useGetBilling } from '#generated/api/billing/billing.ts';
import type { Billing } from '#generated/model/index.ts';
import { CardDialog } from '../card/card-dialog.tsx';
import { useBilledOrg, useSubscription } from '../use-subscription.ts';
import { Excesses } from './change-dialog.tsx';
import classes from './plan.module.css';
import { PlanCards } from './plan-cards.tsx';
import { TaxDialog } from './tax-dialog.tsx';

/** The organisation's plan, the other plans, and payment details. */
export function PlanTab() {
  const { orgId } = useBilledOrg();
  const query = useGetBilling(orgId);
  const error = failureOf(query);
  const { data: billing } = query;
  if (!billing)
    return error ? <ErrorState error={error} onRetry={query.refetch} /> : <FormSkeleton />;
  return (
    <Stack gap={32}>
      <State billing={billing} />
      {billing.missing.length === 0 && (
        <>
          <PlanCards billing={billing} />
          <PaymentSection billing={billing} />
        </>
      )}
    </Stack>
  );
}

function State({ billing }: { billing: Billing }) {
  const { orgId, scope } = useBilledOrg();
  const edit = usePermission(scope, 'edit');
  const { resume } = useSubscription();
  const { status, missing, provider_problem, exceeds, pending_plan, etag } = billing;
  return (
    <Stack gap="sm">
      <div className={classes.state}>
        <h2>{planSentence(billing)}</h2>
        {status === 'past_due' && (
          <Button component={Link} to={paths.billing(orgId, 'invoices')}>
            View unpaid invoice
          </Button>
        )}
        {pending_plan && (
          <ActionButton variant="default" reason={edit.reason} onClick={() => resume(etag)}>
            {pending_plan === 'free' ? 'Resume subscription' : 'Keep current plan'}
          </ActionButton>
        )}
      </div>
      {missing.length > 0 && (
        <div className={classes.notice} data-quiet role="status">
          <p>To enable plans, credits and invoices, its administrator has to set:</p>
          <ul>
            {missing.map((name) => (
              <li key={name}>
                <InlineCode text={`\`${name}\``} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {provider_problem !== null && (
        <p className={classes.notice} role="status">
          {provider_problem}
        </p>
      )}
      {exceeds.length > 0 && (
        <div className={classes.notice} role="status">
          <p>
            You&apos;re over the limits of the {planLabel(billing.limits_of)} plan. Nothing is
            deleted, but you can&apos;t add more:
          </p>
          <Excesses exceeds={exceeds} />
        </div>
      )}
      {billing.plan === 'free' && missing.length === 0 && (
        <Text c="dimmed">On every plan, runs are paid for from your balance.</Text>
      )}
    </Stack>
  );
}

/** The card and the tax ID, and the link to the billing portal. */
function PaymentSection({ billing }: { billing: Billing }) {
  const { scope } = useBilledOrg();
  const edit = usePermission(scope, 'edit');
  const { openPortal, isLeaving } = useSubscription();
  const [dialog, setDialog] = useState<'card' | 'tax' | null>(null);
  const close = () => setDialog(null);
  const { card, tax_id } = billing;
  return (
    <FormSection title="Payment">
      <Facts>
        <Fact label="Card" wide>
          {card
            ? `${brandOf(card.brand)} ending in ${card.last4}, expires ${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`
            : 'None'}
        </Fact>
        <Fact label="Tax ID">{tax_id?.value ?? 'None'}</Fact>
      </Facts>
      <Button.Group>
        <ActionButton variant="default" reason={edit.reason} onClick={() => setDialog('card')}>
          {card ? 'Change card' : 'Add card'}
        </ActionButton>
        <ActionButton variant="default" reason={edit.reason} onClick={() => setDialog('tax')}>
          {tax_id ? 'Change tax ID' : 'Add tax ID'}
        </ActionButton>
        <ActionButton
          variant="default"
          reason={edit.reason}
          loading={isLeaving}
          onClick={openPortal}
        >
          Billing portal
        </ActionButton>
      </Button.Group>
      {dialog === 'card' && <CardDialog onClose={close} />}
      {dialog === 'tax' && <TaxDialog taxId={tax_id} onClosed={close} />}
    </FormSection>
  );
}

function brandOf(brand: string): string {
  return `${brand[0]?.toUpperCase() ?? ''}${brand.slice(1)}`;
}
