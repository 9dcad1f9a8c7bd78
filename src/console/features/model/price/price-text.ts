import { formatDateTime } from '#console/ui/display/time.tsx';
import { formatMicros } from '#core/billing/money.ts';
import type { PriceCorrection } from '#generated/model/index.ts';

/** `$2.50 / $10.00`, or that it is unknown. */
export function pricesText(input: number | null, output: number | null): string {
  return input === null || output === null
    ? 'Unknown'
    : `${formatMicros(input)} / ${formatMicros(output)}`;
}

/** What a correction does or has done: its prices, or that it undoes another one. */
export function correctionTitle(correction: PriceCorrection, isEmbedding: boolean): string {
  const { status, undoes, input_price, output_price } = correction;
  if (undoes !== null) return 'Undo';
  const verb = status === 'succeeded' ? 'Corrected' : 'Correct';
  const prices = isEmbedding ? formatMicros(input_price) : pricesText(input_price, output_price);
  return `${verb} to ${prices}`;
}

/** Its period. */
export function periodText({ from, to }: PriceCorrection): string {
  return `From ${formatDateTime(from)} to ${formatDateTime(to)}`;
}

/** What balances get or pay, if any paid for the model. */
export function balanceText(correction: PriceCorrection): string | null {
  const { is_charged, status, cost_before, cost_after, given_back, taken, waived } = correction;
  if (!is_charged) return null;
  if (status === 'ready') {
    const change = cost_after - cost_before;
    if (change === 0) return null;
    const amount = formatMicros(Math.abs(change));
    return change < 0
      ? `Up to ${amount} will be given back.`
      : `Up to ${amount} will be charged, but never more than what is left of a balance.`;
  }
  const parts = [
    given_back > 0 && `${formatMicros(given_back)} given back`,
    taken > 0 && `${formatMicros(taken)} charged`,
    waived > 0 && `${formatMicros(waived)} not charged, because balances didn't cover it`,
  ].filter(Boolean);
  return parts.length === 0 ? 'No balance has changed.' : `${parts.join(', ')}.`;
}

/** A time as the value of a field of the type `datetime-local`. */
export function toLocalField(time: string): string {
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
