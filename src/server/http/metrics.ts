import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/**
 * Adds metrics of the server, for Prometheus. Each app has its own registry, so that two apps in one process don't collide.
 * @param guard throws if a request may not read the metrics
 */
export function addMetrics(
  app: FastifyInstance,
  guard: (request: FastifyRequest) => Promise<void>,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time by operation or route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const { config, url } = request.routeOptions;
    // Only known names: a label for every requested path would grow without limit.
    const route = config.operationId ?? url ?? 'unknown';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    duration.observe(labels, reply.elapsedTime / 1000);
  });
  app.get('/metrics', { onRequest: guard }, async (_request, reply) => {
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
