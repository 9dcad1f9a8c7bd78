import type { ReadinessCheck } from '#generated/model/index.ts';
import type { Database } from '../../db/client.ts';

const PING_MS = 2000;

/** How long a result about the identity service is repeated, because anybody may ask. */
const IDENTITY_MS = 10_000;

/**
 * Checks whether this process can take requests.
 * @param findOutage what is wrong with an external identity service, if there is one. Without it, people can't sign in,
 * but the process stays ready for API keys and visitors: taking all nodes out of service would help nobody.
 * @param silentEndpoints the IDs of model endpoints that didn't respond when they were last asked
 */
export function createReadiness(
  database: Pick<Database, 'ping'>,
  findOutage?: () => Promise<string | undefined>,
  silentEndpoints: () => readonly string[] = () => [],
) {
  let isStopping = false;
  let identity: { found: Promise<string | undefined>; until: number } | undefined;

  async function identityCheck(find: () => Promise<string | undefined>): Promise<ReadinessCheck> {
    const now = performance.now();
    if (!identity || identity.until < now) identity = { found: find(), until: now + IDENTITY_MS };
    const detail = await identity.found;
    return { name: 'identity', ok: !detail, ...(detail && { detail }), optional: true };
  }

  async function databaseCheck(): Promise<ReadinessCheck> {
    const name = 'database';
    const late = Promise.withResolvers<ReadinessCheck>();
    const detail = `no response within ${PING_MS / 1000} s`;
    const timer = setTimeout(() => late.resolve({ name, ok: false, detail }), PING_MS);
    const ping = database.ping().then(
      () => ({ name, ok: true }),
      () => ({ name, ok: false, detail: 'unreachable' }),
    );
    return Promise.race([ping, late.promise]).finally(() => clearTimeout(timer));
  }

  return {
    async checks(): Promise<ReadinessCheck[]> {
      const process: ReadinessCheck = isStopping
        ? { name: 'process', ok: false, detail: 'shutting down' }
        : { name: 'process', ok: true };
      const silent = silentEndpoints();
      return Promise.all([
        process,
        databaseCheck(),
        ...(findOutage ? [identityCheck(findOutage)] : []),
        ...(silent.length > 0 ? [modelsCheck(silent)] : []),
      ]);
    },

    /** From now on this process is not ready, so load balancers send no new requests. */
    stop(): void {
      isStopping = true;
    },
  };
}

/** Anybody can read this, so what is wrong, with addresses, is only in the log. */
function modelsCheck(silent: readonly string[]): ReadinessCheck {
  const detail = `not responding: ${silent.join(', ')}`;
  return { name: 'models', ok: false, detail, optional: true };
}
