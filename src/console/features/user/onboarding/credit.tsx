import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { formatExact, formatMicros } from '#core/billing/money.ts';
import { WELCOME_CREDIT } from '#core/limits.ts';
import { useGetBalance } from '#generated/api/billing/billing.ts';
import classes from './onboarding.module.css';

/**
 * The organisation's free credit, for people who can edit the organisation. Members who joined someone else's
 * organisation got none.
 * @returns null if there is none or it is unknown
 */
export function useCredit() {
  const { orgId } = useActiveProject();
  const isTheirs = usePermission({ level: 'organization', orgId }, 'edit');
  const { data } = useGetBalance(orgId, { query: { meta: { silent: true } } });
  if (!data || isTheirs.pending || !isTheirs.allowed) return null;
  const { balance, credit_due: due } = data;
  return balance > 0 || due > 0 ? { balance, due } : null;
}

/** One sentence about the credit. */
export function CreditLead() {
  const credit = useCredit();
  if (!credit) return null;
  if (credit.due > 0)
    return <>You get {formatMicros(credit.due)} in free credit once your email is verified.</>;
  const amount = formatMicros(credit.balance);
  // More than the free credit: some was bought.
  if (credit.balance > WELCOME_CREDIT) return <>You have {amount} of credit.</>;
  return <>{amount} of usage is on us.</>;
}

/**
 * The remaining credit, counting down while a run is in progress.
 * @param spent the run's cost so far that the balance doesn't include yet, in micro-dollars
 */
export function CreditMeter({ spent }: { spent: number }) {
  const credit = useCredit();
  if (!credit || credit.balance <= 0) return null;
  return (
    <span className={classes.credit}>
      Free credit <b className="tl-tabular">{formatExact(credit.balance - spent)}</b>
    </span>
  );
}
