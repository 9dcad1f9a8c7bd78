/** The length of each relative period in hours. */
const periods = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 } as const;
export type Period = keyof typeof periods;

/** A period that ends now, or two local dates (YYYY-MM-DD), the second one inclusive. */
export interface Span {
  period: Period | null;
  from: string | null;
  to: string | null;
}

export const anyTime: Span = { period: null, from: null, to: null };

/** Reads a time span from a query string. Invalid values are ignored. */
export function readSpan(search: URLSearchParams): Span {
  const period = search.get('period');
  return {
    period: period && period in periods ? (period as Period) : null,
    from: readDay(search.get('from')),
    to: readDay(search.get('to')),
  };
}

/** Sets a time span in a query string. */
export function writeSpan(search: URLSearchParams, { period, from, to }: Span): void {
  for (const key of ['period', 'from', 'to']) search.delete(key);
  if (period) search.set('period', period);
  if (!period && from) search.set('from', from);
  if (!period && to) search.set('to', to);
}

/** A time span as API parameters; relative periods end at `now`. */
export function spanParams(
  { period, from, to }: Span,
  now: Date,
): { created_after?: string; created_before?: string } {
  const since = period ? new Date(now.getTime() - periods[period] * 3_600_000) : startOf(from, 0);
  const until = period ? null : startOf(to, 1);
  return {
    ...(since && { created_after: since.toISOString() }),
    ...(until && { created_before: until.toISOString() }),
  };
}

function readDay(text: string | null): string | null {
  return text && /^\d{4}-\d{2}-\d{2}$/.test(text) && startOf(text, 0) ? text : null;
}

/** Local midnight, `plus` days after the given date. */
function startOf(day: string | null, plus: number): Date | null {
  if (!day) return null;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + plus);
  const real = plus > 0 || (start.getMonth() === month - 1 && start.getDate() === date);
  return real && !Number.isNaN(start.getTime()) ? start : null;
}
