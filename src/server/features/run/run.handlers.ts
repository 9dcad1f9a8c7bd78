import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { EXPORT_TYPES } from '#core/run/run-export.ts';
import { API_PREFIX } from '#domain/call.ts';
import { runEvents } from '#domain/run/run-events.ts';
import { toProblem } from '#domain/run/run-problem.ts';
import type { RunRequest } from '#domain/run/run-request.ts';
import type { RouteHandlers } from '#generated/server/fastify.gen.ts';
import { sendEvents } from '../../http/sse.ts';
import type { Runs } from './runs.ts';

export type RunHandlers = Pick<
  RouteHandlers,
  | 'runTask'
  | 'streamTask'
  | 'listRuns'
  | 'getRunStats'
  | 'listRunCallers'
  | 'exportRuns'
  | 'getRun'
  | 'listRunSteps'
  | 'getRunStep'
  | 'streamRun'
  | 'cancelRun'
  | 'sendToolReply'
>;

const JSON_TYPE = 'application/json';

/** The operations of runs. */
export function createRunHandlers({
  service: runs,
  log,
  stats,
}: Pick<Runs, 'service' | 'log' | 'stats'>): RunHandlers {
  return {
    async runTask(request, reply) {
      const isBackground = /(^|[,\s])respond-async\b/i.test(headerOf(request, 'prefer') ?? '');
      const view = await runs.start(toRequest(request, request.params, request.body, isBackground));
      if (isBackground && !view.isEnded) {
        const { orgId, projectId } = request.params;
        const location = `${API_PREFIX}/org/${orgId}/project/${projectId}/run/${view.run.id}`;
        reply.headers({ location, 'preference-applied': 'respond-async' });
        return void (await reply.type(JSON_TYPE).code(202).send(view.run));
      }
      const run = await view.done;
      if (run.status === 'failed') throw toProblem(run);
      await reply.type(JSON_TYPE).code(200).send(run);
    },
    async streamTask(request, reply) {
      const view = await runs.start(toRequest(request, request.params, request.body, true));
      sendEvents(reply, runEvents(view));
    },
    async listRuns(request, reply) {
      const page = await log.list(request.params.projectId, request.query ?? {});
      await reply.type(JSON_TYPE).code(200).send(page);
    },
    async getRunStats(request, reply) {
      const figures = await stats.get(request.params.projectId, request.query ?? {});
      await reply.type(JSON_TYPE).code(200).send(figures);
    },
    async listRunCallers(request, reply) {
      const callers = await log.callers(request.params.projectId);
      await reply.type(JSON_TYPE).code(200).send(callers);
    },
    async exportRuns(request, reply) {
      const { format = 'csv', ...filter } = request.query ?? {};
      const file = Readable.from(log.export(request.params.projectId, filter, format));
      reply.header('content-disposition', `attachment; filename="runs.${format}"`);
      // Fastify sends streams too; the generated types know only what is in them.
      await reply
        .type(EXPORT_TYPES[format])
        .code(200)
        .send(file as unknown as string);
    },
    async getRun(request, reply) {
      const run = await runs.get(request.params.projectId, request.params.runId);
      await reply.type(JSON_TYPE).code(200).send(run);
    },
    async listRunSteps(request, reply) {
      const { projectId, runId } = request.params;
      const steps = await log.steps(projectId, runId, request.query?.with_data ?? true);
      await reply.type(JSON_TYPE).code(200).send(steps);
    },
    async getRunStep(request, reply) {
      const { projectId, runId, stepId } = request.params;
      const step = await log.step(projectId, runId, stepId);
      await reply.type(JSON_TYPE).code(200).send(step);
    },
    async streamRun(request, reply) {
      const view = await runs.view(request.params.projectId, request.params.runId);
      sendEvents(reply, runEvents(view, headerOf(request, 'last-event-id')));
    },
    async sendToolReply(request, reply) {
      const { projectId, runId, stepId } = request.params;
      await runs.reply(projectId, runId, stepId, request.body.reply);
      await reply.code(204).send();
    },
    async cancelRun(request, reply) {
      const run = await runs.cancel(request.params.projectId, request.params.runId);
      await reply.type(JSON_TYPE).code(200).send(run);
    },
  };
}

function toRequest(
  request: Pick<FastifyRequest, 'headers' | 'principal' | 'access'>,
  place: RunRequest['place'],
  body: RunRequest['body'],
  isStreamed: boolean,
): RunRequest {
  return {
    place,
    body,
    principal: request.principal,
    access: request.access,
    idempotencyKey: headerOf(request, 'idempotency-key'),
    isStreamed,
  };
}

/** Node hands headers over in lower case; the generated types spell them as the contract does. */
function headerOf(request: { headers: object }, name: string): string | undefined {
  const value = (request.headers as Record<string, unknown>)[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
