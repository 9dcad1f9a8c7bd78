import { ProblemError } from '#domain/problem.ts';
import type { ClientSettings } from '#generated/model/index.ts';
import type { RouteHandlers } from '#generated/server/fastify.gen.ts';
import type { SystemService } from './system.service.ts';

type SystemHandlers = Pick<RouteHandlers, 'getClientSettings' | 'getHealth' | 'getReadiness'>;

export function createSystemHandlers(
  system: SystemService,
  settings: ClientSettings,
): SystemHandlers {
  return {
    getClientSettings: async (_request, reply) => reply.code(200).send(settings),
    getHealth: async (_request, reply) => reply.code(200).send(system.health()),
    getReadiness: async (_request, reply) => {
      const readiness = await system.readiness();
      if (readiness.ready) return reply.code(200).send(readiness);
      const failed = readiness.checks.filter(({ ok }) => !ok);
      const detail = failed.map((check) => `${check.name}: ${check.detail}`).join('; ');
      throw new ProblemError('unavailable', detail, { headers: { 'retry-after': '5' } });
    },
  };
}
