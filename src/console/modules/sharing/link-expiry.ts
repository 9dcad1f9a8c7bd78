import { DAY_MS } from '#core/limits.ts';

/** The days after which a link can expire, as options of a select; never if empty. */
export const EXPIRIES = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '', label: 'Never' },
];

/** When a link that is created now expires, after the days that were chosen; null if never. */
export function expiryAfter(days: string): string | null {
  return days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
}
