import { useMembership } from '#console/modules/permission/use-membership.ts';
import { formatMicros } from '#core/billing/money.ts';
import { useGetBalance } from '#generated/api/billing/billing.ts';

interface VerificationReasonProps {
  orgId: string;
  /** The text without free credit. */
  otherwise: string;
}

/** The reason to verify the email. Loaded after the banner, together with the billing code. */
export function VerificationReason({ orgId, otherwise }: VerificationReasonProps) {
  const { isGuest, pending } = useMembership(orgId);
  const { data } = useGetBalance(orgId, {
    query: { enabled: !isGuest && !pending, meta: { silent: true } },
  });
  if (!data?.credit_due) return otherwise;
  return `to receive ${formatMicros(data.credit_due)} of free credit.`;
}
