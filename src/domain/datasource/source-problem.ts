import { MESSAGES } from '#core/messages.ts';
import { ProblemError } from '../problem.ts';
import { type ConnectorContext, ConnectorFailure } from './connectors/connector.ts';
import { type DatasourceDomain, type ReadSource, sourceContext } from './source-context.ts';

/** The maximum time that a person waits for a source, in milliseconds. */
const PATIENCE_MS = 8000;
const SLOW = 'The source responds too slowly. Try again later.';

/**
 * Reads from a source while a person waits.
 * @throws ProblemError 401 if it refuses the credentials, 502 if it fails or takes too long
 */
export async function askSource<T>(
  domain: DatasourceDomain,
  source: ReadSource,
  work: (context: ConnectorContext<never>) => Promise<T>,
  title: string = MESSAGES.source.sync,
): Promise<T> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const context = sourceContext(domain, source, signal);
  try {
    return await work(context as ConnectorContext<never>);
  } catch (error) {
    if (signal.aborted) throw new ProblemError('datasource_failed', `${title} ${SLOW}`);
    if (!(error instanceof ConnectorFailure)) throw error;
    const { reason, message } = error;
    if (reason === 'unauthorised')
      throw new ProblemError('datasource_unauthorized', `Authentication failed. ${message}`);
    throw new ProblemError('datasource_failed', `${title} ${message}`, { cause: error });
  } finally {
    await context.reserve(0);
  }
}
