import type { Transfer } from '#generated/model/index.ts';

/** Whether a transfer is still waiting or working. */
export function isOpen({ status }: Pick<Transfer, 'status'>): boolean {
  return status === 'waiting' || status === 'running';
}

/** How far a transfer is, from 0 to 1; null while its size is unknown. */
export function shareOf({ done, total }: Pick<Transfer, 'done' | 'total'>): number | null {
  return total === 0 ? null : Math.min(1, done / total);
}
