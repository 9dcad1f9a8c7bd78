/**
 * How a balance and monthly limits pay for runs and other calls of models. The server's statements do the same in SQL;
 * `tests/contract/account.property.test.ts` compares them. Amounts are in micro-dollars.
 */

export interface Account {
  balance: number;
  /** The most that runs and calls in progress may cost. */
  reserved: number;
}

export interface MonthlyLimit {
  id: string;
  amount: number;
  /** The month of `spent`: `2026-11`. */
  month: string;
  spent: number;
  reserved: number;
}

/** Whether the maximum cost of a run has been reserved. */
export interface Covered {
  isCovered: boolean;
  /** The ID of the spend limit that doesn't cover it; null if there was another reason. */
  refusedBy: string | null;
}

/** The end of a reservation, with its payment. */
export interface Charge {
  released: number;
  paid: number;
}

/**
 * The amount spent under a limit in a month. Another process whose clock is ahead may already have started the next month;
 * its count is kept, so that a limit is never reset twice.
 */
export function spentOf(limit: Pick<MonthlyLimit, 'month' | 'spent'>, month: string): number {
  return limit.month >= month ? limit.spent : 0;
}

export function leftOf(limit: Omit<MonthlyLimit, 'id'>, month: string): number {
  return limit.amount - limit.reserved - spentOf(limit, month);
}

/**
 * Whether a run is covered. A new one that reserves nothing, because its price is unknown, needs some balance, and something
 * left of its limits.
 * @param more the amount to reserve, on top of the run's reservation
 * @param limits of the run's API key and of its project, in this order
 */
export function cover(
  { balance, reserved }: Account,
  limits: readonly MonthlyLimit[],
  { more, isNew, month }: { more: number; isNew: boolean; month: string },
): Covered {
  const refusing = limits.find((limit) => {
    const left = leftOf(limit, month);
    return (isNew || more > 0) && (left < more || left <= 0);
  });
  if (refusing) return { isCovered: false, refusedBy: refusing.id };
  const isPaid = isNew && more === 0 ? balance > 0 : balance - reserved >= more;
  return { isCovered: isPaid, refusedBy: null };
}

/** The reservation of an amount. */
export function hold(amount: number): Charge {
  return { released: -amount, paid: 0 };
}

/** The payment for a call: its cost, but never more than its reservation. Nothing if its price is unknown. */
export function payable(cost: number | null, reserved: number): number {
  return Math.min(cost ?? 0, reserved);
}

export function charge({ balance, reserved }: Account, { released, paid }: Charge): Account {
  return { balance: balance - paid, reserved: reserved - released };
}

export function chargeLimit(
  limit: Omit<MonthlyLimit, 'id'>,
  { released, paid }: Charge,
  month: string,
): Pick<MonthlyLimit, 'reserved' | 'spent' | 'month'> {
  return {
    reserved: limit.reserved - released,
    spent: spentOf(limit, month) + paid,
    month: limit.month > month ? limit.month : month,
  };
}
