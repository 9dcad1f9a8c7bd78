import { type IdentityContext, later } from '../context.ts';
import * as errors from '../errors.ts';
import type { Exchange } from '../http/exchange.ts';
import type { FlowKind, FlowRow } from '../rows.ts';
import { text } from '../texts.ts';
import { allowedReturnTo } from '../urls.ts';

const URL_MAX = 2000;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const expiredText = {
  login: 4010001,
  registration: 4040001,
  settings: 4050001,
  recovery: 4060005,
  verification: 4070005,
} as const;

/**
 * Starts a flow. Browser flows are bound to the CSRF cookie.
 * @throws IdentityError 400 if `return_to` isn't allowed, 429 if too many flows were started.
 */
export async function startFlow(
  ctx: IdentityContext,
  exchange: Exchange,
  kind: FlowKind,
  type: FlowRow['type'],
  change: Partial<FlowRow> = {},
): Promise<FlowRow> {
  const returnTo = allowedReturnTo(ctx, exchange.query('return_to')) ?? null;
  await ctx.throttle.consume('flow', exchange.network);
  const now = ctx.clock();
  const flow: FlowRow = {
    id: crypto.randomUUID(),
    kind,
    type,
    state: kind === 'settings' ? 'show_form' : 'choose_method',
    active: kind === 'recovery' || kind === 'verification' ? 'code' : null,
    // Anyone can start a flow, so its row stays small.
    requestUrl: exchange.url.slice(0, URL_MAX),
    returnTo,
    requestedAal: 'aal1',
    refresh: false,
    identityId: null,
    csrfHash: type === 'browser' ? exchange.csrf.ensure().hash : null,
    messages: [],
    fields: {},
    internal: {},
    submitCount: 0,
    issuedAt: now,
    expiresAt: later(ctx, ctx.settings.lifespans.flow),
    updatedAt: now,
    ...change,
  };
  await ctx.rows.flows.insert(flow);
  return flow;
}

/** Starts a flow to replace an expired one, with a message that says so. */
export function restartFlow(
  ctx: IdentityContext,
  exchange: Exchange,
  old: FlowRow,
  internal: FlowRow['internal'] = {},
): Promise<FlowRow> {
  return startFlow(ctx, exchange, old.kind, old.type, {
    internal,
    returnTo: old.returnTo,
    requestUrl: old.requestUrl,
    requestedAal: old.requestedAal,
    refresh: old.refresh,
    identityId: old.kind === 'settings' ? old.identityId : null,
    messages: [text(expiredText[old.kind])],
  });
}

export function isExpired(ctx: IdentityContext, flow: FlowRow): boolean {
  return flow.expiresAt.getTime() <= ctx.clock().getTime();
}

/**
 * Returns the flow that a GET requests.
 * @throws IdentityError 404; 403 in a browser other than the one that started the flow; 410 if the flow has expired.
 */
export async function readFlow(
  ctx: IdentityContext,
  exchange: Exchange,
  kind: FlowKind,
): Promise<FlowRow> {
  const flow = await ctx.rows.flows.find({ id: exchange.query('id') ?? '', kind });
  if (!flow) throw errors.notFound();
  // Settings belong to a person, which the caller checks; anything else belongs to a browser.
  if (kind !== 'settings') assertSameBrowser(exchange, flow);
  if (isExpired(ctx, flow)) throw errors.flowExpired(flow.expiresAt);
  return flow;
}

/**
 * Returns the flow that a POST submits, after checking its CSRF token. The flow may have expired; callers check that.
 * @throws IdentityError 400 if the id is missing or a browser submits a native flow; 404; 403.
 */
export async function submittedFlow(
  ctx: IdentityContext,
  exchange: Exchange,
  kind: FlowKind,
): Promise<FlowRow> {
  const id = exchange.query('flow');
  if (!id || !UUID.test(id))
    throw errors.badRequest('The flow query parameter is missing or malformed.');
  const flow = await ctx.rows.flows.find({ id, kind });
  if (!flow) throw errors.notFound();
  if (flow.type === 'api') {
    if (exchange.fromBrowser) throw nativeFromBrowser(exchange.fromBrowser);
    return flow;
  }
  if (kind !== 'settings') assertSameBrowser(exchange, flow);
  if (!exchange.csrf.isValid(exchange.form.text('csrf_token'))) throw errors.csrfViolation();
  return flow;
}

function assertSameBrowser(exchange: Exchange, flow: FlowRow): void {
  if (flow.type === 'api') return;
  const hash = exchange.csrf.hash();
  if (!hash || hash !== flow.csrfHash) throw errors.csrfViolation();
}

function nativeFromBrowser(header: string) {
  return errors.badRequest(
    `The HTTP Request Header included the "${header}" key, indicating that this request was made by a Browser. The flow however was initiated as an API request. To prevent potential misuse and mitigate several attack vectors including CSRF, the request has been blocked. Please consult the documentation.`,
  );
}
