import type { Health, Readiness, ReadinessCheck } from '#generated/model/index.ts';
import type { Database } from '../../db/client.ts';
import { document } from '../../http/contract.ts';

const PING_MS = 2000;

export type SystemService = ReturnType<typeof createSystemService>;

/** Whether this process lives, and whether it can take requests. */
export function createSystemService({ database }: { database: Pick<Database, 'ping'> }) {
  let stopping = false;

  async function databaseCheck(): Promise<ReadinessCheck> {
    const name = 'database';
    const late = Promise.withResolvers<ReadinessCheck>();
    const detail = `no answer within ${PING_MS / 1000} s`;
    const timer = setTimeout(() => late.resolve({ name, ok: false, detail }), PING_MS);
    const answer = database.ping().then(
      () => ({ name, ok: true }),
      () => ({ name, ok: false, detail: 'it cannot be reached' }),
    );
    return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
  }

  return {
    health(): Health {
      return { status: 'ok', version: document.info.version };
    },

    async readiness(): Promise<Readiness> {
      const process: ReadinessCheck = stopping
        ? { name: 'process', ok: false, detail: 'it is shutting down' }
        : { name: 'process', ok: true };
      const checks = [process, await databaseCheck()];
      return { ready: checks.every(({ ok }) => ok), checks };
    },

    /** From now on this process is not ready: a load balancer sends nothing new. */
    stop(): void {
      stopping = true;
    },
  };
}
