import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 100;

/**
 * Lets the app close as soon as what is under way has been answered: streams go on to their end, while
 * connections kept open for a next request are closed, those too that fall idle meanwhile.
 */
export function addGracefulClose(app: FastifyInstance): void {
  let sweep: NodeJS.Timeout | undefined;
  let closing = false;
  app.addHook('onRequest', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    closing = true;
    sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  });
  app.addHook('onClose', async () => clearInterval(sweep));
}
