import { afterAll, beforeAll, expect, test } from 'vitest';
import { greeting } from '#core/greeting.ts';
import {
  type Browser,
  failureOf,
  messageIds,
  nodeOf,
  startIdentity,
  type TestIdentity,
} from './testing/testing.ts';
import {
  linkTotp,
  login,
  newEmail,
  PASSWORD,
  recover,
  refused,
  register,
  settings,
  signIn,
  signOut,
  signUp,
  verify,
  verifyOwn,
} from './testing/testing-steps.ts';

let service: TestIdentity;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service.close());

const OWN_PASSWORD = 'harbour-violet-engine-17';

/** Someone who signed up with another person's address, and protected it with a second factor. */
async function squatted() {
  const squatter = service.browser();
  const { email } = await signUp(squatter);
  await linkTotp(service, squatter);
  return { squatter, email, owner: service.browser() };
}

/** Nothing that the squatter knew or had gives access any more. */
async function expectEvicted(squatter: Browser, email: string) {
  expect((await failureOf(squatter.api.toSession())).status).toBe(401);
  const { status, flow } = await refused(signIn(squatter, email));
  expect([status, messageIds(flow)]).toEqual([400, [4000006]]);
}

async function registerAgain(browser: Browser, email: string) {
  const { data: flow } = await browser.api.createBrowserRegistrationFlow();
  const traits = { email, name: 'The Owner' };
  const fields = { method: 'password', traits, password: OWN_PASSWORD };
  const { status, flow: shown } = await refused(register(browser.api, flow, fields));
  return { flow, status, shown };
}

test('recovery gives the address to its owner', async () => {
  const { squatter, email, owner } = await squatted();
  const { data: start } = await owner.api.createBrowserRecoveryFlow();
  const { data: flow } = await recover(owner.api, start, { method: 'code', email });
  await recover(owner.api, flow, { method: 'code', code: service.codeFor(email) });
  const { data: session } = await owner.api.toSession();
  expect(session.identity?.verifiable_addresses?.[0]?.verified).toBe(true);
  await expectEvicted(squatter, email);
});

test('a sign-in code gives the address to its owner', async () => {
  const { squatter, email, owner } = await squatted();
  const { data: flow } = await owner.api.createBrowserLoginFlow();
  await refused(login(owner.api, flow, { method: 'code', identifier: email }));
  const code = service.codeFor(email);
  expect((await login(owner.api, flow, { method: 'code', code })).status).toBe(200);
  await expectEvicted(squatter, email);
});

test('verification by somebody else ends what the squatter set up', async () => {
  const { squatter, email, owner } = await squatted();
  await verifyOwn(service, owner, email);
  await expectEvicted(squatter, email);
});

test('registration asks for a code that proves the address, then gives it to its owner', async () => {
  const { squatter, email, owner } = await squatted();
  const { flow, status, shown } = await registerAgain(owner, email);
  expect([status, shown.state, messageIds(shown)]).toEqual([400, 'sent_email', [1040005]]);
  expect(nodeOf(shown, 'code')).toMatchObject({ meta: { label: { id: 1070012 } } });
  expect(nodeOf(shown, 'password')).toBeUndefined();
  expect((await failureOf(owner.api.toSession())).status).toBe(401);
  const mail = service.mails.findLast(({ to }) => to === email);
  expect(mail?.text).toContain(greeting('The Owner'));

  const code = service.codeFor(email);
  const wrong = code === '000000' ? '000001' : '000000';
  const guess = await refused(register(owner.api, flow, { method: 'code', code: wrong }));
  expect([guess.status, messageIds(guess.flow)]).toEqual([400, [4040003]]);
  const resent = await refused(register(owner.api, flow, { resend: 'code' }));
  expect(messageIds(resent.flow)).toEqual([1040005]);

  const { data } = await register(owner.api, flow, {
    method: 'code',
    code: service.codeFor(email),
  });
  expect(data.identity).toMatchObject({
    traits: { email, name: 'The Owner' },
    verifiable_addresses: [{ verified: true }],
  });
  expect((await owner.api.toSession()).status).toBe(200);
  await expectEvicted(squatter, email);
  await signOut(owner);
  expect((await signIn(owner, email, OWN_PASSWORD)).status).toBe(200);
});

test('a claim fails when the address has been verified meanwhile', async () => {
  const { squatter, email, owner } = await squatted();
  const { flow } = await registerAgain(owner, email);
  const code = service.codeFor(email);
  await verifyOwn(service, squatter, email);
  const late = await refused(register(owner.api, flow, { method: 'code', code }));
  expect([late.status, messageIds(late.flow)]).toEqual([400, [4000007]]);
  expect((await squatter.api.toSession()).status).toBe(200);
});

test('people who verify their own address keep their password and second factor', async () => {
  const owner = service.browser();
  const { email, continue_with: next } = await signUp(owner);
  const app = await linkTotp(service, owner);
  const step = next?.find((entry) => entry.action === 'show_verification_ui');
  if (step?.action !== 'show_verification_ui') throw new Error('no verification');
  // The link in the email, opened on a phone.
  const mail = service.mails.find(({ to, code }) => to === email && code);
  const phone = service.browser();
  await phone.navigate(mail?.text.match(/http\S+/)?.[0] ?? '');
  const { data: flow } = await phone.api.getVerificationFlow({ id: step.flow.id });
  const { data: done } = await verify(phone.api, flow, { method: 'code', code: mail?.code });
  expect(messageIds(done)).toEqual([1080002]);
  expect((await owner.api.toSession()).status).toBe(200);
  await signOut(owner);
  expect((await failureOf(signIn(owner, email))).status).toBe(422);
  expect(app()).toMatch(/^\d{6}$/);
});

test('a browser that the person has used before keeps everything', async () => {
  const owner = service.browser();
  const { email } = await signUp(owner);
  await signOut(owner);
  const { data: flow } = await owner.api.createBrowserLoginFlow();
  await refused(login(owner.api, flow, { method: 'code', identifier: email }));
  await login(owner.api, flow, { method: 'code', code: service.codeFor(email) });
  await signOut(owner);
  expect((await signIn(owner, email)).status).toBe(200);
});

test("a name can't carry a message to somebody else's address", async () => {
  const browser = service.browser();
  const email = newEmail();
  const { data: flow } = await browser.api.createBrowserRegistrationFlow();
  const traits = { email, name: 'You won! https://evil.example/claim' };
  await register(browser.api, flow, { method: 'password', traits, password: PASSWORD });
  const mail = service.mails.findLast(({ to }) => to === email);
  expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/evil|won/);
  expect((await settings(browser)).identity.traits.name).toBe(traits.name);
});
