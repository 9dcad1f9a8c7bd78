import type { FastifyRequest } from 'fastify';
import type { Params } from '#domain/access/reach.ts';
import { authorise, type StandingPort } from '#domain/authorise.ts';
import type { Operation } from '#domain/call.ts';
import { type Access, type Principal, personId } from '#domain/principal.ts';
import { onBehalfOf } from '../db/turns/cause.ts';
import type { Authenticate } from './authenticate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard before anything else handles the request. Undefined in public operations. */
    principal: Principal;
    access: Access;
  }
}

/** The check of an operation: sets `request.principal` and `request.access`, or throws ProblemError. */
export type Guard = (operation: Operation) => (request: FastifyRequest) => Promise<void>;

/** Authenticates and authorises the caller, before the body is read. */
export function createGuard(authenticate: Authenticate, standing: StandingPort): Guard {
  return (operation) => async (request) => {
    if (operation.permission === 'public') return;
    const principal = await authenticate(request, operation);
    const params = request.params as Params;
    request.principal = principal;
    await onBehalfOf(personId(principal), () =>
      authorise(standing, operation, params, principal, (access) => {
        request.access = access;
      }),
    );
  };
}
