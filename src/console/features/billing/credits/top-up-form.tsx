import { Group } from '@mantine/core';
import { useState } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { RetryKey } from '#console/api/http/retry-key.ts';
import { mutate } from '#console/api/query/calls.ts';
import { track } from '#console/modules/analytics/analytics.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { NumberField } from '#console/ui/form/number-field.tsx';
import { MICROS } from '#core/billing/money.ts';
import { createTopUp } from '#generated/api/billing/billing.ts';
import type { TopUpCreate } from '#generated/model/index.ts';

interface TopUpFormProps {
  orgId: string;
  /** The negative balance as a positive amount, in micro-dollars; 0 if there is none. */
  owed: number;
  hasCard: boolean;
  disabledReason: string | null;
}

const LEAST = 5;
const MOST = 1000;
const USUAL = 20;

/** Buys credits on the checkout page, or with the organisation's saved card. */
export function TopUpForm({ orgId, owed, hasCard, disabledReason }: TopUpFormProps) {
  const [dollars, setDollars] = useState<number | undefined>(() =>
    Math.min(MOST, Math.ceil(owed / MICROS) + USUAL),
  );
  const [isPaying, setPaying] = useState(false);
  const [key] = useState(() => new RetryKey());
  const blocked =
    disabledReason ?? (dollars === undefined ? `Enter an amount from $${LEAST} to $${MOST}` : null);
  async function pay(data: TopUpCreate): Promise<string | null> {
    const headers = { 'Idempotency-Key': key.keyFor(data) };
    try {
      const { url } = await mutate(createTopUp, orgId, data, headers);
      key.forget();
      return url;
    } catch (error) {
      // No payment was made, for example because the card was declined. After other errors, it may have been.
      if (isApiError(error, 400, 402, 403, 404)) key.forget();
      throw error;
    }
  }
  const buy = async (method: 'page' | 'card') => {
    // Of both buttons: the server takes the other way to pay for another top-up.
    setPaying(true);
    await attempt(async () => {
      // Cards are charged in whole cents.
      const amount = Math.round((dollars ?? LEAST) * 100) * (MICROS / 100);
      const url = await pay({ amount, method });
      track('Top-up requested', { dollars: amount / MICROS, method });
      if (url !== null) {
        window.location.assign(url);
        return;
      }
      toast.success('Credits added');
    });
    setPaying(false);
  };
  const button = (method: 'page' | 'card', label: string) => (
    <ActionButton
      variant={method === 'page' ? 'filled' : 'default'}
      reason={blocked}
      loading={isPaying}
      onClick={() => buy(method)}
    >
      {label}
    </ActionButton>
  );
  return (
    <>
      <NumberField
        label="Amount (USD)"
        min={LEAST}
        max={MOST}
        step={0.01}
        value={dollars}
        readOnly={disabledReason !== null}
        onChange={setDollars}
      />
      <Group gap={8}>
        {button('page', 'Continue to checkout')}
        {hasCard && button('card', 'Pay with saved card')}
      </Group>
    </>
  );
}
