import { formatMicros } from '#core/billing/money.ts';
import { useGetBalance } from '#generated/api/billing/billing.ts';

interface VerificationReasonProps {
  orgId: string;
  /** The text without free credit. */
  otherwise: string;
}

/** What verifying the email is good for. It loads later than the banner, with all that concerns billing. */
export function VerificationReason({ orgId, otherwise }: VerificationReasonProps) {
  const { data } = useGetBalance(orgId, { query: { meta: { silent: true } } });
  if (!data?.credit_due) return otherwise;
  return `to receive ${formatMicros(data.credit_due)} of free credit.`;
}
