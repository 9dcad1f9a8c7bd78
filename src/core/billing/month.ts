/** The calendar month of a time, in UTC: `2026-11`. */
export function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}

/** The day of a time, in UTC: `2026-11-24`. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** When the month of a time ends, in UTC. */
export function monthEnd(time: Date): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1));
}

/** The day that is this many days later, or earlier if negative. */
export function addDays(day: string, days: number): string {
  const time = new Date(`${day}T00:00:00Z`);
  time.setUTCDate(time.getUTCDate() + days);
  return dayOf(time);
}

/** Every day of a period, with its first and last one. */
export function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** A day in words: `1 December 2026`. */
export function dayInWords(time: Date): string {
  return time.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
}
