import { createHash } from 'node:crypto';
import type { Change } from './types.ts';

/**
 * A short hash of a change, the same in every run and on every machine. It depends on what changed and where, not on
 * the order of lists, the example value or the wording.
 */
export function fingerprintOf(change: Change): string {
  const { rule, operation, direction, where = '', path = [], pointer } = change;
  const place = pointer.replace(/\/\d+(?=\/|$)/g, '/*');
  const parts = [rule, operation, direction, where, path, place];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}
