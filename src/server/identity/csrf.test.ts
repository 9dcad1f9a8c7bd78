import { afterAll, beforeAll, expect, test } from 'vitest';
import { csrfCookieName } from './csrf.ts';
import { csrfOf, failureOf, startIdentity, type TestIdentity } from './testing/testing.ts';
import {
  login,
  newEmail,
  PASSWORD,
  refused,
  signIn,
  signOut,
  signUp,
} from './testing/testing-steps.ts';

let service: TestIdentity;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service.close());

const fields = () => ({ method: 'password', identifier: newEmail(), password: PASSWORD });

async function violation(call: Promise<unknown>) {
  const { status, data } = await failureOf(call);
  expect([status, data.error.id]).toEqual([403, 'security_csrf_violation']);
}

test('the cookie is named after the base URL, and the token is masked with a new pad each time', async () => {
  const browser = service.browser();
  const { data: flow } = await browser.api.createBrowserLoginFlow();
  expect([...browser.jar.keys()]).toEqual([csrfCookieName(service.publicUrl)]);
  const { data: again } = await browser.api.getLoginFlow({ id: flow.id });
  expect(csrfOf(again)).not.toBe(csrfOf(flow));
  expect(Buffer.from(csrfOf(flow), 'base64')).toHaveLength(64);
  // Both are valid.
  expect(
    (await refused(login(browser.api, again, { ...fields(), csrf_token: csrfOf(flow) }))).status,
  ).toBe(400);
});

test('a missing token', async () => {
  const { api } = service.browser();
  const { data: flow } = await api.createBrowserLoginFlow();
  await violation(login(api, flow, { ...fields(), csrf_token: undefined }));
});

test('a mismatched token', async () => {
  const { api } = service.browser();
  const { data: flow } = await api.createBrowserLoginFlow();
  const { data: foreign } = await service.browser().api.createBrowserLoginFlow();
  await violation(login(api, flow, { ...fields(), csrf_token: csrfOf(foreign) }));
  await violation(login(api, flow, { ...fields(), csrf_token: 'x' }));
});

test('a missing cookie', async () => {
  const browser = service.browser();
  const { data: flow } = await browser.api.createBrowserLoginFlow();
  browser.jar.clear();
  await violation(login(browser.api, flow, fields()));
});

test("another browser's flow can be neither read nor submitted", async () => {
  const { data: flow } = await service.browser().api.createBrowserLoginFlow();
  const other = service.browser();
  const { data: own } = await other.api.createBrowserLoginFlow();
  await violation(other.api.getLoginFlow({ id: flow.id }));
  await violation(login(other.api, { ...flow, ui: own.ui }, fields()));
});

test('the secret changes when the person changes, and on logout', async () => {
  const browser = service.browser();
  const name = csrfCookieName(service.publicUrl);
  const { data: flow } = await browser.api.createBrowserLoginFlow();
  const anonymous = browser.jar.get(name);
  const { email } = await signUp(browser);
  const signedIn = browser.jar.get(name);
  expect(signedIn).not.toBe(anonymous);
  await violation(login(browser.api, flow, fields()));
  await signOut(browser);
  expect(browser.jar.get(name)).not.toBe(signedIn);
  await signIn(browser, email);
});
