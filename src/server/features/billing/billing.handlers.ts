import type { RouteHandlers } from '#generated/server/fastify.gen.ts';
import type { BillingService } from './billing.service.ts';

export type BillingHandlers = Pick<RouteHandlers, 'getBalance'>;

export function createBillingHandlers({ billing }: { billing: BillingService }): BillingHandlers {
  return {
    async getBalance(request, reply) {
      const balance = await billing.getBalance(request.params.orgId);
      await reply.type('application/json').code(200).send(balance);
    },
  };
}
