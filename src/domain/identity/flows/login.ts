import { ownerNodes } from '../code-nodes.ts';
import { type IdentityContext, newChallenge } from '../context.ts';
import * as errors from '../errors.ts';
import { FormError, locationChangeRequired, sessionAal1Required } from '../errors.ts';
import type { Exchange, Outcome } from '../http/exchange.ts';
import { firstFactorNodes, loginCodeNodes, secondFactorNodes } from '../login-nodes.ts';
import { digitsOf } from '../methods/code.ts';
import { type FlowRow, findCredentials, type SessionRecord } from '../rows.ts';
import {
  findSession,
  giveCookie,
  issueSession,
  lacksSecondFactor,
  renewSession,
  secondFactorUrl,
} from '../sessions/session.ts';
import { toSession } from '../sessions/wire.ts';
import { text } from '../texts.ts';
import { allowedReturnTo, homeUrl, uiUrl } from '../urls.ts';
import { isExpired, restartFlow, startFlow, submittedFlow } from './flow.ts';
import { type Proof, proveLogin } from './login-methods.ts';
import { presentFlow, type WireFlow } from './present.ts';
import { asksOwner } from './proven.ts';
import { keepAndShow, keepFlow, openSubmission, showFlow, withRefusal } from './submission.ts';

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
  const identity = flow.identityId
    ? await ctx.rows.identities.find({ id: flow.identityId })
    : undefined;
  const { keys } = ctx;
  if (!identity) return firstFactorNodes({ challenge: keys?.assertionOptions(challenge) });
  const credentials = await findCredentials(ctx.rows, identity.id);
  if (flow.requestedAal === 'aal2') {
    const options = keys?.assertionOptions(challenge, credentials.securityKeys);
    return secondFactorNodes(identity.email, credentials, options);
  }
  const known = { email: identity.email, credentials };
  return firstFactorNodes({ known, challenge: keys?.assertionOptions(challenge) });
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
    internal: { challenge: newChallenge(ctx) },
    messages: aal === 'aal2' ? [text(1010004)] : refresh ? [text(1010003)] : [],
  });
  return showFlow(ctx, flow, 200, await presentLogin(ctx, exchange, flow));
}

/** Handles a submitted login form. */
export async function submitLogin(ctx: IdentityContext, exchange: Exchange): Promise<Outcome> {
  const submitted = await submittedFlow(ctx, exchange, 'login');
  if (isExpired(ctx, submitted)) {
    const fresh = await restartFlow(ctx, exchange, {
      ...submitted,
      internal: { challenge: newChallenge(ctx) },
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
    return await keepAndShow(ctx, exchange, presentLogin, step.pending, 400);
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    return keepAndShow(ctx, exchange, presentLogin, withRefusal(flow, error), 400);
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
    ? await renewSession(ctx, ctx.rows, session, proof.method)
    : await issueSession(ctx, ctx.rows, exchange, proof.identity, proof.method);
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
  if (!same) exchange.csrf.rotate();
  if (owesSecond) {
    const url = secondFactorUrl(ctx, flow.returnTo);
    return { status: 422, body: locationChangeRequired(url).toBody(), redirect: url };
  }
  const target = flow.returnTo ?? homeUrl(ctx);
  const next = { action: 'redirect_browser_to', redirect_browser_to: target };
  return { status: 200, body: { session: wire, continue_with: [next] }, redirect: target };
}
