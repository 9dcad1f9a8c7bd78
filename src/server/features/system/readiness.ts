import type { ReadinessCheck } from '#generated/model/index.ts';
import type { Database } from '../../db/client.ts';

const PING_MS = 2000;

/** Checks whether this process can take requests. */
export function createReadiness(database: Pick<Database, 'ping'>) {
  let isStopping = false;

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
      return [process, await databaseCheck()];
    },

    /** From now on this process is not ready, so load balancers send no new requests. */
    stop(): void {
      isStopping = true;
    },
  };
}
