import { toQuery } from '../faults.ts';
import { withoutOptions } from '../options.ts';
import { type MockOptions, TOKEN_MS } from '../scenarios.ts';

/** A link to this page that reproduces the world with its balance, speed and faults. */
export function linkTo(
  here: string,
  { persona, scenario, seed, tokenMs = TOKEN_MS, balance, faults = {} }: MockOptions,
): string {
  const url = new URL(withoutOptions(here));
  const pairs: [string, string][] = [
    ['mock-persona', persona ?? 'owner'],
    ['mock-scenario', scenario ?? 'normal'],
    ['mock-seed', String(seed ?? 1)],
    ['mock-token-ms', String(tokenMs)],
    ...(balance === undefined ? [] : [['mock-balance', String(balance)] as [string, string]]),
    ...toQuery(faults),
    ['mock-reset', ''],
  ];
  // Absent faults are listed too, since faults remembered by the reader's browser would otherwise stay.
  if (toQuery(faults).length === 0) pairs.push(['mock-error', '']);
  for (const [name, value] of pairs) url.searchParams.set(name, value);
  return url.href;
}
