import { addressNodes, codeNodes, continueNodes, ownerNodes } from '../code-nodes.ts';
import type { IdentityContext } from '../context.ts';
import * as errors from '../errors.ts';
import { FormError } from '../errors.ts';
import type { Exchange, Outcome } from '../http/exchange.ts';
import { digitsOf, emailCode, liveCode, tryCode } from '../methods/code.ts';
import type { OwnerAnswer } from '../owner.ts';
import type { FlowRow, IdentityRow } from '../rows.ts';
import { type FlowMessage, text } from '../texts.ts';
import { checkEmail } from '../traits.ts';
import { homeUrl, uiUrl } from '../urls.ts';
import { isExpired, restartFlow, startFlow, submittedFlow } from './flow.ts';
import { presentFlow, type WireFlow } from './present.ts';
import { addressProven, askOwner, asksOwner, disown, isOwn, ownerAnswered } from './proven.ts';
import {
  keepAndShow,
  keepFlow,
  movedFlow,
  openSubmission,
  showFlow,
  withRefusal,
} from './submission.ts';

const PREFILL = 'verification-code';
const TOO_MANY = { reason: 'Too many wrong codes. Request a new one.' };

/** A verification flow in Ory's format. */
export function presentVerification(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
): WireFlow {
  if (flow.state === 'passed_challenge') {
    const target = flow.returnTo ?? homeUrl(ctx);
    const wire = presentFlow(ctx, exchange, flow, continueNodes(target));
    return { ...wire, ui: { ...wire.ui, action: target, method: 'GET' } };
  }
  if (asksOwner(flow)) return presentFlow(ctx, exchange, flow, ownerNodes());
  if (flow.state === 'choose_method' && flow.internal.disowned) {
    return presentFlow(ctx, exchange, flow, continueNodes(uiUrl(ctx, 'registration')));
  }
  if (flow.state !== 'sent_email') return presentFlow(ctx, exchange, flow, addressNodes());
  const { email = '', prefill } = flow.internal;
  const filled = prefill
    ? { ...flow, fields: { code: { value: ctx.vault.decrypt(PREFILL, prefill) }, ...flow.fields } }
    : flow;
  return presentFlow(ctx, exchange, filled, codeNodes(1070011, email, digitsOf(flow)));
}

/** Starts a verification. */
export async function initVerification(
  ctx: IdentityContext,
  exchange: Exchange,
  type: FlowRow['type'],
): Promise<Outcome> {
  const flow = await startFlow(ctx, exchange, 'verification', type);
  return showFlow(ctx, flow, 200, presentVerification(ctx, exchange, flow));
}

/**
 * Handles the link in the email: shows the form with the code filled in. It isn't submitted, because email scanners
 * open links too. Anyone who has the code can continue in another browser, which asks whether they signed up.
 */
export async function openVerificationLink(
  ctx: IdentityContext,
  exchange: Exchange,
): Promise<Outcome> {
  const flow = await ctx.rows.flows.find({
    id: exchange.query('flow') ?? '',
    kind: 'verification',
  });
  if (!flow || isExpired(ctx, flow)) {
    const fresh = await startFlow(ctx, exchange, 'verification', 'browser', {
      messages: [text(4070005)],
    });
    return movedFlow(ctx, exchange, fresh);
  }
  const code = exchange.query('code');
  const row = code === undefined ? undefined : await liveCode(ctx, flow, code);
  const person = row && (await ctx.rows.identities.find({ id: row.identityId }));
  if (!code || !person) return movedFlow(ctx, exchange, flow);
  const { digits } = flow.internal;
  const long: FlowRow['internal'] = digits === undefined ? {} : { digits };
  const filled: FlowRow = {
    ...flow,
    type: 'browser',
    state: 'sent_email',
    csrfHash: exchange.csrf.ensure().hash,
    internal: { email: person.email, prefill: ctx.vault.encrypt(PREFILL, code), ...long },
  };
  const isTheirs = await isOwn(ctx, exchange, flow, person);
  const kept = await keepFlow(ctx, isTheirs ? filled : askOwner(filled, person));
  return movedFlow(ctx, exchange, kept);
}

/** Handles a submitted form: first an address, then a code. */
export async function submitVerification(
  ctx: IdentityContext,
  exchange: Exchange,
): Promise<Outcome> {
  const submitted = await submittedFlow(ctx, exchange, 'verification');
  if (isExpired(ctx, submitted)) {
    return movedFlow(ctx, exchange, await restartFlow(ctx, exchange, submitted));
  }
  if (submitted.state === 'passed_challenge') {
    return replace(ctx, exchange, submitted, text(4070003));
  }
  const flow = openSubmission(exchange, submitted);
  const show = (next: FlowRow, status: number) =>
    keepAndShow(ctx, exchange, presentVerification, next, status);
  try {
    const next = await proceed(ctx, exchange, flow);
    return next
      ? await show(next, 200)
      : await replace(ctx, exchange, flow, text(4000001, TOO_MANY));
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    return show(withRefusal(flow, error), 400);
  }
}

/** The flow after a submission, or undefined after too many attempts at a code. */
async function proceed(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
): Promise<FlowRow | undefined> {
  const code = exchange.form.text('code');
  // The resend button is named `email`, so a submitted address requests another code.
  const isResend = exchange.form.text('email') !== undefined;
  if (asksOwner(flow) && !isResend) return answer(ctx, exchange, flow);
  if (code && flow.state === 'sent_email' && !isResend) return checkCode(ctx, exchange, flow, code);
  return sendCode(ctx, exchange, flow);
}

/** Emails a code. The response is the same if no account has this address. */
async function sendCode(ctx: IdentityContext, exchange: Exchange, flow: FlowRow): Promise<FlowRow> {
  const email = checkEmail(exchange.form.text('email'), 'email');
  const person = await ctx.rows.identities.find({ email });
  const about = { person, purpose: 'verification' } as const;
  const sent = await emailCode(ctx, exchange, flow, email, about);
  const isSame = flow.internal.email === email && flow.internal.own !== undefined;
  const internal: FlowRow['internal'] = { email, ...(isSame && { own: 'true' }), ...sent };
  return { ...flow, state: 'sent_email', internal, messages: [text(1080003)] };
}

/** The flow after an attempt, or undefined if there were too many. */
async function checkCode(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  code: string,
  given?: OwnerAnswer,
): Promise<FlowRow | undefined> {
  const { prefill: _, ask: __, ...internal } = flow.internal;
  const row = await tryCode(ctx, exchange, flow, internal.email ?? '', code);
  if (row === 'too_often') return undefined;
  const person =
    row === 'wrong' ? undefined : await ctx.rows.identities.find({ id: row.identityId });
  if (row === 'wrong' || !person || person.email !== row.address) {
    // Protocol quirk: Ory responds to a wrong code with 200.
    return { ...flow, state: 'sent_email', internal, messages: [text(4070006)] };
  }
  return settle(ctx, exchange, { ...flow, internal }, person, given);
}

/** The flow after an answer to whether the person signed up, or undefined after too many attempts at its code. */
async function answer(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
): Promise<FlowRow | undefined> {
  const { person, answer: given } = await ownerAnswered(ctx, exchange, flow);
  if (!person) return { ...flow, internal: {}, messages: [text(4070005)] };
  if (given === undefined) return askOwner(flow, person);
  const { prefill } = flow.internal;
  // The link doesn't use up its code.
  return prefill === undefined
    ? settle(ctx, exchange, flow, person, given)
    : checkCode(ctx, exchange, flow, ctx.vault.decrypt(PREFILL, prefill), given);
}

/** The flow once its code was right. */
async function settle(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  person: IdentityRow,
  given: OwnerAnswer | undefined,
): Promise<FlowRow> {
  if (given === 'no' && !(await isOwn(ctx, exchange, flow, person))) {
    await disown(ctx, person);
    const internal = { disowned: 'true' };
    return { ...flow, state: 'choose_method', internal, messages: [text(1080904)] };
  }
  const proven = await addressProven(ctx, exchange, flow, person, given);
  if (!proven) return askOwner(flow, person);
  return { ...flow, state: 'passed_challenge', internal: {}, messages: [text(1080002)] };
}

/** A new flow to replace one that can't be used any more, with a message that says why. */
async function replace(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  why: FlowMessage,
): Promise<Outcome> {
  const fresh = await startFlow(ctx, exchange, 'verification', flow.type, {
    returnTo: flow.returnTo,
    messages: [why],
  });
  const redirect = uiUrl(ctx, 'verification', { flow: fresh.id });
  return { status: 410, body: errors.flowReplaced(fresh.id).toBody(), redirect };
}
