import { ProblemError } from '../problem.ts';
import type { TaskPort } from '../task/task.port.ts';
import type { Callable, ContractChanges } from './contract-changes.ts';

/** Compares two definitions within a transaction. */
export type Compare = (orgId: string, base: Callable, next: Callable) => ContractChanges;

/** More attempts than there can be concurrent changes by chance. */
const ATTEMPTS = 5;

/** Rolls back a transaction that needs a pending comparison. */
class NotCompared extends Error {
  readonly pair: string;
  readonly comparing: Promise<ContractChanges>;

  constructor(pair: string, comparing: Promise<ContractChanges>) {
    super('A comparison is not known yet');
    this.pair = pair;
    this.comparing = comparing;
  }
}

/**
 * Performs a transaction that compares definitions. A large comparison would block the database, so it happens outside:
 * the transaction is rolled back and repeated once the result is known. If a definition has changed meanwhile, it is
 * compared again.
 * @throws ProblemError 429 or 503 when too many definitions are being compared, or these change on every attempt
 */
export async function whileComparing<T>(
  { compare }: Pick<TaskPort, 'compare'>,
  perform: (compare: Compare) => Promise<T>,
): Promise<T> {
  const known = new Map<string, ContractChanges>();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await perform((orgId, base, next) => {
        const pair = JSON.stringify([base, next].map(publicParts));
        const found = known.get(pair) ?? compare(orgId, base, next);
        if (found instanceof Promise) throw new NotCompared(pair, found);
        return found;
      });
    } catch (error) {
      if (!(error instanceof NotCompared)) throw error;
      known.set(error.pair, await error.comparing);
    }
  }
  const detail = 'The task kept changing while its revisions were compared. Try again.';
  throw new ProblemError('unavailable', detail);
}

/** The parts of a definition that are visible to callers. */
export function publicParts({ variables, output_format }: Callable): Callable {
  return { variables, output_format };
}
