import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { NumberField } from '#console/ui/form/number-field.tsx';
import { MICROS } from '#core/billing/money.ts';
import { useCreatePriceCorrection } from '#generated/api/billing/billing.ts';
import { toLocalField } from './price-text.ts';
import classes from './prices.module.css';

interface CorrectFormProps {
  orgId: string;
  modelId: string;
  /** The prices to begin with. */
  input: number | null;
  output: number | null;
  /** Whether there is only a price of input. */
  isEmbedding: boolean;
  /** Since when runs may have a wrong cost. */
  since: string;
  onPrepared: () => Promise<unknown>;
}

/** The correct prices and their period. Submitting prepares a preview. */
export function CorrectForm({
  orgId,
  modelId,
  input,
  output,
  isEmbedding,
  since,
  onPrepared,
}: CorrectFormProps) {
  const create = useCreatePriceCorrection({ mutation: { meta: { fields: true } } });
  const form = useForm({
    initialValues: {
      input_price: input === null ? undefined : input / MICROS,
      output_price: output === null ? undefined : output / MICROS,
      from: toLocalField(since),
      to: '',
    },
    validate: {
      input_price: (value) => (value === undefined ? 'Enter the correct price' : null),
      output_price: (value) => (value === undefined ? 'Enter the correct price' : null),
      from: (value) => (value === '' ? 'Enter when the wrong price began' : null),
    },
  });
  const submit = async ({ input_price, output_price, from, to }: typeof form.values) => {
    await create.mutateAsync({
      orgId,
      data: {
        model_id: modelId,
        from: new Date(from).toISOString(),
        ...(to !== '' && { to: new Date(to).toISOString() }),
        input_price: Math.round((input_price ?? 0) * MICROS),
        output_price: Math.round((output_price ?? 0) * MICROS),
      },
    });
    await onPrepared();
  };
  const price = (field: 'input_price' | 'output_price', label: string) => (
    <NumberField
      label={label}
      min={0}
      max={100_000}
      step={0.01}
      value={form.values[field]}
      onChange={(value) => form.setFieldValue(field, value)}
      error={form.errors[field]}
    />
  );
  return (
    <Form
      form={form}
      label={isEmbedding ? 'Correct past calls' : 'Correct past runs'}
      guard={false}
      onSubmit={submit}
    >
      <Stack gap="md">
        <div className={classes.pair}>
          {price('input_price', 'Correct input price, per 1M tokens')}
          {!isEmbedding && price('output_price', 'Correct output price, per 1M tokens')}
          <TextInput
            type="datetime-local"
            label={isEmbedding ? 'Calls since' : 'Runs started since'}
            {...form.getInputProps('from')}
          />
          <TextInput
            type="datetime-local"
            label="Until"
            description="Now, if empty"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('to')}
          />
        </div>
      </Stack>
      <SubmitBar label="Preview" always />
    </Form>
  );
}
