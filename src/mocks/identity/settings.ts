import type { UiNode } from '@ory/client';
import { FormError, sessionInactive, sessionRefreshRequired } from '#domain/identity/errors.ts';
import { IDENTITY_LIFESPANS, newLookupCodes } from '#domain/identity/limits.ts';
import { type LookupCode, settingsNodes as nodesOf } from '#domain/identity/settings-nodes.ts';
import { text } from '#domain/identity/texts.ts';
import { requireField } from '#domain/identity/traits.ts';
import { type Exchange, enrolledBy } from './context.ts';
import { identityByEmail, mailCode, type StoredFlow, type StoredIdentity } from './data.ts';
import { createFlow } from './flow.ts';
import type { Fields } from './form.ts';
import { checkPassword, readTraits } from './registration.ts';
import { newTotpSecret, totpPicture, verifyTotp } from './totp.ts';

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
  const { email, name } = identity;
  const secret = flow.totp ?? '';
  const image = identity.totp ? '' : await totpPicture(secret, email);
  return nodesOf({
    email,
    name,
    credentials: enrolledBy(identity),
    totp: identity.totp ? undefined : { secret, image, size: 256 },
    codes: flow.lookup,
    canReveal: true,
    revealed: flow.is_revealed ? revealedOf(identity) : undefined,
  });
}

/**
 * Handles a submission. Changes to sign-in methods require a recent sign-in.
 * @returns whether something was saved
 */
export async function submitSettings(
  exchange: Exchange,
  flow: StoredFlow,
  fields: Fields,
): Promise<boolean> {
  const { identity } = signedInPerson(exchange);
  delete flow.is_revealed;
  if (fields.method === 'profile') changeProfile(exchange, flow, identity, fields);
  else {
    checkFresh(exchange, flow);
    if (fields.method === 'password') changePassword(exchange, identity, fields);
    else if (fields.totp_code !== undefined || fields.totp_unlink !== undefined) {
      await changeTotp(exchange, flow, identity, fields);
    } else if (!Object.keys(fields).some((name) => name.startsWith('lookup_secret_')))
      throw new FormError([text(4010004)]);
    else if (!changeLookup(flow, identity, fields)) return false;
  }
  identity.updated_at = new Date().toISOString();
  flow.state = 'success';
  flow.messages = [text(1050001)];
  return true;
}

function signedInPerson(exchange: Exchange): { identity: StoredIdentity } {
  if (exchange.identity) return { identity: exchange.identity };
  throw sessionInactive(`${exchange.base}/self-service/login/browser`);
}

function checkFresh({ session, base, url }: Exchange, flow: StoredFlow): void {
  const age = session
    ? Date.now() - Date.parse(session.authenticated_at)
    : Number.POSITIVE_INFINITY;
  if (age < IDENTITY_LIFESPANS.privileged) return;
  const back = encodeURIComponent(`${url.origin}/settings/security?flow=${flow.id}`);
  throw sessionRefreshRequired(`${base}/self-service/login/browser?refresh=true&return_to=${back}`);
}

function changeProfile(
  exchange: Exchange,
  flow: StoredFlow,
  identity: StoredIdentity,
  fields: Fields,
): void {
  const { email, name } = readTraits(fields);
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

function changePassword(exchange: Exchange, identity: StoredIdentity, fields: Fields): void {
  const password = checkPassword(fields.password, identity);
  if (password === identity.password) throw new FormError([], { password: [text(4000039)] });
  identity.password = password;
  // Sessions that were started with the old password end.
  const { sessions } = exchange.store.data.identity;
  for (const session of Object.values(sessions)) {
    if (session.identity_id === identity.id && session.id !== exchange.session?.id)
      delete sessions[session.id];
  }
}

async function changeTotp(
  exchange: Exchange,
  flow: StoredFlow,
  identity: StoredIdentity,
  fields: Fields,
): Promise<void> {
  if (identity.totp && fields.totp_unlink !== undefined) {
    identity.totp = null;
    flow.totp = await newTotpSecret();
    return;
  }
  if (!fields.totp_code) requireField(undefined, 'totp_code', 'Verification code');
  if (!flow.totp || !(await verifyTotp(flow.totp, fields.totp_code ?? ''))) {
    throw new FormError([], { totp_code: [text(4000008)] });
  }
  identity.totp = flow.totp;
  const { session } = exchange;
  if (!session) return;
  session.aal = 'aal2';
  session.methods.push({ method: 'totp', aal: 'aal2', completed_at: new Date().toISOString() });
}

/** Whether something was saved. Codes are only shown: new ones until they are confirmed, and others on request. */
function changeLookup(flow: StoredFlow, identity: StoredIdentity, fields: Fields): boolean {
  if (fields.lookup_secret_reveal !== undefined) {
    if (!identity.lookup) {
      throw new FormError([text(4000001, { reason: 'There are no backup codes to show.' })]);
    }
    flow.is_revealed = true;
    flow.state = 'show_form';
    return false;
  }
  if (fields.lookup_secret_regenerate !== undefined) {
    flow.lookup = newLookupCodes(randomBelow);
    flow.state = 'show_form';
    flow.messages = [];
    return false;
  }
  if (fields.lookup_secret_disable !== undefined) identity.lookup = null;
  else if (fields.lookup_secret_confirm !== undefined) {
    if (!flow.lookup)
      throw new FormError([text(4000001, { reason: 'Generate backup codes first.' })]);
    identity.lookup = flow.lookup.map((code) => ({ code, used_at: null }));
    delete flow.lookup;
  }
  return true;
}

function revealedOf({ lookup }: StoredIdentity): LookupCode[] {
  return (lookup ?? []).map(({ code, used_at }) => ({
    code,
    usedAt: used_at === null ? null : new Date(used_at),
  }));
}

function randomBelow(limit: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return random % limit;
}
