import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { NumberField } from '#console/ui/form/number-field.tsx';
import { MICROS } from '#core/billing/money.ts';
import { useCreatePriceCorrection } from '#generated/api/billing/billing.ts';
import { PriceCorrectionCreate } from '#generated/model/priceCorrectionCreate.zod.ts';
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
  const form = useForm(
    contractForm(PriceCorrectionCreate, {
      initialValues: {
        input_price: input === null ? undefined : input / MICROS,
        output_price: output === null ? undefined : output / MICROS,
        from: toLocalField(since),
        to: '',
      },
      body: ({ input_price, output_price, from, to }) => ({
        model_id: modelId,
        from: toTime(from),
        ...(to !== '' && { to: toTime(to) }),
        input_price: Math.round((input_price ?? 0) * MICROS),
        output_price: Math.round((output_price ?? 0) * MICROS),
      }),
      validate: {
        input_price: (value) => value === undefined && 'Enter the correct price',
        output_price: (value) => value === undefined && 'Enter the correct price',
        from: (value) => value === '' && 'Enter when the wrong price began',
      },
    }),
  );
  const submit = async (data: PriceCorrectionCreate) => {
    await create.mutateAsync({ orgId, data });
    await onPrepared();
  };
  const price = (field: 'input_price' | 'output_price', label: string) => (
    <NumberField label={label} {...form.getInputProps(field)} min={0} max={100_000} step={0.01} />
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

/** The time of a `datetime-local` field as the contract writes it; empty while there is no valid one. */
const toTime = (local: string) =>
  Number.isNaN(Date.parse(local)) ? '' : new Date(local).toISOString();
