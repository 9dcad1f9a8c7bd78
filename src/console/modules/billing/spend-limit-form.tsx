import { Progress, Stack, Text } from '@mantine/core';
import { mutate } from '#console/api/query/calls.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { SpendLimitUpdate } from '#generated/model/spendLimitUpdate.zod.ts';
import '@mantine/core/styles/Progress.css';
import { useForm } from '@mantine/form';
import { failureOf } from '#console/api/query/query-failure.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { NumberField } from '#console/ui/form/number-field.tsx';
import { formatMicros, MICROS } from '#core/billing/money.ts';
import { dayInWords } from '#core/billing/month.ts';
import { SPEND_LIMIT_MAX } from '#core/limits.ts';
import {
  replaceApiKeySpendLimit,
  replaceProjectSpendLimit,
  useGetApiKeySpendLimit,
  useGetProjectSpendLimit,
} from '#generated/api/billing/billing.ts';
import type { SpendLimit } from '#generated/model/index.ts';
import classes from './spend-limit-form.module.css';

export interface SpendLimitPlace {
  orgId: string;
  projectId: string;
  /** The API key; absent for the limit of the project itself. */
  apiKeyId?: string | undefined;
}

interface SpendLimitFormProps extends SpendLimitPlace {
  disabledReason: string | null;
  onSaved?: () => void;
}

/** The form for the monthly spend limit of a project or an API key, with the amount spent. */
export function SpendLimitForm({ orgId, projectId, apiKeyId, ...rest }: SpendLimitFormProps) {
  const isKey = apiKeyId !== undefined;
  const ofProject = useGetProjectSpendLimit(orgId, projectId, { query: { enabled: !isKey } });
  const ofKey = useGetApiKeySpendLimit(orgId, projectId, apiKeyId ?? '', {
    query: { enabled: isKey },
  });
  const query = isKey ? ofKey : ofProject;
  const error = failureOf(query);
  if (!query.data)
    return error ? <ErrorState error={error} onRetry={query.refetch} /> : <FormSkeleton />;
  const place = { orgId, projectId, apiKeyId };
  return <LimitForm key={query.data.amount} limit={query.data} place={place} {...rest} />;
}

interface LimitFormProps extends Pick<SpendLimitFormProps, 'disabledReason' | 'onSaved'> {
  limit: SpendLimit;
  place: SpendLimitPlace;
}

function LimitForm({ limit, place, disabledReason, onSaved }: LimitFormProps) {
  const { orgId, projectId, apiKeyId } = place;
  const form = useForm(
    contractForm(SpendLimitUpdate, {
      initialValues: { amount: limit.amount === null ? undefined : limit.amount / MICROS },
      body: ({ amount }) => ({ amount: amount === undefined ? null : Math.round(amount * MICROS) }),
    }),
  );
  return (
    <Form
      form={form}
      label="Spend limit"
      onSaved={onSaved}
      onSubmit={async (data) => {
        if (apiKeyId === undefined) await mutate(replaceProjectSpendLimit, orgId, projectId, data);
        else await mutate(replaceApiKeySpendLimit, orgId, projectId, apiKeyId, data);
        toast.success(data.amount === null ? 'Spend limit removed' : 'Spend limit saved');
      }}
    >
      <Stack gap="md">
        <NumberField
          label="Monthly spend limit (USD)"
          description="Resets on the first of each month (UTC). Runs that would exceed it are refused. Leave empty for no limit."
          {...form.getInputProps('amount')}
          min={0}
          max={SPEND_LIMIT_MAX / MICROS}
          step={0.01}
          readOnly={disabledReason !== null}
        />
        <SpentThisMonth limit={limit} />
      </Stack>
      <SubmitBar label="Save limit" disabledReason={disabledReason} />
    </Form>
  );
}

/** How much of a limit is used. `short` fits in a table row. */
export function SpentThisMonth({ limit, short = false }: { limit: SpendLimit; short?: boolean }) {
  const { amount, spent, reserved, resets_at } = limit;
  const used = spent + reserved;
  const isUsedUp = amount !== null && used >= amount;
  return (
    <div className={short ? classes.short : undefined}>
      <Text size="sm" c={isUsedUp ? 'red' : 'dimmed'}>
        {amount === null
          ? `${formatMicros(spent)} spent this month`
          : `${formatMicros(spent)} of ${formatMicros(amount)}${short ? '' : ' spent this month'}`}
        {!short && reserved > 0 && `, ${formatMicros(reserved)} reserved by runs in progress`}
        {!short && amount !== null && `. Resets on ${dayInWords(new Date(resets_at))}.`}
      </Text>
      {amount !== null && (
        <Progress
          mt={short ? undefined : 8}
          size="sm"
          aria-label="Share of the limit spent"
          color={isUsedUp ? 'red' : undefined}
          value={amount === 0 ? 100 : Math.min(100, (used / amount) * 100)}
        />
      )}
    </div>
  );
}
