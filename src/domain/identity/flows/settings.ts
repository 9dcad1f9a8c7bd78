import type { IdentityContext } from '../context.ts';
import * as errors from '../errors.ts';
import { FormError } from '../errors.ts';
import type { Exchange, Outcome } from '../http/exchange.ts';
import { pendingLookupCodes, revealLookupCodes } from '../methods/lookup.ts';
import { QR_SIZE, showTotpSecret } from '../methods/totp.ts';
import { type FlowRow, findCredentials, type IdentityRow, type SessionRecord } from '../rows.ts';
import { isPrivileged, requireSession } from '../sessions/session.ts';
import { toIdentity } from '../sessions/wire.ts';
import { settingsNodes } from '../settings-nodes.ts';
import { text } from '../texts.ts';
import { browserUrl, uiUrl } from '../urls.ts';
import { isExpired, readFlow, restartFlow, submittedFlow } from './flow.ts';
import { presentFlow, type WireFlow } from './present.ts';
import { changePasskey, changeSecurityKey } from './settings-keys.ts';
import { changePassword, changeProfile } from './settings-profile.ts';
import { changeLookup, changeTotp } from './settings-second-factor.ts';
import { settingsInternal, startSettings } from './settings-start.ts';
import type { Change, Submission } from './settings-submission.ts';
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

const methods: Record<string, (submission: Submission) => Promise<Change>> = {
  profile: changeProfile,
  password: changePassword,
  totp: changeTotp,
  lookup_secret: changeLookup,
  passkey: changePasskey,
  webauthn: changeSecurityKey,
};

/** Fields that reveal the method if the form doesn't name it. */
const telling: [string, string][] = [
  ['totp_', 'totp'],
  ['lookup_secret_', 'lookup_secret'],
  ['passkey_', 'passkey'],
  ['webauthn_', 'webauthn'],
];
const fieldNames = [
  'totp_unlink',
  'totp_code',
  'lookup_secret_regenerate',
  'lookup_secret_reveal',
  'lookup_secret_disable',
  'lookup_secret_confirm',
  'passkey_remove',
  'passkey_settings_register',
  'webauthn_remove',
  'webauthn_register',
];

/**
 * Applies the changes of one group of the settings form.
 * @throws FormError if the input is invalid; IdentityError 403 session_refresh_required.
 */
async function changeSettings(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  record: SessionRecord,
): Promise<Change> {
  const field = fieldNames.find((name) => exchange.form.text(name));
  const revealed = telling.find(([prefix]) => field?.startsWith(prefix))?.[1];
  const named = exchange.form.text('method');
  const method = named ?? revealed ?? (exchange.form.has('password') ? 'password' : '');
  const change = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!change) throw new FormError([text(4010004)]);
  const assertPrivileged = () => {
    if (isPrivileged(ctx, record.session)) return;
    const back = uiUrl(ctx, 'settings', { flow: flow.id });
    const url = browserUrl(ctx, 'login', { refresh: 'true', return_to: back });
    throw errors.sessionRefreshRequired(url);
  };
  await ctx.throttle.consume('change', record.identity.id);
  return change({ ctx, exchange, flow, record, assertPrivileged });
}
