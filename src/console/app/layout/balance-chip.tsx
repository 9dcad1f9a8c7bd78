import { formatBalance, formatMicros } from '#core/billing/money.ts';
import { LOW_BALANCE } from '#core/limits.ts';
import { useGetBalance } from '#generated/api/billing/billing.ts';
import type { Balance } from '#generated/model/index.ts';
import { paths } from '../../modules/paths.ts';
import { useMembership } from '../../modules/permission/use-membership.ts';
import { Tooltip } from '../../ui/display/tooltip.tsx';
import { Link } from '../../ui/navigation/link.tsx';
import classes from './balance-chip.module.css';

/** The remaining balance: amber under one dollar, red at zero. Links to the billing page. Guests don't see it. */
export function BalanceChip({ orgId, collapsed }: { orgId: string; collapsed: boolean }) {
  const { isGuest, pending } = useMembership(orgId);
  const { data } = useGetBalance(orgId, {
    query: { enabled: !isGuest && !pending, meta: { silent: true } },
  });
  const level = data ? levelOf(data.balance) : 'ok';
  const amount = data ? formatBalance(data.balance) : '';
  if (isGuest) return null;
  return (
    <Tooltip label={data && describe(data)} position="right" disabled={!data}>
      <Link
        to={paths.billing(orgId)}
        className={classes.chip}
        data-level={level}
        data-collapsed={collapsed || undefined}
        aria-label={data ? `Balance ${amount}` : 'Balance'}
      >
        <span className={classes.dot} aria-hidden />
        {!collapsed && <span className={classes.label}>Balance</span>}
        <span className="tl-tabular">{amount}</span>
      </Link>
    </Tooltip>
  );
}

function levelOf(balance: number): 'ok' | 'low' | 'empty' {
  if (balance <= 0) return 'empty';
  return balance < LOW_BALANCE ? 'low' : 'ok';
}

function describe({ balance, granted, reserved, note }: Balance): string {
  if (note) return note;
  const texts = [
    balance < 0
      ? `You owe ${formatMicros(-balance)}.`
      : `${formatMicros(balance)} left of ${formatMicros(granted)}.`,
  ];
  if (reserved > 0) texts.push(`${formatMicros(reserved)} is reserved for unfinished runs.`);
  if (balance <= 0) texts.push('Runs are paused until you add credits.');
  else if (balance < LOW_BALANCE) texts.push('Runs stop at zero.');
  return texts.join(' ');
}
