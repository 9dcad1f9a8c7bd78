import type { FastifyError, FastifyReply } from 'fastify';
import type { IdentityContext } from '#domain/identity/context.ts';
import { badRequest, IdentityError } from '#domain/identity/errors.ts';
import type { Outcome } from '#domain/identity/http/exchange.ts';
import { uiUrl } from '#domain/identity/urls.ts';
import type { HttpExchange } from './exchange.ts';
import { send } from './outcome.ts';

/** Converts any error to Ory's format. Unexpected errors don't reveal any details. */
export function toIdentityError(ctx: IdentityContext, error: unknown): IdentityError {
  if (error instanceof IdentityError) return error;
  const status = (error as FastifyError).statusCode;
  if (status !== undefined && status >= 400 && status < 500) {
    const { message } = error as Error;
    return status === 400 ? badRequest(message) : new IdentityError(status, message, message);
  }
  ctx.log.error({ err: error }, 'the identity service failed');
  return new IdentityError(
    500,
    'An internal server error occurred',
    'Something went wrong on our side. Try again.',
  );
}

/** Sends an error: as JSON, or as a redirect to the next step or to the error page. */
export async function sendError(
  ctx: IdentityContext,
  reply: FastifyReply,
  exchange: HttpExchange,
  thrown: unknown,
): Promise<FastifyReply> {
  const error = toIdentityError(ctx, thrown);
  reply.headers(error.extra.headers ?? {});
  const outcome: Outcome = { status: error.status, body: error.toBody() };
  if (exchange.json) return send(reply, exchange, outcome);
  const redirect = error.redirect ?? (await errorPage(ctx, exchange, error));
  return send(reply, exchange, redirect === undefined ? outcome : { ...outcome, redirect });
}

/** The page that shows an error; undefined if this network has caused so many that no more are stored. */
async function errorPage(
  ctx: IdentityContext,
  { network }: HttpExchange,
  error: IdentityError,
): Promise<string | undefined> {
  const count = await ctx.throttle.count('error', network);
  if (count > ctx.settings.throttle.error.points) return undefined;
  const id = crypto.randomUUID();
  await ctx.rows.errors.insert({ id, error: error.toError(), createdAt: ctx.clock() });
  return uiUrl(ctx, 'error', { id });
}
