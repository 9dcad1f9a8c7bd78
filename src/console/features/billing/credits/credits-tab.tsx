import { Stack, Switch, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useParams } from 'react-router-dom';
import { mutate } from '#console/api/query/calls.ts';
import { failureOf } from '#console/api/query/query-failure.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, FormSection, SubmitBar } from '#console/ui/form/form.tsx';
import { NumberField } from '#console/ui/form/number-field.tsx';
import { formatBalance, formatMicros, MICROS } from '#core/billing/money.ts';
import {
  replaceAutoTopUp,
  useGetAutoTopUp,
  useGetBalance,
  useGetBilling,
} from '#generated/api/billing/billing.ts';
import { AutoTopUpUpdate } from '#generated/model/autoTopUpUpdate.zod.ts';
import type { AutoTopUp } from '#generated/model/index.ts';
import { TopUpForm } from './top-up-form.tsx';

interface AutoTopUpFormProps {
  orgId: string;
  auto: AutoTopUp;
  disabledReason: string | null;
}

/** Cards are charged in whole cents. */
const micros = (dollars: number) => Math.round(dollars * 100) * (MICROS / 100);

/** The settings of automatic top-up. */
function AutoTopUpForm({ orgId, auto, disabledReason }: AutoTopUpFormProps) {
  const form = useForm(
    contractForm(AutoTopUpUpdate, {
      initialValues: {
        is_on: auto.is_on,
        threshold: auto.threshold / MICROS,
        amount: auto.amount / MICROS,
        monthly_cap: auto.monthly_cap / MICROS,
      },
      body: ({ is_on, threshold, amount, monthly_cap }) => ({
        is_on,
        threshold: micros(threshold),
        amount: micros(amount),
        monthly_cap: micros(monthly_cap),
      }),
    }),
  );
  const money = (
    name: 'threshold' | 'amount' | 'monthly_cap',
    label: string,
    [min, max]: readonly [number, number],
  ) => (
    <NumberField
      label={label}
      min={min}
      max={max}
      step={0.01}
      value={form.values[name]}
      onChange={(value) => form.setFieldValue(name, value ?? min)}
      error={form.errors[name]}
      readOnly={disabledReason !== null}
    />
  );
  return (
    <Form
      form={form}
      label="Automatic top-up"
      onSubmit={(body) => mutate(replaceAutoTopUp, orgId, body)}
      success={(_, { is_on }) => `Automatic top-up is ${is_on ? 'on' : 'off'}`}
    >
      <Stack gap="md">
        <Switch
          label="Buy credits automatically"
          description={
            auto.has_card ? undefined : 'Requires a saved card. Buying credits saves one.'
          }
          error={form.errors.is_on}
          disabled={disabledReason !== null}
          {...form.getInputProps('is_on', { type: 'checkbox' })}
        />
        {money('threshold', 'When the balance falls below (USD)', [0, 1000])}
        {money('amount', 'Top-up amount (USD)', [5, 1000])}
        {money('monthly_cap', 'Monthly cap (USD)', [5, 100_000])}
        <Text c="dimmed">{formatMicros(auto.bought)} bought automatically this month.</Text>
      </Stack>
      <SubmitBar label="Save" disabledReason={disabledReason} />
    </Form>
  );
}

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
