import type { Health, Readiness } from '#generated/model/index.ts';
import { API_VERSION } from '#generated/operations/index.ts';
import type { SystemPort } from './system.port.ts';

/** Whether this process is running. */
export function health(): Health {
  return { status: 'ok', version: API_VERSION };
}

/** Whether this process can accept requests. */
export async function readiness(system: SystemPort): Promise<Readiness> {
  const checks = await system.checks();
  return { ready: checks.every(({ ok, optional }) => ok || optional), checks };
}
