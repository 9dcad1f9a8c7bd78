import { Stack, Switch, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { mutate } from '#console/api/query/calls.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { NumberField } from '#console/ui/form/number-field.tsx';
import { formatMicros, MICROS } from '#core/billing/money.ts';
import { replaceAutoTopUp } from '#generated/api/billing/billing.ts';
import { AutoTopUpUpdate } from '#generated/model/autoTopUpUpdate.zod.ts';
import type { AutoTopUp } from '#generated/model/index.ts';

interface AutoTopUpFormProps {
  orgId: string;
  auto: AutoTopUp;
  disabledReason: string | null;
}

/** Cards are charged in whole cents. */
const micros = (dollars: number) => Math.round(dollars * 100) * (MICROS / 100);

/** The settings of automatic top-up. */
export function AutoTopUpForm({ orgId, auto, disabledReason }: AutoTopUpFormProps) {
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
