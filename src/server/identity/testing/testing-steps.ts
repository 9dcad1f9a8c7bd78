import type {
  FrontendApi,
  LoginFlow,
  RecoveryFlow,
  RegistrationFlow,
  SettingsFlow,
  UpdateLoginFlowBody,
  UpdateRecoveryFlowBody,
  UpdateRegistrationFlowBody,
  UpdateSettingsFlowBody,
  UpdateVerificationFlowBody,
  VerificationFlow,
} from '@ory/client';
import { TOTP } from 'otpauth';
import { type Browser, csrfOf, failureOf, nodeOf, type TestIdentity } from './testing.ts';

/** A password that passes every check. */
export const PASSWORD = 'lantern-orbit-velvet-93';

type Fields = Record<string, unknown>;

/** Form values with the CSRF token, if there is one. */
function filled(
  flow: LoginFlow | RecoveryFlow | RegistrationFlow | SettingsFlow | VerificationFlow,
  fields: Fields,
) {
  const token = csrfOf(flow);
  return { ...(token ? { csrf_token: token } : {}), ...fields };
}

/** Submits a form with the flow's own CSRF token, unless the fields contain another one. */
export function login(api: FrontendApi, flow: LoginFlow, fields: Fields) {
  const updateLoginFlowBody = filled(flow, fields) as unknown as UpdateLoginFlowBody;
  return api.updateLoginFlow({ flow: flow.id, updateLoginFlowBody });
}

export function register(api: FrontendApi, flow: RegistrationFlow, fields: Fields) {
  const updateRegistrationFlowBody = filled(flow, fields) as unknown as UpdateRegistrationFlowBody;
  return api.updateRegistrationFlow({ flow: flow.id, updateRegistrationFlowBody });
}

export function recover(api: FrontendApi, flow: RecoveryFlow, fields: Fields) {
  const updateRecoveryFlowBody = filled(flow, fields) as unknown as UpdateRecoveryFlowBody;
  return api.updateRecoveryFlow({ flow: flow.id, updateRecoveryFlowBody });
}

export function verify(api: FrontendApi, flow: VerificationFlow, fields: Fields) {
  const updateVerificationFlowBody = filled(flow, fields) as unknown as UpdateVerificationFlowBody;
  return api.updateVerificationFlow({ flow: flow.id, updateVerificationFlowBody });
}

export function change(
  api: FrontendApi,
  flow: SettingsFlow,
  fields: Fields,
  xSessionToken?: string,
) {
  const updateSettingsFlowBody = filled(flow, fields) as unknown as UpdateSettingsFlowBody;
  const token = xSessionToken ? { xSessionToken } : {};
  return api.updateSettingsFlow({ flow: flow.id, updateSettingsFlowBody, ...token });
}

let people = 0;

/** An unused email address. */
export const newEmail = () => `person-${++people}@example.com`;

/** Registers a new person in this browser, which signs them in. */
export async function signUp(
  browser: Browser,
  email = newEmail(),
  query: { returnTo?: string; afterVerificationReturnTo?: string } = {},
) {
  const { data: flow } = await browser.api.createBrowserRegistrationFlow(query);
  const traits = { email, name: 'Ada Lovelace' };
  const { data } = await register(browser.api, flow, {
    method: 'password',
    traits,
    password: PASSWORD,
  });
  return { email, ...data };
}

/** Verifies the address of the person who is signed in in this browser. */
export async function verifyOwn(service: TestIdentity, browser: Browser, email: string) {
  const { data: start } = await browser.api.createBrowserVerificationFlow();
  const { data: flow } = await verify(browser.api, start, { method: 'code', email });
  return verify(browser.api, flow, { method: 'code', code: service.codeFor(email) });
}

/** Signs a person in with a password. Returns the response. */
export async function signIn(browser: Browser, email: string, password = PASSWORD) {
  const { data: flow } = await browser.api.createBrowserLoginFlow();
  return login(browser.api, flow, { method: 'password', identifier: email, password });
}

/** Signs this browser out. */
export async function signOut(browser: Browser) {
  const { data } = await browser.api.createBrowserLogoutFlow();
  await browser.api.updateLogoutFlow({ token: data.logout_token });
}

/** Starts a settings flow for the person in this browser. */
export async function settings(browser: Browser): Promise<SettingsFlow> {
  return (await browser.api.createBrowserSettingsFlow()).data;
}

/** An authenticator app with a seed, using the service's clock. */
export function authenticator(service: TestIdentity, secret: string) {
  return () => new TOTP({ secret }).generate({ timestamp: service.now().getTime() });
}

/** The seed shown in a settings form. */
export function totpSecret(flow: SettingsFlow): string {
  const node = nodeOf(flow, 'totp_secret_key');
  return node?.attributes.node_type === 'text' ? node.attributes.text.text : '';
}

/** Links an authenticator app and returns it. */
export async function linkTotp(service: TestIdentity, browser: Browser) {
  const flow = await settings(browser);
  const app = authenticator(service, totpSecret(flow));
  await change(browser.api, flow, { method: 'totp', totp_code: app() });
  // The code that linked the app is used up. The next one comes half a minute later.
  service.pass(31_000);
  return app;
}

/** Completes the second factor. */
export async function secondFactor(browser: Browser, fields: Fields) {
  const { data: flow } = await browser.api.createBrowserLoginFlow({ aal: 'aal2' });
  return login(browser.api, flow, fields);
}

/** The flow in a 400 response. */
export async function refused(call: Promise<unknown>) {
  const failure = await failureOf(call);
  return { status: failure.status, flow: failure.data, error: failure.data.error };
}
