import type { RouteHandlers } from '#generated/server/fastify.gen.ts';
import type { ModelService } from './model.service.ts';

export type ModelHandlers = Pick<RouteHandlers, 'listModels'>;

export function createModelHandlers({ models }: { models: ModelService }): ModelHandlers {
  return {
    async listModels(request, reply) {
      const page = await models.list(request.query);
      await reply.type('application/json').code(200).send(page);
    },
  };
}
