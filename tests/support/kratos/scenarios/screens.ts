import { createHash } from 'node:crypto';
import type { UiNode, UiNodeInputAttributes } from '@ory/client';
import { TOTP } from 'otpauth';
import { SoftAuthenticator } from '#server/identity/testing/testing-authenticator.ts';
import { type Answer, inputValue, type Visitor } from '../browser.ts';
import type { Recorder } from '../recorder.ts';

const password = 'correct horse battery 9';
const SELECT = 'recovery_select_address';
const code = /\b\d{6}\b/;

/** Signs up in two steps, keeping none of the answers. */
async function signUp(visitor: Visitor, email: string): Promise<Answer> {
  const { body: flow } = await visitor.begin('registration');
  const traits = { email, name: 'Ada Lovelace' };
  return visitor.submit(flow, { method: 'password', password, traits });
}

/** The verification flow that an answer continues with. */
function verificationOf({ body }: Answer): string {
  const steps: { action: string; flow: { id: string } }[] = body.continue_with ?? [];
  return steps.find(({ action }) => action === 'show_verification_ui')?.flow.id ?? '';
}

async function signIn(visitor: Visitor, email: string, query = ''): Promise<Answer> {
  const { body: flow } = await visitor.begin('login', query);
  return visitor.submit(flow, { method: 'password', password, identifier: email });
}

/** The usual settings: every method, codes, unified sign-in, registration with the profile first. */
async function usual(recorder: Recorder): Promise<void> {
  const { origin, visitor, email, keep, admin, mailed } = recorder;
  const ada = visitor();
  const address = email();
  const traits = { email: address, name: 'Ada Lovelace' };
  const registration = await ada.begin('registration');
  keep('registration', registration);
  const missing = { method: 'profile', traits: { email: 'no' } };
  keep('registration: invalid traits', await ada.submit(registration.body, missing));
  const chosen = await ada.submit(registration.body, { method: 'profile', traits });
  keep('registration: credentials', chosen);
  const short = { method: 'password', password: 'short', traits };
  keep('registration: short password', await ada.submit(chosen.body, short));
  const sent = await ada.submit(chosen.body, { method: 'code', traits });
  keep('registration: code sent', sent);
  const back = { method: 'profile', screen: 'credential-selection', traits };
  const again = await ada.submit(sent.body, back);
  const registered = await ada.submit(again.body, { method: 'password', password, traits });
  keep('registration: done', registered);
  const verification = await ada.fetch('verification', verificationOf(registered));
  keep('verification: code sent', verification);
  const wrong = { method: 'code', code: '000000' };
  keep('verification: wrong code', await ada.submit(verification.body, wrong));
  const right = { method: 'code', code: await mailed(address, code) };
  keep('verification: done', await ada.submit(verification.body, right));
  keep('verification', await visitor().begin('verification'));

  const other = visitor();
  keep('registration: duplicate', await signUp(other, address));
  const login = await other.begin('login');
  keep('login', login);
  const mistaken = { method: 'password', password: 'mistaken', identifier: address };
  keep('login: wrong password', await other.submit(login.body, mistaken));
  const mailedCode = await other.submit(login.body, { method: 'code', identifier: address });
  keep('login: code sent', mailedCode);
  const nobody = { method: 'code', code: '000000', identifier: address };
  keep('login: wrong code', await other.submit(mailedCode.body, nobody));
  const foreign = { method: 'password', password, identifier: address, csrf_token: 'foreign' };
  keep('login: CSRF', await visitor().submit(login.body, foreign));
  keep('login: done', await signIn(visitor(), address));
  keep('login: already signed in', await ada.begin('login'));
  keep('login: refresh', await ada.begin('login', '?refresh=true'));
  keep('login: second factor without a first', await visitor().begin('login', '?aal=aal2'));
  keep('whoami: nobody', await visitor().call('GET', '/sessions/whoami'));

  await recover(recorder, address);
  await change(ada, visitor(), address, { origin, keep });
  await link(visitor, email, keep);
  const disabled = visitor();
  const gone = email();
  const { body: created } = await signUp(disabled, gone);
  await admin('PATCH', `/identities/${created.identity.id}`, [
    { op: 'replace', path: '/state', value: 'inactive' },
  ]);
  keep('login: disabled account', await signIn(visitor(), gone));
}

async function recover({ visitor, keep, mailed }: Recorder, address: string): Promise<void> {
  const lost = visitor();
  const recovery = await lost.begin('recovery');
  keep('recovery', recovery);
  const sent = await lost.submit(recovery.body, { method: 'code', email: address });
  keep('recovery: code sent', sent);
  const wrong = { method: 'code', code: '000000' };
  keep('recovery: wrong code', await lost.submit(sent.body, wrong));
  const right = { method: 'code', code: await mailed(address, code) };
  const done = await lost.submit(sent.body, right);
  keep('recovery: done', done);
  const settings = done.body.continue_with?.find((step: { flow?: object }) => step.flow);
  if (settings) keep('settings: recovered', await lost.fetch('settings', settings.flow.id));
}

/** Turns on every second factor and a passkey, and signs in with them. */
async function change(
  ada: Visitor,
  other: Visitor,
  address: string,
  { origin, keep }: Pick<Recorder, 'origin' | 'keep'>,
): Promise<void> {
  const settings = await ada.begin('settings');
  keep('settings', settings);
  const id = settings.body.id as string;
  const save = async (fields: Record<string, unknown>) =>
    ada.submit((await ada.fetch('settings', id)).body, fields);
  keep('settings: short password', await save({ method: 'password', password: 'short' }));
  const traits = { email: address, name: 'Ada King' };
  keep('settings: profile saved', await save({ method: 'profile', traits }));
  keep('settings: wrong code', await save({ method: 'totp', totp_code: '000000' }));
  const { ui } = (await ada.fetch('settings', id)).body;
  const secret = ui.nodes.find(
    (node: { attributes: { id?: string } }) => node.attributes.id === 'totp_secret_key',
  ).attributes.text.context.secret;
  const totp = new TOTP({ secret });
  await save({ method: 'totp', totp_code: totp.generate() });
  const regenerate = { method: 'lookup_secret', lookup_secret_regenerate: true };
  keep('settings: new codes', await save(regenerate));
  await save({ method: 'lookup_secret', lookup_secret_confirm: true });
  const reveal = { method: 'lookup_secret', lookup_secret_reveal: true };
  keep('settings: codes revealed', await save(reveal));
  const device = new SoftAuthenticator(origin);
  const open = (await ada.begin('settings')).body;
  const created = device.create(JSON.parse(inputValue(open, 'passkey_create_data')));
  await ada.submit(open, { method: 'passkey', passkey_settings_register: created });
  const key = new SoftAuthenticator(origin);
  const next = (await ada.begin('settings')).body;
  const registered = {
    method: 'webauthn',
    webauthn_register: key.create(JSON.parse(inputValue(next, 'webauthn_register_trigger'))),
    webauthn_register_displayname: 'My key',
  };
  keep('settings: everything on', await ada.submit(next, registered));
  const step = await signIn(other, address);
  keep('login: second factor needed', step);
  const second = await other.begin('login', '?aal=aal2');
  keep('login: second factor', second);
  keep('settings: second factor needed', await other.begin('settings'));
  const bad = { method: 'totp', totp_code: '000000' };
  keep('login: wrong second factor', await other.submit(second.body, bad));
}

/** Signs in at a provider with an address that has an account. */
async function link(
  visitor: Recorder['visitor'],
  email: Recorder['email'],
  keep: Recorder['keep'],
): Promise<void> {
  const { PROVIDER_URL } = process.env;
  if (!PROVIDER_URL) return;
  const address = email();
  const owner = visitor();
  await signUp(owner, address);
  const person = { sub: address, email: address, name: 'Ada Lovelace' };
  await fetch(`${PROVIDER_URL}/person`, { method: 'POST', body: JSON.stringify(person) });
  const guest = visitor();
  const { body: login } = await guest.begin('login');
  const leave = await guest.submit(login, { method: 'oidc', provider: 'fake' });
  const end = new URL(await guest.follow(leave.body.redirect_browser_to));
  const flow = end.searchParams.get('flow') ?? '';
  keep('login: account linking', await guest.fetch('login', flow));
  const { body: settings } = await owner.begin('settings');
  const linking = await owner.submit(settings, { method: 'oidc', link: 'fake' });
  keep('settings: to the provider', {
    ...linking,
    body: { ...linking.body, redirect_browser_to: 'https://accounts.example.com/auth' },
  });
  await owner.follow(linking.body.redirect_browser_to);
  keep('settings: linked', await owner.begin('settings'));
}

/**
 * Sign-in with the identifier first, emailed codes as a second factor, and `require_verified_address` after a password.
 */
async function first({ visitor, email, keep, mailed }: Recorder): Promise<void> {
  const address = email();
  const ada = visitor();
  await signUp(ada, address);
  const guest = visitor();
  const login = await guest.begin('login');
  keep('login', login);
  const nobody = { method: 'identifier_first', identifier: 'nobody@example.com' };
  keep('login: no account', await guest.submit(login.body, nobody));
  const named = { method: 'identifier_first', identifier: address };
  const chosen = await guest.submit(login.body, named);
  keep('login: credentials', chosen);
  const wrong = { method: 'password', password: 'mistaken', identifier: address };
  keep('login: wrong password', await guest.submit(chosen.body, wrong));
  const unnamed = { method: 'password', password };
  keep('login: identifier missing', await guest.submit(chosen.body, unnamed));
  const right = { method: 'password', password, identifier: address };
  const unverified = await guest.submit(chosen.body, right);
  keep('login: unverified', unverified);
  const [step] = unverified.body.error.details.continue_with;
  const verification = await guest.fetch('verification', step.flow.id);
  keep('verification: after login', verification);
  const proof = { method: 'code', code: await mailed(address, code) };
  await guest.submit(verification.body, proof);
  const done = await signIn(guest, address);
  keep('login: done', done);
  const second = await guest.begin('login', '?aal=aal2');
  keep('login: second factor', second);
  const send = { method: 'code', address };
  const sent = await guest.submit(second.body, send);
  keep('login: second factor sent', sent);
  const bad = { method: 'code', code: '000000', identifier: address };
  keep('login: wrong second factor', await guest.submit(sent.body, bad));
}

/** One-step registration, links in recovery and verification, and security keys instead of passwords. */
async function links({ origin, visitor, email, keep, mailed }: Recorder): Promise<void> {
  const address = email();
  const traits = { email: address, name: 'Ada Lovelace' };
  const ada = visitor();
  const registration = await ada.begin('registration');
  keep('registration', registration);
  const key = new SoftAuthenticator(origin);
  const options = JSON.parse(inputValue(registration.body, 'webauthn_register_trigger'));
  const registered = await ada.submit(registration.body, {
    method: 'webauthn',
    webauthn_register: key.create(options),
    webauthn_register_displayname: 'My key',
    traits,
  });
  keep('registration: done', registered);
  const begun = await ada.fetch('verification', verificationOf(registered));
  keep('verification: after registration', begun);
  const guest = visitor();
  const login = await guest.begin('login');
  keep('login', login);
  const asked = await guest.submit(login.body, { method: 'webauthn', identifier: address });
  keep('login: same flow', asked);
  keep('login: key', await guest.fetch('login', login.body.id));
  const nobody = { method: 'webauthn', identifier: 'nobody@example.com' };
  const another = visitor();
  keep('login: no key', await another.submit((await another.begin('login')).body, nobody));
  for (const kind of ['recovery', 'verification']) {
    const flow = await guest.begin(kind);
    keep(kind, flow);
    keep(`${kind}: link sent`, await guest.submit(flow.body, { method: 'link', email: address }));
  }
  const used = (await mailed(address, /http\S+verification\?\S+/)).replaceAll('&amp;', '&');
  await guest.follow(used);
  const expired = new URL(await guest.follow(used));
  const flow = expired.searchParams.get('flow') ?? '';
  keep('verification: link used', await guest.fetch('verification', flow));
}

/** Recovery with the feature flag `choose_recovery_address`, by a person with a second address in the trait `backup`. */
async function choose({ visitor, email, keep, admin }: Recorder): Promise<void> {
  const address = email();
  const backup = email().replace('.com', '.org');
  const traits = { email: address, name: 'Ada Lovelace', backup };
  await admin('POST', '/identities', { schema_id: 'default', traits });
  const ada = visitor();
  const recovery = await ada.begin('recovery');
  keep('recovery', recovery);
  const submit = (fields: object) => ada.submit(recovery.body, { method: 'code', ...fields });
  const known = { recovery_address: address };
  const asked = await submit(known);
  keep('recovery: choice of addresses', asked);
  const masked = asked.body.ui.nodes.map((node: UiNode) => node.attributes);
  const values = masked.filter(({ name }: UiNodeInputAttributes) => name === SELECT);
  const own = createHash('sha256').update(address).digest('base64');
  const other = values.find(({ value }: UiNodeInputAttributes) => value !== own);
  keep('recovery: other address', await submit({ ...known, [SELECT]: other?.value }));
  keep('recovery: address missing', await submit({ ...known, recovery_confirm_address: '' }));
  const sent = await submit({ ...known, recovery_confirm_address: backup });
  keep('recovery: code sent', sent);
  keep('recovery: wrong code', await submit({ ...known, code: '000000' }));
}

/** Each set of answers, by the settings it needs. */
export const screens = { usual, first, links, choose };
