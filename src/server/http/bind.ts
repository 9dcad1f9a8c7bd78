import type { FastifyInstance, HTTPMethods, RouteHandlerMethod, RouteOptions } from 'fastify';
import glue from 'fastify-openapi-glue';
import type { RouteHandlers } from '#generated/server/fastify.gen.ts';
import { API_PREFIX, document, type Operation, type OperationId, operations } from './contract.ts';
import { ProblemError } from './problem.ts';
import { unstorable } from './text-check.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's operation that the route is. */
    operationId?: OperationId;
  }
}

/** What each operation's route is given besides its handler. */
export type RouteHooks = Pick<RouteOptions, 'onRequest' | 'preHandler' | 'onSend'>;

/**
 * Binds the handlers to the contract: a route for each operation, validated by it.
 * @param hooksOf what runs around the handler of an operation: who may, and what is repeated
 */
export async function bindContract(
  app: FastifyInstance,
  handlers: RouteHandlers,
  hooksOf: (operation: Operation) => RouteHooks,
): Promise<void> {
  app.addHook('onRoute', simplifySchema);
  app.addHook('preValidation', async (request) => refuseUnknownQuery(request));
  app.addHook('preHandler', async (request) => refuseUnstorable(request.body, request.query));
  await app.register(glue, {
    specification: document,
    prefix: API_PREFIX,
    operationResolver: (id: string) => {
      const operation = operationOf(id);
      return {
        ...hooksOf(operation),
        method: operation.method as HTTPMethods,
        url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
        config: { operationId: operation.id },
        handler: handlers[operation.id] as RouteHandlerMethod,
      };
    },
  });
}

function operationOf(id: string): Operation {
  const operation = operations.get(id as OperationId);
  if (!operation) throw new Error(`The contract has no operation ${id}`);
  return operation;
}

interface ContentSchema {
  content?: Record<string, { schema?: object }>;
}

/**
 * JSON bodies are validated whatever the exact spelling of their content type, multipart ones by
 * their handler: Fastify looks schemas up by the exact type and skips validation when it finds none.
 */
function simplifySchema(route: RouteOptions): void {
  const content = (route.schema?.body as ContentSchema | undefined)?.content;
  if (!content || !route.schema) return;
  const json = content['application/json']?.schema;
  if (json) route.schema.body = json;
  else delete route.schema.body;
}

function refuseUnknownQuery(request: {
  query: unknown;
  routeOptions: { config: { operationId?: OperationId } };
}): void {
  const operation = operations.get(request.routeOptions.config.operationId ?? 'getHealth');
  if (!operation?.statuses.has(400)) return;
  const errors = Object.keys(request.query ?? {})
    .filter((name) => !operation.query.has(name))
    .map((name) => ({ pointer: `/query/${name}`, message: 'Is not a known parameter' }));
  if (errors.length > 0) {
    const names = errors.map(({ pointer }) => pointer).join(', ');
    throw new ProblemError('invalid_request', `The query has unknown parameters: ${names}.`, {
      errors,
    });
  }
}

function refuseUnstorable(body: unknown, query: unknown): void {
  const error = unstorable(body) ?? unstorable(query, '/query');
  if (error) throw new ProblemError('invalid_request', error.message, { errors: [error] });
}
