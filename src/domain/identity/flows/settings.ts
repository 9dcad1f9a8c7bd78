import type { IdentityContext } from '../context.ts';
import * as errors from '../errors.ts';
import { FormError } from '../errors.ts';
import type { Exchange, Outcome } from '../http/exchange.ts';
import { pendingLookupCodes, revealLookupCodes } from '../methods/lookup.ts';
import { QR_SIZE, showTotpSecret } from '../methods/totp.ts';
import type { FlowRow, IdentityRow } from '../rows.ts';
import { findCredentials } from '../rows.ts';
import { requireSession } from '../sessions/session.ts';
import { toIdentity } from '../sessions/wire.ts';
import { settingsNodes } from '../settings-nodes.ts';
import { text } from '../texts.ts';
import { uiUrl } from '../urls.ts';
import { isExpired, readFlow, restartFlow, submittedFlow } from './flow.ts';
import { presentFlow, type WireFlow } from './present.ts';
import { changeSettings } from './settings-methods.ts';
import { settingsInternal, startSettings } from './settings-start.ts';
import { keepFlow, openSubmission, showFlow, withRefusal } from './submission.ts';

/** A settings flow in Ory's format. */
export async function presentSettings(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  identity: IdentityRow,
  revealed = false,
): Promise<WireFlow> {
  const { id, email, name } = identity;
  const { challenge = '', totp } = flow.internal;
  const credentials = await findCredentials(ctx.rows, id);
  const { keys } = ctx;
  const options = (kind: 'passkey' | 'webauthn') => {
    const known = kind === 'passkey' ? credentials.passkeys : credentials.securityKeys;
    const person = { id, email, name };
    return keys && JSON.stringify(keys.creationOptions(challenge, kind, person, known));
  };
  const seed = totp && !credentials.totp ? await showTotpSecret(ctx, totp, email) : undefined;
  const nodes = settingsNodes({
    email,
    name,
    credentials,
    totp: seed && { ...seed, size: QR_SIZE },
    codes: pendingLookupCodes(ctx, flow.internal.lookup),
    canReveal: credentials.canReveal,
    revealed: revealed ? await revealLookupCodes(ctx, id) : undefined,
    passkeyOptions: options('passkey'),
    securityKeyOptions: options('webauthn'),
  });
  return { ...presentFlow(ctx, exchange, flow, nodes), identity: toIdentity(ctx, identity) };
}

/** Starts a settings flow. @throws IdentityError 401, 403 session_aal2_required. */
export async function initSettings(
  ctx: IdentityContext,
  exchange: Exchange,
  type: FlowRow['type'],
): Promise<Outcome> {
  const { identity } = await requireSession(ctx, exchange, { returnTo: exchange.url });
  const flow = await startSettings(ctx, exchange, type, identity);
  return showFlow(ctx, flow, 200, await presentSettings(ctx, exchange, flow, identity));
}

/** Returns a settings flow to its owner. */
export async function getSettings(ctx: IdentityContext, exchange: Exchange): Promise<Outcome> {
  const { identity } = await requireSession(ctx, exchange, { isUnnamed: true });
  const flow = await readFlow(ctx, exchange, 'settings');
  if (flow.identityId !== identity.id) throw errors.identityMismatch();
  return { status: 200, body: await presentSettings(ctx, exchange, flow, identity) };
}

/** Handles a submitted group of the settings form. */
export async function submitSettings(ctx: IdentityContext, exchange: Exchange): Promise<Outcome> {
  const submitted = await submittedFlow(ctx, exchange, 'settings');
  const url = uiUrl(ctx, 'settings', { flow: submitted.id });
  const record = await requireSession(ctx, exchange, { returnTo: url });
  const { identity } = record;
  if (submitted.identityId !== identity.id) throw errors.identityMismatch();
  if (isExpired(ctx, submitted)) {
    const fresh = await restartFlow(ctx, exchange, submitted, await settingsInternal(ctx));
    return showFlow(ctx, fresh, 410, errors.flowExpired(submitted.expiresAt, fresh.id).toBody());
  }
  const opened = openSubmission(exchange, submitted);
  const flow: FlowRow = { ...opened, state: 'show_form' };
  try {
    const {
      saved,
      revealed,
      next = [],
      ...change
    } = await changeSettings(ctx, exchange, flow, record);
    if (saved) await ctx.announce(identity.id);
    const done: Partial<FlowRow> = saved
      ? { state: 'success', fields: {}, messages: [text(1050001)] }
      : {};
    const kept = await keepFlow(ctx, { ...flow, ...change, ...done });
    const person = (await ctx.rows.identities.find({ id: identity.id })) ?? identity;
    const body = await presentSettings(ctx, exchange, kept, person, revealed);
    const target = kept.returnTo ?? uiUrl(ctx, 'settings', { flow: kept.id });
    const redirect = { action: 'redirect_browser_to', redirect_browser_to: target };
    const steps = saved && kept.type === 'browser' ? [redirect, ...next] : next;
    const outcome = showFlow(ctx, kept, 200, { ...body, continue_with: steps });
    const back = saved ? kept.returnTo : undefined;
    return back ? { ...outcome, redirect: back } : outcome;
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    const kept = await keepFlow(ctx, withRefusal(flow, error));
    return showFlow(ctx, kept, 400, await presentSettings(ctx, exchange, kept, identity));
  }
}
