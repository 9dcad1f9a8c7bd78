import type { IdentityContext } from './context.ts';
import { badRequest, csrfViolation, IdentityError, notFound } from './errors.ts';
import { readFlow } from './flows/flow.ts';
import { initLogin, presentLogin, submitLogin } from './flows/login.ts';
import { createLogout, performLogout, performNativeLogout } from './flows/logout.ts';
import { initRecovery, presentRecovery, submitRecovery } from './flows/recovery.ts';
import { initRegistration, presentRegistration, submitRegistration } from './flows/registration.ts';
import { getSettings, initSettings, submitSettings } from './flows/settings.ts';
import type { Present } from './flows/submission.ts';
import {
  initVerification,
  openVerificationLink,
  presentVerification,
  submitVerification,
} from './flows/verification.ts';
import type { Exchange, Outcome } from './http/exchange.ts';
import type { FlowKind } from './rows.ts';
import { listSessions, revokeOthers, revokeSession } from './sessions/manage.ts';
import { whoami } from './sessions/whoami.ts';
import { SCHEMA_ID, traitsSchema } from './traits-schema.ts';
import { browserUrl } from './urls.ts';

/** A route handler: turns an exchange into a response. */
export type Handle = (ctx: IdentityContext, exchange: Exchange) => Promise<Outcome> | Outcome;

export interface IdentityRoute {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  handle: Handle;
  /** Always responds with JSON, whatever the Accept header says. */
  json?: boolean;
}

/** Each flow: start (browser, native), read, submit. */
const FLOWS = {
  login: { init: initLogin, read: reading('login', presentLogin), submit: submitLogin },
  registration: {
    init: initRegistration,
    read: reading('registration', presentRegistration),
    submit: submitRegistration,
  },
  recovery: {
    init: initRecovery,
    read: reading('recovery', presentRecovery),
    submit: submitRecovery,
  },
  verification: {
    init: initVerification,
    read: reading('verification', presentVerification),
    submit: submitVerification,
  },
  settings: { init: initSettings, read: getSettings, submit: submitSettings },
};

function reading(kind: FlowKind, present: Present): Handle {
  return async (ctx, exchange) => {
    const flow = await readFlow(ctx, exchange, kind);
    return ok(await present(ctx, exchange, flow));
  };
}

const get = (path: string, handle: Handle): IdentityRoute => ({ method: 'GET', path, handle });
const json = (route: IdentityRoute): IdentityRoute => ({ ...route, json: true });
const remove = (path: string, handle: Handle) => json({ method: 'DELETE', path, handle });

/** The routes that server and mocks share. */
export const IDENTITY_ROUTES: readonly IdentityRoute[] = [
  ...Object.entries(FLOWS).flatMap(([kind, { init, read, submit }]): IdentityRoute[] => {
    const path = `/self-service/${kind}`;
    return [
      get(`${path}/browser`, (ctx, exchange) => init(ctx, exchange, 'browser')),
      get(`${path}/api`, (ctx, exchange) => init(ctx, exchange, 'api')),
      json(get(`${path}/flows`, read)),
      { method: 'POST', path, handle: submit },
    ];
  }),
  get('/self-service/verification', openVerificationLink),
  // Password managers look here for the page that changes a password.
  get('/.well-known/change-password', (ctx) => ({
    status: 303,
    redirect: browserUrl(ctx, 'settings'),
    always: true,
  })),
  json(get('/self-service/logout/browser', createLogout)),
  get('/self-service/logout', performLogout),
  remove('/self-service/logout/api', performNativeLogout),
  json(get('/sessions/whoami', whoami)),
  json(get('/sessions', listSessions)),
  remove('/sessions', revokeOthers),
  remove('/sessions/:id', (ctx, exchange) => revokeSession(ctx, exchange, exchange.id)),
  json(
    get('/sessions/token-exchange', (_ctx, { query }) => {
      if (!query('init_code') || !query('return_to_code'))
        throw badRequest('"init_code" and "return_to_code" query params must be set');
      // Such codes come from third-party sign-in, which this service doesn't offer.
      throw notFound('no session yet for this "code"');
    }),
  ),
  json(get('/schemas', () => ok([{ id: SCHEMA_ID, schema: traitsSchema }]))),
  json(
    get('/schemas/:id', (_ctx, { id }) => {
      if (id !== SCHEMA_ID) throw notFound();
      return ok(traitsSchema);
    }),
  ),
  json(get('/self-service/errors', selfServiceError)),
  // Like open-source Kratos, this service has no federated sign-in.
  json({
    method: 'POST',
    path: '/self-service/fed-cm/token',
    handle: () => {
      throw csrfViolation();
    },
  }),
  json(get('/health/alive', () => ok({ status: 'ok' }))),
  json(
    get('/health/ready', async ({ rows }) => {
      // Any query tells whether the database responds.
      await rows.errors.find({ id: '' });
      return ok({ status: 'ok' });
    }),
  ),
];

function ok(body: unknown): Outcome {
  return { status: 200, body };
}

async function selfServiceError(ctx: IdentityContext, { query }: Exchange): Promise<Outcome> {
  const id = query('id') ?? '';
  if (id === 'stub:500') {
    const now = ctx.clock().toISOString();
    const error = new IdentityError(
      500,
      'This is a stub error.',
      'An error for testing error pages.',
    );
    return ok({ id, error: error.toError(), created_at: now, updated_at: now });
  }
  const found = await ctx.rows.errors.find({ id });
  if (!found) throw notFound();
  const at = found.createdAt.toISOString();
  return ok({ id, error: found.error, created_at: at, updated_at: at });
}
