import { ownerNodes } from '#domain/identity/code-nodes.ts';
import * as errors from '#domain/identity/errors.ts';
import { FormError, locationChangeRequired, sessionAal1Required } from '#domain/identity/errors.ts';
import {
  firstFactorNodes,
  loginCodeNodes,
  secondFactorNodes,
} from '#domain/identity/login-nodes.ts';
import { text } from '#domain/identity/texts.ts';
import type { IdentityContext } from '../context.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Outcome } from '../http/outcome.ts';
import { digitsOf } from '../methods/code.ts';
import { assertionOptions, newChallenge } from '../methods/webauthn.ts';
import { findCredentials } from '../repositories/credential.repository.ts';
import type { FlowRow } from '../repositories/flow.repository.ts';
import { findIdentity } from '../repositories/identity.repository.ts';
import type { SessionRecord } from '../repositories/session.repository.ts';
import {
  findSession,
  giveCookie,
  issueSession,
  lacksSecondFactor,
  renewSession,
  secondFactorUrl,
} from '../sessions/session.ts';
import { toSession } from '../sessions/wire.ts';
import { allowedReturnTo, homeUrl, uiUrl } from '../urls.ts';
import { isExpired, readFlow, restartFlow, startFlow, submittedFlow } from './flow.ts';
import { type Proof, proveLogin } from './login-methods.ts';
import { presentFlow, type WireFlow } from './present.ts';
import { asksOwner } from './proven.ts';
import { keepFlow, openSubmission, showFlow, withRefusal } from './submission.ts';

/** A login flow in Ory's format. */
export async function presentLogin(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
): Promise<WireFlow> {
  return {
    ...presentFlow(ctx, exchange, flow, await nodes(ctx, flow)),
    refresh: flow.refresh,
    requested_aal: flow.requestedAal,
    created_at: flow.issuedAt.toISOString(),
    updated_at: flow.updatedAt.toISOString(),
  };
}

async function nodes(ctx: IdentityContext, flow: FlowRow) {
  if (asksOwner(flow)) return ownerNodes();
  if (flow.state === 'sent_email')
    return loginCodeNodes(flow.internal.identifier ?? '', digitsOf(flow));
  const challenge = flow.internal.challenge ?? '';
  const identity = flow.identityId ? await findIdentity(ctx.db, flow.identityId) : undefined;
  if (!identity) return firstFactorNodes({ challenge: assertionOptions(ctx, challenge) });
  const credentials = await findCredentials(ctx.db, identity.id);
  if (flow.requestedAal === 'aal2') {
    const options = assertionOptions(ctx, challenge, credentials.securityKeys);
    return secondFactorNodes(identity.email, credentials, options);
  }
  const known = { email: identity.email, credentials };
  return firstFactorNodes({ known, challenge: assertionOptions(ctx, challenge) });
}

/**
 * Starts a login.
 * @throws IdentityError 400 if already signed in, 401 session_aal1_required.
 */
export async function initLogin(
  ctx: IdentityContext,
  exchange: Exchange,
  type: FlowRow['type'],
): Promise<Outcome> {
  const aal = exchange.query('aal') ?? 'aal1';
  if (aal !== 'aal1' && aal !== 'aal2') {
    throw errors.badRequest('The aal parameter must be aal1 or aal2.');
  }
  const session = await findSession(ctx, exchange);
  const refresh = session !== null && exchange.query('refresh') === 'true';
  if (aal === 'aal2' && !session) throw sessionAal1Required(uiUrl(ctx, 'login'));
  if (session && !refresh && session.session.aal >= aal) {
    const returnTo = allowedReturnTo(ctx, exchange.query('return_to')) ?? homeUrl(ctx);
    throw errors.sessionAlreadyAvailable(returnTo);
  }
  const flow = await startFlow(ctx, exchange, 'login', type, {
    requestedAal: aal,
    refresh,
    identityId: refresh || aal === 'aal2' ? (session?.identity.id ?? null) : null,
    internal: { challenge: newChallenge() },
    messages: aal === 'aal2' ? [text(1010004)] : refresh ? [text(1010003)] : [],
  });
  return showFlow(ctx, flow, 200, await presentLogin(ctx, exchange, flow));
}

/** Returns a login flow. */
export async function getLogin(ctx: IdentityContext, exchange: Exchange): Promise<Outcome> {
  const flow = await readFlow(ctx, exchange, 'login');
  return { status: 200, body: await presentLogin(ctx, exchange, flow) };
}

/** Handles a submitted login form. */
export async function submitLogin(ctx: IdentityContext, exchange: Exchange): Promise<Outcome> {
  const submitted = await submittedFlow(ctx, exchange, 'login');
  if (isExpired(ctx, submitted)) {
    const fresh = await restartFlow(ctx, exchange, {
      ...submitted,
      internal: { challenge: newChallenge() },
    });
    return showFlow(ctx, fresh, 410, errors.flowExpired(submitted.expiresAt, fresh.id).toBody());
  }
  const session = await findSession(ctx, exchange);
  const flow = openSubmission(exchange, submitted);
  try {
    assertNeedsLogin(ctx, flow, session);
    const step = await proveLogin(ctx, exchange, flow);
    if ('proof' in step) return await completeLogin(ctx, exchange, flow, session, step.proof);
    // Protocol quirk: after sending a code, Ory responds with 400 and the flow.
    const kept = await keepFlow(ctx, step.pending);
    return showFlow(ctx, kept, 400, await presentLogin(ctx, exchange, kept));
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    const kept = await keepFlow(ctx, withRefusal(flow, error));
    return showFlow(ctx, kept, 400, await presentLogin(ctx, exchange, kept));
  }
}

function assertNeedsLogin(ctx: IdentityContext, flow: FlowRow, session: SessionRecord | null) {
  if (flow.requestedAal === 'aal2' && !session) throw sessionAal1Required(uiUrl(ctx, 'login'));
  if (!session) return;
  if (flow.identityId && flow.identityId !== session.identity.id) throw errors.identityMismatch();
  if (!flow.refresh && session.session.aal >= flow.requestedAal) {
    throw new FormError([text(4000001, { reason: 'You are already signed in.' })]);
  }
}

async function completeLogin(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  session: SessionRecord | null,
  proof: Proof,
): Promise<Outcome> {
  const same = session?.identity.id === proof.identity.id;
  const issued = same
    ? await renewSession(ctx, ctx.db, session, proof.method)
    : await issueSession(ctx, ctx.db, exchange, proof.identity, proof.method);
  // The browser's previous cookie is no longer valid.
  if (same) await ctx.announce(proof.identity.id);
  await keepFlow(ctx, { ...flow, state: 'passed_challenge', active: proof.method });
  ctx.log.info({ identityId: proof.identity.id, method: proof.method }, 'signed in');

  const owesSecond = lacksSecondFactor(issued);
  // As in Kratos: someone who only knows the password doesn't learn who the person is.
  const wire = toSession(ctx, issued.session, owesSecond ? undefined : issued.identity);
  if (flow.type === 'api') {
    return { status: 200, body: { session: wire, session_token: issued.token } };
  }
  giveCookie(ctx, exchange, issued);
  if (!same) exchange.rotateCsrf();
  if (owesSecond) {
    const url = secondFactorUrl(ctx, flow.returnTo);
    return { status: 422, body: locationChangeRequired(url).toBody(), redirect: url };
  }
  const target = flow.returnTo ?? homeUrl(ctx);
  const next = { action: 'redirect_browser_to', redirect_browser_to: target };
  return { status: 200, body: { session: wire, continue_with: [next] }, redirect: target };
}
