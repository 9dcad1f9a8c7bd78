import type { OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { ProblemError } from '../problem.ts';
import { health, readiness } from './system.service.ts';

/** The public operations: settings and health checks. */
export function systemOperations({ system }: Domain): OperationsOf<'system'> {
  return {
    getClientSettings: () => system.settings,
    getHealth: health,
    async getReadiness() {
      const { ready, checks } = await readiness(system);
      if (ready) return { ready, checks };
      const failed = checks.filter(({ ok, optional }) => !ok && !optional);
      const detail = failed.map((check) => `${check.name}: ${check.detail}`).join('; ');
      throw new ProblemError('unavailable', detail, { headers: { 'retry-after': '5' } });
    },
  };
}
