import { addressNodes, codeNodes, ownerNodes } from '../code-nodes.ts';
import type { IdentityContext } from '../context.ts';
import * as errors from '../errors.ts';
import { FormError } from '../errors.ts';
import type { Exchange, Outcome } from '../http/exchange.ts';
import { digitsOf, emailCode, tryCode } from '../methods/code.ts';
import type { OwnerAnswer } from '../owner.ts';
import type { FlowRow, IdentityRow } from '../rows.ts';
import { endOtherSessions } from '../sessions/end.ts';
import { giveCookie, issueSession } from '../sessions/session.ts';
import { text } from '../texts.ts';
import { checkEmail } from '../traits.ts';
import { uiUrl } from '../urls.ts';
import { isExpired, restartFlow, startFlow, submittedFlow } from './flow.ts';
import { presentFlow, type WireFlow } from './present.ts';
import { addressProven, askOwner, asksOwner, ownerAnswered } from './proven.ts';
import { startSettings } from './settings-start.ts';
import {
  keepAndShow,
  keepFlow,
  movedFlow,
  openSubmission,
  refuseSignedIn,
  showFlow,
  withRefusal,
} from './submission.ts';

/** A recovery flow in Ory's format. */
export function presentRecovery(ctx: IdentityContext, exchange: Exchange, flow: FlowRow): WireFlow {
  return presentFlow(ctx, exchange, flow, nodesOf(flow));
}

function nodesOf(flow: FlowRow) {
  if (asksOwner(flow)) return ownerNodes();
  if (flow.state === 'choose_method') return addressNodes();
  return codeNodes(1070010, flow.internal.email ?? '', digitsOf(flow));
}

/** Starts a recovery. @throws IdentityError 400 if signed in. */
export async function initRecovery(
  ctx: IdentityContext,
  exchange: Exchange,
  type: FlowRow['type'],
): Promise<Outcome> {
  await refuseSignedIn(ctx, exchange);
  const flow = await startFlow(ctx, exchange, 'recovery', type);
  return showFlow(ctx, flow, 200, presentRecovery(ctx, exchange, flow));
}

/** Handles a submitted form: first an address, then a code. */
export async function submitRecovery(ctx: IdentityContext, exchange: Exchange): Promise<Outcome> {
  const submitted = await submittedFlow(ctx, exchange, 'recovery');
  if (isExpired(ctx, submitted)) {
    return movedFlow(ctx, exchange, await restartFlow(ctx, exchange, submitted));
  }
  await refuseSignedIn(ctx, exchange, submitted.returnTo);
  const flow = openSubmission(exchange, submitted);
  const show = (next: FlowRow, status: number) =>
    keepAndShow(ctx, exchange, presentRecovery, next, status);
  try {
    const step = await proceed(ctx, exchange, flow);
    return 'outcome' in step ? step.outcome : await show(step.shown, 200);
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    return show(withRefusal(flow, error), 400);
  }
}

/** The response that ends the flow, or the flow to show. */
type Step = { outcome: Outcome } | { shown: FlowRow };

async function proceed(ctx: IdentityContext, exchange: Exchange, flow: FlowRow): Promise<Step> {
  const code = exchange.form.text('code');
  // The resend button is named `email`, so a submitted address requests another code.
  const isResend = exchange.form.text('email') !== undefined;
  if (asksOwner(flow) && !isResend) {
    const { person, answer } = await ownerAnswered(ctx, exchange, flow);
    if (!person) return { shown: { ...flow, internal: {}, messages: [text(4060005)] } };
    return recover(ctx, exchange, flow, person, answer);
  }
  if (code && flow.state === 'sent_email' && !isResend) return checkCode(ctx, exchange, flow, code);
  return { shown: await sendCode(ctx, exchange, flow) };
}

/** Emails a code. The response is the same if no account has this address. */
async function sendCode(ctx: IdentityContext, exchange: Exchange, flow: FlowRow): Promise<FlowRow> {
  if (flow.state === 'passed_challenge') throw new FormError([text(4010005)]);
  const email = checkEmail(exchange.form.text('email'), 'email');
  const person = await ctx.rows.identities.find({ email });
  const sent = await emailCode(ctx, exchange, flow, email, { person, purpose: 'recovery' });
  const internal = { email, ...sent };
  return { ...flow, state: 'sent_email', internal, messages: [text(1060003)] };
}

async function checkCode(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  code: string,
): Promise<Step> {
  const row = await tryCode(ctx, exchange, flow, flow.internal.email ?? '', code);
  if (row === 'too_often') return { outcome: await replace(ctx, exchange, flow) };
  const person =
    row === 'wrong' ? undefined : await ctx.rows.identities.find({ id: row.identityId });
  if (row === 'wrong' || person?.state !== 'active' || person.email !== row.address) {
    // Protocol quirk: Ory responds to a wrong code with 200.
    return { shown: { ...flow, messages: [text(4060006)] } };
  }
  return recover(ctx, exchange, flow, person);
}

/** A new flow to replace one with too many attempts. */
async function replace(ctx: IdentityContext, exchange: Exchange, flow: FlowRow): Promise<Outcome> {
  const reason = 'Too many wrong codes. Request a new one.';
  const fresh = await startFlow(ctx, exchange, 'recovery', flow.type, {
    returnTo: flow.returnTo,
    messages: [text(4000001, { reason })],
  });
  const url = uiUrl(ctx, 'recovery', { flow: fresh.id });
  const next = { id: fresh.id, ...(flow.type === 'browser' ? { url } : {}) };
  return { status: 400, body: errors.recoveryReplaced(next).toBody(), redirect: url };
}

/**
 * Signs the person in with this single factor and sends them to set a new password. Asks first whether they signed up,
 * if somebody else may have.
 */
async function recover(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  person: IdentityRow,
  answer?: OwnerAnswer,
): Promise<Step> {
  const identity = await addressProven(ctx, exchange, flow, person, answer);
  if (!identity) return { shown: askOwner(flow, person) };
  const issued = await issueSession(ctx, ctx.rows, exchange, identity, 'code_recovery');
  // The account may have been taken over, so all other sessions end.
  await endOtherSessions(ctx, identity.id, issued.session.id);
  ctx.log.info({ identityId: identity.id }, 'recovered');
  if (flow.type === 'browser') {
    giveCookie(ctx, exchange, issued);
    exchange.csrf.rotate();
  }
  const settings = await startSettings(ctx, exchange, flow.type, identity, {
    returnTo: flow.returnTo,
    messages: [text(1060001)],
  });
  const done = await keepFlow(ctx, { ...flow, state: 'passed_challenge' });
  const url = uiUrl(ctx, 'settings', { flow: settings.id });
  const continueWith =
    flow.type === 'browser'
      ? [{ action: 'show_settings_ui', flow: { id: settings.id, url } }]
      : [
          { action: 'set_ory_session_token', ory_session_token: issued.token },
          { action: 'show_settings_ui', flow: { id: settings.id } },
        ];
  const body = { ...presentRecovery(ctx, exchange, done), continue_with: continueWith };
  return { outcome: { status: 200, body, redirect: url } };
}
