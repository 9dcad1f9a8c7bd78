import type { Domain } from '../domain.ts';
import { Stopped } from '../system/background.ts';
import type { CreatingDomain } from './piece-rows.ts';
import type { TransferRow } from './transfer.tables.ts';

export type TransferDomain = CreatingDomain & Pick<Domain, 'access' | 'transfer' | 'run'>;

const SAVE_MS = 500;

/** The transfer, as long as this process works on it. */
export function ownTransfer({ id, worker_id }: TransferRow) {
  return { id, worker_id, status: 'running' } as const;
}

/** Writes the progress at most twice a second, and notices a cancellation. */
export function progressOf({ stores }: TransferDomain, row: TransferRow, signal: AbortSignal) {
  let savedAt = 0;
  return async (change: Partial<TransferRow>, isImportant = false): Promise<void> => {
    signal.throwIfAborted();
    if (!isImportant && Date.now() - savedAt < SAVE_MS) return;
    savedAt = Date.now();
    if ((await stores.transfer.transfers.change(ownTransfer(row), change)) === 0)
      throw new Stopped();
  };
}

export function ended() {
  return { ended_at: new Date().toISOString(), worker_id: null, lease_until: null };
}
