import type { UiNode } from '@ory/client';
import type { Exchange } from './context.ts';
import { identityByEmail, mailCode, type StoredFlow, type StoredIdentity } from './data.ts';
import { FormError, IdentityError } from './errors.ts';
import { createFlow } from './flow.ts';
import type { Fields } from './form.ts';
import { image, input, passwordNode, submit, textNode, traitNodes } from './nodes.ts';
import { checkPassword, checkPerson } from './registration.ts';
import { text, valueText } from './texts.ts';
import { newTotpSecret, totpPicture, verifyTotp } from './totp.ts';

const PRIVILEGED_MS = 15 * 60_000;
const LOOKUP_CODES = 12;

/** Starts a settings flow. */
export async function beginSettings(exchange: Exchange): Promise<StoredFlow> {
  const { identity } = signedInPerson(exchange);
  const values = { 'traits.email': identity.email, 'traits.name': identity.name };
  return createFlow(exchange, 'settings', {
    identity_id: identity.id,
    values,
    totp: await newTotpSecret(),
  });
}

/** The settings form, with everything that can be changed. */
export async function settingsNodes(exchange: Exchange, flow: StoredFlow): Promise<UiNode[]> {
  const { identity } = signedInPerson(exchange);
  return [
    ...traitNodes('profile'),
    submit('profile', 'method', 'profile', 1070003),
    passwordNode('new-password'),
    submit('password', 'method', 'password', 1070003),
    ...(await totpNodes(flow, identity)),
    ...lookupNodes(flow, identity),
  ];
}

/** Handles a submission. Changes to sign-in methods require a recent sign-in. */
export async function submitSettings(
  exchange: Exchange,
  flow: StoredFlow,
  fields: Fields,
): Promise<void> {
  const { identity } = signedInPerson(exchange);
  if (identity.id !== flow.identity_id) {
    throw new IdentityError(403, 'The flow was started by another person.', {
      id: 'security_identity_mismatch',
    });
  }
  if (fields.method === 'profile') changeProfile(exchange, flow, identity, fields);
  else {
    checkFresh(exchange, flow);
    if (fields.method === 'password') changePassword(exchange, identity, fields);
    else if (fields.totp_code !== undefined || fields.totp_unlink !== undefined) {
      await changeTotp(exchange, flow, identity, fields);
    } else if (!changeLookup(flow, identity, fields)) return;
  }
  identity.updated_at = new Date().toISOString();
  flow.state = 'success';
  flow.messages = [text(1050001)];
}

function signedInPerson(exchange: Exchange): { identity: StoredIdentity } {
  if (exchange.identity) return { identity: exchange.identity };
  throw new IdentityError(401, 'No active session was found in this request.', {
    id: 'session_inactive',
    redirect_browser_to: `${exchange.base}/self-service/login/browser`,
  });
}

function checkFresh({ session, base, url }: Exchange, flow: StoredFlow): void {
  if (session && Date.now() - Date.parse(session.authenticated_at) < PRIVILEGED_MS) return;
  const back = encodeURIComponent(`${url.origin}/settings/security?flow=${flow.id}`);
  const target = `${base}/self-service/login/browser?refresh=true&return_to=${back}`;
  throw new IdentityError(403, 'The session is too old. Sign in again.', {
    id: 'session_refresh_required',
    redirect_browser_to: target,
  });
}

function changeProfile(
  exchange: Exchange,
  flow: StoredFlow,
  identity: StoredIdentity,
  fields: Fields,
): void {
  const email = fields['traits.email']?.trim() ?? identity.email;
  const name = fields['traits.name']?.trim() ?? identity.name;
  checkPerson({ email, name });
  const { data } = exchange.store;
  const other = identityByEmail(data.identity, email);
  if (other && other.id !== identity.id) throw new FormError([text(4000007)]);
  if (email !== identity.email) {
    checkFresh(exchange, flow);
    identity.verified_at = null;
    mailCode(data.identity, email, 'Verify your email address');
  }
  Object.assign(identity, { email, name });
  flow.values = { 'traits.email': email, 'traits.name': name };
}

function changePassword(
  exchange: Exchange,
  identity: StoredIdentity,
  { password = '' }: Fields,
): void {
  checkPassword(password);
  if (password === identity.password) throw new FormError([], { password: [text(4000039)] });
  identity.password = password;
  // Sessions that were started with the old password end.
  const { sessions } = exchange.store.data.identity;
  for (const session of Object.values(sessions)) {
    if (session.identity_id === identity.id && session.id !== exchange.session?.id)
      delete sessions[session.id];
  }
}

async function totpNodes(flow: StoredFlow, identity: StoredIdentity): Promise<UiNode[]> {
  if (identity.totp) return [submit('totp', 'totp_unlink', 'true', 1050004)];
  const secret = flow.totp ?? '';
  const field = { required: true, autocomplete: 'one-time-code', maxlength: 6 } as const;
  return [
    image('totp', 'totp_qr', await totpPicture(secret, identity.email), 1050005),
    textNode('totp', 'totp_secret_key', valueText(1050006, secret, { secret }), 1050017),
    input('totp', 'text', 'totp_code', 1070006, field),
    submit('totp', 'method', 'totp', 1070003),
  ];
}

async function changeTotp(
  exchange: Exchange,
  flow: StoredFlow,
  identity: StoredIdentity,
  fields: Fields,
): Promise<void> {
  if (fields.totp_unlink !== undefined) {
    identity.totp = null;
    flow.totp = await newTotpSecret();
    return;
  }
  if (!flow.totp || !(await verifyTotp(flow.totp, fields.totp_code ?? ''))) {
    throw new FormError([], { totp_code: [text(4000008)] });
  }
  identity.totp = flow.totp;
  if (exchange.session) exchange.session.aal = 'aal2';
}

function lookupNodes(flow: StoredFlow, identity: StoredIdentity): UiNode[] {
  const group = 'lookup_secret';
  if (flow.lookup) {
    const secrets = flow.lookup.map((secret) => valueText(1050009, secret, { secret }));
    const codes = valueText(1050015, flow.lookup.join(', '), { secrets });
    return [
      textNode(group, 'lookup_secret_codes', codes, 1050010),
      submit(group, 'lookup_secret_confirm', 'true', 1050011),
    ];
  }
  const regenerate = submit(group, 'lookup_secret_regenerate', 'true', 1050008);
  return identity.lookup
    ? [regenerate, submit(group, 'lookup_secret_disable', 'true', 1050016)]
    : [regenerate];
}

/** Whether something was saved. New codes are only shown until they are confirmed. */
function changeLookup(flow: StoredFlow, identity: StoredIdentity, fields: Fields): boolean {
  if (fields.lookup_secret_regenerate !== undefined) {
    flow.lookup = Array.from({ length: LOOKUP_CODES }, newLookupCode);
    flow.state = 'show_form';
    flow.messages = [];
    return false;
  }
  if (fields.lookup_secret_disable !== undefined) identity.lookup = null;
  else if (fields.lookup_secret_confirm !== undefined && flow.lookup) {
    identity.lookup = flow.lookup.map((code) => ({ code, used_at: null }));
    delete flow.lookup;
  }
  return true;
}

function newLookupCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => '0123456789abcdefghjkmnpqrstvwxyz'[byte % 32]).join('');
}
