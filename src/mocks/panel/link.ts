import { toQuery } from '../faults.ts';
import type { MockOptions } from '../scenarios.ts';

/** A link to this page that opens the same world with the same faults. */
export function linkTo(
  here: string,
  { persona, scenario, seed, faults = {} }: MockOptions,
): string {
  const url = new URL(here);
  const pairs: [string, string][] = [
    ['mock-persona', persona ?? 'owner'],
    ['mock-scenario', scenario ?? 'normal'],
    ['mock-seed', String(seed ?? 1)],
    ...toQuery(faults),
    ['mock-reset', ''],
  ];
  // Absent faults are listed too, since faults remembered by the reader's browser would otherwise stay.
  if (toQuery(faults).length === 0) pairs.push(['mock-error', '']);
  for (const name of [...url.searchParams.keys()]) {
    if (name.startsWith('mock-')) url.searchParams.delete(name);
  }
  for (const [name, value] of pairs) url.searchParams.set(name, value);
  return url.href;
}
