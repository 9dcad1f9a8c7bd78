import { MESSAGES } from '#core/messages.ts';
import { ProblemError } from '../problem.ts';
import { ConnectorFailure } from './connectors/connector.ts';

/** The maximum time that a person waits for a source, in milliseconds. */
const PATIENCE_MS = 8000;
const SLOW = 'The source responds too slowly. Try again later.';

/**
 * Reads from a source while a person waits.
 * @throws ProblemError 401 if it refuses the credentials, 502 if it fails or takes too long
 */
export async function askSource<T>(
  work: (signal: AbortSignal) => Promise<T>,
  title: string = MESSAGES.source.sync,
): Promise<T> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    return await work(signal);
  } catch (error) {
    if (signal.aborted) throw new ProblemError('datasource_failed', `${title} ${SLOW}`);
    if (!(error instanceof ConnectorFailure)) throw error;
    const { reason, message } = error;
    if (reason === 'unauthorised')
      throw new ProblemError('datasource_unauthorized', `Authentication failed. ${message}`);
    throw new ProblemError('datasource_failed', `${title} ${message}`, { cause: error });
  }
}
