import { Stack, Text } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { failureOf } from '#console/api/query/query-failure.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { FormSection } from '#console/ui/form/form.tsx';
import { formatBalance, formatMicros } from '#core/billing/money.ts';
import { useGetAutoTopUp, useGetBalance, useGetBilling } from '#generated/api/billing/billing.ts';
import { AutoTopUpForm } from './auto-top-up-form.tsx';
import { TopUpForm } from './top-up-form.tsx';

/** The balance, buying credits and automatic top-up. */
export function CreditsTab() {
  const { orgId = '' } = useParams();
  const balance = useGetBalance(orgId);
  const auto = useGetAutoTopUp(orgId);
  const edit = usePermission({ level: 'organization', orgId }, 'edit');
  const { data: billing } = useGetBilling(orgId, undefined, { query: { meta: { silent: true } } });
  const missing = billing?.missing ?? [];
  const disabledReason =
    edit.reason ??
    (missing.length > 0
      ? `Payments aren't set up on this server: ${missing.join(', ')} not set`
      : null);
  const error = failureOf(balance) ?? failureOf(auto);
  if (!balance.data || !auto.data)
    return error ? (
      <ErrorState error={error} onRetry={() => Promise.all([balance.refetch(), auto.refetch()])} />
    ) : (
      <FormSkeleton />
    );
  const { balance: left, reserved, note } = balance.data;
  return (
    <Stack gap={40}>
      <FormSection title="Balance">
        <div>
          <Text fw={600} size="lg" c={left <= 0 ? 'red' : undefined}>
            {formatBalance(left)}
          </Text>
          <Text c="dimmed">
            {missing.length > 0 && "Payments aren't set up on this server. "}
            {reserved > 0 && `${formatMicros(reserved)} of it is reserved by runs in progress. `}
            {left < 0 &&
              `You owe ${formatMicros(-left)} for credit that was refunded or disputed after you spent it, or for a run that cost more than was left. Runs are paused until you buy more than this in credits. `}
            {note}
          </Text>
        </div>
      </FormSection>
      <FormSection
        title="Buy credits"
        description="Credits are added once the payment is confirmed. Refunded and disputed credits are deducted."
      >
        <TopUpForm
          orgId={orgId}
          owed={Math.max(0, -left)}
          hasCard={auto.data.has_card}
          disabledReason={disabledReason}
        />
      </FormSection>
      <FormSection
        title="Automatic top-up"
        description="Charges your card when the balance falls below a threshold. If a payment is declined, automatic top-up is turned off and owners are notified."
      >
        {auto.data.failure && <Text c="red">Turned off: {auto.data.failure}</Text>}
        <AutoTopUpForm
          key={JSON.stringify(auto.data)}
          orgId={orgId}
          auto={auto.data}
          disabledReason={disabledReason}
        />
      </FormSection>
    </Stack>
  );
}
