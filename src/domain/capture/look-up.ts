import type { DomainCheck } from '#generated/model/index.ts';
import type { CapturePort } from './capture.port.ts';
import type { EmailDomainRow } from './capture.tables.ts';

/** After so many daily lookups in a row without the record, a domain is no longer verified. */
const MISSES_MAX = 3;

/** Looks up the record of a domain. */
export async function lookUp(
  { lookupTxt }: CapturePort,
  { name, value }: { name: string; value: string },
): Promise<DomainCheck> {
  try {
    return (await lookupTxt(name)).some((text) => text.trim() === value) ? 'found' : 'missing';
  } catch {
    return 'unreachable';
  }
}

/** What a lookup changes. Name servers that don't answer say nothing about the record. */
export function checkedNow(
  { verified_at, misses }: Pick<EmailDomainRow, 'verified_at' | 'misses'>,
  check: DomainCheck,
): Pick<EmailDomainRow, 'verified_at' | 'misses' | 'checked_at' | 'last_check'> {
  const now = new Date().toISOString();
  const checked = { checked_at: now, last_check: check };
  if (check === 'found') return { ...checked, verified_at: verified_at ?? now, misses: 0 };
  if (check === 'unreachable') return { ...checked, verified_at, misses };
  const missed = misses + 1;
  return { ...checked, verified_at: missed >= MISSES_MAX ? null : verified_at, misses: missed };
}
