/** How long a new key shall work. */
export const lifetimes = ['never', '30', '90', 'custom'] as const;
export type Lifetime = (typeof lifetimes)[number];

const dayMs = 24 * 3600 * 1000;

/**
 * When a new key ends.
 * @param date `YYYY-MM-DD`, for `custom`: it works until the end of that day, where the person is
 * @returns RFC 3339, or null for never
 */
export function expiresAt(lifetime: Lifetime, date: string, now = Date.now()): string | null {
  if (lifetime === 'never') return null;
  if (lifetime === 'custom') return new Date(`${date}T23:59:59`).toISOString();
  return new Date(now + Number(lifetime) * dayMs).toISOString();
}

/** What is wrong with a chosen date; null when nothing is. */
export function dateProblem(date: string, now = Date.now()): string | null {
  const end = Date.parse(`${date}T23:59:59`);
  if (date === '' || Number.isNaN(end)) return 'Choose a date';
  return end <= now ? 'Choose a date that is still to come' : null;
}

/** Today where the person is, as a date field wants it. */
export function today(now = new Date()): string {
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 10);
}
