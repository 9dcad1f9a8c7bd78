import { persist, RowRefused } from '#core/async/persist.ts';

/** How long a caller waits for its charge to be stored. */
const PATIENCE_MS = 1000;

interface ChargePorts {
  /** Whether the database will never accept what was written. */
  isRefused(error: unknown): boolean;
  /** Reports a failure in the background, where no request is waiting for it. */
  report(error: unknown): void;
}

/** @param isReduced whether it was refused, so that only the charge itself is to be stored */
type Write = (isReduced: boolean) => Promise<void>;

export type Charges = ReturnType<typeof createCharges>;

/**
 * The charges of this process for model calls outside runs. A charge that can't be stored is kept and tried again until
 * it is, while its caller continues. The amount stays reserved meanwhile. If the reservation has ended by then,
 * as those of dead processes do, it is charged all the same.
 */
export function createCharges({ isRefused, report }: ChargePorts) {
  const closing = new AbortController();
  const open = new Set<Promise<unknown>>();

  async function keep(name: string, write: Write): Promise<void> {
    const tried = (isReduced: boolean) => write(isReduced).then(() => true, refuse);
    const isStored = await persist(tried, { closing: closing.signal, report });
    if (!isStored) report(new Error(`Not charged: ${name}`));
  }

  function refuse(error: unknown): never {
    throw isRefused(error) ? new RowRefused('A charge was refused', { cause: error }) : error;
  }

  return {
    /**
     * Stores a charge. Doesn't throw, and doesn't wait until the database is available again.
     * @param name for the report of a charge that is lost
     * @param write has no further effect if it is repeated
     */
    async store(name: string, write: Write): Promise<void> {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, PATIENCE_MS);
      const keeping = keep(name, write);
      open.add(keeping);
      void keeping.finally(() => open.delete(keeping));
      await Promise.race([keeping, late.promise]);
      clearTimeout(timer);
    },
    /** Tries to store what is left once more. Call it after the last request. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.all(open);
    },
  };
}
