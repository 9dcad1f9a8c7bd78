/** The lifetimes offered for a new key. */
export const lifetimes = ['never', '30', '90', 'custom'] as const;
export type Lifetime = (typeof lifetimes)[number];

const dayMs = 24 * 3600 * 1000;

/**
 * When a new key expires.
 * @param date `YYYY-MM-DD`, for `custom`: the key works until the end of that day, in local time
 * @returns RFC 3339, or null for never, also while no valid date is chosen
 */
export function expiresAt(lifetime: Lifetime, date: string, now = Date.now()): string | null {
  if (lifetime === 'never') return null;
  if (lifetime !== 'custom') return new Date(now + Number(lifetime) * dayMs).toISOString();
  const end = Date.parse(`${date}T23:59:59`);
  return Number.isNaN(end) ? null : new Date(end).toISOString();
}

/** What is wrong with the chosen date; null if it is valid. */
export function dateProblem(date: string, now = Date.now()): string | null {
  const end = Date.parse(`${date}T23:59:59`);
  if (date === '' || Number.isNaN(end)) return 'Choose a date';
  return end <= now ? 'Choose a future date' : null;
}

/** Today in local time, in the format of a date field. */
export function today(now = new Date()): string {
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 10);
}
